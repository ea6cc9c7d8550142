// SPDX-License-Identifier: Apache-2.0
//
// Room B's decision alone, behind room A: spu_access. more[15:0] is the encoding, more[16] is high for MSR.

module access_room
  import spu_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::`SPU_CONFIG
) (
  input  logic [1023:0] pe,
  input  logic [1023:0] regs,
  input  logic [2047:0] more,
  output logic [255:0]  result
);

  enable_t enable;
  access_t access;

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i    (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i  (regs_t'(regs[$bits(regs_t)-1:0])),
    .enable_o(enable)
  );

  spu_access #(
    .Cfg(Cfg)
  ) u_spu_access (
    .write_i (more[16]),
    .addr_i  (more[15:0]),
    .pe_i    (pe_t'(pe[$bits(pe_t)-1:0])),
    .enable_i(enable),
    .access_o(access)
  );

  assign result = 256'(access);

endmodule
