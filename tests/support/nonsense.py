"""Values that no caller should pass, for tests of what is refused."""

from __future__ import annotations

from typing import Any, Final

DIGITS: Final = "9" * 100_000

NONSENSE: Final[list[Any]] = [
    -1,
    True,
    False,
    None,
    1.5,
    "7",
    [],
    {},
    10**400,
    -(10**400),
    1e300,
    "\x1b[2J",
    10**30,
]
"""Values of every kind but a small natural number."""
