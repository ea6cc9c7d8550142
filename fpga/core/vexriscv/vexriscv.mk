# SPDX-License-Identifier: Apache-2.0
#
# VexRiscv beside the unit on a board: its Verilog, which is fetched, and the program that it runs.

vexriscv_verilog := .tools/core/pythondata-cpu-vexriscv-1.0.1.post407/pythondata_cpu_vexriscv/verilog/VexRiscv_Full.v
vexriscv_rtl := $(patsubst %,fpga/core/vexriscv/%,$(shell sed '/^ *\/\//d' fpga/core/vexriscv/files.f))
fpga_sim_designs += ulx3s-85f-vexriscv
fpga_design_ulx3s-85f-vexriscv := $(vexriscv_verilog) $(vexriscv_rtl) $(ulx3s_clock) \
  fpga/boards/ulx3s-85f/top_vexriscv.sv

# The version is in its path: what is there is right.
$(vexriscv_verilog): | ready
	@$(call step,FETCH,VexRiscv) scripts/core_sources.py pythondata-cpu-vexriscv

# Bare metal, freestanding: it has its own start, and nothing of a C library but memcpy() and memset(), which it brings.
vexriscv_program := $(B)/fpga/ulx3s-85f-vexriscv/program.elf
vexriscv_software := $(wildcard fpga/core/vexriscv/software/*.S fpga/core/vexriscv/software/*.c) \
  $(wildcard tb/core/software/spu_driver*.c)
$(vexriscv_program): $(vexriscv_software) fpga/core/vexriscv/software/link.ld \
  $(wildcard fpga/core/vexriscv/software/*.h tb/core/software/*.h) \
  $(MODEL)/spu_sysreg.h | ready
	@$(call step,CC,$@) mkdir -p $(@D) && riscv64-unknown-elf-gcc -std=gnu11 -march=rv32im_zicsr -mabi=ilp32 \
	  -mcmodel=medany -O2 -g \
	  -ffreestanding -fno-builtin -msmall-data-limit=0 -Wall -Wextra -Werror -I $(MODEL) -I tb \
	  -I fpga/core/vexriscv/software \
	  -nostdlib -static -Wl,--build-id=none,--no-warn-rwx-segments,-T,fpga/core/vexriscv/software/link.ld -o $@ \
	  $(vexriscv_software) -lgcc

# Runs the program on the simulated board, and checks what it profiled of itself.
fpga-sim-vexriscv: $(FPGA_SIMS)/ulx3s-85f-vexriscv/fpga-sim $(B)/bin/spu-host $(B)/bin/spe-dump $(vexriscv_program)
	@fpga/core/vexriscv/session.sh '$(B)' $(if $(NOISE),--noise $(call quoted,$(NOISE))) $(call given,SEED)

$(B)/fpga/ulx3s-85f-vexriscv/built: $(fpga_sources) $(vexriscv_rtl) $(vexriscv_verilog) fpga/files.f rtl/files.f \
  fpga/core/vexriscv/files.f scripts/fpga.py scripts/synthesis/shares.py $(wildcard fpga/boards/ulx3s-85f/*)
	@mkdir -p $(@D)
	@$(call step,FPGA,ulx3s-85f-vexriscv (minutes)) python3 scripts/fpga.py build --board ulx3s-85f \
	  --core vexriscv --build $(B) \
	  $(if $(SEED),--seed $(call quoted,$(SEED))) >/dev/null
	@touch $@
.PHONY: fpga-sim-vexriscv

# Tested where it can be: where the core has been fetched, and a compiler for it is there.
vexriscv_there = $(and $(wildcard $(vexriscv_verilog)),$(shell command -v riscv64-unknown-elf-gcc))
test: $(if $(filter test,$(MAKECMDGOALS)),$(if $(vexriscv_there),$(FPGA_SIMS)/ulx3s-85f-vexriscv/fpga-sim \
  $(vexriscv_program)))
$(UNIT_DIR)/fpga_core_bus_test $(UNIT_DIR)/fpga_vexriscv_report_test $(UNIT_DIR)/fpga_vexriscv_adapter_test: \
  $(vexriscv_rtl)
