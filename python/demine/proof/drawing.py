"""Proofs and contradictions as figures, whole or up to a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from demine.arguments import number_of
from demine.proof.facts import Argument

if TYPE_CHECKING:
    from demine.draw import Figure


def argument_figure(
    argument: Argument,
    whole: tuple[Iterable[int], Iterable[int]],
    *,
    step: int | None = None,
    coordinates: bool = True,
) -> Figure:
    """The board with rings around numbers and cells, and the sentences below.

    Up to a step, these are the numbers and cells of that step; else those of the `whole` argument.
    """
    from demine.draw import CITED, SUBJECT, figure

    numbers, cells = whole
    said = len(argument.lines)
    if step is not None:
        said = number_of("step", step, 1, len(argument.lines))
        numbers, cells = argument.lines[said - 1].numbers, argument.lines[said - 1].cells
    rings = {**dict.fromkeys(numbers, CITED), **dict.fromkeys(cells, SUBJECT)}
    notes = _number_sentences(argument.sentences[:said])
    return figure(argument.position, rings=rings, notes=notes, coordinates=coordinates)


def _number_sentences(sentences: Sequence[str]) -> list[str]:
    """The sentences, each with its number if there are several."""
    if len(sentences) == 1:
        return list(sentences)
    return [f"{number}. {sentence}" for number, sentence in enumerate(sentences, start=1)]
