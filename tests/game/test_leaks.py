"""Mines must not leak: what a strategy, a message or a pickle can see tells nothing of the seed."""

from __future__ import annotations

import copy
import gc
import json
import pickle
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

import demine
from demine import FormatError, Game, Position, StrategyError, _native, simulate
from demine.arena.seal import keep_key, read_key, seal, seal_seed
from demine.cli import commands
from demine.strategies import STRATEGIES, Chance

WORD = (1 << 64) - 1
SEED = 0xFEDCBA9876543211
"""Long enough to be met by no accident."""
KEY = bytes(range(32)).hex()


def unmix(word: int) -> int:
    """The state of SplitMix64 that gives this word: the generator run backwards."""
    z = word ^ (word >> 31) ^ (word >> 62)
    z = z * pow(0x94D049BB133111EB, -1, 1 << 64) & WORD
    z = z ^ (z >> 27) ^ (z >> 54)
    z = z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & WORD
    z = z ^ (z >> 30) ^ (z >> 60)
    return (z - 0x9E3779B97F4A7C15) & WORD


def steal(chance: Chance) -> Iterator[int]:
    """Seeds that a thief would try: the stream run backwards, once and again, and turned over."""
    seen = unmix(chance.getrandbits(64))
    for _ in range(3):
        yield from (seen, ~seen & WORD)
        seen = unmix(seen)


def test_the_thief_is_no_fool() -> None:
    assert unmix(Chance(SEED).getrandbits(64)) == SEED


@pytest.mark.parametrize("seed", [0, 1, 7, SEED, WORD])
def test_chance_cannot_be_run_back_to_the_seed(seed: int) -> None:
    assert seed not in set(steal(Chance.of_game(seed)))


def test_a_thief_wins_no_more_than_chance_allows() -> None:
    """The strategy of the report: it won 200 of 200 Expert games with its two arguments alone."""

    def thief(position: Position, chance: Chance) -> list[int]:
        for seed in steal(copy.copy(chance)):
            game = Game(position.board, position.mines or 0, seed=seed)
            first = next((c for c, code in enumerate(position.codes) if code >= 0), 0)
            game.open(first)
            if all(game.position.codes[c] in (-1, code) for c, code in enumerate(position.codes)):
                mined = _mines(game)
                return [c for c, code in enumerate(position.codes) if code == -1 and c not in mined]
        return STRATEGIES["random"](position, chance)  # type: ignore[return-value]

    assert simulate(thief, preset="expert", games=10, seed=1, workers=1).wins == 0


def test_few_seeds_can_be_searched_and_a_key_ends_that() -> None:
    """What `docs/leaks.md` warns of: chance is a hash of the seed, and small seeds are few."""
    hashes = {Chance.of_game(seed).state: seed for seed in range(1000)}

    def searcher(position: Position, chance: Chance) -> list[int]:
        seed = hashes.get(chance.state)
        if seed is None:
            return STRATEGIES["random"](position, chance)  # type: ignore[return-value]
        game = Game(position.board, position.mines or 0, seed=seed)
        game.open(0)
        mined = _mines(game)
        return [c for c, code in enumerate(position.codes) if code == -1 and c not in mined]

    run: dict[str, Any] = {"preset": "expert", "games": 5, "seed": 1, "workers": 1}
    assert simulate(searcher, **run).wins == 5
    assert simulate(searcher, **run, key=KEY).wins == 0


def _mines(game: Game) -> frozenset[int]:
    for cell in range(len(game.board)):
        game.open(cell)
    return game.mined


@pytest.mark.parametrize("seed", [0, 1, SEED, WORD])
def test_both_languages_derive_the_same(seed: int) -> None:
    assert Chance.of_game(seed).state == _native.chance(seed)
    assert Chance.of_game(seed).state != Chance.of_game(seed ^ 1).state


@pytest.mark.parametrize("name", ["random", "ratio"])
def test_both_languages_deal_the_same_games_under_a_key(name: str) -> None:
    def twin(position: Position, chance: Chance) -> Any:
        return STRATEGIES[name](position, chance)

    run = {"preset": "classic", "games": 20, "seed": 5, "workers": 1, "key": KEY}
    ours, theirs = simulate(name, **run), simulate(twin, **run)  # type: ignore[arg-type]
    assert (ours.wins, ours.guesses) == (theirs.wins, theirs.guesses)
    assert ours.contest["seal"] == theirs.contest["seal"] == seal(read_key(KEY))


def test_a_key_deals_other_games_and_hides_them() -> None:
    key, other = read_key(KEY), bytes(32)
    seeds = {seal_seed(k, number) for k in (key, other) for number in range(100)}
    assert len(seeds | set(range(100))) == 300
    run = {"preset": "classic", "games": 300, "seed": 0}
    tallies = [simulate("random", **run, key=k.hex()) for k in (key, other)]  # type: ignore[arg-type]
    assert tallies[0].record != tallies[1].record
    assert KEY not in repr(tallies[0]) + tallies[0].dumps()


def test_the_seal_is_a_plain_hash_that_anybody_can_check() -> None:
    hashed = blake2b(bytes.fromhex(KEY), digest_size=32, person=b"demine seal")
    assert seal(read_key(KEY)) == hashed.hexdigest()


@pytest.mark.parametrize("key", ["", "00", "00 " * 32, "zz" * 32, "٣" * 64, 7, None, b"0" * 64])
def test_a_wrong_key_is_named(key: Any) -> None:
    with pytest.raises(demine.InvalidGame, match="expected 64 hexadecimal digits"):
        read_key(key)


def test_a_folder_keeps_one_key_that_only_its_owner_reads(tmp_path: Path) -> None:
    first = keep_key(tmp_path / "run")
    assert keep_key(tmp_path / "run") == first
    assert (tmp_path / "run" / "key").stat().st_mode & 0o777 == 0o600
    (tmp_path / "run" / "key").write_bytes(b"\xff\x00")
    with pytest.raises(demine.FormatError, match="hexadecimal"):
        keep_key(tmp_path / "run")


@pytest.mark.parametrize("left", ["", KEY[:20]])
def test_a_key_torn_before_the_first_game_is_made_anew(tmp_path: Path, left: str) -> None:
    (tmp_path / "key").write_text(left)
    made = keep_key(tmp_path)
    assert keep_key(tmp_path) == read_key(made).hex() != KEY
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert {file.name for file in tmp_path.iterdir()} <= {"key", ".lock"}
    (tmp_path / "key").write_text(left)
    (tmp_path / "tallies.jsonl").write_text("games\n")
    with pytest.raises(demine.FormatError, match="hexadecimal"):
        keep_key(tmp_path)


def reachable(*roots: object) -> list[object]:
    """Every object that these lead to, code and modules left out."""
    code = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
    seen: dict[int, object] = {}
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) not in seen and not isinstance(thing, code):
            seen[id(thing)] = thing
            waiting.extend(gc.get_referents(thing))
    return list(seen.values())


def test_nothing_that_a_strategy_holds_leads_to_the_game() -> None:
    seen: list[object] = []

    def curious(position: Position, chance: Chance) -> Any:
        seen.extend(reachable(position, chance))
        seen.append(pickle.dumps((position, chance)))
        return STRATEGIES["ratio"](position, chance)

    simulate(curious, preset="classic", games=2, seed=SEED, workers=1)
    assert not [thing for thing in seen if isinstance(thing, Game | _native.Game)]
    assert SEED not in [thing for thing in seen if isinstance(thing, int)]
    little = SEED.to_bytes(8, "little")
    assert not [thing for thing in seen if isinstance(thing, bytes) and little in thing]
    assert not [thing for thing in seen if isinstance(thing, str) and str(SEED) in thing]


def test_a_game_in_progress_keeps_its_mines_to_itself() -> None:
    game = Game.preset("expert", seed=SEED)
    game.open(0)
    for hidden in ("mined", "three_bv"):
        with pytest.raises(demine.InvalidGame) as told:
            getattr(game, hidden)
        assert str(SEED) not in str(told.value)
    assert str(SEED) not in repr(game.position) + repr(game.position.analyze())


def test_chance_is_copied_and_pickled_as_it_stands() -> None:
    chance = Chance.of_game(3)
    chance.word()
    for twin in (copy.copy(chance), copy.deepcopy(chance), pickle.loads(pickle.dumps(chance))):
        assert (twin.state, twin.random()) == (chance.state, Chance(chance.state).random())
    state, order, again = chance.getstate(), list(range(9)), list(range(9))
    chance.shuffle(order)
    chance.setstate(state)
    chance.shuffle(again)
    assert again == order


def test_a_failing_strategy_is_told_of_with_the_game_that_shows_it() -> None:
    def fails(position: Position, chance: Chance) -> list[int]:
        raise RuntimeError("no idea")

    seed = seal_seed(read_key(KEY), 3)
    with pytest.raises(StrategyError, match=f"grid-8x8-10-safe-{seed}, turn 1: .*no idea"):
        simulate(fails, preset="classic", games=1, seed=3, workers=1, key=KEY)


def test_games_that_are_over_tell_nothing_of_the_next_in_their_row() -> None:
    """A learner is told the ids of its games when they are over."""
    row = Chance(SEED)
    first, second = row.game_seed(), row.game_seed()
    thief = Chance(unmix(first))
    assert thief.word() == first
    assert second not in (thief.word(), Chance(first).word(), Chance.of_game(first).word())
    assert second not in (thief.game_seed(), Chance(first).game_seed())


def lines(*arguments: str) -> list[str]:
    """What a command prints."""
    result = CliRunner().invoke(commands, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


RUN = ["--preset", "classic", "--games", "30", "--seed", "5", "--workers", "1"]


def test_a_sealed_run_can_be_checked_and_played_again() -> None:
    said = lines("simulate", "--strategy", "ratio", "--sealed", *RUN)
    key = said[-1].removeprefix("key: ")
    assert said[0] == f"seal: {seal(read_key(key))}"
    assert lines("simulate", "--strategy", "ratio", "--key", key, *RUN) == said
    assert lines("simulate", "--strategy", "ratio", "--sealed", *RUN)[0] != said[0]


@pytest.mark.parametrize("command", [["simulate", "--strategy"], ["compare", "safest"]])
@pytest.mark.parametrize("strategy", ["csp:choose", "choosers:nothing"])
def test_a_run_that_is_refused_shows_no_seal(command: list[str], strategy: str) -> None:
    arguments = [*command, strategy, "--sealed", "--estimate", "conditional", "--mines", "1"]
    refused = CliRunner().invoke(commands, arguments)
    assert "expected MODULE:FUNCTION or FILE.py:FUNCTION" in refused.output
    assert "seal: " not in refused.output


def test_a_sealed_run_in_a_folder_goes_on_under_its_key(tmp_path: Path) -> None:
    options = ["--sealed", "--resume", str(tmp_path), "--json", *RUN]
    (once,) = lines("simulate", "--strategy", "ratio", *options)
    (again,) = lines("simulate", "--strategy", "ratio", *options)
    assert once == again
    record = json.loads(once)
    assert record["seal"] == seal(read_key(record["key"]))
    assert record["key"] not in (tmp_path / "tallies.jsonl").read_text(encoding="utf-8")
    assert record["key"] == (tmp_path / "key").read_text(encoding="ascii").strip()


def test_a_sealed_run_is_not_extended_once_its_key_was_told(tmp_path: Path) -> None:
    run = ["simulate", "--strategy", "ratio", "--resume", str(tmp_path), *RUN]
    key = lines(*run, "--sealed")[-1].removeprefix("key: ")
    for under in (["--sealed"], ["--key", key]):
        refused = CliRunner().invoke(commands, [*run, *under, "--games", "60"])
        assert "its key was revealed after 'games 5 to 34'" in refused.output
        assert refused.stdout == ""
    with pytest.raises(FormatError, match="its key was revealed after 'games 5 to 34'"):
        simulate("ratio", preset="classic", seed=5, games=60, resume=tmp_path, key=key)
    assert lines(*run, "--sealed")[-1] == f"key: {key}"
    assert json.loads((tmp_path / "tallies.jsonl").read_text())["seeds"] == [[5, 35]]


def test_a_sealed_run_that_was_cut_short_goes_on(tmp_path: Path) -> None:
    run: dict[str, Any] = {"preset": "classic", "seed": 5, "resume": tmp_path}
    key = keep_key(tmp_path)
    simulate("ratio", **run, games=10, key=key)
    options = ["--sealed", "--resume", str(tmp_path), "--json", *RUN]
    (line,) = lines("simulate", "--strategy", "ratio", *options)
    record = json.loads(line)
    assert (record["games"], record["key"]) == (30, key)


@pytest.mark.parametrize(
    "wrong",
    [
        ["--strategy", "nosuch"],
        ["--strategy", "ratio", "--mines", "64"],
        ["--strategy", "ratio", "--plot", "/no/such/folder/x.svg"],
    ],
)
def test_no_seal_before_it_is_sure_that_there_are_games(tmp_path: Path, wrong: list[str]) -> None:
    folder = tmp_path / "run"
    given = ["simulate", *RUN, *wrong, "--sealed", "--resume", str(folder)]
    refused = CliRunner().invoke(commands, given)
    assert (refused.exit_code, refused.stdout, folder.exists()) == (1, "", False)


def test_a_sealed_plot_is_played_under_its_key(tmp_path: Path) -> None:
    given = ["--sealed", "--json", "--plot", str(tmp_path / "x.svg"), *RUN, "--games", "2"]
    records = [json.loads(line) for line in lines("simulate", "--strategy", "ratio", *given)]
    assert {record["seal"] for record in records} == {seal(read_key(records[0]["key"]))}


def test_a_sealed_estimate_shows_its_seal_first_and_its_key_last() -> None:
    estimate = ["simulate", "--strategy", "safest", "--estimate", "conditional", *RUN]
    said = lines(*estimate, "--sealed")
    key = said[-1].removeprefix("key: ")
    assert said[0] == f"seal: {seal(read_key(key))}"
    assert lines(*estimate, "--key", key) == said
    (line,) = lines(*estimate, "--sealed", "--json")
    record = json.loads(line)
    assert record["seal"] == seal(read_key(record["key"]))


def test_a_sealed_comparison_shows_its_seal_first_and_its_key_last() -> None:
    said = lines("compare", "ratio", "random", "--sealed", *RUN)
    assert said[0] == f"seal: {seal(read_key(said[-1].removeprefix('key: ')))}"
