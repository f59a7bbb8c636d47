"""The check that the printed formula gives the score that is shown, under every choice, on random lists."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.contract.finding import Finding
from ireval.contract.formulas.formula_reading import by_formula
from ireval.contract.formulas.formula_trials import same, trials_of
from ireval.contract.formulas.latex_tokens import UnreadableError
from ireval.measure import Measure

_FIX = "Correct the formula, its legend, or compute."


def check_formula_values(measure: Measure) -> Iterator[Finding]:
    """The formula, computed from its LaTeX and its legend, gives the score; overrides print the same formula."""
    for trial in trials_of(measure):
        if trial.printed != trial.case.latex:
            wrong = (
                f"{trial.case.spelling} prints “{trial.case.latex}”, but with the same conventions “{trial.printed}”."
            )
            yield Finding("formula-conventions", "formula", wrong, "Let it follow p alone.")
            return
        try:
            computed = by_formula(trial.case, trial.facts)
        except (UnreadableError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, UnreadableError) else f"{type(error).__name__}: {error}"
            yield Finding("formula-value", "formula", f"It was not computed: {reason}.", "Check it by hand.", note=True)
            return
        for value in computed:
            if not same(value, trial.shown):
                wrong = f"It gives {_score(value)}, but the score is {_score(trial.shown)}, {trial}: “{trial.printed}”."
                yield Finding("formula-value", "formula", wrong, _FIX)
                return
        if trial.shown is None and not trial.reason and len(trial.lists) == 1:
            fix = "Let undefined say why."
            yield Finding("undefined", "score", f"It is not defined, and nobody says why, {trial}.", fix)
            return


def _score(value: float | None) -> str:
    return "no score" if value is None else f"{value:.6g}"
