"""A feature that needs an extra says which extra to install."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from demine import DemineError, grid, simulate


@pytest.mark.parametrize(
    ("module", "ask"),
    [
        (
            "distributed",
            lambda _: simulate("ratio", preset="classic", games=1, seed=1, engine="dask"),
        ),
        ("matplotlib.figure", lambda folder: grid(2, 2).png(folder / "board.png")),
    ],
)
def test_what_needs_an_extra_says_which(
    module: str, ask: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(DemineError, match=r"demine\[(dask|plot)\]"):
        ask(tmp_path)
