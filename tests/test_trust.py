"""Every file and option gets a sentence, never a traceback; budgets bound whole calls."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import signal
import sys
import threading
import time
import weakref
import zlib
from base64 import b64encode
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import demine
from demine import Cache, FormatError, Game, Position, Timeout, TooWide, grid
from demine.arena.contest import contest
from demine.arena.ledger import open_ledger
from demine.arena.tally import loads
from demine.board import Decomposition
from demine.cli import commands
from demine.cli.failures import complain
from demine.errors import DemineError
from demine.formats import json_object, write_decimal
from demine.game import Replay, Statistics
from demine.meter import Meter
from demine.position import shared_cache

DIGITS = "9" * 100_000


def complaint(*arguments: str, stdin: bytes | str = "") -> tuple[int, str]:
    """The exit code of a command that fails, and the one line that it says."""
    runner = CliRunner()
    result = runner.invoke(commands, list(arguments), input=stdin, standalone_mode=False)
    assert result.exception is not None
    assert isinstance(result.exception, click.ClickException), repr(result.exception)
    with runner.isolation() as (_, err, _):
        code = complain(result.exception)
        line = err.getvalue().decode()
    assert line.count("\n") == 1
    assert line.isprintable() or line[:-1].isprintable()
    assert len(line) < 1000
    return int(code), line


class TestIds:
    @pytest.mark.parametrize(
        "id",
        [
            "grid-9x9--safe-1",
            "grid-9x9-10-safe-",
            "grid-9x9-١٠-safe-1",
            "grid-9x9-10-safe-²",
            "grid-9x9-10-unsafe-1",
            f"grid-9x9-10-safe-{DIGITS}",
            f"grid-{DIGITS}x9-10-safe-1",
            "grid-9x9-10-safe-18446744073709551616",
            "",
            "-" * 1000,
        ],
    )
    def test_what_is_none_is_named(self, id: str) -> None:
        with pytest.raises(DemineError) as told:
            Game.from_id(id)
        assert len(str(told.value)) < 300

    @pytest.mark.parametrize(
        "board",
        ["grid-8000x8000", "hexagonal-32000x32000", "triangular-3000x3000", "box-300x300x300"],
    )
    def test_no_word_asks_for_all_memory(self, board: str) -> None:
        began = time.process_time()
        with pytest.raises(DemineError, match="expected at most 8388608 cells"):
            Game.from_id(f"{board}-1-safe-1")
        assert time.process_time() - began < 1

    def test_many_neighbours_are_counted_before_they_are_made(self) -> None:
        for board in ("grid-2000x2000-r20", "hexagonal-2000x2000-r50", "hexagonal-99x99-r999999"):
            with pytest.raises(DemineError, match="too many edges"):
                Game.from_id(f"{board}-1-safe-1")

    def test_a_bomb_is_not_unpacked(self) -> None:
        bomb = b64encode(zlib.compress(b" " * (1 << 25), 9), b"._").decode().rstrip("=")
        with pytest.raises(FormatError, match="more than 16777216 bytes"):
            Game.from_id(f"graph-{bomb}-1-safe-1")


TALLY = demine.simulate("random", preset="classic", games=3, seed=5).record
REPLAY = [
    {"replay": 1, "id": "grid-2x2-1-safe-1", "undos": 0},
    {"move": "open", "cell": 0, "at": 0.5, "changed": 1, "status": "playing"},
]
NONSENSE: list[Any] = [
    -1,
    True,
    False,
    None,
    1.5,
    "7",
    [],
    {},
    10**400,
    -(10**400),
    1e300,
    "\x1b[2J",
    10**30,
]


class TestTallies:
    def test_what_we_write_we_read(self) -> None:
        assert loads(json.dumps(TALLY)).record == TALLY

    @pytest.mark.parametrize("value", NONSENSE, ids=range(len(NONSENSE)))
    @pytest.mark.parametrize("key", ["games", "wins", "guesses", "blunders", "mines", "seeds"])
    def test_numbers_are_numbers(self, key: str, value: Any) -> None:
        with pytest.raises(FormatError, match="this is no tally"):
            loads(json.dumps({**TALLY, key: value}))

    @pytest.mark.parametrize(
        "line",
        [
            b"\xff\xfe",
            b"[" * 100_000,
            b'{"a":' * 100_000,
            b'{"games": 1e400}',
            b'{"games": NaN}',
            b'{"games": ' + DIGITS.encode() + b"}",
            b'{"games": 1, "games": 2}',
            b"",
            b"null",
        ],
        ids=range(9),
    )
    def test_lines_are_objects(self, line: bytes) -> None:
        with pytest.raises(FormatError, match="this is no tally"):
            loads(line)

    def test_a_broken_ledger_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "tallies.jsonl").write_bytes(b'{"wins": 1e400}\n')
        named = r"tallies.jsonl: line 1: this is no tally"
        with pytest.raises(FormatError, match=named), open_ledger(tmp_path):
            pass

    @pytest.mark.parametrize(
        "value",
        ["\u2028", "\u0085", "\n", float("nan"), float("inf"), 10**6000, "\ud800", (1, 2)],
        ids=range(8),
    )
    def test_no_parameter_makes_a_ledger_unreadable(self, value: Any, tmp_path: Path) -> None:
        from functools import partial

        from demine.strategies import ratio

        def again() -> demine.Tally:
            strategy = partial(_with_parameter, value=value)
            run: dict[str, Any] = {"preset": "classic", "games": 2, "seed": 1, "workers": 1}
            return demine.simulate(strategy, **run, resume=tmp_path)

        def _with_parameter(position: Position, chance: Any, value: Any) -> Any:
            return ratio(position, chance)

        assert again().record == again().record


class TestReplays:
    @pytest.mark.parametrize("value", NONSENSE, ids=range(len(NONSENSE)))
    @pytest.mark.parametrize("key", ["cell", "changed", "status", "move"])
    def test_steps(self, key: str, value: Any) -> None:
        text = "\n".join(json.dumps(line) for line in [REPLAY[0], {**REPLAY[1], key: value}])
        with pytest.raises(FormatError, match=f'line 2: ("{key}" is |a number)'):
            Replay.loads(text)

    @pytest.mark.parametrize(
        "at", ["1" + "0" * 400, "1e300", "1e400", "-1", "true", "NaN", DIGITS], ids=range(7)
    )
    def test_times(self, at: str) -> None:
        with pytest.raises(FormatError, match="line 2: "):
            Replay.loads(
                json.dumps(REPLAY[0])
                + f'\n{{"move": "open", "cell": 0, "at": {at}, "changed": 1, "status": "won"}}'
            )

    @pytest.mark.parametrize("data", [b"\xff", b"\x1b[2J", b"[" * 100_000, b'{"replay": true}'])
    def test_whole_files(self, data: bytes) -> None:
        with pytest.raises(FormatError):
            Replay.loads(data)


def test_statistics_skip_what_they_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "statistics.jsonl"
    good = (
        b'{"begin": "expert"}\n{"end": "expert", "status": "won", "seconds": 0, "helped": false}\n'
    )
    bad = [
        b"\xff\n",
        b'{"end": "expert", "status": "won", "seconds": 1e400, "helped": false}\n',
        b'{"end": "expert", "status": "won", "seconds": -5, "helped": false}\n',
        b'{"end": "expert", "status": "won", "seconds": true, "helped": false}\n',
        b'{"begin": "\\u001b[2J"}\n',
        b'{"begin": 7}\n',
        b"[" * 100_000 + b"\n",
        DIGITS.encode() + b"\n",
    ]
    path.write_bytes(b"".join(bad[:4]) + good + b"".join(bad[4:]))
    (record,) = Statistics(path).records().values()
    assert (record.begun, record.won, record.best, record.seconds) == (1, 1, 0.0, 0.0)


def test_solutions_are_loaded_with_suspicion(tmp_path: Path) -> None:
    path = tmp_path / "set.zdd"
    Position(grid(1, 3), ["?", 1, "?"]).solutions().save(path)
    text = path.read_text(encoding="utf-8")
    for old, new in [("root 3", "root " + "1" * 24), ("nodes 2", "nodes ١"), ("root 3", "root -1")]:
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(FormatError, match=r"set\.zdd: line"):
            demine.Solutions.load(path)


class TestForeignFiles:
    def test_pace_allows_loops_and_edges_twice(self) -> None:
        position = demine.loads("c hello\np tw 3 5\n1 2\n2 1\n1 2\n3 3\n2 3\n")
        assert position.board.edges.tolist() == [[0, 1], [1, 2]]

    def test_pace_counts_its_lines(self) -> None:
        with pytest.raises(FormatError, match="2 edges, the header promises 1"):
            demine.loads("p tw 2 1\n1 2\n1 2\n")

    def test_too_many_vertices(self) -> None:
        with pytest.raises(FormatError, match="expected at most 8388608"):
            demine.loads("p tw 16777216 0\n")

    def test_mine_files_of_other_programs(self) -> None:
        text = "4x2x2\n?HO1\nI11F\n"
        assert demine.loads(text).labels == ("?", "?", "?", 1, "?", 1, 1, "?")
        trusted = demine.loads(text, trust_flags=True).labels
        assert trusted == ("?", "?", "*", 1, "*", 1, 1, "*")

    def test_mines_are_written_as_ever(self) -> None:
        assert demine.dumps(demine.loads("2x1x?\n?F\n"), "mine") == "2x1x?\nHH\n"


def test_a_decomposition_names_what_fails() -> None:
    board = grid(1, 3)
    for bags, edges in [
        ([[0, 1], [1, 2]], [(0, 5)]),
        ([[0, 1], [1, 2]], [(-1, 0)]),
        ([[0, 1], [1, 7]], [(0, 1)]),
        ([[0, 1], [1, -2]], [(0, 1)]),
        ([[0, 1], [1, 2]], []),
        ([], []),
    ]:
        with pytest.raises(ValueError, match=r"\w"):
            Decomposition(3, 1, bags, edges).validate(board)


class TestNumbers:
    def test_caches_have_a_size(self) -> None:
        for wrong in (-1, -(10**30), True, 1.5, "7"):
            with pytest.raises(ValueError, match="at least 0"):
                Cache(wrong)  # type: ignore[arg-type]
        assert Cache(10**30).bytes == 0

    @pytest.mark.parametrize("states", [10**30, 10**400, 1 << 63])
    def test_any_number_of_states_is_enough(self, states: int) -> None:
        position = Position(grid(2, 2), ["?", "?", 1, "?"])
        assert position.count(states=states) == 3
        assert position.optimal(states=states, bytes=states).probability > 0
        assert position.solutions(states=states).count(states=states, bytes=states) == 3

    @pytest.mark.parametrize("name", ["states", "bytes"])
    @pytest.mark.parametrize("value", [-1, -(10**30), 1.5, True, "7"])
    def test_what_is_no_budget_is_named(self, name: str, value: Any) -> None:
        with pytest.raises(ValueError, match=f"{name} is "):
            Position(grid(1, 1), ["?"]).count(**{name: value})

    @pytest.mark.parametrize("value", [-1, float("nan"), "7", [], -(10**400)], ids=range(5))
    def test_seconds(self, value: Any) -> None:
        with pytest.raises(ValueError, match="seconds is "):
            Position(grid(1, 1), ["?"]).count(seconds=value)

    def test_endless_seconds_are_no_budget(self) -> None:
        assert Position(grid(1, 1), ["?"]).count(seconds=10**400) == 2

    def test_bytes_bound_what_is_held(self) -> None:
        with pytest.raises(TooWide, match="bytes"):
            Position(grid(12, 12), ["?"] * 144).with_labels({65: 2, 77: 3, 42: 4}).count(bytes=64)
        with pytest.raises(TooWide):
            Position(demine.from_edges(1_000_000, []), ["?"] * 1_000_000).counts_by_mines()

    def test_costs_are_exact_however_large(self) -> None:
        solutions = Position(grid(2, 3), ["?"] * 6, mines=2).solutions()
        huge = [10**400] * 6
        assert len(solutions.cheapest(huge)) == 2
        huge[4] -= 1
        assert 4 in solutions.cheapest(huge)
        assert 4 in solutions.cheapest([Fraction(c, 7) for c in huge])

    @pytest.mark.parametrize("bits", [0, 1, 4096, 4097, 50_000])
    def test_digits(self, bits: int) -> None:
        limit = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)
        try:
            for number in ((1 << bits) - 1, 1 << bits, -(3**bits)):
                assert write_decimal(number) == str(number)
        finally:
            sys.set_int_max_str_digits(limit)


class TestOptions:
    @pytest.mark.parametrize(
        ("option", "values"),
        [
            ("--seconds", ["nan", "inf", "-1", "0", "1e400", "١", ""]),
            ("--states", ["nan", "0", "-1", "9" * 30, DIGITS, "1_0"]),
            ("--bytes", ["0", "9" * 30]),
            ("--list", ["-1", "9" * 30, "²"]),
            ("--sample", ["-1", "9" * 30]),
            ("--seed", ["1.5", "9" * 30]),
        ],
    )
    def test_solutions(self, option: str, values: list[str]) -> None:
        for value in values:
            code, line = complaint("solutions", "-", f"{option}={value}", stdin="1x1x0\nH\n")
            assert (code, option in line) == (2, True)

    @pytest.mark.parametrize("option", ["--workers", "--games", "--seed", "--chunk", "--patience"])
    @pytest.mark.parametrize("value", ["9" * 30, "-1", "nan", DIGITS], ids=range(4))
    def test_simulate(self, option: str, value: str) -> None:
        code, line = complaint("simulate", "--strategy", "random", f"{option}={value}")
        assert (code, option in line) == (2, True)

    def test_costs(self, tmp_path: Path) -> None:
        costs = tmp_path / "costs"
        for word in ("1e999999999", "1/0", "nan", "inf", "1" * 1000, "x"):
            costs.write_text(word, encoding="utf-8")
            code, line = complaint("solutions", "-", "--cheapest", str(costs), stdin="1x1x0\nH\n")
            assert (code, "expected" in line) == (2, True)


class TestTerminals:
    def test_names_of_files_are_harmless(self, tmp_path: Path) -> None:
        code, line = complaint("count", str(tmp_path / "\x1b]0;evil\x07\x9b2J.mine"))
        assert (code, "\\x1b" in line) == (2, True)

    def test_so_is_what_they_hold(self) -> None:
        for text in ("\x1b[2J", "1x1x1\n\x1b", "p tw \x1b 1", '{"\x1b": 1}', '{"a\\u001b": }'):
            complaint("count", "-", stdin=text)

    def test_tallies_with_escapes_are_refused(self) -> None:
        line = json.dumps({**TALLY, "strategy": "\x1b[2Jbest"})
        code, said = complaint("tally", "-", stdin=line)
        assert (code, "printable" in said) == (2, True)


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


class Destroyed:
    """Busy for as long as it is destroyed, when Python drops whatever is raised."""

    whole = 0

    def __del__(self) -> None:
        busy(0.3)
        Destroyed.whole += 1


def lost_by_a_destructor() -> None:
    whole = Destroyed.whole
    Destroyed()
    assert Destroyed.whole == whole + 1  # it is not interrupted


def lost_by_a_callback() -> None:
    watched = {1}
    reference = weakref.ref(watched, lambda _: busy(0.3))
    del watched
    assert reference() is None


def lost_by_who_catches_all() -> None:
    with contextlib.suppress(Exception):
        busy(0.3)


LOSERS = [lost_by_a_destructor, lost_by_a_callback, lost_by_who_catches_all]


class TestWholeCalls:
    """Seconds bound the call. Limits are generous: machines that run tests are busy."""

    def took(self, work: Callable[[], object]) -> float:
        began = time.process_time()
        with pytest.raises(Timeout):
            work()
        return time.process_time() - began

    def test_samples(self) -> None:
        solutions = Position(grid(40, 40), ["?"] * 1600).solutions()
        assert self.took(lambda: solutions.sample(10**6, seconds=0.2)) < 5

    def test_samples_are_the_same_in_pieces(self) -> None:
        solutions = Position(grid(6, 6), ["?"] * 36).solutions()
        assert solutions.sample(600, seed=3) == list(solutions.sample_iter(600, seed=3))
        assert solutions.sample(600, seed=3)[:5] == solutions.sample(5, seed=3)

    def test_the_command_line(self) -> None:
        began = time.process_time()
        stdin = "40x40x?\n" + ("H" * 40 + "\n") * 40
        code, line = complaint("solutions", "-", "--sample=100000000", "--seconds=0.5", stdin=stdin)
        assert (code, "0.5 seconds" in line) == (3, True)
        assert time.process_time() - began < 10

    def test_huge_empty_graphs(self) -> None:
        began = time.process_time()
        code, line = complaint("solve", "-", "--seconds=0.1", stdin="p tw 400000 0\n")
        assert (code, "0.1 seconds" in line) == (3, True)
        assert time.process_time() - began < 3

    @pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
    @pytest.mark.parametrize("lose", LOSERS)
    def test_a_lost_ring_is_rung_again(
        self, lose: Callable[[], None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = signal.getsignal(signal.SIGALRM), sys.unraisablehook

        def read(*_: object, **__: object) -> Position:
            lose()
            busy(20)
            return Position(grid(1, 1), ["?"])

        monkeypatch.setattr("demine.formats.read", read)
        began = time.process_time()
        code, line = complaint("count", "-", "--seconds=0.1")
        assert (code, "0.1 seconds" in line) == (3, True)
        assert time.process_time() - began < 5
        assert (signal.getsignal(signal.SIGALRM), sys.unraisablehook) == before
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)

    def test_what_is_lost_without_a_ring_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Rings that Python drops are hushed while a command has an alarm, and nothing else is."""
        said: list[object] = []

        class Broken:
            def __del__(self) -> None:
                raise OSError("lost")

        def read(*_: object, **__: object) -> Position:
            Broken()
            raise FormatError("no position")

        monkeypatch.setattr("demine.formats.read", read)
        monkeypatch.setattr(sys, "unraisablehook", lambda lost: said.append(repr(lost.exc_value)))
        assert complaint("count", "-", "--seconds=60")[0] == 2
        assert said == ["OSError('lost')"]

    def test_endless_numbers(self) -> None:
        began = time.process_time()
        with pytest.raises(FormatError, match="1000000 digits"):
            json_object('{"vertices": ' + "1" * 1_000_000 + "}")
        assert time.process_time() - began < 5

    def test_a_meter_runs_down(self) -> None:
        meter = Meter(seconds=0.0)
        with pytest.raises(Timeout, match="0 seconds"):
            meter.check()
        with pytest.raises(Timeout):
            list(meter.each(range(10)))
        assert Meter().limits() == {"limits": (None, None, None, None)}
        assert Meter(states=5, bytes=1600).limits()["limits"][0] == 5
        assert Meter(states=500, bytes=1600).limits()["limits"][0] == 100


class TestGames:
    @pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
    def test_a_copy_goes_on_by_itself(self, copied: Callable[[Game], Game]) -> None:
        game = Game.preset("beginner", seed=3)
        game.open(0)
        before = game.position
        twin = copied(game)
        assert (twin.position, twin.id, twin.moves) == (before, game.id, game.moves)
        for cell in twin.board.cells:
            twin.open(cell)
        assert twin.is_over
        assert (game.position, len(game.moves), game.status) == (before, 1, "playing")
        game.flag(80)
        assert 80 not in twin.flags
        for made in (twin, game, game):
            made.undo()
        assert (game.status, game.undos, twin.undos) == ("ready", 2, 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_a_fork_does_not_wait_for_threads_that_it_has_not_got() -> None:
    """Threads keep the shared cache busy while processes are forked, each of which asks, too."""
    stop = threading.Event()

    def ask(seed: int) -> None:
        while not stop.is_set():
            game = Game.preset("expert", seed=seed)
            game.open(0)
            for cell in sorted(game.position.analyze().safe)[:3]:
                game.open(cell)
            game.position.analyze()
            game.position.count()
            seed += 1

    threads = [threading.Thread(target=ask, args=(1000 * i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    try:
        for seed in range(40):
            child = os.fork()
            if child == 0:
                game = Game.preset("classic", seed=seed)
                game.open(0)
                game.position.analyze()
                game.position.count()
                os._exit(0 if shared_cache().bytes > 0 else 1)
            assert _wait(child, 60) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _wait(child: int, seconds: float) -> int | None:
    """The exit status of a process; None, and its end, if it hangs."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.005)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return None


def test_contests_write_plain_parameters() -> None:
    from functools import partial

    from demine.strategies import ratio

    given: dict[str, Any] = {
        "a": float("nan"),
        "b": 10**6000,
        "c": True,
        "d": 1.5,
        "e": "x",
        "f": [1],
    }
    found = contest(partial(ratio, **given), preset="classic").parameters
    json.dumps(found, allow_nan=False)
    assert (found["c"], found["d"], found["e"]) == (True, 1.5, "x")
