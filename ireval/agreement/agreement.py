"""How far assessors agree beyond chance, with the calculation step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from ireval.agreement.labels_in_common import SharedJudgements
from ireval.explanation.calculation import Calculation, of_step
from ireval.explanation.plain_table import PlainTable
from ireval.messages import Message, say
from ireval.numbers.expression import Expr, Num

#: Decimals shown by default.
PLACES = 3
#: A sum of more terms than this is written as its value.
LONGEST_SUM = 12


@dataclass(frozen=True)
class Step:
    """A step of the calculation: its name, its title, its value (None: undefined), and its calculation.

    ``expr`` is the calculation as an expression, from which further calculations can be made; None if undefined.
    """

    name: str
    title: str
    value: float | None
    calculation: Calculation
    expr: Expr | None = None


@dataclass(frozen=True)
class Agreement:
    """A coefficient of agreement of ``assessors``; ``documents`` is the number of documents that it is computed from.

    ``counts`` is the table of label counts, and ``distances`` the table of the distances between labels, if there is
    one. ``steps`` are the observed agreement, the agreement expected by chance, and the coefficient; empty without a
    shared document. ``reason`` says why the coefficient is undefined. ``judgements`` are the judgements that it was
    computed from; None for a table of counts. ``remarks`` are further notes.
    """

    name: str
    assessors: tuple[str, ...]
    documents: int
    counts: PlainTable
    steps: tuple[Step, ...] = ()
    reason: Message | None = None
    judgements: SharedJudgements | None = None
    remarks: tuple[Message, ...] = ()
    distances: PlainTable | None = None

    @property
    def value(self) -> float | None:
        """The coefficient; None if it is undefined."""
        return self.steps[-1].value if self.steps else None

    @property
    def notes(self) -> tuple[Message, ...]:
        """Notes: why the coefficient is undefined, which judgements are missing, and the ``remarks``."""
        undefined = (Message("agreement-not-defined", reason=self.reason),) if self.reason else ()
        return (*undefined, *(self.judgements.notes if self.judgements else ()), *self.remarks)


@dataclass(frozen=True)
class Share:
    """An intermediate result of a coefficient: its calculation, its exact value, and its formula in LaTeX."""

    calculation: Expr
    value: Fraction | float
    formula: str

    def step(self, name: str, title: str, places: int) -> Step:
        """A step with this name and title."""
        value = float(self.value)
        shown = of_step(name, self.calculation, value, places)
        return Step(name, title, value, replace(shown, formula=self.formula), self.calculation)


@dataclass(frozen=True)
class Form:
    """How a coefficient is computed from the observed and the expected value: titles of its steps, and its formula.

    ``name`` is the name of the last step. If it is computed ``by_agreement``, it is (observed - expected) divided by
    (1 - expected); by disagreement, it is 1 - observed/expected.
    """

    name: str
    what: str
    formula: str
    by_agreement: bool

    def titles(self) -> tuple[str, str]:
        """The titles of the first two steps."""
        return f"Observed {self.what}", f"Expected {self.what}"

    def undefined(self, expected: Fraction | float) -> bool:
        """Whether the divisor is 0."""
        return expected == (1 if self.by_agreement else 0)

    def of(self, observed: Fraction | float, expected: Fraction | float) -> float:
        """The coefficient."""
        if self.by_agreement:
            return float((observed - expected) / (1 - expected))
        return float(1 - observed / expected)

    def calculation(self, observed: float, expected: float) -> Expr:
        """The calculation of the coefficient with its numbers filled in."""
        if self.by_agreement:
            return (Num(observed) - Num(expected)) / (1 - Num(expected))
        return 1 - Num(observed) / Num(expected)


#: Kappa from agreement.
AGREEMENT = Form(
    "kappa", "agreement", r"\kappa = \frac{\mathrm{observed} - \mathrm{expected}}{1 - \mathrm{expected}}", True
)
#: Kappa from disagreement, for weighted kappa.
DISAGREEMENT = Form("kappa", "disagreement", r"\kappa = 1 - \frac{\mathrm{observed}}{\mathrm{expected}}", False)
#: Krippendorff's alpha.
ALPHA = Form("alpha", "disagreement", r"\alpha = 1 - \frac{\mathrm{observed}}{\mathrm{expected}}", False)


def completed(  # noqa: PLR0917 - a name, two parts and the way to show them
    found: Agreement, form: Form, observed: Share, expected: Share, places: int, only: str = ""
) -> Agreement:
    """The agreement with its steps. The coefficient is undefined if all labels are the same; ``only`` is that label."""
    titles = form.titles()
    steps = (observed.step("observed", titles[0], places), expected.step("expected", titles[1], places))
    if form.undefined(expected.value):
        reason = Message("all-labels-are-the-same", label=only)
        words = say(Message("score-not-defined"))
        undefined = Step(form.name, found.name, None, Calculation(f"{form.name} = {words}", bare=words))
        return replace(found, steps=(*steps, undefined), reason=reason)
    value = form.of(observed.value, expected.value)
    calculation = form.calculation(float(observed.value), float(expected.value))
    shown = replace(of_step(form.name, calculation, value, places), formula=form.formula)
    return replace(found, steps=(*steps, Step(form.name, found.name, value, shown, calculation)))


def with_nothing_in_common(found: Agreement) -> Agreement:
    """The agreement without a coefficient, because no document was judged by all assessors."""
    return replace(found, reason=Message("no-document-in-common"))
