"""A circuit as a picture: every wire in its colour, pale where a mine means false."""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import hls_to_rgb
from html import escape
from typing import TYPE_CHECKING, Final

from demine.arguments import show
from demine.circuits.placement import BY_PRODUCT

if TYPE_CHECKING:
    from demine.circuits.circuit import Circuit, Phase
    from demine.labels import Label

_CELL: Final = 14
_LINE: Final = 18
_MOST_NAMES: Final = 40
_GOLDEN: Final = 0.381966  # hues of wires made one after the other are far apart


def svg(circuit: Circuit) -> str:
    """The board with its wires coloured, and the names of the wires below it."""
    if not hasattr(circuit, "phases"):
        raise TypeError(f"circuit is {show(circuit)}: expected a Circuit")
    *layers, rows, columns = circuit.board.layout.shape
    first = rows * columns * (layers[0] // 2 if layers else 0)
    colours = _colours(circuit)
    names = list(_legend(circuit, colours, rows * _CELL + _LINE))
    width = max(columns * _CELL, 240)
    height = rows * _CELL + _LINE * (len(names) + 1)
    labels = circuit.labels
    cells = [
        _cell(
            *divmod(place, columns),
            labels[first + place],
            circuit.phases.get(first + place),
            colours,
        )
        for place in range(rows * columns)
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="10">'
    )
    title = f"<title>The circuit of {escape(_short(circuit.formula), quote=False)}</title>"
    ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return "\n".join([head, title, ground, *cells, *names, "</svg>\n"])


def _colours(circuit: Circuit) -> dict[str, tuple[str, str]]:
    """The colour of each wire where a mine means true, and where it means false."""
    colours = {BY_PRODUCT: ("#9aa3ad", "#d5dae0")}
    for number, wire in enumerate(circuit.wires):
        hue = (0.58 + number * _GOLDEN) % 1
        colours[wire] = _hexadecimal(hue, 0.45), _hexadecimal(hue, 0.8)
    return colours


def _hexadecimal(hue: float, light: float) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, light, 0.65))


def _cell(
    row: int, column: int, label: Label, phase: Phase | None, colours: dict[str, tuple[str, str]]
) -> str:
    x, y = column * _CELL, row * _CELL
    if phase is not None:
        fill = colours[phase.wire][not phase.is_true]
        said = "true" if phase.is_true else "false"
        name = f"{_short(phase.wire or 'by-product')}: mined if {said}"
        return _square(x, y, fill, f"<title>{escape(name, quote=False)}</title>")
    if isinstance(label, int):
        shown = str(label) if label else ""
        return _square(x, y, "#f4f6f8") + _text(x + _CELL / 2, y + 11, shown, "#1d232b", "middle")
    dot = f'<circle cx="{x + _CELL / 2:g}" cy="{y + _CELL / 2:g}" r="2.5" fill="#5b6470"/>'
    return _square(x, y, "#c9ced6") + dot


def _square(x: float, y: float, fill: str, inside: str = "") -> str:
    place = f'x="{x:g}" y="{y:g}" width="{_CELL}" height="{_CELL}"'
    style = f'fill="{fill}" stroke="#ffffff"'
    return f"<rect {place} {style}>{inside}</rect>" if inside else f"<rect {place} {style}/>"


def _text(x: float, y: float, words: str, fill: str, anchor: str) -> str:
    if not words:
        return ""
    place = f'x="{x:g}" y="{y:g}" fill="{fill}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(words, quote=False)}</text>"


def _legend(circuit: Circuit, colours: dict[str, tuple[str, str]], top: float) -> Iterator[str]:
    for line, wire in enumerate(list(circuit.wires)[:_MOST_NAMES]):
        true, false = colours[wire]
        y = top + line * _LINE
        yield (
            _square(4, y - 11, true)
            + _square(4 + _CELL, y - 11, false)
            + _text(8 + 2 * _CELL, y, _short(wire), "#1d232b", "start")
        )


def _short(words: str) -> str:
    return words if len(words) <= 80 else words[:77] + "…"
