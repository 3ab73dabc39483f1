"""The engine in the browser: its size, how fast it starts, and its analyses beside native ones.

200 Expert positions are asked in turn, as JSON, of the engine in node and in Chromium, and natively
in this process. Every answer is compared. Then the analyser's page is opened from a plain file
server, without and with what an earlier visit cached.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext

from bench import QUICK

from browser import open_browser, ready
from data import expert
from demine.web.limits import Limits
from demine.web.questions import QUESTIONS
from demine.web.reading import Asked
from demine.web.site import about, write_site
from fileserver import serve_files

_BROTLI: Final = """const {brotliCompressSync} = require("zlib");
process.stdout.write(String(brotliCompressSync(require("fs").readFileSync(process.argv[1])).length))
"""
_TIMED: Final = """async ([site, lines, turns]) => {
    const {openDesk} = await import(`${site}/static/desk.js`);
    const read = async (path) => (await fetch(`${site}/static/${path}`)).arrayBuffer();
    const engine = await read("engine.wasm");
    const about = JSON.parse(new TextDecoder().decode(await read("about.json")));
    const files = {geometry: async () => null, weights: () => read("learned.bin")};
    const began = performance.now();
    const ask = await openDesk(engine, about, [], files);
    const opened = performance.now();
    const first = await ask("POST", "/api/analyse", lines[0]);
    const answered = performance.now();
    const best = lines.map(() => Infinity);
    const answers = [];
    for (let turn = 0; turn < turns; turn++) {
        for (const [i, line] of lines.entries()) {
            const asked = performance.now();
            const {body} = await ask("POST", "/api/analyse", line);
            best[i] = Math.min(best[i], performance.now() - asked);
            if (turn === 0) answers.push(body);
        }
    }
    return {opened: opened - began, first: answered - opened, best, answers};
}"""
_NODE: Final = """
import {readFileSync} from "node:fs";
const [site, turns] = process.argv.slice(2);
globalThis.fetch = async (url) => ({
    arrayBuffer: async () => readFileSync(new URL(url)),
});
const lines = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await (TIMED)([site, lines, Number(turns)])));
"""
_WATCH: Final = """new MutationObserver(() => {
    if (document.documentElement.dataset.analysed) window.shown ??= performance.now();
}).observe(document, {attributes: true, subtree: true});"""
_SHOWN: Final = """() => new Promise((done) => {
    const look = () => window.shown ? done(window.shown) : requestAnimationFrame(look);
    look();
})"""
_PAINTED: Final = 'performance.getEntriesByName("first-contentful-paint")[0].startTime'


def sizes(site: Path) -> str:
    """The size of the engine, and of what only advice needs."""
    lines = []
    for name in ("engine.wasm", "learned.bin"):
        content = (site / "static" / name).read_bytes()
        run = ["node", "-e", _BROTLI, str(site / "static" / name)]
        brotli = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        packed = len(gzip.compress(content))
        lines.append(f"{name}: {len(content):,} bytes, gzip {packed:,}, brotli {int(brotli):,}")
    return "\n".join(lines)


def given() -> list[dict[str, Any]]:
    """The positions as requests."""
    positions = [*expert("stuck"), *expert("guess")]
    labelled = ((list(one.labels), one.mines) for one in positions)
    return [{"board": "grid-16x30", "labels": labels, "mines": mines} for labels, mines in labelled]


def native(lines: list[dict[str, Any]], turns: int) -> tuple[list[float], list[Any]]:
    """The best seconds of each request, as text to text, and the answers."""
    limits = Limits(states=about()["limits"]["states"])
    texts = [json.dumps(line) for line in lines]
    best, answers = [float("inf")] * len(lines), []
    for turn in range(turns):
        for i, text in enumerate(texts):
            began = time.perf_counter()
            answer = QUESTIONS["analyse"](Asked(json.loads(text), limits), lambda said: None)
            best[i] = min(best[i], time.perf_counter() - began)
            if turn == 0:
                answers.append(answer)
    return best, answers


def in_node(site: Path, lines: list[dict[str, Any]], turns: int) -> dict[str, Any]:
    """The same in node."""
    script = site.parent / "timed.mjs"
    script.write_text(_NODE.replace("TIMED", _TIMED))
    run = ["node", str(script), site.as_uri(), str(turns)]
    sent = json.dumps(lines)
    done = subprocess.run(run, input=sent, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def report(name: str, found: dict[str, Any], own: list[float], answers: list[Any]) -> None:
    """One line: the times, and the ratio to native in the median; every answer is compared."""
    assert found["answers"] == answers, name
    ratio = median(there / (1000 * here) for there, here in zip(found["best"], own, strict=True))
    print(
        f"{name}: opened in {found['opened']:.0f} ms, first analysis {found['first']:.0f} ms, "
        f"median {1000 * median(found['best']):.0f} µs, {ratio:.2f} times native"
    )


def after_paint(context: BrowserContext, address: str) -> float:
    """Milliseconds from the first paint of the analyser to its first analysis on the page."""
    page = context.new_page()
    page.add_init_script(_WATCH)
    page.goto(f"{address}/analyse.html")
    shown = float(page.evaluate(_SHOWN))
    painted = float(page.evaluate(_PAINTED))
    page.close()
    return shown - painted


def starts(browser: Browser, address: str, turns: int) -> None:
    """How long after the paint the first analysis is shown."""
    cold = []
    for _ in range(turns):
        with browser.new_context() as context:
            cold.append(after_paint(context, address))
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/")
        ready(page)
        page.evaluate("navigator.serviceWorker.ready")
        warm = [after_paint(context, address) for _ in range(turns)]
    for name, found in (("first visit", cold), ("later visits", warm)):
        print(
            f"{name}: first analysis {median(found):.0f} ms after the paint in the median, "
            f"{min(found):.0f} ms at best"
        )


def main() -> None:
    turns, lines = 2 if QUICK else 9, given()
    own, answers = native(lines, turns)
    print(f"native: median {1e6 * median(own):.0f} µs")
    with TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        write_site(site)
        if shutil.which("node"):
            print(sizes(site))
            report("node", in_node(site, lines, turns), own, answers)
        with serve_files(site) as address, open_browser() as browser:
            page = browser.new_page()
            page.goto(f"{address}/help.html")
            report("Chromium", page.evaluate(_TIMED, [address, lines, turns]), own, answers)
            page.close()
            starts(browser, address, turns)


if __name__ == "__main__":
    main()
