"""The package for JavaScript, installed from its tarball: in node and in Chromium as in Python."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

import demine
from data import expert
from demine import Game, Position, Proof, Replay
from demine.formats import name_of
from demine.web.script import ENGINE
from fileserver import serve_files
from paths import ROOT

pytestmark = pytest.mark.skipif(
    shutil.which("npm") is None or not ENGINE.is_file(), reason="no npm, or no engine for browsers"
)

USE: Final = Path(__file__).with_name("use_package.mjs")
TOOLS: Final = ROOT / ".venv" / "node" / "node_modules" / ".bin"
TSC: Final = TOOLS / "tsc"
VITE: Final = TOOLS / "vite"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has installed the package, without a network."""
    folder = tmp_path_factory.mktemp("project")
    run = [sys.executable, str(ROOT / "npm" / "pack.py"), str(folder / "packed")]
    tarball = subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip()
    (folder / "package.json").write_text('{"name": "uses-demine", "type": "module"}')
    install = ["npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball]
    subprocess.run(install, cwd=folder, check=True)
    return folder


def ask(project: Path, questions: list[dict[str, Any]]) -> list[Any]:
    sent = json.dumps(questions)
    run = ["node", str(USE)]
    done = subprocess.run(run, cwd=project, input=sent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def written(position: Position) -> dict[str, Any]:
    name = name_of(position.board)
    return {"board": name, "labels": list(position.labels), "mines": position.mines}


def test_analyses_are_those_of_python(project: Path) -> None:
    positions = expert("stuck")[:8]
    asked = [{"ask": "analyze", "position": written(position)} for position in positions]
    for position, found in zip(positions, ask(project, asked), strict=True):
        expected = position.analyze()
        assert int(found["count"]) == expected.count
        assert set(found["safe"]) == expected.safe
        assert set(found["mined"]) == expected.mined
        for cell in position.board.cells:
            assert found["chances"][cell]["fraction"] == str(expected.probability(cell))
        assert found["probabilities"] == expected.probabilities.ravel().tolist()


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_proofs_are_those_of_python(project: Path, language: str) -> None:
    position = demine.read(ROOT / "examples" / "beginner.mine")
    analysis = position.analyze()
    covered = [c for c, label in enumerate(position.labels) if label == "?"]
    cells = [cell for cell in covered if cell in analysis.safe | analysis.mined][:8]
    asked = [{"ask": "explain", "position": written(position), "cell": cell} for cell in cells]
    answers = ask(project, [{**one, "language": language} for one in asked])
    for cell, found in zip(cells, answers, strict=True):
        proof = position.explain(cell)
        assert isinstance(proof, Proof)
        assert found["sentences"] == [line.in_language(language) for line in proof.lines]
        assert found["proved"] == ("mined" if proof.mined else "safe")


def test_the_strategy_and_the_games_are_those_of_python(project: Path) -> None:
    positions = expert("stuck")[:3]
    asked: list[dict[str, Any]] = [
        {"ask": "strongest", "position": written(position)} for position in positions
    ]
    wanted = {"board": "hexagonal-6x8", "mines": 9, "seed": 7}
    asked.append({"ask": "play", "wanted": wanted, "cells": [20]})
    *advised, played = ask(project, asked)
    for position, found in zip(positions, advised, strict=True):
        advice = position.advise()
        assert (tuple(found["cells"]), found["guess"]) == (advice.cells, advice.is_guess)
    game = Game(demine.hexagonal(6, 8), mines=9, seed=7)
    game.open(20)
    assert played["position"] == written(game.position)


def test_a_game_is_played_to_its_end_and_reviewed(project: Path) -> None:
    asked = {"ask": "finish", "wanted": {"preset": "beginner", "seed": 3}, "start": 40}
    (done,) = ask(project, [asked])
    game = Replay.loads(done["replay"]).verify()
    assert game.status == done["status"]
    lines = game.review().verdict_lines
    assert done["sentences"] == [line.in_language("de") for line in lines]
    assert len(done["hint"]) == 1


def test_graphs_texts_and_failures(project: Path) -> None:
    path = {"vertices": 3, "edges": [[0, 1], [1, 2]]}
    position = {"board": path, "labels": ["?", 1, "?"]}
    loop = {"board": {"vertices": 2, "edges": [[0, 0]]}, "labels": ["?", "?"]}
    answers = ask(
        project,
        [
            {"ask": "analyze", "position": position},
            {"ask": "analyze", "position": "3x1x?\nH3H\n"},
            {"ask": "analyze", "position": loop},
            {"ask": "analyze", "position": {"board": "nowhere-3", "labels": []}},
            {"ask": "explain", "position": position, "cell": 0, "language": "xx"},
            {"ask": "analyze", "position": {**position, "labels": ["?"]}},
            {"ask": "explain", "position": position, "cell": 0},
        ],
    )
    assert (answers[0]["count"], answers[0]["chances"][0]["fraction"]) == ("2", "1/2")
    assert answers[1]["kind"] == "NoLegalAssignment"
    said = "The 3 at b1 has only two covered neighbours left: impossible."
    assert answers[1]["conflict"]["sentences"] == [said]
    kinds = [answer["kind"] for answer in answers[2:6]]
    assert kinds == ["InvalidBoard", "FormatError", "FormatError", "BadRequest"]
    assert all(answer["name"] == "DemineError" for answer in answers[1:6])
    assert answers[6]["sentences"][0].startswith("0 cannot be proved safe or mined.")


def test_the_readme_of_the_package_is_true(project: Path) -> None:
    readme = (ROOT / "npm" / "README.md").read_text(encoding="utf-8")
    code = re.findall(r"```js\n(.*?)```", readme, re.DOTALL)[0]
    checked = re.sub(r"^(?:const proof.*|[^/\n]*?);? // (.*)$", _check, code, flags=re.MULTILINE)
    assert checked.count("same(") == 3
    head = 'import { deepStrictEqual as same } from "node:assert";\n'
    (project / "readme.mjs").write_text(f"{head}{checked}")
    subprocess.run(["node", "readme.mjs"], cwd=project, check=True)


def _check(line: re.Match[str]) -> str:
    """A line of code that says its value, as an assertion."""
    return f"same({line[0].partition(';')[0]}, {line[1]});"


def test_the_types_are_right(project: Path) -> None:
    if not TSC.is_file():
        pytest.skip("TypeScript is not installed")
    (project / "uses.mts").write_text(
        'import { analyze, explain, Game, type Label } from "demine";\n'
        'const labels: Label[] = ["?", 1, "?"];\n'
        'const found = await analyze({ board: "grid-1x3", labels });\n'
        "export const count: bigint | null = found.count;\n"
        'const told = await explain({ board: "grid-1x3", labels }, 0, { language: "ja" });\n'
        "export const cells: number[] = told.proved === null ? [told.more] : told.numbers;\n"
        'export const game: Game = await Game.create({ preset: "expert", seed: 7n });\n'
    )
    run = [str(TSC), "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"]
    done = subprocess.run([*run, "uses.mts"], cwd=project, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def address(project: Path) -> Iterator[str]:
    with serve_files(project) as address:
        yield address


_IN_PAGE: Final = """async (base) => {
    const {analyze, explain} = await import(`${base}/node_modules/demine/index.js`);
    const labels = ["?", "?", "?", "?", 1, 2, 2, 1];
    const position = {board: "grid-2x4", labels, mines: null};
    const {count} = await analyze(position);
    const {sentences} = await explain(position, 0);
    return [String(count), sentences[sentences.length - 1]];
}"""


@pytest.mark.browser
def test_a_page_imports_it(browser: Browser, address: str, project: Path) -> None:
    (project / "index.html").write_text("<!doctype html><title>uses demine</title>")
    page = browser.new_page()
    page.goto(f"{address}/index.html")
    assert page.evaluate(_IN_PAGE, address) == ["1", "So a1 is safe."]
    page.close()


_MAIN: Final = """import { analyze, explain } from "demine";
const labels = ["?", "?", "?", "?", 1, 2, 2, 1];
const position = { board: "grid-2x4", labels, mines: null };
const { count } = await analyze(position);
const { sentences } = await explain(position, 0, { language: "de" });
document.title = `${count} ${sentences.at(-1)}`;
"""


@pytest.mark.browser
def test_a_bundler_packs_it_into_a_page(browser: Browser, project: Path) -> None:
    """The engine and the catalogues are files of their own, beside the script of the page."""
    if not VITE.is_file():
        pytest.skip("the bundler Vite is not installed")
    page_of = project / "bundled"
    page_of.mkdir()
    (page_of / "main.js").write_text(_MAIN)
    script = '<script type="module" src="/main.js"></script>'
    (page_of / "index.html").write_text(f"<!doctype html><title>waits</title>{script}")
    run = [str(VITE), "build", "--base", "./", "--logLevel", "error"]
    done = subprocess.run(run, cwd=page_of, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    with serve_files(page_of / "dist") as address:
        page = browser.new_page()
        page.goto(f"{address}/index.html")
        expect(page).to_have_title("1 Also ist a1 sicher.")
        page.close()
