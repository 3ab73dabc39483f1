"""Payload: a contest on its way to another process."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any

from demine.arena.contest import Contest
from demine.arena.timeouts import CAN_INTERRUPT
from demine.errors import StrategyError


@dataclass(frozen=True)
class Payload:
    """The record of a contest, and the contest as bytes."""

    record: dict[str, Any]
    contest: bytes

    def unpack(self) -> Contest:
        """The contest; `StrategyError` if this process cannot find its strategy."""
        try:
            contest: Contest = pickle.loads(self.contest)
        except Exception as error:
            raise _cannot_send(self.record, error) from error
        return contest


def pack(contest: Contest, by_value: bool = False) -> Payload:
    """A contest for other processes; `StrategyError` if it cannot be sent.

    Functions are sent by name. What has no name that others could look up, like a lambda or what a
    notebook defines, can be sent by value; cloudpickle does that.
    """
    try:
        return Payload(contest.record, _by_value(contest) if by_value else pickle.dumps(contest))
    except Exception as error:
        raise _cannot_send(contest.record, error) from None


def _by_value(contest: Contest) -> bytes:
    import cloudpickle

    data: bytes = cloudpickle.dumps(contest)
    return data


def _cannot_send(record: dict[str, Any], why: Exception) -> StrategyError:
    instead = ", or play with one worker in the main thread" if CAN_INTERRUPT else ""
    return StrategyError(
        f"strategy {record['strategy']} cannot be sent to other processes: {why}; "
        f"put it into a module{instead}"
    )
