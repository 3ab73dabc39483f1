"""Every crate that we build with may be used as we do. Reads the lock file's crates, offline."""

from __future__ import annotations

import json
import re
import subprocess

from paths import ROOT

ALLOWED = {"MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "Unicode-3.0"}
"""Those that ask for no more than to be named."""


def is_allowed(licence: str) -> bool:
    """Whether an SPDX expression of AND, OR and brackets can be met by allowed licences."""
    words = re.findall(r"\(|\)|AND|OR|[\w.+-]+(?: WITH [\w.-]+)?", licence.replace("/", " OR "))
    python = {"AND": "and", "OR": "or", "(": "(", ")": ")"}
    truth = " ".join(python.get(word, str(word in ALLOWED)) for word in words)
    return bool(eval(truth, {"__builtins__": {}}))


def test_expressions_are_understood() -> None:
    assert is_allowed("MIT/Apache-2.0")
    assert is_allowed("(GPL-3.0 OR MIT) AND Unicode-3.0")
    assert not is_allowed("MIT AND GPL-3.0")
    assert not is_allowed("LGPL-3.0-or-later")


def test_every_crate_is_allowed() -> None:
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    crates = json.loads(told)["packages"]
    assert len(crates) > 10
    refused = {crate["name"]: crate["license"] for crate in crates
               if not is_allowed(crate["license"] or "none")}  # fmt: skip
    assert not refused


def test_every_crate_comes_from_the_registry() -> None:
    lock = (ROOT / "Cargo.lock").read_text(encoding="utf-8")
    sources = set(re.findall(r'^source = "(\w+)\+', lock, re.MULTILINE))
    assert sources == {"registry"}
