"""Memory for the long columns of a file."""

from __future__ import annotations

import mmap
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: From this size on, in bytes, NumPy asks for huge pages.
_LARGE = 4 << 20


def empty_array(count: int, kind: type[Any]) -> NDArray[Any]:
    """An array of undefined content. Its memory is only used as far as it is filled, in pages of the usual size.

    NumPy asks the operating system for huge pages. A page is emptied when it is first used, and huge ones took twice
    as long where they were measured, on a virtual machine whose free memory goes back to its host.
    """
    size = count * np.dtype(kind).itemsize
    if size < _LARGE:
        return np.empty(count, kind)
    if sys.platform == "win32":
        return np.frombuffer(mmap.mmap(-1, size), dtype=kind)
    return np.frombuffer(mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), dtype=kind)


class GrowingArray:
    """An array that grows at its end. It is allocated once, if the first part of the file is like the others."""

    def __init__(self, kind: type[Any]) -> None:
        self._kind, self._array, self._length = kind, empty_array(0, kind), 0

    def extend(self, count: int, share: float) -> NDArray[Any]:
        """The place for ``count`` more elements; with them, this ``share`` of all elements is there."""
        end = self._length + count
        if end > len(self._array):
            larger = empty_array(int(end / share * 1.03) + 8, self._kind)
            larger[: self._length] = self._array[: self._length]
            self._array = larger
        self._length = end
        return self._array[end - count : end]

    def __len__(self) -> int:
        return self._length

    @property
    def filled(self) -> NDArray[Any]:
        """All elements."""
        return self._array[: self._length]
