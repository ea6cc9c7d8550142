# SPDX-License-Identifier: Apache-2.0
"""make collateral: other readers accept what it writes and find the unit in it."""

import os
import sys

import pytest
from cocotb_tools.runner import get_runner
from ipyxact.ipyxact import Component
from systemrdl import RDLCompiler
from systemrdl.node import RegNode

from helpers import IN_TREE, Scratch, call, equal, expect, read, refused, rtl_sources

OUT = os.path.relpath(Scratch("collateral-", IN_TREE).name)  # Yosys sees only what is below the current directory
# Offsets in docs/integration.md, or from the encodings in the Arm ARM.
OFFSETS = {"STATUS": 0x10, "PMSCR_EL1": 0x22640, "PMBLIMITR_EL1": 0x22680, "PMCR_EL0": 0x2E700,
           "PMEVCNTR0_EL0": 0x2FA00}


@pytest.fixture(scope="module")
def exported():
    """The directory of configuration base."""
    done = call(sys.executable, "scripts/collateral.py", "--out", OUT)
    equal(done.returncode, 0, done.stderr)
    return f"{OUT}/base"


def test_systemrdl_has_the_registers(exported):
    compiler = RDLCompiler()
    compiler.compile_file(f"{exported}/spu_mmio.rdl")
    found = {node.inst_name: node for node in compiler.elaborate().top.children() if isinstance(node, RegNode)}
    equal({name: found[name].absolute_address for name in OFFSETS}, OFFSETS, "offsets")
    expect("PMSNEVFR_EL1" not in found, "base has no FEAT_SPEv1p2, and so no PMSNEVFR_EL1")
    field, = (field for field in found["PMSIDR_EL1"].fields() if field.inst_name == "Interval")
    equal((field.high, field.low, field.is_sw_writable), (11, 8, False), "PMSIDR_EL1.Interval")


def test_ipxact_has_the_registers(exported):
    component = Component()
    component.load(f"{exported}/spu_mmio.xml")
    block = component.memoryMaps.memoryMap[0].addressBlock[0]
    found = {register.name: register.addressOffset for register in block.register}
    equal({name: found.get(name) for name in OFFSETS}, OFFSETS, "offsets")


def test_constraints_name_every_port(exported):
    text = read(f"{exported}/spu_top.sdc")
    for port in ("clk_i", "rst_ni", "pe_i*", "time_i*", "mark_valid_o", "pmbirq_o"):
        equal(text.count(f"{{{port}}}") + text.count(f" {port}]"), 1, port)
    expect("vif" not in text, "vif_o is left open")


def test_flat_ports_work_in_icarus_with_cocotb(exported):
    runner = get_runner("icarus")
    runner.build(sources=[f"{exported}/spu_flat.v", f"{exported}/spu_top.v"], hdl_toplevel="spu_flat", always=True,
                 build_dir=f"{OUT}/icarus", timescale=("1ns", "1ps"), log_file=f"{OUT}/icarus.build")
    results = runner.test(hdl_toplevel="spu_flat", test_module="flat_unit", test_dir="scripts/test",
                          results_xml=os.path.abspath(f"{OUT}/icarus.xml"), log_file=f"{OUT}/icarus.log")
    text = read(results)
    expect("record_is_written" in text and "<failure" not in text, text)


def test_instance_elaborates(exported):
    done = call("verilator", "--lint-only", "-Wno-UNDRIVEN", "--top-module", "spu_instance", "scripts/waivers.vlt",
                *rtl_sources(), f"{exported}/spu_instance.sv")
    equal(done.returncode, 0, done.stderr)


def test_lists_of_the_netlist(exported):
    text = read(f"{exported}/no_reset.txt")
    expect("224 u_spu_sampler.pc_q" in text, "four program counters of 56 bits have no reset")
    expect("u_spu_regs" not in text, "the registers have a reset")
    found = dict(line.split(maxsplit=1) for line in read(f"{exported}/outputs.txt").splitlines() if line[0] != "#")
    expected = {"mark_valid_o": "dispatch_valid_i, pe_i", "profiling_enabled_o": "pe_i", "filter_o": "register"}
    equal({port: found[port] for port in expected}, expected, "sources of outputs")


def test_unknown_configuration_is_refused():
    refused(call(sys.executable, "scripts/collateral.py", "--config", "nothing"), "collateral.py",
            "no configuration nothing")
