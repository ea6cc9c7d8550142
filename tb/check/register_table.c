// SPDX-License-Identifier: Apache-2.0
//
// The tables of register_fields.h: facts from the Arm ARM, D24.7 and D24.5.
#include "check/register_fields.h"
#include "stimulus/sysreg.h"

#define WORDS(...) ((const struct register_word[]){__VA_ARGS__, {0, NULL}})
#define F(field, high_bit, low_bit)                 \
  {                                                 \
    .name = field, .high = high_bit, .low = low_bit \
  }
#define W(field, high_bit, low_bit, ...)                                         \
  {                                                                              \
    .name = field, .high = high_bit, .low = low_bit, .words = WORDS(__VA_ARGS__) \
  }
#define BITS(field, high_bit, low_bit)                            \
  {                                                               \
    .name = field, .high = high_bit, .low = low_bit, .bits = true \
  }
#define BIT(field, bit, zero, one) W(field, bit, bit, {0, zero}, {1, one})

// ---------------------------------------------------------------------------------------------------------
// Statistical Profiling

static const struct register_field pmscr_el1[] = {
    W("PCT", 7, 6, {0, "virtual"}, {1, "physical"}, {2, "reserved"}, {3, "guest physical"}),
    BIT("TS", 5, "no timestamp", "timestamp"),
    F("PA", 4, 4),
    F("CX", 3, 3),
    BIT("E1SPE", 1, "not at EL1", "at EL1"),
    BIT("E0SPE", 0, "not at EL0", "at EL0")};

static const struct register_field pmscr_el2[] = {
    W("PCT", 7, 6, {0, "virtual"}, {1, "physical, or as PMSCR_EL1"}, {2, "reserved"}, {3, "guest"}),
    BIT("TS", 5, "no timestamp", "timestamp"),
    F("PA", 4, 4),
    F("CX", 3, 3),
    BIT("E2SPE", 1, "not at EL2", "at EL2"),
    BIT("E0HSPE", 0, "not at EL0 of a host", "at EL0 of a host")};

// What E[n] stands for, D18.2.6 (bits without a word are IMPLEMENTATION DEFINED or unused).
static const struct register_word events[] = {{0, "exception"},
                                              {1, "retired"},
                                              {2, "L1D access"},
                                              {3, "L1D refill"},
                                              {4, "TLB access"},
                                              {5, "TLB walk"},
                                              {6, "not taken"},
                                              {7, "mispredicted"},
                                              {8, "LLC access"},
                                              {9, "LLC miss"},
                                              {10, "remote access"},
                                              {11, "misaligned"},
                                              {16, "transactional"},
                                              {17, "predicate part"},
                                              {18, "predicate empty"},
                                              {19, "L2D access"},
                                              {20, "L2D miss"},
                                              {21, "modified data"},
                                              {22, "recently fetched"},
                                              {23, "snooped"},
                                              {24, "streaming mode"},
                                              {25, "SMCU"},
                                              {0, NULL}};

static const struct register_field event_filter[] = {
    {.name = "E", .high = 63, .low = 0, .bits = true, .words = events}};

static const struct register_field pmsicr[] = {F("ECOUNT", 63, 56), F("COUNT", 31, 0)};

static const struct register_field pmsirr[] = {F("INTERVAL", 31, 8), BIT("RND", 0, "no random", "random")};

static const struct register_field pmsfcr[] = {BIT("ST", 18, "stores rejected", "stores kept"),
                                               BIT("LD", 17, "loads rejected", "loads kept"),
                                               BIT("B", 16, "branches rejected", "branches kept"),
                                               BIT("FDS", 4, "off", "filter by data source"),
                                               BIT("FnE", 3, "off", "filter by inverted event"),
                                               BIT("FL", 2, "off", "filter by latency"),
                                               BIT("FT", 1, "off", "filter by type"),
                                               BIT("FE", 0, "off", "filter by event")};

static const struct register_field pmslatfr[] = {F("MINLAT", 15, 0)};

static const struct register_field pmsidr[] = {
    F("SME", 32, 32),
    F("ALTCLK", 31, 28),
    F("FPF", 27, 27),
    F("EFT", 26, 26),
    F("CRR", 25, 25),
    F("PBT", 24, 24),
    F("Format", 23, 20),
    W("CountSize", 19, 16, {2, "12-bit counters"}, {3, "16-bit counters"}),
    W("MaxSize", 15, 12, {4, "16 bytes"}, {5, "32 bytes"}, {6, "64 bytes"}, {7, "128 bytes"}),
    W("Interval", 11, 8, {0, "256"}, {2, "512"}, {3, "768"}, {4, "1024"}, {5, "1536"}, {6, "2048"},
      {7, "3072"}, {8, "4096"}),
    F("FDS", 7, 7),
    F("FnE", 6, 6),
    BIT("ERnd", 5, "random added at the start", "random added at the end"),
    F("LDS", 4, 4),
    BIT("ArchInst", 3, "micro-operations", "instructions"),
    F("FL", 2, 2),
    F("FT", 1, 1),
    F("FE", 0, 0)};

static const struct register_field pmblimitr[] = {
    F("LIMIT", 63, 12), F("nVM", 7, 7), BIT("PMFZ", 5, "monitors go on", "monitors freeze"),
    W("FM", 2, 1, {0, "Fill mode"}, {1, "reserved"}, {2, "Discard mode"}, {3, "reserved"}),
    BIT("E", 0, "disabled", "enabled")};

static const struct register_field pmbptr[] = {F("PTR", 63, 0)};

static const struct register_field pmbsr[] = {
    BIT("MSS2.TopLevel", 40, "no", "due to TopLevel"),
    BIT("MSS2.AssuredOnly", 39, "no", "due to AssuredOnly"),
    BIT("MSS2.Overlay", 38, "no", "due to an overlay permission"),
    BIT("MSS2.DirtyBit", 37, "no", "due to dirty state"),
    W("EC", 31, 26, {0x00, "other"}, {0x1E, "granule protection check"}, {0x1F, "IMPLEMENTATION DEFINED"},
      {0x24, "stage 1 abort"}, {0x25, "stage 2 abort"}),
    BIT("DL", 19, "complete", "partial record lost"),
    BIT("EA", 18, "none", "External abort"),
    BIT("S", 17, "not stopped", "stopped"),
    BIT("COLL", 16, "none", "collision"),
    {.name = "MSS", .high = 15, .low = 0, .syndrome = true}};

static const struct register_field pmsdsfr[] = {BITS("S", 63, 0)};

static const struct register_field pmbidr[] = {
    F("MaxBuffSize", 47, 32),
    W("EA", 11, 8, {0, "not described"}, {1, "ignored"}, {2, "SError"}),
    F("AddrMode", 7, 6),
    BIT("F", 5, "no flag updates", "flag updates"),
    BIT("P", 4, "programming allowed", "not allowed"),
    F("Align", 3, 0)};

// ---------------------------------------------------------------------------------------------------------
// Performance monitors

static const struct register_field pmcr[] = {
    F("FZS", 32, 32), F("IMP", 31, 24), F("IDCODE", 23, 16),     F("N", 15, 11), F("FZO", 9, 9),
    F("LP", 7, 7),    F("LC", 6, 6),    F("DP", 5, 5),           F("X", 4, 4),   F("D", 3, 3),
    F("C", 2, 2),     F("P", 1, 1),     BIT("E", 0, "off", "on")};

// A bit for the cycle counter and one for each event counter.
static const struct register_field counter_bits[] = {F("C", 31, 31), BITS("P", 30, 0)};

static const struct register_field pmselr[] = {W("SEL", 4, 0, {31, "the cycle counter"})};

static const struct register_field common_events[] = {BITS("IDhi", 63, 32), BITS("ID", 31, 0)};

static const struct register_field pmccntr[] = {F("CCNT", 63, 0)};

static const struct register_field pmevcntr[] = {F("EVCNT", 63, 0)};

static const struct register_field pmuserenr[] = {F("TID", 6, 6), F("IR", 5, 5), F("UEN", 4, 4),
                                                  F("ER", 3, 3),  F("CR", 2, 2), F("SW", 1, 1),
                                                  F("EN", 0, 0)};

static const struct register_field pmmir[] = {F("SME", 28, 28),      F("EDGE", 27, 24),
                                              F("THWIDTH", 23, 20),  F("BUS_WIDTH", 19, 16),
                                              F("BUS_SLOTS", 15, 8), F("SLOTS", 7, 0)};

#define FILTER_BITS \
  F("P", 31, 31), F("U", 30, 30), F("NSK", 29, 29), F("NSU", 28, 28), F("NSH", 27, 27), F("M", 26, 26)

static const struct register_field pmccfiltr[] = {F("VS", 57, 56),  FILTER_BITS,      F("SH", 24, 24),
                                                  F("RLK", 22, 22), F("RLU", 21, 21), F("RLH", 20, 20)};

static const struct register_field pmevtyper[] = {
    F("TC", 63, 61),
    F("TE", 60, 60),
    F("SYNC", 58, 58),
    F("VS", 57, 56),
    F("TLC", 55, 54),
    F("TH", 43, 32),
    FILTER_BITS,
    F("MT", 25, 25),
    F("SH", 24, 24),
    F("RLK", 22, 22),
    F("RLU", 21, 21),
    F("RLH", 20, 20),
    W("evtCount", 15, 0, {0x0000, "SW_INCR"}, {0x0008, "INST_RETIRED"}, {0x0011, "CPU_CYCLES"},
      {0x001E, "CHAIN"}, {0x4000, "SAMPLE_POP"}, {0x4001, "SAMPLE_FEED"}, {0x4002, "SAMPLE_FILTRATE"},
      {0x4003, "SAMPLE_COLLISION"}, {0x8123, "SAMPLE_BUFFER_FULL"}, {0x812A, "SAMPLE_FEED_BR"},
      {0x812B, "SAMPLE_FEED_LD"}, {0x812C, "SAMPLE_FEED_ST"}, {0x812D, "SAMPLE_FEED_OP"},
      {0x812E, "SAMPLE_FEED_EVENT"}, {0x812F, "SAMPLE_FEED_LAT"})};

// PMSWINC_EL0 has no bit for the cycle counter.
static const struct register_field pmswinc[] = {BITS("P", 30, 0)};

// ---------------------------------------------------------------------------------------------------------

#define ROW(register_name, fields)                                                     \
  {                                                                                    \
#register_name, SYSREG_##register_name, fields, sizeof(fields) / sizeof(fields)[0] \
  }
#define FIRST(register_name, addr, fields)                          \
  {                                                                 \
    register_name, addr, fields, sizeof(fields) / sizeof(fields)[0] \
  }

const struct register_layout register_layouts[] = {
    ROW(PMSCR_EL1, pmscr_el1),
    ROW(PMSCR_EL12, pmscr_el1),
    ROW(PMSCR_EL2, pmscr_el2),
    ROW(PMSNEVFR_EL1, event_filter),
    ROW(PMSICR_EL1, pmsicr),
    ROW(PMSIRR_EL1, pmsirr),
    ROW(PMSFCR_EL1, pmsfcr),
    ROW(PMSEVFR_EL1, event_filter),
    ROW(PMSLATFR_EL1, pmslatfr),
    ROW(PMSIDR_EL1, pmsidr),
    ROW(PMBLIMITR_EL1, pmblimitr),
    ROW(PMBPTR_EL1, pmbptr),
    ROW(PMBSR_EL1, pmbsr),
    ROW(PMSDSFR_EL1, pmsdsfr),
    ROW(PMBIDR_EL1, pmbidr),
    ROW(PMCR_EL0, pmcr),
    ROW(PMCNTENSET_EL0, counter_bits),
    ROW(PMCNTENCLR_EL0, counter_bits),
    ROW(PMOVSCLR_EL0, counter_bits),
    ROW(PMOVSSET_EL0, counter_bits),
    ROW(PMINTENSET_EL1, counter_bits),
    ROW(PMINTENCLR_EL1, counter_bits),
    ROW(PMSWINC_EL0, pmswinc),
    ROW(PMSELR_EL0, pmselr),
    ROW(PMCEID0_EL0, common_events),
    ROW(PMCEID1_EL0, common_events),
    ROW(PMCCNTR_EL0, pmccntr),
    ROW(PMXEVTYPER_EL0, pmevtyper),
    ROW(PMXEVCNTR_EL0, pmevcntr),
    ROW(PMUSERENR_EL0, pmuserenr),
    ROW(PMMIR_EL1, pmmir),
    ROW(PMCCFILTR_EL0, pmccfiltr),
    FIRST("PMEVCNTR<n>_EL0", PMU_SYSREG_ADDR(3, 14, 8, 0), pmevcntr),
    FIRST("PMEVTYPER<n>_EL0", PMU_SYSREG_ADDR(3, 14, 12, 0), pmevtyper),
};
const size_t register_layout_count = sizeof register_layouts / sizeof register_layouts[0];
