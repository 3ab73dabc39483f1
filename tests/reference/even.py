"""Even: the risks by which `csp` guesses, as fractions.

The solutions of the numbers are equally likely if they leave room for the other mines, which are
spread evenly over the loose cells. Solutions are counted by their mines, once more for each cell
that is assumed to be mined.
"""

from __future__ import annotations

from demine import from_edges
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position
from demine.strategies.view import View


class Even:
    """The risk of each cell, and the cells without one."""

    def __init__(self, position: Position) -> None:
        self.position = position
        if position.mines is None:
            analysis = position.analyze()
            self.risks, self.safe = analysis.probabilities.tolist(), sorted(analysis.safe)
            return
        view = View(position)
        numbers = view.numbers
        self.loose = [v for v in view.covered if not any(w in numbers for w in view.around(v))]
        self.held = sorted({*position.board.cells} - {*self.loose})
        self.risks = self._risks(position.mines)
        unopened = [v for v, label in enumerate(position.labels) if label in (COVERED, FREE)]
        self.safe = [v for v in unopened if self.risks[v] == 0]

    def _risks(self, mines: int) -> list[float]:
        ways = self._ways(mines, {})
        total = sum(ways.values())
        if not total:
            self.position.analyze()  # no legal assignment
        risks = [0.0] * len(self.position.board)
        for v in self.held:
            if self.position.labels[v] in (COVERED, MINED):
                risks[v] = sum(self._ways(mines, {v: MINED}).values()) / total
        for v in self.loose:
            left = sum(count * (mines - held) for held, count in ways.items())
            risks[v] = left / (total * len(self.loose))
        return risks

    def _ways(self, mines: int, assumed: dict[int, Label]) -> dict[int, int]:
        """The solutions that leave room, by their mines."""
        number = {v: i for i, v in enumerate(self.held)}
        edges = [
            (number[u], number[v])
            for u, v in self.position.board.edges.tolist()
            if u in number and v in number
        ]
        labels = [assumed.get(v, self.position.labels[v]) for v in self.held]
        counts = Position(from_edges(len(labels), edges), labels).counts_by_mines()
        return {k: n for k, n in enumerate(counts) if n and 0 <= mines - k <= len(self.loose)}
