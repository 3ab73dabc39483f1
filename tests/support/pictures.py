"""Pictures of every page for the documents: `python tests/support/pictures.py docs/web [PAGE …]`.

Three sizes, light and dark. The server of the pictures deals one seed only, positions and replays
are fixed, so that pictures change only when the pages do.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page

import demine
from browser import create, open_browser, ready
from webserver import Server

SIZES = {"phone": (360, 740), "desk": (1280, 800), "wall": (1920, 1080)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SEED = 9
START = 120
PATIENCE = 30_000
COLOURS = 256


_SAME = """() => {
    document.getElementById("clock")?.replaceWith("0:07");
    for (const code of document.querySelectorAll(".code"))
        code.textContent = code.textContent.replace(location.host, "localhost:8000");
}"""


class SameGame(Server):
    """A server whose games all have the same mines: for pictures, never for players."""

    def command(self) -> list[str]:
        dealt = f"import secrets; secrets.randbits = lambda bits: {SEED}"
        return [sys.executable, "-c", f"{dealt}; from demine.cli import main; main()", "serve"]


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        replay = lost(Path(scratch) / "replay.jsonl")
        with SameGame(Path(scratch) / "games.sqlite") as server, open_browser() as browser:
            for size in SIZES:
                for scheme in SCHEMES:
                    for name, page in shown(browser, server, size, scheme, replay, names):
                        save(page, folder / f"{name}-{size}-{scheme}.png")


def shown(
    browser: Browser, server: Server, size: str, scheme: Any, replay: Path, names: list[str]
) -> Iterator[tuple[str, Page]]:
    """Every page in one size, by one player."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        has_touch=size == "phone",
    )
    context.set_default_timeout(PATIENCE)
    for name in names:
        page = context.new_page()
        SHOTS[name](page, replay)
        yield name, page
        page.close()
    context.close()


def save(page: Page, path: Path) -> None:
    """The window as a small file; what depends on the time of day is set to the same time."""
    page.mouse.move(0, 0)
    page.evaluate("document.fonts.ready")
    page.evaluate(_SAME)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def lost(path: Path) -> Path:
    """A replay: proofs first, then the riskiest cell, which a proof could have spared."""
    game = demine.Game.preset("intermediate", seed=SEED, first="opening")
    game.open(START)
    for _ in range(12):
        game.open(demine.hint(game.position).cell)
    while not game.is_over:
        risks = game.position.analyze().probabilities
        covered = [v for v, label in enumerate(game.position.labels) if label == "?"]
        game.open(max(covered, key=lambda cell: float(risks[cell])))
    demine.Replay.of(game).write(path)
    return path


def play(page: Page, replay: Path) -> None:
    """A position in which something can be proved, with the proof on the board."""
    create(page, preset="intermediate", first="opening")
    page.click(f'[data-cell="{START}"]')
    page.wait_for_selector(f'.cell.open[data-cell="{START}"]')
    for tier in (1, 2, 3):
        page.keyboard.press("h")
        page.wait_for_selector(f".tiers li.done:nth-child({tier})")
    page.keyboard.press("]")


def analyse(page: Page, replay: Path) -> None:
    page.goto("/analyse")
    ready(page)
    page.wait_for_selector("#guesses tbody tr")
    page.focus('[data-cell="49"]')
    page.wait_for_selector(".shows li")


def review(page: Page, replay: Path) -> None:
    page.goto("/review")
    ready(page)
    page.set_input_files("#file", replay)
    page.wait_for_selector("html[data-reviewed=yes]", state="attached")
    page.click("#decided")


def help(page: Page, replay: Path) -> None:
    page.goto("/help")
    ready(page)


def api(page: Page, replay: Path) -> None:
    page.goto("/api")
    ready(page)


SHOTS: dict[str, Callable[[Page, Path], None]] = {
    "play": play,
    "analyse": analyse,
    "review": review,
    "help": help,
    "api": api,
}

if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(SHOTS))
