# SPDX-License-Identifier: Apache-2.0
#
# The decision rooms alone: build/exhaustive/<config>/<room>. `make exhaustive` runs them.
# The packages that the rooms have beside the unit's.
room_packages := $(B)/gen/rooms_pkg.sv tb/test/exhaustive/room_inputs_pkg.sv

exhaustive_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(wildcard tb/test/exhaustive/*.c))
-include $(exhaustive_objects:.o=.d)

exhaustive_programs := $(foreach c,$(ALL_CONFIGS),$(rooms:%=$(B)/exhaustive/$(c)/%))
.SECONDEXPANSION:
$(exhaustive_programs:%=%.obj/groups): $(B)/exhaustive/%.obj/groups: $(rtl_sources) $(room_packages) $$(wildcard tb/test/exhaustive/$$(*F)_room.sv) \
  scripts/waivers.vlt $$(B)/gen/$$(subst /,,$$(dir $$*)).config $(verilator) | ready
	@$(call step,VERILATE,$*,1) rm -rf $(@D) && mkdir -p $(@D)
	@verilator --cc -Wno-lint -Wno-style -O3 --prefix Vroom --top-module $(*F)_room --Mdir $(@D) \
	  -DSPU_CONFIG=$(row_$(subst /,,$(dir $*))) scripts/waivers.vlt $(rtl_sources) \
	  $(room_packages) tb/test/exhaustive/$(*F)_room.sv >/dev/null
	@scripts/verilated.py $(@D) Vroom 1

$(exhaustive_programs): $(B)/exhaustive/%: $(B)/exhaustive/%.obj/fast0.o $(B)/exhaustive/%.obj/slow0.o tb/test/exhaustive/room.cpp \
  tb/test/exhaustive/room.h $(B)/obj/test/exhaustive/exhaustive_main.o $(B)/obj/test/exhaustive/space.o $(B)/obj/test/exhaustive/$$(*F)_check.o \
  $(LIB)/libspu_inside.a $(runtime)
	@$(call step,LINK,$@,2) g++ -std=c++17 -O2 -g -Wall -Wextra -Werror -I tb -I $@.obj \
	  $(verilated_use) -DSPU_CONFIG_NAME='"$(subst /,,$(dir $*))"' -o $@ \
	  tb/test/exhaustive/room.cpp $(filter %.o,$^) $(LIB)/libspu_inside.a $(LDLIBS)
