# SPDX-License-Identifier: Apache-2.0
#
# The rooms in the configurations of the vectors: build/vectors/<room>-<n>/run. scripts/vectors.py has made the sources.
vectors_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(wildcard tb/vectors/*.c))
$(vectors_objects): CFLAGS += -I $(B)/gen
$(vectors_objects): | $(layout)
-include $(vectors_objects:.o=.d)

verilator_runtime := $(B)/vectors/verilated.o $(B)/vectors/verilated_threads.o
$(verilator_runtime): $(B)/vectors/%.o: | ready
	@mkdir -p $(@D) && root=$$(verilator --getenv VERILATOR_ROOT); \
	g++ -std=c++17 -O2 -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 -I $$root/include -I $$root/include/vltstd \
	  -c $$root/include/$*.cpp -o $@

vectors_room = $(firstword $(subst -, ,$(notdir $*)))
vectors_rtl := $(rtl_sources:$(RTL)/%=$(B)/vectors/rtl/%)
$(vectors_rtl):
$(B)/vectors/%/obj/Vroom__ALL.a: $(B)/vectors/%/top.sv $(B)/vectors/%/spu_config_pkg.sv \
  $(filter-out %/rtl/spu_config_pkg.sv,$(vectors_rtl)) tb/exhaustive/$$(vectors_room)_room.sv scripts/waivers.vlt | ready
	@echo "  VERILATE vectors/$*"
	@rm -rf $(@D) && mkdir -p $(@D)
	@verilator --cc -Wno-lint -Wno-style -O3 --output-split 0 --prefix Vroom --top-module vectors_room --Mdir $(@D) \
	  -DSPU_CONFIG=ConfigBase scripts/waivers.vlt $(patsubst %/rtl/spu_config_pkg.sv,$(B)/vectors/$*/spu_config_pkg.sv,$(vectors_rtl)) \
	  tb/exhaustive/$(vectors_room)_room.sv $(B)/vectors/$*/top.sv
	@$(MAKE) -s -C $(@D) -f Vroom.mk OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0 Vroom__ALL.a \
	  >$(@D)/make.log || { cat $(@D)/make.log; exit 1; }

$(B)/vectors/%/run: $(B)/vectors/%/obj/Vroom__ALL.a tb/exhaustive/room.cpp tb/exhaustive/room.h $(B)/obj/vectors/vectors_main.o \
  $(B)/obj/exhaustive/space.o $(B)/obj/vectors/$$(vectors_room)_vectors.o $(LIB)/libspu.a $(verilator_runtime)
	@root=$$(verilator --getenv VERILATOR_ROOT); g++ -std=c++17 -g -Wall -Wextra -Werror -I tb -I $(@D)/obj -isystem $$root/include \
	  -isystem $$root/include/vltstd -DSPU_CONFIG_NAME='"base"' -o $@ tb/exhaustive/room.cpp $(filter %.o,$^) \
	  $(@D)/obj/Vroom__ALL.a $(LIB)/libspu.a -lcmocka $(LDLIBS)
