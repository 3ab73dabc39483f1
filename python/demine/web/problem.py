"""Problems: whatever goes wrong, as one line of JSON with a status. Never a traceback."""

from __future__ import annotations

import json

from starlette.responses import Response

from demine import (
    DemineError,
    InvalidGame,
    NoLegalAssignment,
    NotFound,
    Timeout,
    TooWide,
)

_BUDGET = (Timeout, TooWide, NotFound)


class Problem(Exception):
    """A request that cannot be answered: a status, a kind for programs, a line for people."""

    def __init__(self, status: int, kind: str, line: str) -> None:
        """Say what was wrong and what was expected."""
        super().__init__(line)
        self.status, self.kind, self.line = status, kind, line

    @classmethod
    def of(cls, error: DemineError) -> Problem:
        """What the engine says, with the status that fits."""
        kind = type(error).__name__
        if isinstance(error, _BUDGET):
            return cls(422, kind, f"{error} (the budget of this server)")
        status = 409 if isinstance(error, InvalidGame | NoLegalAssignment) else 422
        return cls(status, kind, str(error))

    @property
    def as_json(self) -> dict[str, object]:
        """The problem as JSON."""
        return {"error": " ".join(self.line.split()), "kind": self.kind}

    def response(self) -> Response:
        """The problem as an answer."""
        return answer(self.as_json, self.status)


def bad_request(line: str) -> Problem:
    """A request that is not what was expected."""
    return Problem(422, "BadRequest", line)


def answer(content: object, status: int = 200) -> Response:
    """An object as JSON that nobody keeps."""
    # A count has any number of digits and travels as a string; NaN never travels.
    body = json.dumps(content, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return Response(
        body, status, media_type="application/json", headers={"Cache-Control": "no-store"}
    )
