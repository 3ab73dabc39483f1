"""Exact Minesweeper on any graph: consistency, counting and probabilities.

Names are loaded when they are first used, so `import demine` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from demine.board import registry as _registry
from demine.lazy import lazy_names

if TYPE_CHECKING:
    from demine import circuits as circuits
    from demine import draw as draw
    from demine import formats as formats
    from demine import gym as gym
    from demine import llm as llm
    from demine import notebook as notebook
    from demine import onemine as onemine
    from demine import puzzles as puzzles
    from demine import reproduce as reproduce
    from demine import rules as rules
    from demine import spectrum as spectrum
    from demine import strategies as strategies
    from demine import trees as trees
    from demine import treewidth as treewidth
    from demine._native import Cache as Cache
    from demine.arena import Tally as Tally
    from demine.arena import benchmark as benchmark
    from demine.arena import compare as compare
    from demine.arena import simulate as simulate
    from demine.board import PRESETS as PRESETS
    from demine.board import Board as Board
    from demine.board import Decomposition as Decomposition
    from demine.board.topologies import *  # noqa: F403  one function and one row add a topology
    from demine.errors import *  # noqa: F403
    from demine.formats import dumps as dumps
    from demine.formats import from_picture as from_picture
    from demine.formats import loads as loads
    from demine.formats import read as read
    from demine.formats import write as write
    from demine.game import Endless as Endless
    from demine.game import Game as Game
    from demine.game import Replay as Replay
    from demine.game import endless as endless
    from demine.many import Analyses as Analyses
    from demine.many import Verdict as Verdict
    from demine.many import analyze_many as analyze_many
    from demine.position import Analysis as Analysis
    from demine.position import Position as Position
    from demine.position import minefield as minefield
    from demine.proof import Certificate as Certificate
    from demine.proof import Conflict as Conflict
    from demine.proof import Hint as Hint
    from demine.proof import Proof as Proof
    from demine.proof import Undecided as Undecided
    from demine.proof import hint as hint
    from demine.proof import no_guess as no_guess
    from demine.review import Review as Review
    from demine.solutions import Solutions as Solutions
    from demine.solutions import Subgraphs as Subgraphs
    from demine.solutions import subgraphs as subgraphs
    from demine.words import language as language
    from demine.words import languages as languages

    __version__: str

_HOMES: Final = {
    "_native": "Cache",
    "arena": "Tally benchmark compare simulate",
    "board": "PRESETS Board Decomposition from_edges from_networkx from_polygons",
    "errors": "DemineError FormatError InvalidBoard InvalidGame InvalidPosition MissingExtra "
    "NoLegalAssignment NotFound StrategyError Timeout TooWide",
    "formats": "dumps from_picture loads read write",
    "game": "Endless Game Replay endless",
    "many": "Analyses Verdict analyze_many",
    "position": "Analysis Position minefield",
    "proof": "Certificate Conflict Hint Proof Undecided hint no_guess",
    "review": "Review",
    "solutions": "Solutions Subgraphs subgraphs",
    "words": "language languages",
}
_MODULES: Final = (
    *("circuits", "draw", "formats", "llm", "onemine", "puzzles", "reproduce", "rules"),
    *("spectrum", "strategies", "trees", "treewidth"),
)
_OPTIONAL: Final = ("gym", "notebook")
"""Modules that need an extra, so that `from demine import *` leaves them out."""
_OWN: Final = ("__doc__", "__name__", "__path__", "__spec__")

__all__ = ["__version__", *" ".join(_HOMES.values()).split(), *_registry.TOPOLOGIES, *_MODULES]


if not TYPE_CHECKING:  # otherwise a type checker would accept any name
    _load, _ = lazy_names(__name__, _HOMES, (*_MODULES, *_OPTIONAL))

    def __getattr__(name: str) -> object:
        """Load a public name when it is first used."""
        if name == "__version__":
            return import_module("demine._native").VERSION
        if name in _registry.TOPOLOGIES:
            return _registry.find_topology(name)
        return _load(name)

    def __dir__() -> list[str]:
        """The public names, loaded or not."""
        return sorted({*__all__, *_registry.TOPOLOGIES, *_OPTIONAL, *_OWN})
