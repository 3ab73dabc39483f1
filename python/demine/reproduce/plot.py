"""Plots of a reproduction, drawn by matplotlib; the same data give the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal


@contextmanager
def svg_plot(
    path: Path, *shape: int, letters: Literal["path", "none"] = "path", **options: Any
) -> Iterator[Any]:
    """Axes to draw on, written to the path in the end; `ImportError` without matplotlib.

    Letters are drawn as paths, or left to the fonts of the reader ("none"). Shape and options are
    those of `pyplot.subplots`.
    """
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    with matplotlib.rc_context({"svg.hashsalt": "demine", "svg.fonttype": letters}):
        figure, axes = pyplot.subplots(*shape, **options)
        yield axes
        figure.tight_layout()
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata={"Date": None})
        pyplot.close(figure)


def try_to_draw(what: str, draw: Callable[[Path], None], path: Path) -> Iterator[str]:
    """Draw to the path, and say so; without matplotlib, say what is missing."""
    try:
        draw(path)
        yield f"{what} drawn in {path}."
    except ImportError:
        yield f"{what} not drawn: that needs matplotlib (pip install 'demine[plot]')."
