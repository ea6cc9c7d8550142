# SPDX-License-Identifier: Apache-2.0
"""The commit of the tree."""

import subprocess


def git(*arguments):
    """The output of git; None if it fails, or runs longer than half a minute."""
    try:
        result = subprocess.run(["git", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return result.stdout.strip() if result.returncode == 0 else None


def commit(*paths):
    """The commit of the sources, with -dirty if the files at `paths` differ from it; `none` outside git."""
    head = git("rev-parse", "--short=12", "HEAD")
    if not head:
        return "none"
    return head + ("-dirty" if git("status", "--porcelain", "--", *paths) else "")
