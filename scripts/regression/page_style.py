# SPDX-License-Identifier: Apache-2.0
"""How the report looks, and the filter above its long lists. Without JavaScript everything is shown, unfiltered."""

FILTER = '<p class="filter" hidden><input type="search" placeholder="filter" aria-label="filter"></p>'

SCRIPT = """
for (const line of document.querySelectorAll(".filter")) {
  line.hidden = false;
  line.firstElementChild.addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase();
    for (const item of line.parentElement.querySelectorAll(".item"))
      item.hidden = !item.textContent.toLowerCase().includes(words);
  });
}
"""

CSS = """
:root { --ink: #1d2733; --pale: #5c6b7a; --paper: #f5f7f9; --card: #fff; --line: #dde3e9; --good: #1a7f4b;
  --good-ground: #ddf3e6; --bad: #b3261e; --bad-ground: #fbdfdc; --warn: #96690a; --warn-ground: #fdf0cd; }
@media (prefers-color-scheme: dark) { :root { --ink: #dfe6ee; --pale: #93a1b0; --paper: #12181f; --card: #1a222c;
  --line: #2c3743; --good: #57c98a; --good-ground: #16382a; --bad: #ff8f85; --bad-ground: #4a1f1d; --warn: #e5b94b;
  --warn-ground: #40340f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 90rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
header { padding: 1rem 1.5rem; border-radius: 10px; border-left: 10px solid; }
header h1 { margin: 0; font-size: 1rem; font-weight: 500; }
.verdict { margin: 0; font-size: 1.7rem; font-weight: 700; }
.good { color: var(--good); background: var(--good-ground); }
.bad { color: var(--bad); background: var(--bad-ground); }
.warn { color: var(--warn); background: var(--warn-ground); }
.none { color: var(--pale); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .8rem; margin: 1rem 0; }
.tile { padding: .7rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.tile b { display: block; font-size: 1.4rem; }
.tile span { color: var(--pale); }
.tile.bad { background: var(--bad-ground); }
section { margin: 1rem 0; padding: 1rem 1.5rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; overflow-x: auto; }
h2 { margin: 0 0 .6rem; font-size: 1.15rem; }
h3 { margin: 1rem 0 .4rem; font-size: 1rem; }
table { border-collapse: collapse; }
th, td { padding: .3rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; white-space: nowrap; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.matrix td { padding: .25rem .5rem; border: 3px solid var(--card); border-radius: 6px; font-size: .8rem;
  white-space: nowrap; }
.about td { overflow-wrap: anywhere; }
details { margin: .3rem 0; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; padding: .25rem 0; overflow-wrap: anywhere; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
code { padding: .1rem .3rem; background: var(--paper); border-radius: 4px; overflow-wrap: anywhere; }
pre { padding: .8rem; background: var(--paper); border-radius: 6px; overflow-x: auto; }
svg.bar { display: block; margin: .35rem 0; }
svg .ground { fill: var(--line); } svg .good { fill: var(--good); } svg .warn { fill: var(--warn); }
svg .bad { fill: var(--bad); }
input { padding: .3rem .6rem; width: 22rem; max-width: 100%; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--line); border-radius: 6px; }
[hidden] { display: none !important; }
"""
