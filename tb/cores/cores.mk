# SPDX-License-Identifier: Apache-2.0
#
# The unit beside a real core, CVA6, whose SystemVerilog is in a package on PyPI (scripts/core_sources.py).

#: make core-sim try: run a program on CVA6, with the unit beside it in lockstep -> build/core/
#:   each record is checked against the core's own trace (docs/cores.md)
#:   PROGRAM=demo|faults or an ELF file       CONFIG=base  SEED=n
#:   INTERVAL=n PERTURB=1 KERNEL=1             sampling interval, its perturbation, also sample the supervisor
#:   BUFFER=bytes FAULTS=1 LATE=n TICK=cycles  size of the buffer, start it unmapped, serve its interrupts late
#:   PMSFCR=n PMSEVFR=n PMSLATFR=n             filters
#:   CYCLES=n  WAVES=file FROM=n TO=n

core_out := $(B)/core
# The adapter's folder; mutants use a copy.
core_adapter := tb/cores/cva6
cva6_home := .tools/core/pythondata-cpu-cva6-$(shell sed -n 's/^pythondata-cpu-cva6==\([^ ]*\) .*/\1/p' \
  scripts/requirements-core-sources.txt)
cva6 := $(cva6_home)/pythondata_cpu_cva6/system_verilog
core_program = $(if $(filter $(PROGRAM),$(program_names)),$(software)/$(PROGRAM).elf,$(PROGRAM))

-include $(B)/obj/cores/core_sim_main.d

$(cva6_home)/.sha256: scripts/requirements-core-sources.txt scripts/core_sources.py | ready
	@$(call step,FETCH,$(cva6_home)) scripts/core_sources.py pythondata-cpu-cva6 && touch $@

# The sources of RV64IMAC, in the order of the core's own list; without the units that the package lacks, and without
# the tracer, which Verilator cannot parse.
$(core_out)/cva6.f: $(cva6_home)/.sha256 tb/cores/cores.mk
	@mkdir -p $(@D)
	@sed -e 's#$${CVA6_REPO_DIR}#$(abspath $(cva6))#g' -e '/fpu_div_sqrt_mvp/d' -e '/instr_tracer/d' -e '/^\/\//d' \
	  -e 's#.*cv64a6_imafdc_sv39_config_pkg.sv#$(abspath $(core_out))/cva6_config_pkg.sv#' \
	  $(cva6)/core/Flist.cv64a6_imafdc_sv39 >$@
# The package's configuration without floating point and without the coprocessor interface.
$(core_out)/cva6_config_pkg.sv: $(cva6_home)/.sha256 tb/cores/cores.mk
	@mkdir -p $(@D)
	@sed -e 's/CVA6ConfigFpuEn = 1/CVA6ConfigFpuEn = 0/' -e 's/CVA6ConfigCvxifEn = 1/CVA6ConfigCvxifEn = 0/' \
	  $(cva6)/core/include/cv64a6_imafdc_sv39_config_pkg.sv >$@

# Lint warnings are off for the fetched files, and on for the modules that are bound into them. The nodes of the core's
# trees are split: as vectors they seem to depend on themselves, and Verilator evaluates the core until they settle.
split_nodes := $(foreach n,req gnt index data,rr_arb_tree:$(n)_nodes) lzc:sel_nodes
$(core_out)/cva6.vlt: tb/cores/cores.mk
	@mkdir -p $(@D)
	@{ echo '`verilator_config'; for rule in '' '-rule SELRANGE ' '-rule SPLITVAR ' '-rule SYMRSVDWORD ' \
	  '-rule UNOPTFLAT ' '-rule WIDTHCONCAT '; do \
	  echo "lint_off $${rule}-file \"*/pythondata_cpu_cva6/*\""; done; echo \
	  'lint_off -file "*/cva6_config_pkg.sv"'; for node in $(split_nodes); do \
	  echo "split_var -module \"$${node%:*}\" -var \"$${node#*:}\""; done; } >$@

core_rtl := $(B)/gen/core_trace_pkg.sv $(addprefix $(core_adapter)/cva6_,tap_pkg.sv taps.sv scoreboard_state.sv \
  trace.sv adapter.sv host.sv)
core_top := $(tb_top) $(core_rtl) tb/cores/core_top.sv
CORE_VERILATE := verilator --cc -Wall $(ASSERT) --trace-fst --trace-structs -O3 --x-assign fast --x-initial unique \
  --prefix Vtb_top --top-module core_top +define+RVFI_TRACE

core_groups := 4
$(core_out)/%/obj/groups: $(rtl_sources) rtl/files.f $(core_top) scripts/waivers.vlt $(B)/gen/%.config \
  $(core_out)/cva6.f \
  $(core_out)/cva6_config_pkg.sv $(core_out)/cva6.vlt $(verilator) | ready
	@$(call step,VERILATE,$* beside CVA6) rm -rf $(@D) && mkdir -p $(@D)
	@$(CORE_VERILATE) -DSPU_CONFIG=$(row_$*) --Mdir $(@D) $(core_out)/cva6.vlt scripts/waivers.vlt \
	  -f $(core_out)/cva6.f $(rtl_sources) $(core_top) >/dev/null
	@scripts/verilated.py $(@D) Vtb_top $(core_groups)

core_dut = $(core_out)/$(1)/dut.o $(core_out)/$(1)/core_dut.o
$(core_out)/%/dut.o $(core_out)/%/core_dut.o: $(core_out)/%/obj/groups $(facts) $(wildcard tb/unit/dut/*.h) \
  tb/unit/dut/dut.cpp tb/cores/core_dut.cpp \
  tb/cores/core_dut.h tb/cores/core_trace.h
	@$(call step,CXX,dut.cpp and core_dut.cpp ($*)) for source in unit/dut/dut cores/core_dut; do g++ -std=c++17 \
	  -O2 -g $(copy_by_call) \
	  -Wall -Wextra -Werror -I $(MODEL) -I tb -I $(B) -I $(core_out)/$*/obj $(verilated_use) \
	  -DSPU_CONFIG_NAME='"$*"' -DSPU_NETLIST_NAME='""' \
	  -c tb/$$source.cpp -o $(core_out)/$*/$${source##*/}.o; done

$(core_out)/%/core-sim: $(call verilated_objects,$(core_out)/%/obj,$(core_groups)) $(core_out)/%/obj/wave0.o \
  $(core_out)/%/dut.o $(core_out)/%/core_dut.o \
  $(runtime) $(runtime_waves) $(B)/obj/cores/core_sim_main.o $(cycle_objects) $(B)/lib/libtb.a $(LIB)/libspu_inside.a
	@$(call step,LINK,$@) g++ -o $@ -O2 -flto=1 -flto-partition=one $(filter %.o,$^) $(B)/lib/libtb.a \
	  $(LIB)/libspu_inside.a $(LDLIBS) -llz4

core-sim: $(core_out)/$(CONFIG)/core-sim $(software)/supervisor.elf \
  $(if $(filter $(PROGRAM),$(program_names)),$(core_program))
	@$(unlock) $< --out $(core_out) --program $(call quoted,$(core_program)) \
	  --supervisor $(software)/supervisor.elf \
	  $(call given,INTERVAL SEED CYCLES BUFFER LATE TICK PMSFCR PMSEVFR PMSLATFR WAVES) \
	  $(if $(FROM),--waves-from $(call quoted,$(FROM))) \
	  $(if $(TO),--waves-to $(call quoted,$(TO))) $(if $(PERTURB),--perturb) $(if $(KERNEL),--kernel) \
	  $(if $(FAULTS),--faults)

#: make core-mutants regress: mutants of the adapter, and of the unit beside a core
#:   the core's trace must contradict the adapter's  NAMES="name name"
core-mutants: $(software)/supervisor.elf $(software_programs)
	@tb/cores/mutants.py --build $(B) $(call words_of,$(NAMES))

#: make accuracy regress: error of profiles against the true time of each instruction -> build/accuracy/
#:   CORES=in-order,out-of-order,cva6  PROGRAMS=a,b INTERVALS=n,n CSV=file; the same command resumes (docs/accuracy.md)
#:   TIMES=n                                   the programs are so many times as long
accuracy: programs
	@$(unlock) scripts/accuracy.py --build $(B) --jobs $(call quoted,$(JOBS)) \
	  $(call given,CORES PROGRAMS INTERVALS TIMES CSV)

# core-sim with that unit and a core whose device writes come from a variable (tb/cores/test/scripted_core.c).
scripted_core := $(UNIT_DIR)/scripted/core-sim
c-units: $(scripted_core)
$(scripted_core): $(patsubst %,$(B)/obj/%.o,cores/core_sim_main cores/test/scripted_core programs/test/failing_dut) \
  $(B)/lib/libtest.a $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

# A unit without RTL behind the window, for the driver.
$(UNIT_DIR)/spu_driver_test: $(B)/obj/cores/test/driver_bench.o
