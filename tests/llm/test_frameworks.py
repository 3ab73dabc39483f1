"""Minesweeper in the form of OpenEnv and of verifiers.

Both packages bring hundreds of megabytes, so the tests do not need them: where one is missing, the
few classes that ours are based on take its place.
"""

from __future__ import annotations

import asyncio
import json
import sys
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any, Generic, TypeVar

import pytest

from demine import MissingExtra
from demine.llm import TextGame, tasks

Data = TypeVar("Data")
Config = TypeVar("Config")


class Fields:
    """Named values with defaults, as pydantic's models have them."""

    def __init__(self, **given: Any) -> None:
        known = {name for of in type(self).__mro__ for name in getattr(of, "__annotations__", {})}
        assert set(given) <= known, given
        self.__dict__.update(given)


class Observation(Fields):
    done: bool = False
    reward: float | None = None


class State(Fields):
    episode_id: str | None = None
    step_count: int = 0


class TasksetConfig(Fields):
    task: Any = None


class TaskData(Fields):
    prompt: str


class Task(Generic[Data]):
    def __init__(self, data: Data, config: Any = None) -> None:
        self.data, self.config = data, config


class Taskset(Generic[Data, Config]):
    def __init__(self, config: Config) -> None:
        self.config = config


def put(monkeypatch: pytest.MonkeyPatch, name: str, **names: Any) -> ModuleType:
    """A module with these names, until the test ends."""
    module = ModuleType(name)
    module.__dict__.update(names)
    monkeypatch.setitem(sys.modules, name, module)
    return module


@pytest.fixture
def openenv(monkeypatch: pytest.MonkeyPatch) -> Any:
    if find_spec("openenv") is None:
        made = SimpleNamespace(create_app=lambda *given, **named: (given, named))
        for part in ("openenv", "openenv.core"):
            put(monkeypatch, part)
        put(monkeypatch, "openenv.core.env_server", **vars(made))
        put(monkeypatch, "openenv.core.env_server.interfaces", Environment=object)
        types = {"Action": Fields, "Observation": Observation, "State": State}
        put(monkeypatch, "openenv.core.env_server.types", **types)
        monkeypatch.delitem(sys.modules, "demine.llm.openenv", raising=False)
    return import_module("demine.llm.openenv")


@pytest.fixture
def verifiers(monkeypatch: pytest.MonkeyPatch) -> Any:
    if find_spec("verifiers") is None:
        named = {"Task": Task, "Taskset": Taskset, "reward": lambda method: method}
        v1 = put(
            monkeypatch,
            "verifiers.v1",
            **{**named, "TaskData": TaskData, "TasksetConfig": TasksetConfig},
        )
        put(monkeypatch, "verifiers", v1=v1)
        monkeypatch.delitem(sys.modules, "demine.llm.verifiers", raising=False)
    return import_module("demine.llm.verifiers")


def test_an_openenv_episode_is_a_text_game(openenv: Any) -> None:
    env, same = openenv.MinesweeperEnvironment(preset="beginner"), TextGame(preset="beginner")
    shown = env.reset(seed=3, episode_id="mine")
    assert (shown.prompt, shown.status, shown.done) == (same.reset(3), "ready", False)
    assert env.state.episode_id == "mine"
    steps = 0
    while not shown.done:
        answer = f"Answer: {'abcdefghi'[steps % 9]}{1 + steps // 9}"
        shown, step = env.step(openenv.Answer(text=answer)), same.step(answer)
        steps += 1
        assert (shown.prompt, shown.reward, shown.done) == (
            step.observation,
            step.reward,
            step.done,
        )
        assert (shown.status, shown.note) == (step.info["status"], step.info["note"])
    assert (env.state.step_count, env.state.game) == (steps, same.game.id if same.game else None)
    assert env.state.total == float(same.total) < 0


def test_episodes_without_a_seed_differ(openenv: Any) -> None:
    env = openenv.MinesweeperEnvironment(preset="beginner")
    env.reset(seed=5)
    env.step(openenv.Answer(text="a1"))
    env.reset()
    assert (env.state.episode_id, env.state.step_count, env.state.total) == ("seed-6", 0, 0.0)
    assert openenv.app(preset="beginner")


def test_a_taskset_has_our_tasks_and_rewards(verifiers: Any) -> None:
    asked = verifiers.MinesweeperConfig(count=6, kind="safe", seed=4)
    made = list(verifiers.MinesweeperTaskset(asked).load())
    ours = list(tasks(6, seed=4, kind="safe", preset="beginner"))
    assert [task.data.prompt for task in made] == [task.prompt for task in ours]
    for task, own in zip(made, ours, strict=True):
        assert json.loads(task.data.info) == own.row["info"]
        safe = sorted(own.position.analyze().safe)
        names = [own.position.board.address(v) for v in safe if own.position.labels[v] == "?"]
        for said in (f"Answer: {' '.join(names)}", f"Answer: {names[0]}", "Answer: none"):
            trace = SimpleNamespace(last_reply=said)
            assert asyncio.run(task.exact(trace)) == float(own.verify(said).reward)
        assert own.verify(f"Answer: {names[0]}").reward == Fraction(1, len(names))


@pytest.mark.parametrize(
    ("module", "package"), [("openenv", "openenv-core"), ("verifiers", "verifiers")]
)
def test_a_missing_package_is_named(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"demine.llm.{module}", raising=False)
    for part in (module, f"{module}.core.env_server", f"{module}.v1"):
        monkeypatch.setitem(sys.modules, part, None)
    with pytest.raises(MissingExtra, match=f": pip install {package}$"):
        import_module(f"demine.llm.{module}")
