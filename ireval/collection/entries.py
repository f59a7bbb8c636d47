"""The entries of a collection: documents and topics, whatever the format of their files."""

from __future__ import annotations

from dataclasses import dataclass

from ireval.collection.line_stream import LineStream
from ireval.trec.reading.name_lengths import LONGEST_NAME


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its number as in qrels and runs, its title (may be empty), and its text, a paragraph a line."""

    docno: str
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """An information need: its number as in qrels and runs, title, description and narrative (may be empty)."""

    number: str
    title: str = ""
    description: str = ""
    narrative: str = ""


class Numbers:
    """The numbers of the entries read so far. All numbers differ, also from the numbers in earlier files.

    In errors, ``tag`` is the name of a number in the file, and ``element`` the name of an entry. All files together may
    have at most ``most`` entries.
    """

    def __init__(self, lines: LineStream, element: str, tag: str, most: int | None = None) -> None:
        self._lines, self._element, self._tag, self._most = lines, element, tag, most
        self._known: set[str] = set()

    def add(self, number: str, line: int) -> str:
        """The number of the entry that begins in ``line``. Raises ``FileError`` if it is invalid or used twice."""
        problem = ""
        if not number:
            problem = "element-without-number"
        elif any(character.isspace() for character in number):
            problem = "number-with-spaces"
        elif number in self._known:
            problem = "number-twice"
        if problem:
            raise self._lines.error(line, problem, element=self._element, tag=self._tag, name=number)
        if number in self._lines.earlier:
            raise self._lines.error(line, "number-in-two-files", name=number, earlier=self._lines.earlier[number])
        length = len(number.encode("utf-8", "replace"))
        if length > LONGEST_NAME:
            raise self._lines.error(
                line, "name-in-file-too-long", kind=self._tag, name=number, count=length, most=LONGEST_NAME
            )
        if self._most is not None and len(self._known) + len(self._lines.earlier) >= self._most:
            raise self._lines.error(line, "too-many-entries", kind=self._lines.kind, most=self._most)
        self._known.add(number)
        return number

    def check_any(self) -> None:
        """Raise ``FileError`` if the file has no entry at all."""
        if not self._known:
            raise self._lines.error(None, "no-element", element=self._element, tag=self._tag)
