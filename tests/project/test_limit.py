"""The limit of tests: a test that hangs fails, says where, and the run goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from paths import ROOT

CONFTEST = """
import sys
sys.path.insert(0, {support!r})
import limit
limit.SECONDS = 0.5
limit.Limit.__init__.__defaults__ = (0.5,)
exec(open({conftest!r}).read())
"""
HANGING = {
    "test_waits": "import subprocess\ndef test(): subprocess.run(['sleep', '1000'])\n",
    "test_locks": "import threading\ndef test(): threading.Lock().acquire() and forever()\n"
    "def forever():\n    lock = threading.Lock()\n    lock.acquire()\n    lock.acquire()\n",
    "test_event_loops": "import asyncio\ndef test(): asyncio.run(asyncio.sleep(1000))\n",
    "test_fixtures": "import time\nimport pytest\n@pytest.fixture\ndef slow(): time.sleep(1000)\n"
    "def test(slow): pass\n",
    "test_engine": "import demine\n"
    "def test(): demine.Position(demine.grid(6, 6), ['?'] * 36, 9).optimal(states=10**15)\n",
}


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_test_that_hangs_fails_once_and_the_others_are_run(tmp_path: Path) -> None:
    """As `make test` runs them: in two processes, file by file."""
    support, conftest = ROOT / "tests" / "support", ROOT / "tests" / "conftest.py"
    text = CONFTEST.format(support=str(support), conftest=str(conftest))
    (tmp_path / "conftest.py").write_text(text, encoding="utf-8")
    for name, source in HANGING.items():
        file = tmp_path / f"{name}.py"
        file.write_text(f"{source}\ndef test_next(): pass\n", encoding="utf-8")
    options = ["--numprocesses=2", "--dist=loadfile", "--rootdir=.", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert "4 failed, 5 passed, 1 error" in done.stdout, done.stdout + done.stderr
    assert done.stdout.count("a test took longer than 0.5 seconds") >= len(HANGING)
    assert "most recent call first" in done.stdout  # the stacks of all threads
