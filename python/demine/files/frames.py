"""Frames: tables for pandas, which is imported only here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from demine.errors import MissingExtra

if TYPE_CHECKING:
    import pandas


def frame(columns: Mapping[str, Any]) -> pandas.DataFrame:
    """A table of named columns; `MissingExtra` if pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise MissingExtra("a table needs pandas: install pandas") from None
    return DataFrame(dict(columns))
