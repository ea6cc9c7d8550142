# SPDX-License-Identifier: Apache-2.0
#
# The example of spu_checker: only the files that README.md lists for users with another unit, none of the testbench.

#: make checker-example try: run spu_checker on a unit whose ports have other names, without the testbench
#:   it must find no mismatch, and must find a mutant (cmodel/checker/README.md)
#:   NAMES="name name"                 these mutants  CYCLES=100000 SEED=1

CHECKER := $(B)/checker
checker_home := $(MODEL)/checker
checker_mutant := record_end_before_timestamp
checker_sv := $(addprefix $(checker_home)/,spu_checker_pkg.sv spu_checker.sv $(addprefix example/,acme_profiler.sv \
  acme_check.sv acme_tb.sv))
checker_objects := $(addprefix $(CHECKER)/,spu_checker_dpi.o spu_checker_writes.o)
# The unit, or a copy with a mutant.
checker_rtl = $(if $(filter unit,$(1)),$(RTL),$(CHECKER)/$(1)/rtl)

$(checker_objects): $(CHECKER)/%.o: $(checker_home)/%.c $(verilator_version) | ready
	@$(call step,CC,$<) mkdir -p $(@D) && gcc -std=c11 -O2 -g -Wall -Wextra -Wconversion -Werror -I $(MODEL) \
	  -isystem $(B)/verilator/include/vltstd -MMD -MP -c $< -o $@
-include $(checker_objects:.o=.d)
checker_library := $(CHECKER)/libspu_checker.a
$(checker_library): $(checker_objects)
	@rm -f $@ && ar rcs $@ $^

# In the unit, assertions check that the stimulus keeps the rules; mutants have none, since the checker must find them.
$(CHECKER)/%/obj/groups: $(checker_sv) $(rtl_sources) rtl/files.f scripts/waivers.vlt $(verilator) \
  $$(if $$(filter unit,$$*),,scripts/mutant.py $(wildcard tb/unit/mutants/*.toml)) | ready
	@$(call step,VERILATE,checker: $*) rm -rf $(CHECKER)/$* && mkdir -p $(@D) && \
	  $(if $(filter unit,$*),:,scripts/mutant.py $* $(CHECKER)/$*/rtl)
	@verilator --cc --main --timing -Wno-lint -Wno-style $(if $(filter unit,$*),--assert) -O3 --prefix Vacme \
	  --top-module acme_tb \
	  --Mdir $(@D) scripts/waivers.vlt $(patsubst $(RTL)/%,$(call checker_rtl,$*)/%,$(rtl_sources)) \
	  $(checker_sv) >/dev/null
	@scripts/verilated.py $(@D) Vacme 1

# The run is short, so compile time dominates.
$(CHECKER)/%.o: private OPT_FAST := -O0
$(CHECKER)/%.o: private VERILATED_FLAGS += -std=gnu++20

$(CHECKER)/%/acme: $(CHECKER)/%/obj/fast0.o $(CHECKER)/%/obj/slow0.o $(checker_library) $(runtime) \
  $(B)/verilator/verilated_timing.o $(LIB)/libspu.a
	@$(call step,LINK,$@) g++ -o $@ $^ -lpthread

checker_names := $(or $(NAMES),$(checker_mutant))
checker-example: $(if $(filter checker-example,$(MAKECMDGOALS)),$(patsubst %,$(CHECKER)/%/acme,unit $(checker_names)))
	@$(unlock) for name in unit $(call words_of,$(checker_names)); do \
	  wrong=0; $(CHECKER)/$$name/acme +cycles=$(or $(CYCLES),100000) +seed=$(or $(SEED),1) || wrong=1; \
	  [ $$wrong = $$([ $$name = unit ] && echo 0 || echo 1) ] || { echo "$$name: unexpected result" >&2; exit 1; }; \
	  done

# A unit test of the C side: its library comes before the model that it uses.
$(UNIT_DIR)/checker_test: override LDLIBS := $(checker_library) $(LIB)/libspu_inside.a $(LDLIBS)
$(UNIT_DIR)/checker_test: $(checker_library)
$(B)/obj/unit/test/model/checker_test.o: CFLAGS += -isystem $(B)/verilator/include/vltstd
$(B)/obj/unit/test/model/checker_test.o: $(verilator_version)

# scripts/test/checker_example_test.py runs these.
test: $(patsubst %,$(CHECKER)/%/acme,unit $(checker_mutant) access_el2_register_at_el1 axi_burst_too_far)
