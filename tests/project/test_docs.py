"""The site: it builds without a warning, its examples are true, and nothing public is missing."""

from __future__ import annotations

import doctest
import html
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import click
import pytest
from sphinx.util.inventory import InventoryFile

import demine
from browser import open_browser
from demine.arena import tally
from demine.cli import COMMANDS, commands
from demine.formats import FORMATS
from demine.game import replay, statistics
from demine.proof import certificate
from demine.web.openapi import description
from paths import ROOT
from sessions import SETTINGS, blocks, console, prompts, run, workplace
from snapshots import Snapshot

DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_generated" not in path.parts)
EXECUTED = [path for path in PAGES if re.search(r"^\$ |^>>> ", path.read_text("utf-8"), re.M)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built anew; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    before = _changes()
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert _changes() == before, "building the site changed files that git tracks"
    return folder


def _changes() -> str:
    """How the files that git tracks differ from the last commit; nothing where there is no git."""
    command = ["git", "diff", "HEAD", "--", "docs", "examples", "figures", "python"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout


def test_the_pictures_are_those_of_today(snapshot: Snapshot) -> None:
    """They are drawn by `docs/pictures.py`, from real positions."""
    for name, picture in _load_pictures().draw_all().items():
        snapshot.check(DOCS / "_static" / f"{name}.svg", picture)


def _load_pictures() -> Any:
    spec = spec_from_file_location("docs_pictures", DOCS / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", EXECUTED, ids=lambda path: path.stem)
def test_console_sessions(path: Path, tmp_path: Path) -> None:
    """The commands of a page, one after the other, in a folder of its own."""
    folder = workplace(tmp_path / "walk")
    for command, output in console(path.read_text(encoding="utf-8")):
        assert (command, run(command, folder).rstrip()) == (command, output.rstrip())


@pytest.mark.parametrize("path", EXECUTED, ids=lambda path: path.stem)
def test_python_sessions(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = prompts(path.read_text(encoding="utf-8"), path.name)
    failed, tried = doctest.DocTestRunner(optionflags=SETTINGS).run(test)
    assert failed == 0
    assert tried == len(test.examples)


def test_a_language_says_whether_a_block_is_run() -> None:
    """Commands stand in `console` blocks, Python behind prompts: nothing is shown but not run."""
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        assert all(block.startswith("$ ") for block in blocks(page, "console")), path
        assert all(">>>" in block for block in blocks(page, "python")), path
        for block in blocks(page, "sh"):
            for line in block.splitlines():
                assert line.startswith(
                    ("pip install ", "npm install ", "curl ", "demine serve", "make ")
                ), line


_INLINE = re.compile(r"`((?:demine|make|python) [^`]+)`")
_PROSE = re.compile(r"^```.*?^```$", re.M | re.S)


def inline() -> list[str]:
    """Every command line within the sentences of a page."""
    pages = (_PROSE.sub("", path.read_text(encoding="utf-8")) for path in PAGES)
    return sorted({re.sub(r"\s+", " ", line) for page in pages for line in _INLINE.findall(page)})


@pytest.mark.parametrize("line", inline())
def test_commands_within_sentences_can_be_typed(line: str) -> None:
    """What takes too long to run here is read as it would be when typed: names, options, files."""
    program, *words = shlex.split(re.sub(r" …|[()]", "", line))
    if program == "make":
        told = run(f"make --dry-run {shlex.join(words)} 2>&1 >/dev/null && echo well", ROOT)
        assert told == "well\n"
    elif program == "demine":
        assert_parses(words)
    elif words[0] == "-m":
        module = ROOT.joinpath(*words[1].split("."))
        assert module.is_dir() or module.with_suffix(".py").is_file()
    else:
        script = (ROOT / words[0]).read_text(encoding="utf-8")
        assert [word for word in words[1:] if word.startswith("--") and word not in script] == []


def assert_parses(words: list[str]) -> None:
    """The command is there, and so is every option that the line gives it."""
    if words[0] in ("--help", "--version"):
        return
    command = commands.get_command(click.Context(commands), words[0])
    assert command is not None, words[0]
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    given = {word.partition("=")[0] for word in words[1:] if word.startswith("--")}
    assert given - known - {"--help"} == set()


def test_the_five_ways_have_sessions() -> None:
    for path in (DOCS / "ways").glob("*.md"):
        page = path.read_text(encoding="utf-8")
        assert console(page) or prompts(page, path.name).examples, path.name


def test_no_public_name_is_missing(site: Path) -> None:
    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, path: path)
    names = {name.rpartition(".")[2] for kind in inventory if kind.startswith("py:")
             for name in inventory[kind]}  # fmt: skip
    rooms = {"draw", "formats", "onemine", "strategies", "circuits", "gym", "arena", "__version__"}
    plain = {"Cache", "PRESETS"}  # the engine's handle, and a table of boards
    assert set(demine.__all__) - rooms - plain - names == set()


def test_no_command_is_missing(site: Path) -> None:
    page = (site / "reference" / "command-line.html").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"demine {command.name}" in page.replace("-", " "), command.name


def test_no_format_record_or_operation_is_missing(site: Path) -> None:
    """The reference is written from the schemas: this fails if a page stops including them."""
    formats, http = (_text(site / "reference" / f"{name}.html") for name in ("formats", "http"))
    assert [name for name in FORMATS if name not in formats] == []
    schemas = [replay.HEAD, replay.STEP, certificate.SCHEMA, tally.SCHEMA]
    keys = {key for schema in [*schemas, statistics.BEGIN, statistics.END] for key in schema}
    assert [key for key in keys if key not in formats] == []
    told = description()
    assert [path for path in told["paths"] if path not in http] == []
    assert [name for name in told["components"]["schemas"] if name not in http] == []


def _text(page: Path) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        assert not re.search(r'(?:src|href)="https?://[^"]*\.(?:js|css)', page), path.name


@pytest.mark.browser
def test_search_works_without_a_server(site: Path) -> None:
    """Typed into the first page as a file, a word of ours leads to the page that is about it."""
    with open_browser() as browser:
        page = browser.new_page()
        page.goto((site / "index.html").as_uri())
        page.locator('input[name="q"]').first.fill("certificate")
        page.keyboard.press("Enter")
        found = page.locator("#search-results li > a")
        # Results are shown one after the other: the page that is wanted need not come first.
        found.filter(has_text=re.compile("puzzle", re.IGNORECASE)).first.wait_for()
        with page.expect_navigation():
            found.first.click()
        assert "certificate" in page.locator("article").inner_text().lower()


class _Links(HTMLParser):
    """The targets of links and pictures, and the anchors, of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.add(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def test_links_and_anchors_lead_somewhere(site: Path) -> None:
    pages = {path: _Links() for path in site.rglob("*.html")}
    for path, links in pages.items():
        links.feed(path.read_text(encoding="utf-8"))
    broken = [
        f"{path.name}: {target}"
        for path, links in pages.items()
        for target in links.targets
        if not re.match(r"https?:|mailto:|data:|#$", target) and not target.startswith("../rust/")
        if not _leads(path, target.partition("?")[0] if "#" not in target else target, pages)
    ]
    assert not broken


def _leads(page: Path, target: str, pages: dict[Path, _Links]) -> bool:
    file, _, anchor = target.partition("#")
    path = (page.parent / file.partition("?")[0]).resolve() if file else page
    if not path.exists():
        return False
    return not anchor or path not in pages or anchor in pages[path].anchors
