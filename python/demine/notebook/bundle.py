"""The script and the style sheet of the widget: one module, made from those of the web pages.

The pages' scripts are modules that import each other; a widget is a single one. So their imports
and exports are taken out, and they are put one below the other, with `widget.js` at the end.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from demine.words import catalogue

_STATIC: Final = Path(__file__).parent.parent / "web" / "static"
_MODULES: Final = ("words.js", "page.js", "board.js", "input.js")
_IMPORT: Final = re.compile(r"^import .*?;\n", re.M | re.S)
_EXPORT: Final = re.compile(r"^export ", re.M)
_LOADING: Final = (
    ("document.documentElement.lang;", '"en";'),
    ('await load(language).catch(() => load("en"))', "MESSAGES"),
)
"""What a page loads, and what a widget has instead: a widget cannot fetch."""
_PREFERENCES: Final = """\
// A notebook may forbid to store preferences.
const localStorage = { getItem: () => null, setItem: () => {} };
"""


def _script() -> str:
    """The module with all that it needs."""
    parts = [_plain((_STATIC / name).read_text(encoding="utf-8")) for name in _MODULES]
    messages = f"const MESSAGES = {json.dumps(catalogue('en').messages, ensure_ascii=False)};"
    own = (Path(__file__).parent / "widget.js").read_text(encoding="utf-8")
    sprite = re.search(r"<svg [^>]*class=\"defs\".*?</svg>", _part("footer.part"), re.S)
    assert sprite is not None
    signs = f"const SPRITE = `{sprite[0]}`;\n"
    return "\n".join([_PREFERENCES, messages, *parts, signs, _IMPORT.sub("", own)])


def _plain(module: str) -> str:
    """A module without its imports, its exports and what it loads."""
    for loaded, held in _LOADING:
        module = module.replace(loaded, held)
    return _EXPORT.sub("", _IMPORT.sub("", module))


def _part(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")


def _style() -> str:
    """The names of the colours, for the widget alone, and the rules of the board."""
    sheet = _part("style.css")
    names = re.search(r"^:root \{(.*?)^\}", sheet, re.M | re.S)
    rules = re.search(r"^/\* The board\. \*/\n(.*?)^/\*", sheet, re.M | re.S)
    assert names is not None
    assert rules is not None
    scoped = "\n".join(f".demine {line}" if line.startswith(".") else line
                       for line in rules[1].splitlines())  # fmt: skip
    own = (Path(__file__).parent / "widget.css").read_text(encoding="utf-8")
    return f".demine {{{names[1]}}}\n{scoped}\n{own}"


SCRIPT: Final = _script()
CSS: Final = _style()
