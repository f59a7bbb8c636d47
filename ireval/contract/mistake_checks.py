"""Checks of typical mistakes: each gives another number, has a sentence whose values are known, and a calculation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any

import numpy as np

from ireval.contract.cases import distinct_presets, spellings, usual_spellings
from ireval.contract.finding import Finding
from ireval.contract.printed_calculation import evaluate_printed, shows
from ireval.contract.sample_lists import AWKWARD, DIVERSE, Listing, awkward_lists, block_of, random_lists
from ireval.contract.score_checks import same_numbers
from ireval.conventions import effective
from ireval.diagnosis.causes import counts_of, wrong_values
from ireval.measure import Computed, Measure, Mistake
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec
from ireval.messages.templates import Template
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import MOST_PLACES, fixed, spell
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import Ranking

LISTS = 300
PLACES = 3
#: The longest calculation that is printed: eleven terms of one discounted gain each.
LONGEST = 240
PRESETS_CHECKED = ("lillis", "trec_eval")
#: Each list and spelling is checked with one of them.
ROUNDINGS = ("exact", "columns", "exact", "carried")


def check_work(measure: Measure) -> Iterator[Finding]:
    """A mistake works out a number with its calculation for a list, and for each list of a block."""
    lists = DIVERSE if measure.needs_subtopics else AWKWARD
    one, other = islice((listing.ranking for listing in lists.values() if listing.labels or listing.subtopics), 2)
    for ranking in (one, Ranking.block([one, other])):
        table = compute(spellings(measure)[0], ranking, effective()).table
        for mistake in measure.mistakes:
            given = mistake.work(table)
            if not isinstance(given, Worked):
                wrong = f"It gives {given!r:.40}, which has no calculation."
                yield Finding(
                    "mistake-work", _place(mistake), wrong, "Use ratio(...), total(...), again(...) or only(...)."
                )
            elif np.shape(given.value) != np.shape(table.R):
                wrong = f"Its value has shape {np.shape(given.value)}, where shape {np.shape(table.R)} is needed."
                yield Finding(
                    "mistake-work", _place(mistake), wrong, "Give one number for each list, and keep all axes."
                )


def _place(mistake: Mistake) -> str:
    """The key of a mistake and, if it has a function of its own, the line of that function."""
    code = getattr(mistake.work, "__code__", None)
    return f"mistake {mistake.key}" + (f", line {code.co_firstlineno}" if code else "")


def check_sentences(measure: Measure) -> Iterator[Finding]:
    """The texts of a mistake for students are a clause and a sentence, and every value that they name is known."""
    values: dict[str, object] = {"cutoff": None}
    for spec in spellings(measure):
        values |= counts_of(compute(spec, AWKWARD["the lectures' fifteen"].ranking, effective()).table)
    for mistake in measure.mistakes:
        for wrong, fix in sentence_faults(mistake, values):
            yield Finding("mistake-text", f"mistake {mistake.key}", wrong, fix)


def sentence_faults(mistake: Mistake, values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the faults in the words of one mistake, each with its fix."""
    did, instead = mistake.did, mistake.instead
    if not did[:1].islower() or did.endswith("."):
        yield f"This does not follow “You”: {did}", "Write a clause such as: divided by the ranks [({ranks})]."
    if instead and not instead.endswith("."):
        yield f"This is not a sentence: {instead}", "Say what is correct, and end with a full stop."
    unknown = sorted((Template(did).names | Template(instead).names) - values.keys())
    if unknown:
        known = ", ".join(sorted(values))
        yield f"There is no value “{unknown[0]}” to fill in.", f"Use one of: {known}."
        return
    bare = f"{Template(did).bare.text}. {Template(instead).bare.text}"
    if re.search(r"\{(?!cutoff)|\(\)|  ", bare):
        yield f"It does not read well without its counts: {bare}", "Put each count into square brackets."


def check_values(measure: Measure) -> Iterator[Finding]:
    """A mistake can be made, and gives another number on more than half of the random lists on which it can be made.

    A mistake should be defined only if it changes the number: a forgotten cutoff changes nothing if no document is
    below it.
    """
    made: dict[str, int] = {}
    other: dict[str, int] = {}
    for right, wrong in _values(measure):
        for key, value in wrong.items():
            defined = np.count_nonzero(~np.isnan(value) & ~np.isnan(right))
            made[key] = made.get(key, 0) + int(defined)
            other[key] = other.get(key, 0) + int(np.count_nonzero(another(value, right)))
    for key, count in made.items():
        where = f"mistake {key}"
        if count < LISTS / 20:
            wrong_text = f"It can be made on {count} of {LISTS} random lists only, under every spelling."
            yield Finding("mistake-never", where, wrong_text, "Look at where its value is NaN.")
        elif other[key] <= count / 2:
            wrong_text = f"It gives another number in {other[key]} of {count} cases only."
            yield Finding("mistake-changes-nothing", where, wrong_text, "Give NaN where it does not show: only(...).")


def check_apart(measure: Measure) -> Iterator[Finding]:
    """No two mistakes are the same: on every tenth list where both can be made they differ, under some spelling."""
    drawn = [wrong for _, wrong in _values(measure)]
    for a, b in combinations(dict.fromkeys(mistake.key for mistake in measure.mistakes), 2):
        apart, never_both = False, True
        for wrong in drawn:
            both = np.count_nonzero(~np.isnan(wrong[a]) & ~np.isnan(wrong[b]))
            never_both = never_both and not both
            apart = apart or bool(np.count_nonzero(another(wrong[a], wrong[b])) > both / 10)
        if not (apart or never_both):
            yield Finding("mistakes-alike", f"mistake {b}", f"It gives the same numbers as {a}.", "Keep one of them.")


def check_steps(measure: Measure) -> Iterator[Finding]:
    """The calculation of every mistake gives its value, as it is and as it is printed, with and without rounding.

    The lists have the presets in turn, and their spellings the ways of rounding.
    """
    diverse, presets = measure.needs_subtopics, distinct_presets(measure, PRESETS_CHECKED)
    samples = (awkward_lists(subtopics=diverse), spellings), (random_lists(10, subtopics=diverse), usual_spellings)
    for listings, spelled in samples if measure.mistakes else ():
        for (i, listing), (j, spec) in product(enumerate(listings), enumerate(spelled(measure))):
            preset, rounding = presets[i % len(presets)], ROUNDINGS[(i // len(presets) + j) % len(ROUNDINGS)]
            computed = compute(spec, listing.ranking, effective(preset, {"rounding": rounding}))
            case = f"{spec} of {listing} under {preset}, rounding={rounding}"
            for mistake in measure.mistakes:
                yield from step_findings(mistake, computed, case)


def step_findings(mistake: Mistake, computed: Computed, case: str) -> Iterator[Finding]:
    """Yield the faults of a mistake's calculation on one list."""
    where = f"mistake {mistake.key}"
    kept = computed.measure.places_kept(computed.measure.score, computed.table.p.rounding)
    shown = PLACES if kept is None else kept
    value = float(mistake.compute(computed.table)[..., 0])
    step = mistake.step(computed.table)
    fix = "Calculate value and calculation together, with Worked numbers."
    if step is None:
        if value == value:
            yield Finding("mistake-step", where, f"It gives {value:.6g}, but no calculation, {case}.", fix)
        return
    given = step.value(MOST_PLACES)
    exact = computed.table.p.rounding.mode == "exact"
    if fixed(given, shown) != fixed(value, shown) or (exact and not abs(given - value) <= 1e-9 * (1 + abs(value))):
        yield Finding("mistake-step", where, f"Its calculation gives {given:.6g} and not {value:.6g}, {case}.", fix)
        return
    printed = spell(step, value, shown)
    if not shows(fixed(value, shown), evaluate_printed(printed)):
        yield Finding("mistake-step", where, f"{printed} is printed for {fixed(value, shown)}, {case}.", fix)
    if len(printed) > LONGEST:
        wrong = f"Its calculation has {len(printed)} characters, {case}."
        yield Finding("mistake-step", where, wrong, "Use total() or exact_sum(), which do not write out long sums.")


def check_mistake_blocks(measure: Measure) -> Iterator[Finding]:
    """A mistake gives a list the same number alone and in a block. The blocks have the presets in turn."""
    blocks = [list(AWKWARD.values()), list(random_lists(8))]
    if measure.needs_subtopics:
        blocks = [list(DIVERSE.values()), list(random_lists(8, subtopics=True))]
    presets = distinct_presets(measure, PRESETS_CHECKED)
    for i, spec in enumerate(spellings(measure)):
        for j, block in enumerate(blocks):
            preset = presets[(i + j) % len(presets)]
            yield from mistake_block(spec, block, effective(preset), preset)
        for key, row in wrong_values(spec, Ranking.block([]), effective()).items():
            if np.shape(row) != (0,):
                wrong = f"A block without lists gives values of shape {np.shape(row)}."
                yield Finding("mistake-block", f"mistake {key}", wrong, "Take no number of lists for granted.")


def mistake_block(
    spec: Spec, block: Sequence[Listing], conventions: Mapping[str, Any], preset: str
) -> Iterator[Finding]:
    """Yield the differences between a block of lists and each list alone."""
    together = wrong_values(spec, Ranking.block(x.ranking for x in block), conventions)
    fix = "Compute along the last axis, and keep the axes before it."
    for i, listing in enumerate(block):
        for key, alone in wrong_values(spec, listing.ranking, conventions).items():
            row = together[key]
            case = f"{spec} of {listing} under {preset}"
            if np.shape(row) != (len(block),) or np.shape(alone) != ():
                wrong = f"{len(block)} lists give values of shape {np.shape(row)}, {case}."
                yield Finding("mistake-block", f"mistake {key}", wrong, fix)
            elif np.isinf(row[i]) or not same_numbers(row[i], alone):
                wrong = f"It is {float(alone):.6g} alone and {row[i]:.6g} in a block, {case}."
                yield Finding("mistake-block", f"mistake {key}", wrong, fix)


def another(a: Floats, b: Floats) -> Any:
    """Return where both are defined and different."""
    return np.abs(a - b) > 1e-9


def _values(measure: Measure) -> Iterator[tuple[Floats, dict[str, Floats]]]:
    """The correct scores of the random lists, and the wrong ones by key, for every spelling and preset."""
    block = block_of(random_lists(LISTS, subtopics=measure.needs_subtopics))
    for spec in usual_spellings(measure) if measure.mistakes else ():
        for preset in distinct_presets(measure, PRESETS_CHECKED):
            conventions = effective(preset)
            yield compute(spec, block, conventions).score, wrong_values(spec, block, conventions)
