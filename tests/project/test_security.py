"""SECURITY.md promises only what a test keeps, and names the test."""

from __future__ import annotations

import ast
import re

import pytest

from paths import ROOT

PROMISES = (ROOT / "SECURITY.md").read_text(encoding="utf-8").split("## Promises")[1]
ROWS = [line for line in PROMISES.split("\n## ")[0].splitlines() if line.startswith("| a")]


def named(row: str) -> list[str]:
    """The files of tests that a promise names."""
    return re.findall(r"`(tests/[\w/]+\.py)`", row.rsplit("|", 2)[1])


@pytest.mark.parametrize("row", ROWS)
def test_every_promise_names_a_test_that_exists(row: str) -> None:
    assert named(row)
    assert all((ROOT / name).is_file() for name in named(row))


@pytest.mark.parametrize("name", sorted({name for row in ROWS for name in named(row)}))
def test_it_has_tests_that_can_fail(name: str) -> None:
    nodes = list(ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))))
    assert any(isinstance(node, ast.FunctionDef) and node.name[:5] == "test_" for node in nodes)
    assert any(isinstance(node, ast.Assert) for node in nodes)


def test_the_table_is_read() -> None:
    assert len(ROWS) >= 10
