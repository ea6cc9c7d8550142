# SPDX-License-Identifier: Apache-2.0
#
# The Verilated unit, and how a program is linked with it: $(SIMS)/<config>/<program>.

# What runs in every cycle of a simulation.
cycle_sources := \
  $(patsubst %,$(MODEL)/%.c,barrier buffer enable except interval manage pmu pmu_access pmu_step regs session spu \
    trace) \
  $(patsubst %,tb/unit/check/%.c,flight history image life lockstep run shadow) \
  $(patsubst %,tb/unit/stimulus/random/random_%.c,dispatch garbage op pmu) \
  $(patsubst %,tb/unit/%.c,stimulus/random stimulus/inject/inject stimulus/inject/inject_life env/axi_memory env/mmu \
    env/pe_pins dut/tracker)
cycle_objects := $(patsubst $(MODEL)/%.c,$(LIB)/cmodel/%.o,$(patsubst tb/%.c,$(B)/obj/%.o,$(cycle_sources)))

# It comes before everything that is made of a configuration; of the model it has what checks one and no more, so that
# other changes of the model are no reason to make anything of one again.
$(B)/bin/spu-config: $(B)/obj/unit/tools/spu_config_main.o \
  $(patsubst %,$(B)/obj/unit/util/%.o,error options typed_number) \
  $(B)/lib/cmodel/config.o $(B)/lib/cmodel/config_check.o $(B)/lib/$(notdir $(config_table)).o
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

# ---------------------------------------------------------------------------------------------------------
# The Verilated unit, per configuration

WARNINGS := $(if $(NETLIST),-Wno-fatal -Wno-lint -Wno-style,-Wall)
VERILATE := verilator --cc $(WARNINGS) $(if $(COVERAGE),,$(ASSERT)) --trace-fst --trace-structs \
  $(if $(COVERAGE),--coverage-line --coverage-toggle) -O3 --x-assign fast --x-initial unique --prefix Vtb_top \
  --top-module tb_top
# COVERAGE=1: line, branch and toggle coverage; seven times slower; in folders of its own (SIMS, VERILATED).
COVERAGE :=
# NETLIST: a netlist in place of the RTL. Gates make many lines of C++ that gain little from optimization, and Verilator
# 5.006's optimization of trees of bit operations computes some of them wrongly (docs/synthesis.md).
dut_sources = $(rtl_sources)
# The unit and the rules that watch its bus.
tb_top := tb/unit/formal/axi_write_rules.sv tb/unit/dut/tb_top.sv
ifneq ($(NETLIST),)
dut_sources = -fno-const-bit-op-tree -DSPU_NETLIST=spu_netlist --output-split 20000 --output-split-cfuncs 2000 \
  scripts/netlist.vlt \
  $(RTL)/spu_config_pkg.sv $(RTL)/spu_sysreg_pkg.sv $(RTL)/spu_pins_pkg.sv $(RTL)/spu_pkg.sv $(SIMS)/$*/netlist.v
OPT_FAST := -O1
endif
unit_groups := $(if $(NETLIST)$(COVERAGE),8,2)
unit_objects = $(call verilated_objects,$(VERILATED)/$(1)/obj,$(unit_groups)) $(VERILATED)/$(1)/obj/wave0.o

# Rewritten only when this configuration changes, so that changes of others do not Verilate it again. An unusable
# configuration fails here, with the reason.
$(B)/gen/%.config: $(if $(dry),|) $(B)/bin/spu-config $(B)/gen/facts
	@new=$@.$$$$; { $(B)/bin/spu-config $* && cat $(B)/gen/$*.values; } >$$new || { rm -f $$new; exit 2; }; \
	  if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi

$(VERILATED)/%/obj/groups: $(rtl_sources) rtl/files.f $(tb_top) scripts/waivers.vlt $(B)/gen/%.config $(verilator) \
  $(if $(NETLIST),$(SIMS)/%/netlist.v scripts/netlist.vlt) | ready
	@$(call step,VERILATE,$*) rm -rf $(@D) && mkdir -p $(@D)
	@$(VERILATE) -DSPU_CONFIG=$(row_$*) \
	  --Mdir $(@D) scripts/waivers.vlt $(dut_sources) $(tb_top) >/dev/null  # newer ones report there
	@scripts/verilated.py $(@D) Vtb_top $(unit_groups)

# The netlist of the unit as Verilog, for make sim NETLIST=..., make regress NETLIST=... and the like.
$(B)/netlist/$(or $(netlist_target),generic)/%/netlist.v: $(rtl_sources) rtl/files.f scripts/netlist.py \
  $(wildcard scripts/synthesis/*.py) $(B)/gen/%.config | ready
	@$(call step,YOSYS,$*) scripts/netlist.py --config $* --target $(or $(netlist_target),generic) --rtl $(RTL) \
	  --out $@

# The netlist with all mutants of a draw; mutate.py keeps it if it is up to date.
.PHONY: mutate-draw
mutate-draw: ;
$(B)/mutate/%/netlist.v: mutate-draw | ready
	@$(call step,DRAW,$*) scripts/mutate.py draw $(mutate_options)

$(SIMS)/%/dut.o: tb/unit/dut/dut.cpp $(addprefix tb/unit/dut/,dut.h wave.h coverage.h) \
  $(addprefix $(MODEL)/,spu.h spu_pins.h spu_config.h) \
  $(facts) $(VERILATED)/%/obj/groups
	@$(call step,CXX,$< ($*)) mkdir -p $(@D) && g++ -std=c++17 -O2 -g $(copy_by_call) \
	  -Wall -Wextra -Werror -I $(MODEL) -I tb -I $(B) \
	  -I $(VERILATED)/$*/obj $(verilated_use) \
	  -DSPU_CONFIG_NAME='"$*"' -DSPU_NETLIST_NAME='"$(netlist_target)"' -c $< -o $@

# Verilator's code first: it takes longest to compile.
define unit_program
$(SIMS)/%/$(1): $(call unit_objects,%) $(SIMS)/%/dut.o $(runtime) $(runtime_waves) \
  $(if $(COVERAGE),$(runtime_coverage)) \
  $(B)/obj/$(2).o $(if $(3),$(cycle_objects)) $(B)/lib/libtb.a $(LIB)/libspu_inside.a
	@$$(call step,LINK,$$@) g++ -o $$@ $(if $(3),-O2 -flto=1 -flto-partition=one) $$(filter %.o,$$^) \
	  $(B)/lib/libtb.a $(LIB)/libspu_inside.a $(LDLIBS) -llz4
endef
$(eval $(call unit_program,spu-throughput,unit/tools/spu_throughput_main))
