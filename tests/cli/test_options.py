"""Options: wrong values, and options that cannot be combined, are named in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import invoke, refusal, say
from nonsense import DIGITS


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
            code, line = refusal("solutions", "-", f"{option}={value}", stdin="1x1x0\nH\n")
            assert (code, option in line) == (2, True)

    @pytest.mark.parametrize("option", ["--workers", "--games", "--seed", "--chunk", "--patience"])
    @pytest.mark.parametrize("value", ["9" * 30, "-1", "nan", DIGITS], ids=range(4))
    def test_simulate(self, option: str, value: str) -> None:
        code, line = refusal("simulate", "--strategy", "random", f"{option}={value}")
        assert (code, option in line) == (2, True)

    def test_costs(self, tmp_path: Path) -> None:
        costs = tmp_path / "costs"
        for word in ("1e999999999", "1/0", "nan", "inf", "1" * 1000, "x"):
            costs.write_text(word, encoding="utf-8")
            code, line = refusal("solutions", "-", "--cheapest", str(costs), stdin="1x1x0\nH\n")
            assert (code, "expected" in line) == (2, True)


def test_a_batch_has_no_mines_of_its_own() -> None:
    said = invoke("solve", "--batch", "--mines", "3", "-").output
    assert "--batch cannot be combined with --density, --mines, --candidates" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("simulate --strategy ratio --board grid-4x4", "--mines is missing: only a preset"),
        ("simulate --strategy ratio --sealed --key 00", "expected only one of --sealed and --key"),
        (
            "simulate --strategy ratio --estimate conditional --resume x",
            "a conditional estimate takes no --plot, --resume or --engine",
        ),
        ("compare ratio safest --alpha 2", "alpha"),
        ("compare ratio safest --share 0.3", "share is 0.3: expected more than 0.5"),
        ("circuit", "expected either a FORMULA or --cnf FILE"),
        ("generate expert --preset expert", "expected only one of"),
        ("generate --repair --seed 1", "--repair needs --no-guess"),
        ("generate --grade hard --tries 20 --count 50 classic --seed 1", "of 50 games found"),
        ("solve --batch x --svg y.svg", "--batch cannot be combined with --trust-flags or --svg"),
    ],
)
def test_options_that_do_not_go_together(arguments: str, said: str) -> None:
    code, line = say(arguments)
    assert code != 0
    assert said in line
