# SPDX-License-Identifier: Apache-2.0
#
# An unmodified Linux whose CPUs have this unit (docs/linux.md): the plugin, and the guest.

linux := tb/linux
linux_out := $(B)/linux
spe_plugin := $(linux_out)/spe.so
# The core model, and what it needs.
linux_core := $(addprefix tb/env/,branch_predictor.c cache.c code_map.c core.c core_events.c core_flush.c core_marked.c core_model.c \
  core_window.c execution.c page_map.c pe_pins.c tlb.c) $(wildcard tb/workload/a64*.c) \
  $(addprefix tb/util/,error.c rng.c text.c)
linux_sources := $(wildcard $(linux)/qemu/*.c $(linux)/unit/*.c) $(linux_core) $(spu_sources) $(config_table).c
linux_objects := $(linux_sources:%.c=$(linux_out)/obj/%.o)

$(linux_out)/obj/%.o: %.c | ready $(facts)
	@$(call step,CC,$<) mkdir -p $(@D) && gcc $(CFLAGS) -fPIC -fvisibility=hidden -MMD -MP -c $< -o $@

-include $(linux_objects:.o=.d)

$(spe_plugin): $(linux_objects)
	@$(call step,LINK,$@,0.2) gcc -shared -o $@ $^ -lm -ldl

#: make linux try: an unmodified Debian arm64 Linux whose CPUs have this unit: perf record -e arm_spe_0//
#:   RUN="command"  CONFIG=base  CPUS=1..8  KERNEL=6.12|6.1|Image  EL2=1 (docs/linux.md)
#:   SHARE=dir                         is /mnt/share in the guest
#:   ICOUNT=1                          the same run every time
linux: $(spe_plugin)
	@$(unlock) $(linux)/linux.py --home $(linux_out) --plugin $(spe_plugin) --config $(call quoted,$(CONFIG)) $(call given,CPUS KERNEL SHARE RUN) \
	  $(if $(EL2),--el2) $(if $(ICOUNT),--icount)
