"""Finds the texts of a question in a file: its prompt, lists, conventions, table, and each part with its answer.

A file of any format is unpacked, unescaped and read as words without markup, among which the texts are looked for.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from html import unescape
from typing import Any

from ireval.contract.finding import Finding
from ireval.exercises.exports.platform_files import SheetFile
from ireval.exercises.exports.shared.job import Item
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Row, Shown

_WORD = re.compile(r"[0-9]+(?:[.,][0-9]+)?|[^\W\d_][^\W_]*")
_TAG = re.compile(r"<!\[CDATA\[|</?[A-Za-z][^<>]*>|<[!?][^<>]*>")
#: The most words between a document and its label, and between a label and the next document.
_BESIDE, _NEXT = 5, 12


def members(file: SheetFile) -> dict[str, str]:
    """Return the texts in a file by their paths. Raises ``ValueError`` if they are not in UTF-8."""
    if not file.data.startswith(b"PK"):
        return {file.name: file.data.decode("utf-8-sig")}
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            return {name: archive.read(name).decode("utf-8-sig") for name in archive.namelist()}
    except zipfile.BadZipFile as error:
        raise ValueError(str(error)) from None


@dataclass(frozen=True)
class FileTexts:
    """The texts of a file: ``raw``, and as ``words`` with a space before and after each."""

    raw: str
    words: str

    @classmethod
    def of(cls, file: SheetFile) -> FileTexts:
        """Return the texts of a file. Raises ``ValueError`` if they are not in UTF-8."""
        texts = members(file)
        raw = "".join(f"{path} {text} " for path, text in texts.items())
        is_json = "json" in file.media_type
        read = _texts(json.loads(file.data)) if is_json else texts.values()
        return cls(raw, " ".join(map(words, read)))

    @cached_property
    def each(self) -> list[str]:
        """The words, one by one."""
        return self.words.split()

    @cached_property
    def places(self) -> Mapping[str, list[int]]:
        """The places of each word."""
        found: dict[str, list[int]] = {}
        for place, word in enumerate(self.each):
            found.setdefault(word, []).append(place)
        return found

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        """All numbers."""
        return frozenset(Decimal(word) for word in self.places if word.isascii() and word[0].isdigit())

    def say(self, text: str) -> bool:
        """Whether the file contains the words of a text one after the other; true for a text without words."""
        wanted = words(text)
        return not wanted.strip() or wanted in self.words


def words(text: str) -> str:
    """Return the words and numbers of a text without markup, with a space before and after each.

    >>> words("<p>AP &lt;b&gt; = 0,5</p>")
    ' AP 0.5 '
    """
    plain = ""
    while plain != text:
        plain, text = text, _TAG.sub(" ", unescape(text))
    found = (word.replace(",", ".") for word in _WORD.findall(plain.replace("\\", "")))
    return f" {' '.join(found)} "


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for name, value in data.items():
            yield name
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)
    else:
        yield str(data)


def missing(item: Item, file: FileTexts, where: str) -> Iterator[Finding]:
    """Yield the parts of a question that a file lacks."""
    question = item.question
    if item.key not in file.raw:
        yield _lacks("the variant's key", where, item.key, "Write item.key or item.name.")
    said = question.text or question.prompt
    if not _in_order(words(said).split(), file):
        yield _lacks("the prompt", where, said, "Write question.prompt.")
    for shown in question.lists:
        lost = _lost_document(shown, file)
        if lost:
            fix = "Write each document with its label beside it, as question_lines and body do."
            yield _lacks("the list", where, f"{lost.name} {lost.label}", fix)
        yield from (_lacks("the list", where, fact, "Write shown.facts.") for fact in shown.facts if not file.say(fact))
    for note in question.notes:
        if not file.say(note):
            yield _lacks("the conventions", where, note, "Write question.notes.")
    if question.grid:
        texts = [*question.grid.heads, *(cell.text for row in question.grid.rows for cell in row)]
        yield from (_lacks("the table", where, text, "Write question.grid.") for text in texts if not file.say(text))
    for part in question.parts:
        named = part.id in question.cells or len(question.parts) == 1
        if not named and not file.say(part.label):
            yield _lacks("a part", where, part.label, "Write part.label.")
        described = len(question.parts) > 1 and bool(part.hint) and file.say(part.hint)
        yield from _missing_answer(part, file, where, described=described)


def _missing_answer(part: Part, file: FileTexts, where: str, *, described: bool) -> Iterator[Finding]:
    """The answers that a file lacks; options that a hint has ``described`` may be missing beside other gaps."""
    if part.kind == NUMBER:
        if Decimal(part.right).copy_abs() not in file.numbers:
            yield _lacks("an answer", where, f"{part.label}: {part.right}", "Write part.right.")
    elif part.kind == CHOICE:
        for option in part.options:
            known = file.say(option.text) or file.say(option.key)
            if not known and (option.key == part.right or not described):
                yield _lacks("an option", where, option.text, "Write the text of each option.")
    elif not file.say(part.right):
        yield _lacks("an answer", where, part.right, "Write part.right, one of many correct answers.")


def _lacks(what: str, where: str, text: str, fix: str) -> Finding:
    return Finding("not-held", what, f"“{text[:60]}” of {where} is not in the file.", fix)


def _in_order(wanted: Sequence[str], file: FileTexts) -> bool:
    """Whether words follow one another, with only a few others between them, as in a text with formulas."""
    return not wanted or any(_follow(wanted, file.each, start) for start in file.places.get(wanted[0], ()))


def _follow(wanted: Sequence[str], found: Sequence[str], at: int) -> bool:
    for word in wanted[1:]:
        following = found[at + 1 : at + 1 + _BESIDE]
        if word not in following:
            return False
        at += 1 + following.index(word)
    return True


def _lost_document(shown: Shown, file: FileTexts) -> Row | None:
    """The first document of a list that is not found with its label after the documents before it; else None."""
    for rows in (shown.rows, shown.missed):
        if rows:
            first = words(rows[0].name).split()[0]
            most = max((_rows_from(rows, file.each, start) for start in file.places.get(first, ())), default=0)
            if most < len(rows):
                return rows[most]
    return None


def _rows_from(rows: Sequence[Row], found: Sequence[str], start: int) -> int:
    """The number of rows that follow one another from a place on."""
    at = start
    for count, row in enumerate(rows):
        name, label = words(row.name).split(), words(row.label).split()
        at = _place(name, found, at, at + (_NEXT if count else 1))
        at = _place(label, found, at + len(name), at + len(name) + _BESIDE) if at >= 0 else -1
        if at < 0:
            return count
        at += len(label)
    return len(rows)


def _place(wanted: Sequence[str], found: Sequence[str], low: int, high: int) -> int:
    """The first place of the words from ``low`` on, before ``high``; -1 if there is none."""
    return next((place for place in range(low, high) if found[place : place + len(wanted)] == wanted), -1)
