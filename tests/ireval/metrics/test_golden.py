"""Every worked example of the source documents: the exact figures, and which printed ones are not what they should be.

``FIGURES`` says for each figure of the golden file how ireval gets it. A figure without an entry fails the tests, and
so does an entry without a figure.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Any

import numpy as np
import pytest

from ireval import explain
from ireval.explanation.explanation import Explanation
from tests.paths import WORKED_EXAMPLES

FILE = WORKED_EXAMPLES
EXAMPLES: dict[str, dict[str, Any]] = {e["id"]: e for e in json.loads(FILE.read_text(encoding="utf-8"))["examples"]}

Get = Callable[[Explanation], Any]


@dataclass(frozen=True)
class Figure:
    """How ireval gets a figure: the preset of its source, which of the example's lists, and what to read there."""

    preset: str
    get: Get
    which: str = ""
    missed: int | None = None  #: relevant documents that were not retrieved, where the example leaves it open


def value(measure: str) -> Get:
    return lambda e: e.value(measure)


def column(measure: str, key: str) -> Get:
    return lambda e: e.columns(measure)[key]


def defined(measure: str, key: str) -> Get:
    return lambda e: [x for x in e.columns(measure)[key] if x is not None]


def at_relevant(measure: str, key: str) -> Get:
    """The cells of the ranks that hold a relevant document."""

    def get(e: Explanation) -> list[float | None]:
        found = [0.0, *(x or 0.0 for x in e.columns("P")["found"])]
        return [x for x, above, here in zip(e.columns(measure)[key], found, found[1:], strict=False) if here > above]

    return get


def contingency(e: Explanation) -> dict[str, float | None]:
    return {key: e.columns("Accuracy")[key][-1] for key in ("tp", "fp", "fn", "tn")}


def both(make: Callable[[str], dict[str, Figure]], *names: str) -> dict[str, Figure]:
    """The figures of several systems."""
    return {path: figure for name in names for path, figure in make(name).items()}


def _two_systems(s: str) -> dict[str, Figure]:
    return {
        f"{s}/tp": Figure("kth", column("P", "found"), s),
        f"{s}/precision": Figure("kth", column("P", "P"), s),
        f"{s}/recall": Figure("kth", column("P", "recall"), s),
        f"P@10/{s}": Figure("kth", value("P@10"), s),
        f"P@20/{s}": Figure("kth", value("P@20"), s),
    }


def _graded(s: str) -> dict[str, Figure]:
    return {
        f"CG/{s}": Figure("kth", column("CG", "CG"), s),
        f"DCG/{s}": Figure("kth", column("DCG", "DCG"), s),
        f"nDCG/{s}": Figure("kth", column("nDCG", "NDCG"), s),
    }


def _lillis(measure: str, *keys: str) -> dict[str, Figure]:
    return {key: Figure("lillis", column(measure, key)) for key in keys}


def ideal_groups(alpha: float) -> Get:
    """The subtopics of the documents of the ideal list, one group a rank."""

    def get(e: Explanation) -> list[str]:
        own, missed = e.ranking.groups
        documents = ["".join(map(str, group)) for group in np.concatenate([own, missed]).astype(int)]
        return [documents[i] for i in e.ranking.greedy_ideal(alpha, len(own))[1]]

    return get


def _alpha(alpha: str) -> dict[str, Figure]:
    keys = {"gain": "G", "alpha_DCG": "DCG", "ideal_gain": "IG", "alpha_IDCG": "IDCG", "alpha_nDCG": "NDCG"}
    figures = {path: Figure("thesis", column(f"alpha_nDCG(alpha={alpha})", key)) for path, key in keys.items()}
    return figures | {"ideal": Figure("thesis", ideal_groups(float(alpha)))}


_BPREF10 = "Bpref(bpref='10-plus-r')"

FIGURES: dict[str, dict[str, Figure]] = {
    "mir-15.set": {
        "precision": Figure("lillis", value("P")),
        "recall": Figure("lillis", value("R")),
        "contingency": Figure("lillis", contingency),
        "accuracy": Figure("lillis", value("Accuracy")),
        "f1": Figure("lillis", value("F(beta=1)")),
    },
    "mir-15.precision_at_n": {"P@3": Figure("lillis", value("P@3")), "P@10": Figure("lillis", value("P@10"))},
    "mir-15.precision_at_recall": {
        "rank": Figure("lillis", lambda e: e.table("P_at_recall@0.3").score_row),
        "value": Figure("lillis", value("P_at_recall@0.3")),
    },
    "mir-15.r_precision": {"value": Figure("mir", value("Rprec"))},
    "mir-15.average_precision": {
        "precisions": Figure("lillis", at_relevant("AP", "term")),
        "value": Figure("lillis", value("AP")),
    },
    "mir-15.average_precision_d9_unjudged": {"value": Figure("lillis", value("AP"))},
    "mir-15.pr_points": {
        "recall": Figure("mir", at_relevant("P", "recall")),
        "precision": Figure("mir", at_relevant("P", "P")),
    },
    "mir-15.interpolated_11pt": {"value": Figure("mir", column("IPrec11", "P"))},
    "lillis.bpref": {
        "contributions": Figure("lillis", defined("Bpref", "contribution")),
        "value": Figure("lillis", value("Bpref")),
    },
    "lillis.bpref10": {
        "contributions": Figure("lillis", defined(_BPREF10, "contribution")),
        "value": Figure("lillis", value(_BPREF10)),
    },
    "lillis.ndcg": _lillis("nDCG", "G", "CG", "DCG", "IG", "IDCG", "NDCG"),
    "mir-15.ndcg_log2_rank_plus_1": {"NDCG": Figure("thesis", column("nDCG", "NDCG"))},
    "lillis.engines": {
        "precision/A": Figure("lillis", value("P"), "A"),
        "precision/B": Figure("lillis", value("P"), "B"),
        "average_precision_if_R_is_2/A": Figure("lillis", value("AP"), "A"),
        "average_precision_if_R_is_2/B": Figure("lillis", value("AP"), "B"),
    },
    "blog.precision": {
        "precision/A": Figure("blog", value("P@5"), "A"),
        "precision/B": Figure("blog", value("P@5"), "B"),
        "average_precision_if_R_is_3/A": Figure("blog", value("AP"), "A"),
        "average_precision_if_R_is_3/B": Figure("blog", value("AP"), "B"),
    },
    "blog.dcg_A": {
        "CG5": Figure("blog", value("CG@5")),
        "DCG": Figure("blog", column("DCG", "DCG")),
        "terms": Figure("blog", column("DCG", "term")),
    },
    "blog.dcg_B": {
        "CG5": Figure("blog", value("CG@5")),
        "DCG": Figure("blog", column("DCG", "DCG")),
        "terms": Figure("blog", column("DCG", "term")),
    },
    "blog.ndcg_A": {
        "DCG": Figure("blog", column("nDCG", "DCG")),
        "IDCG": Figure("blog", column("nDCG", "IDCG")),
        "value": Figure("blog", value("nDCG")),
    },
    "blog.ndcg_B": {
        "DCG": Figure("blog", column("nDCG", "DCG")),
        "IDCG": Figure("blog", column("nDCG", "IDCG")),
        "value": Figure("blog", value("nDCG")),
    },
    "kth.one_system": {
        "tp": Figure("kth", column("P", "found")),
        "precision": Figure("kth", column("P", "P")),
        "recall": Figure("kth", column("P", "recall")),
    },
    "kth.two_systems": both(_two_systems, "system_1", "system_2"),
    "kth.average_precision": both(lambda s: {s: Figure("kth", value("AP"), s)}, "system_1", "system_2"),
    "kth.interpolated_11pt": both(lambda s: {s: Figure("kth", column("IPrec11", "P"), s)}, "system_1", "system_2"),
    "kth.ndcg": both(_graded, "system_1", "system_2") | {"IDCG": Figure("kth", column("IDCG", "IDCG"), "system_2")},
    "diversity.alpha_ndcg_0.5": _alpha("0.5"),
    "diversity.alpha_ndcg_0.0": _alpha("0.0"),
    "diversity.ia_p": {
        "per_subtopic": Figure("thesis", column("P_IA@5", "P")),
        "value": Figure("thesis", value("P_IA@5")),
    },
    "kth.interpolated_interval": {"system_1": Figure("mir", column("IPrec11", "P"), "system_1")},
}
ENTRIES = [(id_, path) for id_, figures in FIGURES.items() for path in figures]


def typed(id_: str, which: str) -> tuple[str, str, int | None]:
    """An example's list as it is typed: labels, documents not retrieved, size of the collection."""
    given: dict[str, Any] = EXAMPLES[id_]["given"]
    if "ranking" in given:
        unjudged = EXAMPLES[id_]["convention"].get("unjudged", [])
        grades = given["relevant"]
        labels = "".join("u" if d in unjudged else str(grades.get(d, 0)) for d in given["ranking"])
        missed = "".join(str(g) for d, g in grades.items() if d not in given["ranking"])
        return labels, missed, given["collection_size"]
    if "subtopics" in given:
        return "", "", None
    key = which or next(k for k in ("labels", "gains", "relevance") if k in given)
    labels = "".join(map(str, given[key]))
    found = sum(c in "12345R" for c in labels)
    missed = "1" * (given["relevant_total"] - found if "relevant_total" in given else 0)
    return labels, missed, None


def subtopics(id_: str) -> dict[str, str]:
    """An example's subtopics as they are typed; empty where it has none."""
    given = EXAMPLES[id_]["given"]
    return {key: ",".join(given.get(key, ())) for key in ("subtopics", "unretrieved_subtopics")}


def explained(id_: str, figure: Figure, **overrides: object) -> Explanation:
    labels, missed, size = typed(id_, figure.which)
    return explain(labels, missed, size=size, conventions=figure.preset, **subtopics(id_) | overrides)  # type: ignore[arg-type]


def leaves(node: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The figures of an example with their paths. A contingency table is one figure."""
    numbers = isinstance(node, dict) and all(isinstance(x, int | float) for x in node.values())
    if not isinstance(node, dict) or "exact" in node or numbers:
        yield path, node
        return
    for key, child in node.items():
        yield from leaves(child, f"{path}/{key}" if path else key)


def figure_of(id_: str, path: str) -> Any:
    return dict(leaves(EXAMPLES[id_]["expected"]))[path]


def as_list(x: Any) -> list[Any]:
    return x if isinstance(x, list) else [x]


def half_up(x: float, decimals: int, rounding: str = ROUND_HALF_UP) -> Decimal:
    """Rounded as people do it; twelve digits are taken for exact."""
    return Decimal(f"{x:.12f}").quantize(Decimal(1).scaleb(-decimals), rounding=rounding)


def printed(id_: str, path: str) -> Iterator[tuple[int, float, float, int, bool]]:
    """(place, exact, printed, decimals, does it agree) of every printed figure."""
    node = figure_of(id_, path)
    if not isinstance(node, dict) or node.get("printed") is None:
        return
    rows = zip(as_list(node["exact"]), as_list(node["printed"]), as_list(node["printed_agrees"]), strict=True)
    for place, (exact, figure, agrees) in enumerate(rows, start=1):
        assert agrees in (True, False)
        yield place, exact, figure, node["decimals"], agrees


def test_every_figure_has_an_entry() -> None:
    expected = {id_: set(dict(leaves(e["expected"]))) for id_, e in EXAMPLES.items()}
    assert {id_: set(figures) for id_, figures in FIGURES.items()} == expected
    assert len(EXAMPLES) == len(FIGURES) == 27
    assert len(ENTRIES) == 86


@pytest.mark.parametrize(("id_", "path"), ENTRIES)
def test_exact(id_: str, path: str) -> None:
    figure, node = FIGURES[id_][path], figure_of(id_, path)
    exact = node["exact"] if isinstance(node, dict) and "exact" in node else node
    ours = figure.get(explained(id_, figure))
    assert ours == (exact if path == "ideal" else pytest.approx(exact, rel=0, abs=1e-9))


@pytest.mark.parametrize(("id_", "path"), ENTRIES)
def test_printed(id_: str, path: str) -> None:
    """A printed figure is ours rounded, or it is known not to be and somebody says why."""
    figure = FIGURES[id_][path]
    ours = as_list(figure.get(explained(id_, figure)))
    for place, _, shown, decimals, agrees in printed(id_, path):
        same = half_up(ours[place - 1], decimals) == Decimal(str(shown)).quantize(Decimal(1).scaleb(-decimals))
        assert same == agrees, f"place {place}: {ours[place - 1]} and printed {shown}"
        assert agrees or figure_of(id_, path)["why_not"], "nobody says why the printed figure is another one"


def test_slips_are_those_known() -> None:
    slips: dict[tuple[str, str], list[int]] = {}
    for id_, path in ENTRIES:
        for place, _, _, _, agrees in printed(id_, path):
            if not agrees:
                slips.setdefault((id_, path), []).append(place)
    assert slips == {
        ("lillis.ndcg", "NDCG"): [3, 5, 15],
        ("blog.ndcg_A", "value"): [1],
        ("blog.ndcg_B", "value"): [1],
        ("kth.average_precision", "system_1"): [1],
        ("kth.average_precision", "system_2"): [1],
        ("kth.interpolated_11pt", "system_1"): [3, 4, 11],
        ("kth.interpolated_11pt", "system_2"): list(range(1, 12)),
        ("kth.ndcg", "DCG/system_2"): [4, 5, 6, 7, 8, 9],
        ("kth.ndcg", "nDCG/system_2"): [4, 5, 6, 7, 8, 9],
    }


@pytest.mark.parametrize("key", ["DCG", "IDCG", "NDCG"])
def test_lillis_columns_as_printed(key: str) -> None:
    """With cells rounded to one decimal every figure comes out as the lecture prints it."""
    figure = FIGURES["lillis.ndcg"][key]
    ours = figure.get(explained("lillis.ndcg", figure, rounding="columns", decimals=1))
    node = figure_of("lillis.ndcg", key)
    assert [float(half_up(x, node["decimals"])) for x in ours] == node["printed"]
    assert len(ours) == 15


def test_lillis_table_as_printed() -> None:
    figure = FIGURES["lillis.ndcg"]["NDCG"]
    table = explained("lillis.ndcg", figure, rounding="columns", decimals=1).table("nDCG", places=2)
    shown = "0.33 0.17 0.20 0.18 0.16 0.27 0.26 0.25 0.24 0.29 0.29 0.29 0.29 0.29 0.36"
    assert " ".join(table.cells["NDCG"]) == shown
    assert table.final == "nDCG = 4.2/11.8 = 0.36"


@pytest.mark.parametrize(
    ("id_", "quotient", "shown"), [("blog.ndcg_A", 0.9695, 0.9694), ("blog.ndcg_B", 0.9665, 0.9664)]
)
def test_blog_quotients(id_: str, quotient: float, shown: float) -> None:
    """The post divides cells of two decimals, and cuts what it gets instead of rounding it."""
    ours = explained(id_, FIGURES[id_]["value"], rounding="columns", decimals=2).value("nDCG")
    assert ours is not None
    assert float(half_up(ours, 4)) == quotient
    assert float(half_up(ours, 4, ROUND_DOWN)) == shown == figure_of(id_, "value")["printed"]


@pytest.mark.parametrize("system", ["system_1", "system_2"])
def test_kth_average_precision_is_no_convention(system: str) -> None:
    """No divisor and no rounding gives the slide's figure: it is a slip."""
    figure, shown = FIGURES["kth.average_precision"][system], figure_of("kth.average_precision", system)["printed"]
    for divisor in ("all-relevant", "relevant-retrieved", "min-r-k"):
        for rounding in ("exact", "columns", "carried"):
            ours = explained("kth.average_precision", figure, divisor=divisor, rounding=rounding).value("AP")
            assert not math.isclose(ours or 0, shown, abs_tol=0.005)


def test_lillis_read_strictly() -> None:
    """Its text says above 30 %, its example takes at least 30 %."""
    e = explained("mir-15.precision_at_recall", FIGURES["mir-15.precision_at_recall"]["value"])
    strict = e.table("P_at_recall(reach='above')@0.3")
    assert (strict.score_row, strict.value) == (10, 0.4)


@pytest.mark.parametrize("id_", ["blog.dcg_A", "blog.dcg_B"])
def test_the_blogs_own_columns_show_dcg(id_: str) -> None:
    """log2(i + 1), rel/log2(i + 1), and their sum; under other presets the discount is in the calculation."""
    e, labels = explained(id_, FIGURES[id_]["DCG"]), typed(id_, "")[0]
    table = e.table("DCG@5")
    assert [c.key for c in table.shown_columns] == ["G", "discount", "term", "DCG"]
    assert e.columns("DCG@5")["discount"] == pytest.approx([math.log2(i + 1) for i in range(1, 6)])
    assert [table.calculation(column, 1) for column in table.columns[1:3]] == [
        "log2(2 + 1)",
        f"{labels[1]}/1.585" if labels[1] != "0" else table.calculation(table.columns[2], 1),
    ]
    terms = [x for x in e.columns("DCG@5")["term"] if x]
    assert e.compute("DCG@5").calculation and table.final.count("+") == len(terms) - 1
    for preset in ("thesis", "trec_eval"):
        plain, shown = explain(labels, conventions=preset), explain(labels, conventions=preset, dcg_columns="terms")
        assert list(plain.columns("DCG@5")) == ["G", "DCG"]
        assert list(shown.columns("DCG@5")) == ["G", "discount", "term", "DCG"]
        assert plain.value("DCG@5") == shown.value("DCG@5") == e.value("DCG@5")
