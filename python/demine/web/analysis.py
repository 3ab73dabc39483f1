"""The routes of analysis: every question that needs no game goes to a worker as it is."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from demine.web import reading
from demine.web.guard import client
from demine.web.requests import raw, read_json, unless_gone

QUESTIONS: Final = {
    "/api/board": "board",
    "/api/read": "read",
    "/api/write": "write",
    "/api/analyse": "analyse",
    "/api/curve": "curve",
    "/api/cell": "cell",
    "/api/guesses": "guesses",
    "/api/explain": "explain",
    "/api/one-mine": "one_mine",
    "/api/solutions": "solutions",
    "/api/review": "review",
}


async def ask(request: Request) -> Response:
    """The worker's answer."""
    asked = await read_json(request)
    who = client(request.scope)
    question = QUESTIONS[request.url.path]
    seconds = reading.seconds(asked, reading.LIMITS.seconds)
    work = request.app.state.pool.ask(who, question, asked, seconds)
    return raw(await unless_gone(request, work))


async def board(request: Request) -> Response:
    """The geometry of a board by its name, which never changes: browsers may keep it."""
    who = client(request.scope)
    asked = {"board": request.path_params["name"]}
    work = request.app.state.pool.ask(who, "board", asked, reading.LIMITS.seconds)
    response = raw(await unless_gone(request, work))
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


ROUTES: Final = [
    Route("/api/boards/{name}", board),
    *(Route(path, ask, methods=["POST"]) for path in QUESTIONS),
]
