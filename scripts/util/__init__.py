# SPDX-License-Identifier: Apache-2.0
"""Shared by the scripts: arguments, errors, files, tables, processes and progress."""
