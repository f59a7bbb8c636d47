"""The types of arrays that the core computes with, and common functions on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Grades = NDArray[np.int16]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Whole = TypeVar("Whole", bound=np.integer[Any])


def quotient(above: Floats | float, below: Floats | float, none: float = np.nan) -> Floats:
    """``above / below``, and ``none`` where ``below`` is 0. At least one of the two is an array."""
    divisor = np.asarray(below, dtype=np.float64)
    if divisor.shape == (1,) and isinstance(above, np.ndarray):  # a single list: far faster as a scalar
        number = divisor[..., 0]
        return np.asarray(above / number) if number else np.full(above.shape, none, dtype=np.float64)
    if np.count_nonzero(divisor) == divisor.size:  # the usual case, and far faster
        return np.asarray(above / divisor)
    there = divisor != 0
    result: Floats = np.where(there, above, none)
    return np.divide(result, divisor, out=result, where=there)


@lru_cache(maxsize=256)
def ranks(count: int) -> Floats:
    """The ranks 1, 2, ... to ``count``: a cached, read-only array, which all lists of this length share."""
    places = np.arange(1, count + 1, dtype=np.float64)
    places.flags.writeable = False
    return places


def resized(places: NDArray[Whole], ranks: int, fill: int) -> NDArray[Whole]:
    """Whole numbers, usually grades, cut or padded with ``fill`` to ``ranks`` places on the last axis."""
    have = places.shape[-1]
    if have >= ranks:
        return places[..., :ranks]
    tail = np.full((*places.shape[:-1], ranks - have), fill, dtype=places.dtype)
    return np.concatenate([places, tail], axis=-1)


def counted(mask: Bools) -> Floats:
    """The number of true values up to and including each place of the last axis."""
    # Far faster than a sum of floats; for short lists also faster than np.cumsum, which calls the same function.
    return np.asarray(np.add.accumulate(mask, axis=-1, dtype=np.int32).astype(np.float64))


def counts(mask: Bools) -> Floats:
    """The number of true values on the last axis, shape (..., 1)."""
    if mask.ndim == 1:
        return number(np.count_nonzero(mask))  # the same as below, but faster
    return np.count_nonzero(mask, axis=-1, keepdims=True).astype(np.float64)


def anywhere(mask: Bools) -> Bools:
    """Whether any value on the last axis is true, shape (..., 1)."""
    return np.asarray(np.any(mask, axis=-1, keepdims=True))


@lru_cache(maxsize=256)
def number(value: int) -> Floats:
    """A number for one list: a cached, read-only array of shape (1,)."""
    found = np.array([value], dtype=np.float64)
    found.flags.writeable = False
    return found
