"""Millions of short texts (document numbers) as one array of bytes: whole columns are compared, ordered and searched.

A text is read as words of 8 bytes, the last one padded with zeros. A text file contains no zero byte, so two texts
are equal if their words are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ireval.trec.reading.threads import in_threads

Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

_WORD = 8
#: The first n bytes of a word read from the lowest byte up, n from 0 to 8.
_FIRST = np.array([(1 << (8 * n)) - 1 for n in range(9)], dtype=np.uint64)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_FOLD = np.uint64(32)
#: All rows are read up to this word, and after it only those that are longer, so that one long text costs little.
_USUAL = 8
#: Rows processed at a time: few enough to stay in the processor's cache.
_ROWS = 1 << 16


@dataclass(frozen=True, eq=False)
class Texts:
    """Texts: ``data`` has all their bytes and at least 8 zeros after them; ``begin`` and ``length`` locate each one."""

    data: Bytes
    begin: NDArray[Any]
    length: NDArray[np.int32]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Texts:
        """Texts from Python strings."""
        encoded = [text.encode() for text in texts]
        ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
        return cls.concatenate([(np.frombuffer(b"".join(encoded), dtype=np.uint8), ends)])

    @classmethod
    def concatenate(cls, parts: list[tuple[Bytes, NDArray[Any]]]) -> Texts:
        """Texts from several arrays of bytes, each with the ends of its texts after a 0. Empties the list ``parts``."""
        size, count = sum(len(content) for content, _ in parts), sum(len(ends) - 1 for _, ends in parts)
        data = np.zeros(size + _WORD, np.uint8)
        begin = np.empty(count, dtype=np.uint32 if size < 1 << 32 else np.int64)
        length = np.empty(count, dtype=np.int32)
        row, before = count, size
        while parts:  # from the last one, so that its memory is freed at once
            content, ends = parts.pop()
            before -= len(content)
            data[before : before + len(content)] = content
            rows = slice(row - len(ends) + 1, row)
            np.add(ends[:-1], before, out=begin[rows], casting="unsafe")
            np.subtract(ends[1:], ends[:-1], out=length[rows], casting="unsafe")
            row = rows.start
        return cls(data, begin, length)

    def __len__(self) -> int:
        return len(self.begin)

    def __getitem__(self, index: int) -> str:
        return self._bytes(index).decode()

    def tolist(self) -> list[str]:
        """All texts as Python strings."""
        content = self.data.tobytes()
        return [content[a : a + n].decode() for a, n in zip(self.begin.tolist(), self.length.tolist(), strict=True)]

    def take(self, index: NDArray[Any]) -> Texts:
        """The texts at these indices, in this order; they share the bytes."""
        return Texts(self.data, self.begin[index], self.length[index])

    @property
    def longest(self) -> int:
        """The number of words in the longest text."""
        return -(-int(self.length.max(initial=0)) // _WORD)

    def words(self, number: int) -> Keys:
        """Word ``number`` (from 0) of each text, as a number that sorts like its bytes."""
        return self._read(number, slice(0, len(self))).byteswap()

    def keys(self) -> Keys:
        """A number for each text: equal texts have equal numbers, and different texts nearly always different ones."""
        keys = np.empty(len(self), dtype=np.uint64)
        usual, longest = min(self.longest, _USUAL), self.longest

        def fill(start: int) -> None:
            rows = slice(start, start + _ROWS)
            key = self._read(0, rows)
            for number in range(1, usual):  # the key of a text of one word is that word
                more = _mix(_mix(key) ^ self._read(number, rows))
                key = np.where(self.length[rows] > number * _WORD, more, key)
            keys[rows] = key
            for number in range(_USUAL, longest):
                left = start + np.flatnonzero(self.length[rows] > number * _WORD)
                if not len(left):
                    break
                keys[left] = _mix(_mix(keys[left]) ^ self._read(number, left))

        for _ in in_threads(fill, range(0, len(self), _ROWS)):
            pass
        return keys

    def slow_keys(self) -> Keys:
        """Keys from a cryptographic hash, in case somebody chose texts to make their ``keys`` collide."""
        from hashlib import blake2b

        digests = b"".join(blake2b(self._bytes(i), digest_size=_WORD).digest() for i in range(len(self)))
        return np.frombuffer(digests, dtype=np.uint64)

    def same(self, other: Texts) -> NDArray[np.bool_]:
        """Where the text equals the one at the same index of ``other``."""
        same: NDArray[np.bool_] = self.length == other.length
        for number in range(min(max(self.longest, other.longest), _USUAL)):
            same &= self._read(number, slice(0, len(self))) == other._read(number, slice(0, len(other)))
        for number in range(_USUAL, min(self.longest, other.longest)):
            left = np.flatnonzero(same & (self.length > number * _WORD))
            if not len(left):
                break
            same[left] = self._read(number, left) == other._read(number, left)
        return same

    def _bytes(self, index: int) -> bytes:
        begin = int(self.begin[index])
        return self.data[begin : begin + int(self.length[index])].tobytes()

    def _read(self, number: int, rows: slice | Ints) -> Keys:
        """Word ``number`` of each text, the first byte lowest, padded with zeros after the text's end."""
        everywhere: Keys = np.ndarray((len(self.data) - _WORD + 1,), dtype="<u8", buffer=self.data, strides=(1,))
        begin, left = self.begin[rows], np.clip(self.length[rows] - number * _WORD, 0, _WORD)
        if number:
            begin = np.where(left > 0, begin + number * _WORD, 0)
        words: Keys = everywhere[begin] & _FIRST[left]
        return words


def _mix(key: Keys) -> Keys:
    key = key * _FACTOR
    return key ^ (key >> _FOLD)
