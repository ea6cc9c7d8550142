# SPDX-License-Identifier: Apache-2.0
#
# Refuses unknown configurations, targets and files, and installs what the goals need.

unknown := $(filter-out $(ALL_CONFIGS) $(if $(filter synth,$(MAKECMDGOALS)),all) \
  $(if $(filter install%,$(MAKECMDGOALS)),none),$(CONFIG) $(CONFIGS))
ifneq ($(unknown),)
  $(error no configuration $(firstword $(unknown)) (there are: $(ALL_CONFIGS)))
endif
ifneq ($(words $(CONFIG)),1)
  $(error CONFIG='$(CONFIG)': must be one configuration (there are: $(ALL_CONFIGS)))
endif
# TARGET has its own values for each of these. They are checked before anything is installed.
fuzz_targets := $(patsubst tb/programs/test/fuzz/%_fuzz.c,%,$(wildcard tb/programs/test/fuzz/*_fuzz.c))
known_fuzz := $(fuzz_targets)
known_netlist-regress := generic ecp5 ice40
known_synth := $(known_netlist-regress) osu018
asic := $(if $(filter synth,$(MAKECMDGOALS)),$(LIBERTY)$(filter osu018,$(TARGET)))
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

# A program runs under QEMU unless there is a trace of it; the trace of the demonstration program is committed.
executes := $(if $(filter program,$(STIMULUS)),$(if $(TRACE),,$(WORKLOAD)))
program_set := $(if $(executes),workload) $(if $(NETLIST),synth)

# The sets of scripts/setup.sh that each user target needs; empty: none.
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
sets_synth := synth $(if $(asic),$(if $(LIBERTY),asic,osu018))
sets_synth-check := synth
sets_collateral := collateral
sets_timing := synth
sets_netlist-regress := synth regress
sets_formal := formal
sets_fpga := fpga
sets_program := program
sets_fpga-sim := host
sets_spu-host := host
sets_checker-example := sim
sets_screenshots := screenshots
sets_figures := figures
sets_docs-check := pytest
sets_demo := sim demo
sets_accuracy := sim demo
sets_generate := python
sets_matrix := python
sets_install := install $(if $(install_configs),sim)
sets_uninstall := python
sets_format := format
sets_release := test slurm
sets_clean :=
sets_dist :=
# make setup: the sets of all targets.
targets := $(patsubst sets_%,%,$(filter sets_%,$(.VARIABLES)))
sets_setup := $(sort $(foreach target,$(targets),$(sets_$(target))))

# Other goals are files and groups of files; the first pattern that matches gives their set.
file_sets := $(B)/core/%:core core-software:core $(B)/fuzz/%:fuzz $(B)/fpga/%/built:fpga $(B)/netlist/%:synth \
  $(B)/mutate/%:synth $(B)/unit/%:test units:test c-units:test \
  $(B)/accuracy/rv64/%:core $(B)/accuracy/aarch64/%:demo \
  programs:workload installable:install %:sim
needs_of = $(if $(filter undefined,$(origin sets_$(1))),$(word \
  2,$(subst :, ,$(firstword $(foreach rule,$(file_sets),$(if \
  $(filter $(firstword $(subst :, ,$(rule))),$(1)),$(rule)))))),$(sets_$(1)))

# Installed here, before make runs any rule, so that no rule can forget it. setup.sh keeps no record: it probes, which
# takes milliseconds. Not with make -n.
needed := $(sort $(foreach goal,$(MAKECMDGOALS),$(call needs_of,$(goal))))
ifneq ($(if $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),,$(needed)),)
  $(shell scripts/setup.sh $(needed) >&2)
  ifneq ($(.SHELLSTATUS),0)
    $(error something that this needs is missing)
  endif
endif
