# SPDX-License-Identifier: Apache-2.0
"""The corpus of recordings with known contents: the contents (streams, runs, damage), their encoding (packets),
recordings by the unit (unit), and the files (recording)."""
