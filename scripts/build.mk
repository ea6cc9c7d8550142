# SPDX-License-Identifier: Apache-2.0
#
# Rules that compile and Verilate.

# ---------------------------------------------------------------------------------------------------------
# C: libspu.a is the model, libtb.a the testbench; files named *_main.c are programs

# GCC copies a struct with a string instruction that is slow to start; a call to the C library's memcpy is faster.
copy_by_call := $(if $(filter x86_64,$(shell uname -m)),-mstringop-strategy=libcall)
CFLAGS := -std=c11 -O2 -g $(copy_by_call) -Wall -Wextra -Wconversion -Werror -I $(MODEL) -I tb -I $(B) $(EXTRA_CFLAGS)
LDLIBS := -lelf -lz -lm -lpthread $(EXTRA_LDFLAGS)

spu_sources := $(wildcard $(MODEL)/*.c)
tb_sources := $(wildcard \
  $(foreach d,util dut env stimulus stimulus/* check report cover tools,tb/unit/$(d)/*.c) \
  $(foreach d,a64 trace recorder core stimulus perf tools,tb/programs/$(d)/*.c) tb/cores/*.c tb/linux/unit/*.c) \
  tb/cores/software/spu_driver.c
unit_sources := $(wildcard tb/*/test/*_test.c tb/*/test/*/*_test.c)
spu_objects := $(patsubst $(MODEL)/%.c,$(LIB)/cmodel/%.o,$(spu_sources)) $(LIB)/$(notdir $(config_table)).o
tb_objects := $(patsubst tb/%.c,$(B)/obj/%.o,$(filter-out %_main.c,$(tb_sources))) $(B)/obj/register_layouts.o

MODEL_CFLAGS :=
# Link-time optimization of spu-sim, over the code that runs in every cycle. It takes seconds, so LTO= turns it off for
# a program that runs once; it leaves no trace in the libraries.
LTO := $(if $(EXTRA_CFLAGS)$(MODEL_CFLAGS)$(COVERAGE)$(NETLIST),,1)
without_lto := objcopy --remove-section '.gnu.lto_*'
compile = @$(call step,CC,$<) mkdir -p $(@D) && \
  gcc $(CFLAGS) $(if $(LTO),$(if $(filter $<,$(cycle_sources)),-flto -ffat-lto-objects)) $(1) -MMD -MP -c $< -o $@

$(LIB)/cmodel/%.o: $(MODEL)/%.c | ready
	$(call compile,-fvisibility=hidden $(MODEL_CFLAGS))

$(LIB)/$(notdir $(config_table)).o: $(config_table).c | ready
	$(call compile,-fvisibility=hidden)

$(B)/obj/%.o: tb/%.c | ready $(facts)
	$(call compile)

# Generates all files from the tables of facts. A file whose contents do not change keeps its time, so nothing that
# depends on it is rebuilt. Fails if the committed files do not match the tables.
$(B)/gen/facts: scripts/generate.py docs/requirements.toml scripts/configurations.mk \
  rtl/spu_config_pkg.sv cmodel/spu_config.h \
  $(wildcard scripts/facts/*.py rtl/data/*.toml tb/unit/test/exhaustive/*.toml tb/cores/core_trace.toml) | ready
	@scripts/generate.py --build $(@D) && touch $@
# Order-only with make -n, which cannot know that the files keep their times.
$(facts) $(config_table).c: $(if $(dry),|) $(B)/gen/facts ;

$(B)/obj/register_layouts.o: $(B)/gen/register_layouts.c | ready
	$(call compile)

# The library is one object that exports only what spu.h declares. Tests of its internals, and programs that compare it
# with the unit block by block, link the objects (libspu_inside.a).
$(LIB)/libspu.a: $(spu_objects)
	@rm -f $@ && ld -r -o $(@D)/spu.o $^ && $(without_lto) --localize-hidden $(@D)/spu.o && ar rcs $@ $(@D)/spu.o

$(LIB)/libspu_inside.a: $(spu_objects)
	@rm -f $@ && ar rcs $@ $^ && $(without_lto) $@

$(B)/lib/libtb.a: $(tb_objects)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^ && $(without_lto) $@

# Objects that several tests of the testbench share.
test_objects := $(patsubst \
  tb/%.c,$(B)/obj/%.o,$(filter-out %_test.c,$(wildcard tb/unit/test/*.c tb/unit/test/bench/*.c)))
$(B)/lib/libtest.a: $(test_objects)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^

-include $(spu_objects:.o=.d) $(tb_objects:.o=.d)

# ---------------------------------------------------------------------------------------------------------
# Verilated code

# Verilator's runtime, compiled once for all programs. A program may define its own vl_stop() and VL_PRINTF_MT().
replaceable := _Z7vl_stopPKciS0_ _Z12VL_PRINTF_MTPKcz
runtime := $(addprefix $(B)/verilator/,verilated.o verilated_threads.o)
runtime_waves := $(B)/verilator/verilated_fst_c.o
runtime_coverage := $(B)/verilator/verilated_cov.o
# Rebuilt when Verilator's version or the list of replaced symbols changes.
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
# Flags for code that includes Verilator's headers, and for code that Verilator generates.
verilated_use = -isystem $(B)/verilator/include -isystem $(B)/verilator/include/vltstd -DVL_TIME_CONTEXT -DVM_SC=0 \
  -DVM_COVERAGE=$(if $(COVERAGE),1,0) -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0
VERILATED_FLAGS = -w $(verilated_use)

# Verilator's code is compiled in a few groups of files (scripts/verilated.py). clang++, if installed, compiles the code
# of every cycle: it takes a third of g++'s time, and the code is as fast or faster. The shell looks for it when a
# recipe runs, because make may start before any compiler is installed. The rest of the code runs once.
CXX_FAST ?= $$(command -v clang++ || echo g++)
OPT_FAST := -O2
OPT_SLOW := -O0 -fno-exceptions
# clang++ takes eight times as long as g++ to optimize the few long functions that write a waveform.
CXX_WAVE := g++ -Og
verilated_step = $(call step,CXX,$@) $(1) $(VERILATED_FLAGS) -I $(@D) -c $(@:.o=.cpp) -o $@
define verilated_group
%/fast$(1).o: %/groups
	@$$(call verilated_step,$$(CXX_FAST) $$(OPT_FAST))
%/slow$(1).o: %/groups
	@$$(call verilated_step,$$(CXX_FAST) $$(OPT_SLOW))
endef
%/wave0.o: %/groups
	@$(call verilated_step,$(CXX_WAVE))
verilated_groups := 0 1 2 3 4 5 6 7
$(foreach n,$(verilated_groups),$(eval $(call verilated_group,$(n))))
verilated_objects = $(foreach n,$(wordlist 1,$(2),$(verilated_groups)),$(1)/fast$(n).o $(1)/slow$(n).o)

# ---------------------------------------------------------------------------------------------------------
# Unit tests: those of all rooms of tb/ and of fpga/

.SECONDEXPANSION:
# In C: one program per file.
units := $(patsubst %.c,$(UNIT_DIR)/%,$(notdir $(unit_sources)))
object_of = $(patsubst tb/%.c,$(B)/obj/%.o,$(filter %/$(1).c,$(2)))
# -O1 takes two thirds of the time of -O2; the code under test keeps the flags that its users get.
$(patsubst tb/%.c,$(B)/obj/%.o,$(unit_sources)): private CFLAGS += -O1
.PHONY: units c-units programs
units: c-units
c-units: $(units)
$(units): $(UNIT_DIR)/%: $$(call object_of,$$*,$(unit_sources)) $(B)/lib/libtest.a $(B)/lib/libtb.a \
  $(LIB)/libspu_inside.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $(filter %.o,$^) $(filter %.a,$^) -lcmocka $(LDLIBS)

-include $(patsubst tb/%.c,$(B)/obj/%.d,$(wildcard tb/*/test/*.c tb/*/test/*/*.c))

# Unit tests in SystemVerilog: NAME_test.sv, with the model's side in NAME_model.c.
sv_sources := $(wildcard tb/unit/test/*/*_test.sv fpga/test/*_test.sv)
sv_units := $(patsubst %.sv,$(UNIT_DIR)/%,$(notdir $(sv_sources)))
sv_models := $(wildcard tb/unit/test/*/*_model.c)
units: $(sv_units)
$(sv_units:%=%.obj/groups): $(UNIT_DIR)/%_test.obj/groups: $$(filter $$(percent)/$$*_test.sv,$(sv_sources)) \
  $(rtl_sources) scripts/waivers.vlt $(verilator) | ready
	@$(call step,VERILATE,$<) rm -rf $(@D) && mkdir -p $(@D) && verilator \
	  --cc --main --timing -Wno-lint -Wno-style -Wno-INITIALDLY $(ASSERT) \
	  -I$(FPGA_IN) -O3 --prefix Vunit --top-module $*_test --Mdir $(@D) \
	  scripts/waivers.vlt $(rtl_sources) $< >/dev/null
	@scripts/verilated.py $(@D) Vunit 1

# -Og compiles in less than half the time of -O1, and these tests run for a second.
$(sv_units:%=%.obj/fast0.o) $(sv_units:%=%.obj/slow0.o): private CXX_FAST := g++ -std=gnu++20
$(sv_units:%=%.obj/fast0.o): private OPT_FAST := -Og
$(sv_units): $(UNIT_DIR)/%_test: $(UNIT_DIR)/%_test.obj/fast0.o $(UNIT_DIR)/%_test.obj/slow0.o \
  $$(call object_of,$$*_model,$(sv_models)) $(LIB)/libspu_inside.a \
  $(runtime) $(B)/verilator/verilated_timing.o
	@$(call step,LINK,$@) g++ -o $@ $(filter %.o,$^) $(LIB)/libspu_inside.a $(LDLIBS)
