"""Names and values that wait until somebody asks."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from importlib import metadata

import pytest

import demine
import demine.proof
import demine.terminal
from demine.lazy import lazy_value


@dataclass(frozen=True)
class Side:
    """A frozen object may keep what it has computed."""

    length: int

    @lazy_value
    def area(self) -> list[int]:
        """A new list at every computation."""
        return [self.length**2]


def test_a_value_is_computed_once_per_object() -> None:
    two, three = Side(2), Side(3)
    assert two.area == [4]
    assert two.area is two.area
    assert three.area == [9]
    assert two == Side(2)


def test_a_value_knows_its_words() -> None:
    assert Side.area.__doc__ == "A new list at every computation."


@pytest.mark.parametrize("room", ["demine", "demine.proof", "demine.terminal"])
def test_a_name_that_nobody_has_is_an_attribute_error(room: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{room}' has no attribute 'nothing'"):
        _ = sys.modules[room].nothing


def test_every_public_name_is_there() -> None:
    assert [name for name in demine.__all__ if not hasattr(demine, name)] == []
    assert set(demine.__all__) <= set(dir(demine))


@pytest.mark.parametrize(
    ("ask", "unneeded"),
    [
        ("demine.Position(demine.grid(1, 2), [1, '?']).explain(1)", "demine.game demine.draw"),
        ("demine.Game(demine.grid(2, 2), 1, seed=1).open(0)", "demine.formats.opb demine.proof"),
        (
            "demine.simulate('ratio', preset='beginner', games=1, seed=1)",
            "asyncio subprocess multiprocessing.connection importlib.metadata",
        ),
    ],
    ids=["explain", "play", "simulate"],
)
def test_what_a_question_does_not_need_is_not_loaded(ask: str, unneeded: str) -> None:
    show = f"print({{*{unneeded.split()}}} & {{*sys.modules}})"
    program = f"import demine, sys; {ask}; {show}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.split() == [b"set()"]


def test_the_version_is_that_of_the_package() -> None:
    assert demine.__version__ == metadata.version("demine")


def test_the_names_of_the_package_are_public() -> None:
    """What completion offers after `demine.`: no helper, and every module that people use."""
    code = "import demine; print(*dir(demine))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    public = [name for name in names.split() if not name.startswith("__")]
    assert set(public) == {*(set(demine.__all__) - {"__version__"}), "gym", "notebook"}
    assert {"puzzles", "gym", "circuits"} <= set(public)


@pytest.mark.parametrize("name", ["puzzles.minimal", "gym.Minesweeper"])
def test_modules_are_there_after_the_import_of_the_package(name: str) -> None:
    code = f"import demine; print(demine.{name}.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == (name.rpartition(".")[2], "")
