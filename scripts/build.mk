# SPDX-License-Identifier: Apache-2.0
#
# How everything is compiled and Verilated.

# ---------------------------------------------------------------------------------------------------------
# C: libspu.a is the model, libtb.a the testbench; files named *_main.c are programs

# GCC copies a struct with a string instruction that takes long to start; the C library's function does not.
copy_by_call := $(if $(filter x86_64,$(shell uname -m)),-mstringop-strategy=libcall)
CFLAGS := -std=c11 -O2 -g $(copy_by_call) -Wall -Wextra -Wconversion -Werror -I $(MODEL) -I tb -I $(B) $(EXTRA_CFLAGS)
LDLIBS := -lelf -lz -lm -lpthread $(EXTRA_LDFLAGS)

spu_sources := $(wildcard $(MODEL)/*.c)
tb_sources := $(wildcard $(foreach d,util dut env stimulus stimulus/* check report cover workload perf tools core \
  linux/unit,tb/$(d)/*.c)) $(addprefix tb/core/software/,spu_driver.c)
unit_sources := $(wildcard tb/test/*/*_test.c)
spu_objects := $(patsubst $(MODEL)/%.c,$(LIB)/cmodel/%.o,$(spu_sources)) $(LIB)/$(notdir $(config_table)).o
tb_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(filter-out %_main.c,$(tb_sources))) $(B)/obj/register_layouts.o

MODEL_CFLAGS :=
# What takes time in every cycle of a simulation is optimized as one when spu-sim is linked. That takes
# seconds: not where a program is built to run once (LTO=), and libraries have nothing of it.
LTO := $(if $(EXTRA_CFLAGS)$(MODEL_CFLAGS)$(COVERAGE)$(NETLIST),,1)
cycle_sources := \
  $(patsubst %,$(MODEL)/%.c,barrier buffer enable except interval manage pmu pmu_access pmu_step regs session spu \
    trace) \
  $(patsubst %,tb/check/%.c,flight history image life lockstep run shadow) \
  $(patsubst %,tb/stimulus/random/random_%.c,dispatch garbage op pmu) \
  $(patsubst %,tb/%.c,stimulus/random stimulus/inject/inject stimulus/inject/inject_life env/axi_memory env/mmu \
    env/pe_pins dut/tracker)
cycle_objects := $(patsubst $(MODEL)/%.c,$(LIB)/cmodel/%.o,$(patsubst tb/%.c,$(B)/obj/%.o,$(cycle_sources)))
without_lto := objcopy --remove-section '.gnu.lto_*'
compile = @$(call step,CC,$<) mkdir -p $(@D) && \
  gcc $(CFLAGS) $(if $(LTO),$(if $(filter $<,$(cycle_sources)),-flto -ffat-lto-objects)) $(1) -MMD -MP -c $< -o $@

$(LIB)/cmodel/%.o: $(MODEL)/%.c | ready
	$(call compile,-fvisibility=hidden $(MODEL_CFLAGS))

$(LIB)/$(notdir $(config_table)).o: $(config_table).c | ready
	$(call compile,-fvisibility=hidden)

$(B)/obj/%.o: tb/%.c | ready $(facts)
	$(call compile)

# What is made from the tables of facts, all at once; what is so already keeps its time, and what is made of it. It ends
# here if what is in the tree is made from other tables.
$(B)/gen/facts: scripts/generate.py docs/requirements.toml scripts/configurations.mk \
  rtl/spu_config_pkg.sv cmodel/spu_config.h \
  $(wildcard scripts/facts/*.py rtl/data/*.toml tb/test/exhaustive/*.toml tb/core/core_trace.toml) | ready
	@scripts/generate.py --build $(@D) && touch $@
# make -n does not know that they keep their times.
$(facts) $(config_table).c: $(if $(dry),|) $(B)/gen/facts ;

$(B)/obj/register_layouts.o: $(B)/gen/register_layouts.c | ready
	$(call compile)

# The library is one object, of which nothing can be seen but what spu.h declares. Tests of what is inside, and programs
# that compare it with the unit block by block, have the objects as they are.
$(LIB)/libspu.a: $(spu_objects)
	@rm -f $@ && ld -r -o $(@D)/spu.o $^ && $(without_lto) --localize-hidden $(@D)/spu.o && ar rcs $@ $(@D)/spu.o

$(LIB)/libspu_inside.a: $(spu_objects)
	@rm -f $@ && ar rcs $@ $^ && $(without_lto) $@

$(B)/lib/libtb.a: $(tb_objects)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^ && $(without_lto) $@

# What several tests of the testbench use.
test_objects := $(B)/obj/test/test.o $(patsubst \
  tb/%.c,$(B)/obj/%.o,$(filter-out %_test.c %_model.c,$(wildcard tb/test/bench/*.c)))
$(B)/lib/libtest.a: $(test_objects)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^

-include $(spu_objects:.o=.d) $(tb_objects:.o=.d)

# Programs that need no Verilated unit. spu-config comes before everything that is made of a configuration; of the model
# it has what checks one and no more, so that other changes of the model are no reason to make anything of one again.
main_spu-config := $(B)/obj/tools/spu_config_main.o
main_spe-trace := $(B)/obj/tools/spe_trace_main.o
main_a64-classify := $(B)/obj/tools/a64_classify_main.o
main_spe-dump := $(B)/obj/tools/spe_dump_main.o
main_perf-data := $(B)/obj/tools/perf_data_main.o
libs_spe-trace := $(B)/lib/libtb.a
libs_a64-classify := $(B)/lib/libtb.a
libs_spe-dump := $(B)/lib/libtb.a
libs_perf-data := $(B)/lib/libtb.a
bins := $(foreach p,spe-trace a64-classify spe-dump perf-data,$(B)/bin/$(p))

.SECONDEXPANSION:
$(bins): $(B)/bin/%: $$(main_$$*) $$(libs_$$*) $(B)/lib/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

$(B)/bin/spu-config: $(main_spu-config) $(patsubst %,$(B)/obj/util/%.o,error options typed_number) \
  $(B)/lib/cmodel/config.o $(B)/lib/cmodel/config_check.o \
  $(B)/lib/$(notdir $(config_table)).o
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

# ---------------------------------------------------------------------------------------------------------
# Verilated code

# Verilator's runtime, once for all programs. A program may have a vl_stop() and a VL_PRINTF_MT() of its own.
replaceable := _Z7vl_stopPKciS0_ _Z12VL_PRINTF_MTPKcz
runtime := $(addprefix $(B)/verilator/,verilated.o verilated_threads.o)
runtime_waves := $(B)/verilator/verilated_fst_c.o
runtime_coverage := $(B)/verilator/verilated_cov.o
# It is the right one for the Verilator that is there: another version, or more to replace, and all of it is made again.
verilator_version := $(B)/verilator/version
verilator := $(verilator_version) scripts/verilated.py
$(verilator_version): $(if $(dry),,ready)
	@version="$$(verilator --version) $$(verilator --getenv VERILATOR_ROOT) $(replaceable)"; mkdir -p $(@D); \
	if [ "$$version" != "$$(cat $@ 2>/dev/null)" ]; then \
	  ln -sfn "$$(verilator --getenv VERILATOR_ROOT)/include" $(@D)/include; echo "$$version" >$@; fi
$(addprefix $(B)/verilator/verilated,.o _threads.o _fst_c.o _cov.o _timing.o): $(B)/verilator/%.o: $(verilator_version)
	@$(call step,CXX,$*.cpp of Verilator) g++ -std=gnu++20 -O1 $(VERILATED_FLAGS) \
	  -c $(B)/verilator/include/$*.cpp -o $@
	@objcopy $(addprefix --weaken-symbol=,$(replaceable)) $@
# Flags of what includes its headers, and of what Verilator wrote.
verilated_use = -isystem $(B)/verilator/include -isystem $(B)/verilator/include/vltstd -DVL_TIME_CONTEXT -DVM_SC=0 \
  -DVM_COVERAGE=$(if $(COVERAGE),1,0) -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0
VERILATED_FLAGS = -w $(verilated_use)

# What Verilator wrote is compiled in a few groups of files (scripts/verilated.py), those that run in every cycle by
# clang++ where there is one: it takes a third of g++'s time for code that is as fast or faster. That is looked up
# when it is needed, because the machine may have no compiler yet when make starts. The rest runs once.
CXX_FAST ?= $$(command -v clang++ || echo g++)
OPT_FAST := -O2
OPT_SLOW := -O0 -fno-exceptions
OPT_WAVE := -Og
verilated_step = $(call step,CXX,$@) $(CXX_FAST) $(1) $(VERILATED_FLAGS) -I $(@D) -c $(@:.o=.cpp) -o $@
define verilated_group
%/fast$(1).o: %/groups
	@$$(call verilated_step,$$(OPT_FAST))
%/slow$(1).o: %/groups
	@$$(call verilated_step,$$(OPT_SLOW))
endef
%/wave0.o: %/groups
	@$(call verilated_step,$(OPT_WAVE))
verilated_groups := 0 1 2 3 4 5 6 7
$(foreach n,$(verilated_groups),$(eval $(call verilated_group,$(n))))
verilated_objects = $(foreach n,$(wordlist 1,$(2),$(verilated_groups)),$(1)/fast$(n).o $(1)/slow$(n).o)

# ---------------------------------------------------------------------------------------------------------
# Unit tests

# In C: one program per file.
units := $(patsubst %.c,$(UNIT_DIR)/%,$(notdir $(unit_sources)))
object_of = $(patsubst tb/%.c,$(B)/obj/%.o,$(filter %/$(1).c,$(2)))
# -O1: two thirds of the time of -O2; what they test is compiled as it is for its users.
$(patsubst tb/%.c,$(B)/obj/%.o,$(unit_sources)): private CFLAGS += -O1
.PHONY: units c-units programs
units: c-units
c-units: $(units)
$(units): $(UNIT_DIR)/%: $$(call object_of,$$*,$(unit_sources)) $(B)/lib/libtest.a $(B)/lib/libtb.a \
  $(LIB)/libspu_inside.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ -lcmocka $(LDLIBS)

# spu-sim and spu-shrink with a unit that fails (tb/test/tools/failing_dut.c).
failing := $(addprefix $(UNIT_DIR)/failing/spu-,sim shrink)
c-units: $(failing)
$(failing): $(UNIT_DIR)/failing/spu-%: $(B)/obj/tools/spu_%_main.o $(B)/obj/test/tools/failing_dut.o \
  $(B)/lib/libtest.a $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

# core-sim with a core that writes to devices what a variable says (tb/test/core/scripted_core.c), beside that unit.
scripted_core := $(UNIT_DIR)/scripted/core-sim
c-units: $(scripted_core)
$(scripted_core): $(patsubst %,$(B)/obj/%.o,core/core_sim_main test/core/scripted_core test/tools/failing_dut) \
  $(B)/lib/libtest.a $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

-include $(patsubst tb/%.c,$(B)/obj/%.d,$(wildcard tb/test/*.c tb/test/*/*.c))

# Unit tests in SystemVerilog: NAME_test.sv, with the model's side in NAME_model.c.
sv_sources := $(wildcard tb/test/*/*_test.sv)
sv_units := $(patsubst %.sv,$(UNIT_DIR)/%,$(notdir $(sv_sources)))
sv_models := $(wildcard tb/test/*/*_model.c)
units: $(sv_units)
$(sv_units:%=%.obj/groups): $(UNIT_DIR)/%_test.obj/groups: $$(filter $$(percent)/$$*_test.sv,$(sv_sources)) \
  $(rtl_sources) scripts/waivers.vlt $(verilator) | ready
	@$(call step,VERILATE,$<) rm -rf $(@D) && mkdir -p $(@D) && verilator \
	  --cc --main --timing -Wno-lint -Wno-style -Wno-INITIALDLY $(ASSERT) \
	  -I$(FPGA_IN) -O3 --prefix Vunit --top-module $*_test --Mdir $(@D) \
	  scripts/waivers.vlt $(rtl_sources) $< >/dev/null
	@scripts/verilated.py $(@D) Vunit 1

# -Og: less than half the time of -O1, and these run for a second.
$(sv_units:%=%.obj/fast0.o) $(sv_units:%=%.obj/slow0.o): private CXX_FAST := g++ -std=gnu++20
$(sv_units:%=%.obj/fast0.o): private OPT_FAST := -Og
$(sv_units): $(UNIT_DIR)/%_test: $(UNIT_DIR)/%_test.obj/fast0.o $(UNIT_DIR)/%_test.obj/slow0.o \
  $$(call object_of,$$*_model,$(sv_models)) $(LIB)/libspu_inside.a \
  $(runtime) $(B)/verilator/verilated_timing.o
	@$(call step,LINK,$@) g++ -o $@ $(filter %.o,$^) $(LIB)/libspu_inside.a $(LDLIBS)

# ---------------------------------------------------------------------------------------------------------
# Workloads: QEMU's plugin that records what a program executes, and the demonstration program

plugin := $(B)/lib/spe_trace_plugin.so
# The QEMU that setup unpacked where the release has another version (scripts/setup.sh): launch.c looks beside the
# plugin.
qemu := $(wildcard .tools/qemu/bin/qemu-aarch64)
programs: $(B)/bin/spu-config $(bins) $(plugin) $(demo) $(demo_trace) $(qemu:%=$(B)/lib/qemu-aarch64)

$(B)/lib/qemu-aarch64: $(qemu)
	@mkdir -p $(@D) && ln -sfn $(abspath $<) $@

$(plugin): $(wildcard tb/workload/plugin/*.c tb/workload/a64*.c) tb/workload/sve_address.c tb/workload/trace_writer.c \
  tb/util/error.c | ready
	@$(call step,CC,$@) mkdir -p $(@D) && gcc $(CFLAGS) -fPIC -shared -fvisibility=hidden -o $@ $(filter %.c,$^) -lz

$(plugin): $(wildcard tb/workload/plugin/*.h tb/workload/*.h tb/util/*.h)

# Under another name until it is whole.
whole = mkdir -p $(@D) && $(1) >$@.$$$$ && mv $@.$$$$ $@

$(demo): tb/workload/demo/demo.elf
	@$(call whole,cat $<) && chmod +x $@

$(demo_trace): tb/workload/demo/demo.trace.xz | ready
	@$(call whole,xz -dc $<)

# ---------------------------------------------------------------------------------------------------------
# The Verilated unit, per configuration: $(SIMS)/<config>/spu-sim

WARNINGS := $(if $(NETLIST),-Wno-fatal -Wno-lint -Wno-style,-Wall)
VERILATE := verilator --cc $(WARNINGS) $(if $(COVERAGE),,$(ASSERT)) --trace-fst --trace-structs \
  $(if $(COVERAGE),--coverage-line --coverage-toggle) -O3 --x-assign fast --x-initial unique --prefix Vtb_top \
  --top-module tb_top
# COVERAGE=1: with line, branch and toggle coverage, seven times slower; elsewhere (SIMS, VERILATED).
COVERAGE :=
# NETLIST: a netlist in place of the RTL. Gates are many lines of C++ and gain little from optimization; and one of
# Verilator 5.006's, of trees of bit operations, computes some of them wrongly (docs/synthesis.md).
dut_sources = $(rtl_sources)
# The unit with what watches its pins.
tb_top := tb/formal/axi_write_rules.sv tb/dut/tb_top.sv
ifneq ($(NETLIST),)
dut_sources = -fno-const-bit-op-tree -DSPU_NETLIST=spu_netlist --output-split 20000 --output-split-cfuncs 2000 \
  scripts/netlist.vlt \
  $(RTL)/spu_config_pkg.sv $(RTL)/spu_sysreg_pkg.sv $(RTL)/spu_pins_pkg.sv $(RTL)/spu_pkg.sv $(SIMS)/$*/netlist.v
OPT_FAST := -O1
endif
unit_groups := $(if $(NETLIST)$(COVERAGE),8,2)
unit_objects = $(call verilated_objects,$(VERILATED)/$(1)/obj,$(unit_groups)) $(VERILATED)/$(1)/obj/wave0.o

# Written again only when the configuration changes, so that the unit is not Verilated for other rows' sake.
# An unusable configuration ends here, with a line that says why.
$(B)/gen/%.config: $(if $(dry),|) $(B)/bin/spu-config $(B)/gen/facts
	@new=$@.$$$$; { $(B)/bin/spu-config $* && cat $(B)/gen/$*.values; } >$$new || { rm -f $$new; exit 2; }; \
	  if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi

$(VERILATED)/%/obj/groups: $(rtl_sources) rtl/files.f $(tb_top) scripts/waivers.vlt $(B)/gen/%.config $(verilator) \
  $(if $(NETLIST),$(SIMS)/%/netlist.v scripts/netlist.vlt) | ready
	@$(call step,VERILATE,$*) rm -rf $(@D) && mkdir -p $(@D)
	@$(VERILATE) -DSPU_CONFIG=$(row_$*) \
	  --Mdir $(@D) scripts/waivers.vlt $(dut_sources) $(tb_top) >/dev/null  # newer ones report there
	@scripts/verilated.py $(@D) Vtb_top $(unit_groups)

# The netlist of the unit as Verilog; make sim NETLIST=..., make regress NETLIST=... and the rest run it.
$(B)/netlist/$(or $(netlist_target),generic)/%/netlist.v: $(rtl_sources) rtl/files.f scripts/netlist.py \
  $(wildcard scripts/synthesis/*.py) $(B)/gen/%.config | ready
	@$(call step,YOSYS,$*) scripts/netlist.py --config $* --target $(or $(netlist_target),generic) --rtl $(RTL) \
	  --out $@

# The netlist with all mutants, of a draw that mutate.py sees is still right: then it is left as it is.
.PHONY: mutate-draw
mutate-draw: ;
$(B)/mutate/%/netlist.v: mutate-draw | ready
	@$(call step,DRAW,$*) scripts/mutate.py draw $(mutate_options)

$(SIMS)/%/dut.o: tb/dut/dut.cpp tb/dut/dut.h tb/dut/wave.h tb/dut/coverage.h $(MODEL)/spu.h $(MODEL)/spu_pins.h \
  $(MODEL)/spu_config.h \
  $(facts) $(VERILATED)/%/obj/groups
	@$(call step,CXX,$< ($*)) mkdir -p $(@D) && g++ -std=c++17 -O2 -g $(copy_by_call) \
	  -Wall -Wextra -Werror -I $(MODEL) -I tb -I $(B) \
	  -I $(VERILATED)/$*/obj $(verilated_use) \
	  -DSPU_CONFIG_NAME='"$*"' -DSPU_NETLIST_NAME='"$(netlist_target)"' -c $< -o $@

# The longest job first: what Verilator wrote.
define unit_program
$(SIMS)/%/$(1): $(call unit_objects,%) $(SIMS)/%/dut.o $(runtime) $(runtime_waves) \
  $(if $(COVERAGE),$(runtime_coverage)) \
  $(B)/obj/$(2).o $(if $(3),$(cycle_objects)) $(B)/lib/libtb.a $(LIB)/libspu_inside.a
	@$$(call step,LINK,$$@) g++ -o $$@ $(if $(3),-O2 -flto=1 -flto-partition=one) $$(filter %.o,$$^) \
	  $(B)/lib/libtb.a $(LIB)/libspu_inside.a $(LDLIBS) -llz4
endef
$(foreach p,shrink losses,$(eval $(call unit_program,spu-$(p),tools/spu_$(p)_main)))
$(eval $(call unit_program,spu-sim,tools/spu_sim_main,$(LTO)))
