"""Conventions: read, refused, and really followed by the measures that declare them, and by no others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from ireval import InputError
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS, effective
from ireval.explanation import Explanation
from ireval.metric import Computed, Measure
from ireval.names import parse
from ireval.registry import measures

from .lists import AWKWARD, Typed, choices_of, listed

#: Lists that can tell any two conventions apart.
TELLING = [*AWKWARD.values(), Typed("1023014u52", "3110", 40), Typed("0110", "12"), Typed("00010", "1"), Typed("001")]
#: What must stand beside a choice for it to show.
BESIDE: list[dict[str, Any]] = [{}, {"rounding": "carried"}, {"no_relevant": "left-out"}]


def same(a: Computed, b: Computed) -> bool:
    """Whether two results agree in score and columns."""
    return np.array_equal(a.score, b.score, equal_nan=True) and all(
        np.array_equal(a.columns[key], b.columns[key], equal_nan=True) for key in a.columns
    )


def spellings(measure: Measure) -> list[str]:
    """The measure with and without a cutoff."""
    if measure.at_required:
        return [f"{measure.name}@0.3"]
    return [measure.name, f"{measure.name}@3"] if measure.at else [measure.name]


def results(measure: Measure, name: str, choice: Any) -> Iterator[Computed]:
    for listing, spelling, beside in product(TELLING, spellings(measure), BESIDE):
        yield listing.explained(**beside | {name: choice}).compute(spelling)


def telling_choices(measure: Measure, name: str) -> list[Any]:
    """The choices that must differ; rounded columns can only matter to a measure that has some."""
    plain = name == "rounding" and not any(c.rounded for c in measure.columns)
    return [c for c in choices_of(name) if not (plain and c == "columns")]


@pytest.mark.parametrize(
    ("measure", "name"),
    [pytest.param(m, c, id=f"{m.name}-{c}") for m in measures().values() for c in m.conventions],
)
def test_declared_conventions_matter(measure: Measure, name: str) -> None:
    first, *others = telling_choices(measure, name)
    for other in others:
        pairs = zip(results(measure, name, first), results(measure, name, other), strict=True)
        assert any(not same(a, b) for a, b in pairs), f"{name}={other} changes nothing"


@pytest.mark.parametrize("name", CONVENTIONS)
def test_conventions_that_are_not_declared_never_matter(name: str) -> None:
    """Neither to a score and its columns nor to a word of the table."""
    lists = [Typed("1"), Typed("000", "21"), Typed("0u0", "0"), Typed("1023014u52", "3110", 40)]
    besides: list[dict[str, Any]] = [{}, {"ideal": "retrieved-only", "no_relevant": "left-out"}]
    for listing, beside, spec in product(lists, besides, listed()):
        if name in spec.measure.conventions:
            continue
        first, *rest = [listing.explained(**beside | {name: c}).table(spec) for c in choices_of(name)]
        for other in rest:
            assert same(first.computed, other.computed), spec
            assert first.final == other.final
            assert first.cells == other.cells


@pytest.mark.parametrize("measure", [m for m in measures().values() if m.parameters], ids=lambda m: m.name)
def test_own_parameters_matter(measure: Measure) -> None:
    at = "@0.3" if measure.at_required else ""
    for parameter in measure.parameters:
        values = [parameter.spell(c.key) for c in parameter.choices] or ["0.5", "1", "2"]
        names = [f"{measure.name}({parameter.name}={value}){at}" for value in values]
        for other in names[1:]:
            assert any(not same(x.explained().compute(names[0]), x.explained().compute(other)) for x in TELLING), other


def test_a_parameter_beats_an_override_beats_the_preset() -> None:
    listing = Typed("nrurunnnrnr")
    assert listing.explained("lillis").value("Bpref") == 0.375
    by_override = listing.explained("lillis", bpref="10-plus-r")
    assert by_override.value("Bpref") == pytest.approx(0.8035714285714286, abs=1e-15)
    assert by_override.value("Bpref(bpref='r')") == 0.375


def test_without_a_preset_it_is_trec_eval() -> None:
    assert DEFAULT_PRESET == "trec_eval"
    assert effective() == effective("trec_eval")


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_choose_what_exists(preset: str) -> None:
    chosen = PRESETS[preset].choices
    assert set(chosen) <= set(CONVENTIONS)
    assert effective(preset, chosen) == effective(preset)


@pytest.mark.parametrize(
    ("preset", "others", "field", "suggestion"),
    [
        ("lilis", {}, "conventions", "Did you mean lillis?"),
        ("", {}, "conventions", "Known are"),
        ("lillis", {"discuont": "log2-rank"}, "discuont", "Did you mean discount?"),
        ("lillis", {"discount": "log2-rang"}, "discount", "Did you mean log2-rank?"),
        ("lillis", {"rel": "0"}, "rel", "from 1 to 9"),
        ("lillis", {"rel": "1.5"}, "rel", "whole number"),
        ("lillis", {"decimals": 7}, "decimals", "from 0 to 6"),
        ("lillis", {"rounding": None}, "rounding", "Known are"),
    ],
)
def test_what_cannot_be_used_is_named(preset: str, others: dict[str, Any], field: str, suggestion: str) -> None:
    with pytest.raises(InputError) as error:
        effective(preset, others)
    assert error.value.field == field
    assert suggestion in error.value.suggestion


def test_values_survive_an_address() -> None:
    """Keys and values are lower-case slugs."""
    for name, parameter in CONVENTIONS.items():
        assert name.replace("_", "").isalnum()
        assert name == name.lower()
        for choice in parameter.choices:
            assert choice.key.replace("-", "").isalnum()
            assert choice.key == choice.key.lower()
            assert effective("lillis", {name: choice.key})[name] == choice.key


def test_the_ideal_list_ends_as_asked() -> None:
    """The list has 2 documents, the ideal one 6."""
    listing = AWKWARD["ideal list longer than the list"]
    whole = listing.explained(ideal_cut="whole").table("nDCG")
    cut = listing.explained(ideal_cut="list-end").table("nDCG")
    assert (whole.rows, cut.rows) == (7, 2)
    assert whole.cells["IG"] == ["3", "3", "2", "2", "1", "1", "1"]
    assert cut.cells["IG"] == ["3", "3"]


def test_every_explanation_is_its_own() -> None:
    """Two explanations of one list do not share results."""
    listing = AWKWARD["the lectures' fifteen"]
    a, b = listing.explained("lillis"), listing.explained("thesis")
    assert isinstance(a, Explanation)
    assert a.value("nDCG") != b.value("nDCG")
    assert str(parse("nDCG")) == "nDCG"
