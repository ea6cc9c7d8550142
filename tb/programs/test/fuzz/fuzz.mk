# SPDX-License-Identifier: Apache-2.0
#
# Fuzz targets: build/fuzz/<target>, with clang's sanitizers and libFuzzer. `make fuzz` runs them.

FUZZ_FLAGS := -std=c11 -O2 -g -Wall -Wextra -Wconversion -Wno-sign-conversion -Werror -I $(MODEL) -I tb -I $(B) \
  -fno-omit-frame-pointer \
  -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

# The sources under test, by target.
fuzz_perf := $(addprefix tb/programs/perf/,functions.c perf_data_read.c perf_elf.c perf_file.c spe_record.c) \
  $(MODEL)/decode.c tb/unit/util/elf_file.c tb/unit/util/error.c
fuzz_stream := $(fuzz_perf) $(addprefix tb/programs/perf/,spe_bolt.c spe_damage.c spe_print.c) \
  tb/unit/util/json.c
fuzz_perf_data := $(fuzz_perf)
fuzz_elf := $(fuzz_perf)
fuzz_trace := tb/programs/trace/trace.c tb/unit/util/error.c
fuzz_events := $(addprefix tb/unit/stimulus/events/events,.c _fields.c _names.c _read.c _write.c) \
  $(addprefix tb/unit/util/,names.c typed_number.c error.c)

$(B)/fuzz/obj/%.o: %.c | ready $(facts)
	@$(call step,CLANG,$<) mkdir -p $(@D) && clang $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

.SECONDEXPANSION:
$(fuzzers): $(B)/fuzz/%: $(B)/fuzz/obj/tb/programs/test/fuzz/%_fuzz.o \
  $$(patsubst $$(percent).c,$(B)/fuzz/obj/$$(percent).o,$$(fuzz_$$*))
	@$(call step,LINK,$@) clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(LDLIBS)

-include $(shell find $(B)/fuzz/obj -name '*.d' 2>/dev/null)
