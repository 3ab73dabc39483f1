"""Lazy: names that are loaded and values that are computed when somebody first asks for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any, Generic, Self, TypeVar, overload

Value_co = TypeVar("Value_co", covariant=True)


def lazy_names(
    room: str, homes: Mapping[str, str], modules: Collection[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """A room's `__getattr__` and `__dir__`.

    `homes` lists the names of each module, separated by spaces; `modules` are modules that the room
    hands out themselves. A name is looked up once; then it is the room's own attribute.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def load(name: str) -> object:
        if name in modules:
            return import_module(f"{room}.{name}")
        if name not in home:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value = getattr(import_module(f"{room}.{home[name]}"), name)
        setattr(import_module(room), name, value)
        return value

    def list_names() -> list[str]:
        return sorted({*vars(import_module(room)), *home, *modules})

    return load, list_names


class lazy_value(Generic[Value_co]):
    """An attribute that is computed when first asked for, and kept in the object's `__dict__`.

    As `functools.cached_property`, but without its lock of Python 3.11: one lock for all objects of
    a class, which a fork may leave locked for ever. Threads that ask at once may compute twice.
    """

    def __init__(self, compute: Callable[[Any], Value_co]) -> None:
        """Decorate a method that needs nothing but its object."""
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Learn under which name the value is kept."""
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Value_co: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Value_co:
        """Compute and keep; afterwards the object's own attribute comes first."""
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.compute(instance)
        return value
