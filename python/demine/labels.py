"""Labels: what may stand on a cell (Golan 2011, §3), as people write it and as the engine does.

A label is `?` covered, `□` known free, `*` known mined, or a number. The number −1 is Golan's: no
assignment meets it. Arrays hold codes: a number from 0 on stands for itself, and the engine defines
the codes of the others. The pages have the same codes in `web/static/board.js`. Labels that come
from Python are checked by `Position`.
"""

from __future__ import annotations

from typing import Any, Final

from demine import _native
from demine.arguments import show
from demine.errors import FormatError

Label = str | int

COVERED: Final = "?"
FREE: Final = "□"
MINED: Final = "*"

COVERED_CODE: Final = _native.COVERED
FREE_CODE: Final = _native.FREE
MINED_CODE: Final = _native.MINED

IMPOSSIBLE: Final = -1
IMPOSSIBLE_CODE: Final = _native.IMPOSSIBLE

CODES: Final = {COVERED: COVERED_CODE, FREE: FREE_CODE, MINED: MINED_CODE}


class _Labels(dict[int, Label]):
    """The label of each code: a number is its own."""

    def __missing__(self, number: int) -> int:
        return number


LABELS: Final = _Labels({code: label for label, code in CODES.items()})
LABELS[IMPOSSIBLE_CODE] = IMPOSSIBLE
LABELS.update((number, number) for number in range(9))  # the usual ones, found without a call


def read_labels(given: list[Any], least: int = 0, most: int = (1 << 63) - 1) -> list[Label]:
    """The labels in a list from JSON, numbers in a range; `FormatError` names a wrong one."""
    for cell, label in enumerate(given):
        is_number = type(label) is int and least <= label <= most
        if not is_number and label not in (COVERED, FREE, MINED):
            expected = f'"?", "□", "*" or a number from {least} to {most}'
            raise FormatError(
                f'"labels": cell {cell} is labelled {show(label)}, expected {expected}'
            )
    return given
