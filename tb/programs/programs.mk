# SPDX-License-Identifier: Apache-2.0
#
# From a program to records: programs, QEMU's plugin, the demonstration program.

# Programs that need no Verilated unit.
bins := $(addprefix $(B)/bin/,spe-trace a64-classify spe-dump perf-data)
$(bins): $(B)/bin/%: $(B)/obj/programs/tools/$$(subst -,_,$$*)_main.o $(B)/lib/libtb.a $(B)/lib/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

$(eval $(call unit_program,spu-shrink,programs/tools/spu_shrink_main))
$(eval $(call unit_program,spu-sim,programs/tools/spu_sim_main,$(LTO)))

# spu-sim and spu-shrink with a unit that fails (tb/programs/test/failing_dut.c).
failing := $(addprefix $(UNIT_DIR)/failing/spu-,sim shrink)
c-units: $(failing)
$(failing): $(UNIT_DIR)/failing/spu-%: $(B)/obj/programs/tools/spu_%_main.o \
  $(B)/obj/programs/test/failing_dut.o \
  $(B)/lib/libtest.a $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

# ---------------------------------------------------------------------------------------------------------
# Workloads: QEMU's plugin that records what a program executes, and the demonstration program

plugin := $(B)/lib/spe_trace_plugin.so
# The QEMU that setup unpacks if the release has another version (scripts/setup.sh): launch.c looks for it beside the
# plugin.
qemu := $(wildcard .tools/qemu/bin/qemu-aarch64)
programs: $(B)/bin/spu-config $(bins) $(plugin) $(demo) $(demo_trace) $(qemu:%=$(B)/lib/qemu-aarch64)

$(B)/lib/qemu-aarch64: $(qemu)
	@mkdir -p $(@D) && ln -sfn $(abspath $<) $@

$(plugin): $(wildcard tb/programs/recorder/plugin/*.c tb/programs/a64/*.c) \
  tb/programs/trace/trace_writer.c tb/unit/util/error.c | ready
	@$(call step,CC,$@) mkdir -p $(@D) && gcc $(CFLAGS) -fPIC -shared -fvisibility=hidden -o $@ $(filter %.c,$^) -lz

$(plugin): $(wildcard tb/programs/recorder/plugin/*.h tb/programs/a64/*.h tb/programs/trace/*.h tb/unit/util/*.h)

# Written under another name until complete.
whole = mkdir -p $(@D) && $(1) >$@.$$$$ && mv $@.$$$$ $@

$(demo): tb/programs/demo/demo.elf
	@$(call whole,cat $<) && chmod +x $@

$(demo_trace): tb/programs/demo/demo.trace.xz | ready
	@$(call whole,xz -dc $<)

# The programs of make accuracy, which are named by their bottleneck and, after a dash, how many times they do their
# work; beside a real core: tb/cores/software/software.mk.
upper = $(shell echo $(1) | tr a-z A-Z)
bottleneck = -DBOTTLENECK=$(call upper,$(firstword $(subst -, ,$(1)))) -DTIMES=$(or $(word 2,$(subst -, ,$(1))),1)
$(B)/accuracy/aarch64/%.elf: tb/programs/bottlenecks/bottlenecks.c | ready
	@$(call step,CC,$@) mkdir -p $(@D) && aarch64-linux-gnu-gcc -std=c11 -O2 -g -Wall -Wextra -Wconversion -Werror \
	  -march=armv8.1-a -ffreestanding -nostdlib -static -no-pie -fno-tree-loop-distribute-patterns \
	  -fno-unwind-tables -fno-asynchronous-unwind-tables -Wl,--build-id=none \
	  $(call bottleneck,$*) -o $@ $<
