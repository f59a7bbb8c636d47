"""Calculate a score: one number."""

from __future__ import annotations

from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import ON_A_LIST, Kind
from ireval.exercises.kinds.layout import given_to, in_words, notes, score_part, shown, titled
from ireval.exercises.question.question import Question
from ireval.messages import Message


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A question for one score, and the grade of its list."""
    ranked = draw.ranked_list
    table = draw.table(ranked)
    part = score_part(table, draw.exercise.points)
    prompt = Message("number-task", measure=in_words(draw.spec), precision=given_to([part]))
    title = titled(KIND.title, draw.spec)
    question = draw.question(title, prompt, (part,), lists=(shown(ranked),), notes=notes(table), tables=(table,))
    return question, draw.grade(table)


KIND = Kind(
    "number",
    "Calculate a score",
    "Calculate one score for a ranked list.",
    make_question,
    ON_A_LIST,
    ("AP", "nDCG@5", "Bpref", "RBP", "Q", "alpha_nDCG@5"),
    lab_place=2,
    asks_scores=True,
    seed_place=1,
)
