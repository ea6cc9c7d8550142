# SPDX-License-Identifier: Apache-2.0
#
# The blocks in the configurations of the vectors: build/vectors/<block>-<n>/run. scripts/vectors.py generates their
# sources.
vectors_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(wildcard tb/unit/test/vectors/*.c))
-include $(vectors_objects:.o=.d)

vectors_block = $(firstword $(subst -, ,$(notdir $*)))
vectors_rtl := $(rtl_sources:$(RTL)/%=$(B)/vectors/rtl/%)
$(vectors_rtl):
$(B)/vectors/%/obj/groups: $(B)/vectors/%/top.sv $(B)/vectors/%/spu_config_pkg.sv \
  $(filter-out %/rtl/spu_config_pkg.sv,$(vectors_rtl)) $(block_packages) \
    tb/unit/test/exhaustive/$$(vectors_block)_block.sv scripts/waivers.vlt $(verilator) | ready
	@$(call step,VERILATE,vectors/$*) rm -rf $(@D) && mkdir -p $(@D)
	@verilator --cc -Wno-lint -Wno-style -O3 --output-split 0 --prefix Vblock --top-module vectors_block \
	  --Mdir $(@D) \
	  -DSPU_CONFIG=ConfigBase scripts/waivers.vlt \
	  $(patsubst %/rtl/spu_config_pkg.sv,$(B)/vectors/$*/spu_config_pkg.sv,$(vectors_rtl)) \
	  $(block_packages) tb/unit/test/exhaustive/$(vectors_block)_block.sv $(B)/vectors/$*/top.sv >/dev/null
	@scripts/verilated.py $(@D) Vblock 1

$(B)/vectors/%/obj/fast0.o: private OPT_FAST := -O0
$(B)/vectors/%/run: $(B)/vectors/%/obj/fast0.o $(B)/vectors/%/obj/slow0.o tb/unit/test/exhaustive/block.cpp \
  tb/unit/test/exhaustive/block.h \
  $(B)/obj/unit/test/vectors/vectors_main.o $(B)/obj/unit/test/exhaustive/space.o \
    $(B)/obj/unit/test/vectors/$$(vectors_block)_vectors.o $(LIB)/libspu_inside.a $(runtime)
	@$(call step,LINK,$@) g++ -std=c++17 -g -Wall -Wextra -Werror -I tb -I $(@D)/obj \
	  $(verilated_use) -DSPU_CONFIG_NAME='"base"' -o $@ tb/unit/test/exhaustive/block.cpp \
	  $(filter %.o,$^) $(LIB)/libspu_inside.a -lcmocka $(LDLIBS)
