// Made by scripts/generate.py from rtl/data/pins.toml.
// SPDX-License-Identifier: Apache-2.0
//
// Shared by the SystemVerilog and the C side of the checker.
#ifndef SPU_CHECKER_PINS_H
#define SPU_CHECKER_PINS_H

#include "spu_pins.h"

// clang-format off

enum {
  SPU_CHECKER_PINS_BITS = 7537,   // of pins_t, spu_checker_pkg.sv
  SPU_CHECKER_CONFIG_BITS = 1875  // of config_t, spu_config_pkg.sv
};

// Outputs to memory and MMU.
struct spu_checker_bus {
  // xlate request: held until xlate_req_ready.
  bool xlate_req_valid;    // there is a request; held, unchanged, until xlate_req_ready
  uint64_t xlate_req_va;   // address of the first byte
  uint8_t xlate_req_el;    // owning translation regime: Exception level; 2 bits
  // owning translation regime: Security state, 0 Secure, 1 Non-secure, 3 Realm; 2 bits
  uint8_t xlate_req_ss;
  // FEAT_SPE_nVM: no stage 1 translation. xlate_req_va is an intermediate physical address, or a physical
  // address without stage 2; an address that is too large causes a stage 1 Address Size fault (D17.7.2)
  bool xlate_req_nvm;
  // with xlate_req_nvm: PMBMAR_EL1.SH, the stage 1 output's Shareability; else 0; 2 bits
  uint8_t xlate_req_sh;
  uint8_t xlate_req_attr;  // with xlate_req_nvm: PMBMAR_EL1.Attr, its memory type; else 0
  // AXI4 write channels, manager side.
  bool axi_awvalid;                      // AWVALID
  uint64_t axi_awaddr;                   // AWADDR, aligned to the beat; 56 bits
  uint8_t axi_awlen;                     // AWLEN: beats - 1
  uint8_t axi_awsize;                    // AWSIZE; 3 bits
  uint8_t axi_awburst;                   // AWBURST: INCR; 2 bits
  uint8_t axi_awprot;                    // AWPROT: privileged, Non-secure by the translation, data; 3 bits
  bool axi_awnse;                        // AXI5's AWNSE: with prot[1] the physical address space (FEAT_RME)
  uint8_t axi_awcache;                   // FEAT_SPE_nVM: AWCACHE, from the translation; else 0; 4 bits
  uint8_t axi_awdomain;                  // FEAT_SPE_nVM: AWDOMAIN likewise; 2 bits
  bool axi_wvalid;                       // WVALID
  bool axi_wlast;                        // WLAST
  uint64_t axi_wstrb;                    // WSTRB, one bit per byte of a beat
  uint8_t axi_wdata[SPU_MAX_AXI_BYTES];  // WDATA
  bool axi_bready;                       // BREADY: always 1
};

// clang-format on

#endif  // SPU_CHECKER_PINS_H
