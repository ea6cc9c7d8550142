# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/regress.py: the jobs, running one, running all of them here or with Slurm, the sums."""
