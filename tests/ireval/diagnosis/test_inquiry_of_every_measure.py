"""Over the whole registry: every other value is named, a right one never is, and chance hits little."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from ireval.conventions import PRESETS, effective
from ireval.diagnosis.candidates import candidates
from ireval.diagnosis.causes import wrong_values
from ireval.diagnosis.chance import CHANCE
from ireval.diagnosis.inquiry import inquiry, inquiry_of_cell
from ireval.diagnosis.slips import SLIPS
from ireval.measure.listing import variants
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse, settings
from ireval.measure.support import preset_support
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.rounding import half_up
from ireval.numbers.typed_number import cut, meets, read_typed
from ireval.ranking.judgements import UNJUDGED, Ranking
from tests.ireval.metrics.test_mistakes import lists
from tests.ireval.metrics.test_wrong_values import (
    WRONG,
    K,
    Query,
    Wrong,
    above,
    at_relevant,
    both,
    dcg,
    f,
    gains,
    hits,
    ideal,
    usual,
)
from tests.paths import README
from tests.tiers import sampled

LISTS = 250
#: Decimals typed.
PLACES = 3
#: An unrelated number gets a certain cause at most this often, with every measure; README says so.
STATED = 0.01
USED = ("lillis", "trec_eval")


@cache
def specs(preset: str) -> list[Spec]:
    """Every measure as pages list it; F with a beta that matters."""
    listed = variants({"k": 5, "level": 0.3, "beta": 2}, effective(preset), subtopics=True)
    return [spec for _, spec in listed]


EACH = sampled(((preset, spec) for preset in USED for spec in specs(preset)), 12, lambda each: f"{each[0]}-{each[1]}")


def others(spec: Spec, preset: str) -> Iterator[tuple[str, Floats]]:
    """What mistakes and conventions give for every list, by key; found without the code that finds causes.

    Of conventions that is every single choice, and all choices of every source or tool that defines the measure. A
    discount that begins below the list is a forgotten one.
    """
    block, conventions = lists(spec.measure, LISTS), effective(preset)
    wrong = wrong_values(spec, block, conventions)
    yield from wrong.items()
    undiscounted = wrong.get("forgets-the-discount", np.full(LISTS, np.nan))
    now = spec.effective(conventions)
    for name, parameter in settings(spec.measure).items():
        if name in {"rounding", "decimals"}:
            continue
        choices: list[Any] = [c.key for c in parameter.choices] or ([1, 2, 3] if name == "rel" else [])
        for value in choices:
            if value != now[name]:
                score = compute(Spec(spec.measure, {**spec.own, name: value}, ""), block, conventions).score
                if name == "discount":
                    score = np.where(np.abs(score - undiscounted) < 1e-9, np.nan, score)
                yield f"{name}={value}", np.where(has_grade(block, value), score, np.nan) if name == "rel" else score
    for other in PRESETS:
        if preset_support(other, spec.measure) == "checked":
            yield f"preset {other}", compute(spec, block, effective(other)).score


def has_grade(block: Ranking, grade: int) -> Bools:
    """Where some document has the grade or a higher one; elsewhere it is no choice."""
    both_parts = np.concatenate([block.grades, block.unretrieved], axis=-1)
    return np.asarray((both_parts >= grade).any(axis=-1))


@pytest.mark.parametrize(("preset", "spec"), EACH)
def test_every_other_value_is_among_the_candidates(preset: str, spec: Spec) -> None:
    """On all lists at once, by the rule that decides on a single one."""
    right = compute(spec, lists(spec.measure, LISTS), effective(preset))
    known = {c.key: c.value for c in candidates(right)}
    by_convention = [c.value for c in candidates(right) if c.kind == "convention"]
    for key, value in others(spec, preset):
        typed = half_up(value, PLACES)
        shows = ~np.isnan(value) & ~meets(typed, PLACES, right.score)
        named = by_convention if key.startswith("preset ") else [known[key]] if key in known else []
        fits = np.any([meets(typed, PLACES, c) for c in named], axis=0) if named else np.zeros(LISTS, bool)
        assert not (shows & ~fits).any(), f"{key} on list {np.flatnonzero(shows & ~fits)[0]}"


def one(block: Ranking, i: int) -> Ranking:
    """A list of a block, on its own."""
    there, missed = block.grades[i] > -3, block.unretrieved[i] > -3
    if block.subtopics is None or block.unretrieved_subtopics is None:
        return Ranking(block.grades[i][there], block.unretrieved[i][missed], block.size[i])
    own, other = block.subtopics[i][there], block.unretrieved_subtopics[i][missed]
    return Ranking(block.grades[i][there], block.unretrieved[i][missed], block.size[i], own, other)


def written(value: float, places: int = PLACES) -> str:
    return f"{float(half_up(float(value), places)):.{places}f}"


@pytest.mark.parametrize("preset", sampled(USED, 1))
def test_every_other_value_is_diagnosed(preset: str) -> None:
    """From what is typed to the causes named, each list with some of the measures; and what is right is right."""
    named = 0
    for j, spec in enumerate(specs(preset)):
        block, expected = lists(spec.measure, LISTS), list(others(spec, preset))
        for i in range(j, LISTS, 4 * len(specs(preset))):
            ready = inquiry(spec, one(block, i), effective(preset))
            right = ready.target.value
            for key, values in expected:
                value = float(values[i])
                text = written(value) if value == value else ""
                if text and not (right is not None and meets(float(text), PLACES, right)):
                    found = ready.diagnose(text)
                    of = key.removeprefix("preset ")
                    hit = [c for c in found.causes if key == c.key or (key != of and of in c.presets)]
                    assert not found.right
                    assert hit, f"{spec} {key} {text}"
                    named += 1
            for places in range(1 if ready.target.bounded else 0, 5):  # 1 is exactly 1, and may have a cause
                if right is not None:
                    found = ready.diagnose(written(right, places))
                    assert all(c.kind == "rounding" for c in found.causes)
                    assert found.right or (places < 2 and [c.key for c in found.causes] == ["too-few-decimals"])
    assert named > LISTS / 2


def chance(spec: Spec, ranking: Ranking, places: int, *, possible: bool = True) -> tuple[float, float]:
    """The shares of all numbers with so many decimals that get a certain cause, and any cause; without slips.

    Numbers from 0 to 1 or to twice the correct one. Only those next to some candidate can get one. Without
    ``possible``, numbers that fit only what is considered last are tried only where it can be certain.
    """
    ready = inquiry(spec, ranking, effective("lillis"))
    unit = 10.0**-places
    top = 1.0 if spec.measure.bounded else max(1.0, 2 * (ready.target.value or 0))
    known = [v for v in (float(x.value) for x in (*ready.others, *ready.beside)) if 0 <= v <= top]
    last = [float(x.value) for x in ready.parts()]
    last += [*(ready.pairs.values.tolist() if ready.pairs else []), *(ready.across.values if ready.across else [])]
    matched = len({round(v / unit) for v in known}) * unit
    values = [*known, *(v for v in last if (possible or matched <= 2 * CHANCE * top) and 0 <= v <= top)]
    near = {round(v / unit) + step for v in values for step in (-1, 0, 1)}
    found = [ready.diagnose(f"{n * unit:.{places}f}") for n in sorted(near) if 0 <= n * unit <= top]
    named = [d for d in found if d.causes and d.causes[0].key not in SLIPS]
    numbers = round(top / unit) + 1
    return sum(d.certain for d in named) / numbers, len(named) / numbers


@pytest.mark.parametrize("spec", sampled(specs("lillis"), 3))
def test_an_unrelated_number_seldom_gets_a_certain_cause(spec: Spec) -> None:
    """Of all numbers with three decimals; README says how often. Run with -rP to see the shares."""
    block = lists(spec.measure, LISTS)
    tried = range(0, LISTS, LISTS // 3 + 1)
    certain = float(np.mean([chance(spec, one(block, i), PLACES, possible=False)[0] for i in tried]))
    print(f"{spec}: certain {certain:.2%}")  # noqa: T201
    assert certain <= STATED
    assert f"at most {STATED:.0%}".replace("%", " %") in README.read_text(encoding="utf-8")


def test_two_decimals_cannot_tell_except_for_exact_values() -> None:
    """Twice as many numbers have a possible cause as with three decimals and more; what is certain is exact."""
    for spec in (parse(name) for name in ("AP", "nDCG@5", "F", "Bpref")):
        ready = inquiry(spec, one(lists(spec.measure, LISTS), 7), effective("lillis"))
        found = [ready.diagnose(f"{n / 100:.2f}") for n in range(101)]
        named = [d for d in found if d.causes and d.causes[0].key not in SLIPS]
        assert len(named) >= 5
        for d in named:
            assert not d.certain or abs(d.causes[0].value - d.typed.value) < 1e-9
            assert (
                d.certain
                or d.kind == "impossible"
                or d.verdict.key
                in {
                    "verdict-possible",
                    "verdict-causes-reread",
                    "verdict-of-tools-perhaps",
                    "verdict-of-convention-perhaps",
                }
            )


def relevant_from_2(x: Any) -> list[int]:
    return [int(g >= 2) for g in x]


def bpref_by(q: Query, cap: float, by: float) -> float:
    return sum(1 - (min(above(q.x, i), cap) / cap if cap else 0) for i, g in enumerate(q.x) if g > 0) / by


def later(g: Sequence[float]) -> float:
    return sum(v / math.log2(i + 1) for i, v in enumerate(g, start=1))


def exponential(x: Any) -> list[float]:
    return [2**g - 1 for g in x]


def following(q: Query, level: float) -> float:
    """The highest precision from the level to the next, both included; without a point there, at any higher recall."""
    points = [(hits(q.x, i) / q.r, hits(q.x, i) / i) for i, g in enumerate(q.x, start=1) if g > 0]
    inside = [p for r, p in points if level - 1e-9 <= r <= level + 0.1 + 1e-9]
    return max(inside) if inside else usual(level, points)


#: What other conventions give, in plain Python; the page follows the lecture (LILLIS).
CHOSEN: dict[str, dict[str, Callable[[Query], float | None]]] = {
    "P@5": {"rel=2": lambda q: sum(relevant_from_2(q.x)[:K]) / K if max(q.all) >= 2 else None},
    "R": {"rel=2": lambda q: sum(relevant_from_2(q.x)) / sum(relevant_from_2(q.all)) if max(q.all) >= 2 else None},
    "AP": {"divisor=relevant-retrieved": lambda q: sum(at_relevant(q.x)) / hits(q.x) if hits(q.x) else None},
    "AP@5": {"divisor=min-r-k": lambda q: sum(at_relevant(q.x[:K])) / min(q.r, K)},
    "Bpref": {
        "bpref=10-plus-r": lambda q: bpref_by(q, 10 + q.r, q.r),
        "bpref=min-r-n": lambda q: bpref_by(q, min(q.r, sum(g == 0 for g in q.all)), q.r),
    },
    "DCG@5": {
        "discount=log2-rank-plus-1": lambda q: later(gains(q.x)[:K]),
        "gain=exponential": lambda q: dcg(exponential(gains(q.x))[:K]),
    },
    "nDCG@5": {
        "discount=log2-rank-plus-1": lambda q: both(q, later),
        "gain=exponential": lambda q: dcg(exponential(gains(q.x))[:K]) / dcg(exponential(ideal(q))[:K]),
        "ideal=retrieved-only": lambda q: (
            dcg(gains(q.x)[:K]) / dcg(sorted(gains(q.x), reverse=True)[:K]) if hits(q.x) else None
        ),
    },
    "IPrec@0.3": {"interpolation=following-interval": lambda q: following(q, 0.3)},
    "IPrec11": {
        "interpolation=following-interval": lambda q: sum(following(q, level / 10) for level in range(11)) / 11
    },
}
MORE: dict[str, dict[str, Wrong]] = {
    "IPrec@0.3": {
        "takes-found-for-all": lambda q: (
            usual(0.3, [(hits(q.x, i) / hits(q.x), hits(q.x, i) / i) for i in range(1, len(q.x) + 1)])
            if hits(q.m) and hits(q.x)
            else None
        )
    }
}
#: What is right, in plain Python, for those where it is short.
RIGHT: dict[str, Callable[[Query], float]] = {
    "P@5": lambda q: hits(q.x, K) / K,
    "R": lambda q: hits(q.x) / q.r,
    "F(beta=2)": lambda q: f(hits(q.x) / len(q.x), hits(q.x) / q.r),
    "Rprec": lambda q: hits(q.x, q.r) / q.r,
    "AP": lambda q: sum(at_relevant(q.x)) / q.r,
    "RR": lambda q: next((1 / i for i, g in enumerate(q.x, start=1) if g > 0), 0),
    "Bpref": lambda q: bpref_by(q, q.r, q.r),
    "DCG@5": lambda q: dcg(gains(q.x)[:K]),
    "nDCG@5": lambda q: both(q, dcg),
    "IPrec@0.3": lambda q: usual(0.3, [(hits(q.x, i) / q.r, hits(q.x, i) / i) for i in range(1, len(q.x) + 1)]),
}
MAIN = ["P@5", "R", "F(beta=2)", "Rprec", "AP", "AP@5", "RR", "Bpref", "DCG@5", "nDCG@5", "IPrec@0.3", "IPrec11"]


@cache
def queries() -> list[Query]:
    draw = random.Random(21)  # noqa: S311 - the same lists in every run
    found: list[Query] = []
    while len(found) < LISTS:
        x = draw.choices([0, 1, 2, 3, UNJUDGED], [4, 3, 1, 1, 1], k=draw.randint(K, 12))
        query = Query(x, draw.choices([0, 1, 2, 3], k=draw.randint(0, 5)))
        if query.r:
            found.append(query)
    return found


@pytest.mark.parametrize("name", sampled(MAIN, 6))
def test_main_measures_against_plain_formulas(name: str) -> None:
    """Every list and every wrong value by a formula of its own; every twentieth list from what is typed to the text."""
    conventions = effective("lillis")
    right = compute(parse(name), Ranking.block(Ranking.one(*q) for q in queries()), conventions)
    known = {c.key: c.value for c in candidates(right)}
    formulas = {**WRONG.get(name, {}), **MORE.get(name, {}), **CHOSEN.get(name, {})}
    assert formulas
    wrong = {key: [formula(q) for q in queries()] for key, formula in formulas.items()}
    for key, values in wrong.items():
        value = np.array([math.nan if v is None else v for v in values])
        typed = half_up(value, PLACES)
        shows = ~np.isnan(value) & ~meets(typed, PLACES, right.score)
        assert np.count_nonzero(shows) >= LISTS / 100, key
        assert meets(typed, PLACES, known[key])[shows].all(), key
    for i in range(MAIN.index(name), LISTS, 20):
        ready = inquiry(name, Ranking.one(*queries()[i]), conventions)
        for key, values in wrong.items():
            other = values[i]
            if other is not None:
                found = ready.diagnose(written(other))
                assert found.right or key in [c.key for c in found.causes], queries()[i]
        if name in RIGHT:
            correct = RIGHT[name](queries()[i])
            assert ready.diagnose(written(correct)).right, queries()[i]
            lower = math.floor(correct * 10**PLACES + 1e-9) / 10**PLACES
            read = read_typed(written(lower))
            assert read.meets(correct) or cut(read.value, PLACES, correct)
            found = ready.diagnose(read)
            assert found.right or found.causes[0].key == "cut-off"


#: What mistakes make of a relevant document at rank i: a column's cell, in plain Python.
IN_CELLS: dict[tuple[str, str], dict[str, Callable[[Query, int], float]]] = {
    ("Bpref", "contribution"): {
        "counts-unjudged": lambda q, i: 1 - min(sum(g <= 0 for g in q.x[: i - 1]), q.r) / q.r,
        "counts-everything-above": lambda q, i: 1 - min(i - 1, q.r) / q.r,
        "forgets-1-minus": lambda q, i: min(above(q.x, i - 1), q.r) / q.r,
        "forgets-the-cap": lambda q, i: 1 - above(q.x, i - 1) / q.r,
    },
    ("AP", "term"): {
        "leaves-itself-out": lambda q, i: (hits(q.x, i) - 1) / i,
        "reciprocal-ranks": lambda _, i: 1 / i,
        "adds-grades": lambda q, i: sum(gains(q.x)[:i]) / i,
    },
}


@pytest.mark.parametrize(("name", "column"), IN_CELLS)
def test_mistakes_in_cells_against_plain_formulas(name: str, column: str) -> None:
    """Every seventh list, at its last relevant document."""
    named = 0
    for q in queries()[::7]:
        i = max((i for i, g in enumerate(q.x, start=1) if g > 0), default=0)
        if i:
            ready = inquiry_of_cell(name, Ranking.one(*q), effective("lillis"), column, i - 1)
            for key, formula in IN_CELLS[name, column].items():
                found = ready.diagnose(written(formula(q, i)))
                assert found.right or key in [c.key for c in found.causes], (q, i, key)
                named += not found.right
    assert named > 50
