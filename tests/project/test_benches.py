"""Every bench starts: its imports are found when it is run by its path, as the docs say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from paths import ROOT

SCRIPTS = sorted(
    path for path in (ROOT / "benches").rglob("*.py") if "__main__" in path.read_text("utf-8")
)

# As `python benches/NAME.py` would, but for the last line, which starts the measurement.
START = """
import runpy, sys
sys.path[0] = sys.argv[1].rpartition("/")[0]
runpy.run_path(sys.argv[1], run_name="started")
"""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_bench_starts(script: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", START, script.as_posix()], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
