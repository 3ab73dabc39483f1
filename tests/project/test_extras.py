"""A feature that needs an extra says how to get it: by a command that works anywhere."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from demine import DemineError, grid, simulate
from paths import ROOT

SOURCES = ROOT / "python" / "demine"


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
def test_what_needs_an_extra_says_how_to_get_it(
    module: str, ask: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(DemineError, match=r": pip install (distributed|matplotlib)"):
        ask(tmp_path)


def test_all_advice_is_about_packages_of_an_extra() -> None:
    """No index has demine itself, so `pip install 'demine[web]'` would fail."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = str(extras["optional-dependencies"])
    known = {
        *re.findall(r"[a-z][\w-]*", wanted),
        "pandas",
        "sb3-contrib",
        "openenv-core",
        "verifiers",
    }
    advised = set[str]()
    for source in SOURCES.rglob("*.py"):
        text = source.read_text()
        assert not re.search(r"install '?demine\[", text), source
        found = re.findall(r"pip install ([a-z3 -]+)", text)
        advised.update(word for words in found for word in words.split())
    assert {"anywidget", "mcp", "starlette", "textual"} <= advised <= known
