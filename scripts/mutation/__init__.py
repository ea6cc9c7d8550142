# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/mutate.py: drawing mutants into a netlist, running one, asking a solver, the results."""
