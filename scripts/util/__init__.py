# SPDX-License-Identifier: Apache-2.0
"""What several of the scripts use: arguments, errors, files, tables and drawings."""
