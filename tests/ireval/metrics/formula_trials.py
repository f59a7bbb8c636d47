"""The trials of the contract, kept for the tests that look at them; tests only."""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice

from ireval.contract.formulas.formula_cases import cases
from ireval.contract.formulas.formula_trials import Trial, trials_of, try_case
from ireval.contract.formulas.trial_lists import LENGTHS, trial_lists
from ireval.measure.registry import measures

#: How many lists more are tried with a formula that gives the score of all of these.
MORE = 300
#: How long some of these are.
LONG = 30


@cache
def trials(name: str) -> tuple[Trial, ...]:
    """What the contract tries of a measure."""
    return tuple(trials_of(measures()[name]))


@cache
def more_trials(name: str, latex: str) -> tuple[Trial, ...]:
    """The cases in which this formula is printed, tried on more lists: for what shows on few of them only.

    Some are long: with ten relevant documents and more, two of them are within a tenth of recall.
    """
    lengths = (*LENGTHS, LONG)
    draw = trial_lists(f"{name}, {latex}", diverse=measures()[name].needs_subtopics, lengths=lengths)
    printed = [case for case in cases(measures()[name]) if case.latex == latex]
    return tuple(try_case(case, (next(draw),), overrides=False) for case in islice(cycle(printed), MORE))
