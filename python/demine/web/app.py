"""The application: routes, static files and the guard, put together."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from demine.errors import DemineError
from demine.web.boards import Boards
from demine.web.engine import engine, offers, weights
from demine.web.guard import Buckets, Guard
from demine.web.limits import Limits
from demine.web.livegames import LiveGames
from demine.web.openapi import OPERATIONS, describe_offers
from demine.web.pages import PAGES, missing_page, page
from demine.web.pool import Pool
from demine.web.problem import Problem
from demine.web.script import STATIC, WEIGHTS
from demine.web.store import Store
from demine.words import FOLDER

_HTTP_PROBLEMS = {
    404: ("NotFound", "there is nothing at this address"),
    405: ("WrongMethod", "this address does not support that method"),
}


def application(
    store: Store | str | Path,
    *,
    limits: Limits | None = None,
    hosts: frozenset[str] | None = None,
    workers: int | None = None,
) -> Starlette:
    """The server as an ASGI application, with its games in this store or file."""
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.limits, app.state.boards = limits, Boards(limits)
        app.state.about = describe_offers() | {"limits": asdict(limits)}
        app.state.creations = Buckets()
        app.state.store = store if isinstance(store, Store) else Store(store)
        app.state.live = LiveGames(app.state.store, limits)
        app.state.pool = Pool(workers or (os.cpu_count() or 1) + 1, limits)
        try:
            yield
        finally:
            await app.state.pool.close()
            app.state.store.close()

    return Starlette(
        routes=_routes(),
        middleware=[
            Middleware(Guard, limits=limits, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=6),
        ],
        exception_handlers={
            Problem: _problem,
            DemineError: _demine_problem,
            HTTPException: _http_problem,
        },
        lifespan=lifespan,
    )


def _routes() -> list[BaseRoute]:
    files = _RevalidatedFiles(directory=STATIC)

    async def service_worker(request: Request) -> Response:
        # At the root, so that it may serve every page.
        return await files.get_response("offline.js", request.scope)

    async def play_page(request: Request) -> Response:
        return RedirectResponse(f"/?{request.url.query}".removesuffix("?"))

    return [
        *(Route(one.path, one.handler, methods=[one.method]) for one in OPERATIONS),
        *(Route(path, page) for path in PAGES),
        Route("/play", play_page),
        Route("/offline.js", service_worker),
        Route("/static/engine.wasm", engine),
        Route(f"/static/{WEIGHTS}", weights),
        Route("/static/about.json", offers),
        Mount("/static/words", _RevalidatedFiles(directory=FOLDER)),
        Mount("/static", files),
    ]


class _RevalidatedFiles(StaticFiles):
    """Static files that browsers keep, but ask for again each time, as a whole."""

    def file_response(self, *arguments: object, **options: object) -> Response:
        response = super().file_response(*arguments, **options)  # type: ignore[arg-type]
        kept = "icon" in str(arguments[0]).rpartition("/")[2]  # browsers ask at every edit
        response.headers.setdefault("Cache-Control", "max-age=86400" if kept else "no-cache")
        response.headers["Accept-Ranges"] = "none"
        return response


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _demine_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, DemineError)
    return Problem.of(error).response()


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    unknown = ("BadRequest", "the server did not understand the request")
    problem = _HTTP_PROBLEMS.get(error.status_code, unknown)
    if error.status_code == 404 and _is_visit(request):
        return missing_page()
    return Problem(error.status_code, *problem).response()


def _is_visit(request: Request) -> bool:
    """Whether a person opens an address, not a program."""
    is_data = request.url.path.startswith(("/api/", "/static/"))
    return not is_data and "text/html" in request.headers.get("accept", "")
