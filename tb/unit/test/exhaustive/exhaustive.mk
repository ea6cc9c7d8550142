# SPDX-License-Identifier: Apache-2.0
#
# Decision blocks over all their inputs: build/exhaustive/<config>/<block>. `make exhaustive` runs them.
# The packages that the blocks use besides the unit's.
block_packages := $(B)/gen/block_structs_pkg.sv tb/unit/test/exhaustive/block_inputs_pkg.sv

exhaustive_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(wildcard tb/unit/test/exhaustive/*.c))
-include $(exhaustive_objects:.o=.d)

exhaustive_programs := $(foreach c,$(ALL_CONFIGS),$(blocks:%=$(B)/exhaustive/$(c)/%))
.SECONDEXPANSION:
$(exhaustive_programs:%=%.obj/groups): $(B)/exhaustive/%.obj/groups: $(rtl_sources) $(block_packages) \
  $$(wildcard tb/unit/test/exhaustive/$$(*F)_block.sv) \
  scripts/waivers.vlt $$(B)/gen/$$(subst /,,$$(dir $$*)).config $(verilator) | ready
	@$(call step,VERILATE,$*) rm -rf $(@D) && mkdir -p $(@D)
	@verilator --cc -Wno-lint -Wno-style -O3 --prefix Vblock --top-module $(*F)_block --Mdir $(@D) \
	  -DSPU_CONFIG=$(row_$(subst /,,$(dir $*))) scripts/waivers.vlt $(rtl_sources) \
	  $(block_packages) tb/unit/test/exhaustive/$(*F)_block.sv >/dev/null
	@scripts/verilated.py $(@D) Vblock 1

$(exhaustive_programs): $(B)/exhaustive/%: $(B)/exhaustive/%.obj/fast0.o $(B)/exhaustive/%.obj/slow0.o \
  $(addprefix tb/unit/test/exhaustive/block,.cpp .h) \
  $(addprefix $(B)/obj/unit/test/exhaustive/,exhaustive_main.o space.o $$(*F)_check.o) \
  $(LIB)/libspu_inside.a $(runtime)
	@$(call step,LINK,$@) g++ -std=c++17 -O2 -g -Wall -Wextra -Werror -I tb -I $@.obj \
	  $(verilated_use) -DSPU_CONFIG_NAME='"$(subst /,,$(dir $*))"' -o $@ \
	  tb/unit/test/exhaustive/block.cpp $(filter %.o,$^) $(LIB)/libspu_inside.a $(LDLIBS)
