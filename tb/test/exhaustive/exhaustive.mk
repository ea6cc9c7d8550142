# SPDX-License-Identifier: Apache-2.0
#
# The decision blocks alone: build/exhaustive/<config>/<block>. `make exhaustive` runs them.
# The packages that the blocks have beside the unit's.
block_packages := $(B)/gen/block_structs_pkg.sv tb/test/exhaustive/block_inputs_pkg.sv

exhaustive_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(wildcard tb/test/exhaustive/*.c))
-include $(exhaustive_objects:.o=.d)

exhaustive_programs := $(foreach c,$(ALL_CONFIGS),$(blocks:%=$(B)/exhaustive/$(c)/%))
.SECONDEXPANSION:
$(exhaustive_programs:%=%.obj/groups): $(B)/exhaustive/%.obj/groups: $(rtl_sources) $(block_packages) \
  $$(wildcard tb/test/exhaustive/$$(*F)_block.sv) \
  scripts/waivers.vlt $$(B)/gen/$$(subst /,,$$(dir $$*)).config $(verilator) | ready
	@$(call step,VERILATE,$*) rm -rf $(@D) && mkdir -p $(@D)
	@verilator --cc -Wno-lint -Wno-style -O3 --prefix Vblock --top-module $(*F)_block --Mdir $(@D) \
	  -DSPU_CONFIG=$(row_$(subst /,,$(dir $*))) scripts/waivers.vlt $(rtl_sources) \
	  $(block_packages) tb/test/exhaustive/$(*F)_block.sv >/dev/null
	@scripts/verilated.py $(@D) Vblock 1

$(exhaustive_programs): $(B)/exhaustive/%: $(B)/exhaustive/%.obj/fast0.o $(B)/exhaustive/%.obj/slow0.o \
  tb/test/exhaustive/block.cpp \
  tb/test/exhaustive/block.h $(B)/obj/test/exhaustive/exhaustive_main.o $(B)/obj/test/exhaustive/space.o \
    $(B)/obj/test/exhaustive/$$(*F)_check.o \
  $(LIB)/libspu_inside.a $(runtime)
	@$(call step,LINK,$@) g++ -std=c++17 -O2 -g -Wall -Wextra -Werror -I tb -I $@.obj \
	  $(verilated_use) -DSPU_CONFIG_NAME='"$(subst /,,$(dir $*))"' -o $@ \
	  tb/test/exhaustive/block.cpp $(filter %.o,$^) $(LIB)/libspu_inside.a $(LDLIBS)
