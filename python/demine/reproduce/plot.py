"""Plots of a reproduction by matplotlib; the same data give the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal


@contextmanager
def svg_plot(
    path: Path, *shape: int, letters: Literal["path", "none"] = "path", **options: Any
) -> Iterator[Any]:
    """Axes to draw on, saved to the path at the end; `ImportError` without matplotlib.

    Letters are drawn as paths, or with the reader's fonts ("none"). `pyplot.subplots` gets the
    shape and the options.
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


def try_to_draw(
    what: str, draw: Callable[[Path], None], folder: Path | None, name: str
) -> Iterator[str]:
    """Draw a file of the folder and report it; without matplotlib, report what to install."""
    if folder is None:
        return
    try:
        draw(folder / name)
        yield f"{what} drawn in {folder / name}."
    except ImportError:
        yield f"{what} not drawn: that needs matplotlib: pip install matplotlib."
