"""Pack the engine for JavaScript: python npm/pack.py OUT writes OUT/demine-VERSION.tgz.

The package has the files of this folder, the modules of the pages that talk to the engine, the
catalogues, and the compiled engine. Nothing is published.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from demine._native import learned_weights
from demine.web.script import ENGINE, STATIC, WEIGHTS
from demine.web.site import about
from demine.words import FOLDER

HERE: Final = Path(__file__).parent
LIMITS: Final = {"seconds": 60.0, "search": 600.0, "states": 20_000_000, "cells": 100_000}
"""What a question may cost: 20 million states take about 320 MB."""


def assemble(folder: Path) -> None:
    """Write the files of the package into a folder."""
    for path in [*HERE.glob("*.js"), *HERE.glob("*.ts"), HERE / "package.json", HERE / "README.md"]:
        shutil.copy(path, folder)
    for path in (STATIC / "desk.js", STATIC / "words.js", ENGINE):
        shutil.copy(path, folder)
    for name in ("LICENSE", "NOTICES"):
        shutil.copy(HERE.parent / name, folder)
    (folder / WEIGHTS).write_bytes(learned_weights())
    shutil.copytree(FOLDER, folder / "messages")
    (folder / "about.json").write_text(json.dumps(about(LIMITS)), encoding="utf-8")


def pack(out: Path) -> Path:
    """Write the tarball into a folder; its path."""
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:
        assemble(Path(made))
        run = ["npm", "pack", "--silent", "--pack-destination", str(out.resolve())]
        done = subprocess.run(run, cwd=made, check=True, capture_output=True, text=True)
    return out / done.stdout.split()[-1]


if __name__ == "__main__":
    print(pack(Path(sys.argv[1])))
