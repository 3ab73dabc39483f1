"""The game in the terminal: line by line (`Plain`), or on the whole screen (`Screen`).

Both play a `Game`, then further games of its `GameSetup`. `Screen` is imported on first use, since
it alone needs textual.
"""

from typing import TYPE_CHECKING

from demine.lazy import lazy_names
from demine.terminal.hangup import interrupt as interrupt
from demine.terminal.hangup import on_hang_up as on_hang_up
from demine.terminal.keeper import Keeper as Keeper
from demine.terminal.keys import read_keys as read_keys
from demine.terminal.lines import draw as draw
from demine.terminal.paper import Paper as Paper
from demine.terminal.plain import Plain as Plain
from demine.terminal.records import chart as chart
from demine.terminal.records import list_results as list_results
from demine.terminal.records import tabulate as tabulate
from demine.terminal.session import CHORDS as CHORDS
from demine.terminal.session import THEME_NAMES as THEME_NAMES
from demine.terminal.session import Controls as Controls
from demine.terminal.solver import SOLVERS as SOLVERS

if TYPE_CHECKING:
    from demine.terminal.screen import Screen as Screen
    from demine.terminal.watching import Watcher as Watcher
else:
    __getattr__, __dir__ = lazy_names(__name__, {"screen": "Screen", "watching": "Watcher"})
