"""Checks that a question can be answered from what it shows: its numbers follow from the lists on the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ireval.contract.finding import Finding
from ireval.exercises.contracts.drawn_questions import drawn_questions
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.question.question import NUMBER, Part, Question, Row, Shown
from ireval.explanation.step_table import StepTable
from ireval.measure.scores import compute
from ireval.numbers.expression import fixed
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking


def check_answers_follow(kind: Kind) -> Iterator[Finding]:
    """Each number is the result of its measure on a list that the question shows, under the question's conventions."""
    for _, _, question, where in drawn_questions(kind):
        for part in question.parts:
            if part.kind == NUMBER and not part.free:
                yield from _answer_faults(question, part, where)


def _answer_faults(question: Question, part: Part, where: str) -> Iterator[Finding]:
    table = question.tables[part.table]
    found = [_value(table, question, part, ranking) for ranking in map(ranking_shown, question.lists)]
    at = f"part {part.id}"
    if part.right != (fixed(part.value, part.places) if part.places else f"{part.value:.0f}"):
        wrong = f"“{part.right}” is correct, and its value is {part.value:.6g}, {where}."
        yield Finding("answer", at, wrong, "Make parts by cell_part, score_part and number_part.")
    if not any(abs(value - part.value) < 1e-9 for value in found):
        given = ", ".join(f"{value:.6g}" for value in found) or "there is none"
        wrong = f"{part.value:.6g} is correct, but the lists on the sheet give other numbers ({given}), {where}."
        yield Finding(
            "answer-not-shown", at, wrong, "Show the list that the table was computed on: lists=(shown(ranked),)."
        )


def ranking_shown(shown: Shown) -> Ranking:
    """Return the list as a student reads it on the sheet: labels and subtopics of ranked and of missed documents."""
    topics = max((int(number) for row in (*shown.rows, *shown.missed) for number in _topics(row)), default=0)
    size = next((int(word) for fact in shown.facts for word in fact.replace(",", "").split() if word.isdigit()), None)
    groups = [_groups(rows, topics) if shown.diverse else "" for rows in (shown.rows, shown.missed)]
    labels = ["".join(_label(row) for row in rows) for rows in (shown.rows, shown.missed)]
    return read_ranking(labels[0], labels[1], size, groups[0], groups[1])


def _label(row: Row) -> str:
    return "u" if row.label == "unjudged" else row.label


def _topics(row: Row) -> list[str]:
    return [word for word in row.subtopics.replace(",", " ").split() if word.isdigit()]


def _groups(rows: Sequence[Row], topics: int) -> str:
    return ",".join("".join(str(int(str(i) in _topics(row))) for i in range(1, topics + 1)) for row in rows)


def _value(table: StepTable, question: Question, part: Part, ranking: Ranking) -> float:
    computed = compute(table.spec, ranking, question.conventions)
    if part.at is None:
        return float(computed.score)
    key, row = part.at
    column = np.asarray(computed.columns[key])
    return float(column[row]) if row < len(column) else float("nan")


def check_documents(kind: Kind) -> Iterator[Finding]:
    """No two documents of a list have the same name."""
    for _, _, question, where in drawn_questions(kind):
        for shown in question.lists:
            names = [row.name for row in (*shown.rows, *shown.missed)]
            twice = next((name for name in names if names.count(name) > 1), "")
            if twice:
                wrong = f"Two documents are called “{twice}”, {where}."
                yield Finding("names", "lists", wrong, "Let shown() name the documents.")
