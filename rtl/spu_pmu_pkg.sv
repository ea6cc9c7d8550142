// SPDX-License-Identifier: Apache-2.0
//
// Types of the performance monitors, decoding of event numbers, and the ranges of the event counters (Arm ARM D13,
// D14). Field and value names are Arm's.

package spu_pmu_pkg;
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;

  // Event counters are 0 to 30; 31 is the cycle counter in every register with a bit for each counter.
  localparam int unsigned Counters = 32;
  localparam int unsigned CycleCounter = 31;

  // Registers that the blocks read. Bits and elements of unimplemented counters are zero.
  typedef struct packed {
    pmcr_t       pmcr;       // C, P, N and RES0 fields are zero
    logic [31:0] pmcnten;
    logic [31:0] pminten;
    logic [31:0] pmovs;
    logic [4:0]  sel;        // PMSELR_EL0.SEL
    pmuserenr_t  pmuserenr;  // UEN and TID are zero before FEAT_PMUv3p9
    logic [31:0] pmuacr;
    pmecr_t      pmecr;      // zero without FEAT_EBEP
    pmevtyper_t  pmccfiltr;
    pmevtyper_t [MaxEventCounters-1:0] pmevtyper;
  } pmu_regs_t;

  // -------------------------------------------------------------------------------------------------------
  // Answer to an access (spu_pmu_access).

  typedef struct packed {
    logic                claimed;  // the encoding is a register of the performance monitors
    verdict_e            verdict;
    logic [5:0]          ec;       // EC of a trap, else 0
    pmu_target_t         reached;  // the register, if AccessOk and not RAZ/WI
    logic [Counters-1:0] at;       // one-hot: n of PMEVCNTR<n> and PMEVTYPER<n>
    // Counters that PMUSERENR_EL0 and PMUACR_EL1 leave accessible, regardless of MDCR_EL2.HPMN: in registers with a bit
    // for each counter, and in PMSWINC_EL0.
    logic [Counters-1:0]         user_mask;
    logic [MaxEventCounters-1:0] user_increment_mask;
  } pmu_access_t;

  // -------------------------------------------------------------------------------------------------------
  // Counter updates of one cycle; spu_pmu_counters applies them in the next.

  // The events of one counter.
  typedef struct packed {
    logic       counts;         // otherwise the others have no meaning
    logic [3:0] number;         // number of occurrences to count
    logic       chain;          // it counts overflows of the counter before it; number is 1
    logic       long_overflow;  // it overflows at bit 63, not at bit 31
  } increment_t;

  // A direct write. Each mask has a bit for each counter; bit 31 is the cycle counter.
  typedef struct packed {
    logic [31:0] load;         // counters that take the value wdata
    logic        low_half;     // only bits [31:0] of the value are written
    logic [63:0] wdata;
    logic [31:0] set_flags;    // overflow flags to set
    logic [31:0] clear_flags;  // overflow flags to clear
  } counter_write_t;

  // -------------------------------------------------------------------------------------------------------
  // Events that the unit generates itself (event numbers: spu_sysreg_pkg).

  // An event of the unit in any configuration. A core's event list must not contain it.
  function automatic bit own_event(logic [15:0] number);
    return number inside {EventCpuCycles, EventChain, EventSamplePop, EventSampleFeed, EventSampleFiltrate,
                          EventSampleCollision, EventSampleFeedDs, EventSampleBufferFull, EventSampleFeedBr,
                          EventSampleFeedLd, EventSampleFeedSt, EventSampleFeedOp, EventSampleFeedEvent,
                          EventSampleFeedLat, EventSampleFeedFp, EventSampleFeedSimd};
  endfunction

  function automatic bit lists_own_event(pmu_event_list_t core_events);
    for (int unsigned n = 0; n < MaxPmuEvents; n++) begin
      if (own_event(core_events[n])) return 1'b1;
    end
    return 1'b0;
  endfunction

  function automatic bit lists_event_twice(pmu_event_list_t core_events);
    for (int unsigned n = 0; n < MaxPmuEvents; n++) begin
      for (int unsigned m = 0; m < n; m++) begin
        if (core_events[n] != '0 && core_events[n] == core_events[m]) return 1'b1;
      end
    end
    return 1'b0;
  endfunction

  // A half of PMCEID0_EL0 or PMCEID1_EL0 (D24.5.4): a bit for each of the 32 events from `first` on, 1 if implemented.
  // The registers cover events 0x0000 to 0x003F and 0x4000 to 0x403F.
  function automatic logic [31:0] common_event_ids(pmu_event_list_t core_events, logic [15:0] first);
    logic [31:0] ids;
    for (int unsigned i = 0; i < 32; i++) begin
      ids[i] = (first + 16'(i)) inside {EventSwIncr, EventCpuCycles, EventChain, EventSamplePop, EventSampleFeed,
                                        EventSampleFiltrate, EventSampleCollision};
      for (int unsigned n = 0; n < MaxPmuEvents; n++) begin
        if (core_events[n] == first + 16'(i)) ids[i] = 1'b1;
      end
    end
    return ids;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Decoding of a counter's evtCount, done once, when it is written: a bit for each event, so that selecting an event
  // is one level of AND-OR.

  // The unit's own events (pmu_events_t).
  typedef enum logic [3:0] {
    SpePop        = 4'd0,
    SpeFeed       = 4'd1,
    SpeFiltrate   = 4'd2,
    SpeCollision  = 4'd3,
    SpeBufferFull = 4'd4,
    SpeFeedBr     = 4'd5,
    SpeFeedLd     = 4'd6,
    SpeFeedSt     = 4'd7,
    SpeFeedOp     = 4'd8,
    SpeFeedEvent  = 4'd9,
    SpeFeedLat    = 4'd10,
    SpeFeedDs     = 4'd11,
    SpeFeedFp     = 4'd12,
    SpeFeedSimd   = 4'd13
  } spe_event_e;
  localparam int unsigned SpeEvents = 14;

  typedef struct packed {
    logic                    chain;    // CHAIN
    logic                    cycles;   // CPU_CYCLES; also with CHAIN, which counts one in a cycle with an overflow
    logic                    sw_incr;  // SW_INCR
    logic [SpeEvents-1:0]    spe;      // by spe_event_e
    logic [MaxPmuEvents-1:0] core;     // by pin
  } event_source_t;

  // An unimplemented event number decodes to no event.
  function automatic event_source_t event_source(logic [15:0] evt_count, pmu_event_list_t core_events,
                                                 int unsigned spe_version, bit have_fds,
                                                 bit have_eft);
    event_source_t source;
    bit            v1p2, v1p4;
    v1p2   = (spe_version >= 2);
    v1p4   = (spe_version >= 4);
    source = '0;
    for (int unsigned n = 0; n < MaxPmuEvents; n++) begin
      source.core[n] = (core_events[n] != '0 && evt_count == core_events[n]);
    end
    source.cycles = evt_count inside {EventCpuCycles, EventChain};
    unique case (evt_count)
      EventSwIncr:           source.sw_incr = 1'b1;
      EventChain:            source.chain = 1'b1;
      EventSamplePop:        source.spe[SpePop] = 1'b1;
      EventSampleFeed:       source.spe[SpeFeed] = 1'b1;
      EventSampleFiltrate:   source.spe[SpeFiltrate] = 1'b1;
      EventSampleCollision:  source.spe[SpeCollision] = 1'b1;
      EventSampleFeedDs:     if (have_fds) source.spe[SpeFeedDs] = 1'b1;
      EventSampleBufferFull: if (v1p4) source.spe[SpeBufferFull] = 1'b1;
      EventSampleFeedBr:     if (v1p2) source.spe[SpeFeedBr] = 1'b1;
      EventSampleFeedLd:     if (v1p2) source.spe[SpeFeedLd] = 1'b1;
      EventSampleFeedSt:     if (v1p2) source.spe[SpeFeedSt] = 1'b1;
      EventSampleFeedOp:     if (v1p2) source.spe[SpeFeedOp] = 1'b1;
      EventSampleFeedEvent:  if (v1p2) source.spe[SpeFeedEvent] = 1'b1;
      EventSampleFeedLat:    if (v1p2) source.spe[SpeFeedLat] = 1'b1;
      EventSampleFeedFp:     if (have_eft) source.spe[SpeFeedFp] = 1'b1;
      EventSampleFeedSimd:   if (have_eft) source.spe[SpeFeedSimd] = 1'b1;
      default: ;
    endcase
    return source;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // The event counters.

  // Mask of implemented event counters.
  function automatic logic [MaxEventCounters-1:0] implemented_counters(int unsigned counters);
    logic [MaxEventCounters-1:0] mask;
    for (int unsigned n = 0; n < MaxEventCounters; n++) mask[n] = (n < counters);
    return mask;
  endfunction

  // Size of arrays with an element for each event counter: at least 1. Without event counters that element is zero.
  function automatic int unsigned existing_counters(int unsigned counters);
    return (counters == 0) ? 1 : counters;
  endfunction

  // PMUCounterIsHyp() as a mask: the event counters of the second range, reserved for EL2 (D13.1.1). HPMN is compared
  // as a number, even if it is 0 or above the number of counters.
  function automatic logic [MaxEventCounters-1:0] pmu_counters_hyp(bit have_el2, logic [4:0] hpmn);
    return have_el2 ? '1 << hpmn : '0;
  endfunction

  // GetNumEventCountersAccessible() as a mask: EL0 and EL1 cannot access counters reserved for an enabled EL2.
  function automatic logic [MaxEventCounters-1:0] accessible_counters(
      logic [MaxEventCounters-1:0] implemented, logic [MaxEventCounters-1:0] hyp, logic [1:0] el,
      logic el2_enabled);
    return (el2_enabled && (el inside {EL0, EL1})) ? implemented & ~hyp : implemented;
  endfunction

endpackage
