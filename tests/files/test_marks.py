"""Byte order marks: some editors begin text files with one, and every reader passes it over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import demine
from demine import Certificate, Game, Replay, circuits, formats
from demine.cli import commands
from demine.game.replay import holds_replays

MARK = b"\xef\xbb\xbf"
POSITION = demine.Position(demine.grid(2, 2), [1, "?", "?", "?"], 1)
COVERED = demine.Position(demine.grid(2, 2), ["?"] * 4)
READABLE = ["mine", "graph", "gr", "graph6", "opb"]


def marked(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "marked"
    path.write_bytes(MARK + (text.encode() if isinstance(text, str) else text))
    return path


def say(*arguments: object, stdin: bytes = b"") -> str:
    done = CliRunner().invoke(commands, list(map(str, arguments)), input=stdin)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("format", READABLE)
def test_positions(tmp_path: Path, format: str) -> None:
    position = POSITION if format in ("mine", "graph", "opb") else COVERED
    text = formats.dumps(position, format)
    assert demine.read(marked(tmp_path, text)) == demine.loads(text)


def test_decompositions(tmp_path: Path) -> None:
    text = str(formats.dumps(POSITION, "td"))
    assert formats.td.read(marked(tmp_path, text)) == formats.td.parse(text)


def test_formulas(tmp_path: Path) -> None:
    text = "p cnf 2 1\n1 -2 0\n"
    expected = circuits.compile(text).count()
    assert circuits.compile("\ufeff" + text).count() == expected
    found = say("circuit", "--json", "--cnf", marked(tmp_path, text))
    assert demine.loads(json.dumps(json.loads(found)["position"])).count() == expected


def test_sets_of_solutions(tmp_path: Path) -> None:
    text = formats.zdd.write(POSITION.solutions())
    path = marked(tmp_path, text)
    assert formats.zdd.read(path).count() == formats.zdd.parse("\ufeff" + text).count() == 3
    assert formats.zdd.is_dump("\ufeff" + text)
    assert say("solutions", "--count", path) == "3\n"


def test_costs(tmp_path: Path) -> None:
    (tmp_path / "position").write_text(str(formats.dumps(POSITION, "mine")))
    costs = marked(tmp_path, "0 3 1 2")
    assert say("solutions", "--cheapest", costs, "--numbers", tmp_path / "position").startswith("2")


def test_batches(tmp_path: Path) -> None:
    lines = b'"1x1x1\\nH"\n'
    for answer in (say("solve", "--batch", marked(tmp_path, lines)),
                   say("solve", "--batch", "-", stdin=MARK + lines)):  # fmt: skip
        assert json.loads(answer)["verdict"] == "answered"


def test_replays_and_certificates(tmp_path: Path) -> None:
    game = Game(demine.grid(3, 3), 1, seed=1)
    game.open(0)
    path = marked(tmp_path, Replay.of(game).dumps())
    assert Replay.read(path).verify().id == game.id
    assert holds_replays(path)
    certificate = Certificate(game.id, 0, ())
    assert Certificate.read(marked(tmp_path, certificate.dumps())) == certificate


def test_tallies(tmp_path: Path) -> None:
    line = say("simulate", "--strategy", "ratio", "--preset", "classic", "--games", "3", "--json")
    assert json.loads(say("tally", "--json", marked(tmp_path, line)))["games"] == 3
