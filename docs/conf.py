"""The site: Sphinx with MyST and furo. `make docs` builds it; warnings are errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version as version_of
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).parent

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
# `bytes` is both a type and a method. A page may be outside the table of contents.
suppress_warnings = ["ref.python", "toc.not_included"]

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
    """Write the generated pages, which git ignores, before any page is read."""
    app.connect("autodoc-process-docstring", plain)
    (HERE / "_generated").mkdir(exist_ok=True)
    describe_http(HERE / "_generated" / "http.md")
    describe_formats(HERE / "_generated" / "formats.md")
    describe_records(HERE / "_generated" / "records.md")
    describe_python(HERE / "_generated")


TOPICS = {
    "positions": ("position", "rules", "solutions", "many", "spectrum", "errors"),
    "boards": ("board", "treewidth", "trees", "formats", "files"),
    "pictures": ("draw", "words"),
    "games": ("game", "proof", "review", "puzzles"),
    "strategies": ("strategies", "arena", "onemine", "learners"),
    "learning": ("gym", "llm"),
    "papers": ("circuits", "onemine.printed", "reproduce"),
}
"""The pages of the Python reference, and the modules that each describes."""


def describe_python(folder: Path) -> None:
    """A page per topic from the docstrings, and an overview of the names of `import demine`."""
    homes: dict[int, str] = {}
    for topic, rooms in TOPICS.items():
        lines = []
        for room in rooms:
            module = import_module(f"demine.{room}")
            lines += [
                f"## demine.{room}",
                "",
                "```{eval-rst}",
                f".. automodule:: demine.{room}",
                "",
            ]
            for name in dir(module):
                described = _describe(room, name, getattr(module, name))
                if described:
                    homes[id(getattr(module, name))] = f"demine.{room}.{name}"
                lines += described
            lines += ["```", ""]
        (folder / f"python-{topic}.md").write_text("\n".join(lines), encoding="utf-8")
    (folder / "python.md").write_text("\n".join(_overview(homes)) + "\n", encoding="utf-8")


def _overview(homes: dict[int, str]) -> Iterator[str]:
    """A row for each name of `import demine`: what it is, in a sentence."""
    import demine

    yield from ("| name | what it is |", "|---|---|")
    for name in sorted(demine.__all__, key=str.lower):
        value = getattr(demine, name)
        home = homes.get(id(value))
        link = f"`{name}`" if home is None else f"{{py:obj}}`{name} <{home}>`"
        about = "" if name.startswith("_") else _first_sentence(value)
        if about:
            yield f"| {link} | {about} |"


def _first_sentence(value: Any) -> str:
    """The first sentence of a docstring, on one line."""
    text = value.__doc__ if isinstance(value, type | ModuleType) or callable(value) else None
    paragraph = " ".join((text or "").strip().split("\n\n")[0].split())
    sentence = re.match(r".*?[.:](?=\s|$)", paragraph)
    return (sentence[0] if sentence else paragraph).rstrip(":").replace("|", "\\|")


def _describe(room: str, name: str, value: Any) -> list[str]:
    if name.startswith("_") or not str(getattr(value, "__module__", "")).startswith(
        f"demine.{room}"
    ):
        return []
    kind = "class" if isinstance(value, type) else "function" if callable(value) else "data"
    members = ["   :members:", "   :show-inheritance:"] if kind == "class" else []
    return [f".. auto{kind}:: demine.{room}.{name}", *members, ""]


def describe_formats(page: Path) -> None:
    """The table of formats, from the docstring of their module."""
    from demine import formats

    rows = [line for line in (formats.__doc__ or "").splitlines() if line.startswith("|")]
    page.write_text("\n".join(rows) + "\n", encoding="utf-8")


def describe_records(page: Path) -> None:
    """The JSON records that demine writes: a table of keys and values for each schema."""
    lines = []
    for title, about, schema in records():
        lines += [f"### {title}", "", about, "", "| key | value |", "|---|---|"]
        lines += [f"| `{key}` | {_value(of)} |" for key, of in schema.items()]
        lines += [""]
    page.write_text("\n".join(lines), encoding="utf-8")


def _value(of: Any) -> str:
    """The values that a key allows; very large limits are written as powers of two."""
    from demine.files.records import LONGEST_LINE, SEEDS, describe

    large = {str(SEEDS - 1): "2⁶⁴ − 1", str(SEEDS): "2⁶⁴", str(LONGEST_LINE): "2²⁶"}
    text = describe(of)
    for digits, said in large.items():
        text = re.sub(rf"(?<!\d){digits}(?!\d)", said, text)
    return text.replace("|", "\\|").replace(str(1 << 20), "2²⁰")


def records() -> list[tuple[str, str, Any]]:
    """Every record with the schema that reads it."""
    from demine.arena import tally
    from demine.game import replay, statistics
    from demine.proof import certificate

    return [
        (
            "Replay, first line",
            "Written by `demine play --save` and `Replay.write`. The first line describes the "
            "game; one line per move follows.",
            replay.HEAD,
        ),
        ("Replay, each move", "`at` is in seconds since the first move.", replay.STEP),
        (
            "Certificate",
            "Written by `demine generate --certificate`: one object. Each proof opens `cell`. "
            "`numbers` are the opened cells that prove it safe, and `counter` says whether the "
            "proof uses the number of mines left.",
            certificate.SCHEMA,
        ),
        (
            "Tally",
            "Written by `demine simulate --json`, and by `--resume` into its folder. Each entry of "
            "`seeds` is a range: its first seed, and the seed after its last.",
            tally.SCHEMA,
        ),
        ("Statistics, a game begins", "One line of the statistics file.", statistics.BEGIN),
        (
            "Statistics, a game ends",
            "Written when the game is won or lost.",
            statistics.END,
        ),
    ]


def describe_http(page: Path) -> None:
    """The operations of the server as a page, from its own description."""
    from demine.web.openapi import description

    told = description()
    lines = []
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            lines += [f"## `{method.upper()} {path}`", "", f"{operation['summary']}.", ""]
            lines += _call(method, path, operation)
            lines += _answers(operation)
    lines += ["## Schemas", ""]
    for name, shape in told["components"]["schemas"].items():
        lines += [f"### {name}", "", *_shape(shape)]
    page.write_text("\n".join(lines), encoding="utf-8")


def _call(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    """The operation as a command to type."""
    verb = "" if method == "get" else f" -X {method.upper()}"
    body = ""
    if "requestBody" in operation:
        example = operation["requestBody"]["content"]["application/json"]["example"]
        body = f" -H 'Content-Type: application/json' -d '{json.dumps(example)}'"
    return ["```sh", f"curl -s{verb} localhost:8000{path}{body}", "```", ""]


def _answers(operation: dict[str, Any]) -> list[str]:
    """The schemas of the request and of each answer."""
    parts = []
    if "requestBody" in operation:
        parts.append(f"takes {_named(operation['requestBody'])}")
    parts += [
        f"{status if status != 'default' else 'otherwise'}: {_named(answer)}"
        for status, answer in operation["responses"].items()
    ]
    return ["; ".join(parts) + ".", ""]


def _named(body: dict[str, Any]) -> str:
    name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return f"[{name}](#{name.lower()})"


def _shape(shape: dict[str, Any]) -> list[str]:
    lines = [shape["description"], ""] if "description" in shape else []
    needed = shape.get("required", [])
    if "properties" not in shape:
        return [*lines, "Any object.", ""]
    lines += ["| key | value |", "|---|---|"]
    for key, of in shape["properties"].items():
        kind = ", ".join(map(str, of["enum"])) if "enum" in of else _kind(of)
        extra = f": {of['description']}" if "description" in of else ""
        lines.append(f"| `{key}`{' (needed)' * (key in needed)} | {kind}{extra} |")
    return [*lines, ""]


def _kind(of: dict[str, Any]) -> str:
    if "type" not in of:
        several = of.get("anyOf") or of.get("oneOf")
        return " or ".join(map(_kind, several)) if several else "anything"
    kinds = of["type"] if isinstance(of["type"], list) else [of["type"]]
    return " or ".join(kinds)
