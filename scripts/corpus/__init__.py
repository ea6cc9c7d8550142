# SPDX-License-Identifier: Apache-2.0
"""The corpus of recordings with known contents: what is in each (catalogue, runs, streams, damage), how it is encoded
(packets), the unit that records (unit), and the files (recording)."""
