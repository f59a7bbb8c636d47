"""Fill in the table: columns of a step table with gaps."""

from __future__ import annotations

from collections.abc import Sequence

from ireval.errors import InputError, nearest
from ireval.exercises.kinds.answer_grid import answer_grid, columns_of, gaps, row_count, shown_columns
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import ON_A_LIST, Kind
from ireval.exercises.kinds.layout import cell_part, given_to, in_words, notes, score_part, shown, titled
from ireval.exercises.kinds.weights import cell_weight, in_proportion, order_free, score_weight
from ireval.exercises.question.question import Part, Question
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.measure.spelling import parse
from ireval.messages import Message

#: The most gaps of a table.
MOST_GAPS = 120


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A question with columns to fill in and, unless it is one of their cells, the score; and the grade of its list."""
    ranked = draw.ranked_list
    table = draw.table(ranked)
    cells = gaps(table, columns_of(draw.exercise))
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
    """Raise ``InputError`` if the measure's table does not have one of the columns."""
    known = [c.key for c in shown_columns(parse(exercise.measure).measure)]
    for place, key in enumerate(exercise.columns):
        path = f"{where}.columns[{place}]"
        if key not in known:
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
