"""NOTICES has the licence of every crate in the wheel; `make snapshots` writes it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from paths import ROOT
from snapshots import Snapshot

HEAD = """Third-party software in demine's wheels

The wheel of demine links the Rust crates below into one library. Their licences follow. Where a
crate has a choice of licences, we use it under the first that is given here.
"""

Crate = dict[str, Any]

CHOSEN = ("LICENSE-MIT", "LICENSE-MIT0", "LICENSE", "LICENSE.txt")


def metadata() -> dict[str, Any]:
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline"]
    command += ["--filter-platform", "x86_64-unknown-linux-gnu"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    found: dict[str, Any] = json.loads(told)
    return found


def linked() -> list[Crate]:
    """The crates of others whose code ends up in the wheel: no build tools, no macros, no tests."""
    told = metadata()
    crates = {crate["id"]: crate for crate in told["packages"]}
    needs = {node["id"]: node["deps"] for node in told["resolve"]["nodes"]}
    (root,) = (id for id, crate in crates.items() if crate["name"] == "demine-py")
    waiting, found = [root], set()
    while waiting:
        id = waiting.pop()
        found.add(id)
        needed = (need["pkg"] for need in needs[id] if is_linked(need, crates))
        waiting += [other for other in needed if other not in found]
    return sorted((crates[id] for id in found if crates[id]["source"]), key=lambda c: c["name"])


def is_linked(need: dict[str, Any], crates: dict[str, Crate]) -> bool:
    is_normal = any(kind["kind"] is None for kind in need["dep_kinds"])
    targets = crates[need["pkg"]]["targets"]
    return is_normal and not any("proc-macro" in target["kind"] for target in targets)


def notice(crate: Crate) -> str:
    folder = Path(crate["manifest_path"]).parent
    files = [folder / name for name in CHOSEN if (folder / name).is_file()][:1]
    files += sorted(folder.glob("c_src/*/LICENSE"))
    texts = [file.read_text(encoding="utf-8").strip() for file in files]
    authors = ", ".join(author.partition(" <")[0] for author in crate["authors"])
    texts = texts or [f"Copyright (c) {authors}\nLicence: {crate['license']}"]
    title = f"{crate['name']} {crate['version']} ({crate['license']})"
    lines = "\n\n".join(texts).replace("\r\n", "\n").splitlines()
    return "\n".join([title, "-" * len(title), "", *(line.rstrip() for line in lines), ""])


def test_the_notices_are_those_of_the_linked_crates(snapshot: Snapshot) -> None:
    found = "\n\n".join([HEAD, *map(notice, linked())])
    assert "numpy 0." in found
    assert "pyo3 0." in found
    snapshot.check(ROOT / "NOTICES", found)
