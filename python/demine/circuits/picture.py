"""A circuit as a picture: each wire has a colour, which is pale where a mine means false."""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import hls_to_rgb
from math import prod
from typing import TYPE_CHECKING, Final

from demine.arguments import show
from demine.circuits.placement import BY_PRODUCT
from demine.draw import Colour, Picture, palette, save_svg, shapes

if TYPE_CHECKING:
    from demine.circuits.circuit import Circuit, Phase
    from demine.labels import Label

_CELL: Final = 14
_LINE: Final = 18
_LETTERS: Final = 10
_MOST_NAMES: Final = 40
_GOLDEN: Final = 0.381966  # hues of wires made one after the other are far apart

Colours = dict[str, tuple[Colour, Colour]]
"""The colour of each wire where a mine means true, and where it means false."""


def svg(circuit: Circuit) -> str:
    """The board with its wires coloured, and the names of the wires below it."""
    if not hasattr(circuit, "phases"):
        raise TypeError(f"circuit is {show(circuit)}: expected a Circuit")
    *layers, rows, columns = circuit.board.layout.shape
    first = rows * columns * (prod(layers) // 2)  # the middle of three layers, per axis
    colours = _colours(circuit)
    drawn: list[shapes.Shape] = []
    for place, label in enumerate(circuit.labels[first : first + rows * columns]):
        row, column = divmod(place, columns)
        phase = circuit.phases.get(first + place)
        drawn += _cell(column * _CELL, row * _CELL, label, phase, colours)
    wires = list(circuit.wires)[:_MOST_NAMES]
    for line, wire in enumerate(wires, 1):
        drawn += _legend(wire, rows * _CELL + line * _LINE, colours)
    width, height = max(columns * _CELL, 240), rows * _CELL + _LINE * (len(wires) + 1)
    title = f"The circuit of {_short(circuit.formula)}"
    return save_svg(Picture(width, height, tuple(drawn), title))


def _colours(circuit: Circuit) -> Colours:
    colours: Colours = {BY_PRODUCT: (palette.FAINT, palette.COVERED)}
    for number, wire in enumerate(circuit.wires):
        hue = (0.58 + number * _GOLDEN) % 1
        colours[wire] = _colour(hue, 0.45), _colour(hue, 0.8)
    return colours


def _colour(hue: float, light: float) -> Colour:
    r, g, b = (round(255 * part) for part in hls_to_rgb(hue, light, 0.65))
    return r, g, b


def _cell(
    x: float, y: float, label: Label, phase: Phase | None, colours: Colours
) -> Iterator[shapes.Shape]:
    if phase is not None:
        square = _square(x, y, colours[phase.wire][not phase.is_true])
        said = "true" if phase.is_true else "false"
        yield shapes.Group(f"{_short(phase.wire or 'by-product')}: mined if {said}", (square,))
    elif isinstance(label, int):
        yield _square(x, y, palette.OPEN)
        if label:
            yield shapes.Text(x + _CELL / 2, y + _CELL / 2, str(label), _LETTERS, palette.INK)
    else:
        yield _square(x, y, palette.COVERED)
        yield shapes.Disc(x + _CELL / 2, y + _CELL / 2, 2.5, palette.CAPTION)


def _square(x: float, y: float, fill: Colour) -> shapes.Shape:
    return shapes.rectangle(x, y, _CELL, _CELL, fill, palette.PAPER)


def _legend(wire: str, y: float, colours: Colours) -> Iterator[shapes.Shape]:
    """Both colours of a wire beside its name, which is at height `y`."""
    for place, colour in enumerate(colours[wire]):
        yield _square(4 + place * _CELL, y - _CELL / 2, colour)
    yield shapes.Text(8 + 2 * _CELL, y, _short(wire), _LETTERS, palette.INK, anchor="start")


def _short(words: str) -> str:
    return words if len(words) <= 80 else words[:77] + "…"
