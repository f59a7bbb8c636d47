"""Reads a part of a file as a table of columns with PyArrow, if PyArrow divides its lines as Python does."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ireval.trec.reading.field_lines import last_row
from ireval.trec.reading.parts import Part
from ireval.trec.reading.source import LONGEST_LINE, MARK, find_long_line

#: The number of bytes that are checked at a time, small enough for the processor's cache.
CACHED = 256 << 10
#: The most seconds to wait for PyArrow's threads.
PATIENCE = 10

_BLANK = ord(" ")
_ASCII = 128
_BLANKS = bytes.maketrans(b"\t\v\f", b"   ")
#: Replacements before the last attempt: carriage returns, double spaces, then spaces at both ends of a line together
#: with blank lines; finally comments.
_UNTIDY = ((re.compile(rb"\r\n?"), b"\n"), (re.compile(rb"  +"), b" "), (re.compile(rb" ?\n[ \n]*"), b"\n"))
_COMMENTS = re.compile(rb"(?m)^(?:#[^\n]*\n)+")
#: The number of bytes at the end of a part that contain at least one whole line.


_TAIL = 2 * (LONGEST_LINE + 2)


@dataclass(frozen=True)
class PartTable:
    """A part as a table of PyArrow, None if it has no rows. ``width`` is the number of fields of each line.

    ``comments`` is the number of comments that were left out, and ``last_row`` the line of the last row.
    """

    table: Any
    width: int
    comments: int
    last_row: bytes


class PartReader:
    """Reads the parts of a file; ``kinds`` and ``wider`` are those of ``read_columns``."""

    def __init__(self, kinds: Mapping[str, str], wider: Mapping[str, str] | None) -> None:
        self._kinds, self._wider = kinds, wider
        self._other_blanks = False  # whether a part had other blanks; they are then replaced at once in the next parts

    def read(self, part: Part) -> PartTable | None:
        """The part as a table; None if that is not possible. The buffer of the part is not used afterwards."""
        if find_long_line(part.buffer, part.begin, part.end) >= 0:
            return None
        found = None
        if not self._other_blanks:
            view = memoryview(part.buffer)[part.begin : part.end]
            found = self._table(view)
            _wait_for_release(view)
        if found is not None:
            return PartTable(*found, 0, _last_row_of(part))
        return self._read_untidy(bytes(memoryview(part.buffer)[part.begin : part.end]))

    def _read_untidy(self, data: bytes) -> PartTable | None:
        plain = data.translate(_BLANKS).replace(b"\r\n", b"\n")
        found = self._table_of(plain)
        if found is not None:
            self._other_blanks = True
            return PartTable(*found, 0, last_row(data))
        for pattern, instead in _UNTIDY:
            plain = pattern.sub(instead, plain)
        tidy = plain.strip() + b"\n"
        plain = _COMMENTS.sub(b"", tidy)
        comments = tidy.count(b"\n") - plain.count(b"\n")
        if not plain.strip():
            return PartTable(None, 0, comments, b"")
        found = self._table_of(plain)
        return None if found is None else PartTable(*found, comments, plain.rstrip().rpartition(b"\n")[2])

    def _table_of(self, data: bytes) -> tuple[Any, int] | None:
        view = memoryview(data)
        found = self._table(view)
        _wait_for_release(view)
        return found

    def _table(self, lines: memoryview) -> tuple[Any, int] | None:
        """The lines as a table, and the number of their fields; None if anything in them is unusual."""
        blanks = _count_blanks(np.frombuffer(lines, dtype=np.uint8))
        if blanks is None or bytes(lines[: len(MARK)]) == MARK:  # PyArrow would leave out the mark
            return None
        kinds = self._as_wide_as(bytes(lines[: LONGEST_LINE + 1]))
        try:
            if not blanks.ascii:
                str(lines, "utf-8")
            table = _read_csv(lines, kinds)
        except (ValueError, UnicodeDecodeError):  # an ArrowInvalid is a ValueError
            return None
        ends = len(kinds) * len(table) - (lines[-1] > _BLANK)
        if blanks.total != ends or _has_comment(table, next(iter(kinds))):
            return None
        return table, len(kinds)

    def _as_wide_as(self, begin: bytes) -> Mapping[str, str]:
        """``kinds``, or ``wider`` with as many more columns as the first line has."""
        width = begin.splitlines()[0].count(b" ") + 1
        if self._wider is None or width <= len(self._kinds):
            return self._kinds
        return dict(self._wider) | {str(place): "" for place in range(len(self._wider), width)}


class Blanks(NamedTuple):
    """The number of blanks in a part, including line ends and other control characters, and whether it is ASCII."""

    total: int
    ascii: bool


def _count_blanks(letters: NDArray[np.uint8]) -> Blanks | None:
    """The blanks; None if the first byte is a blank or two are side by side, which PyArrow reads as an empty field."""
    if not len(letters) or letters[0] <= _BLANK:
        return None
    count, highest = 0, 0
    for start in range(0, len(letters), CACHED):
        part = letters[start : start + CACHED + 1]
        blank = part <= _BLANK
        if (blank[1:] & blank[:-1]).any():
            return None
        count += int(np.count_nonzero(blank[:CACHED]))
        highest = max(highest, int(part.max()))
    return Blanks(count, highest < _ASCII)


def _read_csv(lines: memoryview, kinds: Mapping[str, str]) -> Any:
    import pyarrow as pa  # here, because most of ireval does not need it
    from pyarrow import csv

    coded = pa.dictionary(pa.int32(), pa.string())
    types = {"sections": coded, "factor": coded, "text": pa.string(), "number": pa.float64()}
    return csv.read_csv(
        pa.BufferReader(lines),
        read_options=csv.ReadOptions(column_names=list(kinds), block_size=len(lines) + 1, use_threads=False),
        parse_options=csv.ParseOptions(delimiter=" ", quote_char=False),
        convert_options=csv.ConvertOptions(
            include_columns=[name for name, kind in kinds.items() if kind],
            column_types={name: types[kind] for name, kind in kinds.items() if kind},
            null_values=[],
            strings_can_be_null=False,
            check_utf8=False,
        ),
    )


def _has_comment(table: Any, first: str) -> bool:
    """Whether a row is a comment: the first column begins with ``#``."""
    return any(value.startswith("#") for chunk in table[first].chunks for value in chunk.dictionary.to_pylist())


def _last_row_of(part: Part) -> bytes:
    """The line of the last row of a part, which is nearly always among its last bytes."""
    start = max(part.begin, part.end - _TAIL)
    tail = bytes(memoryview(part.buffer)[start : part.end])
    if start > part.begin:
        tail = b"\n".join(tail.splitlines()[1:])
    return last_row(tail)


def _wait_for_release(part: memoryview) -> None:
    """Wait until PyArrow's threads have released ``part``, which they may do a little later than they return its table.

    A thread that releases memory of Python's while Python shuts down aborts the process: "terminate called without an
    active exception".
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            part.release()
        except BufferError:  # a thread still uses it
            if time.monotonic() > end:
                return
            time.sleep(0.0001)
        else:
            return
