"""Files that commands write, checked before the work begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from demine.arguments import show
from demine.files import STANDARD


class Output(click.Path):
    """A file to write, with one of some suffixes. A device, a pipe or - may have any name."""

    def __init__(self, *suffixes: str) -> None:
        super().__init__()
        self.suffixes = suffixes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name, or a usage error."""
        name = str(super().convert(value, param, ctx))
        if Path(name).suffix.lower() in self.suffixes or _is_stream(name):
            return name
        expected = " or ".join(filter(None, [", ".join(self.suffixes[:-1]), self.suffixes[-1]]))
        return self.fail(f"{show(name)}: expected a name that ends in {expected}", param, ctx)


SVG: Final = Output(".svg")


def _is_stream(name: str) -> bool:
    path = Path(name)
    return name == STANDARD or (path.exists() and not path.is_file() and not path.is_dir())
