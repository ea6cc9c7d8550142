"""What several of the scripts use: arguments, errors, files, tables and drawings."""
