"""Tasks in words as a taskset of verifiers 0.4 and later, with the exact reward.

Needs the package verifiers. It asks for `prompt` and `info` of `demine.llm.Task`, and scores the
last reply of a model with `demine.llm.reward`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from demine.errors import MissingExtra
from demine.llm.tasks import Kind, reward, tasks
from demine.llm.words import Form

try:
    from verifiers import v1 as vf
except ImportError as error:
    said = "demine.llm.verifiers needs verifiers 0.4 or later: pip install verifiers"
    raise MissingExtra(said) from error

__all__ = ["MinesweeperTaskset"]


class MinesweeperConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which tasks to make: so many of a kind, in a form, from games of a preset and a seed."""

    count: int = 100
    kind: Kind = "move"
    form: Form = "both"
    preset: str = "beginner"
    seed: int = 1


class MinesweeperData(vf.TaskData):  # type: ignore[misc]
    """A task with the `info` that its reward needs, as JSON."""

    info: str


class MinesweeperTask(vf.Task[MinesweeperData]):  # type: ignore[misc]
    """One position and one question."""

    @vf.reward  # type: ignore[untyped-decorator]
    async def exact(self, trace: Any) -> float:
        """The exact reward of the last reply."""
        return reward(trace.last_reply, json.loads(self.data.info))


class MinesweeperTaskset(vf.Taskset[MinesweeperTask, MinesweeperConfig]):  # type: ignore[misc]
    """Positions from games of the strategy `safest`, always the same for a seed."""

    def load(self) -> Iterator[MinesweeperTask]:
        """Make the tasks, one after the other."""
        asked = self.config
        made = tasks(
            asked.count, seed=asked.seed, kind=asked.kind, form=asked.form, preset=asked.preset
        )
        for task in made:
            row = task.row
            data = MinesweeperData(prompt=row["prompt"], info=json.dumps(row["info"]))
            yield MinesweeperTask(data, asked.task)
