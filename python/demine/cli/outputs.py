"""Files that commands write, checked before the work begins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypedDict, TypeVar

import click

from demine.arguments import show
from demine.files import STANDARD
from demine.pictured import Pictured

Command = TypeVar("Command", bound=Callable[..., Any])


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


class Figures(TypedDict):
    """The files for a figure, one per format."""

    svg: str | None
    pdf: str | None
    png: str | None
    tikz: str | None


def figures(command: Command) -> Command:
    """The options of a command that draws its answer."""
    for name, kind, suffix in (
        ("--tikz", Output(".tex"), ".tex, for LaTeX"),
        ("--png", Output(".png"), ".png; needs demine[plot]"),
        ("--pdf", Output(".pdf"), ".pdf"),
        ("--svg", SVG, ".svg"),
    ):
        told = f"Also draw the answer to OUT ({suffix})."
        command = click.option(name, type=kind, metavar="OUT", help=told)(command)
    return command


def save_figures(drawn: Pictured, files: Figures) -> None:
    """Write a figure to each file."""
    for save, file in (
        (drawn.svg, files["svg"]),
        (drawn.pdf, files["pdf"]),
        (drawn.png, files["png"]),
        (drawn.tikz, files["tikz"]),
    ):
        if file is not None:
            save(file)


def _is_stream(name: str) -> bool:
    path = Path(name)
    return name == STANDARD or (path.exists() and not path.is_file() and not path.is_dir())
