# SPDX-License-Identifier: Apache-2.0
#
# The host program and the simulated boards.

#: make fpga-sim board: simulate a board; spu-host tests it and compares its records with the model's
#:   BOARD=hx8k (or ulx3s-85f)  NOISE=rate  SEED=n
#: make spu-host board: make the program that talks to a board -> build/bin/spu-host

CFLAGS += -I fpga

fpga_sim_boards := hx8k ulx3s-85f
fpga_sim_board = $(if $(filter command environment override,$(firstword $(origin BOARD))),$(or \
  $(filter $(BOARD),$(fpga_sim_boards)),$(error \
  no board $(call quoted,$(BOARD)) (there are: $(fpga_sim_boards)))),hx8k)
expect_objects := $(patsubst fpga/%.c,$(B)/obj/fpga/%.o,$(wildcard fpga/expect/*.c))
fpga_sim_objects := $(patsubst fpga/%.c,$(B)/obj/fpga/%.o,$(wildcard fpga/sim/*.c))

$(B)/obj/fpga/%.o: fpga/%.c | ready $(facts)
	$(call compile)

$(B)/bin/spu-expect: $(expect_objects) $(B)/lib/libtb.a $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

# One zipped file for Debian's Python, for which pyserial is packaged. It calls programs in its own folder.
spu-host: $(B)/bin/spu-host
$(B)/bin/spu-host: $(wildcard fpga/host/*.py) | $(B)/bin/spu-expect $(B)/bin/spe-dump
	@$(call step,ZIP,$@) python3 -m zipapp fpga/host --python /usr/bin/python3 --output $@

# Simulated boards: build/fpga/BOARD/fpga-sim.
FPGA_SIMS := $(B)/fpga
fpga_rtl := $(patsubst %,fpga/%,$(shell sed '/^ *\/\//d' fpga/files.f))
fpga_standins := $(wildcard fpga/sim/*.sv)
# Sources of each board besides the unit and bringup; the last is its top.
fpga_design_hx8k := fpga/boards/hx8k/top.sv
fpga_design_ulx3s-85f := $(patsubst %,fpga/boards/ulx3s-85f/%.sv,ulx3s_clock top)
# Cycles per bit of the serial line, from the clock frequency and the baud rate in the design's top.
clocks_per_bit = awk '/ClockHz *[=(]/ && !hz {hz = $$0} /[.]Baud/ {baud = $$0} \
  END {gsub(/[^0-9]/, "", hz); gsub(/[^0-9]/, "", baud); print hz / baud}' $(lastword $(fpga_design_$(1)))

$(fpga_sim_boards:%=$(FPGA_SIMS)/%/obj/groups): $(FPGA_SIMS)/%/obj/groups: $(rtl_sources) $(fpga_rtl) \
  $(fpga_standins) \
  $$(fpga_design_$$*) scripts/waivers.vlt fpga/waivers.vlt $(verilator) | ready
	@$(call step,VERILATE,$*) rm -rf $(@D) && mkdir -p $(@D)
	@verilator --cc -Wno-lint -Wno-style --assert -O3 --x-assign fast --x-initial unique --prefix Vtop \
	  --top-module top --Mdir $(@D) \
	  scripts/waivers.vlt fpga/waivers.vlt $(rtl_sources) $(fpga_rtl) $(fpga_standins) $(fpga_design_$*) >/dev/null
	@scripts/verilated.py $(@D) Vtop 1

$(fpga_sim_boards:%=$(FPGA_SIMS)/%/board_sim.o): $(FPGA_SIMS)/%/board_sim.o: fpga/sim/board_sim.cpp \
  fpga/sim/board_sim.h \
  $(FPGA_SIMS)/%/obj/groups
	@$(call step,CXX,$< ($*)) mkdir -p $(@D) && g++ -std=c++17 -O2 -g -Wall -Wextra -Werror -I fpga \
	  -I $(FPGA_SIMS)/$*/obj \
	  $(verilated_use) -DFPGA_BOARD_NAME='"$*"' \
	  -DFPGA_CLOCKS_PER_BIT=$$($(call clocks_per_bit,$*)) -c $< -o $@

fpga_sims := $(fpga_sim_boards:%=$(FPGA_SIMS)/%/fpga-sim)
$(fpga_sim_boards:%=$(FPGA_SIMS)/%/fpga-sim): $(FPGA_SIMS)/%/fpga-sim: $(FPGA_SIMS)/%/obj/fast0.o \
  $(FPGA_SIMS)/%/obj/slow0.o \
  $(FPGA_SIMS)/%/board_sim.o $(fpga_sim_objects) $(runtime) $(B)/lib/libtb.a
	@$(call step,LINK,$@) g++ -o $@ $(filter %.o,$^) $(B)/lib/libtb.a $(LDLIBS)

# Starts the board of this name, tests it, and prints how to use it.
fpga-sim: $(if $(filter fpga-sim,$(MAKECMDGOALS)),$(FPGA_SIMS)/$(fpga_sim_board)/fpga-sim $(B)/bin/spu-host programs)
	@fpga/sim/session.sh '$(fpga_sim_board)' '$(B)' $(if $(NOISE),--noise $(call quoted,$(NOISE))) \
	  $(call given,SEED)

test: $(fpga_sims) $(B)/bin/spu-host

-include $(expect_objects:.o=.d) $(fpga_sim_objects:.o=.d)
