# SPDX-License-Identifier: Apache-2.0
"""Parts of scripts/synth.py, scripts/timing.py and scripts/netlist.py: Yosys, netlists, findings, reports."""
