# SPDX-License-Identifier: Apache-2.0
"""Facts of the architecture and of the unit, each written once as data, and the files generated from them.

Each table has a module; configuration_table.py reads that of the configurations. A module has committed(), which
returns {path: text} of the committed files, or built(), which returns the same for files that the build makes in its
own directory, or both. scripts/generate.py writes and compares them. common.Source reads a table and checks each entry
against a dataclass.
"""
