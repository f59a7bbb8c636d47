"""The calculation of Fleiss' kappa, short enough for a screen that a whole hall reads."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from ireval.agreement import Agreement
from ireval.agreement.agreement import PLACES
from ireval.messages import Message, say
from ireval.numbers.expression import digits_needed, fixed
from web.formulas.mathml import mathml

#: A sum of more terms is shortened to its first two and its last one.
_MOST_TERMS = 4


class ScreenStep(NamedTuple):
    """A step: its name, the calculation as a formula, and the result."""

    name: str
    calculation: Markup
    result: str


def screen_steps(found: Agreement) -> tuple[ScreenStep, ...]:
    """The three steps of a kappa that is defined; the documents that agree least come first."""
    *rows, totals = found.counts.rows
    shares = sorted(row[-1] for row in rows)
    times = [int(count) for count in totals[2:-2]]
    observed, expected, kappa = (fixed(step.value or 0.0, PLACES) for step in found.steps)
    if len(shares) > _MOST_TERMS:
        shares = [*shares[:2], r"\ldots", shares[-1]]
    mean = rf"\frac{{{' + '.join(shares)}}}{{{len(rows)}}}"
    chance = " + ".join(rf"\left(\frac{{{count}}}{{{sum(times)}}}\right)^{{2}}" for count in times)
    result, value = found.steps[-1].expr, found.steps[-1].value
    last = result.latex(digits_needed(result, value, PLACES)) if result is not None and value is not None else ""
    steps = (("step-pairs-agree", mean, observed), ("step-by-chance", chance, expected))
    return (
        *(ScreenStep(say(Message(key)), mathml(latex, block=True), result) for key, latex, result in steps),
        ScreenStep(found.name, mathml(last, block=True), kappa),
    )
