# SPDX-License-Identifier: Apache-2.0
#
# The host program and the simulated boards.

#: make fpga-sim board: a board in simulation, tested by spu-host; it compares records with the model
#:   BOARD=hx8k (or ulx3s-85f)  NOISE=rate  SEED=n
#:   BOARD=ulx3s-85f CORE=vexriscv     a core that profiles a program of its own, checked against the program
#: make spu-host board: the program that talks to a board -> build/bin/spu-host

CFLAGS += -I fpga

fpga_sim_boards := hx8k ulx3s-85f
fpga_sim_board = $(if $(filter command environment override,$(firstword $(origin BOARD))),$(or \
  $(filter $(BOARD),$(fpga_sim_boards)),$(error \
  no board $(call quoted,$(BOARD)) (there are: $(fpga_sim_boards)))),hx8k)
host_objects := $(patsubst fpga/%.c,$(B)/obj/fpga/%.o,$(filter-out %_main.c,$(wildcard fpga/host/*.c)))
fpga_sim_objects := $(patsubst fpga/%.c,$(B)/obj/fpga/%.o,$(wildcard fpga/sim/*.c))
libs_spu-host := $(B)/lib/libhost.a $(B)/lib/libtb.a
main_spu-host := $(B)/obj/fpga/host/spu_host_main.o

$(B)/obj/fpga/%.o: fpga/%.c | ready $(facts)
	$(call compile)

$(B)/lib/libhost.a: $(host_objects)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^

spu-host: $(B)/bin/spu-host
$(B)/bin/spu-host: $(main_spu-host) $(libs_spu-host) $(LIB)/libspu.a
	@mkdir -p $(@D)
	@$(call step,LINK,$@) gcc -o $@ $^ $(LDLIBS)

# The unit tests of the host: its library comes before those that it uses.
host_units := $(filter $(UNIT_DIR)/host_%,$(units))
$(host_units): override LDLIBS := $(B)/lib/libhost.a $(B)/lib/libtb.a $(LIB)/libspu_inside.a $(LDLIBS)
$(host_units): $(B)/lib/libhost.a

# Simulated boards: build/fpga/<design>/fpga-sim. A design is a board, or BOARD-CORE.
FPGA_SIMS := $(B)/fpga
fpga_rtl := $(patsubst %,fpga/%,$(shell sed '/^ *\/\//d' fpga/files.f))
fpga_standins := $(wildcard fpga/sim/*.sv)
fpga_sim_designs := $(fpga_sim_boards)
# What each has beside the unit and bringup; the last is its top.
fpga_design_hx8k := fpga/boards/hx8k/top.sv
ulx3s_clock := fpga/boards/ulx3s-85f/ulx3s_clock.sv fpga/boards/ulx3s-85f/ulx3s_clock_reset.sv
fpga_design_ulx3s-85f := $(ulx3s_clock) fpga/boards/ulx3s-85f/top.sv
include fpga/core/vexriscv/vexriscv.mk
# Clocks of a bit of the serial line: the design's top says how fast its clock and the line are.
clocks_per_bit = awk '/ClockHz *[=(]/ && !hz {hz = $$0} /[.]Baud/ {baud = $$0} \
  END {gsub(/[^0-9]/, "", hz); gsub(/[^0-9]/, "", baud); print hz / baud}' $(lastword $(fpga_design_$(1)))

$(fpga_sim_designs:%=$(FPGA_SIMS)/%/obj/groups): $(FPGA_SIMS)/%/obj/groups: $(rtl_sources) $(fpga_rtl) \
  $(fpga_standins) \
  $$(fpga_design_$$*) scripts/waivers.vlt fpga/waivers.vlt $(verilator) | ready
	@$(call step,VERILATE,$*) rm -rf $(@D) && mkdir -p $(@D)
	@verilator --cc -Wno-lint -Wno-style --assert -O3 --x-assign fast --x-initial unique --prefix Vtop \
	  --top-module top --Mdir $(@D) \
	  scripts/waivers.vlt fpga/waivers.vlt $(rtl_sources) $(fpga_rtl) $(fpga_standins) $(fpga_design_$*) >/dev/null
	@scripts/verilated.py $(@D) Vtop 1

$(fpga_sim_designs:%=$(FPGA_SIMS)/%/board_sim.o): $(FPGA_SIMS)/%/board_sim.o: fpga/sim/board_sim.cpp \
  fpga/sim/board_sim.h \
  $(FPGA_SIMS)/%/obj/groups
	@$(call step,CXX,$< ($*)) mkdir -p $(@D) && g++ -std=c++17 -O2 -g -Wall -Wextra -Werror -I fpga \
	  -I $(FPGA_SIMS)/$*/obj \
	  $(verilated_use) -DFPGA_BOARD_NAME='"$*"' \
	  -DFPGA_CLOCKS_PER_BIT=$$($(call clocks_per_bit,$*)) -c $< -o $@

fpga_sims := $(fpga_sim_boards:%=$(FPGA_SIMS)/%/fpga-sim)
$(fpga_sim_designs:%=$(FPGA_SIMS)/%/fpga-sim): $(FPGA_SIMS)/%/fpga-sim: $(FPGA_SIMS)/%/obj/fast0.o \
  $(FPGA_SIMS)/%/obj/slow0.o \
  $(FPGA_SIMS)/%/board_sim.o $(fpga_sim_objects) $(runtime) $(B)/lib/libtb.a
	@$(call step,LINK,$@) g++ -o $@ $(filter %.o,$^) $(B)/lib/libtb.a $(LDLIBS)

# Starts the board of this name, tests it, and prints how to use it.
ifeq ($(CORE),)
fpga-sim: $(if $(filter fpga-sim,$(MAKECMDGOALS)),$(FPGA_SIMS)/$(fpga_sim_board)/fpga-sim $(B)/bin/spu-host programs)
	@fpga/sim/session.sh '$(fpga_sim_board)' '$(B)' $(if $(NOISE),--noise $(call quoted,$(NOISE))) \
	  $(call given,SEED)
else
fpga-sim: $(if $(filter fpga-sim,$(MAKECMDGOALS)),fpga-sim-$(fpga_core)$(if $(fpga_design),))
endif

test: $(fpga_sims) $(B)/bin/spu-host

-include $(host_objects:.o=.d) $(fpga_sim_objects:.o=.d) $(B)/obj/fpga/host/spu_host_main.d
