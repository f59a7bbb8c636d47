"""Checks that a mistake is distinct: it calculates something, and no convention gives the same numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from ireval.contract.cases import distinct_presets, usual_spellings
from ireval.contract.finding import Finding
from ireval.contract.mistake_checks import LISTS, PRESETS_CHECKED, another
from ireval.contract.sample_lists import block_of, random_lists
from ireval.conventions import effective
from ireval.diagnosis.causes import wrong_values
from ireval.measure import Measure
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, settings
from ireval.numbers.expression import Num

#: The longest of the random lists.
LONGEST = 30
#: The number of lists on which a calculation of each mistake is looked for.
TRIED = 6
#: The most spellings with which a mistake is compared with the conventions.
MOST_SPELLINGS = 3
_NAMED = "Leave it out: the diagnosis names the choice."


def check_calculated(measure: Measure) -> Iterator[Finding]:
    """A mistake calculates something on some list, unless its number is a count that is read off."""
    lone: dict[str, bool] = {}
    for spec, preset in product(usual_spellings(measure), PRESETS_CHECKED) if measure.mistakes else ():
        for listing in random_lists(TRIED, subtopics=measure.needs_subtopics):
            table = compute(spec, listing.ranking, effective(preset)).table
            for mistake in measure.mistakes:
                step = mistake.step(table) if lone.get(mistake.key, True) else None
                if step is not None:
                    lone[mistake.key] = isinstance(step, Num) and bool(step.number % 1)
    for key in (key for key, is_lone in lone.items() if is_lone):
        wrong = "Its calculation is a lone number on every list."
        yield Finding("mistake-step", f"mistake {key}", wrong, "Put it together with ratio, total, again or only.")


def check_no_choice(measure: Measure) -> Iterator[Finding]:
    """No convention gives, on nearly all lists where a mistake shows, the same number as the mistake."""
    block = block_of(random_lists(LISTS, subtopics=measure.needs_subtopics))
    chosen = {p.name for p in measure.parameters if p.choices}
    plain = [spec for spec in usual_spellings(measure) if not chosen & spec.own.keys()]
    for spec, preset in product(plain[:MOST_SPELLINGS], PRESETS_CHECKED) if measure.mistakes else ():
        conventions = effective(preset)
        right, values = compute(spec, block, conventions).score, wrong_values(spec, block, conventions)
        for choices in other_choices(measure, preset):
            if _is_idle(spec, choices):
                continue  # a discount that begins below the last rank is a forgotten one
            by_choice = compute(Spec(measure, {**spec.own, **choices}, ""), block, conventions).score
            for key, value in values.items():
                shows = another(value, right)
                alike = np.count_nonzero(shows & (np.abs(value - by_choice) <= 1e-9))
                if np.count_nonzero(shows) >= LISTS / 10 and alike > np.count_nonzero(shows) * 0.9:
                    named = ", ".join(f"{name}={choice}" for name, choice in choices.items())
                    wrong = f"It gives what {spec} gives under {named} (beside {preset})."
                    yield Finding("mistake-is-choice", f"mistake {key}", wrong, _NAMED)


def other_choices(measure: Measure, preset: str) -> Iterator[dict[str, Any]]:
    """Yield every single other choice, and all choices of each other preset together."""
    now = effective(preset)
    for name, parameter in settings(measure).items():
        if name not in {"rounding", "decimals"}:
            values: list[Any] = [c.key for c in parameter.choices] or ([2, 3] if name == "rel" else [])
            yield from ({name: value} for value in values if value != now.get(name, parameter.default))
    for other in distinct_presets(measure):
        yield {name: effective(other)[name] for name in measure.conventions}


def _is_idle(spec: Spec, choices: Mapping[str, Any]) -> bool:
    last = np.array(float(spec.own.get("k") or LONGEST))
    known = settings(spec.measure)
    return any(known[name].choices and known[name].choice(value).is_idle(last) for name, value in choices.items())
