"""The site: Sphinx with MyST and furo. `make docs` builds it; warnings are errors."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "demine"
author = "The demine developers"
copyright = author
version = release = version_of("demine")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_generated"]
default_role = "code"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "demine"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path: list[str] = []

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
suppress_warnings = ["ref.python"]  # `bytes` is a type as well as a question.

_MARKS = re.compile(r"(`+)(.+?)\1", re.DOTALL)


def plain(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are plain text with `code`: nothing else in them is markup."""
    text = "\n".join(lines)
    if "|---" in text:  # A table in Markdown stays as it is written.
        lines[:] = ["::", "", *(f"    {line}" for line in lines)]
        return
    parts, at = [], 0
    for match in _MARKS.finditer(text):
        parts += [_escape(text[at : match.start()]), f"``{match[2]}``"]
        at = match.end()
    lines[:] = ("".join([*parts, _escape(text[at:])])).split("\n")


def _escape(text: str) -> str:
    return re.sub(r"([*|_\\])(?=\S)|(?<=\S)([*|_])", r"\\\1\2", text)


def setup(app: Any) -> None:
    """Draw the pictures and write the generated pages before any page is read."""
    import pictures

    app.connect("autodoc-process-docstring", plain)
    (HERE / "_generated").mkdir(exist_ok=True)
    pictures.draw_all(HERE / "_static")
    describe_http(HERE / "_generated" / "http.md")
    describe_python(HERE / "_generated" / "python.md")


ROOMS = [
    *("board", "position", "solutions", "formats", "draw", "onemine", "game", "proof"),
    *("strategies", "arena", "many", "puzzles", "circuits", "gym", "errors"),
]


def describe_python(page: Path) -> None:
    """Every room with the classes and functions of its door, from their docstrings."""
    lines = []
    for room in ROOMS:
        module = import_module(f"demine.{room}")
        lines += [f"## demine.{room}", "", "```{eval-rst}", f".. automodule:: demine.{room}", ""]
        for name, value in sorted(vars(module).items()):
            lines += _describe(room, name, value)
        lines += ["```", ""]
    page.write_text("\n".join(lines), encoding="utf-8")


def _describe(room: str, name: str, value: Any) -> list[str]:
    if name.startswith("_") or not str(getattr(value, "__module__", "")).startswith(
        f"demine.{room}"
    ):
        return []
    kind = "class" if isinstance(value, type) else "function" if callable(value) else "data"
    members = ["   :members:", "   :show-inheritance:"] if kind == "class" else []
    return [f".. auto{kind}:: demine.{room}.{name}", *members, ""]


def describe_http(page: Path) -> None:
    """The operations of the server as a page, from its own description."""
    from demine.web.openapi import description

    lines = []
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            lines += [f"## `{method.upper()} {path}`", "", operation.get("summary", ""), ""]
            lines += [operation["description"], ""] if "description" in operation else []
    page.write_text("\n".join(lines), encoding="utf-8")
