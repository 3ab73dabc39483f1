"""Which lines the tests reach, room by room, of Python and of Rust: writes docs/coverage.md.

python benches/reached.py [TESTS …]

Python is measured by coverage.py under pytest (all tests, or those named), Rust by its own tests
with LLVM's counters; that needs `rustup component add llvm-tools`. Both builds and data stay in
`target/reached`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORK = ROOT / "target" / "reached"
PAGE = ROOT / "docs" / "coverage.md"

Row = tuple[str, int, int]
"""A file, its lines (statements), and those that are reached."""


def main() -> None:
    """Measure, and write the page."""
    WORK.mkdir(parents=True, exist_ok=True)
    tests = sys.argv[1:]
    parts = [_part("Python", python(tests)), _part("Rust", rust())]
    said = "all tests" if not tests else " ".join(tests)
    PAGE.write_text(_HEAD.format(tests=said) + "\n".join(parts), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


def python(tests: list[str]) -> list[Row]:
    """The statements of the package."""
    data = {"COVERAGE_FILE": str(WORK / "python")}
    run = [sys.executable, "-m", "coverage"]
    _run([*run, "run", "--source=demine", "-m", "pytest", "-q", *tests], data, check=False)
    _run([*run, "json", "-q", "-o", str(WORK / "python.json")], data)
    files = json.loads((WORK / "python.json").read_text(encoding="utf-8"))["files"]
    return [
        (name.partition("python/demine/")[2], one["summary"]["num_statements"],
         one["summary"]["covered_lines"])
        for name, one in sorted(files.items())
    ]  # fmt: skip


def rust() -> list[Row]:
    """The lines of the core crate."""
    counters = {
        "RUSTFLAGS": "-C instrument-coverage",
        "CARGO_TARGET_DIR": str(WORK / "rust"),
        "LLVM_PROFILE_FILE": str(WORK / "rust" / "counters" / "%p-%m.profraw"),
    }
    test = ["cargo", "test", "-p", "demine", "--locked", "--lib", "--tests"]
    built = _run([*test, "--no-run", "--message-format=json"], counters)
    _run([*test, "--quiet"], counters)
    binaries = [
        record["executable"]
        for record in map(json.loads, built.splitlines())
        if record.get("profile", {}).get("test") and record.get("executable")
    ]
    merged = WORK / "rust" / "counters.profdata"
    raw = sorted(map(str, (WORK / "rust" / "counters").glob("*.profraw")))
    _run([_tool("llvm-profdata"), "merge", "-sparse", *raw, "-o", str(merged)])
    objects = [word for binary in binaries[1:] for word in ("-object", binary)]
    report = [_tool("llvm-cov"), "export", "-summary-only", f"-instr-profile={merged}"]
    exported = json.loads(_run([*report, binaries[0], *objects, str(ROOT / "crates/demine/src")]))
    return [
        (one["filename"].partition("crates/demine/src/")[2], one["summary"]["lines"]["count"],
         one["summary"]["lines"]["covered"])
        for one in exported["data"][0]["files"]
    ]  # fmt: skip


def _tool(name: str) -> str:
    """A tool of the toolchain's own LLVM."""
    where = _run(["rustc", "--print", "target-libdir"]).strip()
    return str(Path(where).parent / "bin" / name)


def _run(command: list[str], more: dict[str, str] | None = None, check: bool = True) -> str:
    environment = {**os.environ, **(more or {})}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=check
    )
    return done.stdout


def _part(language: str, rows: Iterable[Row]) -> str:
    """A table of rooms, and the files that are reached least."""
    by_room: dict[str, list[Row]] = defaultdict(list)
    everything = sorted(rows)
    for row in everything:
        by_room[row[0].partition("/")[0]].append(row)
    lines = [f"## {language}", "", "| room | lines | reached |", "|---|---|---|"]
    lines += [_line(room, some) for room, some in sorted(by_room.items())]
    lines.append(_line("**all**", everything))
    least = sorted((row for row in everything if row[1]), key=lambda row: row[2] / row[1])[:10]
    named = ", ".join(f"`{name}` {_share(lines, met)}" for name, lines, met in least)
    return "\n".join([*lines, "", f"Least reached: {named}.", ""])


def _line(name: str, rows: list[Row]) -> str:
    total, met = sum(row[1] for row in rows), sum(row[2] for row in rows)
    return f"| {name} | {total} | {_share(total, met)} |"


def _share(total: int, met: int) -> str:
    return f"{met / total:.1%}" if total else "–"


_HEAD = """# What the tests reach

Made by `make coverage` (`benches/reached.py`).

- Python: statements, under {tests}. Strategies, servers and the command line also run in processes
  of their own, which are not counted.
- Rust: lines of the core crate under its own tests; what only Python's tests reach is not counted.

So the figures are lower bounds.

"""

if __name__ == "__main__":
    main()
