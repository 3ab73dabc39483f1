"""Every question that the package answers about a board or a position, found by looking.

A question is a public function of `demine` or of its public modules whose first argument is a board
or what is known about one, or a public method, property or operator of a class of such objects. The
tables here say only what stands for an argument, which objects there are, and what is left out.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import demine
from demine import formats
from demine.errors import DemineError, MissingExtra
from demine.game import Move
from demine.meter import Budget
from demine.position import Certain
from demine.rules import Fillings, Spread
from fuzz.large_boards import board_of, positions_of

FACES: Final = frozenset({"__main__", "assistants", "cli", "gym", "reproduce", "terminal", "web"})
"""Modules that ask the questions of others, with texts, limits or boards of their own."""


def _modules() -> Iterator[ModuleType]:
    """The package and its modules, but for faces and those whose extra is missing."""
    yield demine
    for found in pkgutil.iter_modules(demine.__path__):
        if found.name not in FACES and found.name != "_native":
            with suppress(MissingExtra):
                yield import_module(f"demine.{found.name}")


MODULES: Final = tuple(_modules())
CLASSES: Final = (
    *(demine.Board, demine.Position, demine.Analysis, demine.Solutions, demine.Subgraphs),
    *(demine.Decomposition, demine.Game, demine.Hint, demine.Proof, demine.Undecided),
    *(demine.Conflict, Certain, Fillings, Spread),
)
SUBJECTS: Final = {
    "board": demine.Board,
    "position": demine.Position,
    "analysis": demine.Analysis,
    "decomposition": demine.Decomposition,
    "game": demine.Game,
    "labels": tuple,
    "shown": demine.Game,
}
"""Names of first arguments, and what each is."""

_OPERATORS: Final = (
    *("iter", "getitem", "contains", "and", "or", "sub", "mul", "xor", "le", "lt", "eq", "hash"),
    *("bool", "len", "str", "repr"),
)
LEFT_OUT: Final[dict[str, str]] = {
    "Decomposition.__hash__": "has none: its bags are lists",
    "Decomposition.of": "Position.decomposition, which gives it a meter",
    "Spread.of": "Position.analyze",
    "Fillings.of": "Position.fillings",
    "heads": "takes an array of cells as it is drawn",
    "write": "writes a file, as dumps does a text",
    "save": "writes a file",
    "load": "reads a file",
    "replays_of": "reads the content of a file",
    "png": "writes a file, of the picture",
    "to_parquet": "writes a file, of the table",
    "pdf": "writes a file, of the picture",
    "settle_setup": "asks no_guess or graded",
    "remember": "changes the names that the process knows",
    "games_won": "plays every game with a strategy of the caller",
    "native": "a handle of the engine",
    "of_native": "takes a handle of the engine",
    "from_diagram": "takes a diagram, as long as its answer",
    "find": "an address, of a game",
    "from_id": "takes an id, as long as its answer",
    "from_mines": "takes mines, as many as its answer",
    "preset": "takes the name of a small board",
    "ask_solver": "calls a function of the caller",
    "make": "a move, as open is",
    "move": "a move, as open is",
    "note_help": "a note, of a game",
    "draw_slices": "calls a function of the caller",
    "practise": "takes moves, as Game.practice does",
    "write_id": "takes the name of a board",
    "cell_at": "an address",
    "read_cells": "reads the text of a model",
}
"""Names that are no questions, with the reason."""


@dataclass
class Subject:
    """The objects of one large board."""

    kind: str
    cells: int
    objects: dict[type, dict[str, Any]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    """Objects that could not be made, and why."""

    def __post_init__(self) -> None:
        self.board = board_of(self.kind, self.cells)
        self.objects[demine.Board] = {"": self.board}
        self.objects[demine.Position] = {**positions_of(self.kind, self.board)}
        labels = self.position.labels
        self.objects[tuple] = {"": labels}
        self.covered = labels.index("?")
        self.number = next((n for n, label in enumerate(labels) if label != "?"), 0)

    @property
    def position(self) -> demine.Position:
        """The position whose number of mines is not known."""
        found: demine.Position = self.objects[demine.Position]["open"]
        return found

    def prepare(self, **budget: Any) -> None:
        """Ask for the objects that are answers themselves."""
        for name, position in self.objects[demine.Position].items():
            made: dict[type, Callable[..., Any]] = {
                demine.Analysis: position.analyze,
                demine.Solutions: position.solutions,
                demine.Conflict: position.conflict,
                demine.Hint: partial(demine.hint, position),
                demine.Undecided: partial(position.explain, self.covered),
                Certain: position.certain,
                Fillings: position.fillings,
            }
            if name == "open":
                if len(self.board.edges):
                    made[demine.Subgraphs] = partial(demine.subgraphs, self.board, {0, 1})
                made[demine.Decomposition] = position.decomposition
                made[demine.Game] = partial(self._game, position)
            for kind, make in made.items():
                self._add(kind, name, make, budget)

    def _game(self, position: demine.Position, **budget: Any) -> demine.Game:
        game = demine.Game(self.board, self.cells // 5, seed=1)
        game.open(self.covered)
        return game

    def _add(self, kind: type, name: str, make: Callable[..., Any], budget: dict[str, Any]) -> None:
        try:
            made = make(**budget)
        except DemineError as error:
            self.missing[f"{kind.__name__} {name}"] = f"{type(error).__name__}: {error}"
            return
        if isinstance(made, demine.Hint):
            self.objects.setdefault(demine.Hint, {})[name] = made
            made = made.reason
        if made is not None:
            self.objects.setdefault(type(made), {})[name] = made

    def argument(self, name: str, of_edges: bool) -> Any:
        """The value that stands for an argument; `KeyError` if there is none."""
        return (_EDGES if of_edges and name in _EDGES else _ARGUMENTS)[name](self)

    @property
    def edge(self) -> tuple[int, int]:
        """An edge of the board."""
        u, v = self.board.edges[0].tolist()
        return u, v


_ARGUMENTS: Final[dict[str, Callable[[Subject], Any]]] = {
    "board": lambda s: s.board,
    "position": lambda s: s.position,
    "cell": lambda s: s.covered,
    "item": lambda s: s.covered,
    "items": lambda s: {s.covered: True},
    "costs": lambda s: [1] * len(s.board),
    "count": lambda s: 1,
    "counts": lambda s: {s.covered: 1},
    "size": lambda s: s.cells // 5,
    "n": lambda s: 3,
    "seed": lambda s: 1,
    "sets": lambda s: [range(0, len(s.board), step) for step in (2, 3)],
    "mines": lambda s: s.cells // 5,
    "density": lambda s: "1/5",
    "labels": lambda s: {s.covered: "*"},
    "codes": lambda s: s.position.codes,
    "x": lambda s: s.covered,
    "y": lambda s: s.number,
    "degrees": lambda s: {0, 1},
    "avoid": lambda s: 0,
    "grade": lambda s: "easy",
    "number": lambda s: 3,
    "include": lambda s: 1,
    "cells": lambda s: range(s.cells // 2),
    "most": lambda s: 8,
    "boards": lambda s: 2,
    "chance": lambda s: demine.strategies.Chance(1),
    "start": lambda s: s.covered,
    "numbers": lambda s: [s.number],
    "analysis": lambda s: None,
    "solver": lambda s: None,
    "member": lambda s: frozenset({s.covered}),
    "rank": lambda s: 0,
    "move": lambda s: Move("open", s.covered, 0.0),
    "root": lambda s: 0,
    "counter": lambda s: True,
    "question": lambda s: "this question",
    "letters": lambda s: "L",
    "text": lambda s: "liar",
    "filling": lambda s: (0,) * len(s.board),
}

_EDGES: Final[dict[str, Callable[[Subject], Any]]] = {
    "item": lambda s: s.edge,
    "items": lambda s: {s.edge: True},
    "costs": lambda s: [1] * len(s.board.edges),
    "sets": lambda s: [map(tuple, s.board.edges[::step].tolist()) for step in (2, 3)],
    "member": lambda s: frozenset({s.edge}),
}
"""The arguments of sets of edges, where they differ."""


@dataclass(frozen=True)
class Question:
    """A call without its budget, and the limits that it takes."""

    name: str
    call: Callable[..., Any]
    limits: frozenset[str]


def questions(subject: Subject) -> Iterator[Question]:
    """All questions about the objects of a subject."""
    yield from _functions(subject)
    for kind in CLASSES:
        for which, held in subject.objects.get(kind, {}).items():
            yield from _of_object(subject, f"{kind.__name__}{which and f' ({which})'}", held)
    for method in formats.FORMATS:
        call = partial(demine.dumps, subject.objects[demine.Position]["counted"], format=method)
        yield from _asked(subject, f"dumps(format={method})", call)


def found_functions() -> dict[str, Callable[..., Any]]:
    """The functions whose first argument is a subject."""
    found: dict[str, Callable[..., Any]] = {}
    for module in MODULES:
        for name in getattr(module, "__all__", None) or dir(module):
            function = getattr(module, name)
            if name.startswith("_") or not inspect.isfunction(function) or name in LEFT_OUT:
                continue
            first = next(iter(inspect.signature(function).parameters), None)
            if first in SUBJECTS and f"{function.__module__}.".startswith(f"{module.__name__}."):
                found[f"{function.__module__.removeprefix('demine.')}.{name}"] = function
    return found


def _functions(subject: Subject) -> Iterator[Question]:
    for name, function in found_functions().items():
        kind = SUBJECTS[next(iter(inspect.signature(function).parameters))]
        for which, held in subject.objects.get(kind, {}).items():
            yield from _asked(subject, f"{name}{which and f' ({which})'}", partial(function, held))


def _of_object(subject: Subject, name: str, held: Any) -> Iterator[Question]:
    for member, raw in inspect.getmembers(type(held)):
        if f"{type(held).__name__}.{member}" in LEFT_OUT:
            continue
        if member in LEFT_OUT or (member.startswith("_") and member.strip("_") not in _OPERATORS):
            continue
        if getattr(object, member, None) is raw:
            continue
        called = f"{name}.{member}"
        if not callable(raw):
            yield Question(called, partial(getattr, held, member), frozenset())
        elif member in ("__eq__", "__le__", "__lt__", "__and__", "__or__", "__sub__", "__mul__",
                        "__xor__", "isdisjoint"):  # fmt: skip
            yield Question(called, partial(getattr(held, member), held), frozenset())
        elif member == "given":
            of_edges = isinstance(held, demine.Subgraphs)
            items = subject.argument("items", of_edges)
            if isinstance(held, Fillings):
                items = dict.fromkeys(items, 1)
            given = partial(held.given, items)
            yield from _asked(subject, called, given)
        else:
            yield from _asked(subject, called, getattr(held, member))


def _asked(subject: Subject, name: str, call: Callable[..., Any]) -> Iterator[Question]:
    """The question with its needed arguments; one for each value of a literal."""
    taken = inspect.signature(call).parameters.values()
    owner = getattr(call, "__self__", None)  # the class, of a class method
    of_edges = demine.Subgraphs in (owner, type(owner))
    needed = {
        one.name: owner if one.name == "other" else subject.argument(one.name, of_edges)
        for one in taken
        if one.default is one.empty and one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    }
    limits = frozenset(_limits(call))
    ask = partial(_used_up, partial(call, **needed))
    for choice, value in _choices(call):
        yield Question(f"{name}({choice}={value})", partial(ask, **{choice: value}), limits)
    if not any(_choices(call)):
        yield Question(name, ask, limits)


def _limits(call: Callable[..., Any]) -> set[str]:
    """The limits that a call takes, by name or among its keywords."""
    taken = inspect.signature(call).parameters.values()
    if any(one.kind is one.VAR_KEYWORD for one in taken):
        return set(Budget.__optional_keys__)
    return {one.name for one in taken} & Budget.__optional_keys__


def _choices(call: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """The values of an argument that is one of a few words."""
    function = call.func if isinstance(call, partial) else call
    given = call.keywords if isinstance(call, partial) else {}
    if "method" in inspect.signature(call).parameters and "method" not in given:
        hint = get_type_hints(function)["method"]
        assert get_origin(hint) is Literal
        yield from (("method", value) for value in get_args(hint))


def _used_up(call: Callable[..., Any], **budget: Any) -> object:
    """The answer; of an iterator the first three items."""
    found = call(**budget)
    return list(islice(found, 3)) if isinstance(found, Iterator) else found
