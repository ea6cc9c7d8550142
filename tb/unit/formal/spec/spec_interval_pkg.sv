// SPDX-License-Identifier: Apache-2.0
//
// Specification of the interval block: SPEToCollectSample() and SPEResetSampleCounter() for one operation, Arm
// ARM J1.1.1. Written from the Arm documents, not from the RTL: make formal proves that the two agree.
//
// Issue M.a.a differs in two points from the 2023 issue that the conformance vectors follow: the operation at which
// COUNT expires does not also decrement ECOUNT (so that a random byte of zero selects it), and ECOUNT counts only while
// PMSIRR_EL1.RND is 1 and with FEAT_SPE_ERnd.

package spec_interval_pkg;

  import spu_pkg::*;
  import spu_sysreg_pkg::*;

  typedef struct packed {
    pmsicr_t pmsicr;   // after the operation
    logic    sample;   // TRUE
    logic    drew;     // SPEGetRandomInterval() was called
  } collect_answer_t;

  // SPEResetSampleCounter(); SPEToCollectSample(): `random` is what SPEGetRandomInterval() returns.
  function automatic collect_answer_t spe_to_collect_sample(config_t cfg, pmsirr_t pmsirr, pmsicr_t was,
                                                            logic [7:0] random);
    collect_answer_t a;
    a.pmsicr = was;
    a.sample = 0;
    a.drew = 0;
    if (was.count == 0) begin
      a.pmsicr.count[31:8] = pmsirr.interval;
      a.pmsicr.count[7:0] = 0;
      if (pmsirr.rnd && !cfg.HaveErnd) begin
        a.drew = 1;
        a.pmsicr.count[7:0] = random;
      end
    end else begin
      a.pmsicr.count = was.count - 1;
      if (a.pmsicr.count == 0) begin
        if (!(pmsirr.rnd && cfg.HaveErnd)) begin
          a.sample = 1;
          return a;
        end
        a.drew = 1;
        a.pmsicr.ecount = random;
        a.sample = (random == 0);
        return a;
      end
    end
    if (pmsirr.rnd && cfg.HaveErnd && a.pmsicr.ecount != 0) begin
      a.pmsicr.ecount = a.pmsicr.ecount - 1;
      a.sample = (a.pmsicr.ecount == 0);
    end
    return a;
  endfunction

endpackage
