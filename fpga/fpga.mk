# SPDX-License-Identifier: Apache-2.0
#
# The FPGA bring-up: makes bitstreams and loads them into a board.

fpga_boards := $(notdir $(patsubst %/,%,$(dir $(wildcard fpga/boards/*/top.sv))))
fpga_sources := $(rtl_sources) $(patsubst %,fpga/%,$(shell sed '/^ *\/\//d' fpga/files.f))
# BOARD, if there is a board of this name.
fpga_board = $(or $(filter $(BOARD),$(fpga_boards)),$(error no board $(call quoted,$(BOARD)) \
  (there are: $(fpga_boards))))

#: make fpga board: make a bitstream, and report its size and maximum frequency -> build/fpga/BOARD/
#:   BOARD=ulx3s-85f|hx8k  SEED=n (for placement)
fpga: $(if $(filter fpga,$(MAKECMDGOALS)),$(B)/fpga/$(fpga_board)/built)
	@python3 scripts/fpga.py report --board $(fpga_board) --build $(B)

#: make program board: load the bitstream into the FPGA over USB
#:   BOARD=ulx3s-85f|hx8k SEED=n
#:   FLASH=1 (into the flash memory, from which the board starts)
program: $(if $(filter program,$(MAKECMDGOALS)),$(B)/fpga/$(fpga_board)/built)
	@python3 scripts/fpga.py program --board $(fpga_board) --build $(B) $(if $(FLASH),--flash)

$(fpga_boards:%=$(B)/fpga/%/built): $(B)/fpga/%/built: $(fpga_sources) fpga/files.f rtl/files.f scripts/fpga.py \
  $(wildcard fpga/boards/*/*)
	@mkdir -p $(@D)
	@$(call step,FPGA,$* (minutes)) python3 scripts/fpga.py build --board $* --build $(B) \
	  $(if $(SEED),--seed $(call quoted,$(SEED))) >/dev/null
	@touch $@

# The unit tests of its modules include them.
$(patsubst %,$(UNIT_DIR)/fpga_%_test.obj/groups,link player run_control): $(fpga_sources)
