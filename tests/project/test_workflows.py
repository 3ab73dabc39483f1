"""The workflows are well-formed, and every file and command that they name is there."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
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


def test_the_options_of_pytest_need_no_plugin() -> None:
    """Some jobs install pytest alone; an option that it does not know ends the run."""
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    known = {"testpaths", "pythonpath", "addopts", "markers", "xfail_strict", "filterwarnings"}
    assert set(configured["tool"]["pytest"]["ini_options"]) <= known


def imports_of(path: Path, seen: set[Path]) -> Iterator[str]:
    """The modules that a test file imports at once, also by way of what tests share."""
    seen.add(path)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
        for name in (name.partition(".")[0] for name in names):
            shared = ROOT / "tests" / "support" / f"{name}.py"
            if not shared.exists():
                yield name
            elif shared not in seen:
                yield from imports_of(shared, seen)


def test_jobs_with_few_packages_run_tests_that_need_no_others() -> None:
    """The jobs on other systems, and with the lowest versions, install only some packages."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    few = {"demine", "numpy", "hypothesis", "networkx", "psutil", "pytest", "_pytest"}
    for job in ("systems", "lowest"):
        runs = " ".join(step.get("run", "") for step in workflow["jobs"][job]["steps"])
        named = re.findall(r"tests/[\w/]+\.py", runs)
        assert len(named) > 4
        for path in [ROOT / "tests/conftest.py", *(ROOT / name for name in named)]:
            assert {*imports_of(path, set())} <= {*few, *sys.stdlib_module_names}, path
