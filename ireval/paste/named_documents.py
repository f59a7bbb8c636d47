"""Reads one document per line: its rank, its name and its label, any of which may be missing.

>>> [reading.lists[0].ranked for reading in read_documents([(1, "1. d7 (r)"), (2, "2. d9 (n)")])]
[(Item(grade=1, name='d7'), Item(grade=0, name='d9'))]
"""

from __future__ import annotations

import re

from ireval.errors import InputError
from ireval.messages.message import Message
from ireval.paste.cell_labels import DASHES, MARKS, joined_words, label_of, read_signs, unquoted
from ireval.paste.line_ranks import is_counted, without_ranks
from ireval.paste.pasted_list import FIELD, Item, Line, PasteReading, of_grades, single
from ireval.ranking.document_names import checked_name
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import TOP_GRADE

SEPARATORS = " ,;|\t"
_PART = re.compile(rf"[^{SEPARATORS}]+")
#: A label after a name at the end of a cell, which needs no space before it.
_AT_END = re.compile(r"\s*(?:([(\[{<][^()\[\]{}<>]{1,20}[)\]}>])|(?:[:=]|->|→)\s*([^\s:=]{1,20}))$")
_LONGEST_LABEL = 40


def one_on_each_line(lines: list[Line]) -> list[Line]:
    """One line per document if a single line has several: “d1 R, d2 N” or “d1 (R) d2 (N)”; other lines unchanged."""
    if len(lines) != 1:
        return lines
    number, text = lines[0][0], joined_words(lines[0][1])
    for pattern in (r" ?; ?", r" ?, ?", r"(?<=[)\]]) ", r"(?<=[)\]]) ?(?:[-–—>→]|->)+ ?", " "):
        parts = [part for part in re.split(pattern, text) if part]
        read = split_item if pattern == " " else (lambda part: _item((number, part), at_end=True))
        if len(parts) > 1 and all(map(read, parts)):
            return [(number, part) for part in parts]
    return lines


def read_documents(lines: list[Line]) -> list[PasteReading]:
    """The readings of lines with one document each. Raises ``InputError``, with the line, if labels are missing."""
    lines = _minus_as_label(
        [(number, " ".join(joined_words(line).split())) for number, line in one_on_each_line(lines)]
    )
    ranked = without_ranks(lines)
    if ranked and any(line for _, line in ranked.lines):
        grades = [label_of(line.strip(SEPARATORS)) for _, line in ranked.lines]
        known = [grade for grade in grades if grade is not None]
        if len(known) == len(grades):
            return [of_grades(known, "paste-ranks-and-labels")]
        readings = _named(ranked.lines)[:1] or _marked(ranked.lines)
        if readings:
            return readings
        is_row = any(_is_row(_PART.findall(line)) for _, line in lines)
        if not is_row and not any(_item(line, at_end=end) for line in ranked.lines for end in (True, False)):
            unjudged = _unjudged(ranked.lines, "paste-ranks-and-names")
            may_be_grades = not ranked.is_certain and len(lines) <= TOP_GRADE
            return [unjudged, *_named(lines)] if may_be_grades else [unjudged]
    named = _named(lines) or _marked(lines)
    if not named:
        raise _reading_error(ranked.lines if ranked else lines)
    counted = [item.grade for item in named[0].lists[0].ranked]
    if len(named) == 1 and len(counted) > 2 and is_counted(counted):
        return [_unjudged([(n, _split(line)[0]) for n, line in lines], "paste-ranks-and-names"), *named]
    return named


def split_item(cell: str) -> Item | None:
    """The document in a cell with a name and a label after it, such as “d4 (r)” or “d4: 1”; otherwise None."""
    end = cell[-_LONGEST_LABEL:]
    found = _AT_END.search(end)
    grade = label_of(found[1] or found[2]) if found else None
    name = _tidy(cell[: len(cell) - len(end) + found.start()]) if found else ""
    return Item(grade, name) if grade is not None and name else None


def check_once(names: list[tuple[int, str]]) -> None:
    """Raise ``InputError`` if a name is used twice; each name comes with the number of its line."""
    first: dict[str, int] = {}
    for number, name in names:
        if name in first:
            raise InputError(FIELD, "paste-name-twice", line=number, name=name, earlier=first[name])
        if name:
            first[name] = number


def _minus_as_label(lines: list[Line]) -> list[Line]:
    """The lines with “n” for a dash at the end, if other lines end with “+”."""
    ends = [re.split(r"[\s,;|(\[]", line.rstrip(")]"))[-1] for _, line in lines]
    both = zip(lines, ends, read_signs(ends), strict=True)
    return [line if end == sign else (line[0], _with_end(line[1], end, sign)) for line, end, sign in both]


def _with_end(line: str, end: str, sign: str) -> str:
    before, _, after = line.rpartition(end)
    return f"{before}{sign}{after}"


def _named(lines: list[Line]) -> list[PasteReading]:
    """The reading if each line ends, or each begins, with a label; both readings if each has labels at both ends."""
    readings = []
    for at_end in (True, False):
        found = [_item(line, at_end=at_end) for line in lines]
        items = [item for item in found if item]
        if items and len(items) == len(found):
            readings.append(
                single(_checked(lines, items), "paste-names-and-labels" if at_end else "paste-labels-and-names")
            )
    return readings


def _unjudged(lines: list[Line], form: str) -> PasteReading:
    return single(_checked(lines, [Item(UNJUDGED, _tidy(line)) for _, line in lines]), form)


def _marked(lines: list[Line]) -> list[PasteReading]:
    """The readings if some documents have the same label and others none: these are not relevant, or unjudged."""
    split = [_split(line) for _, line in lines]
    labels = {label.strip("()[]").lower() for _, label in split if label}
    named = {bool(name) for name, _ in split}
    if len(labels) != 1 or all(label for _, label in split) or len(named) > 1:
        return []
    (label,) = labels
    grade = 1 if label in MARKS else label_of(label) or 0
    bare = label.isdigit() and not any(text.startswith("(") for _, text in split)
    if grade < 1 or bare:
        return []
    return [
        single(_checked(lines, [Item(grade if mark else other, name) for name, mark in split]), form)
        for other, form in ((0, "paste-empty-not-relevant"), (UNJUDGED, "paste-empty-unjudged"))
    ]


def _split(line: str) -> tuple[str, str]:
    """The name in a line and the label or mark at its end; the label is empty if there is none."""
    parts = _PART.findall(line)
    bracketed = split_item(line)
    last = parts[-1] if parts else ""
    if bracketed and label_of(last) is None:
        return bracketed.name, line[line.rindex(bracketed.name) + len(bracketed.name) :].strip(" :=->→")
    if parts and (label_of(last) is not None or last.lower() in MARKS):
        return _tidy(line.rstrip(SEPARATORS)[: -len(last)]), last
    return _tidy(line), ""


def _item(line: Line, *, at_end: bool) -> Item | None:
    """The document of a line; None if the label is missing, or if the line is a row of labels."""
    text = line[1]
    parts = _PART.findall(text)
    if _is_row(parts):
        return None
    if len(parts) > 1:
        label = parts[-1] if at_end else parts[0].rstrip(":")
        grade = label_of(label)
        if grade is not None and not (parts[0].endswith(":") and not at_end and "," in text):
            bare = text.strip(SEPARATORS)
            name = bare.removesuffix(label) if at_end else bare.removeprefix(parts[0])
            return Item(grade, _tidy(name))
    return split_item(text.strip(SEPARATORS)) if at_end else None


def _tidy(name: str) -> str:
    """A name without separators around it, and without quotation marks."""
    name = " ".join(unquoted(name.strip(SEPARATORS)).split())
    name = re.sub(rf"\s+(?:[{DASHES}]|->|→)$", "", name.rstrip(SEPARATORS + ":="))
    return unquoted(name.strip(SEPARATORS))


def _checked(lines: list[Line], items: list[Item]) -> list[Item]:
    """The documents. Raises ``InputError`` if a name is too long or used twice."""
    for (number, _), item in zip(lines, items, strict=True):
        checked_name(item.name, Message("at-line", line=number))
    check_once([(number, item.name) for (number, _), item in zip(lines, items, strict=True)])
    return items


def _is_row(parts: list[str]) -> bool:
    """Whether most parts are labels, so that the line is a row of labels with a typing error, not a name."""
    parts = [part for part in parts if part not in DASHES]
    return len(parts) > 2 and 2 * sum(label_of(part) is not None for part in parts) > len(parts)


def _unknown_parts(line: str) -> list[str]:
    """The parts that are neither a label nor a group of labels without separators."""
    return [p for p in _PART.findall(line) if label_of(p) is None and any(label_of(c) is None for c in p)]


def _reading_error(lines: list[Line]) -> InputError:
    """The error for the first line that cannot be read."""
    words = [part for _, line in lines for part in _PART.findall(line)]
    if words == [str(i) for i in range(1, len(words) + 1)]:
        return InputError(FIELD, "paste-ranks-without-labels", top=TOP_GRADE)
    ends = [sum(_item(line, at_end=at_end) is not None for line in lines) for at_end in (True, False)]
    at_end = ends[0] >= ends[1]
    unread = [line for line in lines if _item(line, at_end=at_end) is None]
    number, text = next((line for line in unread if _unknown_parts(line[1])), unread[0])
    parts = _PART.findall(text)
    if len(parts) < 2 or _is_row(parts):
        unknown = " ".join(_unknown_parts(text)) or text
        return InputError(FIELD, "paste-not-a-label", line=number, text=unknown, top=TOP_GRADE)
    key = "paste-no-label-at-end" if at_end else "paste-no-label-at-start"
    return InputError(FIELD, key, line=number, text=text, top=TOP_GRADE)
