"""The kinds of questions in ILIAS: their controls, correct answers and feedback.

A number, and a gap for a number, has one interval of correct numbers. For a gap, ILIAS distinguishes the exact number,
a number in the interval, one below it, one above it, and no answer. Mistakes are listed on the side of their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape

from ireval.exercises.exports.qti.blanks import mistakes
from ireval.exercises.exports.shared.accepted_answers import (
    AcceptedAnswer,
    accepted_answers,
    correct_text,
    plain_decimal,
)
from ireval.exercises.exports.shared.job import Item
from ireval.exercises.exports.shared.question_markup import (
    Element,
    as_markup,
    body,
    node,
    paragraph,
    printable,
    solution,
    with_texts,
    without_tables,
)
from ireval.exercises.question.question import CHOICE, NUMBER, Part

CHOSEN, NUMERIC, ESSAY, CLOZE = "SINGLE CHOICE QUESTION", "NUMERIC QUESTION", "TEXT QUESTION", "CLOZE QUESTION"
ALL_RIGHT, NOT_ALL_RIGHT = "response_allcorrect", "response_onenotcorrect"
#: ILIAS's names for a numeric gap that is blank, exactly right, within the interval, too low, and too high.
BLANK, HIT, WITHIN, TOO_LOW, TOO_HIGH = "-1", "0", "1", "2", "3"
#: ILIAS's name for a text gap whose answer is unknown.
NO_MATCH = "-2"
#: The same answer counts in every gap; feedback belongs to answers; no gaps depend on each other (an empty list).
_CLOZE_FIELDS = {
    **{"textgaprating": "ci", "fixedTextLength": "0", "identicalScoring": "1"},
    **{"feedback_mode": "gapAnswers", "combinations": "W10="},
}
_MOST_DIGITS, _MOST_LETTERS = "15", "1000"
_GAP = re.compile(r'<gap part="([^"]*)"></gap>')
_LIKE_A_GAP = re.compile(r"\[(/?gap[^\[\]]*)\]?", re.IGNORECASE)


@dataclass(frozen=True)
class IliasQuestion:
    """A question: ILIAS's name for its ``kind``; texts and gaps in their order; correct answers; feedback as HTML."""

    kind: str
    shown: list[Element]
    conditions: list[Element]
    feedback: Mapping[str, str]
    fields: Mapping[str, str] = field(default_factory=dict)
    outcome: Mapping[str, str] = field(default_factory=dict)


def ilias_question(item: Item) -> IliasQuestion:
    """The question in ILIAS's form."""
    question = item.question
    if len(question.parts) > 1 or question.grid is not None:
        return _cloze(item)
    kinds: Mapping[str, Callable[[Item, Part], IliasQuestion]] = {NUMBER: _number, CHOICE: _choice}
    return kinds.get(question.parts[0].kind, _essay)(item, question.parts[0])


def material(markup: str) -> Element:
    """HTML."""
    return node("material", node("mattext", markup, texttype="text/xhtml"))


def _text(item: Item, hint: str = "") -> Element:
    shown = as_markup(without_tables(body(item.question, with_parts=False)))
    return material(shown + (paragraph(hint) if hint else ""))


def _solution(item: Item) -> str:
    return as_markup(without_tables(solution(item.question)))


def _condition(*tests: Element, points: float | None = None, linked: str) -> Element:
    worth = [] if points is None else [node("setvar", plain_decimal(points), action="Add")]
    shown = node("displayfeedback", feedbacktype="Response", linkrefid=linked)
    return node("respcondition", node("conditionvar", *tests), *worth, shown, continue_="Yes")


def _number(item: Item, part: Part) -> IliasQuestion:
    found = accepted_answers(item.question, part)
    low, high = _ends(found)

    def inside() -> list[Element]:
        return [node("vargte", low, respident="NUM"), node("varlte", high, respident="NUM")]

    fib = node("render_fib", fibtype="Decimal", maxchars=_MOST_DIGITS)
    conditions = [
        _condition(*inside(), points=part.points, linked=ALL_RIGHT),
        _condition(node("not", *inside()), linked=NOT_ALL_RIGHT),
    ]
    worked = _solution(item)
    right = "".join(paragraph(answer.text) for answer in found if answer.by_interval)
    wrong = paragraph(item.correction(part)) + mistakes(part, found)
    feedback = {ALL_RIGHT: right + worked, NOT_ALL_RIGHT: wrong + worked}
    response = node("response_num", fib, ident="NUM", numtype="Decimal", rcardinality="Single")
    return IliasQuestion(NUMERIC, [_text(item), response], conditions, feedback)


def _choice(item: Item, part: Part) -> IliasQuestion:
    labels, conditions = [], []
    feedback: dict[str, str] = {}
    for place, option in enumerate(part.options):
        labels.append(node("response_label", material(escape(printable(option.text))), ident=str(place)))
        chosen = node("varequal", str(place), respident="MCSR")
        points = part.points if option.key == part.right else 0
        conditions.append(_condition(chosen, points=points, linked=f"response_{place}"))
        feedback[f"response_{place}"] = paragraph(_why(item, part, place))
    response = node("response_lid", node("render_choice", *labels, shuffle="No"), ident="MCSR", rcardinality="Single")
    feedback |= dict.fromkeys((ALL_RIGHT, NOT_ALL_RIGHT), _solution(item))
    shown, feedback_on_choice_only = [_text(item), response], {"feedback_setting": "2"}
    return IliasQuestion(CHOSEN, shown, conditions, _not_empty(feedback), feedback_on_choice_only)


def _essay(item: Item, part: Part) -> IliasQuestion:
    fib = node("render_fib", fibtype="String", prompt="Box", maxchars=_MOST_LETTERS)
    response = node("response_str", fib, ident="TEXT", rcardinality="Ordered")
    feedback = dict.fromkeys((ALL_RIGHT, NOT_ALL_RIGHT), paragraph(item.correction(part)) + _solution(item))
    conditions = [_condition(linked=name) for name in feedback]
    worth = {"varname": "WritingScore", "vartype": "Decimal", "minvalue": "0", "maxvalue": plain_decimal(part.points)}
    return IliasQuestion(
        ESSAY, [_text(item, part.hint), response], conditions, feedback, {"termrelation": "non"}, worth
    )


def _cloze(item: Item) -> IliasQuestion:
    """Several gaps; other text like ``[gap]`` gets round brackets, because that is how ILIAS writes gaps."""
    question = item.question
    pieces = _GAP.split(as_markup(with_texts(without_tables(body(question)), _no_gap)))
    shown, conditions = [material(pieces[0])], []
    feedback: dict[str, str] = {}
    for place, (name, text) in enumerate(zip(pieces[1::2], pieces[2::2], strict=True)):
        part, gap = question.part(name), f"gap_{place}"
        response, worth, comments = _gap(item, part, gap)
        shown += [response, material(text)]
        conditions += [
            _condition(node("varequal", answer, respident=gap), points=points, linked=f"{place}_Response_{order}")
            for order, (answer, points) in enumerate(worth.items())
        ]
        feedback |= {f"{place}_{which}": markup for which, markup in comments.items()}
    feedback |= dict.fromkeys((ALL_RIGHT, NOT_ALL_RIGHT), _solution(item))
    return IliasQuestion(CLOZE, shown, conditions, _not_empty(feedback), _CLOZE_FIELDS)


def _gap(item: Item, part: Part, name: str) -> tuple[Element, dict[str, float], dict[str, str]]:
    """A gap's control, the points of its known answers, and the feedback on them by ILIAS's number for the answer."""
    correction = paragraph(item.correction(part))
    if part.kind == NUMBER:
        found = accepted_answers(item.question, part)
        low, high = _ends(found)
        ends = {"minnumber": low, "maxnumber": high, "maxchars": _MOST_DIGITS}
        fib = node("render_fib", fibtype="Decimal", prompt="Box", columns="8", **ends)
        response = node("response_num", fib, ident=name, numtype="Decimal", rcardinality="Single")
        return response, {part.right: part.points}, _feedback_on_numbers(part, found, correction)
    if part.kind == CHOICE:
        texts = [_no_gap(printable(option.text)) for option in part.options]
        labels = [
            node("response_label", node("material", node("mattext", text, texttype="text/plain")), ident=str(place))
            for place, text in enumerate(texts)
        ]
        response = node("response_str", node("render_choice", *labels, shuffle="No"), ident=name, rcardinality="Single")
        worth = [part.points if option.key == part.right else 0 for option in part.options]
        comments = {str(place): paragraph(_why(item, part, place)) for place in range(len(texts))}
        return response, dict(zip(texts, worth, strict=True)), {BLANK: correction, **comments}
    fib = node("render_fib", fibtype="String", prompt="Box", columns="20", maxchars=_MOST_LETTERS)
    response = node("response_str", fib, ident=name, rcardinality="Single")
    return response, {_no_gap(printable(part.right)): part.points}, {BLANK: correction, NO_MATCH: correction}


def _feedback_on_numbers(part: Part, found: list[AcceptedAnswer], correction: str) -> dict[str, str]:
    low, high = (float(end) for end in _ends(found))
    wrong = [answer for answer in found if not answer.right]
    return {
        BLANK: correction,
        HIT: paragraph(found[0].text),
        WITHIN: paragraph(_widest(found).text),
        TOO_LOW: correction + mistakes(part, (answer for answer in wrong if float(answer.value) < low)),
        TOO_HIGH: correction + mistakes(part, (answer for answer in wrong if float(answer.value) > high)),
    }


def _ends(found: Iterable[AcceptedAnswer]) -> tuple[str, str]:
    """The lowest and the highest correct number; the widest interval includes all but the numbers of a source."""
    widest = _widest(found)
    return widest.low, widest.high


def _widest(found: Iterable[AcceptedAnswer]) -> AcceptedAnswer:
    return max((answer for answer in found if answer.by_interval), key=lambda answer: float(answer.tolerance))


def _why(item: Item, part: Part, place: int) -> str:
    option = part.options[place]
    return correct_text(option.why) if option.key == part.right else option.why or item.correction(part)


def _no_gap(text: str) -> str:
    return _LIKE_A_GAP.sub(r"(\1)", text)


def _not_empty(feedback: Mapping[str, str]) -> dict[str, str]:
    return {name: markup for name, markup in feedback.items() if markup != "<div></div>"}
