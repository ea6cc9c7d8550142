# SPDX-License-Identifier: Apache-2.0
#
# An unmodified Linux whose CPUs have this unit (docs/linux.md): the plugin, and the guest.

linux := tb/linux
linux_out := $(B)/linux
# The core model and its dependencies.
linux_core := $(wildcard tb/programs/core/*.c tb/programs/a64/a64*.c) \
  $(addprefix tb/unit/,env/page_map.c env/pe_pins.c util/error.c util/rng.c util/text.c)
# Sources of both plugins; of the model as the unit; of the RTL as the unit, with the testbench's checks.
linux_common := $(wildcard $(linux)/qemu/*.c) $(addprefix $(linux)/unit/,count.c plugin.c record_file.c unit.c) \
  $(linux_core) $(spu_sources) $(config_table).c
linux_model := $(linux)/unit/model.c
linux_rtl := $(linux)/unit/rtl.c $(wildcard $(addprefix tb/unit/,check/*.c report/*.c stimulus/events/*.c)) \
  $(addprefix tb/unit/,stimulus/op_pins.c dut/tracker.c env/axi_memory.c env/mmu.c util/names.c util/typed_number.c) \
  $(B)/gen/register_layouts.c
linux_objects = $(patsubst %.c,$(linux_out)/obj/%.o,$(1))

$(linux_out)/obj/%.o: %.c | ready $(facts)
	@$(call step,CC,$<) mkdir -p $(@D) && gcc $(CFLAGS) -fPIC -fvisibility=hidden -MMD -MP -c $< -o $@

-include $(patsubst %.o,%.d,$(call linux_objects,$(linux_common) $(linux_model) $(linux_rtl)))

$(linux_out)/spe.so: $(call linux_objects,$(linux_common) $(linux_model))
	@$(call step,LINK,$@) gcc -shared -o $@ $^ -lm -ldl

# The Verilated unit and Verilator's runtime, compiled again as position-independent code for a shared library.
$(linux_out)/runtime/%.o: $(verilator_version)
	@$(call step,CXX,$*.cpp of Verilator) mkdir -p $(@D) && \
	  g++ -std=gnu++20 -O1 -fPIC $(VERILATED_FLAGS) -c $(B)/verilator/include/$*.cpp -o $@
	@objcopy $(addprefix --weaken-symbol=,$(replaceable)) $@
define linux_verilated
$(linux_out)/%/$(1).o: $(VERILATED)/%/obj/groups
	@$$(call step,CXX,$$@) mkdir -p $$(@D) && \
	  $(2) -fPIC $$(VERILATED_FLAGS) -I $$(<D) -c $$(<D)/$(1).cpp -o $$@
endef
$(foreach n,0 1,$(eval $(call linux_verilated,fast$(n),$$(CXX_FAST) $$(OPT_FAST))))
$(foreach n,0 1,$(eval $(call linux_verilated,slow$(n),$$(CXX_FAST) $$(OPT_SLOW))))
$(eval $(call linux_verilated,wave0,$$(CXX_WAVE)))
$(linux_out)/%/dut.o: tb/unit/dut/dut.cpp $(VERILATED)/%/obj/groups $(facts)
	@$(call step,CXX,$< ($*)) mkdir -p $(@D) && g++ -std=c++17 -O2 -fPIC -Wall -Wextra -Werror -I $(MODEL) \
	  -I tb -I $(B) -I $(VERILATED)/$*/obj $(verilated_use) -DSPU_CONFIG_NAME='"$*"' -DSPU_NETLIST_NAME='""' \
	  -c $< -o $@
$(linux_out)/%/spe-rtl.so: $(addprefix $(linux_out)/%/,fast0.o fast1.o slow0.o slow1.o wave0.o dut.o) \
  $(addprefix $(linux_out)/runtime/verilated,.o _threads.o _fst_c.o) $(call linux_objects,$(linux_common) $(linux_rtl))
	@$(call step,LINK,$@) g++ -shared -Wl,-Bsymbolic -o $@ $^ -lz -llz4 -lpthread -ldl

# The unit's test, linked with the RTL and with an implementation that fails.
linux_unit_test := $(B)/obj/linux/test/linux_unit_test.o $(B)/obj/linux/unit/rtl.o
units: $(UNIT_DIR)/rtl/linux_unit_test
$(UNIT_DIR)/rtl/linux_unit_test: $(linux_unit_test) $(call unit_objects,base) $(SIMS)/base/dut.o $(runtime) \
  $(runtime_waves) $(B)/lib/libtest.a $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) g++ -o $@ $^ -lcmocka $(LDLIBS) -llz4
c-units: $(UNIT_DIR)/failing/linux_unit_test
$(UNIT_DIR)/failing/linux_unit_test: $(linux_unit_test) $(B)/obj/programs/test/failing_dut.o $(B)/lib/libtest.a \
  $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ -lcmocka $(LDLIBS)

spe_plugin = $(linux_out)/$(if $(filter rtl,$(UNIT)),$(CONFIG)/spe-rtl,spe).so

#: make linux try: boot an unmodified Debian arm64 Linux whose CPUs have this unit: perf record -e arm_spe_0//
#:   RUN="command"  CONFIG=base  CPUS=1..8  KERNEL=6.12|6.1|Image  EL2=1 (docs/linux.md)
#:   SHARE=dir                         folder that appears as /mnt/share in the guest
#:   ICOUNT=1                          the same run every time
#:   QEMU=build/linux/qemu-system-aarch64   the QEMU of make linux-qemu, if the distribution's is refused
#:   UNIT=rtl WAVES=file FROM=n TO=n   the RTL is the unit, in lockstep with the model
linux: $(spe_plugin)
	@$(unlock) $(linux)/linux.py --home $(linux_out) --plugin $(spe_plugin) --config $(call quoted,$(CONFIG)) \
	  $(call given,CPUS KERNEL QEMU SHARE RUN UNIT WAVES FROM TO) $(if $(EL2),--el2) $(if $(ICOUNT),--icount)

#: make linux-qemu try: build a QEMU that the unit can join, from Debian 13's source -> build/linux/qemu-system-aarch64
linux-qemu: | ready
	@$(unlock) $(linux)/build_qemu.py --home $(linux_out) --jobs $(call quoted,$(JOBS))

#: make linux-test regress: run perf and Linux's driver on each configuration and kernel, and compare the results
#:   MACHINES="name name"              only these (an unknown name lists them)
linux-test: $(linux_out)/spe.so $(foreach c,base v9.6,$(linux_out)/$(c)/spe-rtl.so) $(B)/bin/spe-dump
	@BUILD=$(B) MACHINES=$(call quoted,$(MACHINES)) .venv/bin/pytest -c /dev/null --rootdir . \
	  tb/linux/test/guest_results.py \
	  -n $(call quoted,$(JOBS)) --dist loadgroup --junitxml=$(linux_out)/junit.xml
