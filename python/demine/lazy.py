"""Lazy: names that are loaded, and values that are computed, when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any, Generic, Self, TypeVar, overload

Value_co = TypeVar("Value_co", covariant=True)


def lazy_names(
    package: str, homes: Mapping[str, str], modules: Collection[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """A package's `__getattr__` and `__dir__`.

    `homes` lists the names of each module, separated by spaces; `modules` are public modules. A
    name is looked up once; then it is an attribute of the package.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def load(name: str) -> object:
        if name in modules:
            return import_module(f"{package}.{name}")
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(import_module(package), name, value)
        return value

    def list_names() -> list[str]:
        return sorted({*vars(import_module(package)), *home, *modules})

    return load, list_names


class lazy_value(Generic[Value_co]):
    """An attribute that is computed when first used, and kept in the object's `__dict__`.

    Like `functools.cached_property`, but without the lock of Python 3.11: one lock for all objects
    of a class, which a fork may leave locked for ever. Two threads may compute the value twice.
    """

    def __init__(self, compute: Callable[[Any], Value_co]) -> None:
        """Decorate a method without further arguments."""
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Value_co: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Value_co:
        """Compute and keep the value; later lookups find it in the object itself."""
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.compute(instance)
        return value
