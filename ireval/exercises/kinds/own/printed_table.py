"""Find the slip in a printed table of a source: its figures are quoted, and the correct ones are computed.

With options, students also choose what the writer did: they find the slip, explain it and repair it.
"""

from __future__ import annotations

from dataclasses import replace

from ireval.errors import InputError
from ireval.exercises.generator.acceptance import CLEAR
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.kinds.answer_grid import NOTHING, answer_grid, row_count
from ireval.exercises.kinds.calculations.wrong_cell import correct_cell, wrong_cell_part
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.layout import given_to, notes, number_part, shown
from ireval.exercises.kinds.own.choice_question import check_options, choice_part
from ireval.exercises.kinds.own.compared_figures import PrintedFigures, check_slips, read_figures
from ireval.exercises.kinds.own.own_question import check_text
from ireval.exercises.kinds.weights import CORRECT_VALUE, WRONG_CELL, in_proportion
from ireval.exercises.question.question import Option, Part, Question
from ireval.exercises.question.reach import Cell
from ireval.exercises.question.safe_markdown import plain_text
from ireval.exercises.sheet.model import Exercise, OwnOption, RankedList, Sheet
from ireval.exercises.sheet.quoted_table import QuotedTable
from ireval.explanation.calculation import of_cell
from ireval.messages import Message, say


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """Return a question about a printed table, which asks for its first wrong cell and the correct figure."""
    x, ranked = draw.exercise, draw.ranked_list
    printed = _printed(draw)
    places = max(draw.sheet.decimals, *printed.places.values())
    if places > draw.sheet.decimals:  # calculations have as many decimals as the printed figures
        return make_question(replace(draw, sheet=replace(draw.sheet, decimals=places)))
    table, first = printed.table, printed.wrong[0]
    found, explained, corrected = in_proportion(x.points, (WRONG_CELL, WRONG_CELL if x.options else 0, CORRECT_VALUE))
    stands = printed.figures[first].text.replace(",", ".")
    value, decimals = printed.exact(first), printed.places[first[0]]
    label = say(Message("correct-value-label"))
    right = number_part("value", label, value, decimals, corrected, at=first, stands=stands)
    options = tuple(_option(printed, cell, x) for cell in printed.figures)
    where = wrong_cell_part(table, first, found, options)
    why = (_cause_part(draw, explained),) if x.options else ()
    question = draw.question(
        Message("printed-title", measure=str(draw.spec)),
        _task(printed, plain_text(x.text), right),
        (where, *why, right),
        lists=(shown(ranked),),
        grid=answer_grid(
            table, ranked, {}, rows=row_count(table), texts=_texts(printed), keys={key for key, _ in printed.figures}
        ),
        notes=notes(table),
        solution=(say(_what_happened(printed, first, x)), correct_cell(table, first)),
        tables=(table,),
    )
    return replace(question, printed={}), CLEAR  # here, the number that the source prints is the wrong one


def _cause_part(draw: ExerciseDraw, points: float) -> Part:
    """The choice of what the writer did."""
    return replace(choice_part(draw), id="cause", label=say(Message("printed-cause-label")), points=points)


def check(sheet: Sheet, exercise: Exercise, where: str) -> None:
    """Raise ``InputError`` unless exactly the wrong cells of the printed table are named."""
    check_text(exercise, where)
    if exercise.options:
        check_options(exercise.options, f"{where}.options")
    if exercise.list is None:
        raise InputError(f"{where}.list", "printed-list-missing")
    try:
        printed = _printed(ExerciseDraw(sheet, exercise, Stream()))
        check_slips(printed, (exercise.printed or QuotedTable()).slips)
    except InputError as error:
        raise error.at(f"{where}.printed.{error.field}") from None


def _printed(draw: ExerciseDraw) -> PrintedFigures:
    return read_figures(draw.table(draw.ranked_list), draw.exercise.printed or QuotedTable())


def _task(printed: PrintedFigures, text: str, right: Part) -> Message:
    """The task: what to find, and which other cells are wrong."""
    count = len(printed.wrong)
    follows = any(not printed.agrees(cell) and cell not in printed.wrong for cell in printed.figures)
    carried = Message("others-carried-forward" if count == 1 else "others-carried-forward-from-several")
    values = {"text": text, "measure": str(printed.table.spec), "others": carried if follows else ""}
    key = "printed-task" if count == 1 else "printed-task-several"
    return Message(key, values, count=count, precision=given_to([right]))


def _texts(printed: PrintedFigures) -> dict[Cell, str]:
    """The printed figures; a dash for cells without one."""
    keys, rows = {key for key, _ in printed.figures}, row_count(printed.table)
    empty = {(key, row): NOTHING for key in keys for row in range(rows)}
    return empty | {cell: figure.text for cell, figure in printed.figures.items()}


def _option(printed: PrintedFigures, cell: Cell, exercise: Exercise) -> Option:
    name, first = printed.table.cell_name(*cell), printed.wrong[0]
    if cell == first:
        return Option(name, name, say(_what_happened(printed, cell, exercise)))
    if cell in printed.wrong:
        later = Message(
            "printed-later-slip", slip=_what_happened(printed, cell, exercise), first=printed.table.cell_name(*first)
        )
        return Option(name, name, say(later))
    if not printed.agrees(cell):
        return Option(name, name, say(Message("printed-carried-forward", cell=name)))
    return Option(name, name, say(Message("cell-correct", calculation=of_cell(printed.table, *cell).text)))


def _what_happened(printed: PrintedFigures, cell: Cell, exercise: Exercise) -> Message:
    """A message with the printed figure, its row, and the author's comment."""
    said = exercise.printed.slips.get(printed.name(cell), "") if exercise.printed else ""
    at = {
        "axis": printed.table.measure.axis,
        "row": printed.table.row_labels[cell[1]],
        "column": printed.table.measure.column(cell[0]).printed,
    }
    return Message("printed-slip", at, figure=printed.figures[cell].text, slip=plain_text(said))


KIND = Kind(
    "printed-table",
    "Own question: printed table",
    "Quote a table from a book or a slide in which a figure is wrong. Students find it, may say why, and correct it.",
    make_question,
    frozenset({"text", "measure", "list", "printed", "options"}),
    ("AP",),
    points=2,
    check=check,
    shows_table=True,
    example={
        "text": "The slides of a lecture print these precisions.",
        "list": RankedList("10110001"),
        "printed": QuotedTable(
            {"P": "1.00 0.50 0.57 0.75 0.60 0.50 0.43 0.50"},
            {"P[3]": "Two of the first three documents are relevant."},
        ),
        "options": (
            OwnOption("A digit was mistyped", correct=True, feedback="It should be 0.67."),
            OwnOption("The sum was divided by the wrong rank", feedback="2 divided by 3 is 0.67, by 4 it is 0.50."),
        ),
    },
)
