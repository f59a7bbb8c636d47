"""The kinds ``number``, one score to calculate, and ``table``, columns of the step table to fill."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ireval.errors import InputError, nearest
from ireval.exercises.accepting import grade
from ireval.exercises.drawing import draw
from ireval.exercises.laying import Setting, cell_part, decimals, given_to, in_words, listed, notes, score_part, shown
from ireval.exercises.model import Exercise, RankedList
from ireval.exercises.question import Grid, GridCell, Part, Question
from ireval.explanation.step_table import StepTable
from ireval.measure import Column, Measure
from ireval.measure.spelling import parse

#: Which columns are filled where the exercise does not say.
USUAL_COLUMNS = {
    "P": ("P", "recall"),
    "R": ("P", "recall"),
    "AP": ("P", "term"),
    "Bpref": ("contribution",),
    "nDCG": ("G", "CG", "DCG", "IG", "IDCG", "NDCG"),
    "alpha_nDCG": ("G", "DCG", "IG", "IDCG", "NDCG"),
}
#: A table has no more gaps than this.
MOST_GAPS = 120
NOTHING = "–"


def list_of(setting: Setting) -> RankedList:
    """The exercise's list, or one drawn for it."""
    spec = setting.spec
    return setting.exercise.list or draw(spec, setting.generated, setting.stream, setting.rel(spec))


def make_number(setting: Setting) -> tuple[Question, int]:
    """One score, and how good its list is."""
    ranked = list_of(setting)
    table = setting.table(ranked)
    part = score_part(table, setting.exercise.points)
    prompt = f"Calculate the {in_words(setting.spec)} of this list, {given_to([part])}."
    question = setting.question(
        f"One number: {setting.spec}", prompt, (part,), lists=(shown(ranked),), notes=notes(table), tables=(table,)
    )
    return question, grade(table, setting.decimals)


def make_table(setting: Setting) -> tuple[Question, int]:
    """Columns to fill and, where they do not end in it, the score; and how good the list is."""
    ranked = list_of(setting)
    table = setting.table(ranked)
    cells = gaps(table, columns_of(setting.exercise))
    at = (table.measure.score, table.score_row - 1)
    with_score = at not in cells and table.value is not None
    points = setting.exercise.points / max(len(cells) + with_score, 1)
    parts = [cell_part(table, key, row, points) for key, row in cells]
    if with_score:
        parts.append(score_part(table, points))
    last = f", and give {setting.spec} itself" if with_score else ""
    where = f"In the table for the {in_words(setting.spec)}"
    prompt = f"{where}, fill in {_columns(cells)}{last}. Give {_given(parts)}."
    question = setting.question(
        f"Fill the table: {setting.spec}",
        prompt,
        tuple(parts),
        lists=(shown(ranked),),
        grid=grid(table, ranked, dict(zip(cells, parts, strict=False)), rows=rows_of(table)),
        notes=notes(table),
        tables=(table,),
    )
    return question, grade(table, setting.decimals)


def _columns(cells: Iterable[tuple[str, int]]) -> str:
    """The columns that have gaps, in words: ``the columns P and recall``."""
    keys = list(dict.fromkeys(key for key, _ in cells))
    return f"the column{'s' * (len(keys) > 1)} {listed(keys)}"


def _given(parts: Sequence[Part]) -> str:
    """How numbers are to be given; of columns that have different decimals each is told."""
    names: dict[int, dict[str, None]] = {}
    for part in parts:
        if part.places:
            names.setdefault(part.places, {})[part.at[0] if part.at else part.label] = None
    if len(names) < 2:
        return f"numbers {given_to(parts)}"
    return listed([f"{listed(list(some))} to {decimals(places)}" for places, some in sorted(names.items())])


def columns_of(exercise: Exercise) -> tuple[str, ...]:
    """Which columns are to be filled."""
    measure = parse(exercise.measure).measure
    usual = USUAL_COLUMNS.get(measure.name) or tuple(
        c.key for c in _shown(measure) if c.spelled or c.key == measure.score
    )
    return exercise.columns or usual


def check_columns(exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` for columns that the measure's table has not."""
    known = [c.key for c in _shown(parse(exercise.measure).measure)]
    for place, key in enumerate(exercise.columns):
        path = f"{where}.columns[{place}]"
        if key not in known:
            raise InputError(path, f"{exercise.measure} has no column “{key}”.", nearest(key, known))
        if key in exercise.columns[:place]:
            raise InputError(path, f"The column “{key}” stands here twice.", "Leave one out.")


def gaps(table: StepTable, keys: tuple[str, ...]) -> list[tuple[str, int]]:
    """The cells to fill, row by row: those that are defined, down to the cutoff."""
    columns = table.computed.columns
    return [(key, row) for row in range(rows_of(table)) for key in keys if not math.isnan(columns[key][row])]


def rows_of(table: StepTable) -> int:
    """How many rows a sheet shows: those down to the cutoff, where there is one."""
    k = table.spec.own.get("k")
    return min(table.rows, int(k)) if k and table.measure.axis == "rank" else table.rows


def grid(
    table: StepTable,
    ranked: RankedList,
    parts: Mapping[tuple[str, int], Part],
    *,
    rows: int,
    texts: Mapping[tuple[str, int], str] | None = None,
    all_shown: bool = False,
) -> Grid:
    """The table on the sheet: the documents, and columns that have gaps, or all of them.

    ``texts`` stand in cells instead of the right number; a dash stands where there is none.
    """
    asked = [c for c in _shown(table.measure) if all_shown or any(key == c.key for key, _ in parts)]
    by_rank = table.measure.axis == "rank"
    documents = shown(ranked).rows
    beside = ("rank", "document", "label") if by_rank else (table.measure.axis,)
    lines = []
    for row in range(rows):
        place = int(table.computed.positions[row]) if by_rank and row < table.computed.positions.shape[-1] else -1
        name, label = (documents[place].name, documents[place].label) if place >= 0 else ("not retrieved", "")
        first = [table.row_labels[row], name, label] if by_rank else [table.row_labels[row]]
        cells = [_cell(table, (c.key, row), parts, texts or {}) for c in asked]
        lines.append((*(GridCell(text) for text in first), *cells))
    titles = (*("" for _ in beside), *(c.title for c in asked))
    return Grid((*beside, *(c.key for c in asked)), titles, tuple(lines))


def _cell(
    table: StepTable, at: tuple[str, int], parts: Mapping[tuple[str, int], Part], texts: Mapping[tuple[str, int], str]
) -> GridCell:
    if at in parts:
        return GridCell(part=parts[at].id)
    return GridCell(texts.get(at) or table.cells[at[0]][at[1]] or NOTHING)


def _shown(measure: Measure) -> tuple[Column, ...]:
    return measure.columns if measure.axis == "rank" else measure.columns[1:]
