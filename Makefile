# SPDX-License-Identifier: Apache-2.0
#
# Everything goes to build/. Targets say what they need (scripts/setup.sh) and build only what changed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.DEFAULT_GOAL := help

JOBS := $(shell nproc)
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
  MAKEFLAGS += -j$(JOBS)
endif
MAKEFLAGS += --no-print-directory

# Users' choices.
CONFIG   ?= base
STIMULUS ?= program
WORKLOAD ?=
ARGS     ?=
INTERVAL ?=
SEED     ?=
OPS      ?=
CYCLES   ?=
SCENARIO ?=
WAVES    ?=
SPECULATIVE ?=
TRACE ?=

# Where things are. Variants (scripts/mutants.py, coverage) are built by the same rules into other places.
B     := build
RTL   := rtl
MODEL := cmodel
LIB   := $(B)/lib
SIMS  := $(B)
VERILATED := $(SIMS)
UNIT  := $(B)/unit

# The names in the table of configurations: ConfigBigCore is big-core, ConfigV8p7 is v8.7.
CONFIGS := $(shell sed -n 's/^ *localparam config_t Config\([A-Z][A-Za-z0-9]*\) *=.*/\1/p' \
             $(RTL)/spu_config_pkg.sv | sed 's/\([A-Z]\)/-\l\1/g; s/^-//; s/\([0-9]\)p\([0-9]\)/\1.\2/g')
ifeq ($(filter $(CONFIG),$(CONFIGS)),)
  $(error no configuration $(CONFIG) (there are: $(CONFIGS)))
endif

lower = $(shell echo $(1) | tr A-Z a-z)

ifneq ($(WAVES),)
  SIMS := $(B)/waves
  VERILATED := $(SIMS)
  TRACE := --trace
endif

# ---------------------------------------------------------------------------------------------------------
# What users call

.PHONY: help sim test lint bench mutants exhaustive vectors coverage random sweep clean setup docs-check format ready

help:
	@sed -n 's/^#: //p' Makefile

#: make sim        run a program's operations through the unit and the model in lockstep -> build/sim/
#:                   CONFIG=base  WORKLOAD=elf  ARGS="..."  INTERVAL=n  OPS=n  SEED=n
#:                   SPECULATIVE=1                     keep records of operations that did not retire
#:                   TRACE=file                        a trace of WORKLOAD that build/bin/spe-trace recorded
#:                   STIMULUS=random CYCLES=n SEED=n   random stimulus instead of a program
#:                   STIMULUS=directed SCENARIO=name   scripted scenarios (all of them by default)
#:                   WAVES=file                        with a VCD waveform
sim: $(SIMS)/$(CONFIG)/spu-sim $(if $(filter program,$(STIMULUS)),programs)
	@$< --stimulus $(STIMULUS) --out $(B)/sim $(if $(filter program,$(STIMULUS)),--plugin $(plugin) \
	  --workload '$(or $(WORKLOAD),$(demo))' $(if $(ARGS),--args '$(ARGS)') $(if $(TRACE),--trace '$(TRACE)') $(if $(SPECULATIVE),--speculative)) \
	  $(foreach option,INTERVAL OPS SEED \
	  CYCLES SCENARIO WAVES,$(if $($(option)),--$(call lower,$(option)) '$($(option))'))

#: make test       every test; results also in build/test/ as JUnit XML and JSON
test: programs units $(foreach c,$(CONFIGS),$(B)/$(c)/spu-sim)
	@python3 scripts/run_tests.py --build $(B) --configs $(CONFIGS)

#: make lint       Verilator, compiler, clang-tidy, clang-format, shellcheck, Python: warnings are errors
lint: $(B)/gen/spu_config_table.c $(B)/gen/layout.h
	@scripts/lint.sh $(CONFIGS)

#: make bench      clocks per second of the lockstep, of the unit alone and of the model alone
bench: $(B)/$(CONFIG)/spu-bench
	@$<

#: make mutants    small named faults in unit and model; each must be caught and blamed on the right function
mutants: $(foreach c,$(CONFIGS),$(B)/$(c)/spu-sim)
	@python3 scripts/mutants.py

#: make random     10 million random clocks in each configuration (SEED=n CYCLES=n)
.PHONY: $(CONFIGS:%=random-%)
random: $(CONFIGS:%=random-%)
$(CONFIGS:%=random-%): random-%: $(B)/%/spu-sim
	@$< --stimulus random --cycles $(or $(CYCLES),10000000) --seed $(or $(SEED),1) --out $(B)/random/$*

#: make sweep      lockstep of nine unnamed configurations: all widths, buses, alignments (SEED=n CYCLES=n)
sweep: ready
	@scripts/sweep.py --cycles $(or $(CYCLES),1000000) --seed $(or $(SEED),1)

#: make exhaustive every combination of the inputs of every decision room, unit against model, all configurations
rooms := $(patsubst tb/exhaustive/%_check.c,%,$(wildcard tb/exhaustive/*_check.c))
exhaustive_runs := $(foreach c,$(CONFIGS),$(rooms:%=run-exhaustive/$(c)/%))
.PHONY: $(exhaustive_runs)
exhaustive: $(exhaustive_runs)
$(exhaustive_runs): run-exhaustive/%: $(B)/exhaustive/%
	@$<

#: make vectors    the architecture's conformance vectors on the decision rooms (SPU_VECTORS=dir: other lines)
vectors: ready
	@scripts/vectors.py --build $(B) --rtl $(RTL) --lines $(or $(SPU_VECTORS),tb/unit/vectors)

#: make coverage   branches of the model that tests and random stimulus reach, and every one they do not
C := $(B)/coverage
coverage: c-units $(foreach c,$(CONFIGS),$(B)/$(c)/obj/Vtb_top__ALL.a)
	@$(MAKE) LIB=$(C)/lib UNIT=$(C)/unit SIMS=$(C) VERILATED=$(B) MODEL_CFLAGS='--coverage -O0' LDLIBS='$(LDLIBS) -lgcov' \
	  c-units $(CONFIGS:%=$(C)/%/spu-sim)
	@python3 scripts/coverage.py --build $(C) --configs $(CONFIGS) --cycles $(or $(CYCLES),10000000)

#: make docs-check commands, file names and the requirements table in the documents
docs-check: ready
	@python3 tb/unit/requirements_test.py

#: make setup      install what sim, test, lint and coverage need and this machine lacks (Debian packages)
setup: ready

#: make format     lay the C out with clang-format
format: ready
	@clang-format -i $$(find cmodel tb -name '*.[ch]' -o -name '*.cpp')

#: make clean      remove build/
clean:
	rm -rf $(B)

# Installs what the goals need. Nothing is remembered: it looks, which takes milliseconds.
sets_sim := sim
sets_test := test
sets_lint := lint
sets_bench := sim
sets_mutants := test
sets_random := sim
sets_sweep := sim
sets_exhaustive := sim
sets_vectors := test
sets_coverage := coverage
sets_format := lint
sets_setup := sim test lint coverage
sets_docs-check := test
ready:
	@scripts/setup.sh $(or $(sort $(foreach goal,$(MAKECMDGOALS),$(sets_$(goal)))),sim)

# ---------------------------------------------------------------------------------------------------------
# C: libspu.a is the model, libtb.a the testbench; files named *_main.c are programs

CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Wconversion -Werror -I $(MODEL) -I tb
LDLIBS := -lz -lm -lpthread

rtl_sources := $(patsubst %,$(RTL)/%,$(shell sed '/^ *\/\//d' rtl/files.f))
spu_sources := $(wildcard $(MODEL)/*.c)
tb_sources := $(wildcard $(foreach d,util env stimulus check workload perf,tb/$(d)/*.c))
unit_sources := $(wildcard tb/unit/*_test.c)
spu_objects := $(patsubst $(MODEL)/%.c,$(LIB)/cmodel/%.o,$(spu_sources)) $(LIB)/spu_config_table.o
tb_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(filter-out %_main.c,$(tb_sources)))

MODEL_CFLAGS :=
compile = @mkdir -p $(@D) && echo "  CC    $<" && gcc $(CFLAGS) $(1) -MMD -MP -c $< -o $@

$(LIB)/cmodel/%.o: $(MODEL)/%.c | ready
	$(call compile,$(MODEL_CFLAGS))

$(LIB)/spu_config_table.o: $(B)/gen/spu_config_table.c | ready
	$(call compile)

$(B)/obj/%.o: tb/%.c | ready
	$(call compile)

$(B)/gen/spu_config_table.c: $(RTL)/spu_config_pkg.sv $(RTL)/spu_pkg.sv $(MODEL)/spu.h scripts/configs.py | ready
	@scripts/configs.py --c-table $@ --table $(RTL)/spu_config_pkg.sv

$(LIB)/libspu.a: $(spu_objects)
	@rm -f $@ && ar rcs $@ $^

$(B)/lib/libtb.a: $(tb_objects)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^

-include $(spu_objects:.o=.d) $(tb_objects:.o=.d)

# Programs that need no Verilated unit. spu-config comes before everything that is made of a configuration.
main_spu-config := $(B)/obj/util/spu_config_main.o
main_spe-trace := $(B)/obj/workload/trace_main.o
main_a64-classify := $(B)/obj/workload/a64_classify_main.o
main_spe-dump := $(B)/obj/perf/spe_dump_main.o
libs_spe-trace := $(B)/lib/libtb.a
libs_a64-classify := $(B)/lib/libtb.a
libs_spe-dump := $(B)/lib/libtb.a
bins := $(foreach p,spu-config spe-trace a64-classify spe-dump,$(B)/bin/$(p))

.SECONDEXPANSION:
$(bins): $(B)/bin/%: $$(main_$$*) $$(libs_$$*) $(B)/lib/libspu.a
	@mkdir -p $(@D)
	@gcc -o $@ $^ $(LDLIBS)

# Unit tests: one program per file.
units := $(patsubst tb/unit/%.c,$(UNIT)/%,$(unit_sources))
.PHONY: units c-units programs
units: c-units
c-units: $(units)
$(units): $(UNIT)/%: $(B)/obj/unit/%.o $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@gcc -o $@ $^ -lcmocka $(LDLIBS)

-include $(patsubst tb/unit/%.c,$(B)/obj/unit/%.d,$(wildcard tb/unit/*.c))

# Unit tests in SystemVerilog: NAME_test.sv, with the model's side in NAME_model.c.
sv_units := $(patsubst tb/unit/%.sv,$(UNIT)/%,$(wildcard tb/unit/*_test.sv))
units: $(sv_units)
$(sv_units): $(UNIT)/%_test: tb/unit/%_test.sv $(B)/obj/unit/%_model.o $(LIB)/libspu.a $(rtl_sources)
	@echo "  VERILATE $<"
	+@rm -rf $@.obj && mkdir -p $@.obj && verilator --binary -Wno-lint -Wno-style -Wno-INITIALDLY --assert -O3 \
	  --top-module $*_test --Mdir $@.obj -o ../$(@F) scripts/waivers.vlt $(rtl_sources) $< \
	  $(abspath $(B)/obj/unit/$*_model.o $(LIB)/libspu.a) >$@.log || { cat $@.log; exit 1; }

# ---------------------------------------------------------------------------------------------------------
# Workloads: QEMU's plugin that records what a program executes, and the demonstration program

plugin := $(B)/lib/spe_trace_plugin.so
demo := $(B)/workload/demo
programs: $(bins) $(plugin) $(demo)

$(plugin): $(wildcard tb/workload/plugin/*.c) tb/workload/trace_writer.c tb/util/error.c | ready
	@mkdir -p $(@D)
	gcc $(CFLAGS) -fPIC -shared -fvisibility=hidden -o $@ $(filter %.c,$^) -pthread -lz

$(plugin): $(wildcard tb/workload/plugin/*.h tb/workload/*.h tb/util/*.h)

$(demo): $(wildcard tb/workload/demo/*.c) | ready
	@mkdir -p $(@D)
	aarch64-linux-gnu-gcc -std=c11 -O2 -g -Wall -Wextra -Wconversion -Werror -march=armv8.1-a \
	  -mno-outline-atomics -static -o $@ $^

# ---------------------------------------------------------------------------------------------------------
# The Verilated unit, per configuration: $(SIMS)/<config>/spu-sim and spu-bench

WARNINGS := -Wall
VERILATE := verilator --cc $(WARNINGS) --assert -O3 --x-assign fast --x-initial unique --prefix Vtb_top --top-module tb_top
OPT_FAST := -O3
OPT_GLOBAL := -O2
verilated_objects := verilated.o verilated_threads.o $(if $(WAVES),verilated_vcd_c.o)

# Written again only when the configuration changes, so that the unit is not Verilated for other rows' sake.
# An unusable configuration ends here, with a line that says why.
$(B)/gen/%.config: $(B)/bin/spu-config $(RTL)/spu_config_pkg.sv
	@new=$@.$$$$; { $(B)/bin/spu-config $* && scripts/configs.py --show $* --table $(RTL)/spu_config_pkg.sv; } >$$new || { rm -f $$new; exit 2; }; \
	  if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi

$(VERILATED)/%/obj/Vtb_top__ALL.a: $(rtl_sources) rtl/files.f tb/dut/tb_top.sv scripts/waivers.vlt $(B)/gen/%.config | ready
	@echo "  VERILATE $*"
	@rm -rf $(@D) && mkdir -p $(@D)
	@$(VERILATE) $(TRACE) -DSPU_CONFIG=$$(scripts/configs.py --row $* --table $(RTL)/spu_config_pkg.sv) \
	  --Mdir $(@D) scripts/waivers.vlt $(rtl_sources) tb/dut/tb_top.sv
	@$(MAKE) -s -C $(@D) -f Vtb_top.mk OPT_FAST=$(OPT_FAST) OPT_SLOW=-O0 OPT_GLOBAL=$(OPT_GLOBAL) \
	  Vtb_top__ALL.a $(verilated_objects) >$(@D)/make.log || { cat $(@D)/make.log; exit 1; }

$(SIMS)/%/dut.o: tb/dut/dut.cpp tb/dut/pins.def tb/dut/dut.h tb/dut/wave.h $(MODEL)/spu.h \
  $(VERILATED)/%/obj/Vtb_top__ALL.a
	@mkdir -p $(@D) && echo "  CXX   $< ($*)"
	@root=$$(verilator --getenv VERILATOR_ROOT); \
	g++ -std=c++17 -O2 -g -Wall -Wextra -Werror -I $(MODEL) -I tb -I $(VERILATED)/$*/obj -isystem $$root/include \
	  -isystem $$root/include/vltstd -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=$(if $(WAVES),1,0) \
	  -DSPU_CONFIG_NAME='"$*"' -c $< -o $@

link_unit = @echo "  LINK  $@" && g++ -o $@ $^ $(addprefix $(VERILATED)/$*/obj/,Vtb_top__ALL.a \
  $(verilated_objects)) $(LDLIBS)

$(SIMS)/%/spu-sim: $(B)/obj/sim_main.o $(SIMS)/%/dut.o $(B)/lib/libtb.a $(LIB)/libspu.a
	$(link_unit)

$(SIMS)/%/spu-bench: $(B)/obj/bench_main.o $(SIMS)/%/dut.o $(B)/lib/libtb.a $(LIB)/libspu.a
	$(link_unit)

# The decision rooms alone: build/exhaustive/<config>/<room>. `make exhaustive` runs them.
layout := $(B)/gen/layout.h
layout_structs := pe_t regs_t enable_t access_t trace_t sample_t pmu_regs_t collect_result_t filter_result_t \
  count_result_t
room_sources := $(wildcard tb/exhaustive/*_room.sv)
$(layout): scripts/layout.py $(rtl_sources) $(room_sources) | ready
	@scripts/layout.py --out $@ $(layout_structs:%=--struct %) $(filter %_pkg.sv,$(rtl_sources)) $(room_sources)

exhaustive_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(wildcard tb/exhaustive/*.c))
$(exhaustive_objects): CFLAGS += -I $(B)/gen
$(exhaustive_objects): | $(layout)
-include $(exhaustive_objects:.o=.d)

exhaustive_programs := $(foreach c,$(CONFIGS),$(rooms:%=$(B)/exhaustive/$(c)/%))
.SECONDEXPANSION:
$(exhaustive_programs): $(B)/exhaustive/%: $(rtl_sources) $$(wildcard tb/exhaustive/$$(*F)_room.sv) scripts/waivers.vlt \
  tb/exhaustive/room.cpp tb/exhaustive/room.h $(B)/obj/exhaustive/exhaustive_main.o $(B)/obj/exhaustive/space.o \
  $(B)/obj/exhaustive/$$(*F)_check.o $(LIB)/libspu.a $$(B)/gen/$$(subst /,,$$(dir $$*)).config | ready
	@echo "  VERILATE $*"
	@rm -rf $@.obj && mkdir -p $@.obj
	@verilator --cc -Wno-lint -Wno-style -O3 --prefix Vroom --top-module $(*F)_room --Mdir $@.obj \
	  -DSPU_CONFIG=$$(scripts/configs.py --row $(subst /,,$(dir $*)) --table $(RTL)/spu_config_pkg.sv) scripts/waivers.vlt $(rtl_sources) \
	  tb/exhaustive/$(*F)_room.sv
	@$(MAKE) -s -C $@.obj -f Vroom.mk OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O2 Vroom__ALL.a verilated.o verilated_threads.o \
	  >$@.obj/make.log || { cat $@.obj/make.log; exit 1; }
	@root=$$(verilator --getenv VERILATOR_ROOT); g++ -std=c++17 -O2 -g -Wall -Wextra -Werror -I tb -I $@.obj -isystem $$root/include \
	  -isystem $$root/include/vltstd -DSPU_CONFIG_NAME='"$(subst /,,$(dir $*))"' -o $@ tb/exhaustive/room.cpp $(filter %.o,$^) \
	  $@.obj/Vroom__ALL.a $@.obj/verilated.o $@.obj/verilated_threads.o $(LIB)/libspu.a $(LDLIBS)

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

-include $(B)/obj/sim_main.d $(B)/obj/bench_main.d
