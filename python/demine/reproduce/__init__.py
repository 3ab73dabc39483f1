"""Results of the papers, computed again and compared with the printed ones.

A reproduction is a callable for one paper that yields lines of text. It states for every row
whether the results agree, and never adjusts a result to the printed one. `run` judges every
statement of the four papers by the items that the checks yield.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from demine.reproduce import (
    garg_2019,
    golan_2011,
    golan_2014,
    percolation,
    strategies,
    suzuki_2015,
)
from demine.reproduce.checks import run as run
from demine.reproduce.statements import Judgement as Judgement
from demine.reproduce.statements import Statement as Statement
from demine.reproduce.statements import list_judgements as list_judgements
from demine.reproduce.statements import read_statements as read_statements
from demine.reproduce.tables import Done as Done

Reproduction = Callable[[bool, Path | None], Iterator[str] | Iterator[str | Done]]
"""Arguments: whether to be quick, and the folder for figures or None. Yields lines, progress."""

PAPERS: dict[str, Reproduction] = {
    "golan-2011": golan_2011.report,
    "golan-2014": golan_2014.report,
    "suzuki-2015": suzuki_2015.report,
    "garg-2019": garg_2019.report,
    "strategies": strategies.report,
    "percolation": percolation.report,
}

RESUMABLE: dict[str, Callable[[bool, Path | None, Path], Iterator[str | Done]]] = {
    "suzuki-2015": suzuki_2015.report,
}
"""Those that keep finished measurements in a folder, the third argument."""
