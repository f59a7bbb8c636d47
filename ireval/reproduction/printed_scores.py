r"""Reads the output of ``trec_eval``: lines of measure, topic and value.

>>> printed = read_printed(b"map  1  0.5000\nmap  2  0.2500\nmap  all  0.3750\n")
>>> printed.topics, printed.values["map"]["1"].value, printed.overall["map"].text
(['1', '2'], 0.5, '0.3750')
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ireval.evaluation.evaluation import topic_order
from ireval.evaluation.trec_eval_names import RUN_ID, string_length
from ireval.trec.reading.field_lines import rows
from ireval.trec.reading.parts import LineFile
from ireval.trec.reading.source import LIMIT, Source, Text

KIND = "output"
FIELDS = ("measure", "topic", "value")
#: The name in place of the topic in lines of averages.
ALL = "all"
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.([0-9]*))?|\.([0-9]+))(?:[eE][+-]?[0-9]+)?")
_NOT_A_NUMBER = re.compile(r"[+-]?(?:nan|inf(?:inity)?)", re.IGNORECASE)


@dataclass(frozen=True)
class Printed:
    """A printed value: its ``text``, its number, and its number of decimals."""

    text: str
    value: float
    places: int

    @property
    def slack(self) -> float:
        """The largest possible distance of the exact value from the printed one."""
        return 10.0**-self.places / 2 + 1e-9

    def is_same(self, other: Printed) -> bool:
        """Whether both may be the same value, printed with different numbers of decimals."""
        if math.isnan(self.value) or math.isnan(other.value):
            return math.isnan(self.value) and math.isnan(other.value)
        if self.places == other.places:
            return self.value == other.value
        return abs(self.value - other.value) <= max(self.slack, other.slack)


@dataclass(frozen=True, eq=False)
class PrintedScores:
    """An output: ``values`` by measure and topic, ``overall`` by measure (all topics), ``tag`` from the line ``runid``.

    Strings of grades (``relstring``) are left out.
    """

    name: str
    tag: str
    values: Mapping[str, Mapping[str, Printed]]
    overall: Mapping[str, Printed]

    @property
    def measures(self) -> list[str]:
        """The measures in the order of the file."""
        return list(dict.fromkeys((*self.values, *self.overall)))

    @property
    def topics(self) -> list[str]:
        """The topics with their own lines, in natural order."""
        return sorted({topic for mine in self.values.values() for topic in mine}, key=topic_order)


def read_printed(source: Source, *, limit: int = LIMIT) -> PrintedScores:
    """Read an output of trec_eval from a path, an open file or its bytes.

    Raises ``FileError`` with the line if it has other fields, its value is not a number, or it repeats an earlier line.
    """
    text = LineFile.of(source, KIND, limit).text
    values: dict[str, dict[str, Printed]] = {}
    lines: dict[tuple[str, str], int] = {}
    tag = ""
    for number, (measure, topic, value) in rows(text, FIELDS, blanks_in_last=True):
        earlier = lines.setdefault((measure, topic), number)
        if earlier != number:
            raise text.file_error(number, "printed-twice", measure=measure, topic=topic, earlier=earlier)
        if measure == RUN_ID:
            tag = value
        elif string_length(measure) is None:
            values.setdefault(measure, {})[topic] = _read_value(text, number, value)
    overall = {measure: mine.pop(ALL) for measure, mine in values.items() if ALL in mine}
    if not overall and not any(values.values()):
        raise text.file_error(None, "printed-nothing")
    return PrintedScores(text.name, tag, {m: mine for m, mine in values.items() if mine}, overall)


def _read_value(text: Text, number: int, value: str) -> Printed:
    found = _NUMBER.fullmatch(value)
    if found:
        return Printed(value, float(value), len(found[1] or found[2] or ""))
    if _NOT_A_NUMBER.fullmatch(value):
        return Printed(value, math.nan, 0)
    raise text.file_error(number, "printed-not-a-number", value=value)
