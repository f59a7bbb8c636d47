"""All presets on one list: differences computed by hand, and whether the deciding conventions do decide."""

from __future__ import annotations

from math import isclose, log2
from typing import Any

import pytest

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.errors import InputError
from ireval.explanation.switchboard import CUSTOM, Row, switchboard
from ireval.measure.listing import variants
from ireval.measure.spelling import parse
from ireval.measure.support import preset_support
from tests.ireval.random_lists import AWKWARD, Typed, examples, given, overrides, presets, st, typed

FIFTEEN = AWKWARD["the lectures' fifteen"]
SOURCES = tuple(key for key, preset in PRESETS.items() if not preset.tool)
TREC = ("trec_eval", "ir_measures", "ranx")
RAG = ("llama_index", "haystack")
BOOSTING = ("xgboost", "lightgbm")
ENGINES = ("elasticsearch", "quepid")
#: The tools that have nDCG as trec_eval has it.
LIKE_TREC = (*TREC, "torchmetrics", "beir", "ntcireval")
#: The tools that have AP without a cutoff as trec_eval has it.
AP_LIKE_TREC = (*TREC, *RAG, *BOOSTING, "ml_metrics", "beir", "ntcireval", "quepid")
BY_FOUND = ("sklearn", "ragas", "torchmetrics")


def row(x: Typed, measure: str, current: str = "lillis", **chosen: Any) -> Row:
    (found,) = switchboard(x.ranking, [parse(measure)], current, chosen)
    return found


def groups(found: Row) -> list[tuple[set[str], float | None, tuple[str, ...]]]:
    return [(set(g.keys), None if g.value is None else round(g.value, 9), g.deciding) for g in found.groups]


def test_average_precision_by_its_divisor() -> None:
    precisions = 1 / 1 + 2 / 3 + 3 / 6 + 4 / 10 + 5 / 15
    assert groups(row(FIFTEEN, "AP")) == [
        ({*SOURCES, *AP_LIKE_TREC}, round(precisions / 10, 9), ("divisor",)),
        ({*BY_FOUND}, round(precisions / 5, 9), ("divisor",)),
    ]


def ndcg(*, early: bool, all_judged: bool = True, binary: bool = False, exponential: bool = False) -> float:
    """nDCG@10 of the fifteen documents: discounted from rank 2 or 3, with the ideal list of all judged documents or of
    the retrieved ones, and with grades, without them, or with 2^grade - 1.
    """
    grades = [1, 0, 1, 0, 0, 3, 0, 0, 0, 2]
    ideal = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1] if all_judged else [3, 3, 2, 1, 1]
    if binary:
        grades, ideal = [min(g, 1) for g in grades], [1] * len(ideal)
    if exponential:
        grades, ideal = [2**g - 1 for g in grades], [2**g - 1 for g in ideal]

    def dcg(gains: list[int]) -> float:
        return sum(g / (log2(i + 1) if early else max(1, log2(i))) for i, g in enumerate(gains, start=1))

    return round(dcg(grades) / dcg(ideal), 9)


def test_ndcg_by_its_discount_and_its_ideal_list() -> None:
    found = row(FIFTEEN, "nDCG@10")
    assert groups(found) == [
        ({"lillis", "kth"}, ndcg(early=False), ("discount", "gain", "ideal")),
        ({"thesis", "mir", *LIKE_TREC, "haystack"}, ndcg(early=True), ("discount",)),
        ({*BOOSTING, *ENGINES}, ndcg(early=True, exponential=True), ("discount", "gain")),
        ({"blog", "sklearn"}, ndcg(early=True, all_judged=False), ("discount", "ideal")),
        ({"llama_index"}, ndcg(early=True, binary=True), ("discount", "gain")),
    ]
    assert [round(g.value or 0, 3) for g in found.groups] == [0.287, 0.315, 0.247, 0.469, 0.472]


def test_ndcg_with_a_cutoff_where_the_ideal_list_is_not_cut() -> None:
    """Ten documents are relevant. LlamaIndex, Haystack and Quepid keep all of them in the ideal list of nDCG@5."""
    found = row(Typed("10100", "1" * 8), "nDCG@5", "trec_eval")
    dcg, ideal = 1 + 1 / log2(4), [1 / log2(i + 1) for i in range(1, 11)]
    alike = {"thesis", "mir", *LIKE_TREC, *BOOSTING, "elasticsearch"}
    assert groups(found)[0] == (alike, round(dcg / sum(ideal[:5]), 9), groups(found)[0][2])
    assert ({*RAG, "quepid"}, round(dcg / sum(ideal), 9), ("ideal_cut",)) in groups(found)


def test_elasticsearch_ends_the_ideal_list_with_a_short_ranking() -> None:
    """Three documents are relevant and two were returned: its ideal list has two documents, that of XGBoost three."""
    found = row(Typed("01", "11"), "nDCG@10", "xgboost")
    dcg, two = 1 / log2(3), 1 + 1 / log2(3)
    assert groups(found)[0][1] == round(dcg / (two + 1 / log2(4)), 9)
    (its,) = (group for group in groups(found) if "elasticsearch" in group[0])
    assert its == ({"elasticsearch"}, round(dcg / two, 9), ("ideal_cut",))


def test_bpref_where_few_are_judged_non_relevant() -> None:
    """R = 3 and N = 1: the paper subtracts a third twice, trec_eval subtracts everything."""
    found = row(Typed("1011"), "Bpref", "trec_eval")
    assert groups(found) == [
        (set(TREC), round((1 + 0 + 0) / 3, 9), ("bpref",)),
        (set(SOURCES), round((1 + 2 / 3 + 2 / 3) / 3, 9), ("bpref",)),
    ]


def test_interpolation_by_interval() -> None:
    """Relevant at ranks 2, 4, 9, 11: no point has recall 0 to 0.1, and only rank 9 has recall from 0.7 to 0.8."""
    last = 4 / 11
    (rest, mir) = groups(row(AWKWARD["unjudged between"], "IPrec11"))
    assert rest == ({"lillis", "thesis", "blog", "kth", "trec_eval"}, round((6 / 2 + 5 * last) / 11, 9), mir[2])
    assert mir == ({"mir"}, round((6 / 2 + 4 * last + 3 / 9) / 11, 9), ("interpolation",))


def test_an_undefined_score_differs_from_0() -> None:
    found = row(Typed("000"), "AP", "kth")
    assert groups(found) == [
        ({*SOURCES, "llama_index", "ntcireval"}, None, ("no_relevant",)),
        ({*TREC, *BY_FOUND, "haystack", "beir", "quepid"}, 0, ("no_relevant",)),
        ({*BOOSTING, "ml_metrics"}, 1, ("no_relevant",)),
    ]


def test_a_measure_that_a_tool_does_not_compute_is_not_compared() -> None:
    found = row(Typed("1011"), "Bpref", "sklearn")
    (cell,) = (cell for cell in found.cells if cell.key == "sklearn")
    assert (cell.support, cell.value, found.apart(cell)) == ("unsupported", None, False)
    assert set(found.groups[0].keys) == set(SOURCES)  # the largest group takes the place of the one in use
    assert {cell.key for cell in found.cells if found.apart(cell)} == set(TREC)


def test_all_columns_agree_where_nothing_depends_on_conventions() -> None:
    found = row(FIFTEEN, "P@10")
    assert not found.differs
    assert groups(found) == [({*PRESETS} - {"haystack", "lightgbm", "ml_metrics"}, 0.4, ())]  # they have no precision


def test_overrides_have_their_own_column() -> None:
    """With grade 2 and above, 3 of 6 are found, at ranks 6, 10 and 15; the presets do not change."""
    found = row(FIFTEEN, "AP", "lillis", rel=2, ties="input-order")
    assert [cell.key for cell in found.cells] == [CUSTOM, *PRESETS]
    assert groups(found)[0] == ({CUSTOM}, round((1 / 6 + 2 / 10 + 3 / 15) / 6, 9), ("rel", "divisor"))
    assert groups(found)[1] == ({*SOURCES, *AP_LIKE_TREC}, 0.29, ("rel",))
    assert groups(found)[2] == ({*BY_FOUND}, 0.58, ("rel", "divisor"))


def test_choices_without_effect_are_not_deciding() -> None:
    """Whether the ideal list ends with the ranking matters only if the ideal list is longer."""
    short, long = Typed("10", "11"), Typed("1000", "11")
    assert {"ideal_cut", "no_relevant"} <= set(row(long, "nDCG", "thesis").groups[0].idle)
    alike = {*LIKE_TREC, *RAG, *BOOSTING, "quepid"}
    assert groups(row(long, "nDCG", "thesis"))[0][0] == {"thesis", "mir", "elasticsearch", *alike}
    assert (alike, round(1 / (1 + 1 / log2(3) + 1 / 2), 9), ("ideal_cut",)) in groups(row(short, "nDCG", "thesis"))


def test_a_setting_in_the_spelling_is_the_same_in_all_columns() -> None:
    assert not row(Typed("1011"), "Bpref(bpref='r')").differs


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        row(FIFTEEN, "AP", "lilis")
    assert caught.value.key == "unknown-preset"
    with pytest.raises(InputError) as caught:
        row(FIFTEEN, "AP", "lillis", divisors=1)
    assert caught.value.key == "unknown-convention"


@pytest.mark.slow
@given(typed() | st.sampled_from(list(AWKWARD.values())), presets, overrides())
@examples(15)
def test_deciding_conventions_decide(x: Typed, current: str, chosen: dict[str, Any]) -> None:
    """Changing all deciding conventions makes the scores equal; changing all but one does not."""
    specs = [spec for _, spec in variants({"k": 3, "level": 0.3, "beta": 1}, effective())]
    for found in switchboard(x.ranking, specs, current, chosen):
        name = str(found.spec)

        def score(key: str, name: str = name, **changed: Any) -> float | None:
            own = (current, chosen | changed) if key == CUSTOM else (key, changed)
            return x.explained(own[0], **own[1]).value(name)

        for group in found.groups:
            assert all(same(score(key), group.value) for key in group.keys)
        first = found.groups[0]
        for group in found.groups[1:]:
            back = {n: first.shown.conventions[n] for n in group.deciding}
            assert not same(group.value, first.value)
            assert same(score(group.shown.key, **back), first.value)
            for one in back:
                assert not same(score(group.shown.key, **{n: v for n, v in back.items() if n != one}), first.value)
        assert set(first.deciding) == {n for group in found.groups[1:] for n in group.deciding}


@given(typed(), presets)
@examples(20)
def test_every_column_is_in_one_group_or_not_computed(x: Typed, current: str) -> None:
    for found in switchboard(x.ranking, [parse(m) for m in ("AP", "Bpref", "nDCG@3", "IPrec11")], current):
        grouped = [key for group in found.groups for key in group.keys]
        assert len(grouped) == len(set(grouped))
        assert set(PRESETS) - set(grouped) == {
            key for key in PRESETS if preset_support(key, found.spec.measure) == "unsupported"
        }


def test_deciding_and_idle_conventions_exist() -> None:
    assert {n for g in row(FIFTEEN, "nDCG").groups for n in (*g.deciding, *g.idle)} <= set(CONVENTIONS)


def same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return isclose(one, other, abs_tol=1e-9)
