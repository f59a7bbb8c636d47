"""The directive ``systems``: two systems on one topic, with their lists side by side.

The lists are written as in a lab. Visitors first predict which system has the higher score in the measure ``predict``;
then they see the scores in all ``measures``, and ``why`` they differ. The rest of the step is about these lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ireval.errors import InputError
from ireval.exercises.kinds.own import choice_question
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.directives.lab_directive import address_parts, settings_of
from ireval.lessons.directives.question_directive import read_quiz
from ireval.lessons.fields import Fields
from ireval.lessons.lesson import Block, Reveal
from ireval.lessons.lesson_list import LIST_PARTS, LessonList, is_further_part
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from ireval.numbers.rounding import SAME

SYSTEMS = 2
_OWN = ("title", "measures", "predict", "text", "why", "curves")
REVEAL = "The scores"


@dataclass(frozen=True)
class Scores(Block):
    """The scores of two systems in some ``measures``, with precision-recall curves if ``curves``.

    ``parts`` are the parts of the lab's address with both lists.
    """

    parts: Mapping[str, str]
    measures: tuple[str, ...]
    curves: bool


@dataclass(frozen=True)
class Systems(Block):
    """Two systems on one topic, without scores; ``blocks`` are the prediction and the blocks shown after it."""

    parts: Mapping[str, str]
    blocks: tuple[Block, ...]

    @property
    def inside(self) -> tuple[Block, ...]:
        """The prediction and the blocks shown after it."""
        return self.blocks


def systems(reading: Reading, written: Written) -> Block | None:
    """The block with the two systems; None if it cannot be made. Faults are noted."""
    written.refuse_title()
    fields = written.fields(reading.faults)
    listed = [name for name in fields.data if name in LIST_PARTS or is_further_part(name)]
    fields.only((*LIST_PARTS, *listed, *_OWN))
    parts = {name: fields.text(name) for name in (*listed, "title") if name in fields.data}
    measures, predict = fields.texts("measures"), fields.text("predict")
    if not fields.sound:
        return None
    try:
        found = reading.usual.having(parts)
        if len(found.lists) != SYSTEMS or found.arrangement != "systems":
            raise InputError("labels2", "lesson-without-two-systems")
        if not measures:
            raise InputError("measures", "lesson-systems-without-measures")
        chosen = predict or measures[0]
        better = _better(found, chosen, "predict" if predict else "measures")
    except InputError as error:
        if error.field not in fields.lines:
            raise
        fields.faults.note(fields.line_of(error.field), error)
        return None
    reading.at_hand = found
    shown = {**address_parts(parts, found), **{name: text for name, text in parts.items() if name != "example"}}
    shown |= {"show": chosen, **settings_of(chosen)}
    quiz = read_quiz(_prediction(fields, chosen, titles_of(shown), better), reading)
    why = reading.inner(fields.text("why"), fields.line_of("why")) if "why" in fields.data else ()
    scores = Scores(shown, tuple(dict.fromkeys((*measures, chosen))), fields.text("curves") == "yes")
    return Systems(shown, (*((quiz,) if quiz else ()), Reveal(REVEAL, (scores, *why))))


def titles_of(parts: Mapping[str, str]) -> tuple[str, str]:
    """The titles of the two systems."""
    return parts.get("title", "System A"), parts.get("title2", "System B")


def _better(found: LessonList, measure: str, field: str) -> int:
    """The place of the list with the higher score: 0 or 1, or 2 if both are equal. Raises ``InputError``."""
    try:
        spec = parse(measure)
    except InputError as error:
        raise error.at(field) from error
    a, b = (replace(found, ranked=ranked, others=()).table(str(spec)).value for ranked in found.lists)
    if a is None or b is None:
        raise InputError(field, "lesson-systems-without-score", measure=measure)
    return 2 if abs(a - b) <= SAME else int(a < b)


def _prediction(fields: Fields, measure: str, titles: tuple[str, str], better: int) -> Fields:
    """The fields of the question which system is better; its numbers are computed like those of every question."""
    scores = " ".join(f"{{quoted}}`{title}` has {{value}}`{measure} list={i}`." for i, title in enumerate(titles, 1))
    words = (*(f"{{quoted}}`{title}`" for title in titles), "Both are equal")
    wrong = [say(Message("lesson-system-not-higher", name=text, measure=measure)) for text in words[:SYSTEMS]]
    wrong.append(say(Message("lesson-systems-not-equal", measure=measure)))
    options = [
        {"text": text, "feedback": wrong[place]} | ({"correct": "yes", "feedback": scores} if place == better else {})
        for place, text in enumerate(words)
    ]
    text = fields.text("text", f"Which system has the higher {measure}?")
    data = {"kind": choice_question.KIND.key, "predict": "yes", "text": text, "options": options}
    return replace(fields, data=data)


DIRECTIVES: Mapping[str, Directive] = {"systems": systems}
