// SPDX-License-Identifier: Apache-2.0
//
// Operations in flight: one tag each, from the mark to the decision (Arm ARM D17.6).
//
// An operation completes in the first cycle with completed or finished high: it can no longer stall a consumer (D18.2).
// A mark in cycle d and completion in cycle c give total latency c - d; issue latency counts up to the first cycle with
// issued high, or to c; translation latency counts the cycles up to c with xlate_busy high. FEAT_SPE_ALTCLK: alternate
// clock issue latency counts the cycles of another clock, alt_clock_i, over the cycles of issue latency. No latency
// counts a cycle in which the PE's thread is not active (D17.1.2); reports in such a cycle are still taken. Reports in
// the cycle of the mark are ignored. At completion the payloads of the packets are fixed: spu_classify decodes the
// operation, and sample_of() selects what it records. finished reports the fate, in the same cycle or later, and
// spu_retire removes what an operation with that fate does not record. Finished samples are offered one at a time, in
// turn; a tag is busy until its sample has been decided. With one tag, a sample is offered in the cycle after finished;
// with several, one cycle later.
//
// ExposedLatency: exposed latency counts the cycles with oldest high, also after completed and finished. It begins with
// the empty cycles before the dispatch, whether the thread is active or not, and ends in the first cycle after finished
// with oldest low. The sample is offered as if it had finished in that cycle.
//
// The tag that a mark would take captures the context in every cycle in which there can be a mark, so that the mark may
// be known late in the cycle. The address of the PC is captured one cycle later: the marked slot is known too late to
// select one of that many addresses in the same cycle.
//
// More than 300 lines: state, counters and contents of a tag change together, and a quarter of the file is properties.

module spu_sample
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  // interval, collect
  input  logic                    can_mark_i,    // known early: whether there can be a mark
  input  logic                    mark_valid_i,
  input  logic [TagWidth-1:0]     mark_tag_i,    // known early: the tag that a mark takes
  input  origin_t                 origin_i,  // pc[55:0]: for a mark of the previous cycle
  input  logic [15:0]             empty_i,   // ExposedLatency: cycles before a mark of the previous cycle
  output logic [Cfg.InFlight-1:0] tag_free_o,

  // op
  input  op_t [Cfg.InFlight-1:0]  op_i,
  input  logic [1:0]              alt_clock_i,  // FEAT_SPE_ALTCLK: cycles of the alternate clock
  input  logic                    thread_inactive_i,

  // filter
  output logic                    finished_valid_o,
  output logic [TagWidth-1:0]     finished_tag_o,
  output sample_t                 finished_o,
  input  logic                    decide_valid_i      // the offered sample leaves
);

  // D18.2.3, PMSIDR_EL1.CountSize
  localparam int unsigned CounterWidth = Cfg.Count16bit ? 16 : 12;
  localparam logic [CounterWidth-1:0] CounterMax = '1;

  localparam bit HaveAltClock = (Cfg.AltClock != 0);

  typedef enum logic [1:0] {
    StFree,       // waits for a mark
    StInFlight,   // waits for completion
    StCompleted,  // waits for finished
    StFinished    // waits for the decision, with ExposedLatency first for the end of exposed latency
  } state_e;

  typedef struct packed {
    logic [CounterWidth-1:0] total;
    logic [CounterWidth-1:0] issue;
    logic [CounterWidth-1:0] xlate;
    logic [CounterWidth-1:0] alt;  // issue latency in cycles of the alternate clock; 0 without FEAT_SPE_ALTCLK
    logic                    issued;
  } latency_t;

  function automatic logic [CounterWidth-1:0] count(logic [CounterWidth-1:0] counter, logic increment);
    return (increment && counter != CounterMax) ? counter + CounterWidth'(1) : counter;
  endfunction

  function automatic logic [CounterWidth-1:0] count_alt(logic [CounterWidth-1:0] counter, logic [1:0] cycles);
    logic [CounterWidth:0] sum;
    sum = {1'b0, counter} + (CounterWidth + 1)'(cycles);
    return sum[CounterWidth] ? CounterMax : sum[CounterWidth-1:0];
  endfunction

  function automatic logic [CounterWidth-1:0] saturated(logic [15:0] cycles);
    return ((17'(cycles) >> CounterWidth) != '0) ? CounterMax : CounterWidth'(cycles);
  endfunction

  // SPECycle() for one operation: the counters after this cycle.
  function automatic latency_t spe_cycle(latency_t latency, op_t op, logic active, logic [1:0] alt_clock);
    latency_t counted;
    counted.total  = count(latency.total, active);
    counted.issue  = latency.issued ? latency.issue : counted.total;
    counted.xlate  = count(latency.xlate, active && op.xlate_busy);
    counted.issued = latency.issued || op.issued;
    counted.alt    = '0;
    if (HaveAltClock) counted.alt = latency.issued ? latency.alt : count_alt(latency.alt, alt_clock);
    return counted;
  endfunction

  // D18.2.1: payload of a virtual address, with the Security state and Exception level that it belongs to.
  function automatic logic [63:0] context_address(logic ns, logic nse, logic [1:0] el, logic [55:0] address);
    return {ns, el, Cfg.HaveRme && nse, 4'b0000, address};
  endfunction

  // D18.2.1: top byte of a data virtual address.
  function automatic logic [63:0] data_virtual_address(op_t op);
    return {(op.va_tbi || !Cfg.VaTopByteZero) ? op.va[63:56] : 8'h00, op.va[55:0]};
  endfunction

  // D18.2.1: a physical address, with the tag that the access was checked against.
  function automatic logic [63:0] data_physical_address(op_t op);
    logic checked;
    checked = Cfg.HaveMte && op.pa_checked;
    return {op.pa_ns, checked, 1'b0, Cfg.HaveRme && op.pa_nse, checked ? op.pa_tag : 4'b0000, op.pa};
  endfunction

  // The record's contents without origin and latencies, for an operation that completes in this cycle and is assumed to
  // retire. Translation latency goes with the data virtual address (D17.6.4), which a FEAT_NV2 access records only if
  // EL2 could have been profiled. Unless branches access memory (a Guarded Control Stack), an operation has either a
  // branch target or a data address, and va holds that one.
  function automatic sample_t sample_of(logic pa_allowed, logic el2_profiled, logic issued, op_t op,
                                        classified_t what);
    localparam bit HaveGcsBranches = has_gcs_branches(Cfg);
    sample_t sample;
    sample                     = '0;
    sample.op_type             = what.op_type;
    sample.op_class            = what.op_class;
    sample.op_subclass         = what.op_subclass;
    sample.simd                = what.simd;
    sample.fp                  = what.fp;
    sample.events              = what.events;
    sample.issue_latency_valid = issued;
    sample.alt_issue_latency_valid = HaveAltClock && op.alt_clock;
    sample.target              = context_address(op.target_ns, op.target_nse, op.target_el, op.target[55:0]);
    sample.target_valid        = what.branch && op.target_valid;
    sample.va                  = (what.branch && !HaveGcsBranches) ? sample.target : data_virtual_address(op);
    sample.va_valid            = what.memory && op.va_valid && (!what.nv2 || el2_profiled);
    sample.xlate_latency_valid = sample.va_valid;
    sample.pa                  = data_physical_address(op);
    sample.pa_valid            = sample.va_valid && op.pa_valid && pa_allowed;
    sample.source              = op.source;
    sample.source_valid        = what.load && op.source_valid && (Cfg.SourceBytes != 0);
    return sample;
  endfunction

  // What the latency counters count in this cycle.
  logic       active;
  logic [1:0] alt_clock;
  assign active    = !thread_inactive_i;
  assign alt_clock = active ? alt_clock_i : '0;

  state_e   [Cfg.InFlight-1:0] state_q, state_d;
  latency_t [Cfg.InFlight-1:0] latency_q;
  origin_t  [Cfg.InFlight-1:0] origin_q;
  sample_t  [Cfg.InFlight-1:0] sample_q;  // without origin and latencies

  // Without ExposedLatency both are 0.
  logic [Cfg.InFlight-1:0][CounterWidth-1:0] exposed_q;
  logic [Cfg.InFlight-1:0]                   exposing_q;  // exposed latency has not ended

  logic [Cfg.InFlight-1:0] offerable;

  for (genvar i = 0; i < Cfg.InFlight; i++) begin : gen_tag
    logic marked, decided, completes, finishes;
    latency_t counted;
    classified_t what;
    assign marked        = mark_valid_i && (mark_tag_i == TagWidth'(i));
    assign decided        = decide_valid_i && (finished_tag_o == TagWidth'(i));
    assign completes     = (state_q[i] == StInFlight) && (op_i[i].completed || op_i[i].finished);
    assign finishes      = (completes || state_q[i] == StCompleted) && op_i[i].finished;
    assign counted       = spe_cycle(latency_q[i], op_i[i], active, alt_clock);
    assign tag_free_o[i] = (state_q[i] == StFree);
    assign offerable[i]  = (state_q[i] == StFinished) && !exposing_q[i];

    spu_classify #(
      .Cfg(Cfg)
    ) u_spu_classify (
      .op_i        (op_i[i]),
      .classified_o(what)
    );

    always_comb begin
      state_d[i] = state_q[i];
      unique case (state_q[i])
        StFree: begin
          if (marked) state_d[i] = StInFlight;
        end
        StInFlight: begin
          if (completes) state_d[i] = finishes ? StFinished : StCompleted;
        end
        StCompleted: begin
          if (finishes) state_d[i] = StFinished;
        end
        StFinished: begin
          if (decided) state_d[i] = StFree;
        end
        default: state_d[i] = StFree;
      endcase
    end

    sample_t collected, ended;
    always_comb begin
      collected = sample_q[i];
      if (completes) begin
        collected = sample_of(origin_q[i].pa_allowed, origin_q[i].el2_profiled, counted.issued, op_i[i], what);
      end
    end

    spu_retire #(
      .Cfg(Cfg)
    ) u_spu_retire (
      .sample_i        (collected),
      .how_i           (op_i[i].how),
      .previous_valid_i(op_i[i].previous_valid),
      .previous_i      (context_address(op_i[i].previous_ns, op_i[i].previous_nse, op_i[i].previous_el,
                                        op_i[i].previous[55:0])),
      .sample_o        (ended)
    );

    logic    markable, markable_q;  // whether a mark takes this tag; in the previous cycle
    origin_t origin_d;

    assign markable = can_mark_i && (state_q[i] == StFree) && (mark_tag_i == TagWidth'(i));

    always_comb begin
      origin_d = origin_q[i];
      if (markable) origin_d = origin_i;
      // pc[55:0] belongs to the mark of the previous cycle, if there was one.
      origin_d.pc[55:0] = markable_q ? origin_i.pc[55:0] : origin_q[i].pc[55:0];
    end

    always_ff @(posedge clk_i) begin
      markable_q  <= markable;
      origin_q[i] <= origin_d;
    end

    always_ff @(posedge clk_i) begin
      if (state_q[i] == StFree) begin
        latency_q[i] <= '0;
      end else if (state_q[i] == StInFlight) begin
        latency_q[i] <= counted;
      end
      sample_q[i] <= finishes ? ended : collected;
    end

    if (Cfg.ExposedLatency) begin : gen_exposed
      always_ff @(posedge clk_i) begin
        exposing_q[i] <= (state_q[i] != StFinished) || (exposing_q[i] && op_i[i].oldest);
        exposed_q[i]  <= count(markable_q ? saturated(empty_i) : exposed_q[i],
                               active && exposing_q[i] && op_i[i].oldest && state_q[i] != StFree);
      end
    end else begin : gen_unexposed
      assign exposing_q[i] = 1'b0;
      assign exposed_q[i]  = '0;
      logic unused_empty;
      assign unused_empty = ^empty_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= {Cfg.InFlight{StFree}};
    else         state_q <= state_d;
  end

  if (Cfg.InFlight == 1) begin : gen_one
    assign finished_valid_o = offerable[0];
    assign finished_tag_o   = '0;
  end else begin : gen_turns
    logic                valid_q, next_valid;
    logic [TagWidth-1:0] tag_q, next_tag;

    // The next finished tag after tag_q, cyclically.
    always_comb begin
      next_valid = 1'b0;
      next_tag   = tag_q;
      for (int unsigned i = 1; i <= Cfg.InFlight; i++) begin
        int unsigned tag;
        tag = 32'(tag_q) + i;
        if (tag >= Cfg.InFlight) tag = tag - Cfg.InFlight;
        if (!next_valid && offerable[tag]) begin
          next_valid = 1'b1;
          next_tag   = TagWidth'(tag);
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        tag_q   <= '0;
      end else if (valid_q) begin
        valid_q <= !decide_valid_i;
      end else begin
        valid_q <= next_valid;
        tag_q   <= next_tag;
      end
    end

    assign finished_valid_o = valid_q;
    assign finished_tag_o   = tag_q;
  end

  always_comb begin
    finished_o               = sample_q[finished_tag_o];
    finished_o.origin        = origin_q[finished_tag_o];
    finished_o.total_latency = 16'(latency_q[finished_tag_o].total);
    finished_o.issue_latency = 16'(latency_q[finished_tag_o].issue);
    finished_o.xlate_latency = 16'(latency_q[finished_tag_o].xlate);
    finished_o.alt_issue_latency = 16'(latency_q[finished_tag_o].alt);
    finished_o.exposed_latency   = 16'(exposed_q[finished_tag_o]);
  end

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // State of each tag, from the pins alone (over: finished, and no longer exposed); how often one was passed over.
  logic [Cfg.InFlight-1:0]      flying_q, done_q, over_q;
  logic [Cfg.InFlight-1:0][2:0] passed_over_q;
  // The sample offered and not decided in the previous cycle; whether there was one to offer.
  logic                         offer_stays_q, offer_due_q;
  logic [TagWidth-1:0]          last_tag_q;
  sample_t                      last_offer_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flying_q      <= '0;
      done_q        <= '0;
      over_q        <= '0;
      passed_over_q <= '0;
      offer_stays_q <= 1'b0;
      offer_due_q   <= 1'b0;
    end else begin
      for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
        if (mark_valid_i && mark_tag_i == TagWidth'(tag)) flying_q[tag] <= 1'b1;
        if (flying_q[tag] && op_i[tag].finished) begin
          flying_q[tag]      <= 1'b0;
          done_q[tag]        <= 1'b1;
          over_q[tag]        <= !Cfg.ExposedLatency;
          passed_over_q[tag] <= '0;
        end
        if (done_q[tag] && !op_i[tag].oldest) over_q[tag] <= 1'b1;
        if (decide_valid_i && finished_tag_o == TagWidth'(tag)) {done_q[tag], over_q[tag]} <= '0;
        else if (decide_valid_i && over_q[tag]) passed_over_q[tag] <= passed_over_q[tag] + 3'd1;
      end
      offer_stays_q <= finished_valid_o && !decide_valid_i;
      offer_due_q   <= (over_q != '0) && !finished_valid_o;
    end
  end

  // Finished tags that have been passed over more often than there are tags.
  logic [Cfg.InFlight-1:0] passed_over;
  logic [Cfg.InFlight-1:0] in_flight, finished;
  // Completed tags that have a target, and either an address or a va that is not the target.
  logic [Cfg.InFlight-1:0] two_addresses;
  always_comb begin
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      in_flight[tag]   = state_q[tag] inside {StInFlight, StCompleted};
      finished[tag]    = (state_q[tag] == StFinished);
      passed_over[tag] = over_q[tag] && 32'(passed_over_q[tag]) > Cfg.InFlight;
      two_addresses[tag] = state_q[tag] inside {StCompleted, StFinished} && sample_q[tag].target_valid
                           && (sample_q[tag].va_valid || sample_q[tag].va != sample_q[tag].target);
    end
  end

  always_ff @(posedge clk_i) begin
    last_tag_q   <= finished_tag_o;
    last_offer_q <= finished_o;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A tag is exactly one of free, in flight and finished.
      TagsConserve_A: assert (tag_free_o == ~(flying_q | done_q) && (flying_q & done_q) == '0);
      StateIsUse_A: assert (in_flight == flying_q && finished == done_q && offerable == over_q);
      OffersFinished_A: assert (32'(finished_tag_o) < Cfg.InFlight && (!finished_valid_o
                                || (over_q & (Cfg.InFlight'(1) << finished_tag_o)) != '0));
      if (offer_due_q) OfferComesNext_A: assert (finished_valid_o);
      if (offer_stays_q) begin
        OfferStays_A: assert (finished_valid_o && finished_tag_o == last_tag_q && finished_o == last_offer_q);
      end
      InTurn_A: assert (passed_over == '0);
      TargetIsVa_A: assert (has_gcs_branches(Cfg) || two_addresses == '0);
    end
  end

endmodule
