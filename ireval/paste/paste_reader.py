"""Reads a pasted list: labels in a row or one on each line, also with names, lines of a run with its qrels, or ids.

>>> read_pasted("1 0 1 0 3").grades
[1, 0, 1, 0, 3]
>>> read_pasted("NRU").grades
[0, 1, -1]
>>> read_pasted("d7; 2").ranked
(Item(grade=2, name='d7'),)

The whole text decides how it is read. These forms are tried in this order: expected and retrieved ids as JSON; labels
with separators; labels without separators; lines of a run and qrels; one label on each line, with the rank or a name,
or both. Except in JSON, blank lines and lines that begin with ``#`` are ignored, and so are the brackets and quotation
marks of a list in a programming language.
"""

from __future__ import annotations

import re

from ireval.errors import InputError
from ireval.messages.message import Message
from ireval.paste.pasted_ids import read_ids
from ireval.paste.pasted_list import FIELD, Item, Line, PastedList, check_length
from ireval.paste.trec_lines import read_trec
from ireval.ranking.document_names import checked_name
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import TOP_GRADE, grade_of, read_labels

LONGEST = 300_000

_WORDS = {
    **dict.fromkeys(("rel", "relevant", "yes", "true", "+"), 1),
    **dict.fromkeys(("nonrel", "nonrelevant", "non-relevant", "irrelevant", "no", "false"), 0),
    "unjudged": UNJUDGED,
}
_SEPARATORS = " ,;"
#: A label of two words, in the places where a label can be.
_NOT_RELEVANT = re.compile(r"\b(not|non) relevant(?= ?([,;]|$))|^(not|non) relevant\b", re.IGNORECASE)
_PART = re.compile(rf"[^{_SEPARATORS}]+")


def read_pasted(text: str) -> PastedList:
    """The list that ``text`` describes. Raises ``InputError``, with the line if possible, if it cannot be read."""
    if len(text) > LONGEST:
        raise InputError(FIELD, "paste-too-long", most=LONGEST)
    pasted = read_ids(text.removeprefix("\ufeff"))
    if pasted is None:
        pasted = _read_lines(text)
    check_length(len(pasted.ranked), len(pasted.missed))
    return pasted


def _read_lines(text: str) -> PastedList:
    """The list in lines of labels, or of a run and qrels."""
    lines = _lines(text)
    if not any(_parts(line) for _, line in lines):
        raise InputError(FIELD, "paste-empty", top=TOP_GRADE)
    return _labels(lines) or read_trec(lines) or _labelled_names(lines)


def _lines(text: str) -> list[Line]:
    """The lines that are not ignored, with single spaces between their parts."""
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in ("[", "("):
        text = text.translate(dict.fromkeys(map(ord, "[]()\"'"), " "))
    rows = (" ".join(line.split()) for line in re.split(r"\r\n?|\n", text))
    every = enumerate((_NOT_RELEVANT.sub("nonrelevant", row) for row in rows), start=1)
    return [(number, line) for number, line in every if line and not line.startswith("#")]


def _parts(line: str) -> list[str]:
    return _PART.findall(line)


def _label(text: str) -> int | None:
    """The grade that a label means; None if it is not a label."""
    text = _unquote(text)
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    return grade_of(re.sub(r"\.0+$", "", text))  # as programs write whole numbers


def _labels(lines: list[Line]) -> PastedList | None:
    """The list, if it consists of labels only, with or without separators; None if there is anything else."""
    rows = [_parts(line) for _, line in lines]
    if len(rows) > 1 and all(len(row) == 2 and row[0] == str(i) for i, row in enumerate(rows, start=1)):
        return None  # each line has a rank and a label
    if {part for row in rows for part in row} == {"+", "-"}:
        rows = [["0" if part == "-" else part for part in row] for row in rows]
    grades = [_label(part) for row in rows for part in row]
    if None in grades and (len(rows) == 1 or all(len(row) == 1 for row in rows)):
        try:
            grades = [*read_labels("".join(_unquote(part) for row in rows for part in row))]
        except InputError:
            return None
    items = tuple(Item(grade) for grade in grades if grade is not None)
    return PastedList(items, (), Message("paste-labels")) if len(items) == len(grades) else None


def _labelled_names(lines: list[Line]) -> PastedList:
    """The list from one label on each line: on all lines at the end or on all at the beginning, with a rank or name."""
    unranked = _strip_ranks(lines)
    grades = [_label(line.strip(_SEPARATORS)) for _, line in unranked]
    if unranked and None not in grades:
        items = tuple(Item(grade) for grade in grades if grade is not None)
        return PastedList(items, (), Message("paste-ranks-and-labels"))
    if unranked and all(_item(number, line, at_end=True) for number, line in unranked):
        lines = unranked
    rows = [_parts(line) or [""] for _, line in lines]
    at_end = sum(_label(row[-1]) is not None for row in rows) >= sum(_label(row[0]) is not None for row in rows)
    found = [_item(number, line, at_end=at_end) for number, line in lines]
    if None in found:
        unread = [line for line, item in zip(lines, found, strict=True) if item is None]
        raise _reading_error(next((line for line in unread if _unknown_parts(line[1])), unread[0]), at_end=at_end)
    named = tuple(item for item in found if item)
    _check_once([(number, item.name) for (number, _), item in zip(lines, named, strict=True)])
    return PastedList(named, (), Message("paste-names-and-labels"))


def _strip_ranks(lines: list[Line]) -> list[Line]:
    """The lines without the rank at the beginning, as “1”, “1.”, “1)” or “1:”; empty if a line has no rank."""
    found = [re.match(rf"{i}[.):]?[{_SEPARATORS}]+", line) for i, (_, line) in enumerate(lines, start=1)]
    return (
        [(number, line[m.end() :]) for (number, line), m in zip(lines, found, strict=True) if m] if all(found) else []
    )


def _check_once(names: list[tuple[int, str]]) -> None:
    """Raise ``InputError`` if a name is used twice; each name comes with the number of its line."""
    first: dict[str, int] = {}
    for number, name in names:
        if first.setdefault(name, number) != number:
            raise InputError(FIELD, "paste-name-twice", line=number, name=name, earlier=first[name])


def _item(number: int, line: str, *, at_end: bool) -> Item | None:
    """The document of a line; None if the label is missing, or if the line is a row of labels."""
    parts = _parts(line)
    if len(parts) < 2 or _is_row(parts):
        return None
    label = parts[-1] if at_end else parts[0]
    grade = _label(label)
    if grade is None:
        return None
    bare = line.strip(_SEPARATORS)
    name = bare.removesuffix(label) if at_end else bare.removeprefix(label)
    name = name.strip(_SEPARATORS).rstrip(_SEPARATORS + ":=")
    return Item(grade, checked_name(_unquote(name), Message("at-line", line=number)))


def _unquote(name: str) -> str:
    """A name without the quotation marks that CSV puts around it; CSV doubles those within the name."""
    return name[1:-1].replace('""', '"') if len(name) > 1 and name[0] == name[-1] == '"' else name


def _is_row(parts: list[str]) -> bool:
    """Whether most parts are labels: then it is a row of labels with a typing error, not a name with a label."""
    return len(parts) > 2 and 2 * sum(_label(part) is not None for part in parts) > len(parts)


def _unknown_parts(line: str) -> list[str]:
    """The parts that are neither a label nor labels without separators."""
    return [p for p in _parts(line) if _label(p) is None and any(_label(c) is None for c in p)]


def _reading_error(line: Line, *, at_end: bool) -> InputError:
    """The error for a line that cannot be read."""
    number, text = line
    parts = _parts(text)
    if len(parts) < 2 or _is_row(parts):
        unknown = " ".join(_unknown_parts(text)) or text
        return InputError(FIELD, "paste-not-a-label", line=number, text=unknown, top=TOP_GRADE)
    key = "paste-no-label-at-end" if at_end else "paste-no-label-at-start"
    return InputError(FIELD, key, line=number, text=text, top=TOP_GRADE)
