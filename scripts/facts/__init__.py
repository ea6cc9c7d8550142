# SPDX-License-Identifier: Apache-2.0
"""The facts of the architecture and of the unit, each written once as data, and what is made from them.

One module for each table; that of configurations is read in configuration_table.py. It has committed(), which returns
{path: text} of what is in the tree, or built(), which returns the same of what the build makes below its own directory,
or both. scripts/generate.py writes and compares them. A table is read by common.Source, which checks each entry against
a dataclass.
"""
