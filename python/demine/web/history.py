"""The history of a player: finished games, and the daily boards with their streaks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from demine.board import PRESETS
from demine.formats import name_of
from demine.web.asking import store_of
from demine.web.problem import answer
from demine.web.reading import Asked

LEVELS: Final = ("beginner", "intermediate", "expert")
"""Presets that have a daily board, with guesses and without."""

Row = dict[str, Any]


async def history(request: Request) -> Response:
    """List the finished games of this player, oldest first, without practice."""
    return answer({"games": store_of(request).history(request.scope["player"])})


async def daily(request: Request) -> Response:
    """List today's boards: per level and kind the result of the first try, and the streak."""
    rows = store_of(request).history(request.scope["player"])
    today = _today(request)
    found = [_describe(level, kind, rows, today) for level in LEVELS for kind in (True, False)]
    return answer({"day": today.isoformat(), "boards": found})


class Streak(NamedTuple):
    """Days in a row that were won at the first try, up to now and at most."""

    now: int
    longest: int


def streak(won: Iterable[date], today: date) -> Streak:
    """The streaks of these days; today may still be won."""
    days, longest, run, last = sorted(set(won)), 0, 0, None
    for day in days:
        run = run + 1 if last is not None and day - last == timedelta(1) else 1
        longest, last = max(longest, run), day
    is_alive = last is not None and today - last <= timedelta(1)
    return Streak(run if is_alive else 0, longest)


def _today(request: Request) -> date:
    """The day where the player is; else in UTC."""
    given = {"daily": request.query_params.get("day")}
    day = Asked(given).day()
    return date.fromisoformat(day) if day else datetime.now(UTC).date()


def _describe(level: str, no_guess: bool, rows: list[Row], today: date) -> Row:
    preset = PRESETS[level]
    key = name_of(preset.board), preset.mines, no_guess, ""
    mine = [row for row in rows if row["daily"] and _kind(row) == key]
    firsts: dict[str, Row] = {}
    for row in mine:
        firsts.setdefault(row["daily"], row)
    won = [date.fromisoformat(day) for day, row in firsts.items() if _is_won(row)]
    first = firsts.get(today.isoformat())
    now, longest = streak(won, today)
    told = {"preset": level, "no_guess": no_guess, "streak": now, "longest": longest}
    return {**told, "first": first and {name: first[name] for name in ("status", "seconds", "key")}}


def _kind(row: Row) -> tuple[str, int, bool, str]:
    return row["board"], row["mines"], row["no_guess"], row["fair"] or row.get("rules", "")


def _is_won(row: Row) -> bool:
    return row["status"] == "won" and not row["helped"]
