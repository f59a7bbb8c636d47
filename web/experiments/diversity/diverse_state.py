"""The state of the lab as the page of diversity shows it: one list, with the measure open that has the parameter alpha.

So each query of the page is also one of the lab, and alpha is a part of the measure's name.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ireval.conventions import Parameter
from ireval.measure import Measure
from ireval.measure.listing import variants
from ireval.measure.registry import measures
from ireval.measure.spelling import Spec, parse
from web.state.lab_state import State


@cache
def _of_novelty() -> tuple[Measure, Parameter]:
    """The measure with a parameter for how much less a repeated subtopic is worth, and this parameter."""
    return next((m, p) for m in measures().values() if m.needs_subtopics for p in m.parameters if p.name == "alpha")


def alpha_setting() -> Parameter:
    """The parameter alpha, with its limits."""
    return _of_novelty()[1]


def alpha_of(state: State) -> float:
    """Return the alpha of the open measure; the default if another measure is open."""
    measure, alpha = _of_novelty()
    spec = parse(state.show)
    return float(spec.own.get(alpha.name, alpha.default) if spec.measure is measure else alpha.default)


def with_alpha(state: State, alpha: float) -> State:
    """The state with this alpha, at the state's cutoff."""
    measure, parameter = _of_novelty()
    own = parse(state.show).own if parse(state.show).measure is measure else {}
    wanted = {**own, parameter.name: alpha, "k": state.k}
    if alpha == parameter.default:
        del wanted[parameter.name]
    return state.having(show=str(Spec(measure, wanted, "")), own_chart="")


def diverse(state: State) -> State:
    """The open list of the state alone, as this page shows it."""
    alone = state.holding_lists((state.listed,), 1) if len(state.lists) > 1 else state
    alone = replace(alone, step=None, cover=(), pinned=None, more=0, arrangement=State.arrangement)
    return with_alpha(alone, alpha_of(state))


def diversity_measures(state: State) -> list[tuple[str, Spec]]:
    """Return each measure of diversity with its label; the first one has the alpha of the state."""
    open_measure = parse(state.show)
    listed = [
        (label, open_measure if spec.measure is open_measure.measure else spec)
        for label, spec in variants(state.values, state.conventions, subtopics=True)
        if spec.measure.needs_subtopics
    ]
    return sorted(listed, key=lambda item: item[1] is not open_measure)
