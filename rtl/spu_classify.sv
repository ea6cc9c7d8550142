// SPDX-License-Identifier: Apache-2.0
//
// Classifies a completed operation: class and subclass of the Operation Type packet, types for the filter, events, and
// whether it accessed memory (Arm ARM D17.5.1, D18.2.6, D18.2.7; SPEConstructClass()). The operation is assumed to
// retire; spu_retire corrects the sample if it does not. Combinational.
//
// An operation of a kind that has no format in the configured features is recorded as the nearest kind that has one;
// recorded_kind() decides that. The types SIMD and FP follow from the reported kind.

module spu_classify
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  op_t         op_i,
  output classified_t classified_o
);

  localparam bit HaveSveFormats  = Cfg.HaveSve && Cfg.SpeVersion >= 1;
  localparam bit HaveSveLdst     = (Cfg.HaveSve || Cfg.HaveSme) && Cfg.SpeVersion >= 1;
  localparam bit HaveSveLoadPred = Cfg.SpeVersion >= 2;
  localparam bit HaveTagFormat   = Cfg.HaveMte && Cfg.SpeVersion >= 3;
  localparam bit HaveMopsFormats = Cfg.HaveMops && Cfg.SpeVersion >= 3;
  localparam bit HaveGcsFormats  = has_gcs_branches(Cfg);
  localparam bit HaveNv2         = (Cfg.NestedVirt == 2);
  localparam op_kind_e Unspecified = (Cfg.SpeVersion >= 1) ? KindLdstUnspecified : KindLdstGeneral;

  // Data processing, SME array. No case item below names KindSme, so that it costs nothing without FEAT_SPE_SME.
  function automatic logic is_sme(op_kind_e kind);
    return Cfg.HaveSpeSme && kind == KindSme;
  endfunction

  // Kind of the recorded format.
  function automatic op_kind_e recorded_kind(op_t op);
    unique case (op.kind)
      KindBranch,
      KindLdstGeneral,
      KindLdstSimdFp,
      KindLdstExtended:    return op.kind;
      KindLdstSve:         return HaveSveLdst ? KindLdstSve : KindLdstSimdFp;
      KindLdstUnspecified: return Unspecified;
      KindLdstNv2:         return HaveNv2 ? KindLdstNv2 : Unspecified;
      KindLdstTag:         return HaveTagFormat ? KindLdstTag : Unspecified;
      KindLdstMemCopy:     return HaveMopsFormats ? KindLdstMemCopy : Unspecified;
      KindLdstMemSet:      return HaveMopsFormats ? KindLdstMemSet : Unspecified;
      KindLdstGcs:         return HaveGcsFormats ? KindLdstGcs : Unspecified;
      KindSve:             return HaveSveFormats ? KindSve : KindOther;
      default:             return is_sme(op.kind) ? KindSme : KindOther;
    endcase
  endfunction

  typedef struct packed {
    logic simd;
    logic fp;
  } vector_types_t;

  // D17.5.1: SIMD and FP, from the reported kind. If the kind leaves them open, the core reports them.
  function automatic vector_types_t vector_types(op_t op);
    if (!Cfg.HaveEft) return '0;
    unique case (op.kind)
      KindBranch,
      KindLdstGeneral,
      KindLdstNv2,
      KindLdstTag,
      KindLdstMemCopy,
      KindLdstMemSet,
      KindLdstGcs:      return '0;
      KindLdstSve:      return '{simd: 1'b1, fp: 1'b0};
      KindSve, KindSme: return '{simd: 1'b1, fp: op.fp};
      default:          return '{simd: op.simd, fp: op.fp};
    endcase
  endfunction

  // Memory Set only stores.
  function automatic logic is_store(op_t op);
    return op.store || op.kind == KindLdstMemSet;
  endfunction

  // Branch with link writes the Guarded Control Stack, procedure return reads it (D17.6.3).
  function automatic logic accesses_gcs(op_t op);
    return HaveGcsFormats && op.gcs && (op.call || op.ret);
  endfunction

  // D18.2.7: CR
  function automatic logic [1:0] call_or_return(op_t op);
    if (!Cfg.HaveCrr) return 2'b00;
    if (op.call) return 2'b01;
    return op.ret ? 2'b10 : 2'b11;
  endfunction

  // D18.2.7: CLASS
  function automatic logic [1:0] op_class(op_kind_e kind);
    unique case (kind)
      KindOther, KindSve: return 2'b00;
      KindBranch:         return 2'b10;
      default:            return is_sme(kind) ? 2'b00 : 2'b01;
    endcase
  endfunction

  // D18.2.7: SUBCLASS
  function automatic logic [7:0] op_subclass(op_kind_e kind, vector_types_t types, op_t op);
    logic ldst, pred;
    ldst = is_store(op);
    pred = op.predicated && (op.store || HaveSveLoadPred);
    unique case (kind)
      KindBranch:          return {3'b000, call_or_return(op), accesses_gcs(op), op.indirect, op.cond};
      KindLdstGeneral:     return {7'b0000000, ldst};
      KindLdstSimdFp:      return {7'b0000010, ldst};
      KindLdstExtended:    return {3'b000, op.acq_rel, op.exclusive, op.atomic, 1'b1, ldst};
      KindLdstSve:         return {op.gather_scatter, op.evl, 1'b1, pred, 1'b0, ldst};
      KindLdstUnspecified: return {7'b0001000, ldst};
      KindLdstNv2:         return {7'b0011000, ldst};
      KindLdstTag:         return {7'b0001010, ldst};
      KindLdstMemCopy:     return {7'b0010000, ldst};
      KindLdstMemSet:      return 8'b00100101;
      KindLdstGcs:         return {5'b01000, !(op.call || op.ret), 1'b0, ldst};  // COMM
      KindSve:             return {1'b0, op.evl, 1'b1, op.predicated, op.fp, 1'b0};
      default: begin
        if (is_sme(kind)) return {1'b1, op.ets[3:1], 1'b1, op.ets[0], op.fp, 1'b0};
        return {5'b00000, types.simd, types.fp, op.cond};
      end
    endcase
  endfunction

  // Atomics, including a swap on the Guarded Control Stack (D17.5.1).
  function automatic logic is_atomic(op_t op);
    return op.atomic && (op.kind == KindLdstExtended || (Cfg.HaveGcs && op.kind == KindLdstGcs));
  endfunction

  // Atomics with LDST = 0 return a value: they load and store.
  function automatic op_type_e op_type(op_kind_e kind, op_t op);
    unique case (kind)
      KindOther, KindSve: return OpTypeOther;
      KindBranch: begin
        if (!accesses_gcs(op)) return OpTypeBranch;
        return op.call ? OpTypeBranchStore : OpTypeBranchLoad;
      end
      default: begin
        if (is_sme(kind)) return OpTypeOther;
        if (is_store(op)) return OpTypeStore;
        return is_atomic(op) ? OpTypeLoadAtomic : OpTypeLoad;
      end
    endcase
  endfunction

  op_kind_e      kind;
  vector_types_t types;
  op_type_e      type_is;
  assign kind    = recorded_kind(op_i);
  assign types   = vector_types(op_i);
  assign type_is = op_type(kind, op_i);

  assign classified_o = '{
    op_type:     type_is,
    op_class:    op_class(kind),
    op_subclass: op_subclass(kind, types, op_i),
    simd:        types.simd,
    fp:          types.fp,
    events:      op_i.events & implemented_events(Cfg) & ~64'h3,  // spu_retire sets events 0 and 1
    branch:      (kind == KindBranch),
    memory:      !(type_is inside {OpTypeOther, OpTypeBranch}),
    load:        type_is inside {OpTypeLoad, OpTypeLoadAtomic, OpTypeBranchLoad},
    nv2:         (kind == KindLdstNv2)
  };

endmodule
