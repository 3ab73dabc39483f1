"""Games: hidden mines, a player's moves, and the files that keep them.

A `GameSetup` and a seed make a `Game`; so do an id, or mines that are given. `Replay` writes and
reads its moves, `Statistics` sums up all games. Both are imported on first use.
"""

from typing import TYPE_CHECKING

from demine.game.daily import daily_seed as daily_seed
from demine.game.daily import daily_text as daily_text
from demine.game.daily import middle as middle
from demine.game.endless import CASCADE as CASCADE
from demine.game.endless import Endless as Endless
from demine.game.endless import endless as endless
from demine.game.game import SEEDS as SEEDS
from demine.game.game import Game as Game
from demine.game.game import find_preset as find_preset
from demine.game.game import write_id as write_id
from demine.game.plane import FARTHEST as FARTHEST
from demine.game.plane import Place as Place
from demine.game.plane import around as around
from demine.game.plane import place_of as place_of
from demine.game.plane import read_address as read_address
from demine.game.play import FAIRS as FAIRS
from demine.game.play import FIRSTS as FIRSTS
from demine.game.play import HELPS as HELPS
from demine.game.play import Fair as Fair
from demine.game.play import First as First
from demine.game.play import Help as Help
from demine.game.play import Move as Move
from demine.game.play import MoveKind as MoveKind
from demine.game.play import Status as Status
from demine.game.setup import EndlessSetup as EndlessSetup
from demine.game.setup import GameSetup as GameSetup
from demine.game.setup import SetupOptions as SetupOptions
from demine.game.stopwatch import Stopwatch as Stopwatch
from demine.game.window import MOST_SIDE as MOST_SIDE
from demine.game.window import Window as Window
from demine.lazy import lazy_names

if TYPE_CHECKING:
    from demine.game.clicks import Clicks as Clicks
    from demine.game.clicks import WastedClick as WastedClick
    from demine.game.clicks import count_clicks as count_clicks
    from demine.game.clicks import wasted_clicks as wasted_clicks
    from demine.game.flags import WRONG_FLAG as WRONG_FLAG
    from demine.game.flags import RefusedChord as RefusedChord
    from demine.game.flags import flag_proved as flag_proved
    from demine.game.flags import has_wrong_flag as has_wrong_flag
    from demine.game.flags import proved_mines as proved_mines
    from demine.game.flags import refused_chord as refused_chord
    from demine.game.knowledge import position_of as position_of
    from demine.game.links import game_of_link as game_of_link
    from demine.game.links import is_game_link as is_game_link
    from demine.game.pictures import game_marks as game_marks
    from demine.game.playback import LONGEST_PAUSE as LONGEST_PAUSE
    from demine.game.playback import Playback as Playback
    from demine.game.playback import pauses as pauses
    from demine.game.practice import practise as practise
    from demine.game.replay import Replay as Replay
    from demine.game.replay import holds_replays as holds_replays
    from demine.game.results import COLUMNS as COLUMNS
    from demine.game.results import Result as Result
    from demine.game.results import histogram as histogram
    from demine.game.results import progress as progress
    from demine.game.results import read_csv as read_csv
    from demine.game.results import write_csv as write_csv
    from demine.game.statistics import FOLDER as FOLDER
    from demine.game.statistics import Record as Record
    from demine.game.statistics import Statistics as Statistics
    from demine.game.statistics import data_folder as data_folder
else:
    _HOMES = {
        "clicks": "Clicks WastedClick count_clicks wasted_clicks",
        "flags": "WRONG_FLAG RefusedChord flag_proved has_wrong_flag proved_mines refused_chord",
        "knowledge": "position_of",
        "links": "game_of_link is_game_link",
        "pictures": "game_marks",
        "playback": "LONGEST_PAUSE Playback pauses",
        "practice": "practise",
        "replay": "Replay holds_replays",
        "results": "COLUMNS Result histogram progress read_csv write_csv",
        "statistics": "FOLDER Record Statistics data_folder",
    }
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
