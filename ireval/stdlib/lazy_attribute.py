"""An attribute that is computed when it is first read, and then stored.

``functools.cached_property`` of Python 3.11 takes a lock at each first read, one for all objects of a class, so that
requests wait for each other, and may deadlock if two attributes read each other on different objects. Here, two threads
that read an attribute at the same time may both compute it; both get equal values. Python 3.12's ``cached_property``
has no lock: it can replace this when 3.11 is no longer supported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class lazy_attribute(Generic[Value]):  # noqa: N801, because it is used as a decorator, like property
    """Makes a method without arguments an attribute, which is stored in the object when it is first read.

    >>> class Square:
    ...     side = 3
    ...     @lazy_attribute
    ...     def area(self):
    ...         return self.side**2
    >>> square = Square()
    >>> square.area, vars(square)
    (9, {'area': 9})
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Any]) -> Self: ...

    @overload
    def __get__(self, owner: object, kind: type[Any]) -> Value: ...

    def __get__(self, owner: object | None, kind: type[Any]) -> Self | Value:
        if owner is None:
            return self
        # Python looks here only as long as the object itself has no attribute of this name.
        value = owner.__dict__[self._name] = self._compute(owner)
        return value
