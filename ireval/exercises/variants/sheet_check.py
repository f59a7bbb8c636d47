"""Checks of a whole sheet: no exercise gives away another's answer, and the two lists of a comparison agree.

A sheet must pass them to be built or published. Older sheets can still be opened: a class may have answered them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ireval.errors import InputError
from ireval.exercises.kinds.answer_grid import row_count
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.question.question import NUMBER, Question, ranking_of
from ireval.exercises.sheet.model import Exercise, RankedList, Sheet
from ireval.exercises.variants.variant import make_question
from ireval.explanation.step_table import StepTable
from ireval.messages.message import Message
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import write_labels, write_subtopics

_KEY = "CHECK"
#: Identifies a list and a cell of one of its tables: the labels and subtopics, the column and the row.
_Place = tuple[str, str, str]


class _Numbers(NamedTuple):
    """The numbers that an exercise on fixed lists asks for and shows, by cell, and the cells of ``scores``."""

    asked: dict[_Place, float]
    shown: dict[_Place, float]
    scores: set[_Place]


def check_sheet(sheet: Sheet) -> None:
    """Raise the first of the sheet's ``faults``."""
    for fault in faults(sheet):
        raise fault


def faults(sheet: Sheet, numbers: Mapping[str, int] | None = None) -> Iterator[InputError]:
    """Yield the faults of a sheet that should not be given to a class, each with the path of its field.

    ``numbers`` has the numbers of the exercises by id, if they are not counted from 1.
    """
    known: list[tuple[int, _Numbers]] = []
    for place, exercise in enumerate(sheet.exercises):
        path = f"exercises[{place}]"
        number = numbers[exercise.id] if numbers else place + 1
        if exercise.list and exercise.second:
            yield from _contradictions(exercise.list, exercise.second, f"{path}.second")
        found = _numbers(sheet, exercise) if exercise.list else None
        if found is None:
            continue
        pairs = (_giveaway((other, theirs), (number, found)) for other, theirs in known)
        message = next(filter(None, pairs), None)
        if message:
            yield InputError(f"{path}.list", message.key, **message.values)
        known.append((number, found))


def _giveaway(first: tuple[int, _Numbers], second: tuple[int, _Numbers]) -> Message | None:
    """A message if one of two exercises shows what the other asks for, or if both ask for the same number."""
    for (shows, theirs), (asks, own) in ((first, second), (second, first)):
        shown = _shared(own, theirs.shown)
        if shown:
            return Message("answer-shown", shows=shows, asks=asks, what=shown)
    shared = _shared(second[1], first[1].asked)
    return Message("answer-asked-twice", first=first[0], second=second[0], what=shared) if shared else None


def _shared(own: _Numbers, others: Mapping[_Place, float]) -> str:
    """The first number asked for that is among ``others``, such as ``P[5]``; empty if there is none.

    Whole numbers in a table, such as gains, do not count, because the list shows them; scores always count.
    """
    for place, value in own.asked.items():
        is_calculated = place in own.scores or not value.is_integer()
        if is_calculated and abs(others.get(place, math.inf) - value) <= SAME:
            return f"{place[1]}[{place[2]}]"
    return ""


def _contradictions(first: RankedList, second: RankedList, where: str) -> Iterator[InputError]:
    """Errors if two lists are the same, or if documents with the same name are judged differently in them."""
    rankings = first.ranking(), second.ranking()
    if _list_key(rankings[0]) == _list_key(rankings[1]):
        yield InputError(f"{where}.labels", "systems-alike")
        return
    judged = [_judgements(ranked) for ranked in (first, second)]
    for name, grade in judged[1].items():
        if judged[0].get(name, grade) != grade:
            labels = (_label(judged[0][name]), _label(grade))
            yield InputError(f"{where}.labels", "systems-disagree", name=name, first=labels[0], second=labels[1])
            return


def _judgements(ranked: RankedList) -> dict[str, int]:
    """The grades of the documents with names; names of several documents are left out."""
    ranking = ranked.ranking()
    grades = [*ranking.grades.astype(int).tolist(), *ranking.unretrieved.astype(int).tolist()]
    named = [(name, grade) for name, grade in zip(ranked.names, grades, strict=False) if name]
    names = [name for name, _ in named]
    return {name: grade for name, grade in named if names.count(name) == 1}


def _label(grade: int) -> Message:
    return Message("label-unjudged") if grade < 0 else Message("label-grade", grade=grade)


def _numbers(sheet: Sheet, exercise: Exercise) -> _Numbers | None:
    """The numbers of an exercise on fixed lists; None if no question can be made, which other checks report."""
    try:
        question = make_question(sheet, exercise, _KEY).question
    except InputError:
        return None
    scores = {_score_place(table) for table in question.tables}
    asked = dict(_asked(question))
    if not KINDS[exercise.kind].shows_table:
        return _Numbers(asked, {}, scores)
    shown = {place: value for table in question.tables for place, value in _cells(table)}
    return _Numbers(shown, shown, scores)


def _asked(question: Question) -> Iterator[tuple[_Place, float]]:
    for part in question.parts:
        if part.kind == NUMBER and part.free is None and part.table < len(question.tables):
            table = question.tables[part.table]
            yield (_place(table, *part.at) if part.at else _score_place(table)), part.value


def _cells(table: StepTable) -> Iterator[tuple[_Place, float]]:
    """The cells of a table that the sheet shows."""
    for column in table.shown_columns:
        for row, value in enumerate(table.computed.columns[column.key][: row_count(table)].tolist()):
            if not math.isnan(value):
                yield _place(table, column.key, row), value


def _place(table: StepTable, key: str, row: int) -> _Place:
    return _list_key(ranking_of(table)), key, table.row_labels[row]


def _score_place(table: StepTable) -> _Place:
    return _place(table, table.measure.score, max(table.score_row - 1, 0))


def _list_key(ranking: Ranking) -> str:
    """The labels and subtopics of a list, without its names."""
    groups = "" if ranking.subtopics is None else write_subtopics(ranking.subtopics.astype(int).tolist())
    return f"{write_labels(ranking.grades.tolist())} {groups}"
