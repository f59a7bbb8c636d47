"""Fill in the table: columns of a step table with gaps, or single cells of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ireval.errors import InputError, nearest
from ireval.exercises.generator.acceptance import REFUSED
from ireval.exercises.kinds.answer_grid import answer_grid, columns_of, gaps, is_cell, row_count, shown_columns
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import ON_A_LIST, Kind
from ireval.exercises.kinds.layout import cell_part, given_to, in_words, notes, score_part, shown, titled
from ireval.exercises.kinds.weights import cell_weight, in_proportion, order_free, score_weight
from ireval.exercises.question.question import Part, Question
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import parse
from ireval.messages import Message, say

#: The most gaps of a table.
MOST_GAPS = 120
#: The row in the name of a single cell, counted from 1.
_ROW = re.compile(r"[1-9][0-9]{0,2}")


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A question with columns to fill in and, unless it is one of their cells, the score; and the grade of its list.

    If only single cells are asked for, there is neither the score nor a table to fill in.
    """
    ranked = draw.ranked_list
    table = draw.table(ranked)
    names = columns_of(draw.exercise)
    cells = gaps(table, names)
    if all(map(is_cell, names)):
        return _single_cells(draw, table, cells)
    at = (table.measure.score, table.score_row - 1)
    with_score = at not in cells and table.value is not None
    free = order_free(table)
    weights = [cell_weight(table, ranked.ranking(), free, cell) for cell in cells] + [score_weight(table)] * with_score
    points = in_proportion(draw.exercise.points, weights)
    parts = [cell_part(table, *cell, worth) for cell, worth in zip(cells, points, strict=False)]
    if with_score:
        parts.append(score_part(table, points[-1]))
    columns = list(dict.fromkeys(table.measure.column(key).printed for key, _ in cells))
    values = {"count": len(columns), "columns": columns, "measure": in_words(draw.spec), "precision": _given(parts)}
    score = Message("table-task-with-score", values, score=str(draw.spec))
    question = draw.question(
        titled(KIND.title, draw.spec),
        score if with_score else Message("table-task", values),
        tuple(parts),
        lists=(shown(ranked),),
        grid=answer_grid(table, ranked, dict(zip(cells, parts, strict=False)), rows=row_count(table)),
        notes=notes(table),
        tables=(table,),
    )
    return question, draw.grade(table)


def _single_cells(draw: ExerciseDraw, table: StepTable, cells: Sequence[tuple[str, int]]) -> tuple[Question, int]:
    """A question for some cells of a table; refused unless the table has all of them."""
    if len(cells) != len(draw.exercise.columns):
        return draw.question("", "", ()), REFUSED
    ranking = draw.ranked_list.ranking()
    free = order_free(table)
    points = in_proportion(draw.exercise.points, [cell_weight(table, ranking, free, cell) for cell in cells])
    parts = [cell_part(table, *cell, worth) for cell, worth in zip(cells, points, strict=True)]
    names = [part.label for part in parts]
    values = {"count": len(parts), "cells": names, "measure": in_words(draw.spec), "precision": given_to(parts)}
    question = draw.question(
        titled(say(Message("cells-title", values)), ", ".join(names)),
        Message("cells-task", values),
        tuple(parts),
        lists=(shown(draw.ranked_list),),
        notes=notes(table),
        tables=(table,),
    )
    return question, draw.grade(table)


def _given(parts: Sequence[Part]) -> Message:
    """The number of decimals to give; column by column if they differ."""
    names: dict[int, dict[str, None]] = {}
    for part in parts:
        if part.places:
            names.setdefault(part.places, {})[part.label.partition("[")[0]] = None
    if len(names) < 2:
        return Message("numbers-of-table", precision=given_to(parts))
    by_column = [Message("columns-to-decimals", columns=list(x), places=places) for places, x in sorted(names.items())]
    return Message("numbers-by-column", parts=by_column)


def check_columns(_sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` if the measure's table does not have one of the columns, or a cell's name has no row."""
    known = [c.key for c in shown_columns(parse(exercise.measure).measure)]
    for place, key in enumerate(exercise.columns):
        path = f"{where}.columns[{place}]"
        column, _, row = key.partition(".")
        if column not in known or (is_cell(key) and not _ROW.fullmatch(row)):
            raise InputError(path, "unknown-column", measure=exercise.measure, column=key, hint=nearest(key, known))
        if key in exercise.columns[:place]:
            raise InputError(path, "column-twice", column=key)


KIND = Kind(
    "table",
    "Fill in the table",
    "Fill in columns of a step table, rank by rank.",
    make_question,
    ON_A_LIST | {"columns"},
    ("nDCG@5", "AP", "Bpref", "alpha_nDCG@5", "Q"),
    points=4,
    check=check_columns,
    lab_place=1,
    asks_scores=True,
    seed_place=2,
)
