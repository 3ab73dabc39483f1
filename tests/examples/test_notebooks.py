"""The notebooks of the gallery: each runs from its first cell to its last, and shows pictures."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from paths import EXAMPLES

NOTEBOOKS = sorted((EXAMPLES / "notebooks").glob("*.ipynb"))


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in notebook.cells), "it is kept without outputs"
    client = NotebookClient(notebook, timeout=60, resources={"metadata": {"path": path.parent}})
    client.execute()
    kinds = {
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    }
    assert {"text/plain"} < kinds
    if path.stem == "boards":
        assert {"image/svg+xml", "application/vnd.jupyter.widget-view+json"} <= kinds


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3
