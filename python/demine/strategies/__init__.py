"""Strategies: what to open next (Golan 2014, Algorithm 1).

A strategy is a callable that is handed a position, never the mines, and a source of chance; it
returns cells to open. In comes what a player knows. Out go the strategies by name, the types that
one's own needs (`Strategy`, `Guess`, `Chance`), and the engine's strategies as strategies (`native`).
"""

from demine.strategies.advice import MOST_EFFORT as MOST_EFFORT
from demine.strategies.advice import Advice as Advice
from demine.strategies.advice import Candidate as Candidate
from demine.strategies.advice import advise as advise
from demine.strategies.advice import candidates as candidates
from demine.strategies.rng import Chance as Chance
from demine.strategies.strongest import strongest as strongest
from demine.strategies.twins import IN_PYTHON as IN_PYTHON
from demine.strategies.twins import STRATEGIES as STRATEGIES
from demine.strategies.twins import csp as csp
from demine.strategies.twins import equations as equations
from demine.strategies.twins import native as native
from demine.strategies.twins import onemine as onemine
from demine.strategies.twins import random as random
from demine.strategies.twins import ratio as ratio
from demine.strategies.twins import safest as safest
from demine.strategies.twins import single_point as single_point
from demine.strategies.twins import sure_flags as sure_flags
from demine.strategies.view import Guess as Guess
from demine.strategies.view import Strategy as Strategy
