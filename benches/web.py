"""The server under load, and the pages in a browser: moves of many clients, edits of Expert boards.

`python benches/web.py` starts a server, and 100 clients play Expert at once for a minute, with a
pause of one second on average after each move. Then it measures in Chromium the time from a key to
the drawn Expert position, from a click to a drawn Expert game, and to a drawn 100 x 100 board.
Every move must be answered, and the library counts every shown position again.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))
sys.path.insert(0, str(Path(__file__).parent.parent))
from playwright.sync_api import Page

import demine
from fuzz.line import Line
from webserver import Server

_EXPERT = Path(__file__).parent.parent / "examples" / "expert.mine"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--clients", type=int, default=100)
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--thought", type=float, default=1.0, help="mean seconds between moves")
    arguments.add_argument("--load-only", action="store_true", help="no browser")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "games.sqlite") as server:
        load(server, chosen.clients, chosen.seconds, chosen.thought)
        if not chosen.load_only:
            browse(server)


def load(server: Server, clients: int, seconds: float, thought: float) -> None:
    """Many clients at once; every answer is checked."""
    times = asyncio.run(_crowd(server.url, clients, seconds, thought))
    cuts = statistics.quantiles(times, n=100)
    print(f"{clients} clients for {seconds:g} s, {len(times)} moves, no error:")
    print(f"  a move: median {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, worst {max(times):.1f} ms")


async def _crowd(url: str, clients: int, seconds: float, thought: float) -> list[float]:
    until = time.monotonic() + seconds
    port = int(url.rpartition(":")[2])
    players = [_player(port, seed, until, thought) for seed in range(clients)]
    return [time for times in await asyncio.gather(*players) for time in times]


async def _player(port: int, seed: int, until: float, thought: float) -> list[float]:
    """One client, game after game; milliseconds per move."""
    chance, line = random.Random(seed), Line(port)
    times: list[float] = []
    await asyncio.sleep(chance.random() * thought)
    await line.open()
    while time.monotonic() < until:
        status, state = await line.post("/api/games", {"preset": "expert", "first": "opening"})
        assert status == 201, state
        times += await _game(line, state, chance, until, thought)
    return times


async def _game(
    line: Line, state: dict[str, Any], chance: random.Random, until: float, thought: float
) -> list[float]:
    codes, url = state["codes"], f"/api/games/{state['key']}/moves"
    times: list[float] = []
    while "mined" not in state and time.monotonic() < until:
        cell = chance.choice([v for v, code in enumerate(codes) if code == -1])
        kind = "open" if len(times) % 4 == 0 else "flag"
        started = time.perf_counter()
        status, state = await line.post(url, {"move": kind, "cell": cell})
        times.append((time.perf_counter() - started) * 1000)
        assert status == 200, state
        for changed, code, _ in state["changed"]:
            codes[changed] = code
        await asyncio.sleep(chance.expovariate(1 / thought))
    return times


# From the key to the picture: the key is pressed on a cell of an Expert position, and the time is
# taken in the frame after the one in which the answer was painted.
_KEYS = """async (keys) => {
    const times = [];
    const cell = document.querySelector('[data-cell="400"]');
    cell.focus();
    for (const key of keys) {
        const root = document.documentElement;
        const before = root.dataset.analysed;
        const start = performance.now();
        cell.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        while (root.dataset.analysed === before) await new Promise((go) => setTimeout(go, 0));
        await new Promise((go) => requestAnimationFrame(() => setTimeout(go, 0)));
        times.push(performance.now() - start);
        await new Promise((go) => setTimeout(go, 400));
    }
    return times;
}"""


# From the release of the button to the picture, in a game.
_WATCH = """(number) => {
    const cell = document.querySelector(`[data-cell="${number}"]`);
    let start;
    globalThis.took = null;
    const begin = () => { start = performance.now(); };
    addEventListener("pointerup", begin, {once: true, capture: true});
    new MutationObserver((_, watch) => {
        if (start === undefined || cell.classList.contains("covered")) return;
        watch.disconnect();
        const end = () => { globalThis.took = performance.now() - start; };
        requestAnimationFrame(() => setTimeout(end, 0));
    }).observe(cell, {attributes: true});
}"""


def browse(server: Server) -> None:
    """The waiting times of a person, in Chromium."""
    from browser import CHROMIUM, MISSING, create, open_browser, ready

    if CHROMIUM is None:
        print(MISSING)
        return
    with open_browser() as browser:
        page = browser.new_context(
            base_url=server.url, viewport={"width": 1600, "height": 900}
        ).new_page()
        page.goto("/analyse")
        ready(page)
        page.click("#load")
        page.fill("#text", _EXPERT.read_text())
        page.click("#read-text")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_timeout(500)
        assert page.text_content("#count") == f"{demine.read(_EXPERT).count():,}"
        times = page.evaluate(_KEYS, ["f", "f"] * 15)
        _report("Expert, from the key to the picture", times)
        _report("Expert game, from the click to the picture", _click(page))
        create(page, board="grid-100x100", mines=1500, first="opening")
        started = time.perf_counter()
        page.click('[data-cell="5050"]')
        page.wait_for_selector('.open[data-cell="5050"]')
        print(
            f"100 x 100, first opening shown after {(time.perf_counter() - started) * 1000:.0f} ms"
        )


def _click(page: Page) -> list[float]:
    """The milliseconds of thirty clicks on safe cells."""
    from browser import cell, choice, create, is_over

    times: list[float] = []
    seed = 0
    while len(times) < 30:
        create(page, preset="expert", first="opening", seed=(seed := seed + 1))
        page.click(cell(240))
        page.wait_for_selector(f".cell:not(.covered){cell(240)}")
        while not is_over(page) and len(times) < 30:
            number = choice(page, "grid-16x30", 99)
            page.evaluate(_WATCH, number)
            page.click(cell(number))
            page.wait_for_function("() => globalThis.took !== null")
            times.append(page.evaluate("globalThis.took"))
    return times


def _report(what: str, times: list[float]) -> None:
    middle, worst = statistics.median(times), max(times)
    print(f"{what}: median {middle:.1f} ms, worst of {len(times)} {worst:.1f} ms")


if __name__ == "__main__":
    main()
