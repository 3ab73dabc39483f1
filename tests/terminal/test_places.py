"""Where the terminal draws the cells and the headings of a board."""

from __future__ import annotations

import demine
from demine.terminal.places import Places


def test_headings_of_narrow_columns_do_not_touch() -> None:
    above, _ = Places.of(demine.grid(16, 30), 80).heads(demine.grid(16, 30))
    ends = [column + len(name) for column, name in above.items()]
    assert all(end < start for end, start in zip(ends, list(above)[1:], strict=False))
    assert {"a", "z", "ab", "ad"} <= set(above.values())
