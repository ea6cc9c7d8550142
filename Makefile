# SPDX-License-Identifier: Apache-2.0
#
# Everything goes to build/. Targets say what they need (scripts/setup.sh) and build only what changed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.DEFAULT_GOAL := help

# make help TARGET: the rest of this has no say then.
ifneq ($(filter help,$(or $(MAKECMDGOALS),help)),)
.PHONY: $(MAKECMDGOALS) help
help:
	@scripts/usage.sh help $(filter-out help,$(MAKECMDGOALS))
$(filter-out help,$(MAKECMDGOALS)): help ; @:
else

# What a user typed, as one word of a shell command, or as several where there are blanks.
quoted = '$(subst ','\'',$(1))'
words_of = $(foreach word,$(1),$(call quoted,$(word)))

# A variable that was typed must be one that the target takes, as its help says. make itself may have others below.
typed := $(if $(filter 0,$(MAKELEVEL)),$(foreach v,$(.VARIABLES),$(if $(filter command,$(origin $(v))),$(v))))
ifneq ($(typed),)
  wrong := $(shell scripts/usage.sh check $(call words_of,$(MAKECMDGOALS)) \
    $(foreach v,$(typed),$(call quoted,$(v)=$(value $(v)))))
  ifneq ($(.SHELLSTATUS)$(wrong),0)
    $(error $(or $(wrong),scripts/usage.sh failed))
  endif
endif

JOBS := $(shell nproc)
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
  MAKEFLAGS += -j$(JOBS)
endif
MAKEFLAGS += --no-print-directory

# The WebAssembly tools keep what they compiled here, not in the user's home (scripts/setup.sh).
export YOWASP_CACHE_DIR := $(CURDIR)/.venv/cache

# VERILATOR=path/verilator: that one, not the one in PATH, for everything that is Verilated.
VERILATOR ?=
ifneq ($(VERILATOR),)
  ifneq ($(wildcard $(VERILATOR))$(notdir $(VERILATOR)),$(VERILATOR)verilator)
    $(error VERILATOR=$(VERILATOR): not the path of a program called verilator)
  endif
  export PATH := $(abspath $(dir $(VERILATOR))):$(PATH)
endif

# Two makes in one tree would write the same files: the second waits until the first has built. Where that is done the lock
# can go ($(unlock)); a make that a recipe or a test starts has it already. DRY=1 only counts steps (scripts/step.sh).
B := build
DRY :=
lockless := setup format generate docs-check bare-targets ready release
lock :=
unexport SPU_STEPS
# -n or -q: nothing is made.
dry := $(strip $(foreach flag,n q,$(findstring $(flag),$(filter-out --%,$(firstword -$(MAKEFLAGS))))))
ifeq ($(dry)$(MAKE_RESTARTS),)
ifneq ($(filter-out $(lockless),$(MAKECMDGOALS)),)
ifneq ($(SPU_LOCK),$(abspath $(B)))
  lock := $(shell scripts/lock.sh '$(B)' $$PPID)
  ifeq ($(lock),)
    $(error $(B)/.lock: cannot be written)
  endif
  export SPU_LOCK := $(abspath $(B))
  export SPU_STEPS := $(abspath $(B))/.steps
  export SPU_GOALS := $(MAKECMDGOALS)
  export SPU_JOBS := $(or $(patsubst -j%,%,$(firstword $(filter -j%,$(MAKEFLAGS)))),1)
else ifneq ($(MAKELEVEL),0)
  export SPU_STEPS
endif
endif
endif
unlock = $(if $(lock),$(if $(filter 1,$(words $(MAKECMDGOALS))),kill $(lock) 2>/dev/null || true;))
# The first line of a recipe: what it does, to what, and the seconds that takes if they are more than a third of one.
step = $(if $(DRY),: spu_step $(or $(3),0.3);,. scripts/step.sh; spu_step $(1) '$(2)' $(3);)

# Users' choices. docs/regression.md and docs/debugging.md explain those of regress, waves and shrink.
CONFIG   ?= base
CONFIGS  ?= all
STIMULUS ?= program
WORKLOAD ?=
ARGS     ?=
INTERVAL ?=
SEED     ?=
OPS      ?=
CYCLES   ?=
COUNT    ?= 500
SCENARIO ?=
PROFILE  ?=
EVENTS   ?=
FROM     ?=
TO       ?=
WAVES    ?=
FILE     ?=
LIMIT    ?=
SPECULATIVE ?=
AXI ?=
PERF_MIDR ?=
PERF_METADATA ?=
NAMES    ?=
TRACE ?=
# Not from the environment: shells have variables of such names.
ENV :=
CPU :=
PROFILES ?= all
SEEDS    ?= 100
ENGINE   ?= local
FAIL_FAST ?=
RERUN    ?=
OUT      ?=
TARGET   ?=
COMPARE  ?=
DRAW     ?=
CHECK    ?=
FREQ     ?= 100
TRIES    ?= 1
PROOF    ?=
FEATURES ?=
PROPERTY ?=
DEPTH    ?=
MUTANTS  ?=
ROUNDS   ?=
BOARD    ?= ulx3s-85f
CORE     ?=
PROGRAM ?= demo
BUFFER ?=
FAULTS ?=
LATE ?=
TICK ?=
PERTURB ?=
KERNEL ?=
QEMU ?=
RUN ?=
CPUS ?=
EL2 ?=
SHARE ?=
ICOUNT ?=
UNIT ?= model
MACHINES ?=
PMSFCR ?=
PMSEVFR ?=
PMSLATFR ?=
RELEASE  ?= bookworm
# Of packages: what their distribution wants of every C program.
EXTRA_CFLAGS ?=
EXTRA_LDFLAGS ?=
PREFIX   ?= /usr/local
LIBDIR   ?=
DESTDIR  ?=
FLASH    ?=
VIA      ?=
NOISE    ?=
# Simulators check the RTL's assertions, which costs little. Empty: they do not, so that what the comparison with
# the model catches by itself can be seen (tb/mutants).
ASSERT   ?= --assert
SECONDS  ?= 600

# Where things are. Variants (mutants, coverage) are built by the same rules into other places.
RTL   := rtl
MODEL := cmodel
LIB   := $(B)/lib
# The folder whose fpga/ the unit tests include.
FPGA_IN := .
# NETLIST=ecp5 (generic, ice40; 1 is generic): simulators of that netlist of the unit, elsewhere (docs/synthesis.md).
NETLIST ?=
netlist_target := $(patsubst 1,generic,$(NETLIST))
SIMS  := $(B)$(if $(NETLIST),/netlist/$(netlist_target))
VERILATED := $(SIMS)
UNIT_DIR := $(B)/unit

# What several configurations are for: regress, coverage. Names, separated by commas or blanks.
comma := ,
empty :=
blank := $(empty) $(empty)
percent := %
chosen_configs := $(if $(filter command environment,$(origin CONFIGS)),$(CONFIGS),$(CONFIG))
override CONFIGS := $(filter-out all,$(subst $(comma), ,$(CONFIGS)))

# The names in the table of configurations, and $(row_NAME), what NAME is in the package. SWEPT=1: also those of the
# sweep, which $(RTL) then has (scripts/sweep.py).
include scripts/configurations.mk
SWEPT :=
ALL_CONFIGS := $(named_configs)$(if $(SWEPT), $(swept_configs))
configs = $(or $(CONFIGS),$(ALL_CONFIGS))
# Whose simulators make install installs.
install_configs := $(subst $(comma), ,$(chosen_configs))
install_configs := $(if $(filter all,$(install_configs)),$(ALL_CONFIGS),$(filter-out none,$(install_configs)))
unknown := $(filter-out $(ALL_CONFIGS) $(if $(filter synth,$(MAKECMDGOALS)),all) $(if $(filter install%,$(MAKECMDGOALS)),none),$(CONFIG) $(CONFIGS))
ifneq ($(unknown),)
  $(error no configuration $(firstword $(unknown)) (there are: $(ALL_CONFIGS)))
endif
ifneq ($(words $(CONFIG)),1)
  $(error CONFIG='$(CONFIG)': must be one configuration (there are: $(ALL_CONFIGS)))
endif
# TARGET means something else to each of these. Checked before anything is installed for them.
fuzz_targets := $(patsubst tb/test/fuzz/%_fuzz.c,%,$(wildcard tb/test/fuzz/*_fuzz.c))
known_fuzz := $(fuzz_targets)
known_synth := generic ecp5 ice40
known_netlist-regress := $(known_synth)
unknown := $(foreach goal,$(filter fuzz synth netlist-regress,$(MAKECMDGOALS)), \
  $(if $(filter-out $(known_$(goal)) $(if $(filter synth,$(goal)),all),$(subst $(comma), ,$(TARGET))),$(goal)))
ifneq ($(strip $(unknown)),)
  $(error make $(firstword $(unknown)): no target '$(TARGET)' (there are: $(known_$(firstword $(unknown)))))
endif
ifneq ($(if $(filter waves,$(MAKECMDGOALS)),$(FILE)),)
  ifneq ($(shell test -f $(call quoted,$(FILE)) && echo there),there)
    $(error make waves: no file $(FILE))
  endif
endif

# ---------------------------------------------------------------------------------------------------------
# What this machine must have

# A program is executed under QEMU, unless there is a trace of it; the demonstration program's is in the tree.
executes := $(if $(filter program,$(STIMULUS)),$(if $(TRACE),,$(WORKLOAD)))
program_set := $(if $(executes),workload) $(if $(NETLIST),synth)

# What each target that users call needs, in sets of scripts/setup.sh; empty: nothing.
sets_sim := sim $(program_set)
sets_test := test
sets_regress := regress $(if $(NETLIST),synth)
sets_soak := regress
sets_waves := waves $(program_set)
sets_shrink := sim $(program_set)
sets_fuzz := fuzz
sets_corpus := sim
sets_lint := lint
sets_bench := sim
sets_mutants := test
sets_pairs := test
sets_mutate := formal
sets_localize := test
sets_exhaustive := sim
sets_vectors := test
sets_features := features
sets_coverage := test
sets_coverage-model := coverage workload
sets_sweep := sim
sets_core-sim := core
sets_linux := linux $(if $(filter rtl,$(UNIT)),sim)
sets_linux-qemu := qemu
sets_linux-test := linux test
sets_core-mutants := core
sets_synth := synth
sets_synth-check := synth
sets_timing := synth
sets_netlist-regress := synth regress
sets_formal := formal
sets_fpga := fpga $(if $(CORE),riscv)
sets_program := program
sets_fpga-sim := sim $(if $(CORE),riscv)
sets_spu-host := sim
sets_checker-example := sim
sets_test-slurm := slurm
sets_screenshots := screenshots
sets_figures := figures
sets_docs-check := pytest
sets_demo := sim demo
sets_generate := python
sets_install := install $(if $(install_configs),sim)
sets_uninstall := python
sets_format := format
sets_bare-targets := bare
sets_release := test
sets_clean :=
# make setup: what all of them need.
targets := $(patsubst sets_%,%,$(filter sets_%,$(.VARIABLES)))
sets_setup := $(sort $(foreach target,$(targets),$(sets_$(target))))

# Other goals are files, and names of groups of them; the first pattern that fits says what they need.
file_sets := $(B)/core/%:core core-software:core $(B)/fuzz/%:fuzz $(B)/fpga/%/built:fpga $(B)/netlist/%:synth $(B)/mutate/%:synth $(B)/unit/%:test units:test c-units:test \
  programs:workload installable:install %:sim
needs_of = $(if $(filter undefined,$(origin sets_$(1))),$(word 2,$(subst :, ,$(firstword $(foreach rule,$(file_sets),$(if \
  $(filter $(firstword $(subst :, ,$(rule))),$(1)),$(rule)))))),$(sets_$(1)))

# Installed here, before make looks at any rule: so none can forget it. Nothing is remembered: it looks, which takes
# milliseconds. Not with make -n.
needed := $(sort $(foreach goal,$(MAKECMDGOALS),$(call needs_of,$(goal))))
ifneq ($(if $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),,$(needed)),)
  $(shell scripts/setup.sh $(needed) >&2)
  ifneq ($(.SHELLSTATUS),0)
    $(error what this needs is not there)
  endif
endif

# Blocks with programs of their own have their rules beside them.
makefiles := Makefile cmodel/checker/checker.mk tb/test/exhaustive/exhaustive.mk tb/test/vectors/vectors.mk tb/test/fuzz/fuzz.mk tb/core/software/software.mk tb/core/core.mk tb/linux/linux.mk fpga/fpga.mk fpga/sim/sim.mk scripts/install.mk

# What the rules below are made of; make wants it said before.
config_table := $(B)/gen/$(if $(SWEPT),swept,spu)_config_table
rtl_sources := $(patsubst %,$(RTL)/%,$(shell sed '/^ *\/\//d' rtl/files.f))
# Made of the tables of facts, and not in the tree.
facts := $(addprefix $(B)/gen/,pins.def pins.h block_structs_pkg.sv block_structs.h core_trace_pkg.sv core_events.h core_trace.def requirements.h blocks.h register_layouts.c)
fuzzers := $(fuzz_targets:%=$(B)/fuzz/%)
demo := $(B)/workload/demo
demo_trace := $(B)/workload/demo.trace
corpus := $(B)/corpus/checksums.json
lower = $(shell echo $(1) | tr A-Z_ a-z-)
# Options of a run that sim, waves and shrink share; $(call given,NAMES) are those that were chosen.
given = $(foreach name,$(1),$(if $($(name)),--$(call lower,$(name)) $(call quoted,$($(name)))))
program_files = $(if $(filter program,$(STIMULUS)),$(if $(executes),programs,$(demo) $(demo_trace)))
sim_options = --stimulus $(call quoted,$(STIMULUS)) $(call given,INTERVAL SEED SCENARIO PROFILE EVENTS) \
  $(if $(program_files),--workload $(call quoted,$(or $(WORKLOAD),$(demo))) $(if $(executes),--plugin $(plugin), \
  --trace $(call quoted,$(or $(TRACE),$(demo_trace)))) $(call given,ARGS CPU) $(foreach v,$(ENV),--env $(call quoted,$(v))) $(if $(SPECULATIVE),--speculative) \
  $(call given,AXI PERF_MIDR PERF_METADATA))

# ---------------------------------------------------------------------------------------------------------
# What users call

.PHONY: help sim linux linux-qemu linux-test core-sim core-mutants test regress soak waves shrink fuzz corpus lint bench mutants pairs mutate localize exhaustive vectors features coverage coverage-model sweep \
  synth synth-check timing netlist-regress formal fpga program fpga-sim spu-host checker-example \
  test-slurm screenshots figures docs-check demo bare-targets release install uninstall setup generate format clean ready

#: make ... every: JOBS=n            processes at a time (default: one for each processor)
#:   VERILATOR=path          another Verilator than the one in PATH
#:   WARNINGS=-Wno-fatal     Verilator's warnings do not end a build
#:   EXTRA_CFLAGS=options EXTRA_LDFLAGS=options   of every C program, as distributions want them

#: make sim try: run a program's operations through the unit and the model in lockstep -> build/sim/
#:   CONFIG=base  INTERVAL=n  OPS=n  SEED=n
#:   WORKLOAD=elf ARGS="..."           executed under QEMU (default: a demonstration program's trace)
#:   ENV="A=b C=d" CPU=name            its environment, which is empty otherwise; QEMU's processor
#:   SPECULATIVE=1                     keep records of operations that did not retire
#:   AXI=order                         a memory that takes addresses and data together, data-first or
#:     address-first (default: free)
#:   PERF_MIDR=name                    perf.data and its Data Sources are of this core: neoverse-n1,
#:     neoverse-n2, neoverse-v1 or ampere1a (default: of none)
#:   PERF_METADATA=2                   perf.data for perf from 6.13 on, which then warns of nothing
#:   TRACE=file                        a trace of WORKLOAD that build/bin/spe-trace recorded
#:   STIMULUS=random CYCLES=n SEED=n   random stimulus instead of a program  PROFILE=name
#:   STIMULUS=directed SCENARIO=name   scripted scenarios (default: all of them; list: their names)
#:   STIMULUS=events EVENTS=file       an event list that make shrink left
#:   WAVES=file                        with an FST waveform
#:   NETLIST=generic|ecp5|ice40        Yosys' netlist of the unit instead of its RTL (docs/synthesis.md)
sim: $(SIMS)/$(CONFIG)/spu-sim $(program_files) $(B)/bin/spe-dump
	@$(unlock) $< --out $(B)/sim $(sim_options) $(call given,OPS CYCLES WAVES)

#: make test regress: every test; results also in build/test/junit.xml
#:   FEATURES=Features.json.xz         also compares the rules of configurations with it, as make features does
test: $(foreach c,$(ALL_CONFIGS),$(B)/$(c)/spu-sim) $(B)/base/spu-shrink $(B)/base/spu-losses programs $(fuzzers) $(corpus) units
	@BUILD=$(B) .venv/bin/pytest tb/test -n $(call quoted,$(JOBS)) --junitxml=$(B)/test/junit.xml

#: make regress regress: many seeds x configurations x profiles of the random stimulus -> build/regress/report.html
#:   on all processors; the same command resumes after an interrupt (docs/regression.md)
#:   SEEDS=100 SEED=1 CYCLES=n         seeds (and the first), cycles of a random run
#:   CONFIGS=base,wide PROFILES=mixed,faults,directed,program   default: all
#:   FAIL_FAST=1 RERUN=1 OUT=dir ENGINE=slurm  OPS=n (of the program)
#:   NETLIST=generic|ecp5|ice40        of Yosys' netlist of the unit instead of its RTL
regress: programs $(configs:%=$(SIMS)/%/spu-sim)
	@$(unlock) scripts/regress.py --build $(B) --out $(call quoted,$(or $(OUT),$(SIMS)/regress)) $(regress_options)

regress_options = $(if $(NETLIST),--simulators '$(SIMS)' --limit 3600) --engine $(call quoted,$(ENGINE)) --seeds $(call quoted,$(SEEDS)) --jobs $(call quoted,$(JOBS)) --configs '$(subst $(blank),$(comma),$(configs))' \
  --profiles $(call quoted,$(PROFILES)) $(call given,SEED CYCLES OPS) $(if $(FAIL_FAST),--fail-fast) $(if $(RERUN),--again failed)

#: make soak regress: so many random cycles over all configurations, up to the first mismatch -> build/soak/report.html
#:   on all processors; the same command resumes after an interrupt (docs/regression.md)
#:   CYCLES=1000000000 SEED=1 CONFIGS=base,wide RERUN=1 OUT=dir
soak: $(configs:%=$(SIMS)/%/spu-sim)
	@$(unlock) scripts/regress.py --build $(B) --out $(call quoted,$(or $(OUT),$(SIMS)/soak)) $(regress_options) \
	  --soak $(call quoted,$(or $(CYCLES),1000000000))

#: make waves debug: a run with a waveform -> build/waves/, opened in GTKWave
#:   options are those of make sim, and
#:   FROM=n TO=n                       only these cycles
#:   FILE=build/sim/mismatch.fst       no run: open this waveform
waves: $(if $(FILE),ready,$(SIMS)/$(CONFIG)/spu-sim $(program_files))
ifeq ($(FILE),)
	@$(unlock) mkdir -p $(B)/waves && touch $(B)/waves/.begun
	@status=0; $< --out $(B)/waves --waves $(B)/waves/waves.fst $(if $(FROM),--waves-from $(call quoted,$(FROM))) \
	  $(if $(TO),--waves-to $(call quoted,$(TO))) $(sim_options) $(if $(program_files),--ops $(call quoted,$(or $(OPS),20000))) \
	  $(if $(filter random,$(STIMULUS)),--cycles $(call quoted,$(or $(CYCLES),20000))) || status=$$?; [ $$status -le 1 ] || exit $$status
	@[ $(B)/waves/waves.fst -nt $(B)/waves/.begun ] || { \
	  echo 'make waves: no waveform:' $(if $(FROM),$(call quoted,FROM=$(FROM)) is behind the end of the run,nothing was run) >&2; exit 2; }
	@scripts/waves.sh $(B)/waves/waves.fst --mismatch
else
	@scripts/waves.sh $(call quoted,$(FILE))
endif

#: make shrink debug: the shortest stimulus that still fails, as an event list -> build/shrink/shrunk.events
#:   options are those of make sim, and LIMIT=120 (seconds of shrinking at most)
shrink: $(SIMS)/$(CONFIG)/spu-shrink $(program_files)
	@$(unlock) $< --out $(B)/shrink $(sim_options) $(call given,OPS CYCLES LIMIT)

#: make fuzz regress: feed arbitrary bytes to the decoder and every file parser -> build/fuzz/artifacts/
#:   SECONDS=600 of each target  TARGET=name
fuzz: $(if $(TARGET),$(B)/fuzz/$(TARGET),$(fuzzers))
	@$(unlock) python3 scripts/fuzz.py --build $(B) --seconds $(call quoted,$(SECONDS)) --jobs $(call quoted,$(JOBS)) $(call words_of,$(TARGET))

#: make corpus try: recordings with known contents, whole and damaged -> build/corpus/ (docs/corpus.md)
corpus_from := $(B)/base/spu-sim $(B)/v9/spu-sim $(B)/bin/perf-data
corpus: $(corpus_from)
	@$(unlock) scripts/corpus.py --build $(B)

$(corpus): $(corpus_from) scripts/corpus.py $(wildcard scripts/corpus/*.py scripts/corpus/*.toml scripts/facts/*.py) docs/corpus.md LICENSE
	@$(call step,CORPUS,$(@D),1) scripts/corpus.py --build $(B) >/dev/null

#: make lint prove: Verilator, compiler, clang-tidy, clang-format, shellcheck, Python: warnings are errors
lint: $(config_table).c $(facts)
	@scripts/lint.sh $(ALL_CONFIGS)

#: make bench regress: cycles per second, and what full dispatch loses -> build/bench/ (docs/speed.md)
#:   CONFIG=base or CONFIGS=base,wide|all  CYCLES=n SEED=n  ROUNDS=n (times that everything is measured)
#:   COMPARE=commit                    only lockstep, in turn with that commit's, which is built beside
bench_configs := $(subst $(comma), ,$(chosen_configs))
bench_configs := $(if $(filter all,$(bench_configs)),$(ALL_CONFIGS),$(bench_configs))
bench_options := --build $(B) --configs $(subst $(blank),$(comma),$(strip $(bench_configs))) \
  --jobs $(call quoted,$(JOBS)) $(call given,CYCLES ROUNDS COMPARE SEED)
bench: $(bench_configs:%=$(B)/%/spu-sim) $(if $(COMPARE),,$(bench_configs:%=$(B)/%/spu-losses))
	@$(unlock) scripts/bench.py $(bench_options)
ifeq ($(COMPARE),)
	@for c in $(bench_configs); do $(B)/$$c/spu-losses --out $(B)/bench; done
	@scripts/losses.py $(B)/bench/losses.svg $(bench_configs:%=$(B)/bench/losses-%.json)
endif

#: make mutants regress: small changes of unit and model (tb/mutants); each must be caught and localized
#:   NAMES="name name"                 only these
mutants: $(foreach c,$(ALL_CONFIGS),$(B)/$(c)/spu-sim) units
	@python3 tb/mutants/run.py $(call words_of,$(NAMES))

#: make mutate regress: random changes of the netlist's gates: what share of them is caught? -> build/mutate/
#:   the same command resumes where it was interrupted (docs/verification.md)
#:   CONFIG=base COUNT=500 SEED=1      how many, and of which draw
#:   COMPARE=results.json              what was caught there must be caught here
#:   DRAW=dir                          the mutants of another build/mutate/CONFIG-COUNT-SEED/
mutate_home := $(B)/mutate/$(CONFIG)-$(COUNT)-$(or $(SEED),1)$(if $(DRAW),-taken)
mutate_options = --config $(call quoted,$(CONFIG)) --count $(call quoted,$(COUNT)) --seed $(call quoted,$(or $(SEED),1)) --rtl $(RTL) --home '$(mutate_home)' \
  --jobs $(call quoted,$(JOBS)) $(call given,COMPARE DRAW)
mutate: ready
	@scripts/mutate.py check $(mutate_options)
	@$(MAKE) NETLIST=generic 'SIMS=$(mutate_home)' '$(mutate_home)/$(CONFIG)/spu-sim'
	@$(unlock) scripts/mutate.py run $(mutate_options)

#: make pairs   regress: the same wrong change of unit and model (tb/mutants/pairs.toml); a test must fail
#:   NAMES="name name"                 these instead
pairs: c-units
	@python3 tb/mutants/run.py --pairs $(call words_of,$(NAMES))

#: make localize regress: ten mutants of the unit: how soon is there a report, and is the block right?
#:   NAMES="name name"                 these instead
localize: ready
	@python3 tb/mutants/run.py --localize $(call words_of,$(NAMES))

#: make sweep regress: lockstep of unnamed configurations: all widths, buses, alignments, newer features
#:   SEED=n CYCLES=n
sweep: ready
	@scripts/sweep.py --cycles $(call quoted,$(or $(CYCLES),1000000)) --seed $(call quoted,$(or $(SEED),1))

#: make exhaustive prove: every combination of the inputs of every decision block, unit against model
blocks := $(patsubst tb/test/exhaustive/%_check.c,%,$(wildcard tb/test/exhaustive/*_check.c))
exhaustive_runs := $(foreach c,$(ALL_CONFIGS),$(blocks:%=run-exhaustive/$(c)/%))
.PHONY: $(exhaustive_runs)
exhaustive: $(exhaustive_runs)
$(exhaustive_runs): run-exhaustive/%: $(B)/exhaustive/%
	@$<

#: make vectors prove: the architecture's conformance vectors on the decision blocks
#:   SPU_VECTORS=dir                   other lines
vectors: ready
	@scripts/vectors.py --build $(B) --rtl $(RTL) --lines $(or $(SPU_VECTORS),tb/test/vectors/lines)

#: make features prove: the rules of configurations against Arm's list of features (docs/integration.md)
#:   FEATURES=Features.json.xz         of AARCHMRS
#:   COUNT=20000 SEED=1                how many random configurations are accepted and refused, and which
features: ready
	@$(unlock) scripts/arm_features.py $(call words_of,$(FEATURES)) $(if $(filter command environment,$(origin COUNT)),$(call given,COUNT)) $(call given,SEED)

#: make coverage regress: what a regression leaves uncovered -> build/coverage/regress/coverage.html
#:   functional bins, and lines and branches of the RTL; options are those of make regress (default: SEEDS=10 )
C := $(B)/coverage
coverage: SEEDS := $(if $(filter command line environment override,$(origin SEEDS)),$(SEEDS),10)
coverage: programs
	@scripts/coverage_rtl.py --rtl $(RTL) --out $(C)/rtl
	+@$(MAKE) COVERAGE=1 RTL=$(C)/rtl SIMS=$(C) VERILATED=$(C) OPT_FAST=-O1 $(configs:%=$(C)/%/spu-sim)
	@scripts/regress.py --build $(B) --simulators $(C) --out $(call quoted,$(or $(OUT),$(C)/regress)) $(regress_options)
	@scripts/coverage.py $(call quoted,$(or $(OUT),$(C)/regress)) --marks $(C)/rtl/markers.json

#: make coverage-model regress: is every branch of the model taken by a test or a stimulus?
#:   CYCLES=n
M := $(B)/coverage-model
coverage-model: c-units programs $(foreach c,$(ALL_CONFIGS),$(call unit_objects,$(c)))
	@$(MAKE) LIB=$(M)/lib UNIT_DIR=$(M)/unit SIMS=$(M) VERILATED=$(B) MODEL_CFLAGS='--coverage -O0' LDLIBS='$(LDLIBS) -lgcov' \
	  c-units $(ALL_CONFIGS:%=$(M)/%/spu-sim)
	@python3 scripts/model_coverage.py --build $(M) --configs $(ALL_CONFIGS) --cycles $(call quoted,$(or $(CYCLES),10000000))

#: make synth synthesize: what the unit costs and what must not be in it -> build/synth/CONFIG-TARGET/
#:   CONFIG=base|all TARGET=generic|ecp5|ice40|all   (default: generic)
#:   COMPARE=commit|last               no synthesis: the newest counts against those of that commit
synth: ready
	@$(unlock) scripts/synth.py --configs $(call quoted,$(CONFIG)) --targets $(call quoted,$(or $(TARGET),generic)) --rtl $(RTL) --out $(B)/synth --jobs $(call quoted,$(JOBS)) \
	  $(if $(COMPARE),--compare $(call quoted,$(COMPARE)))

#: make synth-check synthesize: latches, loops, undriven nets, memories and what vif costs, in all configurations
synth-check: ready
	@scripts/synth.py --configs all --rtl $(RTL) --out $(B)/synth --jobs $(call quoted,$(JOBS)) --check

#: make timing synthesize: place and route of the unit between flip-flops on an ECP5-85F -> build/timing/CONFIG/
#:   CONFIG=base FREQ=100 (MHz; status 1 if slower) TRIES=1 (placements, of which the best counts) SEED=n
timing: ready
	@$(unlock) scripts/timing.py --config $(call quoted,$(CONFIG)) --freq $(call quoted,$(FREQ)) --seeds $(call quoted,$(TRIES)) --rtl $(RTL) \
	  --out $(B)/timing --jobs $(call quoted,$(JOBS)) $(call given,SEED)

#: make netlist-regress regress: lockstep of a netlist: 20 seeds of 100000 cycles, every scenario, a program
#:   CONFIG=base TARGET=generic|ecp5|ice40 SEEDS=20 CYCLES=100000
netlist-regress: programs
	@$(MAKE) NETLIST=$(call quoted,$(or $(TARGET),generic)) CONFIGS=$(CONFIG) PROFILES=mixed,directed,program CYCLES=$(call quoted,$(or $(CYCLES),100000)) \
	  SEEDS=$(call quoted,$(if $(filter command line environment,$(origin SEEDS)),$(SEEDS),20)) regress

#: make formal prove: prove the properties of the RTL with SymbiYosys -> build/formal/ (docs/verification.md)
#:   PROOF=name                        one proof: a name, name@configuration, or a pattern
#:   DEPTH=n                           cycles, instead of the table's
#:   MUTANTS=1 PROPERTY=name           show instead that each property fails on its mutants (tb/mutants)
#:     NAMES="name name"               only these mutants
formal: ready
	@$(unlock) python3 $(if $(MUTANTS),tb/mutants/run.py --proofs,scripts/formal.py) --jobs $(call quoted,$(JOBS)) \
	  $(if $(PROOF),--proof $(call quoted,$(PROOF))) $(if $(PROPERTY),--property $(call quoted,$(PROPERTY))) $(if $(DEPTH),--depth $(call quoted,$(DEPTH))) \
	  $(if $(MUTANTS),$(call words_of,$(NAMES)))

#: make test-slurm regress: regressions through Slurm, on a cluster of this machine alone (needs root)
test-slurm: $(B)/base/spu-sim $(B)/wide/spu-sim
	@BUILD=$(B) scripts/slurm_test.py

#: make screenshots maintain: the pictures of the documents: GTKWave, the regression's report -> docs/images/
#:   MUTANT=name                       what GTKWave shows
MUTANT := buffer_full_late
screenshots: $(B)/mutants/$(MUTANT)/out/mismatch.fst $(B)/regress/report.html
	@scripts/regress_report.py $(B)/regress >/dev/null
	@scripts/screenshots.sh $< $(B)/regress/report.html docs/images $(MUTANT)

# Where nothing was regressed yet: a small one.
$(B)/regress/report.html: | ready
	@$(MAKE) regress SEEDS=2

$(B)/mutants/%/out/mismatch.fst: $(wildcard tb/mutants/*.toml) $(rtl_sources) | ready
	@python3 tb/mutants/run.py --keep $* --build $(B)

#: make figures maintain: the figures of the documents, timing diagrams from a run -> docs/figures/
#:   CHECK=1                           compare them with what is committed instead
figures: $(B)/base/spu-sim
	@.venv/bin/python scripts/figures.py --simulator $< --out $(B)/figures $(if $(CHECK),--check)

#: make docs-check maintain: commands, file names, links, requirements and rules in the documents
docs-check: ready
	@BUILD=$(B) .venv/bin/pytest tb/test/tools/requirements_test.py tb/test/tools/rules_test.py

#: make bare-targets maintain: each of these on a machine with nothing but make and git; hours (needs root)
#:   RELEASE=bookworm|trixie TARGET=name
bare-targets:
	@$(unlock) scripts/bare_targets.sh --release $(call quoted,$(RELEASE)) $(call words_of,$(TARGET))

#: make demo maintain: compile the demonstration program and record its trace again -> tb/workload/demo/
demo: programs
	@scripts/demo.sh all $(B)

#: make release maintain: everything that is run before a release, one after the other (a day) -> build/release/
#:   CHECK=target                      only that one
release:
	@python3 scripts/release.py --build $(B) $(if $(CHECK),--only $(call quoted,$(CHECK)))

#: make setup install: install what all of these need and this machine lacks
setup: ;

#: make generate maintain: packages, headers and tables of documents from the tables of facts
generate:
	@scripts/generate.py --write

#: make format maintain: lay the C out with clang-format
format: ready
	@.venv/bin/clang-format -i $$(find cmodel tb fpga -name '*.[ch]' -o -name '*.cpp')

#: make clean install: remove build/
clean:
	find $(B) -mindepth 1 -maxdepth 1 ! -name .lock -exec rm -rf {} +

# Checked before anything is built, so that a commit that is not there is refused at once. Not with make -n.
check_bench = scripts/bench.py $(bench_options)
$(foreach goal,$(if $(dry),,$(filter bench,$(MAKECMDGOALS))),$(shell $(check_$(goal)) --check >&2)$(if \
  $(filter-out 0,$(.SHELLSTATUS)),$(error make $(goal): refused)))

# Setup has been when make reads this (above).
ready: ;

# ---------------------------------------------------------------------------------------------------------
# C: libspu.a is the model, libtb.a the testbench; files named *_main.c are programs

# GCC copies a struct with a string instruction that takes long to start; the C library's function does not.
copy_by_call := $(if $(filter x86_64,$(shell uname -m)),-mstringop-strategy=libcall)
CFLAGS := -std=c11 -O2 -g $(copy_by_call) -Wall -Wextra -Wconversion -Werror -I $(MODEL) -I tb -I $(B) $(EXTRA_CFLAGS)
LDLIBS := -lelf -lz -lm -lpthread -Wl,--as-needed -lstdc++ $(EXTRA_LDFLAGS)

spu_sources := $(wildcard $(MODEL)/*.c)
tb_sources := $(wildcard $(foreach d,util dut env stimulus stimulus/* check report cover workload perf tools core linux/unit,tb/$(d)/*.c)) $(addprefix tb/core/software/,access.c console.c profile.c spu_driver.c)
unit_sources := $(wildcard tb/test/*/*_test.c)
spu_objects := $(patsubst $(MODEL)/%.c,$(LIB)/cmodel/%.o,$(spu_sources)) $(LIB)/$(notdir $(config_table)).o
tb_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(filter-out %_main.c,$(tb_sources))) $(B)/obj/register_layouts.o

MODEL_CFLAGS :=
# What takes time in every cycle of a simulation is optimized as one when spu-sim is linked. That takes
# seconds: not where a program is built to run once (LTO=), and libraries have nothing of it.
LTO := $(if $(EXTRA_CFLAGS)$(MODEL_CFLAGS)$(COVERAGE)$(NETLIST),,1)
cycle_sources := \
  $(patsubst %,$(MODEL)/%.c,barrier buffer enable except interval manage pmu pmu_access pmu_step regs session spu trace) \
  $(patsubst %,tb/check/%.c,flight history image life lockstep run shadow) \
  $(patsubst %,tb/stimulus/random/random_%.c,dispatch garbage op pmu) \
  $(patsubst %,tb/%.c,stimulus/random stimulus/inject/inject stimulus/inject/inject_life env/axi_memory env/mmu env/pe_pins dut/tracker)
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
test_objects := $(B)/obj/test/test.o $(patsubst tb/%.c,$(B)/obj/%.o,$(filter-out %_test.c %_model.c,$(wildcard tb/test/bench/*.c)))
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
	@$(call step,LINK,$@,0.1) gcc -o $@ $^ $(LDLIBS)

$(B)/bin/spu-config: $(main_spu-config) $(B)/lib/cmodel/config.o $(B)/lib/cmodel/config_check.o $(B)/lib/$(notdir $(config_table)).o
	@mkdir -p $(@D)
	@$(call step,LINK,$@,0.1) gcc -o $@ $^ $(LDLIBS)

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
	@$(call step,CXX,$*.cpp of Verilator,4) g++ -std=gnu++20 -O1 $(VERILATED_FLAGS) -c $(B)/verilator/include/$*.cpp -o $@
	@objcopy $(addprefix --weaken-symbol=,$(replaceable)) $@
# Flags of what includes its headers, and of what Verilator wrote.
verilated_use = -isystem $(B)/verilator/include -isystem $(B)/verilator/include/vltstd -DVL_TIME_CONTEXT -DVM_SC=0 \
  -DVM_COVERAGE=$(if $(COVERAGE),1,0) -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0
VERILATED_FLAGS = -w $(verilated_use)

# What Verilator wrote is compiled in a few groups of files (scripts/verilated.py), those that run in every cycle by clang++
# where there is one: it takes a third of g++'s time for code that is as fast or faster. That is looked up when it
# is needed, because the machine may have no compiler yet when make starts. The rest runs once.
CXX_FAST ?= $$(command -v clang++ || echo g++)
OPT_FAST := -O2
OPT_SLOW := -O0 -fno-exceptions
verilated_step = $(call step,CXX,$@,$(1)) $(CXX_FAST) $(2) $(VERILATED_FLAGS) -I $(@D) -c $(@:.o=.cpp) -o $@
define verilated_group
%/fast$(1).o: %/groups
	@$$(call verilated_step,5,$$(OPT_FAST))
%/slow$(1).o: %/groups
	@$$(call verilated_step,6,$$(OPT_SLOW))
endef
# g++ makes code as fast of what writes waveforms, in two thirds of the time.
%/wave0.o: CXX_FAST := g++
%/wave0.o: %/groups
	@$(call verilated_step,4,-Og)
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
$(units): $(UNIT_DIR)/%: $$(call object_of,$$*,$(unit_sources)) $(B)/lib/libtest.a $(B)/lib/libtb.a $(LIB)/libspu_inside.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@,0.1) gcc -o $@ $^ -lcmocka $(LDLIBS)

# spu-sim and spu-shrink with a unit that fails (tb/test/tools/failing_dut.c).
failing := $(addprefix $(UNIT_DIR)/failing/spu-,sim shrink)
c-units: $(failing)
$(failing): $(UNIT_DIR)/failing/spu-%: $(B)/obj/tools/spu_%_main.o $(B)/obj/test/tools/failing_dut.o $(B)/lib/libtest.a $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@,0.1) gcc -o $@ $^ $(LDLIBS)

# core-sim with a core that writes to devices what a variable says (tb/test/core/scripted_core.c), beside that unit.
scripted_core := $(UNIT_DIR)/scripted/core-sim
c-units: $(scripted_core)
$(scripted_core): $(patsubst %,$(B)/obj/%.o,core/core_sim_main test/core/scripted_core test/tools/failing_dut) $(B)/lib/libtest.a $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@,0.1) gcc -o $@ $^ $(LDLIBS)

-include $(patsubst tb/%.c,$(B)/obj/%.d,$(wildcard tb/test/*.c tb/test/*/*.c))

# Unit tests in SystemVerilog: NAME_test.sv, with the model's side in NAME_model.c.
sv_sources := $(wildcard tb/test/*/*_test.sv)
sv_units := $(patsubst %.sv,$(UNIT_DIR)/%,$(notdir $(sv_sources)))
sv_models := $(wildcard tb/test/*/*_model.c)
units: $(sv_units)
$(sv_units:%=%.obj/groups): $(UNIT_DIR)/%_test.obj/groups: $$(filter $$(percent)/$$*_test.sv,$(sv_sources)) $(rtl_sources) scripts/waivers.vlt $(verilator) | ready
	@$(call step,VERILATE,$<,2) rm -rf $(@D) && mkdir -p $(@D) && verilator --cc --main --timing -Wno-lint -Wno-style \
	  -Wno-INITIALDLY $(ASSERT) -I$(FPGA_IN) -O3 --prefix Vunit --top-module $*_test --Mdir $(@D) scripts/waivers.vlt $(rtl_sources) $< >/dev/null
	@scripts/verilated.py $(@D) Vunit 1

# -Og: less than half the time of -O1, and these run for a second.
$(sv_units:%=%.obj/fast0.o) $(sv_units:%=%.obj/slow0.o): private CXX_FAST := g++ -std=gnu++20
$(sv_units:%=%.obj/fast0.o): private OPT_FAST := -Og
$(sv_units): $(UNIT_DIR)/%_test: $(UNIT_DIR)/%_test.obj/fast0.o $(UNIT_DIR)/%_test.obj/slow0.o $$(call object_of,$$*_model,$(sv_models)) $(LIB)/libspu_inside.a \
  $(runtime) $(B)/verilator/verilated_timing.o
	@$(call step,LINK,$@,0.1) g++ -o $@ $(filter %.o,$^) $(LIB)/libspu_inside.a $(LDLIBS)

# ---------------------------------------------------------------------------------------------------------
# Workloads: QEMU's plugin that records what a program executes, and the demonstration program

plugin := $(B)/lib/spe_trace_plugin.so
# The QEMU that setup unpacked where the release has another version (scripts/setup.sh): launch.c looks beside the plugin.
qemu := $(wildcard .tools/qemu/bin/qemu-aarch64)
programs: $(B)/bin/spu-config $(bins) $(plugin) $(demo) $(demo_trace) $(qemu:%=$(B)/lib/qemu-aarch64)

$(B)/lib/qemu-aarch64: $(qemu)
	@mkdir -p $(@D) && ln -sfn $(abspath $<) $@

$(plugin): $(wildcard tb/workload/plugin/*.c tb/workload/a64*.c) tb/workload/sve_address.c tb/workload/trace_kept.c tb/workload/trace_writer.c tb/util/error.c | ready
	@$(call step,CC,$@) mkdir -p $(@D) && gcc $(CFLAGS) -fPIC -shared -fvisibility=hidden -o $@ $(filter %.c,$^) -pthread -lz

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
VERILATE := verilator --cc $(WARNINGS) $(if $(COVERAGE),,$(ASSERT)) --trace-fst --trace-structs $(if $(COVERAGE),--coverage-line --coverage-toggle) -O3 --x-assign fast --x-initial unique --prefix Vtb_top --top-module tb_top
# COVERAGE=1: with line, branch and toggle coverage, seven times slower; elsewhere (SIMS, VERILATED).
COVERAGE :=
# NETLIST: a netlist in place of the RTL. Gates are many lines of C++ and gain little from optimization; and one of
# Verilator 5.006's, of trees of bit operations, computes some of them wrongly (docs/synthesis.md).
dut_sources = $(rtl_sources)
# The unit with what watches its pins.
tb_top := tb/formal/axi_write_rules.sv tb/dut/tb_top.sv
ifneq ($(NETLIST),)
dut_sources = -fno-const-bit-op-tree -DSPU_NETLIST=spu_netlist --output-split 20000 --output-split-cfuncs 2000 scripts/netlist.vlt \
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
	@$(call step,VERILATE,$*,3) rm -rf $(@D) && mkdir -p $(@D)
	@$(VERILATE) -DSPU_CONFIG=$(row_$*) \
	  --Mdir $(@D) scripts/waivers.vlt $(dut_sources) $(tb_top) >/dev/null  # newer ones report there
	@scripts/verilated.py $(@D) Vtb_top $(unit_groups)

# The netlist of the unit as Verilog; make sim NETLIST=..., make regress NETLIST=... and the rest run it.
$(B)/netlist/$(or $(netlist_target),generic)/%/netlist.v: $(rtl_sources) rtl/files.f scripts/netlist.py \
  $(wildcard scripts/synthesis/*.py) $(B)/gen/%.config | ready
	@$(call step,YOSYS,$*,60) scripts/netlist.py --config $* --target $(or $(netlist_target),generic) --rtl $(RTL) --out $@

# The netlist with all mutants, of a draw that mutate.py sees is still right: then it is left as it is.
.PHONY: mutate-draw
mutate-draw: ;
$(B)/mutate/%/netlist.v: mutate-draw | ready
	@$(call step,DRAW,$*,60) scripts/mutate.py draw $(mutate_options)

$(SIMS)/%/dut.o: tb/dut/dut.cpp tb/dut/dut.h tb/dut/wave.h tb/dut/coverage.h $(MODEL)/spu.h $(MODEL)/spu_pins.h $(MODEL)/spu_config.h \
  $(facts) $(VERILATED)/%/obj/groups
	@$(call step,CXX,$< ($*),2) mkdir -p $(@D) && g++ -std=c++17 -O2 -g $(copy_by_call) -Wall -Wextra -Werror -I $(MODEL) -I tb -I $(B) \
	  -I $(VERILATED)/$*/obj $(verilated_use) \
	  -DSPU_CONFIG_NAME='"$*"' -DSPU_NETLIST_NAME='"$(netlist_target)"' -c $< -o $@

# The longest job first: what Verilator wrote.
define unit_program
$(SIMS)/%/$(1): $(call unit_objects,%) $(SIMS)/%/dut.o $(runtime) $(runtime_waves) $(if $(COVERAGE),$(runtime_coverage)) \
  $(B)/obj/$(2).o $(if $(3),$(cycle_objects)) $(B)/lib/libtb.a $(LIB)/libspu_inside.a
	@$$(call step,LINK,$$@,$(if $(3),2,0.1)) g++ -o $$@ $(if $(3),-O2 -flto=1 -flto-partition=one) $$(filter %.o,$$^) \
	  $(B)/lib/libtb.a $(LIB)/libspu_inside.a $(LDLIBS) -llz4
endef
$(foreach p,shrink losses,$(eval $(call unit_program,spu-$(p),tools/spu_$(p)_main)))
$(eval $(call unit_program,spu-sim,tools/spu_sim_main,$(LTO)))

# ---------------------------------------------------------------------------------------------------------
# Blocks with programs of their own

include $(filter-out Makefile,$(makefiles))

-include $(wildcard $(B)/obj/tools/*_main.d)

endif
