"""Columns of millions of short texts (document numbers) as one array of bytes, for fast comparison and search.

A text is read as words of 8 bytes, the last one padded with zeros. A text file contains no zero byte, so two texts
are equal if their words are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ireval.trec.reading.memory import empty_array
from ireval.trec.reading.threads import in_threads

Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

_WORD = 8
#: Zeros after the last text, so that its last word can be read.
PADDING = _WORD
#: The first n bytes of a word read from the lowest byte up, n from 0 to 8.
_FIRST = np.array([(1 << (8 * n)) - 1 for n in range(9)], dtype=np.uint64)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_FOLD = np.uint64(32)
#: All rows are read up to this word, and after it only longer rows, so that one long text costs little.
_USUAL = 8
#: Rows processed at a time: few enough to stay in the processor's cache.
_ROWS = 1 << 16


@dataclass(frozen=True, eq=False)
class Texts:
    """Texts: ``data`` has all their bytes and ``PADDING`` zeros at its end; ``begin`` and ``length`` locate each."""

    data: Bytes
    begin: NDArray[Any]
    length: NDArray[np.signedinteger[Any]]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Texts:
        """Texts from Python strings."""
        encoded = [text.encode() for text in texts]
        data = np.frombuffer(b"".join(encoded) + bytes(PADDING), dtype=np.uint8)
        return cls.of_lengths(data, np.fromiter(map(len, encoded), np.int32, len(encoded)))

    @classmethod
    def of_lengths(cls, data: Bytes, length: NDArray[np.signedinteger[Any]]) -> Texts:
        """Texts from the bytes of all of them, with ``PADDING`` zeros after the last one, and their lengths."""
        begin = empty_array(len(length), np.uint32 if len(data) < 1 << 32 else np.int64)
        begin[:1] = 0
        np.cumsum(length[:-1], out=begin[1:], dtype=begin.dtype)
        return cls(data, begin, length)

    def __len__(self) -> int:
        return len(self.begin)

    def __getitem__(self, index: int) -> str:
        return self._bytes(index).decode()

    def tolist(self) -> list[str]:
        """All texts as Python strings."""
        content = self.data.tobytes()
        return [content[a : a + n].decode() for a, n in zip(self.begin.tolist(), self.length.tolist(), strict=True)]

    def take(self, index: NDArray[Any] | slice) -> Texts:
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
        """A number for each text: equal numbers for equal texts, and nearly always different ones for others."""
        keys = np.empty(len(self), dtype=np.uint64)

        def fill(start: int) -> None:
            rows = slice(start, start + _ROWS)
            keys[rows] = self._keys_of(rows, start)

        for _ in in_threads(fill, range(0, len(self), _ROWS)):
            pass
        return keys

    def _keys_of(self, rows: slice, start: int) -> Keys:
        lengths = self.length[rows]
        least, words = int(lengths.min()), -(-int(lengths.max()) // _WORD)
        key = self._read(0, rows)  # the key of a text of one word is that word
        for number in range(1, min(words, _USUAL)):
            more = _mix(_mix(key) ^ self._read(number, rows))
            key = more if least > number * _WORD else np.where(lengths > number * _WORD, more, key)
        for number in range(_USUAL, words):
            left = np.flatnonzero(lengths > number * _WORD)
            key[left] = _mix(_mix(key[left]) ^ self._read(number, start + left))
        return key

    def slow_keys(self) -> Keys:
        """Keys from a cryptographic hash, in case somebody chose texts whose ``keys`` collide."""
        from hashlib import blake2b

        digests = b"".join(blake2b(self._bytes(i), digest_size=_WORD).digest() for i in range(len(self)))
        return np.frombuffer(digests, dtype=np.uint64)

    def same(self, other: Texts) -> NDArray[np.bool_]:
        """Whether each text equals the text at the same index of ``other``."""
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
        begin, left = self.begin[rows], self.length[rows] - number * _WORD
        least, most = int(left.min(initial=_WORD)), int(left.max(initial=_WORD))
        if least >= _WORD:  # no text ends in the word
            begin = begin + number * _WORD if number else begin
            whole: Keys = everywhere[begin]
            return whole
        if number:
            begin = np.where(left > 0, begin + number * _WORD, 0)
        if least < 0 or most > _WORD:
            left = left.clip(0, _WORD)
        words: Keys = everywhere[begin] & _FIRST[left]
        return words


def spread(keys: Keys) -> Keys:
    """Spread the information of each key over all bits; different keys keep different numbers."""
    return _mix(_mix(keys))


def _mix(key: Keys) -> Keys:
    key = key * _FACTOR
    key ^= key >> _FOLD
    return key
