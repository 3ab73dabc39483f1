"""Results of the papers, computed again and compared with the printed ones.

A reproduction is a callable for one paper that yields lines of text. It states for every row
whether the results agree, and never adjusts a result to the printed one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from demine.reproduce import garg_2019, golan_2011, golan_2014, strategies, suzuki_2015
from demine.reproduce.tables import Done as Done

Reproduction = Callable[[bool, Path], Iterator[str] | Iterator[str | Done]]
"""Arguments: whether to be quick, and the folder for figures. Yields lines and its progress."""

PAPERS: dict[str, Reproduction] = {
    "golan-2011": golan_2011.report,
    "golan-2014": golan_2014.report,
    "suzuki-2015": suzuki_2015.report,
    "garg-2019": garg_2019.report,
    "strategies": strategies.report,
}
