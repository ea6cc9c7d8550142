// Made by scripts/generate.py from rtl/data/registers.toml.
// SPDX-License-Identifier: Apache-2.0
//
// The System registers of the unit and of the performance monitors: encodings, fields, values, and the
// numbers of the PMU events that the unit makes itself (Arm ARM D24.7, D24.5, D14.3). Names are Arm's.
// Then lists of them: the register that an encoding names, what an access of it depends on, and the
// bits that can be written. What a register means is in the modules that use it.

package spu_sysreg_pkg;
  import spu_config_pkg::config_t;

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

  // Only the first of PMEVCNTR<n>_EL0 and of PMEVTYPER<n>_EL0 is here: n = {CRm[1:0], op2}.
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

  // A register of Statistical Profiling, one-hot. PMSCR_EL12 and PMBSR_EL12 are names of PMSCR_EL1 and PMBSR_EL1.
  typedef struct packed {
    logic pmbidr;
    logic pmblimitr;
    logic pmbmar;
    logic pmbptr;
    logic pmbsr;
    logic pmbsr_el2;
    logic pmbsr_el3;
    logic pmscr_el1;
    logic pmscr_el2;
    logic pmsdsfr;
    logic pmsevfr;
    logic pmsfcr;
    logic pmsicr;
    logic pmsidr;
    logic pmsirr;
    logic pmslatfr;
    logic pmsnevfr;
  } selected_t;

  // What an access of a register of Statistical Profiling depends on (D24.7).
  typedef enum logic [1:0] {
    CheckNone                 = 2'd0,
    CheckProfilingBuffer      = 2'd1,  // CheckProfilingBufferAccess()
    CheckStatisticalProfiling = 2'd2   // CheckStatisticalProfilingAccess()
  } check_e;

  typedef enum logic [2:0] {
    EnableNone   = 3'd0,
    EnableEnpmsn = 3'd1,  // MDCR_EL3.EnPMSN
    EnablePmsee  = 3'd2,  // MDCR_EL3.PMSEE
    EnableEnpms4 = 3'd3,  // MDCR_EL3.EnPMS4
    EnableEnpms3 = 3'd4   // MDCR_EL3.EnPMS3
  } el3_enable_e;

  // Fine-grained traps (D24.2): of HDFGRTR_EL2 and HDFGWTR_EL2, or of HDFGRTR2_EL2 and HDFGWTR2_EL2.
  typedef enum logic [1:0] {
    FgtNone   = 2'd0,
    FgtSet    = 2'd1,  // 1 traps
    FgtClear  = 2'd2,  // 0 traps
    Fgt2Clear = 2'd3   // of the second pair, 0 traps
  } fgt_e;

  typedef struct packed {
    sysreg_e     name;
    logic        exists;      // else the encoding is UNDEFINED
    logic        read_only;
    logic [1:0]  lowest_el;   // the lowest EL that it is for
    check_e      check;
    el3_enable_e el3_enable;  // has to be nonzero below EL3
    fgt_e        fgt_kind;
    logic [5:0]  fgt;         // bit number
    logic [11:0] nvmem;       // offset from VNCR_EL2 (D8.14), 0: none
    selected_t   selected;    // the register that the name reaches
  } register_t;

  localparam int unsigned Registers = 19;

  function automatic register_t [Registers-1:0] registers_of(config_t cfg);
    return '{
      // name          exists                              RO    EL    check                      el3_enable    fgt_kind   fgt    nvmem    selected
      '{PMSCR_EL1,     1'b1,                               1'b0, 2'd1, CheckStatisticalProfiling, EnableNone,   FgtSet,    6'd26, 12'h828, '{pmscr_el1: 1'b1, default: 1'b0}},
      '{PMSNEVFR_EL1,  cfg.SpeVersion >= 2,                1'b0, 2'd1, CheckStatisticalProfiling, EnableEnpmsn, FgtClear,  6'd62, 12'h850, '{pmsnevfr: 1'b1, default: 1'b0}},
      '{PMSICR_EL1,    1'b1,                               1'b0, 2'd1, CheckStatisticalProfiling, EnableNone,   FgtSet,    6'd29, 12'h838, '{pmsicr: 1'b1, default: 1'b0}},
      '{PMSIRR_EL1,    1'b1,                               1'b0, 2'd1, CheckStatisticalProfiling, EnableNone,   FgtSet,    6'd31, 12'h840, '{pmsirr: 1'b1, default: 1'b0}},
      '{PMSFCR_EL1,    1'b1,                               1'b0, 2'd1, CheckStatisticalProfiling, EnableNone,   FgtSet,    6'd28, 12'h000, '{pmsfcr: 1'b1, default: 1'b0}},
      '{PMSEVFR_EL1,   1'b1,                               1'b0, 2'd1, CheckStatisticalProfiling, EnableNone,   FgtSet,    6'd27, 12'h830, '{pmsevfr: 1'b1, default: 1'b0}},
      '{PMSLATFR_EL1,  1'b1,                               1'b0, 2'd1, CheckStatisticalProfiling, EnableNone,   FgtSet,    6'd32, 12'h848, '{pmslatfr: 1'b1, default: 1'b0}},
      '{PMSIDR_EL1,    1'b1,                               1'b1, 2'd1, CheckStatisticalProfiling, EnableNone,   FgtSet,    6'd30, 12'h000, '{pmsidr: 1'b1, default: 1'b0}},
      '{PMBLIMITR_EL1, 1'b1,                               1'b0, 2'd1, CheckProfilingBuffer,      EnableNone,   FgtSet,    6'd23, 12'h800, '{pmblimitr: 1'b1, default: 1'b0}},
      '{PMBPTR_EL1,    1'b1,                               1'b0, 2'd1, CheckProfilingBuffer,      EnableNone,   FgtSet,    6'd24, 12'h810, '{pmbptr: 1'b1, default: 1'b0}},
      '{PMBSR_EL1,     1'b1,                               1'b0, 2'd1, CheckProfilingBuffer,      EnableNone,   FgtSet,    6'd25, 12'h820, '{pmbsr: 1'b1, default: 1'b0}},
      '{PMBSR_EL12,    cfg.SpeVersion >= 5 && cfg.HaveVhe, 1'b0, 2'd2, CheckStatisticalProfiling, EnableNone,   FgtNone,   6'd0,  12'h820, '{pmbsr: 1'b1, default: 1'b0}},
      '{PMBSR_EL2,     cfg.SpeVersion >= 5,                1'b0, 2'd2, CheckStatisticalProfiling, EnablePmsee,  FgtNone,   6'd0,  12'h000, '{pmbsr_el2: 1'b1, default: 1'b0}},
      '{PMBSR_EL3,     cfg.SpeVersion >= 5 && cfg.HaveEl3, 1'b0, 2'd3, CheckNone,                 EnableNone,   FgtNone,   6'd0,  12'h000, '{pmbsr_el3: 1'b1, default: 1'b0}},
      '{PMBMAR_EL1,    cfg.HaveSpeNvm,                     1'b0, 2'd1, CheckProfilingBuffer,      EnableEnpms4, Fgt2Clear, 6'd24, 12'h000, '{pmbmar: 1'b1, default: 1'b0}},
      '{PMSDSFR_EL1,   cfg.HaveFds,                        1'b0, 2'd1, CheckStatisticalProfiling, EnableEnpms3, Fgt2Clear, 6'd19, 12'h858, '{pmsdsfr: 1'b1, default: 1'b0}},
      '{PMBIDR_EL1,    1'b1,                               1'b1, 2'd1, CheckNone,                 EnableNone,   FgtSet,    6'd63, 12'h000, '{pmbidr: 1'b1, default: 1'b0}},
      '{PMSCR_EL2,     1'b1,                               1'b0, 2'd2, CheckStatisticalProfiling, EnableNone,   FgtNone,   6'd0,  12'h000, '{pmscr_el2: 1'b1, default: 1'b0}},
      '{PMSCR_EL12,    cfg.HaveVhe,                        1'b0, 2'd2, CheckStatisticalProfiling, EnableNone,   FgtNone,   6'd0,  12'h828, '{pmscr_el1: 1'b1, default: 1'b0}}
    };
  endfunction

  // A register of the performance monitors, one-hot. PMEVCNTR<n> and PMEVTYPER<n> are one each, and PMXEVCNTR_EL0 and
  // PMXEVTYPER_EL0 other names of them.
  typedef struct packed {
    logic pmccfiltr;
    logic pmccntr;
    logic pmceid0;
    logic pmceid1;
    logic pmcntenclr;
    logic pmcntenset;
    logic pmcr;
    logic pmecr;
    logic pmevcntr;
    logic pmevtyper;
    logic pmintenclr;
    logic pmintenset;
    logic pmmir;
    logic pmovsclr;
    logic pmovsset;
    logic pmselr;
    logic pmswinc;
    logic pmuacr;
    logic pmuserenr;
    logic pmzr;
  } pmu_target_t;

  // The register that an encoding names, but for PMEVCNTR<n> and PMEVTYPER<n> and their other names.
  function automatic pmu_target_t pmu_named(logic [15:0] addr, config_t cfg);
    return '{
      pmcr:       addr == PMCR_EL0,
      pmcntenset: addr == PMCNTENSET_EL0,
      pmcntenclr: addr == PMCNTENCLR_EL0,
      pmovsclr:   addr == PMOVSCLR_EL0,
      pmswinc:    addr == PMSWINC_EL0,
      pmselr:     addr == PMSELR_EL0,
      pmceid0:    addr == PMCEID0_EL0,
      pmceid1:    addr == PMCEID1_EL0,
      pmccntr:    addr == PMCCNTR_EL0,
      pmuserenr:  addr == PMUSERENR_EL0,
      pmzr:       addr == PMZR_EL0 && cfg.PmuVersion >= 9,
      pmuacr:     addr == PMUACR_EL1 && cfg.PmuVersion >= 9,
      pmecr:      addr == PMECR_EL1 && cfg.HaveEbep,
      pmovsset:   addr == PMOVSSET_EL0,
      pmintenset: addr == PMINTENSET_EL1,
      pmintenclr: addr == PMINTENCLR_EL1,
      pmmir:      addr == PMMIR_EL1 && cfg.PmuVersion >= 4,
      pmccfiltr:  addr == PMCCFILTR_EL0,
      default: 1'b0
    };
  endfunction

  localparam pmu_target_t PmuReadOnly = '{pmceid0: 1'b1, pmceid1: 1'b1, pmmir: 1'b1, default: 1'b0};

  localparam pmu_target_t PmuWriteOnly = '{pmswinc: 1'b1, pmzr: 1'b1, default: 1'b0};

  // By their encodings, of EL1 and above.
  localparam pmu_target_t PmuNotAtEl0 = '{pmuacr: 1'b1, pmecr: 1'b1, pmintenset: 1'b1, pmintenclr: 1'b1, pmmir: 1'b1, default: 1'b0};

  // No register of AArch32 state is mapped to these (G8.4).
  localparam pmu_target_t PmuNotInAarch32 = '{pmzr: 1'b1, pmuacr: 1'b1, pmecr: 1'b1, default: 1'b0};

  // MDCR_EL3.EnPM2 has to be 1 below EL3.
  localparam pmu_target_t PmuNeedsEnpm2 = '{pmuacr: 1'b1, pmecr: 1'b1, default: 1'b0};

  // Those that a bit of HDFGRTR_EL2 (of a read) or HDFGWTR_EL2 (of a write) traps when it is 1 (D24.2). The bits are
  // the same in both.
  function automatic pmu_target_t pmu_trapped(logic [63:0] traps, logic write);
    return '{
      pmcr:       traps[21] && write,
      pmcntenset: traps[16],
      pmcntenclr: traps[16],
      pmovsclr:   traps[18],
      pmswinc:    traps[20],
      pmselr:     traps[19],
      pmceid0:    traps[58],
      pmceid1:    traps[58],
      pmccntr:    traps[15],
      pmuserenr:  traps[57],
      pmovsset:   traps[18],
      pmintenset: traps[17],
      pmintenclr: traps[17],
      pmmir:      traps[22],
      pmevcntr:   traps[12],
      pmevtyper:  traps[13],
      pmccfiltr:  traps[14],
      default: 1'b0
    };
  endfunction

  // Those that a bit of HDFGRTR2_EL2 (of a read) or HDFGWTR2_EL2 (of a write) traps when it is 0 (D24.2). The bits are
  // the same in both.
  function automatic pmu_target_t pmu_trapped2(logic [63:0] traps2);
    return '{
      pmzr:   !traps2[21],
      pmuacr: !traps2[4],
      pmecr:  !traps2[0],
      default: 1'b0
    };
  endfunction

  // The bits of each register that can be written and keep what is written. The others are RES0 or read-only, or a 1
  // does something once.
  typedef struct packed {
    pmscr_el1_t  pmscr_el1;
    logic [63:0] pmsnevfr;
    pmsicr_t     pmsicr;
    pmsirr_t     pmsirr;
    pmsfcr_t     pmsfcr;
    logic [63:0] pmsevfr;
    logic [63:0] pmslatfr;
    pmblimitr_t  pmblimitr;
    logic [63:0] pmbptr;
    pmbsr_t      pmbsr;
    pmbsr_t      pmbsr_el2;
    pmbsr_t      pmbsr_el3;
    pmbmar_t     pmbmar;
    logic [63:0] pmsdsfr;
    pmscr_el2_t  pmscr_el2;
    pmcr_t       pmcr;
    pmuserenr_t  pmuserenr;
    pmecr_t      pmecr;
    pmevtyper_t  pmevtyper;
    logic [63:0] pmccfiltr;
  } writable_t;

  function automatic writable_t writable(config_t cfg);
    writable_t bits;
    bits = '0;
    bits.pmscr_el1.envm = cfg.HaveSpeNvm && cfg.NestedVirt >= 1;
    bits.pmscr_el1.ke = cfg.SpeVersion >= 5;
    bits.pmscr_el1.ee = (cfg.SpeVersion >= 5) ? '1 : '0;
    bits.pmscr_el1.pct = cfg.HaveEl2 ? '1 : '0;
    bits.pmscr_el1.pct[1] = cfg.HaveEl2 && cfg.HaveEcv;
    bits.pmscr_el1.ts = 1'b1;
    bits.pmscr_el1.pa = 1'b1;
    bits.pmscr_el1.cx = 1'b1;
    bits.pmscr_el1.e1spe = 1'b1;
    bits.pmscr_el1.e0spe = 1'b1;
    bits.pmsicr.ecount = cfg.HaveErnd ? '1 : '0;
    bits.pmsicr.count = '1;
    bits.pmsirr.interval = '1;
    bits.pmsirr.rnd = 1'b1;
    bits.pmsfcr.simdm = cfg.HaveEft;
    bits.pmsfcr.fpm = cfg.HaveEft;
    bits.pmsfcr.stm = cfg.HaveEft;
    bits.pmsfcr.ldm = cfg.HaveEft;
    bits.pmsfcr.bm = cfg.HaveEft;
    bits.pmsfcr.simd = cfg.HaveEft;
    bits.pmsfcr.fp = cfg.HaveEft;
    bits.pmsfcr.st = 1'b1;
    bits.pmsfcr.ld = 1'b1;
    bits.pmsfcr.b = 1'b1;
    bits.pmsfcr.fds = cfg.HaveFds;
    bits.pmsfcr.fne = cfg.SpeVersion >= 2;
    bits.pmsfcr.fl = 1'b1;
    bits.pmsfcr.ft = 1'b1;
    bits.pmsfcr.fe = 1'b1;
    bits.pmsevfr[63:0] = '1;  // E
    bits.pmslatfr[15:0] = '1;  // MINLAT
    bits.pmslatfr[15:12] = cfg.Count16bit ? '1 : '0;  // MINLAT
    bits.pmblimitr.limit = '1;
    bits.pmblimitr.nvm = cfg.HaveSpeNvm;
    bits.pmblimitr.pmfz = cfg.SpeVersion >= 2;
    bits.pmblimitr.fm = '1;
    bits.pmblimitr.e = 1'b1;
    bits.pmbptr[63:0] = '1;  // PTR
    bits.pmbsr.top_level = cfg.HaveThe;
    bits.pmbsr.assured_only = cfg.HaveThe;
    bits.pmbsr.overlay = cfg.HavePoe;
    bits.pmbsr.dirty_bit = cfg.HavePie;
    bits.pmbsr.ec = '1;
    bits.pmbsr.dl = 1'b1;
    bits.pmbsr.ea = cfg.ExternalAbort inside {0, 3};
    bits.pmbsr.s = 1'b1;
    bits.pmbsr.coll = 1'b1;
    bits.pmbsr.status = '1;
    bits.pmbmar.sh = cfg.HaveSpeNvm ? '1 : '0;
    bits.pmbmar.attr = cfg.HaveSpeNvm ? '1 : '0;
    bits.pmsdsfr[63:0] = cfg.HaveFds ? '1 : '0;  // S
    bits.pmscr_el2.envm = cfg.HaveEl2 && cfg.HaveSpeNvm;
    bits.pmscr_el2.ke = cfg.HaveEl2 && cfg.SpeVersion >= 5;
    bits.pmscr_el2.ee = (cfg.HaveEl2 && cfg.SpeVersion >= 5) ? '1 : '0;
    bits.pmscr_el2.pct = cfg.HaveEl2 ? '1 : '0;
    bits.pmscr_el2.pct[1] = cfg.HaveEl2 && cfg.HaveEcv;
    bits.pmscr_el2.ts = cfg.HaveEl2;
    bits.pmscr_el2.pa = cfg.HaveEl2;
    bits.pmscr_el2.cx = cfg.HaveEl2;
    bits.pmscr_el2.e2spe = cfg.HaveEl2;
    bits.pmscr_el2.e0hspe = cfg.HaveEl2;
    bits.pmcr.fzs = cfg.SpeVersion >= 2;
    bits.pmcr.fzo = cfg.PmuVersion >= 7;
    bits.pmcr.lp = cfg.PmuVersion >= 5;
    bits.pmcr.lc = cfg.Aarch32El0;
    bits.pmcr.dp = cfg.HaveEl3 || cfg.HaveEl2 || cfg.PmuVersion >= 7;
    bits.pmcr.d = cfg.Aarch32El0;
    bits.pmcr.e = 1'b1;
    bits.pmuserenr.tid = cfg.PmuVersion >= 9;
    bits.pmuserenr.uen = cfg.PmuVersion >= 9;
    bits.pmuserenr.er = 1'b1;
    bits.pmuserenr.cr = 1'b1;
    bits.pmuserenr.sw = 1'b1;
    bits.pmuserenr.en = 1'b1;
    bits.pmecr.kpme = cfg.HaveEbep;
    bits.pmecr.pmee = cfg.HaveEbep ? '1 : '0;
    bits.pmevtyper.vs = cfg.HavePmuSme ? '1 : '0;
    bits.pmevtyper.p = 1'b1;
    bits.pmevtyper.u = 1'b1;
    bits.pmevtyper.nsk = cfg.HaveEl3;
    bits.pmevtyper.nsu = cfg.HaveEl3;
    bits.pmevtyper.nsh = cfg.HaveEl2;
    bits.pmevtyper.m = cfg.HaveEl3;
    bits.pmevtyper.sh = cfg.HaveEl3 && cfg.HaveSel2;
    bits.pmevtyper.rlk = cfg.HaveRme;
    bits.pmevtyper.rlu = cfg.HaveRme;
    bits.pmevtyper.rlh = cfg.HaveRme;
    bits.pmevtyper.evt_count = '1;
    bits.pmccfiltr[57:56] = cfg.HavePmuSme ? '1 : '0;  // VS
    bits.pmccfiltr[31] = 1'b1;  // P
    bits.pmccfiltr[30] = 1'b1;  // U
    bits.pmccfiltr[29] = cfg.HaveEl3;  // NSK
    bits.pmccfiltr[28] = cfg.HaveEl3;  // NSU
    bits.pmccfiltr[27] = cfg.HaveEl2;  // NSH
    bits.pmccfiltr[26] = cfg.HaveEl3;  // M
    bits.pmccfiltr[24] = cfg.HaveEl3 && cfg.HaveSel2;  // SH
    bits.pmccfiltr[22] = cfg.HaveRme;  // RLK
    bits.pmccfiltr[21] = cfg.HaveRme;  // RLU
    bits.pmccfiltr[20] = cfg.HaveRme;  // RLH
    bits.pmsnevfr = (cfg.SpeVersion >= 2) ? bits.pmsevfr : '0;
    bits.pmbsr_el2 = (cfg.SpeVersion >= 5 && cfg.HaveEl2) ? bits.pmbsr : '0;
    bits.pmbsr_el3 = (cfg.SpeVersion >= 5 && cfg.HaveEl3) ? bits.pmbsr : '0;
    return bits;
  endfunction

endpackage
