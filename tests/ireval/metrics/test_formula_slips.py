"""The test of formulas would notice a wrong one: formulas with a slip of the pen do not give the score."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ireval.contract.formulas.formula_reading import by_formula
from ireval.contract.formulas.formula_trials import Trial, same
from ireval.contract.formulas.latex_tokens import UnreadableError
from ireval.measure.registry import measures
from tests.ireval.metrics.formula_trials import more_trials, trials
from tests.tiers import sampled

pytestmark = pytest.mark.slow

#: Slips, each made in every place where it can be: what is printed, and what stands there instead.
SLIPS = [
    (r"\+", "-"),
    (r"-(?![A-Za-z])", "+"),
    (r"\\ge(?![a-z])", "<"),
    (r"\\le(?![a-z])", r"\\ge "),
    (r"\\min(?=[(_\\])", r"\\max"),
    (r"\\max(?=[(_\\])", r"\\min"),
    (r"\\sum", r"\\prod"),
    (r"\\prod", r"\\sum"),
    (r"(?<![.\d])1(?![.\d])", "2"),
    (r"(?<![.\d])2(?![.\d])", "3"),
    (r"i-1(?=\])", "i"),
    (r"i\+1", "i"),
    (r"\{n\}", "{n-1}"),
    (r"\{k\}", "{k+1}"),
    (r"(?<=\W)R(?=\W)", "(R+1)"),
    (r"(?<=\W)N(?=\W)", "R"),
    (r"\\mathrm\{IG\}", "G"),
    (r"\\mathrm\{tp\}", r"\\mathrm{fp}"),
    (r"0\.9", "0.5"),
    (r"0\.1", "0.2"),
]
#: Slips that change nothing, by measure: a name; a number that is never reached; rank 2, whose logarithm to base 2 is
#: 1; in a quotient of two like sums, the sign or the base that both have; and rank 1, above which there is no document.
HARMLESS = {
    "F": {"F_2 =", "F_2@k ="},
    "DCG": {"i < 3"},
    "IDCG": {"i < 3"},
    "Bpref": {r"\min(n_r,\,\min(R,R))", r"\min(n_r,\,10+(R+1))"},
    "nDCG": {"[i-1] -", r"\log_3(", "i < 3"},
    "nDCG_rel": {"[i-1] -", r"\log_3(", "i < 3"},
    "RnDCG": {"[i-1] -", r"\log_3(", "i < 3"},
    "nCG": {"[i-1] -"},
    "alpha_nDCG": {"[i-1] -", r"\log_3("},
    "PairAccuracy": {r"\frac{\sum_{j=2}"},
}


@pytest.mark.parametrize("name", sampled(measures(), 4))
def test_a_slip_in_a_formula_is_noticed(name: str) -> None:
    known = HARMLESS.get(name, set())
    missed = list(unnoticed(name))
    harmless = [wrong for wrong, _ in missed if any(part in wrong for part in known)]
    assert all(any(part in wrong for wrong in harmless) for part in known), "one of HARMLESS is noticed by now"
    for wrong, latex in missed:
        assert wrong in harmless or not all(gives(wrong, x) for x in more_trials(name, latex)), wrong


@pytest.mark.thorough
def test_there_are_enough_slips() -> None:
    formulas = {x.printed for name in measures() for x in trials(name)}
    assert sum(len(set(slipped(latex))) for latex in formulas) > 500
    assert all(any(True for _ in slipped(latex)) or r"\frac" in latex for latex in formulas)


def test_a_left_out_fallback_is_noticed() -> None:
    """What was once printed for the interval from r to r + 0.1: its maximum alone."""
    whole = r"P_{\mathrm{int}}(r) = \max_{\,r\,\le\,\mathrm{recall}[i]\,\le\,r+0.1} \mathrm{P@}i"
    found = [x for x in trials("IPrec") if x.case.chosen["interpolation"] == "following-interval"]
    assert not all(gives(whole, x) for x in found)


def unnoticed(name: str) -> Iterator[tuple[str, str]]:
    """Formulas with a slip that give the score all the same, on every list that is tried; and as they are printed."""
    by_latex: dict[str, list[Trial]] = {}
    for x in trials(name):
        by_latex.setdefault(x.printed, []).append(x)
    for latex, where in by_latex.items():
        for wrong in dict.fromkeys(slipped(latex)):
            if all(gives(wrong, x) for x in where):
                yield wrong, latex


def slipped(latex: str) -> Iterator[str]:
    """The formula with each slip in each place."""
    for pattern, instead in SLIPS:
        for match in re.finditer(pattern, latex):
            yield latex[: match.start()] + match.expand(instead) + latex[match.end() :]


def gives(latex: str, x: Trial) -> bool:
    """Whether this formula gives the score. One that cannot be worked out does not."""
    try:
        return all(same(value, x.shown) for value in by_formula(x.case, x.facts, latex))
    except (UnreadableError, ArithmeticError, ValueError, TypeError, RecursionError):
        return False
