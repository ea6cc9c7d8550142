# SPDX-License-Identifier: Apache-2.0
#
# The software of a real core: $(B)/core/software/supervisor.elf and its programs, demo.elf and faults.elf. The build is
# reproducible: the files are the same on every machine.

software := $(B)/core/software
software_home := tb/cores/software
program_names := demo faults
software_programs := $(program_names:%=$(software)/%.elf)
.PHONY: core-software
core-software: $(software)/supervisor.elf $(software_programs)

# RV64IMAC of the ISA specification 2.2, which still includes Zicsr and Zifencei: picolibc is installed under that name.
riscv_gcc := riscv64-unknown-elf-gcc --specs=picolibc.specs -march=rv64imac -misa-spec=2.2 -mabi=lp64 -mcmodel=medany
riscv_flags := -O2 -ffile-prefix-map=$(CURDIR)=. -I $(MODEL) -I tb -MMD -MP
riscv_warnings := -g -std=c11 -Wall -Wextra -Wconversion -Werror
riscv_compile = @$(call step,CC,$<) mkdir -p $(@D) && $(riscv_gcc) $(riscv_flags) $(1) -c $< -o $@

supervisor_objects := $(patsubst %,$(software)/%.o,start machine pages profile spu_driver spu_driver_mmio supervisor)
program_objects := $(patsubst $(software_home)/%,$(software)/%.o,$(basename $(wildcard $(software_home)/user/*.[cS] \
  $(software_home)/programs/*.[cS])))
$(software)/supervisor.elf: $(supervisor_objects) $(software_home)/supervisor.ld
	@$(call step,LINK,$@) $(riscv_gcc) -nostartfiles -static -Wl,--build-id=none -T $(filter %.ld,$^) -o $@ \
	  $(filter %.o,$^)

$(software)/%.o: $(software_home)/%.c | ready
	$(call riscv_compile,$(riscv_warnings) \
	  $(if $(filter programs/% user/%,$*),-DPICOLIBC_INTEGER_PRINTF_SCANF,-ffreestanding \
	  -fno-tree-loop-distribute-patterns))
$(software)/%.o: $(software_home)/%.S | ready
	$(call riscv_compile)

# User programs.
runtime_of_programs := $(software)/user/crt0.o $(software)/user/runtime.o
$(software)/demo.elf: $(software)/programs/demo.o
$(software)/faults.elf: $(software)/programs/faults.o $(software)/programs/traps.o
$(software_programs): $(runtime_of_programs) $(software_home)/user/user.ld
	@$(call step,LINK,$@) $(riscv_gcc) -DPICOLIBC_INTEGER_PRINTF_SCANF -nostartfiles -static -Wl,--build-id=none \
	  -T $(filter %.ld,$^) \
	  -o $@ $(filter %.o,$^)
	@# perf takes these symbols for functions
	@riscv64-unknown-elf-objcopy --wildcard --strip-symbol '$$x*' --strip-symbol '$$d*' $@

# The programs of make accuracy.
$(B)/accuracy/rv64/%.elf: tb/programs/bottlenecks/bottlenecks.c $(runtime_of_programs) $(software_home)/user/user.ld
	@$(call step,CC,$@) mkdir -p $(@D) && $(riscv_gcc) $(filter-out -MMD -MP,$(riscv_flags)) $(riscv_warnings) \
	  $(call bottleneck,$*) -fno-tree-loop-distribute-patterns -nostartfiles -static -Wl,--build-id=none \
	  -T $(filter %.ld,$^) -o $@ $(filter-out %.ld,$^)

-include $(patsubst %.o,%.d,$(supervisor_objects) $(program_objects))
