"""Tables of named columns, for pandas, Arrow and Parquet."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from demine.errors import FormatError, MissingExtra

if TYPE_CHECKING:
    import pandas
    import pyarrow


class Tabled:
    """A class with a `table`: named columns of the same length."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def table(self) -> Mapping[str, Any]:
            """The columns."""

    def to_pandas(self) -> pandas.DataFrame:
        """The table for pandas, which must be installed; `pandas.concat` joins several."""
        return frame(self.table)

    def to_arrow(self) -> pyarrow.Table:
        """The table for Arrow; needs pyarrow (the extra `parquet`)."""
        return arrow(self.table)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file in .parquet; needs pyarrow (the extra `parquet`)."""
        if Path(path).suffix.lower() != ".parquet":
            raise FormatError(f"{os.fspath(path)}: a Parquet table: expected a name in .parquet")
        table = arrow(self.table)
        from pyarrow import parquet

        parquet.write_table(table, path)


def frame(columns: Mapping[str, Any]) -> pandas.DataFrame:
    """A table of named columns; `MissingExtra` if pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise MissingExtra("a table needs pandas: pip install pandas") from None
    return DataFrame(dict(columns))


def arrow(columns: Mapping[str, Any]) -> pyarrow.Table:
    """The same for Arrow; `MissingExtra` if pyarrow is not installed."""
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("an Arrow table needs pyarrow: pip install pyarrow") from None
    return pyarrow.table(dict(columns))
