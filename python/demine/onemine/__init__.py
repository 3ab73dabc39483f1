"""One mine, played optimally, on any graph (Golan 2014).

In comes a board, and which cells are still covered. Out go P*, optimal guesses, the guess
components and the optimal strategy with its referee. `demine.onemine.optimal` has the meanings.
`demine.onemine.printed` has the algorithms as the paper prints them.
"""

from demine.onemine import printed as printed
from demine.onemine.components import Components as Components
from demine.onemine.components import components as components
from demine.onemine.components import is_component as is_component
from demine.onemine.components import minimal_components as minimal_components
from demine.onemine.optimal import Module as Module
from demine.onemine.optimal import decomposition as decomposition
from demine.onemine.optimal import games_won as games_won
from demine.onemine.optimal import guess_components as guess_components
from demine.onemine.optimal import largest_component as largest_component
from demine.onemine.optimal import optimal_guess as optimal_guess
from demine.onemine.optimal import optimal_guesses as optimal_guesses
from demine.onemine.optimal import strategy as strategy
from demine.onemine.optimal import win_probability as win_probability
from demine.onemine.outline import Name as Name
from demine.onemine.outline import outline as outline
