// SPDX-License-Identifier: Apache-2.0
//
// The cores that a recording can name: their numbers, and when spu-sim refuses one.

#include <string.h>

#include "programs/core/core_model.h"
#include "programs/tools/sim_options.h"
#include "programs/tools/sim_source.h"
#include "spu.h"
#include "unit/test/test.h"

static const char *help_of(const char *option)
{
  for (size_t i = 0; i < sim_program.count; i++) {
    if (sim_program.rows[i].name != NULL && strcmp(sim_program.rows[i].name, option) == 0) {
      return sim_program.rows[i].help;
    }
  }
  return "";
}

// As in perf: implementer and part number in MIDR_EL1[31:24] and [15:4], codes of L1, L2, system cache, DRAM.
TEST(cores_have_the_numbers_that_perf_knows)
{
  static const struct {
    const char *name;
    uint64_t implementer;
    uint64_t part;
    uint16_t source[4];
  } known[] = {{"neoverse-n1", 0x41, 0xD0C, {0, 8, 11, 14}},
               {"neoverse-n2", 0x41, 0xD49, {0, 8, 11, 14}},
               {"neoverse-v1", 0x41, 0xD40, {0, 8, 11, 14}},
               {"ampere1a", 0xC0, 0xAC4, {8, 9, 3, 7}}};
  char names[128] = "";
  struct text text = {names, sizeof names, 0};
  core_model_names(&text);
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    const struct core_model *model = core_model_find(known[i].name);
    assert_non_null(model);
    assert_int_equal(model->midr, known[i].implementer << 24 | 0xF << 16 | known[i].part << 4);
    assert_memory_equal(model->source, known[i].source, sizeof known[i].source);
    assert_non_null(strstr(names, known[i].name));
    assert_non_null(strstr(help_of("perf-midr"), known[i].name));
  }
  assert_null(core_model_find("none"));
  assert_int_equal(core_model_default.midr, 0xF0000);
  assert_memory_equal(core_model_default.source, known[0].source, sizeof known[0].source);
}

// A reader would take a missing Data Source for the code 0.
TEST(core_needs_data_sources)
{
  struct sim_options options = {.stimulus = SIM_PROGRAM,
                                .workload = "no/such/program",
                                .trace = "no/such/trace",
                                .model = core_model_find("neoverse-n1"),
                                .interval = 1024};
  struct spu_config config;
  struct sim_source source;
  struct tb_error error = {""};
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  assert_false(sim_source_open(&source, &options, &config, &error));
  assert_string_equal(error.text, "no/such/trace: No such file or directory");
  config.source_bytes = 0;
  error.text[0] = '\0';
  assert_false(sim_source_open(&source, &options, &config, &error));
  assert_string_equal(error.text,
                      "--perf-midr neoverse-n1: this configuration's records have no Data Source");
  options.model = NULL;
  error.text[0] = '\0';
  assert_false(sim_source_open(&source, &options, &config, &error));
  assert_string_equal(error.text, "no/such/trace: No such file or directory");
}
