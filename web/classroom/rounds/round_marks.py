"""The marks of what each device sent to a round, one line for each answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ireval.exercises import mark
from ireval.lessons.directives.judging_directive import GRADES
from web.classroom.judging.judging_bodies import KIND as JUDGING
from web.classroom.judging.judging_round import LABELS
from web.classroom.questions.round_body import Body
from web.classroom.rounds.paced_round import STEPS, part_name
from web.classroom.rounds.round_question import RoundQuestion, round_question
from web.coursework.marks.stored_marks import PartMarks, marks_of
from web.store.rooms.room_records import RoomAnswer


class MarkedAnswer(NamedTuple):
    """An answer as it was sent to a ``question``, with its ``outcome`` and ``cause``, empty where nothing is correct.

    ``letter`` is that of an option, and ``text`` its text.
    """

    vote: int
    device: str
    question: str
    part: str
    letter: str
    text: str
    outcome: str
    cause: str


def marked_answers(body: str, answers: Sequence[RoomAnswer]) -> list[MarkedAnswer]:
    """The answers to a round, which need not be of one vote, in their order. Equal answers are marked once."""
    read = json.loads(body)
    if read.get("kind") == STEPS:
        return [marked for place, each in enumerate(read["questions"]) for marked in _at(place, each, answers)]
    if read.get("kind") == JUDGING:
        return [_judged(read, answer) for answer in answers]
    asked = round_question(body)
    sent: dict[tuple[int, str], dict[str, str]] = {}
    for answer in answers:
        sent.setdefault((answer.vote, answer.device), {})[answer.part] = answer.text
    return [_marked(asked, answer, sent[answer.vote, answer.device]) for answer in answers]


def _at(place: int, body: Body, answers: Sequence[RoomAnswer]) -> list[MarkedAnswer]:
    """The answers to one question of a round at free pace; their part also names the step."""
    start = part_name(place, "")
    mine = [x._replace(part=x.part.removeprefix(start)) for x in answers if x.part.startswith(start)]
    found = marked_answers(json.dumps(body), mine)
    return [x._replace(part=f"{body.get('step', '')} {x.part}".strip()) for x in found]


def _marked(asked: RoundQuestion | None, answer: RoomAnswer, together: Mapping[str, str]) -> MarkedAnswer:
    part = next((x for x in asked.question.parts if x.id == answer.part), None) if asked else None
    if asked is None or part is None:
        return MarkedAnswer(answer.vote, answer.device, "", answer.part, "", answer.text, "", "")
    chosen = next((x for x in asked.choices(part) if x.key == answer.text), None)
    text = chosen.text if chosen else answer.text
    sent = MarkedAnswer(
        answer.vote,
        answer.device,
        asked.question.prompt,
        part.label if len(asked.question.parts) > 1 else "",
        chosen.letter if chosen and chosen.letter != chosen.text else "",
        text,
        "",
        "",
    )
    if asked.is_opinion:
        return sent
    found = next(x for x in _marks(asked.body, tuple(sorted(together.items()))) if x.id == part.id)
    cause = "" if found.outcome == "right" else found.words
    return sent._replace(outcome=found.outcome, cause=cause)


def _judged(body: Body, answer: RoomAnswer) -> MarkedAnswer:
    """The label that a device gave to a document, in words."""
    topic, words = body["topic"], dict(zip(LABELS, GRADES, strict=True))
    question = topic["description"] or topic["title"] or topic["number"]
    label = words.get(answer.text, answer.text)
    return MarkedAnswer(answer.vote, answer.device, question, answer.part, "", label, "", "")


@lru_cache(maxsize=4_000)
def _marks(body: str, answers: tuple[tuple[str, str], ...]) -> tuple[PartMarks, ...]:
    asked = round_question(body)
    return marks_of([mark(asked.question, dict(answers), graded=False)])[0].parts if asked else ()
