"""Problems: everything that goes wrong, as one line of JSON with a status; never a traceback."""

from __future__ import annotations

import json

from starlette.responses import Response

from demine import DemineError, InvalidGame, NoLegalAssignment, NotFound, Timeout, TooWide


class Problem(Exception):
    """A request that cannot be answered: a status, a kind for programs, a line for people."""

    def __init__(self, status: int, kind: str, line: str) -> None:
        super().__init__(line)
        self.status, self.kind, self.line = status, kind, line

    @classmethod
    def of(cls, error: DemineError) -> Problem:
        """An error of the library, with the status that fits."""
        line = str(error)
        if isinstance(error, Timeout | TooWide | NotFound):
            line += " (this is the limit of the server)"
        status = 409 if isinstance(error, InvalidGame | NoLegalAssignment) else 422
        return cls(status, type(error).__name__, line)

    @property
    def as_json(self) -> dict[str, object]:
        """The problem as JSON."""
        return {"error": " ".join(self.line.split()), "kind": self.kind}

    def response(self) -> Response:
        """The problem as a response."""
        return answer(self.as_json, self.status)


def bad_request(line: str) -> Problem:
    """A request with a missing or wrong value."""
    return Problem(422, "BadRequest", line)


def failure() -> Problem:
    """A defect of the server; the log has its traceback."""
    return Problem(500, "Failure", "the server failed: see its log")


def out_of_memory() -> Problem:
    """A question that does not fit into the memory of a worker."""
    return Problem(422, "TooWide", "this takes more memory than the server allows")


def dump(content: object) -> str:
    """JSON on one line. Long counts travel as strings; NaN is refused."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False, ensure_ascii=False)


def answer(content: object, status: int = 200) -> Response:
    """A JSON response that nobody caches."""
    return raw(dump(content), status)


def raw(body: str | bytes, status: int = 200) -> Response:
    """The same, of JSON that is already written."""
    headers = {"Cache-Control": "no-store"}
    return Response(body, status, media_type="application/json", headers=headers)
