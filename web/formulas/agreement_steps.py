"""The calculation of a kappa as pages show it: observed and expected agreement, and kappa."""

from __future__ import annotations

from markupsafe import Markup

from ireval.agreement import Agreement
from ireval.explanation.calculation import Calculation
from web.formulas.mathml import mathml

#: The name of each step, and its calculation.
StepRows = tuple[tuple[str, Markup | str], ...]


def agreement_steps(agreement: Agreement) -> StepRows:
    """The steps of a kappa; none without a document that all assessors judged."""
    *ways, result = (step.title for step in agreement.steps) if agreement.steps else ("",)
    heads = (*(title[0].lower() + title[1:] for title in ways), result)
    return tuple((head, step_markup(step.calculation)) for head, step in zip(heads, agreement.steps, strict=False))


def step_markup(step: Calculation) -> Markup | str:
    """A calculation without the name of its result, which is shown before it."""
    return mathml(step.bare_latex, block=True) if step.bare_latex else step.bare
