"""Shapes: how digits, flags and mines look, as small black-and-white pictures.

`python benches/screens.py --shapes` draws them again, from common fonts.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

HIGH: Final = 18
WIDE: Final = 14


def _load() -> dict[str, list[NDArray[np.float32]]]:
    """The pictures of each label. A line has the label and the bits in hexadecimal digits."""
    found: dict[str, list[NDArray[np.float32]]] = {}
    for line in files(__package__).joinpath("shapes.txt").read_text("ascii").splitlines():
        label, digits = line.split()
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(digits), np.uint8))[: HIGH * WIDE]
        found.setdefault(label, []).append(bits.reshape(HIGH, WIDE).astype(np.float32))
    return found


SHAPES: Final = _load()
"""The pictures of each label: 1 to 8, F for a flag, * for a mine."""
