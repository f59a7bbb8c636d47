"""Judgements and runs as files, which the readers here read back to the same."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from ireval.errors import InputError
from ireval.messages.writing import quoted
from ireval.trec.plain_dicts import qrels_of, run_of

#: Where a file may go: a path (gzip if it ends in .gz) or a file open for text.
Target = str | os.PathLike[str] | IO[str]


def write_qrels(judgements: Mapping[str, Mapping[str, Any]], target: Target) -> None:
    """Write topic to docno to grade, or topic to docno to subtopic to grade, as a qrels file.

    Raises ``InputError`` for names that a file cannot hold and for grades that are no whole numbers.
    """
    qrels_of(judgements)
    _write(target, _qrels_lines(judgements))


def write_run(scores: Mapping[str, Mapping[str, float]], target: Target, tag: str = "ireval") -> None:
    """Write topic to docno to score as a run, each topic by score from the highest down; equal ones stay in order.

    Raises ``InputError`` for names that a file cannot hold and for scores that are no finite numbers.
    """
    run_of(scores)
    _write(target, _run_lines(scores, _name(tag)))


def _qrels_lines(judgements: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for topic, mine in judgements.items():
        for doc, grade in mine.items():
            for subtopic, value in grade.items() if isinstance(grade, Mapping) else [("0", grade)]:
                yield f"{_topic(topic)} {_name(subtopic)} {_name(doc)} {int(value)}\n"


def _run_lines(scores: Mapping[str, Mapping[str, float]], tag: str) -> Iterator[str]:
    for topic, mine in scores.items():
        ordered = sorted(mine.items(), key=lambda item: -item[1])
        for rank, (doc, score) in enumerate(ordered, start=1):
            yield f"{_topic(topic)} Q0 {_name(doc)} {rank} {float(score)!r} {tag}\n"


def _topic(name: str) -> str:
    if name.startswith("#"):
        raise InputError("file", f"{quoted(name)} would begin a comment.", "Name the topic otherwise.")
    return _name(name)


def _name(name: str) -> str:
    """A field as it stands in a file; whatever would end it there is refused."""
    try:
        fits = name.encode().split() == [name.encode()] and "\0" not in name and not name.startswith("\ufeff")
    except UnicodeEncodeError:
        fits = False
    if not fits:
        raise InputError("file", f"{quoted(name)} cannot stand in a file of fields.", "Names have no blanks.")
    return name


def _write(target: Target, lines: Iterator[str]) -> None:
    if not isinstance(target, (str, os.PathLike)):
        target.writelines(lines)
        return
    path = Path(target)
    if path.suffix == ".gz":
        with gzip.open(path, "wt", encoding="utf-8", newline="\n") as packed:
            packed.writelines(lines)
    else:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
