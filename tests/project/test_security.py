"""SECURITY.md promises only what a test keeps, and names the test."""

from __future__ import annotations

import re

import pytest

from paths import ROOT

PROMISES = (ROOT / "SECURITY.md").read_text(encoding="utf-8").split("## Promises")[1]
ROWS = [line for line in PROMISES.split("\n## ")[0].splitlines() if line.startswith("| a")]


@pytest.mark.parametrize("row", ROWS)
def test_every_promise_names_a_test_that_exists(row: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", row.rsplit("|", 2)[1])
    assert named
    assert all((ROOT / name).is_file() for name in named)


def test_the_table_is_read() -> None:
    assert len(ROWS) >= 10
