"""Proofs and certificates against a checker that tries every assignment."""

from __future__ import annotations

import json
from random import Random

import demine
from demine import Game, Position
from demine.errors import DemineError
from demine.proof import Certificate, Proof, no_guess
from fuzz.brute import MOST, Truth
from fuzz.findings import Finding
from fuzz.small_boards import around, position

_ROUND = 20


def proofs(random: Random) -> int:
    """Every decided cell of random positions: the cited numbers alone must decide it."""
    tried = 0
    while tried < _ROUND:
        asked, truth = position(random)
        if not truth.count:
            tried += 1
            _conflicting(asked, truth)
            continue
        for cell in truth.covered:
            odds = truth.probability(cell)
            found = asked.explain(cell)
            if isinstance(found, Proof) != (odds in (0, 1)):
                raise Finding("decided, or not", (asked.board, asked.labels, asked.mines, cell))
            if isinstance(found, Proof):
                _hold(found, asked, truth)
            tried += 1
    return tried


def _conflicting(asked: Position, truth: Truth) -> None:
    """The numbers of a conflict cannot all be true; without any one of them they can."""
    case = (asked.board, asked.labels, asked.mines)
    found = asked.conflict()
    if found is None or _keep_allowed(truth, set(found), found.counter).count:
        raise Finding("no conflict", case)
    if any(not _keep_allowed(truth, set(found) - {one}, found.counter).count for one in found):
        raise Finding("a conflict with a number that is not needed", case)


def _hold(proof: Proof, asked: Position, truth: Truth) -> None:
    case = (asked.board, asked.labels, asked.mines, proof.cell, proof.numbers, proof.counter)
    if not _proves(proof, truth, set(proof.numbers)):
        raise Finding("the numbers do not prove it", case)
    if any(_proves(proof, truth, set(proof.numbers) - {one}) for one in proof.numbers):
        raise Finding("a number that is not needed", case)
    if not proof.sentences or not str(proof):
        raise Finding("a proof without words", case)


def _proves(proof: Proof, truth: Truth, numbers: set[int]) -> bool:
    left = _keep_allowed(truth, numbers, proof.counter)
    return left.count == 0 or left.probability(proof.cell) == int(proof.mined)


def _keep_allowed(truth: Truth, numbers: set[int], counter: bool) -> Truth:
    """The assignments that these numbers, and perhaps the number of mines, allow."""
    codes = [code if code < 0 or cell in numbers else -2 for cell, code in enumerate(truth.codes)]
    return Truth(truth.around, codes, truth.mines if counter else None)


def certificates(random: Random) -> int:
    """What is issued verifies, and every cell that it opens is safe; tampered ones are refused."""
    board = demine.grid(random.randint(2, 4), random.randint(2, 4))
    mines = random.randint(1, max(1, len(board) // 5))
    try:
        game = Game(board, mines, seed=random.randrange(1 << 40), first="opening")
        found = no_guess(game, tries=200, seconds=5)
    except DemineError:
        return 1
    text = found.dumps()
    Certificate.loads(text).verify()
    _open(found, text)
    lines = text.splitlines()
    for _ in range(10):
        _tamper([*lines], random)
    return 11


def _tamper(lines: list[str], random: Random) -> None:
    """One number of one line changed: refused, or true all the same."""
    place = random.randrange(len(lines))
    digits = [i for i, letter in enumerate(lines[place]) if letter.isdigit()]
    if digits:
        i = random.choice(digits)
        lines[place] = lines[place][:i] + str(random.randrange(10)) + lines[place][i + 1 :]
    text = "\n".join(lines)
    try:
        found = Certificate.loads(text)
        found.verify()
    except DemineError:
        return
    _open(found, text)


def _open(certificate: Certificate, text: str) -> None:
    """Open what the certificate says; what it opens must be safe by brute force."""
    game = Game.from_id(certificate.id)
    near = around(game.board)
    game.open(certificate.start)
    for step in certificate.steps:
        if game.position.codes[step.cell] != -1:
            continue
        truth = Truth(near, game.position.codes.tolist(), game.mines)
        if len(truth.covered) <= MOST and truth.probability(step.cell) != 0:
            raise Finding("a cell that is not safe", json.dumps(text))
        game.open(step.cell)
    if game.status != "won":
        raise Finding(f"the game is {game.status}", json.dumps(text))
