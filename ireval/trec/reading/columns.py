"""Reads files of lines with a fixed number of fields column by column, part by part.

This is the fast reader for nearly all files. It returns None for a file that it cannot read. The slow reader then goes
through the file line by line; it reads the file or reports the line that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ireval.trec.reading.memory import GrowingArray
from ireval.trec.reading.part_table import PartReader, PartTable
from ireval.trec.reading.parts import LineFile, Part, PartsError
from ireval.trec.reading.text_column import PADDING, Ints, Texts
from ireval.trec.reading.threads import in_threads_one_by_one

#: The beginnings of texts are collected as 32-bit numbers, so this many bytes of texts are too many.
_TOO_LONG = 1 << 32


@dataclass(frozen=True)
class Factor:
    """A column with few different texts: ``values``, and for each row the index of its value (``codes``)."""

    codes: NDArray[np.int32]
    values: list[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Factor:
        """A factor from Python strings."""
        places: dict[str, int] = {}
        codes = [places.setdefault(text, len(places)) for text in texts]
        return cls(np.array(codes, np.int32), list(places))


@dataclass(frozen=True)
class Sections:
    """A column with long runs of equal rows (sections): the ``values``, and the sections.

    Each section begins at a row in ``first`` and has the value with the index in ``codes``; ``length`` is the number of
    all rows.
    """

    first: Ints
    codes: NDArray[np.int32]
    length: int
    values: list[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Sections:
        """The sections of Python strings."""
        factor = Factor.of(texts)
        first = starts_of_sections(factor.codes)
        return cls(first, factor.codes[first], len(factor.codes), factor.values)

    @property
    def lengths(self) -> Ints:
        """The number of rows of each section."""
        return np.diff(np.append(self.first, self.length))


def starts_of_sections(codes: NDArray[np.int32]) -> Ints:
    """The rows whose code differs from the code of the row before."""
    changes = np.flatnonzero(codes[1:] != codes[:-1]) + 1
    return np.append(np.zeros(min(1, len(codes)), np.int64), changes)


@dataclass(frozen=True)
class Columns:
    """The columns by name, separated by their kind, and the number of comments that were left out.

    ``last_row`` is the line of the last row.
    """

    sections: Mapping[str, Sections]
    factors: Mapping[str, Factor]
    texts: Mapping[str, Texts]
    numbers: Mapping[str, NDArray[Any]]
    comments: int
    last_row: bytes


def read_columns(file: LineFile, kinds: Mapping[str, str], wider: Mapping[str, str] | None = None) -> Columns | None:
    """The columns of a file; None if a line has more or fewer fields, a number cannot be read, or it is not UTF-8.

    ``kinds`` gives the kind of each column by its name: ``sections`` for the first one, ``factor``, ``text``,
    ``number``, or empty to skip it. With ``wider``, all lines may have the same larger number of fields; then ``wider``
    gives the kinds, and the fields after its last column are skipped.
    """
    try:
        return _collect(_tables(file, PartReader(kinds, wider)), kinds, wider)
    except PartsError:
        return None


def _tables(file: LineFile, reader: PartReader) -> Iterator[tuple[PartTable, float]]:
    """The table of each part, and the share of the file that has been read with it."""
    free: list[bytearray] = []

    def read(part: Part) -> tuple[PartTable, float]:
        table = reader.read(part)
        if table is None:
            raise PartsError
        free.append(part.buffer)
        return table, part.share

    with closing(file.parts(free)) as parts:
        yield from in_threads_one_by_one(read, parts)


def _collect(
    tables: Iterable[tuple[PartTable, float]], kinds: Mapping[str, str], wider: Mapping[str, str] | None
) -> Columns | None:
    columns: dict[str, _Collected] = {}
    width = comments = 0
    last = b""
    for part, share in tables:
        comments += part.comments
        if part.table is None:
            continue
        if not columns:
            width = part.width
            wanted = (wider or kinds) if width > len(kinds) else kinds
            columns = {name: _COLLECTED[kind]() for name, kind in wanted.items() if kind}
        if part.width != width:
            return None
        for name, column in columns.items():
            for chunk in part.table[name].chunks:
                column.add(chunk, share)
        last = part.last_row
    if not columns:
        return None
    whole = {name: column.whole() for name, column in columns.items()}
    return Columns(
        {name: column for name, column in whole.items() if isinstance(column, Sections)},
        {name: column for name, column in whole.items() if isinstance(column, Factor)},
        {name: column for name, column in whole.items() if isinstance(column, Texts)},
        {name: column for name, column in whole.items() if isinstance(column, np.ndarray)},
        comments,
        last,
    )


class _Values:
    """The different values of a column, in the order of the file."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def codes_of(self, chunk: Any) -> NDArray[np.int32]:
        """The codes of the values of a chunk."""
        places = self._places
        return np.array([places.setdefault(v, len(places)) for v in chunk.dictionary.to_pylist()], dtype=np.int32)

    def tolist(self) -> list[str]:
        return list(self._places)


class _Sections:
    def __init__(self) -> None:
        self._values, self._length = _Values(), 0
        self._first: list[Ints] = []
        self._codes: list[NDArray[np.int32]] = []

    def add(self, chunk: Any, _: float) -> None:
        codes = _buffer(chunk.indices, np.int32)
        first = starts_of_sections(codes)
        self._first.append(first + self._length)
        self._codes.append(self._values.codes_of(chunk)[codes[first]])
        self._length += len(chunk)

    def whole(self) -> Sections:
        codes = np.concatenate(self._codes)
        first = starts_of_sections(codes)  # a section may go on in the next part
        return Sections(np.concatenate(self._first)[first], codes[first], self._length, self._values.tolist())


class _Factors:
    def __init__(self) -> None:
        self._values, self._codes = _Values(), GrowingArray(np.int32)

    def add(self, chunk: Any, share: float) -> None:
        codes = self._values.codes_of(chunk)
        np.take(codes, _buffer(chunk.indices, np.int32), out=self._codes.extend(len(chunk), share), mode="clip")

    def whole(self) -> Factor:
        return Factor(self._codes.filled, self._values.tolist())


class _Texts:
    def __init__(self) -> None:
        self._data, self._lengths = GrowingArray(np.uint8), GrowingArray(np.int16)
        self._begin = GrowingArray(np.uint32)  # cheap, because the chunk is still in the processor's cache

    def add(self, chunk: Any, share: float) -> None:
        ends = _buffer(chunk, np.int32, more=1)
        before = (len(self._data) - int(ends[0])) % _TOO_LONG
        np.add(ends[:-1].view(np.uint32), np.uint32(before), out=self._begin.extend(len(chunk), share))
        np.subtract(ends[1:], ends[:-1], out=self._lengths.extend(len(chunk), share), casting="unsafe")
        content = np.frombuffer(chunk.buffers()[2] or b"", dtype=np.uint8)[ends[0] : ends[-1]]
        self._data.extend(len(content), share)[:] = content

    def whole(self) -> Texts:
        self._data.extend(PADDING, 1.0)[:] = 0
        data, lengths = self._data.filled, self._lengths.filled
        return Texts(data, self._begin.filled, lengths) if len(data) < _TOO_LONG else Texts.of_lengths(data, lengths)


class _Numbers:
    def __init__(self) -> None:
        self._numbers = GrowingArray(np.float64)

    def add(self, chunk: Any, share: float) -> None:
        self._numbers.extend(len(chunk), share)[:] = _buffer(chunk, np.float64)

    def whole(self) -> NDArray[np.float64]:
        return self._numbers.filled


_Collected = _Sections | _Factors | _Texts | _Numbers
_COLLECTED: Mapping[str, type[_Collected]] = {
    "sections": _Sections,
    "factor": _Factors,
    "text": _Texts,
    "number": _Numbers,
}


def _buffer(chunk: Any, kind: type[Any], more: int = 0) -> NDArray[Any]:
    """A chunk's numbers, without a copy. PyArrow's own conversion to NumPy would import pandas if it is installed."""
    return np.frombuffer(chunk.buffers()[1], dtype=kind)[chunk.offset : chunk.offset + len(chunk) + more]
