# SPDX-License-Identifier: Apache-2.0
#
# What a real core runs: $(B)/core/software/supervisor.elf, and programs for it: demo.elf, faults.elf, pack.elf.
# virt.elf is the supervisor for QEMU's board `virt`, without the unit. The files are the same wherever they are built.

software := $(B)/core/software
software_home := tb/core/software
program_names := demo faults pack
software_programs := $(program_names:%=$(software)/%.elf)
.PHONY: core-software
core-software: $(software)/supervisor.elf $(software)/virt.elf $(software_programs)

# GCC's RV64IMAC of the specification before Zicsr and Zifencei had names: picolibc is there for that name.
riscv_gcc := riscv64-unknown-elf-gcc --specs=picolibc.specs -march=rv64imac -misa-spec=2.2 -mabi=lp64 -mcmodel=medany
riscv_flags := -O2 -ffile-prefix-map=$(CURDIR)=. -I $(MODEL) -I tb -MMD -MP
riscv_warnings := -g -std=c11 -Wall -Wextra -Wconversion -Werror
riscv_compile = @$(call step,CC,$<) mkdir -p $(@D) && $(riscv_gcc) $(riscv_flags) $(1) -c $< -o $@
riscv_link = @$(call step,LINK,$@) $(riscv_gcc) -nostartfiles -static -Wl,--build-id=none -T $(filter %.ld,$^) -o $@ \
  $(filter %.o,$^)

# The supervisor; machine.c or virt.c is what is around it.
supervisor_objects := $(patsubst %,$(software)/%.o,start access console pages profile program spu_driver \
  spu_driver_mmio supervisor)
virt_objects := $(patsubst %/start.o,%/virt_start.o,$(supervisor_objects)) $(software)/virt.o
program_objects := $(patsubst $(software_home)/%,$(software)/%.o,$(basename $(wildcard $(software_home)/user/*.[cS] \
  $(software_home)/programs/*.[cS])))
$(software)/supervisor.elf: $(supervisor_objects) $(software)/machine.o $(software_home)/supervisor.ld
	$(riscv_link)
$(software)/virt.elf: $(virt_objects) $(software_home)/supervisor.ld
	$(riscv_link)

$(software)/%.o: $(software_home)/%.c | ready
	$(call riscv_compile,$(riscv_warnings) \
	  $(if $(filter programs/% user/%,$*),-DPICOLIBC_INTEGER_PRINTF_SCANF,-ffreestanding \
	  -fno-tree-loop-distribute-patterns))
$(software)/%.o: $(software_home)/%.S | ready
	$(call riscv_compile)
# With the timer of that board, and the exceptions that CVA6 delegates.
$(software)/virt_start.o: $(software_home)/start.S | ready
	$(call riscv_compile,-DMACHINE_MTIME=0x200BFF8 -DMACHINE_MTIMECMP=0x2004000 -DDELEGATED_EXCEPTIONS=0xB109)

# Programs.
runtime_of_programs := $(software)/user/crt0.o $(software)/user/runtime.o
$(software)/demo.elf: $(software)/programs/demo.o
$(software)/faults.elf: $(software)/programs/faults.o $(software)/programs/traps.o
$(software)/pack.elf: $(software)/programs/pack.o $(software)/lz4/lz4.o $(software)/lz4/lz4hc.o
$(software_programs): $(runtime_of_programs) $(software_home)/user/user.ld
	@$(call step,LINK,$@) $(riscv_gcc) -DPICOLIBC_INTEGER_PRINTF_SCANF -nostartfiles -static -Wl,--build-id=none \
	  -T $(filter %.ld,$^) \
	  -o $@ $(filter %.o,$^)
	@# perf takes these symbols for functions
	@riscv64-unknown-elf-objcopy --wildcard --strip-symbol '$$x*' --strip-symbol '$$d*' $@

# LZ4 is PyPI's: its warnings are not ours.
lz4 := .tools/core/lz4-$(shell sed -n 's/^lz4==\([^ ]*\) .*/\1/p' scripts/requirements-core-sources.txt)
lz4_sources := $(addprefix $(lz4)/lz4libs/,lz4.c lz4hc.c)
$(lz4)/.sha256: scripts/requirements-core-sources.txt scripts/core_sources.py | ready
	@$(call step,FETCH,$(lz4)) scripts/core_sources.py lz4 && touch $@
$(lz4_sources): $(lz4)/.sha256 ;
$(software)/lz4/%.o: $(lz4)/lz4libs/%.c
	$(call riscv_compile,-g -w)
$(software)/programs/pack.o: private riscv_flags += -isystem $(lz4)/lz4libs
$(software)/programs/pack.o: $(lz4)/.sha256

-include $(patsubst %.o,%.d,$(supervisor_objects) $(virt_objects) $(software)/machine.o $(program_objects) \
  $(patsubst %,$(software)/lz4/%.o,lz4 lz4hc))
