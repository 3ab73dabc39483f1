"""The board in a notebook: its messages, and its script in a real browser with Python behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import demine
from demine import Game, Position
from demine.notebook import BoardWidget, board
from paths import BEGINNER

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def send(widget: BoardWidget, **content: Any) -> None:
    """A message, as a front end sends it."""
    widget._handle_custom_msg(content, [])


class TestGame:
    def test_clicks_play_the_game_in_python(self) -> None:
        widget = board("beginner", seed=7)
        same = Game(demine.grid(9, 9), mines=10, seed=7)
        for cell, how in ((0, "main"), (80, "flag"), (40, "main")):
            send(widget, cell=cell, how=how)
            (same.flag if how == "flag" else same.open)(cell)
        assert isinstance(widget.value, Game)
        assert widget.position == same.position
        assert widget.value.flags == same.flags == {80}
        assert (widget.cell, widget.count) == (40, 4)
        assert widget.looks[80] == {"kind": "flag"}

    @pytest.mark.parametrize("how", ["main", "flag", "chord"])
    def test_clicks_on_an_open_cell_change_nothing(self, how: str) -> None:
        widget = board("beginner", seed=7)
        send(widget, cell=0, how="main")
        before = widget.position
        send(widget, cell=0, how=how)
        assert (widget.position, widget.said, widget.count) == (before, "10 mines left", 3)

    def test_odds_are_those_of_the_engine(self) -> None:
        widget = board("beginner", seed=7, odds=True)
        send(widget, cell=0, how="main")
        analysis = widget.position.analyze()
        for cell, look in enumerate(widget.looks):
            if look["kind"] == "risk":
                assert look["risk"] == analysis.probabilities[cell]
            assert (look["kind"] == "safe") == (cell in analysis.safe)

    def test_a_game_ends(self) -> None:
        game = Game.from_mines(demine.grid(1, 3), [2])
        widget = board(game)
        send(widget, cell=0, how="main")
        send(widget, cell=1, how="main")
        assert (widget.said, game.status) == ("Won.", "won")
        send(widget, cell=2, how="main")
        assert game.status == "won"
        send(widget, command="new")
        assert widget.game is not game

    def test_a_hint_has_rings(self) -> None:
        widget = board("beginner", seed=7)
        send(widget, cell=0, how="main")
        send(widget, command="hint")
        assert "is safe" in widget.said or "best guess" in widget.said
        assert set(widget.rings) == {"cited", "target"}
        send(widget, command="undo")
        assert all(look["kind"] == "covered" for look in widget.looks)


class TestPosition:
    def test_a_click_explains(self) -> None:
        position = demine.read(BEGINNER)
        widget = board(position)
        place = position.board.index("d2")
        send(widget, cell=place, how="main")
        proof = position.explain(place)
        assert isinstance(proof, demine.Proof)
        assert widget.said == str(proof)
        assert widget.rings == {"cited": list(proof.numbers), "target": [place]}

    def test_labels_come_back_to_python(self) -> None:
        widget = board(Position(demine.grid(1, 3), ["?", "?", "?"], mines=1))
        for cell, label in ((1, "1"), (0, "free"), (2, "mine")):
            send(widget, cell=cell, how=label)
        assert widget.value == Position(demine.grid(1, 3), ["□", 1, "*"], mines=1)
        send(widget, command="undo")
        assert widget.position.labels == ("□", 1, "?")
        assert "main" in widget.tools
        assert widget.tools[-1] == "2"

    def test_what_is_wrong_is_said(self) -> None:
        widget = board(Position(demine.grid(1, 3), ["?", "?", "?"]))
        send(widget, cell=1, how="9")
        send(widget, cell=2, how="main")
        assert "no legal assignment" in widget.said
        send(widget, cell=0, how="1")
        send(widget, cell=0, how="main")
        assert "is open" in widget.said


def test_nonsense_is_ignored() -> None:
    widget = board("beginner")
    for content in (None, 3, {}, {"cell": "a1", "how": "main"}, {"cell": 0, "how": "x"}):
        widget._handle_custom_msg(content, [])
    assert widget.count == 1
    with pytest.raises(TypeError, match="expected a Game, a Position, a preset"):
        board(3)  # type: ignore[arg-type]


PAGE = """<!doctype html><div id="at" style="width: 700px"></div><script type="module">
const script = await window.python("script");
const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
const widget = (await import(url)).default;
let state = await window.python("state");
const listeners = {};
const model = {
  get: (name) => state[name],
  set: (name, value) => { state[name] = value; window.changed = { [name]: value }; },
  save_changes: async () => update(await window.python("set", window.changed)),
  send: async (content) => update(await window.python("send", content)),
  on: (event, listen) => { (listeners[event] ??= []).push(listen); },
};
function update(next) {
  const before = state;
  state = next;
  for (const name in next) {
    if (JSON.stringify(before[name]) === JSON.stringify(next[name])) continue;
    for (const listen of listeners[`change:${name}`] ?? []) listen();
  }
  window.updates = (window.updates ?? 0) + 1;
}
widget.render({ model, el: document.getElementById("at") });
document.body.dataset.ready = "yes";
</script><style></style>"""


class Front:
    """A page that shows a widget: what a notebook does between the script and Python."""

    def __init__(self, page: Page, widget: BoardWidget) -> None:
        self.page, self.widget = page, widget
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.expose_function("python", self.answer)
        page.set_content(PAGE)
        page.add_style_tag(content=str(widget._css))
        page.wait_for_selector('body[data-ready="yes"]')

    def answer(self, what: str, content: Any = None) -> Any:
        if what == "script":
            return str(self.widget._esm)
        if what == "send":
            self.widget._handle_custom_msg(content, [])
        if what == "set":
            self.widget.set_state(content)
        state = self.widget.get_state()
        return {key: value for key, value in state.items() if not key.startswith("_")}

    def click(self, selector: str, button: Any = "left") -> None:
        """Click, and wait until Python's answer is drawn."""
        before = self.page.evaluate("window.updates ?? 0")
        self.page.click(selector, button=button)
        self.page.wait_for_function(f"(window.updates ?? 0) > {before}")

    def kinds(self) -> list[str]:
        shown = "[...document.querySelectorAll('[data-cell]')].map((e) => e.getAttribute('class'))"
        return [css.split()[1] for css in self.page.evaluate(shown)]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.browser
def test_a_game_in_a_browser(page: Page) -> None:
    widget = board("beginner", seed=7)
    front = Front(page, widget)
    assert front.kinds() == ["covered"] * 81
    front.click('[data-cell="0"]')
    assert front.kinds() == [look["kind"] for look in widget.looks]
    assert "open" in front.kinds()
    # The page itself changes a value with every click: marimo waits for that.
    assert page.evaluate("window.changed") == {"seen": widget.count}
    covered = front.kinds().index("covered")
    front.click(f'[data-cell="{covered}"]', button="right")
    assert isinstance(widget.value, Game)
    assert widget.value.flags == {covered}
    assert front.kinds()[covered] == "flag"
    front.click('[data-command="odds"]')
    assert "risk" in front.kinds()
    front.click('[data-command="hint"]')
    assert page.inner_text(".said") == widget.said
    assert page.locator(".ring.target").count() == 1
    box = page.locator('[data-cell="0"]').bounding_box()
    assert box is not None
    assert box["width"] > 15  # the style sheet and the size of the board are there
    assert front.errors == []


@pytest.mark.browser
def test_a_position_in_a_browser(page: Page) -> None:
    position = demine.read(BEGINNER)
    widget = board(position)
    front = Front(page, widget)
    front.click(f'[data-cell="{position.board.index("d2")}"]')
    assert "so d2 is safe" in page.inner_text(".said")
    assert page.locator(".ring.cited").count() == 2
    page.click('[data-tool="mine"]')
    front.click(f'[data-cell="{position.board.index("d1")}"]')
    assert widget.position.labels[position.board.index("d1")] == "*"
    assert front.kinds()[position.board.index("d1")] == "mine"
    front.click('[data-command="undo"]')
    assert widget.position == position
    assert front.errors == []


def test_the_script_is_that_of_the_pages() -> None:
    """One module: nothing is left to import, and every module of the pages is in it."""
    script = str(BoardWidget._esm)
    assert "\nimport " not in script
    assert script.count("export default") == 1
    assert "class BoardView" in script
    assert json.dumps("cell.covered") in script
