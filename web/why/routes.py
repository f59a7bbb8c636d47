"""Why a number differs from the correct value: a page of its own, and the verdict alone for the lab."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, make_response, render_template, request, url_for
from markupsafe import Markup

from ireval.diagnosis.causes import Cause
from ireval.diagnosis.printed_figures import PRINTED
from ireval.diagnosis.slips import SLIPS
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.exercises.practice.known_causes import cause_named
from ireval.explanation.calculation import Calculation
from ireval.messages import Figures, Message, say
from ireval.numbers.expression import decimal, fixed
from ireval.numbers.rounding import SAME
from web.formulas.mathml import calculation, mathml, with_decimal_sign
from web.lab.page import View
from web.lab.step_rows import Steps
from web.server.htmx import varied, wants_fragment
from web.state.address import Reading
from web.state.lab_address import lab_address
from web.why.facts_in_words import Choice, facts_of, measures_of, rule_of
from web.why.number_question import OWN, Question, read_question

bp = Blueprint("why", __name__)

#: The names of the kinds of causes.
KINDS = {"mistake": "typical mistake", "convention": "convention", "rounding": "rounding"}
#: The value of ``reveal`` that shows the correct value only after the next number.
LATER = "later"
#: The badge of a figure that a source prints.
OF_SOURCE = "printed in the source"


class Side(NamedTuple):
    """A calculation, as MathML if possible, and the formula that it follows, in lines."""

    shown: Markup
    formulas: tuple[Markup, ...]


class Line(NamedTuple):
    """A cause as the page shows it: its ``text``, and ``users``, the tools and sources that do so.

    ``adopt`` is the address of the lab with its choices, ``practise`` that of exercises; any of these may be empty.
    """

    cause: Cause
    text: str
    users: str
    kind: str
    yours: Side | None
    right: Side | None
    adopt: str
    practise: str


class Verdict:
    """The contents of a diagnosis on the page; with ``reveal``, also the correct value and its calculation.

    Calculations with numbers that the lab covers are not shown.
    """

    def __init__(self, question: Question, found: Diagnosis, *, reveal: bool) -> None:
        self.question = question
        self.found = found
        self.reveal = reveal or found.right
        self._steps = steps_of(question)
        self._comma = bool(question.state.comma)

    @property
    def mark(self) -> str:
        """The verdict as a class for the style sheet: right, close, convention, impossible or wrong."""
        return self.found.kind

    @property
    def answer(self) -> str:
        """The correct value in a sentence, if it may be shown."""
        state = self.question.state
        return self._say(rule_of(self.found, state)) if self.reveal and not self.found.right else ""

    @property
    def headline(self) -> str:
        """The verdict in a sentence."""
        return self._say(self.found.verdict)

    @property
    def note(self) -> str:
        """A further remark; may be empty."""
        typed, value = self.found.typed, self.found.value
        if self.found.right and value is not None and typed.places is not None and abs(typed.value - value) > SAME:
            rounded = Message("correct-when-rounded", value=Figures(self.found.target.shown), places=typed.places)
            if typed.places < self.question.state.places:
                return self._say(rounded)
        return self._say(self.found.remark)

    @property
    def correct(self) -> Side | None:
        """The correct calculation, unless a cause shows it next to its own."""
        shown = self.reveal and not self.found.causes and self.found.value is not None
        return self._open_side(self.found.correct) if shown else None

    @property
    def shown(self) -> str:
        """The correct value as the lab shows it; empty if there is none or it may not be shown."""
        value, state = self.found.value, self.question.state
        if value is None or not self.reveal:
            return ""
        text = decimal(value, state.places) if self.found.target.whole else fixed(value, state.places)
        return with_decimal_sign(text, state.comma)

    @cached_property
    def lines(self) -> list[Line]:
        """The causes that fit."""
        return [self._line(cause) for cause in self.found.causes]

    @property
    def nearest(self) -> list[tuple[str, str]]:
        """The nearest values and their causes, if no cause fits; empty for a prediction, which they could give away."""
        return self.reveal * [
            (with_decimal_sign(self.found.shown(cause), self._comma), self._say(cause.statement))
            for cause in self.found.nearest
        ]

    def _line(self, cause: Cause) -> Line:
        shows_right = cause.key in SLIPS and not self.reveal
        yours = None if shows_right else self._open_side(self.found.yours(cause))
        shows_correction = self.reveal and self.found.value is not None
        right = self._open_side(self.found.correction(cause)) if shows_correction else None
        adopt = lab_address(self.question.lab(cause.choices)) if cause.choices else ""
        kind = OF_SOURCE if cause.key in PRINTED else KINDS[cause.kind]
        said, users = self._say(cause.message), self._say(cause.users)
        return Line(cause, said, users, kind, yours, right, adopt, self._practise(cause))

    def _practise(self, cause: Cause) -> str:
        """The address of exercises in which the cause gives another number; empty if it cannot be practised."""
        try:
            known = cause_named(f"{self.question.spec.measure.name}.{cause.key}")
        except InputError:
            return ""
        return url_for("practise.begin", mistake=known.name, conventions=self.question.state.preset)

    def _say(self, message: Message | None) -> str:
        return say(message, comma=self._comma) if message else ""

    def _open_side(self, shown: Calculation) -> Side | None:
        """A calculation; None if it would show covered values other than the number itself."""
        others = [number for number in shown.numbers if number != self.question.cell]
        return None if self._steps and self._steps.hides(others) else self._side(shown)

    def _side(self, shown: Calculation) -> Side:
        comma = self._comma
        plain = Markup("<p>%s</p>") % calculation(shown.text, comma=comma)
        inside = mathml(shown.latex, block=True, comma=comma) if shown.latex else plain
        lines = shown.formula.split(r",\qquad") if shown.formula else []
        return Side(inside, tuple(mathml(line, block=True, comma=comma) for line in lines))


class Answer(Verdict):
    """Only the correct number, for a visitor who wants to see it without a guess."""

    @property
    def headline(self) -> str:
        """The correct number in a sentence, or why there is none."""
        return self._say(self.found.correct_value or self.found.remark)

    answer = ""  # it is the headline


class Page:
    """The page: the question, and the verdict or what is wrong with the question."""

    def __init__(self) -> None:
        self.given = {name: value for name, value in request.args.items() if name not in OWN}
        self.parts = {name: request.args.get(name, "").strip() for name in OWN}
        self.alone = not wants_fragment()  # a page of its own, not a part of the lab
        self.question: Question | None = None
        self.verdict: Verdict | None = None
        self.answer: Answer | None = None
        self.error: InputError | None = None
        try:
            self.question = question = read_question(request.args)
            inquiry = question.inquiry()
            if question.typed:
                found = inquiry.diagnose(question.typed, question.state.places)
                self.verdict = Verdict(question, found, reveal=self.parts["reveal"] not in {"0", "no", LATER})
            elif self.parts["reveal"] == "1":
                self.answer = Answer(question, inquiry.answer(), reveal=True)
        except InputError as error:
            self.error = error

    @property
    def state(self) -> list[tuple[str, str]]:
        """The lab's state for the form's hidden fields."""
        if not self.question:
            return list(self.given.items())
        return parse_qsl(self.question.state.query(), keep_blank_values=True)

    @property
    def second_try(self) -> str:
        """A sentence if the number was wrong and the correct value will be shown only after the next number."""
        wrong = self.verdict and not self.verdict.found.right
        return say(Message("another-try")) if wrong and self.parts["reveal"] == LATER else ""

    @property
    def answer_address(self) -> str:
        """The address of the correct value."""
        return f"{url_for('why.why')}?{urlencode({**self.given, **self.parts, 'value': '', 'reveal': '1'})}"

    @property
    def lab(self) -> str:
        """The address of the lab in this state."""
        return lab_address(self.question.lab()) if self.question else url_for("lab.lab")

    @property
    def measures(self) -> list[Choice]:
        """The measures to choose from."""
        return measures_of(self.question) if self.question else []

    @property
    def summary(self) -> list[tuple[str, str]]:
        """The list in words, as (name, value)."""
        return facts_of(self.question) if self.question else []


def steps_of(question: Question) -> Steps | None:
    """Return the lab's open table if something in it is hidden from the visitor, otherwise None."""
    state = question.state
    hides = state.cover or state.step is not None
    return View(Reading(state, []), {}, question.revealed).steps if hides else None


@bp.get("/why")
def why() -> Response:
    """Show the page; for the page's script, only the verdict."""
    page = Page()
    template = "why/verdict.html" if wants_fragment() else "why/why.html"
    response = make_response(render_template(template, page=page), 400 if page.error else 200)
    return varied(response)
