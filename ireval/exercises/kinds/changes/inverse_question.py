"""Change the ranking: swap or reorder documents so that measures rise or fall as required."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ireval.exercises.generator.acceptance import ALIKE, CLEAR, COINCIDES, NEAR, REFUSED
from ireval.exercises.generator.drawn_lists import USUAL_SCALE, draw_list
from ireval.exercises.kinds.changes.inverse_task import AIMS, LEAST, MOST, ORDER, SWAP, Aim, InverseTask, solving_swaps
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.layout import in_words, shown, titled
from ireval.exercises.kinds.layout import notes as notes_of
from ireval.exercises.question.question import TEXT, Part, Question
from ireval.exercises.sheet.model import RankedList
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.ranking.labels import write_labels

#: The most orders of a drawn list that are tried, to find one in which only the drawn swap is correct.
_ORDERS = 120
_HINTS = {SWAP: "type-two-ranks", ORDER: "type-labels"}
_GOALS = {1: "goal-rises", -1: "goal-falls", 0: "goal-stays", MOST: "goal-rises-most", LEAST: "goal-falls-most"}


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """Return a task with one answer to type. It is refused without a solution, and graded lower with too many."""
    x = draw.exercise
    drawn = sorted(draw.stream.shuffled(list(AIMS.values())), key=lambda aim: aim.key in draw.taken)
    for aim in [AIMS[x.task]] if x.task else drawn:
        specs = [spec for spec, _ in aim.specs]
        ranked = x.list or _drawn(draw, aim, specs)
        names = tuple(row.name for row in shown(ranked).rows)
        task = InverseTask(aim, ranked.ranking(), draw.conventions, draw.sheet.decimals, names)
        tables = tuple(draw.table(ranked, spec) for spec in specs)
        found = task.solutions() if all(table.value is not None for table in tables) else []
        if found:
            return _question(draw, task, ranked, tables, found)
    return draw.question("", "", ()), REFUSED


def _question(
    draw: ExerciseDraw, task: InverseTask, ranked: RankedList, tables: tuple[StepTable, ...], found: Sequence[str]
) -> tuple[Question, int]:
    aim, specs = task.aim, [table.spec for table in tables]
    points, step = draw.exercise.points, next(_solution(task, found, tables))
    label, hint = say(Message("your-answer")), say(Message(_HINTS[aim.form]))
    part = Part("answer", label, TEXT, found[0], points, hint, step=step)
    question = draw.question(
        titled(KIND.title, ", ".join(map(str, specs))),
        _prompt(aim, specs),
        (part,),
        lists=(shown(ranked),),
        notes=tuple(dict.fromkeys(note for table in tables for note in notes_of(table))),
        solution=tuple(_solution(task, found, tables)),
        drawn=aim.key,
        tables=tables,
        task=task,
    )
    again = not draw.exercise.task and aim.key in draw.taken and not draw.taken >= AIMS.keys()
    return question, COINCIDES if again else _grade(task, found)


def _prompt(aim: Aim, specs: Sequence[Spec]) -> Message:
    aims = zip(specs, aim.goals, strict=True)
    goals = [Message(_GOALS[sign], measure=in_words(spec)) for spec, (_, sign) in aims]
    return Message("swap-task" if aim.form == SWAP else "order-task", goals=goals)


def _drawn(draw: ExerciseDraw, aim: Aim, specs: Sequence[Spec]) -> RankedList:
    graded = next((spec for spec in specs if spec.measure.graded), specs[0])
    wanted = replace(draw.generated, unjudged=max(draw.generated.unjudged, aim.unjudged))
    if aim.form == ORDER:
        # with several grades, no line of labels fits many lists
        wanted = replace(wanted, scale=wanted.scale or USUAL_SCALE)
    ranked = draw_list(graded, wanted, draw.stream, max(draw.rel(spec) for spec in specs), spread=False)
    return _for_one_swap(draw, aim, ranked) if aim.form == SWAP else ranked


def _for_one_swap(draw: ExerciseDraw, aim: Aim, ranked: RankedList) -> RankedList:
    """The documents in an order in which only one swap is correct; all possible swaps are equally likely."""
    own = ranked.ranking()
    n = own.grades.shape[-1]
    orders = [draw.stream.shuffled(range(n)) for _ in range(_ORDERS)]
    block = replace(own, grades=own.grades[np.asarray(orders)])
    solving = solving_swaps(aim.specs, block, draw.conventions)[0]
    alone = solving & (solving.sum(axis=-1, keepdims=True) == 1)
    for swap in draw.stream.shuffled(range(solving.shape[-1])):
        found = np.flatnonzero(alone[:, swap])
        if found.size:
            order = orders[found[0]]
            names = (*(ranked.names[i] for i in order), *ranked.names[n:])
            return replace(ranked, labels=write_labels(own.grades[order].tolist()), names=names)
    return ranked


def _solution(task: InverseTask, found: Sequence[str], tables: Sequence[StepTable]) -> Iterator[str]:
    scores = [Message("score-of-measure", measure=str(table.spec), score=table.result) for table in tables]
    yield say(Message("before-the-change", scores=scores))
    yield say(Message("one-solution", answer=found[0], effect=task.effect(found[0])[1]))
    several = Message("several-swaps" if task.aim.form == SWAP else "several-orders", count=len(found))
    yield say(several if len(found) > 1 else Message("no-other-solution"))


def _grade(task: InverseTask, found: Sequence[str]) -> int:
    """The grade of a task: best if it has one solution, which is unlikely to be guessed and is not a simple order."""
    if task.aim.form == ORDER:
        return NEAR if task.is_easy else CLEAR
    return CLEAR if len(found) == 1 else ALIKE if len(found) == 2 else NEAR


KIND = Kind(
    "inverse",
    "Change the ranking",
    "Swap or reorder documents so that measures rise or fall as required. Any answer that does so is correct.",
    make_question,
    frozenset({"list"}),
    tasks={aim.key: aim.title for aim in AIMS.values()},
    longest=20,
    points=2,
    seed_place=6,
)
