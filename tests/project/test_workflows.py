"""The workflows are well-formed, and every file and command that they name is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from paths import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def actionlint() -> str | None:
    """Where `make` puts it, if there is Go to build it with; or wherever it is."""
    return shutil.which("actionlint", path=str(Path(sys.executable).parent)) or shutil.which(
        "actionlint"
    )


@pytest.mark.skipif(actionlint() is None, reason="actionlint needs Go to be built")
def test_actionlint_finds_nothing() -> None:
    command = [str(actionlint()), *map(str, WORKFLOWS)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_job_has_steps_and_an_end(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 60
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_the_files_that_it_names_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"\b(?:tests|examples)/[\w./-]+\w", text):
        assert (ROOT / name).exists(), name


def test_publishing_needs_no_secret() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    assert "secrets." not in text
    assert "id-token: write" in text


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    used = re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # \S.*", action), action


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_no_step_keeps_the_credentials_of_the_checkout(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)
