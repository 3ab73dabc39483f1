"""The script inside every page: it chooses the language before anything is painted."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
"""The files of the pages."""


def language_script() -> str:
    """The script as a text. The guard allows this text alone, by its hash."""
    return (STATIC / "language.js").read_text(encoding="utf-8")
