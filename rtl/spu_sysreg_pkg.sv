// Made by scripts/generate.py from rtl/data/registers.toml.
// SPDX-License-Identifier: Apache-2.0
//
// The System registers of the unit and of the performance monitors: encodings, fields, values, and the
// numbers of the PMU events that the unit makes itself (Arm ARM D24.7, D24.5, D14.3). Names are Arm's.

package spu_sysreg_pkg;

  // Encodings {op0, op1, CRn, CRm, op2}.
  typedef enum logic [15:0] {
    PMSCR_EL1     = {2'd3, 3'd0, 4'd9, 4'd9, 3'd0},
    PMSNEVFR_EL1  = {2'd3, 3'd0, 4'd9, 4'd9, 3'd1},
    PMSICR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd2},
    PMSIRR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd3},
    PMSFCR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd4},
    PMSEVFR_EL1   = {2'd3, 3'd0, 4'd9, 4'd9, 3'd5},
    PMSLATFR_EL1  = {2'd3, 3'd0, 4'd9, 4'd9, 3'd6},
    PMSIDR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd7},
    PMBLIMITR_EL1 = {2'd3, 3'd0, 4'd9, 4'd10, 3'd0},
    PMBPTR_EL1    = {2'd3, 3'd0, 4'd9, 4'd10, 3'd1},
    PMBSR_EL1     = {2'd3, 3'd0, 4'd9, 4'd10, 3'd3},
    PMBSR_EL12    = {2'd3, 3'd5, 4'd9, 4'd10, 3'd3},
    PMBSR_EL2     = {2'd3, 3'd4, 4'd9, 4'd10, 3'd3},
    PMBSR_EL3     = {2'd3, 3'd6, 4'd9, 4'd10, 3'd3},
    PMBMAR_EL1    = {2'd3, 3'd0, 4'd9, 4'd10, 3'd5},
    PMSDSFR_EL1   = {2'd3, 3'd0, 4'd9, 4'd10, 3'd4},
    PMBIDR_EL1    = {2'd3, 3'd0, 4'd9, 4'd10, 3'd7},
    PMSCR_EL2     = {2'd3, 3'd4, 4'd9, 4'd9, 3'd0},
    PMSCR_EL12    = {2'd3, 3'd5, 4'd9, 4'd9, 3'd0}
  } sysreg_e;

  // Of PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0 the first: n = {CRm[1:0], op2}.
  typedef enum logic [15:0] {
    PMCR_EL0       = {2'd3, 3'd3, 4'd9, 4'd12, 3'd0},
    PMCNTENSET_EL0 = {2'd3, 3'd3, 4'd9, 4'd12, 3'd1},
    PMCNTENCLR_EL0 = {2'd3, 3'd3, 4'd9, 4'd12, 3'd2},
    PMOVSCLR_EL0   = {2'd3, 3'd3, 4'd9, 4'd12, 3'd3},
    PMSWINC_EL0    = {2'd3, 3'd3, 4'd9, 4'd12, 3'd4},
    PMSELR_EL0     = {2'd3, 3'd3, 4'd9, 4'd12, 3'd5},
    PMCEID0_EL0    = {2'd3, 3'd3, 4'd9, 4'd12, 3'd6},
    PMCEID1_EL0    = {2'd3, 3'd3, 4'd9, 4'd12, 3'd7},
    PMCCNTR_EL0    = {2'd3, 3'd3, 4'd9, 4'd13, 3'd0},
    PMXEVTYPER_EL0 = {2'd3, 3'd3, 4'd9, 4'd13, 3'd1},
    PMXEVCNTR_EL0  = {2'd3, 3'd3, 4'd9, 4'd13, 3'd2},
    PMUSERENR_EL0  = {2'd3, 3'd3, 4'd9, 4'd14, 3'd0},
    PMZR_EL0       = {2'd3, 3'd3, 4'd9, 4'd13, 3'd4},
    PMUACR_EL1     = {2'd3, 3'd0, 4'd9, 4'd14, 3'd4},
    PMECR_EL1      = {2'd3, 3'd0, 4'd9, 4'd14, 3'd5},
    PMOVSSET_EL0   = {2'd3, 3'd3, 4'd9, 4'd14, 3'd3},
    PMINTENSET_EL1 = {2'd3, 3'd0, 4'd9, 4'd14, 3'd1},
    PMINTENCLR_EL1 = {2'd3, 3'd0, 4'd9, 4'd14, 3'd2},
    PMMIR_EL1      = {2'd3, 3'd0, 4'd9, 4'd14, 3'd6},
    PMEVCNTR0_EL0  = {2'd3, 3'd3, 4'd14, 4'd8, 3'd0},
    PMEVTYPER0_EL0 = {2'd3, 3'd3, 4'd14, 4'd12, 3'd0},
    PMCCFILTR_EL0  = {2'd3, 3'd3, 4'd14, 4'd15, 3'd7}
  } pmu_sysreg_e;

  // PMSCR_EL1 (D24.7.8)
  typedef struct packed {
    logic [51:0] res0_63_12;
    logic        envm;
    logic        ke;
    logic [1:0]  ee;
    logic [1:0]  pct;
    logic        ts;
    logic        pa;
    logic        cx;
    logic        res0_2;
    logic        e1spe;
    logic        e0spe;
  } pmscr_el1_t;

  // PMSICR_EL1 (D24.7.13)
  typedef struct packed {
    logic [7:0]  ecount;
    logic [23:0] res0_55_32;
    logic [31:0] count;
  } pmsicr_t;

  // PMSIRR_EL1 (D24.7.15)
  typedef struct packed {
    logic [31:0] res0_63_32;
    logic [23:0] interval;
    logic [6:0]  res0_7_1;
    logic        rnd;
  } pmsirr_t;

  // PMSFCR_EL1 (D24.7.12)
  typedef struct packed {
    logic [10:0] res0_63_53;
    logic        simdm;
    logic        fpm;
    logic        stm;
    logic        ldm;
    logic        bm;
    logic [26:0] res0_47_21;
    logic        simd;
    logic        fp;
    logic        st;
    logic        ld;
    logic        b;
    logic [10:0] res0_15_5;
    logic        fds;
    logic        fne;
    logic        fl;
    logic        ft;
    logic        fe;
  } pmsfcr_t;

  // PMSIDR_EL1 (D24.7.14)
  typedef struct packed {
    logic [30:0] res0_63_33;
    logic        sme;
    logic [3:0]  altclk;
    logic        fpf;
    logic        eft;
    logic        crr;
    logic        pbt;
    logic [3:0]  format;
    logic [3:0]  count_size;
    logic [3:0]  max_size;
    logic [3:0]  interval;
    logic        fds;
    logic        fne;
    logic        ernd;
    logic        lds;
    logic        arch_inst;
    logic        fl;
    logic        ft;
    logic        fe;
  } pmsidr_t;

  // PMBLIMITR_EL1 (D24.7.2)
  typedef struct packed {
    logic [51:0] limit;
    logic [3:0]  res0_11_8;
    logic        nvm;
    logic        res0_6;
    logic        pmfz;
    logic [1:0]  res0_4_3;
    logic [1:0]  fm;
    logic        e;
  } pmblimitr_t;

  // PMBSR_EL1 (D24.7.5)
  typedef struct packed {
    logic [22:0] res0_63_41;
    logic        top_level;
    logic        assured_only;
    logic        overlay;
    logic        dirty_bit;
    logic [4:0]  res0_36_32;
    logic [5:0]  ec;
    logic [5:0]  res0_25_20;
    logic        dl;
    logic        ea;
    logic        s;
    logic        coll;
    logic [9:0]  res0_15_6;
    logic [5:0]  status;
  } pmbsr_t;

  // PMBMAR_EL1 (D24.7.3)
  typedef struct packed {
    logic [53:0] res0_63_10;
    logic [1:0]  sh;
    logic [7:0]  attr;
  } pmbmar_t;

  // PMBIDR_EL1 (D24.7.1)
  typedef struct packed {
    logic [51:0] res0_63_12;
    logic [3:0]  ea;
    logic [1:0]  addr_mode;
    logic        f;
    logic        p;
    logic [3:0]  align;
  } pmbidr_t;

  // PMSCR_EL2 (D24.7.9)
  typedef struct packed {
    logic [51:0] res0_63_12;
    logic        envm;
    logic        ke;
    logic [1:0]  ee;
    logic [1:0]  pct;
    logic        ts;
    logic        pa;
    logic        cx;
    logic        res0_2;
    logic        e2spe;
    logic        e0hspe;
  } pmscr_el2_t;

  // PMCR_EL0 (D24.5.8)
  typedef struct packed {
    logic [30:0] res0_63_33;
    logic        fzs;
    logic [7:0]  imp;
    logic [7:0]  idcode;
    logic [4:0]  n;
    logic        res0_10;
    logic        fzo;
    logic        res0_8;
    logic        lp;
    logic        lc;
    logic        dp;
    logic        x;
    logic        d;
    logic        c;
    logic        p;
    logic        e;
  } pmcr_t;

  // PMUSERENR_EL0 (D24.5.26)
  typedef struct packed {
    logic tid;
    logic res0_5;
    logic uen;
    logic er;
    logic cr;
    logic sw;
    logic en;
  } pmuserenr_t;

  // PMECR_EL1 (D24.5.9)
  typedef struct packed {
    logic [60:0] res0_63_3;
    logic        kpme;
    logic [1:0]  pmee;
  } pmecr_t;

  // PMEVTYPER<n>_EL0 (D24.5.12)
  typedef struct packed {
    logic [5:0]  res0_63_58;
    logic [1:0]  vs;
    logic [23:0] res0_55_32;
    logic        p;
    logic        u;
    logic        nsk;
    logic        nsu;
    logic        nsh;
    logic        m;
    logic        res0_25;
    logic        sh;
    logic        res0_23;
    logic        rlk;
    logic        rlu;
    logic        rlh;
    logic [3:0]  res0_19_16;
    logic [15:0] evt_count;
  } pmevtyper_t;

  // Values of fields.
  localparam logic [1:0] PmscrPctVirtual = 2'h0;
  localparam logic [1:0] PmscrPctPhysical = 2'h1;
  localparam logic [1:0] PmscrPctOffsetPhysical = 2'h3;
  localparam logic [3:0] PmsidrCountSizeBits12 = 4'h2;
  localparam logic [3:0] PmsidrCountSizeBits16 = 4'h3;
  localparam logic [1:0] PmblimitrFmFill = 2'h0;
  localparam logic [1:0] PmblimitrFmDiscard = 2'h2;
  localparam logic [5:0] PmbsrEcOther = 6'h0;
  localparam logic [5:0] PmbsrEcGpc = 6'h1e;
  localparam logic [5:0] PmbsrEcStage1 = 6'h24;
  localparam logic [5:0] PmbsrEcStage2 = 6'h25;
  localparam logic [5:0] PmbsrFscSyncAbort = 6'h10;
  localparam logic [5:0] PmbsrFscAsyncAbort = 6'h11;
  localparam logic [5:0] PmbsrBscNotAllowed = 6'h0;
  localparam logic [5:0] PmbsrBscFilled = 6'h1;
  localparam logic [3:0] PmbidrEaNotDescribed = 4'h0;
  localparam logic [3:0] PmbidrEaIgnored = 4'h1;
  localparam logic [3:0] PmbidrEaSError = 4'h2;
  localparam logic [1:0] PmbidrAddrModeVirtual = 2'h0;
  localparam logic [1:0] PmbidrAddrModeBoth = 2'h1;
  localparam logic [4:0] PmselrSelCycleCounter = 5'h1f;

  // Fine-grained traps: bits of HDFGRTR_EL2 and HDFGWTR_EL2, of PMSDSFR_EL1 of HDFGRTR2_EL2 and
  // HDFGWTR2_EL2 (D24.2).
  localparam logic [5:0] TrapPmscrEl1 = 6'd26;
  localparam logic [5:0] TrapPmsnevfrEl1 = 6'd62;
  localparam logic [5:0] TrapPmsicrEl1 = 6'd29;
  localparam logic [5:0] TrapPmsirrEl1 = 6'd31;
  localparam logic [5:0] TrapPmsfcrEl1 = 6'd28;
  localparam logic [5:0] TrapPmsevfrEl1 = 6'd27;
  localparam logic [5:0] TrapPmslatfrEl1 = 6'd32;
  localparam logic [5:0] TrapPmsidrEl1 = 6'd30;
  localparam logic [5:0] TrapPmblimitrEl1 = 6'd23;
  localparam logic [5:0] TrapPmbptrEl1 = 6'd24;
  localparam logic [5:0] TrapPmbsrEl1 = 6'd25;
  localparam logic [5:0] TrapPmbmarEl1 = 6'd24;
  localparam logic [5:0] TrapPmsdsfrEl1 = 6'd19;
  localparam logic [5:0] TrapPmbidrEl1 = 6'd63;
  localparam logic [5:0] TrapPmcrEl0 = 6'd21;
  localparam logic [5:0] TrapPmcntensetEl0 = 6'd16;
  localparam logic [5:0] TrapPmcntenclrEl0 = 6'd16;
  localparam logic [5:0] TrapPmovsclrEl0 = 6'd18;
  localparam logic [5:0] TrapPmswincEl0 = 6'd20;
  localparam logic [5:0] TrapPmselrEl0 = 6'd19;
  localparam logic [5:0] TrapPmceid0El0 = 6'd58;
  localparam logic [5:0] TrapPmceid1El0 = 6'd58;
  localparam logic [5:0] TrapPmccntrEl0 = 6'd15;
  localparam logic [5:0] TrapPmxevtyperEl0 = 6'd13;
  localparam logic [5:0] TrapPmxevcntrEl0 = 6'd12;
  localparam logic [5:0] TrapPmuserenrEl0 = 6'd57;
  localparam logic [5:0] TrapPmzrEl0 = 6'd21;
  localparam logic [5:0] TrapPmuacrEl1 = 6'd4;
  localparam logic [5:0] TrapPmecrEl1 = 6'd0;
  localparam logic [5:0] TrapPmovssetEl0 = 6'd18;
  localparam logic [5:0] TrapPmintensetEl1 = 6'd17;
  localparam logic [5:0] TrapPmintenclrEl1 = 6'd17;
  localparam logic [5:0] TrapPmmirEl1 = 6'd22;
  localparam logic [5:0] TrapPmevcntr0El0 = 6'd12;
  localparam logic [5:0] TrapPmevtyper0El0 = 6'd13;
  localparam logic [5:0] TrapPmccfiltrEl0 = 6'd14;

  // Offsets from VNCR_EL2 of what FEAT_NV2 keeps in memory (D8.14).
  localparam logic [11:0] MemoryPmscrEl1 = 12'h828;
  localparam logic [11:0] MemoryPmsnevfrEl1 = 12'h850;
  localparam logic [11:0] MemoryPmsicrEl1 = 12'h838;
  localparam logic [11:0] MemoryPmsirrEl1 = 12'h840;
  localparam logic [11:0] MemoryPmsevfrEl1 = 12'h830;
  localparam logic [11:0] MemoryPmslatfrEl1 = 12'h848;
  localparam logic [11:0] MemoryPmblimitrEl1 = 12'h800;
  localparam logic [11:0] MemoryPmbptrEl1 = 12'h810;
  localparam logic [11:0] MemoryPmbsrEl1 = 12'h820;
  localparam logic [11:0] MemoryPmbsrEl12 = 12'h820;
  localparam logic [11:0] MemoryPmsdsfrEl1 = 12'h858;
  localparam logic [11:0] MemoryPmscrEl12 = 12'h828;

  // PMU events.
  localparam logic [15:0] EventSwIncr = 16'h0000;
  localparam logic [15:0] EventCpuCycles = 16'h0011;
  localparam logic [15:0] EventChain = 16'h001e;
  localparam logic [15:0] EventSamplePop = 16'h4000;
  localparam logic [15:0] EventSampleFeed = 16'h4001;
  localparam logic [15:0] EventSampleFiltrate = 16'h4002;
  localparam logic [15:0] EventSampleCollision = 16'h4003;
  localparam logic [15:0] EventSampleFeedDs = 16'h8122;  // FEAT_SPE_FDS
  localparam logic [15:0] EventSampleBufferFull = 16'h8123;  // SPEv1p4
  localparam logic [15:0] EventSampleFeedBr = 16'h812a;  // SPEv1p2
  localparam logic [15:0] EventSampleFeedLd = 16'h812b;  // SPEv1p2
  localparam logic [15:0] EventSampleFeedSt = 16'h812c;  // SPEv1p2
  localparam logic [15:0] EventSampleFeedOp = 16'h812d;  // SPEv1p2
  localparam logic [15:0] EventSampleFeedEvent = 16'h812e;  // SPEv1p2
  localparam logic [15:0] EventSampleFeedLat = 16'h812f;  // SPEv1p2
  localparam logic [15:0] EventSampleFeedFp = 16'h8348;  // FEAT_SPE_EFT
  localparam logic [15:0] EventSampleFeedSimd = 16'h8349;  // FEAT_SPE_EFT

endpackage
