"""What tests share: a limit, Hypothesis profiles, a real server and browser, examples as modules.

Hypothesis tries the same examples every time, or with `--hypothesis-profile=search` more.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from limit import Limit
from paths import EXAMPLES

# Failed comparisons in shared code are shown in full, too.
pytest.register_assert_rewrite("command", "snapshots")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from snapshots import Snapshot
    from webserver import Server


# Drawing a board of a hundred cells is slow by Hypothesis' standards, and meant.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("repeatable", PATIENT, max_examples=60, derandomize=True)
settings.register_profile("search", PATIENT, max_examples=2000)
settings.load_profile("repeatable")

# A shell that starts the tests in the background lets them ignore Ctrl-C and a closed terminal.
# The programs that they start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for name in {"SIGHUP", "SIGQUIT"} & set(dir(signal)):
    if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, name), signal.SIG_DFL)

LIMIT = Limit()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with LIMIT.applied(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with LIMIT.applied(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    with LIMIT.applied(item):
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--renew` writes the snapshots anew instead of comparing them (`make snapshots`)."""
    parser.addoption("--renew", action="store_true", help="write the snapshots anew")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests without a snapshot to renew, and those of the pages if the user says so."""
    if config.getoption("renew"):
        _keep(config, items, lambda item: "snapshot" in getattr(item, "fixturenames", ()))
    if os.environ.get("SKIP_BROWSER"):
        _keep(config, items, lambda item: item.get_closest_marker("browser") is None)


def _keep(
    config: pytest.Config, items: list[pytest.Item], wanted: Callable[[pytest.Item], bool]
) -> None:
    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = filter(wanted, items)


def pytest_report_header() -> str | None:
    """Say what is not tested."""
    if os.environ.get("SKIP_BROWSER"):
        return "SKIP_BROWSER is set: the tests in a browser are deselected"
    return None


@pytest.fixture
def snapshot(request: pytest.FixtureRequest) -> Snapshot:
    """Compares a text with a committed file, or with part of one."""
    from snapshots import Snapshot

    return Snapshot(renew=request.config.getoption("renew"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a file. In the end it must have had nothing to complain about."""
    from webserver import Server

    with Server(tmp_path_factory.mktemp("server") / "games.sqlite") as started:
        yield started
        assert started.stop() == ""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a file."""
    from browser import open_browser

    with open_browser() as opened:
        yield opened


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A player of their own, at a desk."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1200, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page in which no script may fail."""
    from browser import PATIENCE

    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.set_default_timeout(PATIENCE)
    yield page
    assert wrong == []


@pytest.fixture
def import_from(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Callable[[str], Any]]]:
    """The modules of a folder of examples by name; forgotten in the end."""
    before = set(sys.modules)

    def modules_of(folder: str) -> Callable[[str], Any]:
        monkeypatch.syspath_prepend(str(EXAMPLES / folder))
        return import_module

    yield modules_of
    for name in set(sys.modules) - before:
        if str(EXAMPLES) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
