"""How far assessors agree beyond chance, with the calculation as the product shows calculations."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ireval.agreement.labels_in_common import SharedJudgements
from ireval.explanation.calculation import Calculation, of_step
from ireval.explanation.plain_table import PlainTable
from ireval.messages import Message, say
from ireval.numbers.expression import Expr, Num

#: Decimals shown by default.
PLACES = 3
#: What every kappa is: the share of the agreement that chance leaves open.
KAPPA = r"\kappa = \frac{\mathrm{observed} - \mathrm{expected}}{1 - \mathrm{expected}}"


@dataclass(frozen=True)
class Step:
    """A number on the way: its name, what it is in words, its value (None: not defined), and its calculation.

    ``expr`` is the calculation with its numbers, for those who go on from it; None where the value is not defined.
    """

    name: str
    title: str
    value: float | None
    calculation: Calculation
    expr: Expr | None = None


@dataclass(frozen=True)
class Agreement:
    """A kappa of the judgements that assessors share.

    ``counts`` is the table that it is computed from. ``steps`` are the observed agreement, the agreement expected by
    chance, and kappa; there are none without a shared document. ``reason`` says why kappa is not defined.
    """

    name: str
    judgements: SharedJudgements
    counts: PlainTable
    steps: tuple[Step, ...] = ()
    reason: Message | None = None

    @property
    def value(self) -> float | None:
        """Kappa; None if it is not defined."""
        return self.steps[-1].value if self.steps else None

    @property
    def notes(self) -> tuple[Message, ...]:
        """Why kappa is not defined, and which judgements are missing."""
        undefined = (Message("undefined-with-reason", reason=self.reason),) if self.reason else ()
        return (*undefined, *self.judgements.notes)


@dataclass(frozen=True)
class Share:
    """A share of agreement: its calculation, its exact value, and its formula in LaTeX."""

    calculation: Expr
    value: float
    formula: str

    def step(self, name: str, title: str, places: int) -> Step:
        """The share as a step."""
        shown = of_step(name, self.calculation, self.value, places)
        return Step(name, title, self.value, replace(shown, formula=self.formula), self.calculation)


def kappa_of(  # noqa: PLR0917 - what kappa is called, made of and shown with
    name: str, judgements: SharedJudgements, counts: PlainTable, observed: Share, expected: Share, places: int
) -> Agreement:
    """Kappa from both shares of agreement; not defined where all labels are the same."""
    steps = (
        observed.step("observed", "Observed agreement", places),
        expected.step("expected", "Agreement expected by chance", places),
    )
    used = set(judgements.chosen.ravel().tolist())
    if len(used) == 1:
        reason = Message("all-labels-are-the-same", label=judgements.labels[used.pop()])
        words = say(Message("score-not-defined"))
        undefined = Step("kappa", name, None, Calculation(f"kappa = {words}", bare=words))
        return Agreement(name, judgements, counts, (*steps, undefined), reason)
    above, below = Num(observed.value) - Num(expected.value), 1 - Num(expected.value)
    value = (observed.value - expected.value) / (1 - expected.value)
    shown = replace(of_step("kappa", above / below, value, places), formula=KAPPA)
    return Agreement(name, judgements, counts, (*steps, Step("kappa", name, value, shown, above / below)))


def no_kappa(name: str, judgements: SharedJudgements, counts: PlainTable) -> Agreement:
    """What there is of a kappa where no document was judged by all assessors."""
    return Agreement(name, judgements, counts, reason=Message("no-document-in-common"))
