"""The tools for assistants, asked by the SDK's own client over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import pytest
from mcp import Client, StdioServerParameters

import demine
from command import refusal
from paths import ROOT

Answer = TypeVar("Answer")
WALL = "3x2x?\nHHH\n111\n"


def talk(conversation: Callable[[Any], Awaitable[Answer]]) -> Answer:
    """Start `demine mcp` as an assistant does, and talk to it."""
    started = StdioServerParameters(
        command=sys.executable, args=["-m", "demine", "mcp"], cwd=ROOT,
        env={"PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip

    async def go() -> Answer:
        async with Client(started) as client:
            return await conversation(client)

    return asyncio.run(go())


def test_a_conversation() -> None:
    """All tools in one session: the answers are those of the library."""

    async def conversation(client: Any) -> None:
        listed = await client.list_tools()
        names = [tool.name for tool in listed.tools]
        assert names == ["analyse", "count", "explain", "hint", "play"]
        assert all(tool.description for tool in listed.tools)

        async def ask(tool: str, **arguments: Any) -> Any:
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error, answer.content
            return answer.structured_content

        position = demine.loads(WALL)
        found = await ask("analyse", position=WALL)
        assert (found["safe"], found["mined"], found["exact"]) == (["a1", "c1"], ["b1"], True)
        assert found["probabilities"] == {"a1": "0", "b1": "1", "c1": "0"}
        assert found["candidates"][0]["cell"] in ("a1", "c1")
        assert found["board"] == str(position.analyze())
        assert await ask("count", position=WALL) == {"count": "1"}
        assert (await ask("explain", position=WALL, cell="b1"))["proof"] == str(
            position.explain("b1")
        )
        hint = await ask("hint", position=WALL)
        assert (hint["safe"], hint["risk"]) == (True, "0")
        assert hint["cell"] in ("a1", "c1")

        game = demine.Game.preset("beginner", seed=7)
        game.open("a1")
        told = await ask("play", game=game.id, moves=["a1"])
        assert (told["status"], told["board"]) == (game.status, str(game.position))
        assert demine.loads(told["position"]) == game.position
        again = await ask("analyse", position=told["position"])
        assert again["exact"]

        for tool, arguments, said in WRONG:
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            (message,) = answer.content
            assert said in message.text
            assert "\n" not in message.text
            assert "Traceback" not in message.text

    talk(conversation)


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("count", {"position": "nonsense"}, "expected"),
    ("analyse", {"position": "1x1x?\n5\n"}, "no legal assignment"),
    ("explain", {"position": WALL, "cell": "z9"}, "z9"),
    ("hint", {"position": WALL, "seconds": -1}, "seconds is -1"),
    ("play", {"game": "grid", "moves": []}, "grid"),
    ("play", {"game": "grid-9x9-10-safe-7", "moves": ["kick a1"]}, "expected a cell"),
    ("play", {"game": "grid-9x9-10-safe-7", "moves": ["zz99"]}, "zz99"),
]


def test_boards_without_rows_have_a_text(tmp_path: Path) -> None:
    from demine.assistants import play

    told = play("hexagonal-4x4-3-safe-1", ["a1"])
    assert demine.loads(told["position"]).analyze().exact


def test_without_the_package_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("demine.cli.mcp")  # the package's name is that of the command
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    code, said = refusal("mcp")
    assert (code, "pip install mcp" in said) == (2, True)
