# SPDX-License-Identifier: Apache-2.0
#
# All output goes to build/. A target installs what it needs (scripts/setup.sh) and rebuilds only what changed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.DEFAULT_GOAL := help

# make help TARGET: the rest of this file is skipped.
ifneq ($(filter help,$(or $(MAKECMDGOALS),help)),)
.PHONY: $(MAKECMDGOALS) help
help:
	@scripts/usage.sh help $(filter-out help,$(MAKECMDGOALS))
$(filter-out help,$(MAKECMDGOALS)): help ; @:
else

# User input quoted for the shell: as one word, or as several separated by blanks.
quoted = '$(subst ','\'',$(1))'
words_of = $(foreach word,$(1),$(call quoted,$(word)))

# A variable on the command line must be one that the target's help documents. A make started below may set others.
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

# The WebAssembly tools cache compiled code here, not in the user's home (scripts/setup.sh).
export YOWASP_CACHE_DIR := $(CURDIR)/.venv/cache

# VERILATOR=path/verilator: used instead of the one in PATH.
ifneq ($(VERILATOR),)
  ifneq ($(wildcard $(VERILATOR))$(notdir $(VERILATOR)),$(VERILATOR)verilator)
    $(error VERILATOR=$(VERILATOR): not the path of a program called verilator)
  endif
  export PATH := $(abspath $(dir $(VERILATOR))):$(PATH)
endif

# Two makes in one tree would write the same files: the second waits until the first has built. A process holds B/.lock
# until make ends or has built ($(unlock)); a make that a recipe or a test starts shares its parent's lock.
B := build
unlocked := setup dist format generate matrix docs-check ready release
# -n or -q: a dry run.
dry := $(strip $(foreach flag,n q,$(findstring $(flag),$(filter-out --%,$(firstword -$(MAKEFLAGS))))))
ifneq ($(if $(dry)$(MAKE_RESTARTS)$(filter $(SPU_LOCK),$(abspath $(B))),,$(filter-out $(unlocked),$(MAKECMDGOALS))),)
  lock := $(shell { mkdir -p $(B) && exec 9>>$(B)/.lock; } 2>/dev/null || exit; \
    flock -w 0.5 9 || { echo 'make: waiting for another make in this tree' >&2; flock 9; }; \
    setsid tail -s 0.1 --pid=$$PPID -f /dev/null </dev/null >/dev/null 2>&1 & echo $$!)
  ifeq ($(lock),)
    $(error $(B)/.lock: cannot be written)
  endif
  export SPU_LOCK := $(abspath $(B))
endif
unlock = $(if $(lock),$(if $(filter 1,$(words $(MAKECMDGOALS))),kill $(lock) 2>/dev/null || true;))
# The first line of a recipe prints the step and its file.
step = printf '  %-8s %s\n' $(1) '$(2)';

# User variables whose default is not empty; each target's help lists all of its variables.
CONFIG   ?= base
CONFIGS  ?= all
STIMULUS ?= program
COUNT    ?= 500
# Not taken from the environment, where shells use these names.
ENV :=
CPU :=
PROFILES ?= all
SEEDS    ?= 100
ENGINE   ?= local
FREQ     ?= 100
TRIES    ?= 3
BOARD    ?= ulx3s-85f
PROGRAM ?= demo
UNIT ?= model
PREFIX   ?= /usr/local
# Simulators check the RTL's assertions, which costs little. Empty: they do not, which shows what the comparison with
# the model catches alone (tb/unit/mutants).
ASSERT   ?= --assert
SECONDS  ?= 600

# Folders. Variants (mutants, coverage) are built by the same rules into other folders.
RTL   := rtl
MODEL := cmodel
LIB   := $(B)/lib
# The parent folder of the fpga/ that the unit tests include.
FPGA_IN := .
# NETLIST=generic|ecp5|ice40 (1: generic): simulators of the unit's netlist, in their own folder (docs/synthesis.md).
netlist_target := $(patsubst 1,generic,$(NETLIST))
SIMS  := $(B)$(if $(NETLIST),/netlist/$(netlist_target))
VERILATED := $(SIMS)
UNIT_DIR := $(B)/unit

# The configurations of regress and coverage: names separated by commas or blanks.
comma := ,
empty :=
blank := $(empty) $(empty)
percent := %
chosen_configs := $(if $(filter command environment,$(origin CONFIGS)),$(CONFIGS),$(CONFIG))
override CONFIGS := $(filter-out all,$(subst $(comma), ,$(CONFIGS)))

# The names of the configurations; $(row_NAME) is NAME's constant in the package. SWEPT=1 adds those of the sweep, which
# $(RTL) then contains (scripts/sweep.py).
include scripts/configurations.mk
SWEPT :=
$(if $(SWEPT),$(if $(filter build,$(B)),$(error SWEPT=1 needs a folder of its own, B=folder)))
ALL_CONFIGS := $(named_configs)$(if $(SWEPT), $(swept_configs))
configs = $(or $(CONFIGS),$(ALL_CONFIGS))
# The configurations whose simulators make install installs.
install_configs := $(subst $(comma), ,$(chosen_configs))
install_configs := $(if $(filter all,$(install_configs)),$(ALL_CONFIGS),$(filter-out none,$(install_configs)))
include scripts/needs.mk

# Folders with programs of their own have their own make fragments.
makefiles := Makefile tb/unit/unit.mk tb/programs/programs.mk cmodel/checker/checker.mk \
  tb/unit/test/exhaustive/exhaustive.mk tb/unit/test/vectors/vectors.mk tb/programs/test/fuzz/fuzz.mk \
  tb/cores/software/software.mk tb/cores/cores.mk tb/linux/linux.mk fpga/fpga.mk fpga/sim/sim.mk scripts/install.mk

# Variables that rules below use; make expands them when it reads a rule, so they come first.
config_table := $(B)/gen/$(if $(SWEPT),swept,spu)_config_table
rtl_sources := $(patsubst %,$(RTL)/%,$(shell sed '/^ *\/\//d' rtl/files.f))
# Generated from the tables of facts, and not committed.
facts := $(addprefix $(B)/gen/,pins.def pins.h block_structs_pkg.sv block_structs.h core_trace_pkg.sv core_events.h \
  core_trace.def requirements.h blocks.h register_layouts.c)
fuzzers := $(fuzz_targets:%=$(B)/fuzz/%)
demo := $(B)/workload/demo
demo_trace := $(B)/workload/demo.trace
corpus := $(B)/corpus/checksums.json
lower = $(shell echo $(1) | tr A-Z_ a-z-)
# Options of a run that sim, waves and shrink share; $(call given,NAMES) passes on those that are set.
given = $(foreach name,$(1),$(if $($(name)),--$(call lower,$(name)) $(call quoted,$($(name)))))
program_files = $(if $(filter program,$(STIMULUS)),$(if $(executes),programs,$(demo) $(demo_trace)))
sim_options = --stimulus $(call quoted,$(STIMULUS)) $(call given,INTERVAL SEED SCENARIO PROFILE EVENTS) \
  $(if $(program_files),--workload $(call quoted,$(or $(WORKLOAD),$(demo))) $(if $(executes),--plugin $(plugin), \
  --trace $(call quoted,$(or $(TRACE),$(demo_trace)))) $(call given,ARGS CPU) \
  $(foreach v,$(ENV),--env $(call quoted,$(v))) $(if $(SPECULATIVE),--speculative) \
  $(if $(STEADY),--steady) $(if $(IN_ORDER),--in-order) $(call given,AXI PERF_MIDR PERF_METADATA))

# ---------------------------------------------------------------------------------------------------------
# Targets for users

.PHONY: help sim linux linux-qemu linux-test core-sim core-mutants test regress soak waves shrink fuzz corpus lint \
  bench accuracy mutants pairs mutate exhaustive vectors features coverage coverage-model sweep \
  synth synth-check collateral timing netlist-regress formal fpga program fpga-sim spu-host checker-example \
  screenshots figures docs-check demo release dist install uninstall setup generate matrix format clean \
    ready

#: make ... every: JOBS=n            parallel processes (default: one for each processor)
#:   VERILATOR=path          another Verilator than the one in PATH
#:   WARNINGS=-Wno-fatal     Verilator's warnings do not end a build
#:   EXTRA_CFLAGS=options EXTRA_LDFLAGS=options   for every C program; distributions set these

#: make sim try: run a program's operations through the unit and the model in lockstep -> build/sim/
#:   CONFIG=base  INTERVAL=n  OPS=n  SEED=n
#:   WORKLOAD=elf ARGS="..."           executed under QEMU (default: a demonstration program's trace)
#:   ENV="A=b C=d" CPU=name            its environment (default: empty); the processor that QEMU emulates
#:   SPECULATIVE=1                     keep records of operations that did not retire
#:   STEADY=1 IN_ORDER=1               samples at equal distances; the core issues in program order
#:   AXI=order                         the order in which memory accepts addresses and data: together, data-first
#:     or address-first (default: free)
#:   PERF_MIDR=name                    the core that perf.data names and whose Data Sources it uses: neoverse-n1,
#:     neoverse-n2, neoverse-v1 or ampere1a (default: none)
#:   PERF_METADATA=2                   perf.data for perf 6.13 and later, which then prints no warning
#:   TRACE=file                        a trace of WORKLOAD, recorded by build/bin/spe-trace
#:   STIMULUS=random CYCLES=n SEED=n   random stimulus instead of a program  PROFILE=name
#:   STIMULUS=directed SCENARIO=name   scripted scenarios (default: all; list: print their names)
#:   STIMULUS=events EVENTS=file       an event list, such as make shrink writes
#:   WAVES=file                        write an FST waveform
#:   NETLIST=generic|ecp5|ice40        Yosys' netlist of the unit instead of its RTL (docs/synthesis.md)
sim: $(SIMS)/$(CONFIG)/spu-sim $(program_files) $(B)/bin/spe-dump
	@$(unlock) $< --out $(B)/sim $(sim_options) $(call given,OPS CYCLES WAVES)

#: make test regress: run every test; results also in build/test/junit.xml
#:   FEATURES=Features.json.xz         also compares the rules of configurations with it, as make features does
test: $(foreach c,$(ALL_CONFIGS),$(B)/$(c)/spu-sim) $(B)/base/spu-shrink $(B)/base/spu-throughput programs $(fuzzers) \
  $(corpus) units
	@BUILD=$(B) .venv/bin/pytest -n $(call quoted,$(JOBS)) --junitxml=$(B)/test/junit.xml

#: make regress regress: run many seeds x configurations x profiles of random stimulus -> build/regress/report.html
#:   on all processors; the same command resumes after an interrupt (docs/regression.md)
#:   SEEDS=100 SEED=1 CYCLES=n         number of seeds, the first seed, cycles of a random run
#:   CONFIGS=base,wide PROFILES=mixed,faults,directed,program   default: all
#:   FAIL_FAST=1 RERUN=1 OUT=dir ENGINE=slurm  OPS=n (operations of the program)
#:   NETLIST=generic|ecp5|ice40        Yosys' netlist of the unit instead of its RTL
regress: programs $(configs:%=$(SIMS)/%/spu-sim)
	@$(unlock) scripts/regress.py --build $(B) --out $(call quoted,$(or $(OUT),$(SIMS)/regress)) $(regress_options)

regress_options = $(if $(NETLIST),--simulators '$(SIMS)' --limit 3600) --engine $(call quoted,$(ENGINE)) \
  --seeds $(call quoted,$(SEEDS)) --jobs $(call quoted,$(JOBS)) --configs '$(subst $(blank),$(comma),$(configs))' \
  --profiles $(call quoted,$(PROFILES)) $(call given,SEED CYCLES OPS) $(if $(FAIL_FAST),--fail-fast) \
    $(if $(RERUN),--again failed)

#: make soak regress: run CYCLES random cycles over all configurations; stop at a mismatch -> build/soak/report.html
#:   on all processors; the same command resumes after an interrupt (docs/regression.md)
#:   CYCLES=1000000000 SEED=1 CONFIGS=base,wide RERUN=1 OUT=dir
soak: $(configs:%=$(SIMS)/%/spu-sim)
	@$(unlock) scripts/regress.py --build $(B) --out $(call quoted,$(or $(OUT),$(SIMS)/soak)) $(regress_options) \
	  --soak $(call quoted,$(or $(CYCLES),1000000000))

#: make waves debug: run with a waveform and open it in GTKWave -> build/waves/
#:   options are those of make sim, and
#:   FROM=n TO=n                       only these cycles
#:   FILE=build/sim/mismatch.fst       open this waveform instead of running
waves: $(if $(FILE),ready,$(SIMS)/$(CONFIG)/spu-sim $(program_files))
ifeq ($(FILE),)
	@$(unlock) mkdir -p $(B)/waves && touch $(B)/waves/.begun
	@status=0; $< --out $(B)/waves --waves $(B)/waves/waves.fst $(if $(FROM),--waves-from $(call quoted,$(FROM))) \
	  $(if $(TO),--waves-to $(call quoted,$(TO))) $(sim_options) \
	  $(if $(program_files),--ops $(call quoted,$(or $(OPS),20000))) \
	  $(if $(filter random,$(STIMULUS)),--cycles $(call quoted,$(or $(CYCLES),20000))) || status=$$?; \
	  [ $$status -le 1 ] || exit $$status
	@[ $(B)/waves/waves.fst -nt $(B)/waves/.begun ] || { \
	  echo 'make waves: no waveform:' \
	    $(if $(FROM),$(call quoted,FROM=$(FROM)) is after the end of the run,nothing was run) >&2; exit 2; }
	@scripts/waves.sh $(B)/waves/waves.fst --mismatch
else
	@scripts/waves.sh $(call quoted,$(FILE))
endif

#: make shrink debug: find a short stimulus that still fails, as an event list -> build/shrink/shrunk.events
#:   options are those of make sim, and LIMIT=120 (most seconds to spend)
shrink: $(SIMS)/$(CONFIG)/spu-shrink $(program_files)
	@$(unlock) $< --out $(B)/shrink $(sim_options) $(call given,OPS CYCLES LIMIT)

#: make fuzz regress: feed arbitrary bytes to the decoder and every file parser -> build/fuzz/artifacts/
#:   SECONDS=600 (for each target)  TARGET=name
fuzz: $(if $(TARGET),$(B)/fuzz/$(TARGET),$(fuzzers))
	@$(unlock) python3 scripts/fuzz.py --build $(B) --seconds $(call quoted,$(SECONDS)) \
	  --jobs $(call quoted,$(JOBS)) $(call words_of,$(TARGET))

#: make corpus try: write recordings with known contents, whole and damaged -> build/corpus/ (docs/corpus.md)
corpus_from := $(B)/base/spu-sim $(B)/v9/spu-sim $(B)/bin/perf-data
corpus: $(corpus_from)
	@$(unlock) scripts/corpus.py --build $(B)

$(corpus): $(corpus_from) scripts/corpus.py $(wildcard scripts/corpus/*.py scripts/corpus/*.toml scripts/facts/*.py) \
  docs/corpus.md LICENSE
	@$(call step,CORPUS,$(@D)) scripts/corpus.py --build $(B) >/dev/null

#: make lint prove: Verilator, gcc, clang-tidy, clang-format, shellcheck, Python linters; warnings are errors
lint: $(config_table).c $(facts)
	@scripts/lint.sh $(ALL_CONFIGS)

#: make bench regress: measure cycles per second, and what full dispatch loses -> build/bench/ (docs/regression.md)
#:   CONFIG=base or CONFIGS=base,wide|all  CYCLES=n SEED=n  ROUNDS=n (repetitions)
#:   COMPARE=commit                    lockstep only, alternating with a build of that commit
bench_configs := $(subst $(comma), ,$(chosen_configs))
bench_configs := $(if $(filter all,$(bench_configs)),$(ALL_CONFIGS),$(bench_configs))
bench_options := --build $(B) --configs $(subst $(blank),$(comma),$(strip $(bench_configs))) \
  --jobs $(call quoted,$(JOBS)) $(call given,CYCLES ROUNDS COMPARE SEED)
bench: $(bench_configs:%=$(B)/%/spu-sim) $(if $(COMPARE),,$(bench_configs:%=$(B)/%/spu-throughput))
	@$(unlock) scripts/bench.py $(bench_options)
ifeq ($(COMPARE),)
	@for c in $(bench_configs); do $(B)/$$c/spu-throughput; done
endif

#: make mutants regress: small changes of unit and model (tb/unit/mutants); a test must catch each and name its block
#:   NAMES="name name"                 only these
mutants: $(foreach c,$(ALL_CONFIGS),$(B)/$(c)/spu-sim) units
	@python3 tb/unit/mutants/run.py $(call words_of,$(NAMES))

#: make mutate regress: measure the share of random gate-level changes that is caught -> build/mutate/
#:   the same command resumes after an interrupt (docs/verification.md)
#:   CONFIG=base COUNT=500 SEED=1      number of mutants, seed of the draw
#:   COMPARE=results.json              fail if a mutant that was caught there is not caught here
#:   DRAW=dir                          reuse the mutants of another build/mutate/CONFIG-COUNT-SEED/
mutate_home := $(B)/mutate/$(CONFIG)-$(COUNT)-$(or $(SEED),1)$(if $(DRAW),-taken)
mutate_options = --config $(call quoted,$(CONFIG)) --count $(call quoted,$(COUNT)) \
  --seed $(call quoted,$(or $(SEED),1)) --rtl $(RTL) --home '$(mutate_home)' \
  --jobs $(call quoted,$(JOBS)) $(call given,COMPARE DRAW)
mutate: ready
	@scripts/mutate.py check $(mutate_options)
	@$(MAKE) NETLIST=generic 'SIMS=$(mutate_home)' '$(mutate_home)/$(CONFIG)/spu-sim'
	@$(unlock) scripts/mutate.py run $(mutate_options)

#: make pairs   regress: the same wrong change in both unit and model (tb/unit/mutants/pairs.toml); a test must fail
#:   NAMES="name name"                 only these
pairs: c-units
	@python3 tb/unit/mutants/run.py --pairs $(call words_of,$(NAMES))

#: make sweep regress: lockstep of unnamed configurations: every width, bus, alignment and newer feature
#:   SEED=n CYCLES=n
sweep: ready
	@scripts/sweep.py --cycles $(call quoted,$(or $(CYCLES),1000000)) --seed $(call quoted,$(or $(SEED),1))

#: make exhaustive prove: every combination of the inputs of every decision block, unit against model
blocks := $(patsubst tb/unit/test/exhaustive/%_check.c,%,$(wildcard tb/unit/test/exhaustive/*_check.c))
exhaustive_runs := $(foreach c,$(ALL_CONFIGS),$(blocks:%=run-exhaustive/$(c)/%))
.PHONY: $(exhaustive_runs)
exhaustive: $(exhaustive_runs)
$(exhaustive_runs): run-exhaustive/%: $(B)/exhaustive/%
	@$<

#: make vectors prove: the architecture's conformance vectors on the decision blocks
#:   SPU_VECTORS=dir                   other vectors
vectors: ready
	@scripts/vectors.py --build $(B) --rtl $(RTL) --lines $(or $(SPU_VECTORS),tb/unit/test/vectors/lines)

#: make features prove: compare the rules of configurations with Arm's list of features (docs/integration.md)
#:   FEATURES=Features.json.xz         from AARCHMRS
#:   COUNT=20000 SEED=1                number and seed of the random configurations
features: ready
	@$(unlock) scripts/arm_features.py $(call words_of,$(FEATURES)) \
	  $(if $(filter command environment,$(origin COUNT)),$(call given,COUNT)) $(call given,SEED)

#: make coverage regress: report what a regression leaves uncovered -> build/coverage/regress/report.html
#:   functional bins, and lines and branches of the RTL; options are those of make regress (default: SEEDS=10 )
C := $(B)/coverage
coverage: SEEDS := $(if $(filter command line environment override,$(origin SEEDS)),$(SEEDS),10)
coverage: programs
	@scripts/coverage_rtl.py --rtl $(RTL) --out $(C)/rtl
	+@$(MAKE) COVERAGE=1 RTL=$(C)/rtl SIMS=$(C) VERILATED=$(C) OPT_FAST=-O1 $(configs:%=$(C)/%/spu-sim)
	@scripts/regress.py --build $(B) --simulators $(C) --out $(call quoted,$(or $(OUT),$(C)/regress)) \
	  $(regress_options)
	@scripts/coverage.py $(call quoted,$(or $(OUT),$(C)/regress)) --marks $(C)/rtl/markers.json

#: make coverage-model regress: check that tests and stimulus take every branch of the model
#:   CYCLES=n
M := $(B)/coverage-model
coverage-model: c-units programs $(foreach c,$(ALL_CONFIGS),$(call unit_objects,$(c)))
	@$(MAKE) LIB=$(M)/lib UNIT_DIR=$(M)/unit SIMS=$(M) VERILATED=$(B) MODEL_CFLAGS='--coverage -O0' \
	  LDLIBS='$(LDLIBS) -lgcov' \
	  c-units $(ALL_CONFIGS:%=$(M)/%/spu-sim)
	@python3 scripts/model_coverage.py --build $(M) --configs $(ALL_CONFIGS) \
	  --cycles $(call quoted,$(or $(CYCLES),10000000))

#: make synth synthesize: report the unit's size, and what must not be in it -> build/synth/CONFIG-TARGET/
#:   CONFIG=base|all TARGET=generic|ecp5|ice40|all   (default: generic)
#:   TARGET=osu018                     area and speed in the cells of Debian 12's 180 nm library
#:   LIBERTY=file NAND2=cell           the same in a library of your own
synth: ready
	@$(unlock) $(if $(asic),scripts/asic.py --configs $(call quoted,$(CONFIG)) --rtl $(RTL) --out $(B)/asic \
	  --jobs $(call quoted,$(JOBS)) $(call given,LIBERTY NAND2),scripts/synth.py --configs $(call quoted,$(CONFIG)) \
	  --targets $(call quoted,$(or $(TARGET),generic)) --rtl $(RTL) --out $(B)/synth --jobs $(call quoted,$(JOBS)))

#: make synth-check synthesize: latches, loops, undriven nets, memories and the cost of vif, in all configurations
synth-check: ready
	@scripts/synth.py --configs all --rtl $(RTL) --out $(B)/synth --jobs $(call quoted,$(JOBS)) --check

#: make collateral synthesize: SystemRDL, IP-XACT, SDC, and Verilog with flat ports -> build/collateral/CONFIG/
#:   CONFIG=base
collateral: ready
	@$(unlock) .venv/bin/python scripts/collateral.py --config $(call quoted,$(CONFIG)) --out $(B)/collateral

#: make timing synthesize: place and route of the unit between flip-flops on an ECP5-85F -> build/timing/CONFIG/
#:   CONFIG=base FREQ=100 (MHz; status 1 if slower) TRIES=3 (placements; the slowest counts) SEED=n
#:   REPORT=1                          also print the classes of paths that are too slow
timing: ready
	@$(unlock) scripts/timing.py --config $(call quoted,$(CONFIG)) --freq $(call quoted,$(FREQ)) \
	  --seeds $(call quoted,$(TRIES)) --rtl $(RTL) \
	  --out $(B)/timing --jobs $(call quoted,$(JOBS)) $(call given,SEED) $(if $(REPORT),--classes)

#: make netlist-regress regress: run a netlist in lockstep: 20 seeds of 100000 cycles, every scenario, a program
#:   CONFIG=base TARGET=generic|ecp5|ice40 SEEDS=20 CYCLES=100000
netlist-regress: programs
	@$(MAKE) NETLIST=$(call quoted,$(or $(TARGET),generic)) CONFIGS=$(CONFIG) PROFILES=mixed,directed,program \
	  CYCLES=$(call quoted,$(or $(CYCLES),100000)) \
	  SEEDS=$(call quoted,$(if $(filter command line environment,$(origin SEEDS)),$(SEEDS),20)) regress

#: make formal prove: prove the properties of the RTL with SymbiYosys -> build/formal/ (docs/verification.md)
#:   PROOF=name                        one proof: a name, name@configuration, or a pattern
#:   DEPTH=n                           cycles (default: as in the table of proofs)
#:   MUTANTS=1 PROPERTY=name           instead, show that each property fails on its mutants (tb/unit/mutants)
#:     NAMES="name name"               only these mutants
formal: ready
	@$(unlock) python3 $(if $(MUTANTS),tb/unit/mutants/run.py --proofs,scripts/formal.py) \
	  --jobs $(call quoted,$(JOBS)) \
	  $(if $(PROOF),--proof $(call quoted,$(PROOF))) $(if $(PROPERTY),--property $(call quoted,$(PROPERTY))) \
	  $(if $(DEPTH),--depth $(call quoted,$(DEPTH))) \
	  $(if $(MUTANTS),$(call words_of,$(NAMES)))

#: make screenshots maintain: screenshots for the documents: GTKWave, the regression's report -> docs/images/
#:   MUTANT=name                       the mutant whose waveform GTKWave shows
MUTANT := buffer_full_late
screenshots: $(B)/mutants/$(MUTANT)/out/mismatch.fst $(B)/regress/report.html
	@scripts/regress_report.py $(B)/regress >/dev/null
	@scripts/screenshots.sh $< $(B)/regress/report.html docs/images

# If there is no report yet: from a small regression.
$(B)/regress/report.html: | ready
	@$(MAKE) regress SEEDS=2

$(B)/mutants/%/out/mismatch.fst: $(wildcard tb/unit/mutants/*.toml) $(rtl_sources) | ready
	@python3 tb/unit/mutants/run.py --keep $* --build $(B)

#: make figures maintain: draw the documents' figures, the timing diagrams from a run -> docs/figures/
#:   CHECK=1                           compare them with the committed ones instead
figures: $(B)/base/spu-sim $(demo) $(demo_trace)
	@.venv/bin/python scripts/figures.py --simulator $< --out $(B)/figures $(if $(CHECK),--check)

#: make docs-check maintain: check commands, file names, links, requirements and rules in the documents
docs-check: ready
	@BUILD=$(B) .venv/bin/pytest scripts/test/requirements_test.py scripts/test/rules_test.py

#: make demo maintain: recompile the demonstration program and record its trace -> tb/programs/demo/
demo: programs
	@scripts/demo.sh all $(B)

#: make release maintain: run all checks of a release, one after the other (about a day) -> build/release/
#:   CHECK=target                      only this one
release:
	@python3 scripts/release.py --build $(B) $(if $(CHECK),--only $(call quoted,$(CHECK)))

#: make setup install: install everything that any target needs and this machine lacks
setup: ;

#: make generate maintain: make packages, headers and the documents' tables from the tables of facts
generate:
	@scripts/generate.py --write

#: make matrix maintain: list tests, mutants and proofs of requirements, and code of rules -> build/docs/matrix.md
matrix:
	@scripts/generate.py --matrix $(B)/docs/matrix.md

#: make format maintain: run clang-format on the C sources
format: ready
	@.venv/bin/clang-format -i $$(find cmodel tb fpga -name '*.[ch]' -o -name '*.cpp')

#: make clean install: remove build/
clean:
	find $(B) -mindepth 1 -maxdepth 1 ! -name .lock -exec rm -rf {} +

# Setup has already run, when make read scripts/needs.mk.
ready: ;

include scripts/build.mk $(filter-out Makefile,$(makefiles))

-include $(wildcard $(B)/obj/*/tools/*_main.d)

endif
