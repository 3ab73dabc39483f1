"""Sessions on a page: console blocks and Python prompts, run again and compared, or written anew.

python tests/support/sessions.py docs/ways/player.md …      # write what they print into the pages
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from paths import ROOT

SETTINGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def console(page: str) -> list[tuple[str, str]]:
    """Each command of a console block with the output that is claimed for it."""
    found = []
    for block in blocks(page, "console"):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = session.partition("\n")
            found.append((command, output))
    return found


def workplace(folder: Path) -> Path:
    """A folder with nothing in it but the examples, as the pages expect one."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


def run(command: str, cwd: Path) -> str:
    """What a shell prints in a folder, which finds the installed `demine` first."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        shell=True,
        cwd=cwd,
        env={**os.environ, "PATH": path, "COLUMNS": "80", "DEMINE_DATA": str(cwd)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
    )
    return done.stdout


def prompts(page: str, name: str) -> doctest.DocTest:
    """All Python prompts of a page as one session."""
    session = "\n".join(block for block in blocks(page, "python") if ">>>" in block)
    return doctest.DocTestParser().get_doctest(session, {}, name, name, 0)


def refresh(page: str, folder: Path) -> str:
    """The page with what its sessions print today."""
    page = _each(page, "console", lambda block: _tell(block, folder))
    names: dict[str, object] = {}
    return _each(page, "python", lambda block: _answer(block, names) if ">>>" in block else block)


def _each(page: str, language: str, change: Callable[[str], str]) -> str:
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return fence.sub(lambda match: f"```{language}\n{change(match[1])}```", page)


def _tell(block: str, folder: Path) -> str:
    commands = re.findall(r"^\$ (.*)$", block, re.MULTILINE)
    printed = [(command, run(command, folder).rstrip()) for command in commands]
    return "".join(f"$ {command}\n" + f"{said}\n" * bool(said) for command, said in printed)


class _Listener(doctest.DocTestRunner):
    """Runs one example and keeps what it printed, or raised."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=SETTINGS)
        self.said = ""

    def report_failure(self, out: object, test: object, example: object, got: str) -> None:
        self.said = got

    def report_unexpected_exception(
        self, out: object, test: object, example: object, exc_info: tuple[object, ...]
    ) -> None:
        self.said = repr(exc_info[1])


def _answer(block: str, names: dict[str, object]) -> str:
    told = []
    for example in doctest.DocTestParser().get_examples(block):
        alone, listener = doctest.DocTest([example], names, "page", None, None, None), _Listener()
        listener.run(alone, clear_globs=False)
        names.update(alone.globs)
        first, *rest = example.source.rstrip("\n").split("\n")
        told += [f">>> {first}", *(f"... {line}" for line in rest)]
        told += (listener.said or example.want).rstrip("\n").splitlines()
    return "\n".join(told) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        with tempfile.TemporaryDirectory() as scratch:
            page = refresh(path.read_text(encoding="utf-8"), workplace(Path(scratch) / "walk"))
        path.write_text(page, encoding="utf-8")
