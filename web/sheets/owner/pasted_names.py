r"""Reads the names of students as people paste them: one in a line, or as the first column of a table.

>>> read_names("Ada\n\nMüller, Bob\n")
['Ada', 'Müller, Bob']
>>> read_names("Name;Matriculation number\nAda;12345\nBob;23456")
['Ada', 'Bob']
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

from ireval.errors import InputError
from ireval.messages import Message
from web.store.bounds import CONTROL, STUDENT_NAME, STUDENTS

#: Heads of a column of names, in lower case; and heads of two columns that together make a name.
HEADS = {"name", "names", "full name", "student", "students", "pseudonym", "pseudonyms", "first name", "last name"}
HEADS |= {"surname", "given name", "family name"}
PAIRS = {("first name", "last name"), ("first name", "surname"), ("given name", "family name")}
PAIRS |= {("given name", "surname")}
#: The most mistakes that are named at once.
MOST_NAMED = 5
_WORDS = re.compile(r"[^\W\d_][^\d@<>/:;]*")  # no number, address or group


def read_names(text: str, most: int = STUDENTS) -> list[str]:
    """Return the names, without spaces around them.

    Raises ``InputError`` if there are none or more than ``most``, or if one occurs twice.
    """
    found = [(line, name) for line, name in _cells(text) if name]
    if not found:
        raise InputError("names", "names-missing")
    if len(found) > most:
        raise InputError("names", "names-too-many", count=len(found), most=most)
    for line, name in found:
        if len(name) > STUDENT_NAME:
            raise InputError("names", "student-name-too-long", line=line, count=len(name), most=STUDENT_NAME)
        if CONTROL.search(name):
            raise InputError("names", "student-name-not-plain", line=line)
    places: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for line, name in found:
        places[name.casefold()].append((line, name))
    twice = [found for found in places.values() if len(found) > 1]
    if twice:
        named = [Message("name-in-lines", name=t[0][1], lines=[str(line) for line, _ in t[:9]]) for t in twice]
        more = len(twice) - MOST_NAMED
        key = "names-twice-and-more" if more > 0 else "names-twice"
        raise InputError("names", key, names=named[:MOST_NAMED], more=more)
    return [name for _, name in found]


def _cells(text: str) -> list[tuple[int, str]]:
    """The numbers of lines and the names in them, which may be empty."""
    lines = text.removeprefix("\ufeff").splitlines()
    separator = _separator(lines)
    rows = [(number, _row(line, separator)) for number, line in enumerate(lines, 1) if line.strip()]
    if len(rows) == 1 and len(rows[0][1]) > 2 and all(map(_WORDS.fullmatch, rows[0][1])):
        return [(rows[0][0], name) for name in rows[0][1]]  # names one after the other
    if not rows:
        return []
    heads = tuple(cell.casefold() for cell in rows[0][1])
    pair = heads[:2] in PAIRS
    if heads[0] in HEADS:
        rows = rows[1:]
    return [(number, " ".join(islice(filter(None, row), 2)) if pair else row[0]) for number, row in rows]


def _separator(lines: Sequence[str]) -> str:
    """The separator of the table's columns; a line break, which no line contains, if there is only one column.

    In “Müller, Bob” the comma belongs to the name: each line has one comma, followed by a space, between words.
    """
    for separator in "\t;":
        if any(separator in line for line in lines):
            return separator
    some = [line for line in lines if "," in line]
    for line in some:
        first, _, rest = line.partition(",")
        surname_first = rest[:1] == " " and "," not in rest and '"' not in line
        if not (surname_first and _WORDS.fullmatch(first.strip()) and _WORDS.fullmatch(rest.strip())):
            return ","
    return "\n"


def _row(line: str, separator: str) -> list[str]:
    """The cells of a line, with single spaces inside."""
    cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True)) if separator != "\n" else [line]
    return [" ".join(cell.split()) for cell in cells] or [""]
