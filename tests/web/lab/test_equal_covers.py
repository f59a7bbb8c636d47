"""A covered value cannot be read from another variant of its measure that has the same value."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.sentences import sentence
from tests.web.lab.test_covers import DIVERSE, FIFTEEN, decimals, found, parts, state_of
from tests.web.lab.test_routes import FRAGMENT
from web.lab.page import View
from web.lab.partials import Item
from web.state.address import Reading

#: Lists shorter than the usual cutoff, as long, and longer, with and without relevant documents below rank 10.
LISTS = ("3", "1010", "10100302", "1010030020", "101003000200003", "10100300020000000000")
SEVERAL = {**FIFTEEN, "labels2": "0110"}


def items_of(labels: str, **more: str) -> dict[str, Item]:
    given = {**FIFTEEN, "labels": labels} if labels else DIVERSE
    view = View(Reading(state_of(given, **more), []), {})
    return {item.spelling: item for _, items, _ in view.families for item in items}


def measure_of(spelling: str) -> str:
    return spelling.partition("@")[0].partition("(")[0]


@pytest.mark.slow
@pytest.mark.parametrize("labels", [*LISTS, ""])
@pytest.mark.parametrize("show", ["AP", "nDCG@10"])
def test_variants_with_the_same_number_are_covered_together(labels: str, show: str) -> None:
    """Whatever measure is open, and whichever variant is covered: neither the number nor the bar is left."""
    plain = items_of(labels)
    for spelling, item in plain.items():
        now = items_of(labels, cover=spelling, show=show)
        alike = [s for s, x in plain.items() if measure_of(s) == measure_of(spelling) and x.value == item.value]
        assert spelling in alike
        shown = {s: now[s] for s in alike if (now[s].value, now[s].bar) != ("?", None)}
        assert not shown, (spelling, labels)


@pytest.mark.parametrize(
    ("labels", "cover", "show"),
    [
        ("10100302", "AP", "AP@10"),
        ("10100302", "AP@10", "AP"),
        ("10100300020000000000", "AP", "AP@10"),
        ("10100300020000000000", "AP@10", "AP"),
        ("10100300020000000000", "nDCG", "nDCG@10"),
        ("10100300020000000000", "nDCG@10", "nDCG"),
        ("10100302", "R", "R@10"),
        ("10100302", "R@10", "R"),
        ("1010030020", "Rprec", "P@10"),
        ("1010030020", "P@10", "Rprec"),
    ],
)
def test_the_open_measure_is_covered_with_its_equal(app: Flask, labels: str, cover: str, show: str) -> None:
    """Its score, its cell of the table, the calculation, the formula's lines and the chart."""
    missed = "321111" if "Rprec" in (cover, show) else "322111"  # R is 10 for the two that are equal then
    given = {**FIFTEEN, "labels": labels, "unretrieved": missed}
    state = state_of(given, cover=cover, show=show)
    steps = View(Reading(state, []), {}).steps
    assert steps.covers.result
    score = (steps.table.measure.score, steps.table.score_row - 1)
    assert steps.covers.cell(*score)
    shown = [
        float(steps.table.computed.columns[c.key][row])
        for c in steps.table.shown_columns
        for row in steps.row_of
        if not steps.covers.cell(c.key, row)
    ]
    values = [v for v in decimals([steps.table.value or 0.0]) if min(abs(v - x) for x in shown) > 1e-3]
    with app.test_request_context():
        for where, told in parts(state):
            assert not found(str(told), values), where


def test_measures_of_the_same_cell_are_covered_together() -> None:
    """R-precision is the precision at rank 10 if ten documents are relevant, and the other way round."""
    both = {"Rprec", "P@10"}
    given = {**FIFTEEN, "labels": "1010030020", "unretrieved": "321111", "show": "nDCG@10"}
    for cover in both:
        view = View(Reading(state_of(given, cover=cover), []), {})
        texts = {item.spelling: item.value for _, items, _ in view.families for item in items}
        assert both <= {spelling for spelling, text in texts.items() if text == "?"}, cover


def test_measures_with_other_numbers_stay() -> None:
    """Only what would give the value away is hidden: with ten more documents, AP@10 is another number than AP."""
    for family, names in groupby(("AP", "AP@10", "R", "R@10"), key=measure_of):
        now = items_of("101003000200003", cover=family, show="nDCG@10")
        assert [now[name].value == "?" for name in names] == [True, False]


@pytest.mark.parametrize("path", ["/take/table.csv", "/take/measures.csv", "/take/lists.csv", "/take/measures.tex"])
def test_no_table_is_saved_while_something_is_covered(client: FlaskClient, path: str) -> None:
    covered = client.get(f"{path}?{state_of(SEVERAL, cover='AP').query()}")
    assert covered.status_code == 404
    assert sentence("table-hidden") in covered.get_data(as_text=True)
    assert client.get(f"{path}?{state_of(SEVERAL).query()}").status_code == 200


def test_why_names_no_measure_that_has_a_covered_value(client: FlaskClient) -> None:
    """The number is AP@10 of eight documents, and so AP, which is covered; without a cover it is named."""
    given = {**FIFTEEN, "labels": "10100302"}
    typed = f"{state_of(given).explanation.table('AP', 3).value:.4f}"

    def said(cover: str) -> str:
        query = state_of(given, cover=cover, show="nDCG@10").query()
        return client.get(f"/why?{query}&measure=nDCG@10&value={typed}", headers=FRAGMENT).text

    named = re.compile(r"You gave the AP(@10)? of this list")
    assert named.search(said(""))
    assert not named.search(said("AP")) and not named.search(said("AP@10"))
