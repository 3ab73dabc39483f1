"""The application: routes, static files and the guard, put together."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from demine.web.guard import Guard
from demine.web.limits import Limits
from demine.web.live import LiveGames
from demine.web.openapi import OPERATIONS
from demine.web.pages import PAGES, STATIC, page
from demine.web.pool import Pool
from demine.web.problem import Problem
from demine.web.store import Store

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
        app.state.limits, app.state.boards = limits, {}
        app.state.store = store if isinstance(store, Store) else Store(store)
        app.state.live = LiveGames(app.state.store, limits)
        app.state.pool = Pool(workers or max(2, os.cpu_count() or 2), limits)
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
        exception_handlers={Problem: _problem, HTTPException: _http_problem},
        lifespan=lifespan,
    )


def _routes() -> list[BaseRoute]:
    files = _RevalidatedFiles(directory=STATIC)

    async def service_worker(request: Request) -> Response:
        # At the root, so that it may serve every page.
        return await files.get_response("offline.js", request.scope)

    return [
        *(Route(one.path, one.handler, methods=[one.method]) for one in OPERATIONS),
        *(Route(path, page) for path in PAGES),
        Route("/offline.js", service_worker),
        Mount("/static", files),
    ]


class _RevalidatedFiles(StaticFiles):
    """Static files that browsers keep, but ask for again each time."""

    def file_response(self, *arguments: object, **options: object) -> Response:
        response = super().file_response(*arguments, **options)  # type: ignore[arg-type]
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    unknown = ("BadRequest", "the server did not understand the request")
    problem = _HTTP_PROBLEMS.get(error.status_code, unknown)
    return Problem(error.status_code, *problem).response()
