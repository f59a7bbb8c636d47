"""Counts idle lines: blank lines and comments. A few are usual; millions of them pack into a few kilobytes."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ireval.numbers.arrays import Bools

_BLANK = ord(" ")
_FEED, _RETURN, _SIGN = b"\n\r#"
#: If lines have more bytes than this on average, most of them have content, so they are not counted.
_USUAL = 8
#: The number of bytes of an unfinished line that are kept: its beginning shows whether it is idle.
_LONGEST_BEGINNING = 1000


class IdleLines:
    """Counts the idle lines of a file, piece by piece. There may be at most ``MOST`` more of them than other lines."""

    MOST: ClassVar[int] = 1_000_000

    def __init__(self) -> None:
        self._lines = self._more = 0
        self._rest = b""

    def first_too_many(self, piece: bytes) -> int | None:
        """The number, from 1, of the first line that exceeds the limit; None if no line does."""
        text = (self._rest + piece).replace(b"\r\n", b"\n")
        whole = len(text) - text.endswith(b"\r")  # a line feed may follow
        end = max(text.rfind(b"\n", 0, whole), text.rfind(b"\r", 0, whole)) + 1
        self._rest, text = text[end:][:_LONGEST_BEGINNING], text[:end]
        before, lines = self._lines, text.count(b"\n") + text.count(b"\r")
        self._lines += lines
        if lines * _USUAL <= len(text):
            self._more -= lines
            return None
        more = self._more + np.cumsum(np.where(_idle_lines(text), 1, -1))
        self._more = int(more[-1])
        over = int(np.argmax(more > self.MOST))
        return before + over + 1 if more[over] > self.MOST else None


def _idle_lines(text: bytes) -> Bools:
    """Whether each line is blank or begins with ``#``; the text ends with a line."""
    letters = np.frombuffer(text, np.uint8)
    ends = np.flatnonzero((letters == _FEED) | (letters == _RETURN))
    words = np.append(np.flatnonzero(letters > _BLANK), len(letters))
    first = words[np.searchsorted(words, np.append(0, ends[:-1] + 1))]
    idle: Bools = (first >= ends) | (np.append(letters, 0)[first] == _SIGN)
    return idle
