"""Labels: what may stand on a cell (Golan 2011, §3), as people write it and as the engine does.

A label is `?` covered, `□` known free, `*` known mined, or a count. In arrays of numbers a count
stands for itself and the others are codes below 0: the engine's, which says here what they are.
The pages have the same numbers in `web/static/labels.js`.
"""

from __future__ import annotations

from typing import Final

from demine import _native

Label = str | int

COVERED: Final = "?"
FREE: Final = "□"
MINED: Final = "*"

COVERED_CODE: Final = _native.COVERED
FREE_CODE: Final = _native.FREE
MINED_CODE: Final = _native.MINED

CODES: Final = {COVERED: COVERED_CODE, FREE: FREE_CODE, MINED: MINED_CODE}


class _Labels(dict[int, Label]):
    """The label of each code: a count is its own."""

    def __missing__(self, count: int) -> int:
        return count


LABELS: Final = _Labels({code: label for label, code in CODES.items()})
LABELS.update((count, count) for count in range(9))  # the usual ones, found without a call
