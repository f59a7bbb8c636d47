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
    """An array with undefined content. Memory is used only for the filled part, in pages of the usual size.

    NumPy asks the operating system for huge pages. A page is cleared when it is first used, and huge pages took twice
    as long in measurements on a virtual machine that returns free memory to its host.
    """
    size = count * np.dtype(kind).itemsize
    if size < _LARGE:
        return np.empty(count, kind)
    if sys.platform == "win32":
        return np.frombuffer(mmap.mmap(-1, size), dtype=kind)
    return np.frombuffer(mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), dtype=kind)


class GrowingArray:
    """An array that grows at its end. It is allocated only once if all parts of the file are like the first part."""

    def __init__(self, kind: type[Any]) -> None:
        self._kind, self._array, self._length = kind, empty_array(0, kind), 0

    def extend(self, count: int, share: float) -> NDArray[Any]:
        """Add ``count`` elements and return them for filling; ``share`` is the share of all elements including them."""
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
