"""What a phone sends to a question: how its form is read, and how the phone repeats it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ireval.errors import InputError
from ireval.exercises.marking.answer_remarks import remark_on
from ireval.lessons.directives.judging_directive import GRADES
from ireval.messages import Message, say
from web.classroom.judging.judging_bodies import KIND as JUDGING
from web.classroom.judging.judging_round import LABELS, JudgingRound
from web.classroom.questions.asked_question import FIELD, AskedPart, AskedQuestion
from web.classroom.rounds.paced_round import STEPS, PacedRound

#: What a phone sent, with the labels of the parts, which are empty if there is only one.
Words = list[tuple[str, str]]


class SentForm(NamedTuple):
    """The answers of a form by part, those that cannot be stored with the reason, by field, and all in words.

    Blank answers are empty: they take back what was sent. ``refused`` is empty if the form can be stored.
    At free pace, ``place`` is that of the question, which is answered once: if none of the parts ``once`` was sent.
    """

    answers: dict[str, str]
    refused: dict[str, str]
    words: Words
    place: int = -1
    once: tuple[str, ...] = ()


def read_form(body: Mapping[str, Any], place: int, form: Mapping[str, str]) -> SentForm:
    """Read what the phone with this place sends to the round with this body.

    Raises ``InputError`` for what the round does not ask of this phone.
    """
    if body.get("kind") == JUDGING:
        asked = JudgingRound.of(body)
        given = _label(asked, place, form)
        return SentForm(given, {}, labels_in_words(asked, given))
    if body.get("kind") == STEPS:
        return _at_own_pace(PacedRound.of(body), form)
    return _of_question(AskedQuestion.of(dict(body)), form)


def _of_question(question: AskedQuestion, form: Mapping[str, str]) -> SentForm:
    typed = typed_answers(question, form)
    if not any(typed.values()):
        return SentForm(typed, {"": say(Message("nothing-to-send"))}, [])
    return SentForm(typed, refusals(question, typed), words_of(question, typed))


def _at_own_pace(paced: PacedRound, form: Mapping[str, str]) -> SentForm:
    """The answers to the question at the place that the form names; as they were typed if they cannot be stored."""
    place = next((i for i in range(len(paced.bodies)) if form.get("place") == str(i)), -1)
    if place < 0:
        raise InputError("place", "answer-to-nothing")
    question = paced.question(place)
    read = _of_question(question, form)
    if read.refused:
        return read._replace(place=place)
    once = tuple(paced.stored(place, {field.id: "" for field in question.fields}))
    return read._replace(answers=paced.stored(place, question.answers(form)), place=place, once=once)


def _label(asked: JudgingRound, place: int, form: Mapping[str, str]) -> dict[str, str]:
    """The label of a document, or an empty one that takes it back."""
    undo = form.get("undo", "")
    docno, label = undo or form.get("document", ""), "" if undo else form.get("label", "")
    if place < 0 or not asked.accepts(place, docno, label or LABELS[0]) or not (undo or label):
        raise InputError("document", "answer-to-nothing")
    return {docno: label}


def labels_in_words(asked: JudgingRound, labels: Mapping[str, str]) -> Words:
    """Documents with their labels in words, in the order of the round."""
    words = dict(zip(LABELS, GRADES, strict=True))
    return [(x.title or x.docno, words[labels[x.docno]]) for x in asked.documents if labels.get(x.docno) in words]


def typed_answers(asked: AskedQuestion, form: Mapping[str, str]) -> dict[str, str]:
    """The answers of a form as they were typed, by the id of their part; blank ones are empty.

    Raises ``InputError`` for a part that the question does not have.
    """
    known = {field.name: field for field in asked.fields}
    unknown = next((name for name in form if name.startswith(FIELD) and name not in known), None)
    if unknown is not None:
        raise InputError(unknown[:80], "answer-to-nothing")
    return {field.id: form[name].strip() for name, field in known.items() if name in form}


def refusals(asked: AskedQuestion, typed: Mapping[str, str]) -> dict[str, str]:
    """Why answers cannot be stored, by the name of their field; under an empty name, if there is nothing to store."""
    found = {}
    for field in asked.fields:
        try:
            asked.answers({field.name: typed.get(field.id, "")})
        except InputError as error:
            found[field.name] = f"{error.message} {error.suggestion or ''}".strip()
    return found


def words_of(asked: AskedQuestion, answers: Mapping[str, str]) -> Words:
    """The answers of a phone in words, in the order of the question."""
    alone = len(asked.fields) == 1
    shown = [(field, answers[field.id]) for field in asked.fields if answers.get(field.id)]
    return [("" if alone else field.label, answer_in_words(field, text)) for field, text in shown]


def answer_in_words(field: AskedPart, text: str) -> str:
    """An answer in words: an option with its letter, anything else as it was typed."""
    chosen = next((option for option in field.options if option.key == text), None)
    if chosen is None:
        return text
    return f"{chosen.letter}: {chosen.text}" if chosen.letter else chosen.text


def doubts(asked: AskedQuestion, answers: Mapping[str, str]) -> list[str]:
    """Whether numbers that were sent are meant in another way, as a percentage: a question for each."""
    typed = [part for part in asked.question.parts if part.id in answers and not asked.is_opinion]
    found = (remark_on(asked.question, part, answers[part.id]) for part in typed)
    return [say(remark) for remark in found if remark and remark.key != "unreadable-alone"]
