"""Runs: lines of topic, Q0, docno, rank, score and tag. Documents are ordered by score; the rank column is ignored.

Only the tag may contain spaces. A docno with a space would shift the fields of its line, so a line with more than six
fields needs a whole number as its rank, and it must not make sense with a docno of two words as well.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ireval.numbers.arrays import Floats
from ireval.trec.reading.columns import Columns, Sections, read_columns
from ireval.trec.reading.document_index import Index
from ireval.trec.reading.field_lines import count_comments, last_row, line_of, line_shape, rows
from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.name_lengths import LONGEST_NAME, check_names, too_long
from ireval.trec.reading.parts import LineFile
from ireval.trec.reading.source import LIMIT, Source, Text
from ireval.trec.reading.text_column import Ints, Texts
from ireval.trec.reading.topic_groups import TopicGroups

KIND = "run"
FIELDS = ("topic", "Q0", "docno", "rank", "score", "tag")

KINDS = {"topic": "sections", "Q0": "", "docno": "text", "rank": "", "score": "number", "tag": ""}
_WIDER = KINDS | {"rank": "factor", "tag": "factor"}
_WHOLE = re.compile(r"[+-]?[0-9]+", re.ASCII)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)


@dataclass(frozen=True, eq=False)
class Run:
    """What a system retrieved, topic by topic, in the order of the file. ``scores`` has one score for each row.

    ``tag`` is the tag in the last line of the file, and ``comments`` the number of lines that were ignored because they
    begin with ``#``.
    """

    name: str
    tag: str
    groups: TopicGroups
    scores: Floats
    index: Index
    comments: int = 0

    @property
    def topics(self) -> list[str]:
        """The topics, in the order of the file."""
        return self.groups.topics

    def with_empty(self, topics: Sequence[str]) -> Run:
        """The run with these topics added, each with an empty list."""
        starts = np.append(self.groups.starts, np.repeat(self.groups.starts[-1], len(topics)))
        return replace(self, groups=replace(self.groups, topics=[*self.topics, *topics], starts=starts))

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Plain dicts: topic to docno to score."""
        return self.groups.to_dict(self.scores)


def read_run(source: Source, *, limit: int = LIMIT) -> Run:
    r"""Read a run file: lines of topic, Q0, docno, rank, score and tag.

    Parameters
    ----------
    source
        The path of the file, an open file, or its bytes; the file may be compressed with gzip.
    limit
        The largest size of the file in bytes, after decompression.

    Returns
    -------
    Run
        The scores, topic by topic; ``to_dict()`` gives them as ``{topic: {docno: score}}``.

    Raises
    ------
    FileError
        With the line if there are too few fields, a docno may contain a space, a score is not a finite number, or a
        topic lists a document twice; without a line if the file cannot be read as text.

    Examples
    --------
    >>> read_run(b"1 Q0 d7 1 3.5 bm25\n1 Q0 d1 2 2.0 bm25\n").to_dict()
    {'1': {'d7': 3.5, 'd1': 2.0}}

    """
    file = LineFile.of(source, KIND, limit)
    columns = read_columns(file, KINDS, _WIDER)
    if columns is None or not _is_clear(columns):
        topic, docs, scores = _line_by_line(file.text)
        comments, last = count_comments(file.text), last_row(file.text.data)
    else:
        topic, docs, scores = columns.sections["topic"], columns.texts["docno"], columns.numbers["score"]
        comments, last = columns.comments, columns.last_row
        del columns  # the codes of the topics are not used any more when they are grouped
    check_names(file, topic, docs)
    tag = b" ".join(last.split()[len(FIELDS) - 1 :]).decode()
    if len(tag.encode()) > LONGEST_NAME:
        raise too_long(file.text, line_of(file.text, len(docs) - 1), "tag", tag)
    groups = TopicGroups.by(topic, docs)
    del topic
    index, again = groups.index()
    if len(again):
        raise _repetition_error(file.text, groups, index, again)
    return Run(file.name, tag, groups, groups.in_place(scores), index, comments)


def _is_clear(columns: Columns) -> bool:
    """Whether all scores are finite and, if the tags contain spaces, no line may have a docno with a space instead."""
    if not np.isfinite(columns.numbers["score"]).all():
        return False
    if "tag" not in columns.factors:
        return True
    ranks, tags = columns.factors["rank"].values, columns.factors["tag"].values
    return all(map(_WHOLE.fullmatch, ranks)) and (len(tags) == 1 or not any(map(_NUMBER.fullmatch, tags)))


def _line_by_line(text: Text) -> tuple[Sections, Texts, Floats]:
    lines: list[tuple[str, str, float]] = []
    doubtful = ""
    for number, (topic, _, docno, rank, score, tag) in rows(text, FIELDS, blanks_in_last=True):
        first, *more = (part.decode() for part in tag.encode().split())  # split at the spaces that separate fields
        if more and not _WHOLE.fullmatch(rank):
            raise text.file_error(number, "rank-not-whole", rank=rank, fields=line_shape(FIELDS))
        value = float(score) if _NUMBER.fullmatch(score) else math.nan
        if not math.isfinite(value):
            raise text.file_error(number, "score-with-comma" if "," in score else "score-not-a-number", score=score)
        if more and _WHOLE.fullmatch(score) and _NUMBER.fullmatch(first):
            doubtful = doubtful or first  # "1 Q0 x 1 2 3.5 me" may be about the document "x 1" with score 3.5
            if first != doubtful:
                raise text.file_error(
                    number, "run-line-with-two-readings", docno=docno, both=f"{docno} {rank}", tag=tag
                )
        lines.append((sys.intern(topic), docno, value))
    if not lines:
        raise text.file_error(None, "file-only-comments", kind=KIND, fields=line_shape(FIELDS))
    topics, docs, scores = zip(*lines, strict=True)
    return Sections.of(topics), Texts.of(docs), np.array(scores)


def _repetition_error(text: Text, groups: TopicGroups, index: Index, again: Ints) -> FileError:
    """The error for the first line of the file that lists a document again."""
    first, second = groups.first_repetition(index, again)
    earlier, line = (line_of(text, groups.row_in_file(row)) for row in (first, second))
    return text.file_error(
        line, "retrieved-twice", topic=groups.topic_of(second), docno=groups.docs[second], earlier=earlier
    )
