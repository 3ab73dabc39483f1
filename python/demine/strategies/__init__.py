"""Strategies: which cells to open next (Golan 2014, Algorithm 1).

A strategy is a callable. It takes a position, never the mines, and a source of chance, and returns
cells to open. This module has the strategies by name, the engine's strategies as callables
(`native`), and the types for your own (`Strategy`, `Guess`, `Chance`). `batched` makes a strategy
that chooses for many games at once.
"""

from demine.strategies.advice import MOST_EFFORT as MOST_EFFORT
from demine.strategies.advice import Advice as Advice
from demine.strategies.advice import Candidate as Candidate
from demine.strategies.advice import advise as advise
from demine.strategies.advice import candidates as candidates
from demine.strategies.batch import TOGETHER as TOGETHER
from demine.strategies.batch import Batch as Batch
from demine.strategies.batch import Batched as Batched
from demine.strategies.batch import Chosen as Chosen
from demine.strategies.batch import batched as batched
from demine.strategies.named import IN_PYTHON as IN_PYTHON
from demine.strategies.named import STRATEGIES as STRATEGIES
from demine.strategies.named import UNDER_RULES as UNDER_RULES
from demine.strategies.named import automaton as automaton
from demine.strategies.named import csp as csp
from demine.strategies.named import efficient as efficient
from demine.strategies.named import equations as equations
from demine.strategies.named import genetic as genetic
from demine.strategies.named import native as native
from demine.strategies.named import network as network
from demine.strategies.named import onemine as onemine
from demine.strategies.named import random as random
from demine.strategies.named import ratio as ratio
from demine.strategies.named import rules as rules
from demine.strategies.named import safest as safest
from demine.strategies.named import single_point as single_point
from demine.strategies.named import strongest as strongest
from demine.strategies.named import sure_flags as sure_flags
from demine.strategies.rng import Chance as Chance
from demine.strategies.view import Guess as Guess
from demine.strategies.view import Strategy as Strategy
