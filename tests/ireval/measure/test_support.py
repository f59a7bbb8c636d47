"""Every preset with every measure: if its source or tool defines the measure, tests compare the two.

Sources are tested by their worked examples, or else by their formula, which is written out here. Tools are tested in
``tests/peers``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import pytest

from ireval.conventions import PRESETS
from ireval.measure.registry import measures
from ireval.measure.support import defining_presets, preset_support
from tests.ireval.metrics.test_golden import FIGURES, explained
from tests.ireval.random_lists import Typed, examples, given, st

pytestmark = pytest.mark.slow

Score = float | None
Formula = Callable[[Typed], Score]

SOURCES = [key for key, preset in PRESETS.items() if not preset.tool]
#: The measures that are columns of another one's step table, and are checked with it.
COLUMNS = {"nDCG": {"CG", "DCG", "IDCG"}, "IPrec11": {"IPrec"}, "P": {"R"}}


def relevant(x: Typed) -> list[bool]:
    return [g > 0 for g in x.grades]


def total(x: Typed) -> int:
    return sum(relevant(x)) + sum(g > 0 for g in x.missed)


def precision_at(x: Typed, i: int) -> float:
    return sum(relevant(x)[:i]) / i


def precision(x: Typed) -> float:
    """No source divides by 0; an empty list scores 0 everywhere."""
    return precision_at(x, len(x.grades)) if x.grades else 0.0


def recall(x: Typed) -> Score:
    return sum(relevant(x)) / total(x) if total(x) else None


def f_measure(beta: float) -> Formula:
    def score(x: Typed) -> Score:
        p, r = precision(x), recall(x)
        if r is None:
            return None
        return (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0

    return score


def average_precision(x: Typed) -> Score:
    there = [i for i, yes in enumerate(relevant(x), start=1) if yes]
    return sum(precision_at(x, i) for i in there) / total(x) if total(x) else None


def reciprocal_rank(x: Typed) -> Score:
    return next((1 / i for i, yes in enumerate(relevant(x), start=1) if yes), 0.0)


def accuracy(x: Typed) -> Score:
    tp, size = sum(relevant(x)), x.size or 0
    tn = size - len(x.grades) - (total(x) - tp)
    return (tp + tn) / size if size else None


def dcg(discount: Callable[[int], float], *, ideal: bool = False, missed: bool = True) -> Formula:
    """DCG at 3 of the list or of the ideal list, which contains the documents not retrieved if ``missed``."""

    def score(x: Typed) -> Score:
        gains = [max(g, 0) for g in x.grades]
        if ideal:
            gains = sorted([*gains, *(x.missed if missed else [])], reverse=True)
        return sum(g / discount(i) for i, g in enumerate(gains[:3], start=1))

    return score


def burges(i: int) -> float:
    return math.log2(i + 1)


def jarvelin(i: int) -> float:
    return max(1.0, math.log2(i))


def interpolated(x: Typed, width: float = 1.0) -> Score:
    """The highest precision at recall 0.3 or more, within ``width`` of 0.3 if there is a point."""
    points = [(sum(relevant(x)[:i]) / max(total(x), 1), precision_at(x, i)) for i in range(1, len(x.grades) + 1)]
    beyond = [(r, p) for r, p in points if r >= 0.3 - 1e-9]
    near = [p for r, p in beyond if r <= 0.3 + width + 1e-9]
    return max(near or [p for _, p in beyond], default=0.0) if total(x) else None


FORMULAS: dict[tuple[str, str], tuple[str, Formula]] = {
    ("lillis", "CG"): ("CG@3", dcg(lambda _: 1)),
    ("lillis", "DCG"): ("DCG@3", dcg(jarvelin)),
    ("lillis", "IDCG"): ("IDCG@3", dcg(jarvelin, ideal=True)),
    ("thesis", "P"): ("P", precision),
    ("thesis", "R"): ("R", recall),
    ("thesis", "F"): ("F(beta=2)", f_measure(2)),
    ("thesis", "AP"): ("AP", average_precision),
    ("thesis", "RR"): ("RR", reciprocal_rank),
    ("thesis", "CG"): ("CG@3", dcg(lambda _: 1)),
    ("thesis", "DCG"): ("DCG@3", dcg(burges)),
    ("thesis", "IDCG"): ("IDCG@3", dcg(burges, ideal=True)),
    ("blog", "RR"): ("RR", reciprocal_rank),
    ("blog", "IDCG"): ("IDCG@3", dcg(burges, ideal=True, missed=False)),
    ("kth", "R"): ("R", recall),
    ("kth", "F"): ("F", f_measure(1)),
    ("kth", "Accuracy"): ("Accuracy", accuracy),
    ("kth", "IPrec"): ("IPrec@0.3", interpolated),
    ("mir", "R"): ("R", recall),
    ("mir", "IPrec"): ("IPrec@0.3", lambda x: interpolated(x, 0.1)),
}


def by_worked_examples() -> set[tuple[str, str]]:
    """The pairs of a source and a measure that its worked examples compute."""
    found: set[tuple[str, str]] = set()
    for id_, figures in FIGURES.items():
        for figure in figures.values():
            explanation = explained(id_, figure)
            figure.get(explanation)
            computed = {c.measure.name for c in explanation._computed.values()}
            found |= {(figure.preset, name) for m in computed for name in {m, *COLUMNS.get(m, ())}}
    return found


LISTS = st.builds(Typed, st.text(st.sampled_from("0011230u"), max_size=9), st.text(st.sampled_from("0123"), max_size=4))


@pytest.mark.parametrize(("preset", "measure"), FORMULAS)
@given(LISTS)
@examples(40)
def test_scores_agree_with_the_formulas_of_the_sources(preset: str, measure: str, listing: Typed) -> None:
    listing = Typed(listing.labels, listing.unretrieved, len(listing.labels) + len(listing.unretrieved) + 7)
    spelling, formula = FORMULAS[preset, measure]
    ours, theirs = listing.explained(preset).value(spelling), formula(listing)
    assert ours == (None if theirs is None else pytest.approx(theirs, rel=0, abs=1e-12))


def test_every_measure_that_a_source_defines_is_tested_against_it() -> None:
    declared = {(p, m.name) for m in measures().values() for p in m.defined_by if p in SOURCES}
    untested = declared - by_worked_examples() - set(FORMULAS)
    assert not untested
    assert set(FORMULAS) <= declared


def test_every_pair_of_preset_and_measure_has_one_support() -> None:
    counted = Counter((PRESETS[p].tool, preset_support(p, m)) for p in PRESETS for m in measures().values())
    assert sum(counted.values()) == len(PRESETS) * len(measures())
    assert set(counted) == {
        (False, "checked"),
        (False, "common definition"),
        (True, "checked"),
        (True, "unsupported"),
    }
    declared = sum(len(defining_presets(m)) for m in measures().values())
    assert counted[False, "checked"] + counted[True, "checked"] == declared >= 90


def test_measures_name_only_presets_that_exist() -> None:
    for measure in measures().values():
        assert set(measure.defined_by) <= set(PRESETS)
        assert len(set(measure.defined_by)) == len(measure.defined_by)


def test_a_measure_names_a_tool_once() -> None:
    for measure in measures().values():
        assert not set(measure.defined_by) & set(measure.tool_names), "a tool that has a name for it defines it"
        assert set(measure.unchecked_tools) <= set(measure.tool_names)
