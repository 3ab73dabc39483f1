"""The arena: strategies play many games, here or on a cluster, and are compared.

The results are a `Tally` with its interval, a `Comparison` by a sequential test, and winning rates
against density. They depend on the seeds alone, never on chunks, workers or engines. Clusters and
sweeps are imported on first use.
"""

from typing import TYPE_CHECKING

from demine.arena import seal as seal
from demine.arena.benchmarks import BENCHMARKS as BENCHMARKS
from demine.arena.benchmarks import Benchmarked as Benchmarked
from demine.arena.benchmarks import benchmark as benchmark
from demine.arena.contest import NATIVE as NATIVE
from demine.arena.contest import contest as contest
from demine.arena.contest import find_strategy as find_strategy
from demine.arena.engines import ENGINES as ENGINES
from demine.arena.rivals import RIVALS as RIVALS
from demine.arena.rivals import describe_place as describe_place
from demine.arena.sequential import Bounds as Bounds
from demine.arena.sequential import Comparison as Comparison
from demine.arena.simulation import CHUNK as CHUNK
from demine.arena.simulation import Rules as Rules
from demine.arena.simulation import Run as Run
from demine.arena.simulation import compare as compare
from demine.arena.simulation import contrast as contrast
from demine.arena.simulation import estimate as estimate
from demine.arena.simulation import simulate as simulate
from demine.arena.survival import CONTROL as CONTROL
from demine.arena.survival import EQUAL_MARGIN as EQUAL_MARGIN
from demine.arena.survival import Contrast as Contrast
from demine.arena.survival import Estimate as Estimate
from demine.arena.tally import Tally as Tally
from demine.arena.tally import loads as loads
from demine.arena.tally import merge as merge
from demine.arena.timeouts import TURN_SECONDS as TURN_SECONDS
from demine.arena.turns import StrategyTurn as StrategyTurn
from demine.arena.turns import profile_turn as profile_turn
from demine.arena.turns import turns as turns
from demine.lazy import lazy_names

if TYPE_CHECKING:
    from demine.arena.cluster import connect as connect
    from demine.arena.cluster import run_all as run_all
    from demine.arena.sweep import check_place as check_place
    from demine.arena.sweep import draw_rates as draw_rates
    from demine.arena.sweep import sweep_densities as sweep_densities
else:
    _HOMES = {"cluster": "connect run_all", "sweep": "check_place draw_rates sweep_densities"}
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
