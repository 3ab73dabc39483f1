"""The modular decomposition tree as text: a line per guess component with several cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from demine.wording import plural

if TYPE_CHECKING:
    from demine.onemine.optimal import Module

Name = Callable[[int], str]
"""The text for a cell."""

_MOST_NAMED: Final = 24
"""A person reads about so many cells in a line."""


def outline(root: Module, name: Name = str) -> Iterator[str]:
    """A line per component with several cells, indented by its depth."""
    if root.kind == "leaf":
        yield f"cell {name(min(root.cells))}"
    for depth, module in root.walk():
        if module.kind != "leaf":
            yield f"{'  ' * depth}{_line(module, name)}"


def _line(module: Module, name: Name) -> str:
    """`series of 9 cells, P* 8/9: a1 and 1 component`: single cells, then larger components."""
    children = module.children
    alone = [min(child.cells) for child in children if child.kind == "leaf"]
    parts = [_cells(alone, name)] if alone else []
    follows = len(children) - len(alone)
    if follows:
        parts.append(plural(follows, "component"))
    about = f"{module.kind} of {len(module)} cells, P* {module.win_probability}"
    return f"{about}: {' and '.join(parts)}"


def _cells(cells: list[int], name: Name) -> str:
    shown = " ".join(name(cell) for cell in cells[:_MOST_NAMED])
    hidden = len(cells) - _MOST_NAMED
    return shown if hidden <= 0 else f"{shown} … ({hidden} more)"
