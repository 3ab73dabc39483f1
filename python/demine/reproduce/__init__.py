"""Results of the papers, computed again and set beside what is printed.

A reproduction is a callable that yields lines of text, one paper each. It states agreement or
difference for every row; it never adjusts a result to the print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from demine.reproduce import garg_2019, golan_2011, golan_2014, strategies, suzuki_2015
from demine.reproduce.progress import Done as Done

Reproduction = Callable[[bool, Path], Iterator[str] | Iterator[str | Done]]
"""Takes whether to be quick, and the folder for figures; yields lines, and how far it is."""

PAPERS: dict[str, Reproduction] = {
    "golan-2011": golan_2011.report,
    "golan-2014": golan_2014.report,
    "suzuki-2015": suzuki_2015.report,
    "garg-2019": garg_2019.report,
    "strategies": strategies.report,
}
