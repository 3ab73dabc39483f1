"""The codes of labels have one home, the engine: Python takes them over, pages repeat them."""

from __future__ import annotations

import re
from importlib.resources import files

from demine import labels


def test_the_pages_have_the_engines_codes() -> None:
    script = files("demine.web").joinpath("static", "board.js").read_text(encoding="utf-8")
    found = {name: int(code) for name, code in re.findall(r"export const (\w+) = (-?\d+);", script)}
    assert found == {
        "COVERED": labels.COVERED_CODE,
        "FREE": labels.FREE_CODE,
        "MINED": labels.MINED_CODE,
    }
