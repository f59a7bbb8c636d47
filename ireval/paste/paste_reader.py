"""Reads lists as people paste them: labels in a row or below each other, with names, or lines of a run with its qrels.

>>> read_pasted("1 0 1 0 3").grades
[1, 0, 1, 0, 3]
>>> read_pasted("NRU").grades
[0, 1, -1]
>>> read_pasted("d7; 2").ranked
(Item(grade=2, name='d7'),)

What a text is taken for is decided by the whole of it, in this order: labels alone; labels with nothing between them;
lines of a run and qrels; a label a line, with the rank or a name, or both. Blank lines and lines that begin with ``#``
do not count, nor do the brackets and quotation marks of a list in a programming language.
"""

from __future__ import annotations

import re

from ireval.errors import InputError
from ireval.messages.writing import quoted
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
#: Two words for one label, where a label can stand.
_NOT_RELEVANT = re.compile(r"\b(not|non) relevant(?= ?([,;]|$))|^(not|non) relevant\b", re.IGNORECASE)
_PART = re.compile(rf"[^{_SEPARATORS}]+")
_HELP = (
    f"Write grades from 0 to {TOP_GRADE}, or N, R and U: in a row, one a line, or each behind a name, as “d7 2”. "
    "Or paste the lines of a run together with its qrels."
)


def read_pasted(text: str) -> PastedList:
    """The list that ``text`` describes. Raises ``InputError`` with the line for what is none, or is too long."""
    if len(text) > LONGEST:
        raise InputError(
            FIELD, f"The text has more than {LONGEST:,} characters.", "Paste the lines of one topic alone."
        )
    lines = _lines(text)
    if not any(_parts(line) for _, line in lines):
        raise InputError(FIELD, "There is nothing to read.", _HELP)
    pasted = _labels(lines) or read_trec(lines) or _labelled_names(lines)
    check_length(len(pasted.ranked), len(pasted.missed))
    return pasted


def _lines(text: str) -> list[Line]:
    """The lines that count, with single blanks between what is in them."""
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in ("[", "("):
        text = text.translate(dict.fromkeys(map(ord, "[]()\"'"), " "))
    rows = (" ".join(line.split()) for line in re.split(r"\r\n?|\n", text))
    every = enumerate((_NOT_RELEVANT.sub("nonrelevant", row) for row in rows), start=1)
    return [(number, line) for number, line in every if line and not line.startswith("#")]


def _parts(line: str) -> list[str]:
    return _PART.findall(line)


def _label(text: str) -> int | None:
    """The grade that a label stands for; None where it is none."""
    text = _unquote(text)
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    return grade_of(re.sub(r"\.0+$", "", text))  # as programs write whole numbers


def _labels(lines: list[Line]) -> PastedList | None:
    """Labels, with or without something between them; None where there is anything else."""
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
    return PastedList(items, (), "labels") if len(items) == len(grades) else None


def _labelled_names(lines: list[Line]) -> PastedList:
    """A label a line, in all lines behind or in all before a rank or name; or behind a rank and a name."""
    unranked = _strip_ranks(lines)
    grades = [_label(line.strip(_SEPARATORS)) for _, line in unranked]
    if unranked and None not in grades:
        return PastedList(tuple(Item(grade) for grade in grades if grade is not None), (), "ranks and labels")
    if unranked and all(_item(number, line, behind=True) for number, line in unranked):
        lines = unranked
    rows = [_parts(line) or [""] for _, line in lines]
    behind = sum(_label(row[-1]) is not None for row in rows) >= sum(_label(row[0]) is not None for row in rows)
    items = [_item(number, line, behind=behind) for number, line in lines]
    if None in items:
        unread = [line for line, item in zip(lines, items, strict=True) if item is None]
        raise _reading_error(next((line for line in unread if _unknown_parts(line[1])), unread[0]), behind=behind)
    named = tuple(item for item in items if item)
    _check_once([(number, item.name) for (number, _), item in zip(lines, named, strict=True)])
    return PastedList(named, (), "names and labels")


def _strip_ranks(lines: list[Line]) -> list[Line]:
    """The lines without the ranks that they begin with, as “1”, “1.”, “1)” or “1:”; none where some do not."""
    found = [re.match(rf"{i}[.):]?[{_SEPARATORS}]+", line) for i, (_, line) in enumerate(lines, start=1)]
    return (
        [(number, line[m.end() :]) for (number, line), m in zip(lines, found, strict=True) if m] if all(found) else []
    )


def _check_once(names: list[tuple[int, str]]) -> None:
    """Raise ``InputError`` for a name that comes again; names are told with the numbers of their lines."""
    first: dict[str, int] = {}
    for number, name in names:
        if first.setdefault(name, number) != number:
            raise InputError(
                FIELD,
                f"Line {number}: {quoted(name)} stands in line {first[name]} already, and a list has a document once.",
                "Remove one of them, or give them different names.",
            )


def _item(number: int, line: str, *, behind: bool) -> Item | None:
    """A line's document; None where there is no label in its place, or so many that it is a row of them."""
    parts = _parts(line)
    if len(parts) < 2 or _is_row(parts):
        return None
    label = parts[-1] if behind else parts[0]
    grade = _label(label)
    if grade is None:
        return None
    bare = line.strip(_SEPARATORS)
    name = bare.removesuffix(label) if behind else bare.removeprefix(label)
    name = name.strip(_SEPARATORS).rstrip(_SEPARATORS + ":=")
    return Item(grade, checked_name(_unquote(name), f"Line {number}: "))


def _unquote(name: str) -> str:
    """A name without the quotation marks that CSV puts around it; those in it come twice there."""
    return name[1:-1].replace('""', '"') if len(name) > 1 and name[0] == name[-1] == '"' else name


def _is_row(parts: list[str]) -> bool:
    """Whether so many of them are labels that it must be a row of labels with a slip, and no name with one label."""
    return len(parts) > 2 and 2 * sum(_label(part) is not None for part in parts) > len(parts)


def _unknown_parts(line: str) -> list[str]:
    """What no label is, alone or in a row without anything between."""
    return [p for p in _parts(line) if _label(p) is None and any(_label(c) is None for c in p)]


def _reading_error(line: Line, *, behind: bool) -> InputError:
    """The error for a line that cannot be read."""
    number, text = line
    parts = _parts(text)
    if len(parts) < 2 or _is_row(parts):
        return InputError(
            FIELD, f"Line {number}: {quoted(' '.join(_unknown_parts(text)) or text)} is not a label.", _HELP
        )
    place = "end" if behind else "begin"
    return InputError(FIELD, f"Line {number}: {quoted(text)} does not {place} with a label.", _HELP)
