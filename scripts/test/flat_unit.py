# SPDX-License-Identifier: Apache-2.0
"""A cocotb test of spu_flat, which collateral_test.py runs in Icarus Verilog: software sets the unit up, an operation
is sampled and retires, and its record is written to memory."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

BUFFER, PC = 0x12345000, 0x400123456788

# Not reset, and valid with xlate_valid_o, axi_aw_valid_o and axi_wvalid_o only: memory() reads most of them then, and
# refuses an X.
PAYLOAD = {"xlate_el_o", "xlate_ss_o", "axi_aw_addr_o", "axi_aw_prot_o", "axi_wdata_o"}


def sysreg(op1, crm, op2):
    return 3 << 14 | op1 << 11 | 9 << 7 | crm << 3 | op2


PMSCR_EL1, PMSICR_EL1, PMSIRR_EL1 = sysreg(0, 9, 0), sysreg(0, 9, 2), sysreg(0, 9, 3)
PMBLIMITR_EL1, PMBPTR_EL1, PMBIDR_EL1 = sysreg(0, 10, 0), sysreg(0, 10, 1), sysreg(0, 10, 7)


async def access(dut, address, value=None):
    """An MSR of `value`, or an MRS."""
    dut.sysreg_valid_i.value = 1
    dut.sysreg_write_i.value = value is not None
    dut.sysreg_addr_i.value = address
    dut.sysreg_wdata_i.value = value or 0
    await FallingEdge(dut.clk_i)
    dut.sysreg_valid_i.value = 0
    assert dut.sysreg_done_o.value == 1 and dut.sysreg_verdict_o.value == 0, f"access to 0x{address:04X} was refused"
    return int(dut.sysreg_rdata_o.value)


async def memory(dut, written):
    """Translates every address to itself and accepts every beat."""
    address, answer, response = 0, 0, 0
    dut.xlate_ready_i.value = dut.axi_awready_i.value = dut.axi_wready_i.value = 1
    while True:
        await FallingEdge(dut.clk_i)
        dut.xlate_valid_i.value = answer
        dut.axi_b_valid_i.value = response
        answer = int(dut.xlate_valid_o.value)
        if answer:
            dut.xlate_pa_i.value = int(dut.xlate_va_o.value)
        if dut.axi_aw_valid_o.value == 1:
            address = int(dut.axi_aw_addr_o.value) & ~15
        response = 0
        if dut.axi_wvalid_o.value == 1:
            data, strobes = int(dut.axi_wdata_o.value), int(dut.axi_wstrb_o.value)
            written |= {address + lane: data >> 8 * lane & 0xFF for lane in range(16) if strobes >> lane & 1}
            address += 16
            response = int(dut.axi_wlast_o.value)


async def look_for_x(dut, unknown):
    """Collects the outputs that are X in any cycle."""
    while True:
        await FallingEdge(dut.clk_i)
        unknown |= {port._name for port in dut  # pylint: disable=protected-access
                    if port._name.endswith("_o") and not port.value.is_resolvable}


@cocotb.test()
async def record_is_written(dut):
    for port in dut:
        if port._name.endswith("i") and port._name != "clk_i":  # pylint: disable=protected-access
            port.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    dut.pe_el_i.value = 1
    dut.pe_scr_el3_ns_i.value = dut.pe_scr_el3_rw_i.value = dut.pe_hcr_el2_rw_i.value = 1
    dut.pe_mdcr_el2_e2pb_i.value = dut.pe_mdcr_el3_nspb_i.value = 3
    written, unknown = {}, set()
    cocotb.start_soon(look_for_x(dut, unknown))
    cocotb.start_soon(memory(dut, written))
    align = 1 << (await access(dut, PMBIDR_EL1) & 15)
    await access(dut, PMBPTR_EL1, BUFFER)
    await access(dut, PMBLIMITR_EL1, BUFFER + 0x1000 | 1)
    await access(dut, PMSIRR_EL1, 1 << 8)
    await access(dut, PMSICR_EL1, 2)
    await access(dut, PMSCR_EL1, 3)
    dut.dispatch_valid_i.value = 1
    dut.dispatch_pc_i.value = PC - 4
    await FallingEdge(dut.clk_i)
    dut.dispatch_pc_i.value = PC
    await FallingEdge(dut.clk_i)  # half a cycle after the edge that takes it the mark is of the next cycle
    dut.dispatch_valid_i.value = 0
    await FallingEdge(dut.clk_i)
    dut.op0_finished_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.op0_finished_i.value = 0
    for _ in range(60):
        await FallingEdge(dut.clk_i)
    record = bytes(written[address] for address in sorted(written))
    assert min(written) == BUFFER and len(record) % align == 0, f"{len(record)} bytes at 0x{min(written):X}"
    packet = b"\xb0" + PC.to_bytes(7, "little")  # Address packet, PC, of EL1 in Non-secure state
    assert packet in record, record.hex()
    assert unknown <= PAYLOAD, f"X before the first use: {unknown}"
    assert await access(dut, PMBPTR_EL1) == BUFFER + len(record)
