"""The routes of analysis: every question that needs no game goes to a worker as it is."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from demine.web.games import ask
from demine.web.problem import raw
from demine.web.requests import read_json


async def answer_question(request: Request) -> Response:
    """Answer the question that the path names."""
    asked = await read_json(request)
    question = request.url.path.rpartition("/")[2].replace("-", "_")
    return raw(await ask(request, question, asked.given, asked.seconds()))


async def board(request: Request) -> Response:
    """Return the geometry of a board by its name."""
    response = raw(await ask(request, "board", {"board": request.path_params["name"]}))
    response.headers["Cache-Control"] = "private, max-age=3600"  # the geometry never changes
    return response
