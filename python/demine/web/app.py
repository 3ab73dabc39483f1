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
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import demine
from demine.board import PRESETS
from demine.board.registry import describe_topologies
from demine.formats import FORMATS, name_of
from demine.web import analysis, games
from demine.web.guard import Guard
from demine.web.limits import Limits
from demine.web.openapi import description
from demine.web.pages import PAGES, STATIC, page
from demine.web.pool import Pool
from demine.web.problem import Problem, answer
from demine.web.store import Store
from demine.web.table import Table


def application(
    store: Store | str | Path,
    *,
    limits: Limits | None = None,
    hosts: frozenset[str] | None = None,
    workers: int | None = None,
) -> Starlette:
    """The server as an ASGI application, with its games in this store, or this file."""
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.limits, app.state.boards = limits, {}
        app.state.store = store if isinstance(store, Store) else Store(store)
        app.state.table = Table(app.state.store, limits)
        app.state.pool = Pool(workers or max(2, os.cpu_count() or 2), limits.waiting)
        try:
            yield
        finally:
            await app.state.pool.close()
            app.state.store.close()

    return Starlette(
        routes=[*games.ROUTES, *analysis.ROUTES, *_own_routes(), *_static_routes()],
        middleware=[
            Middleware(Guard, limits=limits, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=6),
        ],
        exception_handlers={Problem: _problem, HTTPException: _http_problem},
        lifespan=lifespan,
    )


async def about(request: Request) -> Response:
    """What this server offers: version, presets, topologies, options, formats and limits."""
    limits: Limits = request.app.state.limits
    presets = {
        name: {"board": name_of(preset.board), "mines": preset.mines}
        for name, preset in PRESETS.items()
    }
    bounds = ("body", "cells", "edges", "seconds", "states", "games", "rate")
    return answer(
        {
            "version": demine.__version__,
            "presets": presets,
            **describe_topologies(),
            "formats": list(FORMATS),
            "limits": {name: getattr(limits, name) for name in bounds},
        }
    )


async def openapi(request: Request) -> Response:
    """The description of the API."""
    return answer(description())


async def service_worker(request: Request) -> Response:
    """The service worker stands at the root, so that it serves every page."""
    return await _files().get_response("offline.js", request.scope)


def _own_routes() -> list[Route]:
    return [
        Route("/api/about", about),
        Route("/api/openapi.json", openapi),
        Route("/offline.js", service_worker),
        *(Route(path, page) for path in PAGES),
    ]


def _static_routes() -> list[Mount]:
    return [Mount("/static", _files())]


class _Fresh(StaticFiles):
    """Static files that browsers keep and ask for again: one line if nothing has changed."""

    def file_response(self, *arguments: object, **options: object) -> Response:
        response = super().file_response(*arguments, **options)  # type: ignore[arg-type]
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


def _files() -> _Fresh:
    return _Fresh(directory=STATIC)


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kind = {404: "NotFound", 405: "WrongMethod"}.get(error.status_code, "BadRequest")
    line = {404: "there is nothing here", 405: "this is not done with that method"}
    said = line.get(error.status_code, "the request was not understood")
    return Problem(error.status_code, kind, said).response()
