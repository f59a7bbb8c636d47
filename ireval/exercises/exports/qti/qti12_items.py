"""The kinds of questions in Canvas's QTI 1.2: their controls, correct answers and feedback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from ireval.exercises.exports.qti.blanks import MOST_LINES, ROUND, accepted_texts, mistakes, mistakes_of_gaps
from ireval.exercises.exports.shared.accepted_answers import (
    AcceptedAnswer,
    accepted_answers,
    plain_decimal,
)
from ireval.exercises.exports.shared.job import Item
from ireval.exercises.exports.shared.question_markup import (
    Element,
    as_markup,
    body,
    filled,
    node,
    paragraph,
    with_texts,
)
from ireval.exercises.question.question import CHOICE, NUMBER, Part

#: Intervals are wider by this: Canvas' importer reads ends such as 0.3125 and 0.3135 as significant digits.
_HAIR = Decimal("1e-9")
ANSWER, BLANKS = "response1", "fill_in_multiple_blanks_question"


@dataclass(frozen=True)
class CanvasQuestion:
    """A question: Canvas's name for its ``kind``, its text ``shown`` as HTML, its controls and marking conditions.

    ``wrong`` is the feedback on any wrong answer, as HTML; ``feedback`` that on single answers, by its identifier.
    """

    kind: str
    shown: str
    responses: list[Element]
    conditions: list[Element]
    wrong: str
    feedback: Mapping[str, str] = field(default_factory=dict)


def canvas_question(item: Item) -> CanvasQuestion:
    """The question in Canvas's form."""
    question = item.question
    if len(question.parts) > 1 or question.grid is not None:
        return _blanks(item)
    kinds: Mapping[str, Callable[[Item, Part, str], CanvasQuestion]] = {NUMBER: _number, CHOICE: _choice}
    part = question.parts[0]
    return kinds.get(part.kind, _essay)(item, part, as_markup(body(question, with_parts=False)))


def material(markup: str) -> Element:
    """HTML."""
    return node("material", node("mattext", markup, texttype="text/html"))


def condition(test: Element, score: str = "", *, linked: str = "", go_on: bool = False, action: str = "Set") -> Element:
    """The result if ``test`` holds: a score in per cent, or the feedback with this identifier."""
    inside = [node("conditionvar", test)]
    if score:
        inside.append(node("setvar", score, action=action, varname="SCORE"))
    if linked:
        inside.append(node("displayfeedback", feedbacktype="Response", linkrefid=linked))
    return node("respcondition", *inside, continue_="Yes" if go_on else "No")


def _number(item: Item, part: Part, shown: str) -> CanvasQuestion:
    """The correct number with a margin and, if rounding can lead to others, a range of accepted numbers."""
    found = accepted_answers(item.question, part)
    label = node("render_fib", node("response_label", ident="answer1"), fibtype="Decimal")
    response = node("response_str", label, ident=ANSWER, rcardinality="Single")
    conditions = [condition(_range(answer, exact=not i), "100") for i, answer in enumerate(found) if answer.right]
    wrong = paragraph(item.correction(part)) + mistakes(part, found, MOST_LINES - 2)
    return CanvasQuestion("numerical_question", shown, [response], conditions, wrong)


def _range(answer: AcceptedAnswer, *, exact: bool) -> Element:
    low, high = (plain_decimal(Decimal(end) + hair) for end, hair in ((answer.low, -_HAIR), (answer.high, _HAIR)))
    ends = node("and", node("vargte", low, respident=ANSWER), node("varlte", high, respident=ANSWER))
    return node("or", node("varequal", answer.value, respident=ANSWER), ends) if exact else ends


def _choice(item: Item, part: Part, shown: str) -> CanvasQuestion:
    names = {option.key: f"option-{place}" for place, option in enumerate(part.options, 1)}
    labels = [node("response_label", material(paragraph(x.text)), ident=names[x.key]) for x in part.options]
    response = node("response_lid", node("render_choice", *labels), ident=ANSWER, rcardinality="Single")
    feedback = {f"{names[x.key]}_fb": paragraph(x.why) for x in part.options if x.why}
    hints = [condition(_chosen(names[x.key]), linked=f"{names[x.key]}_fb", go_on=True) for x in part.options if x.why]
    right = condition(_chosen(names[part.right]), "100")
    wrong = paragraph(item.correction(part))
    return CanvasQuestion("multiple_choice_question", shown, [response], [*hints, right], wrong, feedback)


def _chosen(name: str) -> Element:
    return node("varequal", name, respident=ANSWER)


def _essay(item: Item, part: Part, shown: str) -> CanvasQuestion:
    label = node("render_fib", node("response_label", ident="answer1", rshuffle="No"))
    response = node("response_str", label, ident=ANSWER, rcardinality="Single")
    return CanvasQuestion(
        "essay_question", shown + paragraph(part.hint), [response], [], paragraph(item.correction(part))
    )


def _blanks(item: Item) -> CanvasQuestion:
    """Several gaps; square brackets in the text become round, because Canvas reads square ones as blanks."""
    question = item.question
    shown = with_texts(body(question), lambda text: text.translate(ROUND))
    names = {part.id: f"gap{place}" for place, part in enumerate(question.parts, 1)}
    markup = as_markup(filled(shown, lambda gap: f"[{names[gap]}]"))
    responses = [_blank(names[part.id], accepted_texts(question, part)) for part in question.parts]
    share = plain_decimal(100 / len(names))
    conditions = [
        condition(node("varequal", f"{name}-1", respident=f"response_{name}"), share, action="Add", go_on=True)
        for name in names.values()
    ]
    numbers = [part for part in question.parts if part.kind == NUMBER]
    wrong = mistakes_of_gaps((part, answer) for part in numbers for answer in accepted_answers(question, part))
    return CanvasQuestion(BLANKS, markup, responses, conditions, wrong)


def _blank(name: str, accepted: list[str]) -> Element:
    labels = [
        node("response_label", node("material", node("mattext", text, texttype="text/plain")), ident=f"{name}-{i}")
        for i, text in enumerate(accepted, 1)
    ]
    inside = node("material", node("mattext", name)), node("render_choice", *labels)
    return node("response_lid", *inside, ident=f"response_{name}")
