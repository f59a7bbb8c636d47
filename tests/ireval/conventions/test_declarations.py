"""Conventions: read, refused, and followed by the measures that declare them, and by no others."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from ireval import InputError
from ireval.contract.cases import choices_of
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS, effective
from ireval.explanation.explanation import Explanation
from ireval.measure import Computed, Measure
from ireval.measure.registry import measures
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.messages import Message
from ireval.messages.writing import number_text
from ireval.ranking.judgements import Ranking
from tests.ireval.random_lists import AWKWARD, DIVERSE, Typed, listed
from tests.tiers import sampled

pytestmark = pytest.mark.slow

#: Lists on which any two conventions differ.
TELLING = [*AWKWARD.values(), Typed("1023014u52", "3110", 40), Typed("0110", "12"), Typed("00010", "1"), Typed("001")]
TELLING += DIVERSE.values()
#: At recall 0.7, trec_eval 9 requires int(0.7 * 3 + 0.9) of 3 documents: 2, not 3, because 0.7 * 3 is just below 2.1.
TELLING += [Typed("110001")]
#: Other choices that some choice needs to have an effect.
BESIDE: list[dict[str, Any]] = [{}, {"rounding": "carried"}, {"no_relevant": "left-out"}]


def same(a: Computed, b: Computed) -> bool:
    """Whether two results agree in score and columns."""
    return (
        a.columns.keys() == b.columns.keys()
        and np.array_equal(a.score, b.score, equal_nan=True)
        and all(np.array_equal(a.columns[key], b.columns[key], equal_nan=True) for key in a.columns)
    )


def spellings(measure: Measure) -> list[str]:
    """The measure with and without a cutoff; with a fraction where all numbers are whole otherwise."""
    if measure.name == "Utility":
        return ["Utility(tp=0.123, fp=-0.456)"]
    if measure.cutoff_required:
        return [f"{measure.name}@0.3", f"{measure.name}@0.7"]
    return [measure.name, f"{measure.name}@3"] if measure.cutoff else [measure.name]


def results(measure: Measure, name: str, choice: Any) -> Iterator[Computed]:
    for listing, spelling, beside in product(TELLING, spellings(measure), BESIDE):
        yield result(listing, spelling, tuple(effective("trec_eval", beside | {name: choice}).items()))


@cache
def result(listing: Typed, spelling: str, conventions: tuple[tuple[str, Any], ...]) -> Computed:
    """The result under conventions, computed once for all settings of which it is a choice."""
    return compute(parse(spelling), ranking_of(listing), dict(conventions))


ranking_of = cache(operator.attrgetter("ranking"))


def telling_choices(measure: Measure, name: str) -> list[Any]:
    """The choices that must differ; ``columns`` can only matter to a measure with rounded columns.

    At recall 0.2, 0.5 and 0.8, int(r R + 0.9) is what the textbook requires, for every R.
    """
    plain = name == "rounding" and not any(c.rounded for c in measure.columns)
    never = {"columns", "intermediate"} if plain else {"trec-eval-9"} if measure.name == "IPrec3" else set()
    return [c for c in choices_of(name) if c not in never]


@pytest.mark.parametrize(
    ("measure", "name"),
    [pytest.param(m, c, id=f"{m.name}-{c}") for m in measures().values() for c in m.conventions],
)
def test_declared_conventions_matter(measure: Measure, name: str) -> None:
    first, *others = telling_choices(measure, name)
    for other in others:
        pairs = zip(results(measure, name, first), results(measure, name, other), strict=True)
        assert any(not same(a, b) for a, b in pairs), f"{name}={other} changes nothing"


@pytest.mark.parametrize("name", sampled(CONVENTIONS, 8))
def test_conventions_that_are_not_declared_never_matter(name: str) -> None:
    """They change neither the score nor the columns nor the text of the table."""
    other: dict[str, Any] = {"ideal": "retrieved-only", "no_relevant": "left-out"}
    long = Typed("1023014u52", "3110", 40)
    lists = [(Typed("1"), {}), (Typed("000", "21"), other), (Typed("0u0", "0"), {}), (long, {}), (long, other)]
    for (listing, beside), spec in product(lists, listed()):
        if name in spec.measure.conventions:
            continue
        first, *rest = [listing.explained(**beside | {name: c}).table(spec) for c in choices_of(name)]
        for table in rest:
            assert same(first.computed, table.computed), spec
            assert first.final == table.final
            assert first.cells == table.cells


@pytest.mark.parametrize("measure", [m for m in measures().values() if m.parameters], ids=lambda m: m.name)
def test_own_parameters_matter(measure: Measure) -> None:
    at = "@0.3" if measure.cutoff_required else ""
    for parameter in measure.parameters:
        values = [parameter.spell(c.key) for c in parameter.choices] or [
            number_text(x) for x in (0.5, 1.0, 2.0) if parameter.least <= x <= parameter.most
        ]
        names = [f"{measure.name}({parameter.name}={value}){at}" for value in values]
        for other in names[1:]:
            assert any(not same(x.explained().compute(names[0]), x.explained().compute(other)) for x in TELLING), other


def test_a_parameter_takes_precedence_over_an_override_and_that_over_the_preset() -> None:
    listing = Typed("nrurunnnrnr")
    assert listing.explained("lillis").value("Bpref") == 0.375
    by_override = listing.explained("lillis", bpref="10-plus-r")
    assert by_override.value("Bpref") == pytest.approx(0.8035714285714286, abs=1e-15)
    assert by_override.value("Bpref(bpref='r')") == 0.375


def test_the_default_preset_is_trec_eval() -> None:
    assert DEFAULT_PRESET == "trec_eval"
    assert effective() == effective("trec_eval")


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_choose_what_exists(preset: str) -> None:
    chosen = PRESETS[preset].choices
    assert set(chosen) <= set(CONVENTIONS)
    assert effective(preset, chosen) == effective(preset)


@pytest.mark.parametrize(
    ("preset", "others", "field", "key", "suggestion"),
    [
        ("lilis", {}, "conventions", "unknown-preset", "Did you mean lillis?"),
        ("", {}, "conventions", "unknown-preset", "Choose one of"),
        ("lillis", {"discuont": "log2-rank"}, "discuont", "unknown-convention", "Did you mean discount?"),
        ("lillis", {"discount": "log2-rang"}, "discount", "not-one-of", "Did you mean log2-rank?"),
        ("lillis", {"rel": "0"}, "rel", "out-of-range", "from 1 to 9"),
        ("lillis", {"rel": "1.5"}, "rel", "not-a-whole-number", "whole number"),
        ("lillis", {"decimals": 7}, "decimals", "out-of-range", "from 0 to 6"),
        ("lillis", {"rounding": None}, "rounding", "not-one-of", "Choose one of"),
    ],
)
def test_settings_that_cannot_be_used_are_named(
    preset: str, others: dict[str, Any], field: str, key: str, suggestion: str
) -> None:
    with pytest.raises(InputError) as error:
        effective(preset, others)
    assert (error.value.field, error.value.key) == (field, key)
    assert suggestion in error.value.suggestion


def test_unknown_settings_in_words() -> None:
    with pytest.raises(InputError) as error:
        effective("lilis")
    assert error.value.message == "There is no preset “lilis”."
    with pytest.raises(InputError) as error:
        effective("lillis", {"discuont": "log2-rank"})
    assert error.value.message == "There is no convention “discuont”."


def test_keys_and_values_are_lower_case_slugs() -> None:
    """So they can be part of an address."""
    for name, parameter in CONVENTIONS.items():
        assert name.replace("_", "").isalnum()
        assert name == name.lower()
        for choice in parameter.choices:
            assert choice.key.replace("-", "").isalnum()
            assert choice.key == choice.key.lower()
            assert effective("lillis", {name: choice.key})[name] == choice.key


def test_the_ideal_list_ends_where_the_convention_says() -> None:
    """The list has 2 documents, the ideal list 6."""
    listing = AWKWARD["ideal list longer than the list"]
    whole = listing.explained(ideal_cut="whole").table("nDCG")
    cut = listing.explained(ideal_cut="list-end").table("nDCG")
    assert (whole.rows, cut.rows) == (7, 2)
    assert whole.cells["IG"] == ["3", "3", "2", "2", "1", "1", "1"]
    assert cut.cells["IG"] == ["3", "3"]


#: Lists with nothing that counts: without a document, and with unjudged ones only, which are skipped.
EMPTY = (("", "non-relevant"), ("", "skipped"), ("uu", "skipped"))


@pytest.mark.parametrize("end", ["list-end", "shorter"])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_ideal_list_of_an_empty_list_is_empty(preset: str, end: str) -> None:
    """Without a cutoff it ends where the ranking does, on its own and in a block with longer lists."""
    for gain, ideal, (labels, unjudged) in product(("linear", "exponential"), ("all-judged", "best-everywhere"), EMPTY):
        chosen = {"gain": gain, "ideal": ideal, "ideal_cut": end, "unjudged": unjudged, "no_relevant": "score-0"}
        empty, other = Typed(labels, "321"), Typed("1203", "3")
        assert [empty.explained(preset, **chosen).value(name) for name in ("IDCG", "nDCG", "nCG")] == [0, 0, 0]
        assert empty.explained(preset, **chosen).table("IDCG").value == 0
        block = compute(parse("IDCG"), Ranking.block([empty.ranking, other.ranking]), effective(preset, chosen)).score
        assert block.tolist() == [0, other.explained(preset, **chosen).value("IDCG")]


def test_the_ideal_list_ends_with_the_condensed_list() -> None:
    """IDCG is what the column IDCG of nDCG has: of 2 documents retrieved, only the judged one counts."""
    for end, expected in (("list-end", 3), ("whole", 3 + 1 / np.log2(3))):
        explained = Typed("1u", "3").explained(unjudged="skipped", ideal_cut=end)
        assert explained.value("IDCG") == pytest.approx(expected)
        assert explained.value("nDCG") == pytest.approx(1 / expected)


def test_two_explanations_of_one_list_share_no_results() -> None:
    listing = AWKWARD["the lectures' fifteen"]
    a, b = listing.explained("lillis"), listing.explained("thesis")
    assert isinstance(a, Explanation)
    assert a.value("nDCG") != b.value("nDCG")
    assert str(parse("nDCG")) == "nDCG"


def test_skipped_documents_leave_the_condensed_list() -> None:
    """The scores are those of the list without them, and each row gives the place of its document."""
    whole, condensed = Typed("u1u0u2", "1", 9), Typed("102", "1", 9)
    for spec in listed():
        if "unjudged" not in spec.measure.conventions:
            continue
        skipping, without = whole.explained(unjudged="skipped").compute(spec), condensed.explained().compute(spec)
        assert same(skipping, without), spec
    ap, bpref = (whole.explained(unjudged="skipped").compute(name) for name in ("AP", "Bpref"))
    assert ap.positions.tolist() == [1, 3, 5]
    assert bpref.positions.tolist() == [0, 1, 2, 3, 4, 5]
    assert whole.explained().compute("AP").positions.tolist() == [0, 1, 2, 3, 4, 5]


def test_rows_after_the_condensed_list_have_no_document() -> None:
    computed = Typed("u1u", "111").explained(unjudged="skipped").compute("nDCG")
    assert computed.positions.tolist() == [1, -1, -1, -1]


def test_blocks_are_condensed_list_by_list() -> None:
    lists = [Typed(x, "12") for x in ("u1u0u2", "", "uuu", "12", "0u1")]
    conventions = effective("trec_eval", {"unjudged": "skipped"})
    block = compute(parse("nDCG"), Ranking.block(x.ranking for x in lists), conventions)
    alone = [compute(parse("nDCG"), x.ranking, conventions) for x in lists]
    assert block.score.tolist() == [float(x.score) for x in alone]
    for row, one in zip(block.positions.tolist(), alone, strict=True):
        assert [i for i in row if i >= 0] == [i for i in one.positions.tolist() if i >= 0]


def test_precision_of_short_lists() -> None:
    listing = Typed("10", "1")
    assert listing.explained().value("P@5") == 0.2
    assert listing.explained(short_list="retrieved").value("P@5") == 0.5
    assert listing.explained(short_list="retrieved").table("P@5").final == "P@5 = 1/2 = 0.500"
    assert Typed("").explained(short_list="retrieved").value("P@5") == 0


def test_an_ideal_list_that_no_cutoff_cuts() -> None:
    """Of the grades 3, 2 and 1, only 2 was retrieved; the divisor uses the whole ideal list."""
    listing = Typed("2", "31")
    ideal = 3 + 2 / np.log2(3) + 1 / 2
    assert listing.explained(ideal_cut="uncut").value("nDCG@1") == pytest.approx(2 / ideal)
    assert listing.explained(ideal_cut="uncut").value("IDCG@1") == pytest.approx(ideal)
    assert listing.explained(ideal_cut="whole").value("nDCG@1") == pytest.approx(2 / 3)
    assert listing.explained(ideal_cut="uncut").value("nDCG") == listing.explained().value("nDCG")


@pytest.mark.parametrize("measure", ["AP", "nDCG"])
def test_nothing_found_scores_0(measure: str) -> None:
    """If only retrieved documents count, as in scikit-learn, a list without relevant documents has no divisor."""
    table = Typed("00", "1").explained("sklearn").table(measure)
    assert (table.value, table.reason) == (0, Message("zero-as-nothing-relevant-was-found"))
    assert table.remark == "no relevant document was found, which counts as 0"
    assert Typed("00", "1").explained("sklearn", no_relevant="left-out").value(measure) == 0


def test_the_effective_convention_of_a_score_can_be_printed() -> None:
    spec = parse("nDCG(dcg='exp-log2')@10")
    assert spec.canonical(effective("blog")) == (
        "nDCG(discount='log2-rank-plus-1', gain='exponential', ideal='retrieved-only', ideal_cut='list-end', "
        "unjudged='non-relevant', no_relevant='left-out', rounding='exact')@10"
    )


def test_no_measure_follows_a_convention_of_runs() -> None:
    of_runs = {name for name, p in CONVENTIONS.items() if p.scope == "run"}
    assert of_runs == {"scores", "ties", "missing"}
    assert not any(of_runs & set(measure.conventions) for measure in measures().values())
    assert effective()["ties"] == "docno-descending"
    assert effective()["missing"] == "score-0"
