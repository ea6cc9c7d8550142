# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/regress.py: what to run, running one, running all of it here or with Slurm, adding it up."""
