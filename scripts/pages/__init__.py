# SPDX-License-Identifier: Apache-2.0
"""HTML pages: Jinja2 templates with one style. A page is a single, self-contained file; all text is escaped."""

import os

from regression.outcome import percent
from util import packages
from util.readable import duration, readable


def environment():
    """Raises Problem if Jinja2 is missing."""
    jinja2 = packages.package("jinja2", "regress")
    made = jinja2.Environment(loader=jinja2.FileSystemLoader(os.path.dirname(os.path.abspath(__file__))),
                              autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                              keep_trailing_newline=True)
    made.filters.update(percent=percent, readable=readable, duration=duration)
    return made


def render(template, title, outcome, **values):
    """The page as text. `outcome`: a state (good, warn, bad) and words."""
    state, words = outcome
    return environment().get_template(template).render(title=title, outcome={"state": state, "words": words}, **values)
