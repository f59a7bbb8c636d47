"""Moodle XML: a category for the sheet, and in it one for the variants of each exercise, to draw one at random.

A single number becomes a numerical question whose wrong answers have fractions of the points; a choice becomes a
multiple-choice question; an exercise with several gaps becomes a cloze question (``cloze``). Moodle accepts a fixed
list of fractions. Its importer, ``question/format/xml/format.php`` in its source, defines the elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ireval.exercises.exports.moodle.categories import category_path
from ireval.exercises.exports.moodle.cloze import cloze_text, weights
from ireval.exercises.exports.moodle.fractions import fraction
from ireval.exercises.exports.moodle.notes import add_notes
from ireval.exercises.exports.moodle.numbers import part_numbers
from ireval.exercises.exports.moodle.themed_html import moodle_html
from ireval.exercises.exports.shared.accepted_answers import plain_decimal
from ireval.exercises.exports.shared.archive import xml
from ireval.exercises.exports.shared.job import Item, Job
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.exports.shared.question_markup import (
    Element,
    as_markup,
    body,
    formatted,
    node,
    paragraph,
    solution,
)
from ireval.exercises.question.question import CHOICE, NUMBER, Part
from ireval.messages.message import Message


def write(job: Job) -> bytes:
    """The sheet as Moodle XML."""
    job.note_errors_not_carried()
    add_notes(job)
    questions = [_category(job), *_intro(job)]
    for group in job.exercises:
        questions += [_category(job, group), *(_question(job, item) for item in job.progress.counted(group))]
    return xml(node("quiz", *questions))


def _category(job: Job, group: Sequence[Item] = ()) -> Element:
    path = node("category", node("text", category_path(job, group)))
    about = [] if group else [node("info", node("text", job.origin), format="moodle_auto_format")]
    return node("question", path, *about, type="category")


def _intro(job: Job) -> Iterable[Element]:
    """The sheet's introduction as a description, which Moodle shows between questions."""
    if job.sheet.intro:
        shown = _html("questiontext", as_markup(node("div", *formatted(job.sheet.intro))))
        yield node("question", node("name", node("text", "00 Introduction")), shown, type="description")


def _question(job: Job, item: Item) -> Element:
    job.note_marked_by_hand(item)
    only = item.question.parts[0] if len(item.question.parts) == 1 and item.question.grid is None else None
    if only is None:
        return _cloze(job, item)
    return {NUMBER: _numerical, CHOICE: _choice}.get(only.kind, _essay)(job, item, only)


def _frame(job: Job, item: Item, kind: str, shown: str, *inside: Element) -> Element:
    """The elements that all questions have; ``shown`` is the question's text as HTML."""
    tags = (job.id, item.question.id, item.key)
    return node(
        "question",
        node("name", node("text", item.name)),
        _html("questiontext", shown),
        _html("generalfeedback", moodle_html(solution(item.question))),
        node("defaultgrade", plain_decimal(item.question.points)),
        node("penalty", "0"),
        node("hidden", "0"),
        *inside,
        *_hints(item, kind),
        node("tags", *(node("tag", node("text", tag)) for tag in tags)),
        type=kind,
    )


def _hints(item: Item, kind: str) -> Iterable[Element]:
    """The owner's hint, which Moodle shows after a wrong answer if students may try several times."""
    if item.question.hint and kind != "essay":
        yield _html("hint", as_markup(node("div", *formatted(item.question.hint))))


def _html(tag: str, markup: str) -> Element:
    """An element with HTML in CDATA; ``markup`` has every > of a text escaped, so the CDATA cannot end early."""
    from lxml import etree

    text = node("text")
    text.text = etree.CDATA(markup)
    return node(tag, text, format="html")


def _numerical(job: Job, item: Item, part: Part) -> Element:
    numbers = part_numbers(item, part)
    options = [_number(a.value, fraction(a.share), a.text, a.tolerance) for a in numbers.answers]
    options.append(_number("*", "0", numbers.other, "0"))
    units = (("unitgradingtype", "0"), ("unitpenalty", "0.1"), ("showunits", "3"), ("unitsleft", "0"))
    shown = moodle_html(body(item.question, with_parts=False))
    return _frame(job, item, "numerical", shown, *options, *(node(tag, value) for tag, value in units))


def _number(value: str, share: str, feedback: str, tolerance: str) -> Element:
    parts = node("text", value), _html("feedback", paragraph(feedback)), node("tolerance", tolerance)
    return node("answer", *parts, fraction=share, format="moodle_auto_format")


def _choice(job: Job, item: Item, part: Part) -> Element:
    options = []
    for option in part.options:
        answer = _html("answer", paragraph(option.text))
        answer.set("fraction", "100" if option.key == part.right else "0")
        answer.append(_html("feedback", paragraph(option.why or item.correction(part))))
        options.append(answer)
    settings = (("single", "true"), ("shuffleanswers", "false"), ("answernumbering", "none"))
    overall: Iterable[Element] = (
        _html(f"{which}feedback", "") for which in ("correct", "partiallycorrect", "incorrect")
    )
    shown = moodle_html(body(item.question, with_parts=False))
    return _frame(job, item, "multichoice", shown, *(node(*setting) for setting in settings), *overall, *options)


def _essay(job: Job, item: Item, part: Part) -> Element:
    if item.question.hint:
        job.note(item, Message("file-without-hints"))
    shown = moodle_html(body(item.question, with_parts=False)) + paragraph(part.hint)
    settings = (("responseformat", "plain"), ("responserequired", "1"), ("responsefieldlines", "5"))
    more = (("attachments", "0"), ("attachmentsrequired", "0"))
    grader = _html("graderinfo", paragraph(item.correction(part)))
    return _frame(job, item, "essay", shown, *(node(*setting) for setting in (*settings, *more)), grader)


def _cloze(job: Job, item: Item) -> Element:
    question, each = item.question, weights(item.question)
    if sum(each.values()) != question.points:
        said = {"points": plain_decimal(question.points), "sum": plain_decimal(sum(each.values()))}
        job.note(item, Message("moodle-whole-weights", said))
    return _frame(job, item, "cloze", cloze_text(item))


FORMAT = PlatformFormat("moodle", "Moodle XML", ".moodle.xml", "application/xml", write, intro=True, hints=True)
