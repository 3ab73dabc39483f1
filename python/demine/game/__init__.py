"""Games: hidden mines and a player's moves, and what is kept of them.

In come a board, a number of mines and a seed, or the mines themselves, or the words of an old game.
Out go `Game`, its `Replay`, the `review` of its guesses and the `Statistics` of all games. Nothing
here solves: a review asks `proof` why a cell was safe. Who only plays loads nothing that is kept.
"""

from typing import TYPE_CHECKING

from demine.game.game import FIRSTS as FIRSTS
from demine.game.game import HELPS as HELPS
from demine.game.game import SEEDS as SEEDS
from demine.game.game import First as First
from demine.game.game import Game as Game
from demine.game.game import Help as Help
from demine.game.game import Move as Move
from demine.game.game import MoveKind as MoveKind
from demine.game.game import Status as Status
from demine.game.setup import GameSetup as GameSetup
from demine.game.setup import SetupOptions as SetupOptions
from demine.game.stopwatch import Stopwatch as Stopwatch
from demine.lazy import lazy_names

if TYPE_CHECKING:
    from demine.game.replay import Replay as Replay
    from demine.game.replay import holds_replays as holds_replays
    from demine.game.reviews import AT_ONCE as AT_ONCE
    from demine.game.reviews import Review as Review
    from demine.game.reviews import ReviewedGuess as ReviewedGuess
    from demine.game.reviews import review as review
    from demine.game.statistics import FOLDER as FOLDER
    from demine.game.statistics import Record as Record
    from demine.game.statistics import Statistics as Statistics
    from demine.game.statistics import data_folder as data_folder
    from demine.game.videos import read_replays as read_replays
else:
    _HOMES = {
        "replay": "Replay holds_replays",
        "reviews": "AT_ONCE Review ReviewedGuess review",
        "statistics": "FOLDER Record Statistics data_folder",
        "videos": "read_replays",
    }
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
