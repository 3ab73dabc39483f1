"""The lines of Python and Rust that the tests reach, by module: writes docs/coverage.md.

python benches/reached.py [--minutes M] [--quick] [--anew] [TESTS …]

Runs every file of Python's tests (or the named ones in their order, until the minutes are over) and
the tests and examples of both crates, with LLVM's counters in the engine and under coverage.py.
Processes that the tests start count as well. With `--quick` Python's tests use the existing engine,
which is several times as fast. Rust is then counted under its own tests and those of the engine's
questions. A run that ended early continues, unless `--anew` is given. Needs `rustup component add
llvm-tools`. Builds, data and the list of lines that no test reaches stay in `target/reached`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
WORK = ROOT / "target" / "reached"
COPY = WORK / "python"
"""A copy of the package, with the engine that counts."""
COUNTERS = WORK / "counters"
RAN = WORK / "ran.txt"
"""The files of tests that were run."""
PAGE = ROOT / "docs" / "coverage.md"

_BUILD = {
    "RUSTFLAGS": "-C instrument-coverage",
    "CARGO_TARGET_DIR": str(WORK / "rust"),
    "RUSTDOCFLAGS": "-C instrument-coverage",
    # Counters stay where they are when code is optimised, and the tests take half of the time.
    "CARGO_PROFILE_DEV_OPT_LEVEL": "3",
    # Programs of one build share a file that each adds to; %p would make thousands.
    "LLVM_PROFILE_FILE": str(COUNTERS / "%4m.profraw"),
}
_SETTINGS = """[run]
source_pkgs = demine
branch = false
parallel = true
patch = subprocess, _exit
data_file = {data}
"""


_ALARMED = "tests/arena/test_arena.py::TestMisbehaviour::"
_IN_TIME = "tests/cli/test_seconds.py::"
_WITHOUT = [
    "tests/engine/test_cache.py::test_a_fork_does_not_wait_for_threads_that_it_has_not_got",
    f"{_ALARMED}test_an_alarm_notices_hanging",
    f"{_ALARMED}test_reading_an_answer_is_part_of_the_turn",
    f"{_IN_TIME}test_the_command_line",
    f"{_IN_TIME}test_huge_empty_graphs",
]
"""With the counters, a fork among threads waits forever. An alarm may interrupt coverage.py, which
then keeps its lock, so that the next file waits forever."""
_PYTEST = ["pytest", "-q", *(word for test in _WITHOUT for word in ("--deselect", test))]
_LONGEST = 1200.0
"""Seconds after which a file is given up, and what is asked of the engine in the quick way."""
_COVERAGE = [sys.executable, "-m", "coverage"]
_SHARED = {
    "COVERAGE_RCFILE": str(WORK / "coverage.ini"),
    "LLVM_PROFILE_FILE": _BUILD["LLVM_PROFILE_FILE"],
}


class Row(NamedTuple):
    """A file, its lines (statements), the number reached, and the lines not reached."""

    name: str
    lines: int
    met: int
    missed: list[int]


def main() -> None:
    """Measure, and write the page."""
    asked = _asked()
    if asked.anew or not RAN.exists():
        for old in (COUNTERS, WORK / "data"):
            shutil.rmtree(old, ignore_errors=True)
            old.mkdir(parents=True)
        RAN.write_text("", encoding="utf-8")
    engine = build()
    ran = run_tests(asked.tests, asked.minutes, ROOT / "python" if asked.quick else COPY)
    if asked.quick:
        run_on_engine()
    rows = {"Python": python(), "Rust": rust(engine)}
    parts = [_part(language, some) for language, some in rows.items()]
    said = f"{len(ran)} of Python's {len(_all_tests())} test files ran. {_left_out(ran)}"
    page = [_HEAD, _HOW[asked.quick], said, "", *parts, _excuses()]
    PAGE.write_text("\n".join(page), encoding="utf-8")
    (WORK / "missed.txt").write_text(_missed(rows), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


def build() -> Path:
    """The package once more, with an engine that counts; the engine."""
    command = ["cargo", "build", "--locked", "-p", "demine-py", "--message-format=json"]
    told = _run(command, _BUILD)
    made = [record for record in _records(told) if "demine-py" in record.get("package_id", "")]
    names = [name for record in made for name in record.get("filenames", [])]
    (library,) = [name for name in names if Path(name).suffix in {".so", ".dylib", ".dll"}]
    shutil.rmtree(COPY, ignore_errors=True)
    package = COPY / "demine"
    shutil.copytree(
        ROOT / "python" / "demine", package, ignore=shutil.ignore_patterns("_native*.so", "*.pyc")
    )
    return Path(shutil.copy(library, package / "_native.abi3.so"))


def run_tests(tests: list[str], minutes: float, package: Path) -> list[str]:
    """Run the files, one per core, each in a process of its own, as long as there is time."""
    settings = WORK / "coverage.ini"
    settings.write_text(_SETTINGS.format(data=WORK / "data" / "python"), encoding="utf-8")
    end, ran = time.monotonic() + 60 * minutes, RAN.read_text(encoding="utf-8").split()
    more = {**_SHARED, "PYTHONPATH": str(package)}

    def run_file(test: str) -> None:
        if time.monotonic() < end:
            # A file that fails counts for what it has reached until then.
            command = [*_COVERAGE, "run", "-m", *_PYTEST, test]
            try:
                _run(command, more, check=False, seconds=_LONGEST)
            except subprocess.TimeoutExpired:
                return
            print(test, flush=True)
            ran.append(test)
            RAN.write_text("\n".join(ran), encoding="utf-8")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run_file, [test for test in tests if test not in ran]))
    return ran


def run_on_engine() -> None:
    """Run the tests of the engine's own questions on the engine that counts."""
    more = {**_BUILD, "PYTHONPATH": str(COPY)}
    files = [f"tests/{room}" for room in _ENGINE]
    command = [sys.executable, "-m", *_PYTEST, "-n", "auto", "--dist", "loadfile", *files]
    with suppress(subprocess.TimeoutExpired):
        _run(command, more, check=False, seconds=_LONGEST)


def python() -> list[Row]:
    """The statements of the package."""
    # It fails if nothing is new since the last run.
    _run([*_COVERAGE, "combine", "-q", "--append", "--keep"], _SHARED, check=False)
    _run([*_COVERAGE, "json", "-q", "-o", str(WORK / "python.json")], _SHARED)
    files = json.loads((WORK / "python.json").read_text(encoding="utf-8"))["files"]
    return [
        Row(
            name.partition("python/demine/")[2],
            one["summary"]["num_statements"],
            one["summary"]["covered_lines"],
            one["missing_lines"],
        )
        for name, one in sorted(files.items())
    ]


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which lines the tests reach.")
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("tests", nargs="*", default=_all_tests())
    return parser.parse_args()


def _all_tests() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))


def _left_out(ran: list[str]) -> str:
    left = [Path(test).stem.removeprefix("test_") for test in _all_tests() if test not in ran]
    return f"Left out: {', '.join(left)}." if left else ""


def rust(engine: Path) -> list[Row]:
    """The lines of the crates, under the tests of both languages."""
    test = ["cargo", "test", "--workspace", "--locked", "--lib", "--tests"]
    told = _run([*test, "--no-run", "--message-format=json"], _BUILD)
    _run([*test, "--quiet"], _BUILD)
    _run(["cargo", "test", "--package", "demine", "--locked", "--doc", "--quiet"], _BUILD)
    binaries = [
        record["executable"]
        for record in _records(told)
        if record.get("profile", {}).get("test") and record.get("executable")
    ]
    merged = WORK / "counters.profdata"
    raw = sorted(map(str, COUNTERS.glob("*.profraw")))
    _run([_tool("llvm-profdata"), "merge", "-sparse", *raw, "-o", str(merged)])
    objects = [word for binary in binaries for word in ("-object", binary)]
    report = [_tool("llvm-cov"), "export", "-format=lcov", f"-instr-profile={merged}"]
    return _of_lcov(_run([*report, str(engine), *objects, str(ROOT / "crates")]))


def _of_lcov(text: str) -> list[Row]:
    """A row per file; lines of test modules, which begin with `#[cfg(test)]`, are left out."""
    rows = []
    for block in text.split("end_of_record"):
        lines = block.strip().splitlines()
        if not lines:
            continue
        path = Path(next(line for line in lines if line.startswith("SF:"))[3:])
        end = _tests_begin(path)
        hits = [tuple(map(int, line[3:].split(",")[:2])) for line in lines if line[:3] == "DA:"]
        counted = [(line, count) for line, count in hits if line < end]
        missed = [line for line, count in counted if count == 0]
        name = str(path.relative_to(ROOT / "crates")).replace("/src", "", 1)
        if "/tests/" not in name and "/benches/" not in name:
            rows.append(Row(name, len(counted), len(counted) - len(missed), missed))
    return rows


def _tests_begin(path: Path) -> int:
    """The line of `mod tests`, or one after the last."""
    lines = path.read_text(encoding="utf-8").splitlines()
    marks = [i for i, line in enumerate(lines, 1) if line.strip() == "#[cfg(test)]"]
    return next((i for i in marks if "mod tests" in "".join(lines[i : i + 2])), len(lines) + 1)


def _tool(name: str) -> str:
    """A tool of the toolchain's own LLVM."""
    where = _run(["rustc", "--print", "target-libdir"]).strip()
    return str(Path(where).parent / "bin" / name)


def _records(told: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.splitlines() if line.startswith("{")]


def _run(
    command: list[str],
    more: dict[str, str] | None = None,
    check: bool = True,
    seconds: float | None = None,
) -> str:
    environment = {**os.environ, **(more or {})}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=check,
        timeout=seconds,
    )
    return done.stdout


def _part(language: str, rows: Iterable[Row]) -> str:
    """A table of modules, and the files that are reached least."""
    by_room: dict[str, list[Row]] = defaultdict(list)
    everything = sorted(rows)
    for row in everything:
        by_room[_room(language, row.name)].append(row)
    lines = [f"## {language}", "", "| module | lines | reached |", "|---|---|---|"]
    lines += [_line(f"`{room}`", some) for room, some in sorted(by_room.items())]
    lines.append(_line("**all**", everything))
    least = sorted((row for row in everything if row.lines), key=lambda row: row.met / row.lines)
    lines += ["", "Files with the smallest share:", "", "| file | reached |", "|---|---|"]
    lines += [f"| `{row.name}` | {_share(row.lines, row.met)} |" for row in least[:10]]
    return "\n".join([*lines, ""])


def _room(language: str, name: str) -> str:
    parts = name.split("/")
    if language == "Python" or parts[0] != "demine":
        return parts[0]
    return parts[1]


def _missed(rows: dict[str, list[Row]]) -> str:
    """The lines that no test reaches, by file: to be tested or deleted."""
    return "\n".join(
        f"{row.name}: {' '.join(map(str, row.missed))}"
        for some in rows.values()
        for row in some
        if row.missed
    )


def _excuses() -> str:
    """A table of the lines that no test can reach."""
    rows = [f"| {where} | {why} |" for where, why in _BEYOND.items()]
    return "\n".join(
        ["## Lines that no test can reach", "", "| where | why |", "|---|---|", *rows, ""]
    )


def _line(name: str, rows: list[Row]) -> str:
    total, met = sum(row.lines for row in rows), sum(row.met for row in rows)
    return f"| {name} | {total} | {_share(total, met)} |"


def _share(total: int, met: int) -> str:
    return f"{100 * met / total:.1f} %" if total else "–"


_HEAD = """# What the tests reach

The tables show how many lines of Python and Rust the tests reach, by module. `make coverage`
(`benches/reached.py`) measures them with coverage.py and with LLVM's counters. Lines of tests do
not count. Tests whose forks or alarms disturb the counters are left out, and so are test files that
take more than 20 minutes. `target/reached/missed.txt` lists the lines that no test reaches.
"""
_BEYOND = {
    "`demine-py`: `#[pymethods]`, `#[pyclass]`": "code that PyO3's macros write and never call",
    "`onemine/modules.rs`: `node_count`": "a trait of another crate requires it, but "
    "that crate never calls it",
    "`arena/contest.rs`: `Blundered`": "no strategy ever calls a mine safe",
    "`meter.py`: `_renew_cache`": "runs in a fork, which ends without writing its counters",
    "`arena/workers.py`: `_serve`, `_end_with_parent`": "run in workers that a signal ends",
    "`arena/cluster.py`: `_result`": "runs when a cluster breaks down",
    "`reproduce/suzuki_2015.py`, `reproduce/widths.py`": "run if a machine is too slow for an "
    "experiment, or if a result is wrong",
}
"""Lines that no test can reach, or that run where no counter runs."""
_ENGINE = [
    "arena", "board", "circuits", "cli", "engine", "game", "gym", "many", "onemine", "position",
    "proof", "solutions", "strategies",
]  # fmt: skip
"""The folders of tests whose answers come from the engine."""
_HOW = {
    False: "A line of Rust counts as reached if its own tests or Python's tests reach it.\n",
    True: "A line of Rust counts as reached if its own tests reach it, or Python's tests of the\n"
    "engine do (`--quick`). They may be stopped after 20 minutes, so the shares are lower bounds.\n"
    f"The tests of the engine are:\n\n```\n{textwrap.fill(' '.join(_ENGINE), 100)}\n```\n",
}

if __name__ == "__main__":
    main()
