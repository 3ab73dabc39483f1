"""The pool of workers: a client that leaves costs no worker, unless its question goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from demine.web import pool as pool_module
from demine.web.limits import Limits
from demine.web.pool import Pool
from demine.web.turns import Asker

WHO = Asker("somewhere", "somebody")
LARGE = {"board": "grid-100x100"}
SEARCH = {"board": "grid-16x16", "mines": 120, "first": "opening", "start": 0, "seed": 1}
"""A search for a board without guesses that finds none."""


async def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 300
    while not is_so():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def leave(pool: Pool, question: str, given: dict[str, Any], seconds: float) -> None:
    """Ask, and disconnect as soon as a worker has begun."""
    asked = asyncio.create_task(pool.ask(WHO, question, given, seconds))
    await until(lambda: bool(pool._begun))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


def test_short_questions_that_are_left_kill_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """As painting by dragging does: each stroke leaves the question of the one before."""
    monkeypatch.setattr(pool_module, "_MOMENT", 100.0)

    async def paint() -> set[int]:
        pool, used = Pool(2, Limits()), set()
        for _ in range(5):
            await pool.ask(WHO, "board", {"board": "grid-2x2"}, 60)
            used |= {worker.pid for worker in pool._alive}
            await leave(pool, "board", LARGE, 60)
            await until(lambda: not pool._begun)
        await pool.close()
        return used

    assert len(asyncio.run(paint())) == 1


def test_a_long_question_that_is_left_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_MOMENT", 0.01)

    async def search() -> int:
        pool = Pool(2, Limits())
        await pool.ask(WHO, "board", {"board": "grid-2x2"}, 60)
        (worker,) = pool._alive
        await leave(pool, "no_guess", SEARCH, 600)
        await until(lambda: not pool._begun and not pool._alive)
        code = await worker.wait()
        await pool.close()
        return code

    assert asyncio.run(search()) == -9


def test_questions_that_wait_are_left_at_once() -> None:
    async def crowd() -> int:
        pool = Pool(2, Limits())
        searching = asyncio.create_task(pool.ask(WHO, "no_guess", SEARCH, 600))
        await until(lambda: bool(pool._begun))
        waiting = asyncio.create_task(pool.ask(WHO, "no_guess", SEARCH, 600))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await asyncio.sleep(0)
        left = pool._asked["somebody"]
        searching.cancel()
        await asyncio.gather(searching, return_exceptions=True)
        await pool.close()
        return left

    assert asyncio.run(crowd()) == 1
