"""Whether a file holds a question: its prompt, its lists, its conventions, its table, each part and its answer.

A file is read as words, whatever its format: unpacked, unescaped and without markup. What a question says is looked
for among them.
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
#: As many words may stand between a document and its label, and between a label and the next document.
_BESIDE, _NEXT = 5, 12


def members(file: SheetFile) -> dict[str, str]:
    """The texts in a file by their paths. Raises ``ValueError`` if they are no text in UTF-8."""
    if not file.data.startswith(b"PK"):
        return {file.name: file.data.decode("utf-8-sig")}
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            return {name: archive.read(name).decode("utf-8-sig") for name in archive.namelist()}
    except zipfile.BadZipFile as error:
        raise ValueError(str(error)) from None


@dataclass(frozen=True)
class HeldTexts:
    """What can be read in a file: its ``raw`` texts, and all of its ``words``, a blank before and after each."""

    raw: str
    words: str

    @classmethod
    def of(cls, file: SheetFile) -> HeldTexts:
        """The texts of a file. Raises ``ValueError`` if they are no text in UTF-8."""
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
        """Where each word stands."""
        found: dict[str, list[int]] = {}
        for place, word in enumerate(self.each):
            found.setdefault(word, []).append(place)
        return found

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        """All numbers."""
        return frozenset(Decimal(word) for word in self.places if word.isascii() and word[0].isdigit())

    def say(self, text: str) -> bool:
        """Whether the words of a text stand beside one another; also if it has none."""
        wanted = words(text)
        return not wanted.strip() or wanted in self.words


def words(text: str) -> str:
    """The words and numbers of a text without markup, a blank before and after each.

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


def missing(item: Item, held: HeldTexts, where: str) -> Iterator[Finding]:
    """What of a question is not in a file."""
    question = item.question
    if item.key not in held.raw:
        yield _lacks("the variant's key", where, item.key, "Write item.key or item.name.")
    said = question.text or question.prompt
    if not _in_order(words(said).split(), held):
        yield _lacks("the prompt", where, said, "Write question.prompt.")
    for shown in question.lists:
        lost = _lost_document(shown, held)
        if lost:
            fix = "Write each document with its label beside it, as question_lines and body do."
            yield _lacks("the list", where, f"{lost.name} {lost.label}", fix)
        yield from (_lacks("the list", where, fact, "Write shown.facts.") for fact in shown.facts if not held.say(fact))
    for note in question.notes:
        if not held.say(note):
            yield _lacks("the conventions", where, note, "Write question.notes.")
    if question.grid:
        texts = [*question.grid.heads, *(cell.text for row in question.grid.rows for cell in row)]
        yield from (_lacks("the table", where, text, "Write question.grid.") for text in texts if not held.say(text))
    for part in question.parts:
        named = part.id in question.cells or len(question.parts) == 1
        if not named and not held.say(part.label):
            yield _lacks("a part", where, part.label, "Write part.label.")
        described = len(question.parts) > 1 and bool(part.hint) and held.say(part.hint)
        yield from _missing_answer(part, held, where, described=described)


def _missing_answer(part: Part, held: HeldTexts, where: str, *, described: bool) -> Iterator[Finding]:
    """What of the answers is not in a file; options that a hint has ``described`` may be left out beside other gaps."""
    if part.kind == NUMBER:
        if Decimal(part.right).copy_abs() not in held.numbers:
            yield _lacks("an answer", where, f"{part.label}: {part.right}", "Write part.right.")
    elif part.kind == CHOICE:
        for option in part.options:
            known = held.say(option.text) or held.say(option.key)
            if not known and (option.key == part.right or not described):
                yield _lacks("an option", where, option.text, "Write the text of each option.")
    elif not held.say(part.right):
        yield _lacks("an answer", where, part.right, "Write part.right, one of many correct answers.")


def _lacks(what: str, where: str, text: str, fix: str) -> Finding:
    return Finding("not-held", what, f"“{text[:60]}” of {where} is not in the file.", fix)


def _in_order(wanted: Sequence[str], held: HeldTexts) -> bool:
    """Whether words follow one another, with others between them at most as in a text with formulas."""
    return not wanted or any(_follow(wanted, held.each, start) for start in held.places.get(wanted[0], ()))


def _follow(wanted: Sequence[str], held: Sequence[str], at: int) -> bool:
    for word in wanted[1:]:
        following = held[at + 1 : at + 1 + _BESIDE]
        if word not in following:
            return False
        at += 1 + following.index(word)
    return True


def _lost_document(shown: Shown, held: HeldTexts) -> Row | None:
    """The first document of a list that does not follow the ones before it with its label; None if all do."""
    for rows in (shown.rows, shown.missed):
        if rows:
            first = words(rows[0].name).split()[0]
            most = max((_rows_from(rows, held.each, start) for start in held.places.get(first, ())), default=0)
            if most < len(rows):
                return rows[most]
    return None


def _rows_from(rows: Sequence[Row], held: Sequence[str], start: int) -> int:
    """How many of the rows follow one another from a place on."""
    at = start
    for count, row in enumerate(rows):
        name, label = words(row.name).split(), words(row.label).split()
        at = _place(name, held, at, at + (_NEXT if count else 1))
        at = _place(label, held, at + len(name), at + len(name) + _BESIDE) if at >= 0 else -1
        if at < 0:
            return count
        at += len(label)
    return len(rows)


def _place(wanted: Sequence[str], held: Sequence[str], low: int, high: int) -> int:
    """The first place from ``low``, before ``high``, where the words stand; -1 if there is none."""
    return next((place for place in range(low, high) if held[place : place + len(wanted)] == wanted), -1)
