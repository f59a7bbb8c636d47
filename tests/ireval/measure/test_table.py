"""The counts and cells of a measure's table, for one list and for a block, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ireval.conventions import effective
from ireval.measure import Params, Table
from ireval.measure.column import Column
from ireval.measure.computation import Computed
from ireval.measure.scores import MOST_KEPT, Settings, compute, remarks, score_remark, settings_under, undefined_reasons
from ireval.measure.spelling import parse
from ireval.messages import say
from ireval.numbers.arrays import Bools, Floats
from ireval.ranking.judgements import Ranking

#: Two relevant documents, one judged not, one unjudged; one relevant document is missed, and one judged not.
LIST = Ranking.one([1, 0, -1, 2], [3, 0])


def refuse(*_: object) -> Computed:
    raise AssertionError("nothing else is computed")


def table(ranking: Ranking, rows: float = 4, **chosen: object) -> Table:
    return Table(ranking, Params({**effective("lillis", chosen), "k": chosen.get("k")}), np.array([rows]), refuse)


def same(found: Floats | Bools, expected: object) -> None:
    np.testing.assert_array_equal(found, np.asarray(expected, dtype=np.float64))


def test_the_counts_of_a_list() -> None:
    t = table(LIST)
    same(t.rank, [1, 2, 3, 4])
    same(t.relevant, [1, 0, 0, 1])
    same(t.nonrelevant, [0, 1, 0, 0])
    same(t.found, [1, 1, 1, 2])
    same(t.R, [3])
    same(t.N, [2])
    same(t.length, [4])
    same(t.retrieved, [1, 2, 3, 4])
    same(t.end, [4])
    same(t.found_at_end, [2])
    assert np.isnan(t.size).all()
    same(table(Ranking.one([1], [], 80), 1).size, [80])


def test_rows_beyond_the_list_and_a_cutoff_within_it() -> None:
    longer = table(LIST, 6)
    same(longer.rank, [1, 2, 3, 4, 5, 6])
    same(longer.retrieved, [1, 2, 3, 4, 4, 4])
    same(longer.found, [1, 1, 1, 2, 2, 2])
    same(longer.last(longer.found), [2])
    shorter = table(LIST, 2)
    same(shorter.found, [1, 1])
    same(shorter.found_at_end, [1])
    same(longer.with_rows(np.array([3.0])).rank, [1, 2, 3])
    empty = table(Ranking.one([], [1]), 0)
    assert empty.width == 1 and empty.found.tolist() == [0]


def test_a_cutoff_far_below_the_list_needs_few_rows() -> None:
    """Up to 1,000 rows are there; with more, 64 below the documents, and the last row is that of the cutoff."""
    cutoff = {"k": 1000}
    ranking, params = LIST, {**effective("lillis")}
    whole = Table(ranking, Params(params | cutoff), np.array([1000.0]), refuse)
    assert whole.width == 1000 and whole.rank[-1] == 1000
    deep = Table(ranking, Params(params | {"k": 1001}), np.array([1001.0]), refuse)
    assert deep.width == ranking.most_documents + 64
    assert deep.rank[-2:].tolist() == [deep.width - 1, 1001]
    same(deep.row_of(np.array([3.0])), [3])
    same(deep.row_of(np.array([1001.0])), [deep.width])
    same(whole.row_of(np.array([1000.0])), [1000])


def test_a_block_has_the_width_of_its_longest_list() -> None:
    block = Ranking.block([LIST, Ranking.one([1], [])])
    t = Table(block, Params({**effective("lillis"), "k": None}), np.array([[4.0], [1.0]]), refuse)
    assert t.width == 4
    same(t.R, [[3], [1]])
    same(t.found, [[1, 1, 1, 2], [1, 1, 1, 1]])
    same(t.retrieved, [[1, 2, 3, 4], [1, 1, 1, 1]])


def test_quantities_of_rows() -> None:
    t = table(LIST)
    same(t.only(t.relevant, t.rank), [1, np.nan, np.nan, 4])
    same(t.least(t.rank, 2.0), [1, 2, 2, 2])
    same(t.most(t.rank, 2.0), [2, 2, 3, 4])
    same(t.every_row(np.array([7.0])), [7, 7, 7, 7])
    same(t.divided(t.found, t.rank), [1, 1 / 2, 1 / 3, 2 / 4])
    same(t.divided(t.found, np.array([0.0]), 5.0), [5, 5, 5, 5])
    same(t.ratio(t.found, t.rank), [1, 1 / 2, 1 / 3, 2 / 4])
    same(t.running_sum(t.rank), [1, 3, 6, 10])
    same(t.running_product(3.0, 0.5), [3, 1.5, 0.75, 0.375])
    same(t.running_product(1.0, t.rank), [1, 2, 6, 24])
    same(t.running_first(np.array([0.9, 0.8, 0.7, 0.6]), np.array([False, True, False, True])), [0, 0.8, 0.8, 0.8])
    same(t.running_maximum(np.array([np.nan, 0.2, 0.1, 0.5])), [0, 0.2, 0.2, 0.5])


def test_columns_are_rounded_where_every_step_is() -> None:
    x = np.array([0.26, 0.34])
    for rounding, kept, result in (
        ("exact", x, x),
        ("intermediate", [0.3, 0.3], x),
        ("carried", [0.3, 0.3], [0.3, 0.3]),
    ):
        params = Params({**effective("lillis", {"rounding": rounding, "decimals": 1}), "k": None})
        t = Table(Ranking.one([1, 0]), params, np.array([2.0]), refuse, "score")
        same(t.column("sum", x), kept)
        same(t.column("score", x), result)
        same(t.column("plain", x, exact=True), x)
        assert list(t.columns) == ["sum", "score", "plain"]


def test_subtopics_that_count() -> None:
    """Three documents cover the subtopics 1, 1 and 2, and nothing; the query has four, of which 1 and 2 are covered."""
    ranking = Ranking.one([1, 1, 0], [], None, [[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]], [])
    for choice, counted, number in (("covered", [1, 1, 0, 0], 2), ("all", [1, 1, 1, 1], 4)):
        params = Params({**effective("lillis"), "subtopic_count": choice, "k": None})
        t = Table(ranking, params, np.array([3.0]), refuse)
        same(t.subtopics, [[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]])
        same(t.subtopic_total, [4])
        same(t.counted_subtopics, counted)
        same(t.S, [number])


@pytest.mark.parametrize(
    ("measure", "grades", "missed", "score", "remark"),
    [
        ("AP", [0, 0], [], None, "no document is relevant, so R = 0 and there is nothing to divide by"),
        ("P", [], [1], 0, "zero-as-nothing-was-retrieved"),
        ("AP", [], [1], 0, None),  # 0/1
        ("AP", [0], [1], 0, None),
        ("AP", [1], [], 1, None),
        ("Fallout", [0], [], None, "the size of the collection is not known"),
        ("nDCG(ideal='retrieved-only')", [0, 0], [1], 0, "zero-as-nothing-relevant-was-found"),
    ],
)
def test_what_is_said_of_a_score(
    measure: str, grades: list[int], missed: list[int], score: float | None, remark: str | None
) -> None:
    found = compute(parse(measure), Ranking.one(grades, missed), effective("lillis", {"no_relevant": "left-out"}))
    assert (None if np.isnan(found.score) else float(found.score)) == score
    said = score_remark(found)
    if remark is None:
        assert said is None
    else:
        assert said and (said.key == remark or say(said).startswith(remark))
    assert list(undefined_reasons(found)) == ([0] if score is None else [])


def test_scores_by_rule_where_nothing_is_relevant() -> None:
    keys = {
        choice: score_remark(compute(parse("AP"), Ranking.one([0]), effective("lillis", {"no_relevant": choice})))
        for choice in ("score-0", "score-1")
    }
    assert {choice: message and message.key for choice, message in keys.items()} == {
        "score-0": "zero-as-nothing-is-relevant",
        "score-1": "one-as-nothing-is-relevant",
    }


def test_reasons_are_found_list_by_list() -> None:
    block = Ranking.block([Ranking.one([1]), Ranking.one([0]), Ranking.one([0], [1]), Ranking.one([0, 0])])
    found = compute(parse("AP"), block, effective("lillis", {"no_relevant": "left-out"}))
    assert {place: message.key for place, message in undefined_reasons(found).items()} == {
        1: "no-relevant-document",
        3: "no-relevant-document",
    }
    assert remarks(found) == {}


def test_settings_are_kept_within_bounds() -> None:
    assert MOST_KEPT == 64
    kept = Settings(effective("lillis"))
    first = kept.of(parse("P@1"))
    assert kept.of(parse("P@1")) is first
    for k in range(2, 65):
        kept.of(parse(f"P@{k}"))
    assert kept.of(parse("P@1")) is first, "64 measures are kept"
    kept.of(parse("P@65"))
    assert kept.of(parse("P@1")) is not first
    assert settings_under(effective("lillis")) is settings_under(effective("lillis"))


def test_cells_are_written_as_their_column_says() -> None:
    assert Column("x", "x").write_all([0.5, 3.0, float("nan")], 2) == ["0.50", "3.00", ""]
    assert Column("x", "x", whole=True).write_all([3.0, 0.5, float("nan")], 2) == ["3", "0.50", ""]
    least = Column("x", "x", least=0.00001)
    assert least.write_all([0.00001, 0.5], 2) == ["0.00001", "0.50"]
    assert least.write(0.00002, 2) == "0.00"
    assert Column.quotient("AP", "x", "sum", "R").formula == r"\mathrm{AP}[i] = \frac{\mathrm{sum}[i]}{R}"
    named = Column.quotient("aN", "x", "a", "b", symbol="a-nDCG")
    assert named.formula == r"\text{a-nDCG}[i] = \frac{a}{b}"
    assert Column.running_sum("s", "x", "t").rounded and not Column.running_sum("s", "x", "t", whole=True).rounded
