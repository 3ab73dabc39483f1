"""Assistants: the exact engine as tools for them, over the Model Context Protocol (MCP).

Five tools: analyse, count, explain, hint and play. A position is text in any format that demine
reads. A game is its id and all moves so far, so the server keeps nothing between two calls. The
only user of the package `mcp`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from demine.arguments import show
from demine.errors import DemineError, InvalidGame
from demine.formats import dumps, loads
from demine.game import Game
from demine.labels import COVERED
from demine.meter import seconds_of
from demine.position import Analysis, Position
from demine.proof import hint as find_hint

if TYPE_CHECKING:
    from mcp.server import MCPServer

_SECONDS: Final = 10.0
_MOST_SECONDS: Final = 120.0
_MOST_MOVES: Final = 10_000
_CANDIDATES: Final = 5

_INSTRUCTIONS: Final = (
    "Exact answers about Minesweeper. A position is text: a line COLSxROWSxMINES (? if the number"
    " of mines is unknown), then rows of H (covered), 0 to 8, M (known mine) and S (known free)."
    " JSON graphs work as well. Cells are named by column and row: a1 is the top left corner."
)

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def analyse(position: str, seconds: float = _SECONDS) -> dict[str, Any]:
    """Safe and mined cells, the chance of a mine in every covered cell, and the best cells to open.

    Probabilities are exact fractions such as "1/3", unless `exact` is false.
    """
    read = loads(position)
    analysis = read.analyze(seconds=_limit(seconds))
    name = read.board.address
    covered = [cell for cell, label in enumerate(read.labels) if label == COVERED]
    return {
        "safe": [name(cell) for cell in sorted(analysis.safe)],
        "mined": [name(cell) for cell in sorted(analysis.mined)],
        "probabilities": {name(cell): str(analysis.probability(cell)) for cell in covered},
        "exact": analysis.exact,
        "candidates": _candidates(analysis, _limit(seconds)),
        "board": str(analysis),
    }


def count(position: str, seconds: float = _SECONDS) -> dict[str, str]:
    """The number of legal assignments of mines, as decimal text; "0" if there is none."""
    return {"count": str(loads(position).count(seconds=_limit(seconds)))}


def explain(position: str, cell: str, seconds: float = _SECONDS) -> dict[str, Any]:
    """A proof that a cell is safe or mined, from the fewest numbers; or why it is neither."""
    found = loads(position).explain(cell, seconds=_limit(seconds))
    return {"proof": str(found)}


def hint(position: str, seconds: float = _SECONDS) -> dict[str, Any]:
    """The cell to open next: a provably safe one with its proof, else the best guess."""
    found = find_hint(loads(position), seconds=_limit(seconds))
    address = found.position.board.address(found.cell)
    return {
        "cell": address, "safe": found.is_certain, "risk": str(found.risk), "why": found.why,
    }  # fmt: skip


def play(game: str, moves: list[str]) -> dict[str, Any]:
    """Play a game: its id, such as "grid-9x9-10-safe-7", and all moves from the first on.

    A move is a cell to open ("a1"), or "flag a1" or "chord a1". Answers the position, never mines.
    """
    played = Game.from_id(game)
    if len(moves) > _MOST_MOVES:
        raise InvalidGame(f"{len(moves)} moves: expected at most {_MOST_MOVES}")
    for move in moves:
        _move(played, move)
    return {
        "status": played.status,
        "mines_left": played.mines_left,
        "board": str(played.position),
        "position": _text(played.position),
    }


TOOLS: Final[tuple[Callable[..., dict[str, Any]], ...]] = (analyse, count, explain, hint, play)


def server() -> MCPServer[Any]:
    """The server with all tools; `ImportError` without the package `mcp`."""
    from mcp.server import MCPServer

    made: MCPServer[Any] = MCPServer("demine", instructions=_INSTRUCTIONS)
    for tool in TOOLS:
        made.tool()(_in_one_line(tool))
    return made


def _in_one_line(
    tool: Callable[Arguments, Answer],
) -> Callable[Arguments, Answer]:
    """The tool, whose errors are one line for the assistant."""
    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    def ask(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        try:
            return tool(*args, **kwargs)
        except (DemineError, ValueError, TypeError, IndexError) as error:
            raise ToolError(str(error)) from None

    return ask


def _limit(seconds: float) -> float:
    """A number of seconds that a server can afford."""
    return min(seconds_of("seconds", seconds), _MOST_SECONDS)


def _candidates(analysis: Analysis, seconds: float) -> list[dict[str, Any]]:
    """The best cells with their risk and chance of winning."""
    if analysis.position.density is not None:
        return []
    name = analysis.position.board.address
    return [
        {**one.record, "cell": name(one.cell)}
        for one in analysis.candidates(_CANDIDATES, seconds=seconds)
    ]


def _move(game: Game, move: str) -> None:
    """Apply a move; `InvalidGame` if it is none."""
    kind, _, place = move.strip().rpartition(" ")
    act = {"": game.open, "open": game.open, "flag": game.flag, "chord": game.chord}.get(kind)
    if act is None:
        raise InvalidGame(f"move {show(move)}: expected a cell, 'flag CELL' or 'chord CELL'")
    act(place)


def _text(position: Position) -> str:
    """The position as text that the other tools read."""
    try:
        return dumps(position, format="mine")
    except DemineError:  # only grids have that format
        return dumps(position, format="graph")
