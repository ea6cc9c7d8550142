// SPDX-License-Identifier: Apache-2.0
//
// The outputs of spu_classify, after spu_retire, match the specification for every report of an operation.
// Combinational, without assumptions.

module classify_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_classify_pkg::*;
(
  input op_t op_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  op_type_e    type_is;
  logic [1:0]  class_is;
  logic [7:0]  subclass_is;
  logic [63:0] events_are;
  classified_t completed;

  spu_classify #(.Cfg(Cfg)) u_classify (.op_i, .classified_o(completed));

  // The sample contains every output of spu_classify.
  sample_t collected, ended;
  always_comb begin
    collected = '0;
    collected.op_type      = completed.op_type;
    collected.op_class     = completed.op_class;
    collected.op_subclass  = completed.op_subclass;
    collected.events       = completed.events;
    collected.va_valid     = completed.memory;
    collected.target_valid = completed.branch;
    collected.source_valid = completed.load;
    collected.simd         = completed.simd;
    collected.fp           = completed.fp;
  end

  spu_retire #(.Cfg(Cfg)) u_retire (
    .sample_i(collected),
    .how_i(op_i.how),
    .previous_valid_i(1'b0),
    .previous_i('0),
    .sample_o(ended)
  );
  assign type_is     = ended.op_type;
  assign class_is    = ended.op_class;
  assign subclass_is = ended.op_subclass;
  assign events_are  = ended.events;

  recorded_e as;
  assign as = recorded_as(Cfg, op_i);

  always_comb begin
    ClassifyType_A: assert (type_is == op_type(Cfg, op_i));
    ClassifyClass_A: assert (class_is == op_class(Cfg, op_i));
    ClassifySubclass_A: assert (subclass_is == op_subclass(Cfg, op_i));
    ClassifyEvents_A: assert (events_are == events(Cfg, op_i));
    ClassifyBranch_A: assert (ended.target_valid == (as == IsBranch && op_i.how == OpRetired));
    ClassifyMemory_A: assert (ended.va_valid == (op_i.how != OpSquashed
                                                 && (is_load_store(as) || is_gcs_branch(Cfg, op_i))));
    ClassifyLoad_A: assert (ended.source_valid == (op_i.how != OpSquashed
                            && type_is inside {OpTypeLoad, OpTypeLoadAtomic, OpTypeBranchLoad}));
    ClassifyNv2_A: assert (completed.nv2 == (as == IsNv2));
    ClassifySimdFp_A: assert ({ended.simd, ended.fp} == simd_fp_types(Cfg, op_i));
  end

  // Every class, and a retired and a squashed operation with the events that squashing clears.
  always_comb begin
    ClassifyOther_C: cover (class_is == 2'b00);
    ClassifyLoadStore_C: cover (class_is == 2'b01);
    ClassifyBranch_C: cover (class_is == 2'b10);
    ClassifyAtomic_C: cover (type_is == OpTypeLoadAtomic);
    ClassifyRetired_C: cover (events_are[7:6] == 2'b11 && events_are[1:0] == 2'b10);
    ClassifySquashed_C: cover (events_are[1:0] == 2'b00 && op_i.events[7]);
  end
  if (Cfg.HaveEft) begin : gen_eft
    always_comb begin
      ClassifyAseFp_C: cover (class_is == 2'b00 && subclass_is == 8'b00000110 && op_i.kind == KindOther);
      ClassifyFpStore_C: cover (type_is == OpTypeStore && {ended.simd, ended.fp} == 2'b01);
    end
  end
  if (Cfg.HaveSpeSme) begin : gen_sme
    always_comb begin
      ClassifyWholeZa_C: cover (class_is == 2'b00 && subclass_is == 8'b11111110);
      ClassifyStreaming_C: cover (events_are[25:24] == 2'b01);
    end
  end

endmodule
