"""Relevance judgements: lines of topic, iteration, docno and grade.

Diversity tracks put a subtopic in the second column; a topic may then list a document once for each subtopic.
A grade below 0 means that the document was in the pool but was not judged (trec_eval's rule).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ireval.messages import PYTHON, say
from ireval.numbers.arrays import Bools, Grades
from ireval.ranking.judgements import POOLED
from ireval.trec.reading.columns import Factor, Sections, read_columns
from ireval.trec.reading.field_lines import count_comments, line_of, line_shape, rows
from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.name_lengths import check_names
from ireval.trec.reading.parts import LineFile
from ireval.trec.reading.source import LIMIT, Source, Text
from ireval.trec.reading.text_column import Ints, Texts
from ireval.trec.reading.topic_groups import TopicGroups

KIND = "qrels"
FIELDS = ("topic", "iteration", "docno", "grade")
#: The highest grade that a file may contain.
HIGHEST = 1000

_KINDS = {"topic": "sections", "iteration": "factor", "docno": "text", "grade": "factor"}
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, eq=False)
class Subtopics:
    """Judgements by subtopic, one row for each: the document (``doc``, a row of ``Qrels``), the subtopic, the grade.

    ``names`` is the name of the subtopic in the file; ``number`` is its number within the topic, from 0.
    """

    doc: Ints
    names: Factor
    number: Ints
    grades: Grades

    def table(self, documents: int, rel: int) -> Bools:
        """Whether each document covers each subtopic with grade ``rel`` or more, shape (documents + 1, subtopics).

        The last row is all False; it is for unjudged documents.
        """
        table = np.zeros((documents + 1, int(self.number.max(initial=-1)) + 1), dtype=bool)
        covered = self.grades >= rel
        table[self.doc[covered], self.number[covered]] = True
        return table


@dataclass(frozen=True, eq=False)
class Qrels:
    """Judgements topic by topic, one row for each document.

    ``grades`` has one grade for each row. With judgements by subtopic, that is the document's highest grade;
    ``subtopics`` is None without them. ``comments`` is the number of lines of the file that were ignored because they
    begin with ``#``.
    """

    name: str
    groups: TopicGroups
    grades: Grades
    subtopics: Subtopics | None = None
    comments: int = 0

    @property
    def topics(self) -> list[str]:
        """The topics, in the order of the file."""
        return self.groups.topics

    @cached_property
    def place(self) -> Mapping[str, int]:
        """The index of each topic in ``topics``."""
        return {topic: i for i, topic in enumerate(self.topics)}

    def to_dict(self) -> dict[str, dict[str, int]]:
        """Plain dicts: topic to docno to grade; -1 for documents that were in the pool but not judged."""
        return self.groups.to_dict(np.maximum(self.grades, -1))

    def to_nested_dict(self) -> dict[str, dict[str, dict[str, int]]]:
        """Plain dicts: topic to docno to subtopic to grade; empty where there are no subtopics."""
        result: dict[str, dict[str, dict[str, int]]] = {}
        if self.subtopics is None:
            return result
        docs, by = self.groups.docs.tolist(), self.subtopics
        topic_of = np.repeat(np.arange(len(self.topics)), self.groups.lengths).tolist()
        for doc, code, grade in zip(by.doc.tolist(), by.names.codes.tolist(), by.grades.tolist(), strict=True):
            mine = result.setdefault(self.topics[topic_of[doc]], {})
            mine.setdefault(docs[doc], {})[by.names.values[code]] = max(grade, -1)
        return result


def read_qrels(source: Source, *, subtopics: bool = False, limit: int = LIMIT) -> Qrels:
    r"""Read judgements from a qrels file: lines of topic, iteration, docno and grade.

    Parameters
    ----------
    source
        The path of the file, an open file, or its bytes; the file may be compressed with gzip.
    subtopics
        Whether the second column is the subtopic. Otherwise it is ignored.
    limit
        The largest size of the file in bytes, after decompression.

    Returns
    -------
    Qrels
        The judgements, topic by topic; ``to_dict()`` gives them as ``{topic: {docno: grade}}``.

    Raises
    ------
    FileError
        With the line if the number of fields is wrong, a grade is not a whole number, or a document is judged twice
        in a topic; without a line if the file cannot be read as text.

    Examples
    --------
    >>> read_qrels(b"1 0 d1 2\n1 0 d7 0\n").to_dict()
    {'1': {'d1': 2, 'd7': 0}}

    """
    file = LineFile.of(source, KIND, limit)
    columns = read_columns(file, _KINDS)
    grades = None if columns is None else _whole(columns.factors["grade"])
    if columns is None or grades is None:
        topic, second, docs, grades = _line_by_line(file.text)
        comments = count_comments(file.text)
    else:
        topic, second, docs = columns.sections["topic"], columns.factors["iteration"], columns.texts["docno"]
        comments = columns.comments
    check_names(file, topic, docs)
    groups = TopicGroups.by(topic, docs)
    second = Factor(groups.in_place(second.codes), second.values)
    grades = groups.in_place(grades)
    index, again = groups.index(second.codes.astype(np.uint64) if subtopics else None)
    if len(again):
        raise _repetition_error(
            file.text, groups, grades, groups.first_repetition(index, again), None if subtopics else second
        )
    if subtopics:
        return replace(by_subtopic(file.name, groups, second, grades), comments=comments)
    return Qrels(file.name, groups, grades, comments=comments)


def by_subtopic(name: str, groups: TopicGroups, subtopic: Factor, grades: Grades) -> Qrels:
    """Judgements with one row for each document, from rows for each document and subtopic."""
    rows, again = groups.by_document()
    new = np.ones(len(rows), dtype=np.int64)
    new[again] = 0
    doc = np.empty_like(rows)
    doc[rows] = np.cumsum(new) - 1
    starts = np.append(0, np.cumsum(new))[groups.starts]
    best = np.full(int(new.sum()), POOLED, dtype=np.int16)
    np.maximum.at(best, doc, grades)
    documents = TopicGroups(groups.topics, starts, groups.docs.take(rows[new > 0]), None)
    topic = np.repeat(np.arange(len(groups.topics)), groups.lengths)
    pairs, number = np.unique(np.stack([topic, subtopic.codes], axis=1), axis=0, return_inverse=True)
    number = number.reshape(-1) - np.searchsorted(pairs[:, 0], topic)
    return Qrels(name, documents, best, Subtopics(doc, subtopic, number, grades))


def _whole(grade: Factor) -> Grades | None:
    """The grades as numbers; None if one is not a whole number, or too high."""
    values = [int(value) if _WHOLE.fullmatch(value) else HIGHEST + 1 for value in grade.values]
    if max(values, default=0) > HIGHEST:
        return None
    return np.array([stored_grade(value) for value in values], np.int16)[grade.codes]


def stored_grade(grade: int) -> int:
    """A grade as rankings store it: any grade below 0 means that the document was in the pool but not judged."""
    return grade if grade >= 0 else POOLED


def _line_by_line(text: Text) -> tuple[Sections, Factor, Texts, Grades]:
    lines: list[tuple[str, str, str, int]] = []
    for number, (topic, iteration, docno, grade) in rows(text, FIELDS):
        if not _WHOLE.fullmatch(grade):
            raise text.file_error(number, "grade-not-whole", grade=grade)
        if int(grade) > HIGHEST:
            raise text.file_error(number, "grade-too-high", grade=grade, most=HIGHEST)
        lines.append((sys.intern(topic), sys.intern(iteration), docno, stored_grade(int(grade))))
    if not lines:
        raise text.file_error(None, "file-only-comments", kind=KIND, fields=line_shape(FIELDS))
    topics, iterations, docs, grades = zip(*lines, strict=True)
    return Sections.of(topics), Factor.of(iterations), Texts.of(docs), np.array(grades, np.int16)


def _repetition_error(
    text: Text, groups: TopicGroups, grades: Grades, pair: tuple[int, int], other: Factor | None
) -> FileError:
    """The error for the first line that judges a document again; ``other`` is a column that may contain subtopics."""
    first, second = pair
    earlier, line = (line_of(text, groups.row_in_file(row)) for row in pair)
    if other is not None and other.codes[first] != other.codes[second]:
        key = "judged-by-subtopic" if grades[first] == grades[second] else "judged-differently-by-subtopic"
    else:
        key = "judged-twice" if grades[first] == grades[second] else "judged-differently"
    error = text.file_error(line, key, docno=groups.docs[second], topic=groups.topic_of(second), earlier=earlier)
    error.add_note(say(error.problem, PYTHON))  # Python shows it below the traceback; pages and commands do not
    return error
