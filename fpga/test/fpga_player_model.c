// SPDX-License-Identifier: Apache-2.0
//
// What fpga_player_test.sv expects of one marked operation in the cycles after its mark: docs/bring-up.md, The
// player.

// Bit 0: finished, bit 1: issued, bit 2: xlate_busy, in the cycle that is `after` cycles after the mark. `latencies` is
// word 3 of the operation's entry: total, issue, xlate from bit 0 on, 16 bits each.
unsigned model_report(unsigned after, unsigned long long latencies);

unsigned model_report(unsigned after, unsigned long long latencies)
{
  unsigned total = latencies & 0xffff;
  unsigned issue = latencies >> 16 & 0xffff;
  unsigned xlate = latencies >> 32 & 0xffff;

  if (after == 0 || after > total) {
    return 0;
  }
  return (after == total ? 1u : 0u) | (issue != 0 && after == issue ? 2u : 0u) | (after <= xlate ? 4u : 0u);
}
