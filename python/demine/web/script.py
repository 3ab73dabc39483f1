"""The files of the pages, and the script inside every page: it chooses the language first."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
"""The files of the pages."""
ENGINE: Final = STATIC / "engine.wasm"
"""The engine for browsers, which `make engine` builds."""
WEIGHTS: Final = "learned.bin"
"""The file of what the strategy `strongest` learned, which that engine loads before it advises."""


def language_script() -> str:
    """The script as a text. The guard allows this text alone, by its hash."""
    return (STATIC / "language.js").read_text(encoding="utf-8")
