// SPDX-License-Identifier: Apache-2.0
//
// Operations in flight: one tag each, from the mark to the verdict (Arm ARM D17.6).
//
// A mark in clock d and finished in clock f give total latency f - d; issue latency counts up to the first
// clock with issued high, or to f; translation latency counts the clocks with xlate_busy high. Reports of the
// clock of the mark are ignored. When an operation finishes its packets' payloads are fixed: spu_classify says
// what it was, sample_of() what such an operation shows. Finished samples are offered one at a time, in turn.

module spu_sample
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  // interval, collect
  input  logic                    mark_valid_i,
  input  logic [TagWidth-1:0]     mark_tag_i,
  input  origin_t                 origin_i,
  output logic [Cfg.InFlight-1:0] tag_free_o,

  // op
  input  op_t [Cfg.InFlight-1:0]  op_i,

  // filter
  output logic                    finished_valid_o,
  output logic [TagWidth-1:0]     finished_tag_o,
  output sample_t                 finished_o,
  input  logic                    finished_ready_i
);

  // D18.2.3, PMSIDR_EL1.CountSize
  localparam logic [15:0] CounterMax = Cfg.Count16bit ? 16'hffff : 16'h0fff;

  typedef enum logic [1:0] {
    StFree,      // waits for a mark
    StInFlight,  // waits for finished
    StFinished   // waits for the verdict
  } state_e;

  typedef struct packed {
    logic [15:0] total;
    logic [15:0] issue;
    logic [15:0] xlate;
    logic        issued;
  } latency_t;

  function automatic logic [15:0] count(logic [15:0] counter, logic increment);
    return (increment && counter != CounterMax) ? counter + 16'd1 : counter;
  endfunction

  // SPECycle(), for one operation: the counters with this clock counted.
  function automatic latency_t spe_cycle(latency_t latency, op_t op);
    latency_t counted;
    counted.total  = count(latency.total, 1'b1);
    counted.issue  = count(latency.issue, !latency.issued);
    counted.xlate  = count(latency.xlate, op.xlate_busy);
    counted.issued = latency.issued || op.issued;
    return counted;
  endfunction

  // Answers of spu_classify.
  typedef struct packed {
    op_type_e    op_type;
    logic [1:0]  op_class;
    logic [7:0]  op_subclass;
    logic [63:0] events;
    logic        branch;
    logic        memory;
    logic        load;
    logic        nv2;
  } classified_t;

  // D18.2.1: payload of a virtual address that says which Security state and Exception level it belongs to.
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

  // The record's contents, from an operation that finishes in this clock. Addresses and data source of an
  // operation that did not retire stay out of the record (D17.6.7), and so does the target of one that
  // generated an exception (D17.6). Translation latency goes with the data virtual address (D17.6.4), which an
  // access by FEAT_NV2 shows only if EL2 could have been profiled.
  function automatic sample_t sample_of(origin_t origin, latency_t latency, op_t op, classified_t what);
    sample_t sample;
    logic retired;
    retired                    = (op.how != OpSquashed);
    sample                     = '0;
    sample.origin              = origin;
    sample.dropped             = !retired && !Cfg.SquashedRecorded;
    sample.op_type             = what.op_type;
    sample.op_class            = what.op_class;
    sample.op_subclass         = what.op_subclass;
    sample.events              = what.events;
    sample.total_latency       = latency.total;
    sample.issue_latency       = latency.issue;
    sample.issue_latency_valid = retired || latency.issued;
    sample.xlate_latency       = latency.xlate;
    sample.target              = context_address(op.target_ns, op.target_nse, op.target_el, op.target[55:0]);
    sample.target_valid        = (op.how == OpRetired) && what.branch && op.target_valid;
    sample.va                  = data_virtual_address(op);
    sample.va_valid            = retired && what.memory && op.va_valid && (!what.nv2 || origin.el2_profiled);
    sample.xlate_latency_valid = sample.va_valid;
    sample.pa                  = data_physical_address(op);
    sample.pa_valid            = sample.va_valid && op.pa_valid && origin.pa_allowed;
    sample.previous            = context_address(op.previous_ns, op.previous_nse, op.previous_el,
                                                 op.previous[55:0]);
    sample.previous_valid      = retired && Cfg.HavePbt && op.previous_valid;
    sample.source              = op.source;
    sample.source_valid        = retired && what.load && op.source_valid && (Cfg.SourceBytes != 0);
    return sample;
  endfunction

  state_e   [Cfg.InFlight-1:0] state_q, state_d;
  latency_t [Cfg.InFlight-1:0] latency_q, latency_d;
  sample_t  [Cfg.InFlight-1:0] sample_q, sample_d;

  for (genvar i = 0; i < Cfg.InFlight; i++) begin : gen_tag
    logic marked, judged;
    latency_t counted;
    classified_t what;
    assign marked        = mark_valid_i && (mark_tag_i == TagWidth'(i));
    assign judged        = finished_valid_o && finished_ready_i && (finished_tag_o == TagWidth'(i));
    assign counted       = spe_cycle(latency_q[i], op_i[i]);
    assign tag_free_o[i] = (state_q[i] == StFree);

    spu_classify #(
      .Cfg(Cfg)
    ) u_spu_classify (
      .op_i         (op_i[i]),
      .op_type_o    (what.op_type),
      .op_class_o   (what.op_class),
      .op_subclass_o(what.op_subclass),
      .events_o     (what.events),
      .branch_o     (what.branch),
      .memory_o     (what.memory),
      .load_o       (what.load),
      .nv2_o        (what.nv2)
    );

    always_comb begin
      state_d[i]   = state_q[i];
      latency_d[i] = latency_q[i];
      sample_d[i]  = sample_q[i];
      unique case (state_q[i])
        StFree: begin
          if (marked) begin
            state_d[i]         = StInFlight;
            latency_d[i]       = '0;
            sample_d[i].origin = origin_i;
          end
        end
        StInFlight: begin
          latency_d[i] = counted;
          if (op_i[i].finished) begin
            state_d[i]  = StFinished;
            sample_d[i] = sample_of(sample_q[i].origin, counted, op_i[i], what);
          end
        end
        StFinished: begin
          if (judged) state_d[i] = StFree;
        end
        default: state_d[i] = StFree;
      endcase
    end
  end

  // The next finished tag at or after turn_q, cyclically.
  logic [TagWidth-1:0] turn_q;

  always_comb begin
    finished_valid_o = 1'b0;
    finished_tag_o   = '0;
    finished_o       = sample_q[0];
    for (int unsigned i = 0; i < Cfg.InFlight; i++) begin
      int unsigned tag;
      tag = (32'(turn_q) + i) % Cfg.InFlight;
      if (!finished_valid_o && state_q[tag] == StFinished) begin
        finished_valid_o = 1'b1;
        finished_tag_o   = TagWidth'(tag);
        finished_o       = sample_q[tag];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= {Cfg.InFlight{StFree}};
      turn_q  <= '0;
    end else begin
      state_q <= state_d;
      if (finished_valid_o && finished_ready_i) turn_q <= TagWidth'((32'(finished_tag_o) + 1) % Cfg.InFlight);
    end
  end

  always_ff @(posedge clk_i) begin
    latency_q <= latency_d;
    sample_q  <= sample_d;
  end

endmodule
