"""Reads files of lines with a fixed number of fields column by column, with PyArrow.

This is the fast reader, for nearly all files. It returns None for a file that it cannot read. The slow reader then
goes through the file line by line; it either reads the file or reports the line that is wrong.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ireval.trec.reading.text_column import Texts

#: Bytes that PyArrow gives to one thread at a time.
BLOCK = 2 << 20
#: Bytes that are read at a time; apart from the columns, reading needs this much memory.
PART = 16 << 20

#: Bytes that are checked at a time, so that they stay in the processor's cache.
CACHED = 256 << 10

#: The most seconds to wait for PyArrow's threads.
PATIENCE = 10

_BLANK = ord(" ")
_BLANKS = bytes.maketrans(b"\t\v\f", b"   ")
#: What is cleaned up before the second try: carriage returns, double spaces, the spaces left at both ends of a line.
_UNTIDY = (
    (re.compile(rb"\r\n?"), b"\n"),
    (re.compile(rb"  +"), b" "),
    (re.compile(rb"(?m)^ | $"), b""),
)
_COMMENT = re.compile(rb"(?m)^#.*\n?")


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
class Columns:
    """The columns by name, divided by the kind that the reader requested, and the number of comments left out."""

    factors: Mapping[str, Factor]
    texts: Mapping[str, Texts]
    numbers: Mapping[str, NDArray[Any]]
    comments: int = 0


def read_columns(data: bytes, kinds: Mapping[str, str], wider: Mapping[str, str] | None = None) -> Columns | None:
    """The columns of ``data``; None if a line has more or fewer fields, a number cannot be read, or it is not UTF-8.

    ``kinds`` gives the kind of each column by its name: ``factor``, ``text``, ``number``, or empty to skip it. With
    ``wider``, the lines may have more fields than there are names, all of them the same number; then ``wider`` gives
    the kinds, and the fields after its last one are skipped.
    """
    plain = data.translate(_BLANKS) if any(blank in data for blank in (b"\t", b"\v", b"\f")) else data
    if b"\r" in plain:
        plain = plain.replace(b"\r\n", b"\n")
    columns = _parse(plain, _as_wide_as(plain, kinds, wider))
    if columns is not None:
        return columns
    tidy = plain
    for pattern, instead in _UNTIDY:
        tidy = pattern.sub(instead, tidy)
    tidy, comments = _COMMENT.subn(b"", tidy)
    columns = _parse(tidy, _as_wide_as(tidy, kinds, wider))
    return columns and replace(columns, comments=comments)


def _as_wide_as(data: bytes, kinds: Mapping[str, str], wider: Mapping[str, str] | None) -> Mapping[str, str]:
    """``kinds``, or ``wider`` with as many more columns as the first line of the data has."""
    end = data.find(b"\n")
    width = data.count(b" ", 0, len(data) if end < 0 else end) + 1
    if wider is None or width <= len(kinds):
        return kinds
    return dict(wider) | {str(place): "" for place in range(len(wider), width)}


def _parse(data: bytes, kinds: Mapping[str, str]) -> Columns | None:
    if _has_empty_fields(data):
        return None
    import pyarrow as pa  # here, because most of ireval does not need it
    from pyarrow import csv

    types = {"factor": pa.dictionary(pa.int32(), pa.string()), "text": pa.string(), "number": pa.float64()}
    wanted = {name: kind for name, kind in kinds.items() if kind}
    parts = {name: Parts({}, [], []) for name in wanted}
    ascii_only = data.isascii()
    for part in _cut(data):
        try:
            if not ascii_only:
                bytes(part).decode()
            table = csv.read_csv(
                pa.BufferReader(part),
                read_options=csv.ReadOptions(column_names=list(kinds), block_size=BLOCK),
                parse_options=csv.ParseOptions(delimiter=" ", quote_char=False),
                convert_options=csv.ConvertOptions(
                    include_columns=list(wanted),
                    column_types={name: types[kind] for name, kind in wanted.items()},
                    null_values=[],
                    strings_can_be_null=False,
                ),
            )
        except (pa.ArrowInvalid, UnicodeDecodeError):
            return None
        finally:
            _wait_for_release(part)
        for name, kind in wanted.items():
            for chunk in table[name].chunks:
                _TAKE[kind](parts[name], chunk)
    return _whole(parts, wanted)


def _wait_for_release(part: memoryview) -> None:
    """Wait until PyArrow's threads have released ``part``, which they may do a little later than they return its table.

    A thread that releases memory of Python's while Python shuts down aborts the process: "terminate called without an
    active exception".
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            part.release()
        except BufferError:  # somebody still uses it
            if time.monotonic() > end:
                return
            time.sleep(0.0001)
        else:
            return


def _has_empty_fields(data: bytes) -> bool:
    """Whether the data begins with a space or line end, or has two in a row: PyArrow would read an empty field."""
    letters = np.frombuffer(data, dtype=np.uint8)
    if not len(letters) or letters[0] <= _BLANK:
        return True
    for start in range(0, len(letters), CACHED):
        part = letters[start : start + CACHED + 1]
        if (np.maximum(part[1:], part[:-1]) <= _BLANK).any():
            return True
    return False


def _whole(parts: dict[str, Parts], kinds: Mapping[str, str]) -> Columns | None:
    """All parts of each column together; None if a comment was read as a row."""
    factors, texts, numbers = {}, {}, {}
    for place, (name, kind) in enumerate(kinds.items()):
        part = parts.pop(name)  # frees its memory for the next one
        if kind == "factor":
            if place == 0 and any(value.startswith("#") for value in part.values):
                return None
            factors[name] = Factor(np.concatenate(part.arrays), list(part.values))
        elif kind == "text":
            texts[name] = Texts.concatenate(part.texts)
        else:
            numbers[name] = np.concatenate(part.arrays)
    return Columns(factors, texts, numbers)


def _cut(data: bytes) -> Iterator[memoryview]:
    """The data in parts of whole lines."""
    view, start = memoryview(data), 0
    while start < len(data):
        end = data.find(b"\n", start + PART) + 1 or len(data)
        yield view[start:end]
        start = end


@dataclass(frozen=True)
class Parts:
    """The parts of a column read so far, as NumPy arrays that keep no PyArrow memory alive."""

    values: dict[str, int]
    arrays: list[NDArray[Any]]
    texts: list[tuple[NDArray[np.uint8], NDArray[Any]]]


def _take_factor(parts: Parts, chunk: Any) -> None:
    values = parts.values
    codes = np.array([values.setdefault(v, len(values)) for v in chunk.dictionary.to_pylist()], dtype=np.int32)
    parts.arrays.append(codes[_buffer(chunk.indices, np.int32)])


def _take_text(parts: Parts, chunk: Any) -> None:
    ends = _buffer(chunk, np.int32, more=1)
    content = chunk.buffers()[2]
    data = np.frombuffer(content, dtype=np.uint8) if content else np.zeros(0, np.uint8)
    parts.texts.append((data[ends[0] : ends[-1]].copy(), ends - ends[0]))


def _take_number(parts: Parts, chunk: Any) -> None:
    parts.arrays.append(_buffer(chunk, np.float64).copy())


_TAKE = {"factor": _take_factor, "text": _take_text, "number": _take_number}


def _buffer(chunk: Any, kind: type[Any], more: int = 0) -> NDArray[Any]:
    """A chunk's numbers, without a copy. PyArrow's own conversion to NumPy would import pandas if it is installed."""
    return np.frombuffer(chunk.buffers()[1], dtype=kind)[chunk.offset : chunk.offset + len(chunk) + more]
