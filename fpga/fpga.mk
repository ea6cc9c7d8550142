# SPDX-License-Identifier: Apache-2.0
#
# The FPGA bring-up: bitstreams and how they get onto a board.

fpga_boards := $(notdir $(patsubst %/,%,$(dir $(wildcard fpga/boards/*/top.sv))))
fpga_sources := $(rtl_sources) $(patsubst %,fpga/%,$(shell sed '/^ *\/\//d' fpga/files.f))
fpga_cores := vexriscv
fpga_boards_vexriscv := ulx3s-85f
# A board's name, if there is such a board.
fpga_board = $(or $(filter $(BOARD),$(fpga_boards)),$(error no board $(call quoted,$(BOARD)) \
  (there are: $(fpga_boards))))
# A core beside the unit, if there is such a core and it is for that board.
fpga_core = $(if $(CORE),$(or $(filter $(CORE),$(fpga_cores)),$(error no core $(call quoted,$(CORE)) \
  (there are: $(fpga_cores)))))
fpga_design = $(fpga_board)$(if $(fpga_core),$(if $(filter $(fpga_board),$(fpga_boards_$(fpga_core))),,$(error \
  core $(fpga_core) is for $(fpga_boards_$(fpga_core))))-$(fpga_core))
fpga_out = $(B)/fpga/$(fpga_design)
fpga_chosen = --board $(fpga_board) $(if $(fpga_core),--core $(fpga_core)) --build $(B)

#: make fpga board: a bitstream, what it uses of the FPGA and how fast it could be -> build/fpga/BOARD/
#:   BOARD=ulx3s-85f|hx8k  SEED=n (of placing)
#:   CORE=vexriscv                     with that core beside the unit (ulx3s-85f), which is fetched
fpga: $(if $(filter fpga,$(MAKECMDGOALS)),$(fpga_out)/built)
	@python3 scripts/fpga.py report $(fpga_chosen)

#: make program board: loads the bitstream into the FPGA of the board on USB
#:   BOARD=ulx3s-85f|hx8k CORE=vexriscv SEED=n
#:   FLASH=1 (into the flash memory, so that the board starts with it)
program: $(if $(filter program,$(MAKECMDGOALS)),$(fpga_out)/built)
	@python3 scripts/fpga.py program $(fpga_chosen) $(if $(FLASH),--flash)

$(fpga_boards:%=$(B)/fpga/%/built): $(B)/fpga/%/built: $(fpga_sources) fpga/files.f rtl/files.f scripts/fpga.py \
  $(wildcard fpga/boards/*/*)
	@mkdir -p $(@D)
	@$(call step,FPGA,$* (minutes)) python3 scripts/fpga.py build --board $* --build $(B) \
	  $(if $(SEED),--seed $(call quoted,$(SEED))) >/dev/null
	@touch $@

# The unit tests of its modules include them.
$(UNIT_DIR)/fpga_link_test $(UNIT_DIR)/fpga_player_test $(UNIT_DIR)/fpga_run_control_test: $(fpga_sources)
