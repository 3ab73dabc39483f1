"""Parcel: a contest on its way to another process."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from multiprocessing import spawn
from typing import Any

from demine.arena.contest import Contest
from demine.errors import StrategyError

_opening = False


@dataclass(frozen=True)
class Parcel:
    """The record of a contest, and the contest as bytes with what it takes to read them."""

    record: dict[str, Any]
    contest: bytes
    main: dict[str, Any]

    def opened(self) -> Contest:
        """The contest; `StrategyError` if this process cannot find its strategy."""
        global _opening
        _opening = True
        try:
            spawn.prepare(self.main)
            contest: Contest = pickle.loads(self.contest)
        except Exception as error:
            raise lost(self.record, error) from error
        finally:
            _opening = False
        return contest


def packed(contest: Contest, by_value: bool = False) -> Parcel:
    """A contest for other processes; `StrategyError` if it cannot be sent.

    Functions are sent by name. What has no name that others could look up, like a lambda or what a
    notebook defines, can be sent by value; cloudpickle does that.
    """
    try:
        data = _by_value(contest) if by_value else pickle.dumps(contest)
    except Exception as error:
        raise lost(contest.record, error) from None
    needs_main = b"__main__" in data and not by_value
    return Parcel(contest.record, data, _main() if needs_main else {})


def is_being_opened() -> bool:
    """Whether this process is looking for a strategy, and runs a script anew to find it."""
    return _opening


def lost(record: dict[str, Any], why: Exception) -> StrategyError:
    """What is said of a strategy that other processes cannot find."""
    return StrategyError(
        f"strategy {record['strategy']} cannot be sent to other processes: {why}; "
        "put it into a module, or play with one worker in the main thread"
    )


def _by_value(contest: Contest) -> bytes:
    import cloudpickle

    data: bytes = cloudpickle.dumps(contest)
    return data


def _main() -> dict[str, Any]:
    """What another process needs to find functions of the script that runs here."""
    everything = spawn.get_preparation_data("demine")
    return {key: everything[key] for key in everything if key.startswith("init_main")}
