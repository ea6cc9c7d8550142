// SPDX-License-Identifier: Apache-2.0
//
// Specification of the classify block: the kind of an operation in records and filters. Arm ARM D18.2.7 (payloads of
// the Operation Type packet), J1 SPEConstructClass(), D17.5.1 (filter types), D18.2.6 (events), D17.6.7
// (squashed operations) and D17.6.3 (an operation that generates an exception is not a branch). Written from the Arm
// documents, not from the RTL: make formal proves that the two agree.

package spec_classify_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;

  // The recorded type of an operation: SPEOpType and SPELDSTType of the pseudocode.
  typedef enum logic [3:0] {
    IsOther, IsOtherSve, IsOtherSme, IsBranch, IsGeneral, IsSimdFp, IsExtended, IsSve, IsUnspecified, IsNv2, IsTags,
    IsMemCopy, IsMemSet, IsGcs
  } recorded_e;

  // If the features that a format needs are absent, the operation is recorded in the next more general format (D18.2.7,
  // Configurations; SVE registers as SIMD&FP registers before FEAT_SPEv1p1).
  function automatic recorded_e recorded_as(config_t cfg, op_t op);
    recorded_e unspecified;
    unspecified = (cfg.SpeVersion >= 1) ? IsUnspecified : IsGeneral;
    case (op.kind)
      KindBranch: return (op.how == OpException) ? IsOther : IsBranch;
      KindLdstGeneral: return IsGeneral;
      KindLdstSimdFp: return IsSimdFp;
      KindLdstExtended: return IsExtended;
      KindLdstSve: return (cfg.SpeVersion >= 1 && (cfg.HaveSve || cfg.HaveSme)) ? IsSve : IsSimdFp;
      KindLdstUnspecified: return unspecified;
      KindLdstNv2: return (cfg.NestedVirt == 2) ? IsNv2 : unspecified;
      KindLdstTag: return (cfg.SpeVersion >= 3 && cfg.HaveMte) ? IsTags : unspecified;
      KindLdstMemCopy: return (cfg.SpeVersion >= 3 && cfg.HaveMops) ? IsMemCopy : unspecified;
      KindLdstMemSet: return (cfg.SpeVersion >= 3 && cfg.HaveMops) ? IsMemSet : unspecified;
      KindLdstGcs: return (cfg.SpeVersion >= 4 && cfg.HaveGcs) ? IsGcs : unspecified;
      KindSve: return (cfg.SpeVersion >= 1 && cfg.HaveSve) ? IsOtherSve : IsOther;
      KindSme: return cfg.HaveSpeSme ? IsOtherSme : IsOther;
      default: return IsOther;
    endcase
  endfunction

  function automatic bit is_load_store(recorded_e as);
    return !(as inside {IsOther, IsOtherSve, IsOtherSme, IsBranch});
  endfunction

  // A branch with link or a procedure return that accesses the Guarded Control Stack (D17.6.3, D18.2.7 GCS).
  function automatic bit is_gcs_branch(config_t cfg, op_t op);
    return recorded_as(cfg, op) == IsBranch && cfg.SpeVersion >= 4 && cfg.HaveGcs
        && op.gcs && (op.call || op.ret);
  endfunction

  // LDST: a Memory Set operation only stores.
  function automatic bit is_store(op_t op);
    return op.store || op.kind == KindLdstMemSet;
  endfunction

  // The type that SPEFilterByType() sees.
  function automatic op_type_e op_type(config_t cfg, op_t op);
    recorded_e as;
    as = recorded_as(cfg, op);
    if (as == IsBranch) begin
      if (!is_gcs_branch(cfg, op)) return OpTypeBranch;
      return op.call ? OpTypeBranchStore : OpTypeBranchLoad;  // a call writes the stack, a return reads it
    end
    if (!is_load_store(as)) return OpTypeOther;
    if (is_store(op)) return OpTypeStore;
    // D17.5.1: an atomic operation that returns a value has both types; so does a swap on the Guarded Control Stack.
    if (op.atomic && (as == IsExtended || (cfg.HaveGcs && op.kind == KindLdstGcs))) return OpTypeLoadAtomic;
    return OpTypeLoad;
  endfunction

  // {SIMD, FP}: the types of D17.5.1 that FEAT_SPE_EFT adds. SVE and SME operations are always SIMD; SVE and SME loads
  // and stores are never FP. For loads and stores of SIMD&FP registers and for data processing, the core reports the
  // types. Branches and accesses to other registers have neither.
  function automatic logic [1:0] simd_fp_types(config_t cfg, op_t op);
    if (!cfg.HaveEft) return 2'b00;
    case (op.kind)
      KindSve, KindSme: return {1'b1, op.fp};
      KindLdstSve: return 2'b10;
      KindBranch, KindLdstGeneral, KindLdstNv2, KindLdstTag, KindLdstMemCopy, KindLdstMemSet, KindLdstGcs: return 2'b00;
      default: return {op.simd, op.fp};
    endcase
  endfunction

  // SPEConstructClass().
  function automatic logic [1:0] op_class(config_t cfg, op_t op);
    recorded_e as;
    as = recorded_as(cfg, op);
    if (as == IsBranch) return 2'b10;
    return is_load_store(as) ? 2'b01 : 2'b00;
  endfunction

  function automatic logic [7:0] op_subclass(config_t cfg, op_t op);
    bit ldst, common, pred;
    logic [1:0] cr;
    ldst = is_store(op);
    common = !(op.call || op.ret);
    cr = 2'b00;
    if (cfg.HaveCrr) begin
      if (op.call) cr = 2'b01;
      else if (op.ret) cr = 2'b10;
      else cr = 2'b11;
    end
    // PRED is defined for loads only from FEAT_SPEv1p2 on.
    pred = op.predicated && (ldst || cfg.SpeVersion >= 2);
    case (recorded_as(cfg, op))
      IsOtherSve: return {1'b0, op.evl, 1'b1, op.predicated, op.fp, 1'b0};
      IsOtherSme: return {1'b1, op.ets[3:1], 1'b1, op.ets[0], op.fp, 1'b0};
      IsBranch: return {3'b000, cr, is_gcs_branch(cfg, op), op.indirect, op.cond};
      IsGeneral: return {7'b0000000, ldst};
      IsSimdFp: return {7'b0000010, ldst};
      IsExtended: return {3'b000, op.acq_rel, op.exclusive, op.atomic, 1'b1, ldst};
      IsSve: return {op.gather_scatter, op.evl, 1'b1, pred, 1'b0, ldst};
      IsUnspecified: return {7'b0001000, ldst};
      IsNv2: return {7'b0011000, ldst};
      IsTags: return {7'b0001010, ldst};
      IsMemCopy: return {7'b0010000, ldst};
      IsMemSet: return 8'b00100101;
      IsGcs: return {5'b01000, common, 1'b0, ldst};
      // Other: ASE, FP (FEAT_SPE_FPF comes with FEAT_SPE_EFT) and COND, which is zero for a branch with an exception.
      default: return {5'b00000, simd_fp_types(cfg, op), op.cond && op.kind != KindBranch};
    endcase
  endfunction

  // Whether an event is implemented. An event without a bit in the Events packet is not.
  function automatic bit event_exists(config_t cfg, int unsigned n);
    if (n >= 8 * cfg.EventsBytes) return 0;
    if (n inside {[0:10]}) return 1;
    if (n == 11) return cfg.SpeVersion >= 1;  // misaligned
    if (n inside {[12:15]}) return cfg.ImpdefEvents[n];
    if (n == 16) return cfg.HaveTme;  // transactional
    if (n inside {17, 18}) return cfg.SpeVersion >= 1 && (cfg.HaveSve || cfg.HaveSme);  // partial or empty predicate
    if (n inside {[19:23]}) return cfg.SpeVersion >= 4;  // L2 access to snoop hit
    if (n inside {24, 25} && cfg.HaveSpeSme) return 1;  // Streaming SVE mode, SMCU or coprocessor
    if (n inside {[24:31]}) return cfg.SpeVersion < 4 && cfg.ImpdefEvents[n];
    if (n inside {[48:63]}) return cfg.ImpdefEvents[n];
    return 0;
  endfunction

  function automatic logic [63:0] events(config_t cfg, op_t op);
    logic [63:0] e;
    for (int unsigned n = 0; n < 64; n++) e[n] = op.events[n] && event_exists(cfg, n);
    e[0] = (op.how == OpException);
    // Architecturally executed: clear for a squashed operation.
    e[1] = (op.how != OpSquashed);
    if (op.how == OpSquashed) begin
      // Conditions and predicates must not be visible (D17.6.7).
      e[7] = 0;  // mispredicted
      e[6] = 0;  // not taken
      e[18:17] = 0;
    end
    if (op.kind == KindBranch && op.how == OpException) begin
      // The operation is not a branch (D17.6.3), so neither mispredicted nor not taken (D18.2.6).
      e[7:6] = 0;
    end
    return e;
  endfunction

endpackage
