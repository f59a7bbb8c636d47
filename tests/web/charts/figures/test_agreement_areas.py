"""The figure of kappa: areas as large as the counts, and a tank whose first part is chance."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from ireval.agreement.all_coefficients import of_table
from ireval.agreement.label_counts import LabelCounts
from tests.web.charts.figures.test_figures import Box, box, elements, texts
from web.charts.figures import DrawnFigure
from web.charts.figures.agreement_areas import agreement_figure, agreement_sheets
from web.charts.figures.figure_markup import svg


def drawn(a: int, b: int, c: int, d: int, marginals: str = "own") -> DrawnFigure:
    """The figure of two assessors who both said yes ``a`` times; A alone ``b`` times, B alone ``c`` times."""
    return drawing(LabelCounts(("yes", "no"), ((a, b), (c, d))), marginals)


def drawing(counts: LabelCounts, marginals: str = "own") -> DrawnFigure:
    """The figure of counts, with the ids that distinguish its shapes."""
    found = of_table("cohen").compute(counts, marginals, 3)
    sheets, figure = agreement_sheets(counts, found, marginals), agreement_figure(counts, found, marginals)
    assert figure is not None
    assert " id=" not in figure.wide + figure.narrow
    return figure._replace(
        **{key: svg(each, lambda _: False) for key, each in zip(("wide", "narrow"), sheets, strict=True)}
    )


def area(markup: str, name: str) -> float:
    """The area of a rectangle, with the two units that separate it from the next one."""
    found = box(elements(markup)[name])
    return (found.width + 2) * (found.height + 2)


@pytest.mark.parametrize("counts", [(25, 5, 10, 60), (40, 10, 10, 40), (1, 30, 2, 7), (300, 20, 10, 70)])
def test_areas_are_as_large_as_the_counts(counts: tuple[int, int, int, int]) -> None:
    for markup in (drawn(*counts).wide, drawn(*counts).narrow):
        areas = [area(markup, f"seen-{name}") for name in ("00", "01", "10", "11")]
        assert [each / sum(areas) for each in areas] == pytest.approx([n / sum(counts) for n in counts], abs=0.01)


def test_there_is_a_dot_for_each_document() -> None:
    names = [name for name in elements(drawn(25, 5, 10, 60).wide) if "-dot-" in name]
    assert [sum(name.startswith(f"seen-{key}-") for name in names) for key in ("00", "01", "10", "11")] == [
        25,
        5,
        10,
        60,
    ]
    names = [name for name in elements(drawn(3000, 500, 1000, 6000).wide) if "-dot-" in name]
    assert 100 <= len(names) <= 204


def pieces(markup: str) -> tuple[Box, list[Box]]:
    shapes = elements(markup)
    return box(shapes["tank"]), [box(shapes[key]) for key in ("piece-chance", "piece-beyond") if key in shapes]


def test_chance_takes_the_first_part_and_kappa_is_how_full_the_rest_is() -> None:
    """25 5 10 60: 0.85 agreed; by chance 0.3 x 0.35 + 0.7 x 0.65 = 0.56; (0.85 - 0.56)/(1 - 0.56) = 0.659."""
    found = drawn(25, 5, 10, 60)
    for markup in (found.wide, found.narrow):
        tank, (chance, beyond) = pieces(markup)
        assert (chance.width + 1) / tank.width == pytest.approx(0.56, abs=2e-3)
        assert (beyond.width + 1) / (tank.width - chance.width - 1) == pytest.approx(0.659, abs=2e-3)
    assert found.sentence.endswith("Cohen's kappa is 0.290/0.440 = 0.659.")
    assert "Cohen's kappa 0.659" in texts(found.wide)


def test_pooled_labels_have_a_chance_of_their_own() -> None:
    """Scott's pi: 0.325 squared + 0.675 squared = 0.56125; (0.85 - 0.56125)/0.43875 = 0.658."""
    tank, (chance, _) = pieces(drawn(25, 5, 10, 60, "pooled").wide)
    assert (chance.width + 1) / tank.width == pytest.approx(0.56125, abs=2e-3)


def test_less_agreement_than_by_chance_fills_nothing() -> None:
    """10 40 40 10: 0.2 agreed, 0.5 by chance: kappa is -0.6."""
    found = drawn(10, 40, 40, 10)
    assert len(pieces(found.wide)[1]) == 1
    assert "less often than by chance" in found.sentence and "-0.600" in found.sentence.replace("\N{MINUS SIGN}", "-")


@pytest.mark.parametrize("counts", [(9, 0, 0, 0), (0, 0, 0, 4), (0, 3, 0, 0), (1, 0, 0, 1), (0, 1, 1, 0)])
def test_counts_at_the_edges(counts: tuple[int, int, int, int]) -> None:
    found = drawn(*counts)
    assert "nan" not in found.wide + found.narrow
    if counts in {(9, 0, 0, 0), (0, 0, 0, 4)}:
        assert "not defined" in found.sentence


def test_three_labels_have_nine_areas() -> None:
    """Columns by A's labels, each cut by B's: 4 + 1 + 1, 2 + 5 + 1 and 0 + 2 + 4 of 20 documents."""
    counts = LabelCounts(("0", "1", "2"), ((4, 1, 1), (2, 5, 1), (0, 2, 4)))
    found = drawing(counts)
    for markup in (found.wide, found.narrow):
        areas = {f"{i}{j}": area(markup, f"seen-{i}{j}") for i in range(3) for j in range(3)}
        # The highest grade comes first, in the columns and from above.
        wanted = {"00": 4, "01": 2, "02": 0, "10": 1, "11": 5, "12": 2, "20": 1, "21": 1, "22": 4}
        whole = sum(areas.values())
        assert {key: each / whole * 20 for key, each in areas.items()} == pytest.approx(wanted, abs=0.3)
    # 13/20 agreed; by chance 6 x 6 + 8 x 8 + 6 x 6 of 400, which is 0.34.
    assert "0.650" in found.sentence and "0.340" in found.sentence and "= 0.470" in found.sentence
    assert "columns: A says 2, 1, 0" in texts(found.wide)


def test_too_many_labels_have_no_areas() -> None:
    rows = tuple(tuple(int(i == j) for j in range(6)) for i in range(6))
    counts = LabelCounts(tuple("012345"), rows)
    assert agreement_figure(counts, of_table("cohen").compute(counts, "own", 3), "own") is None


def test_the_page_of_assessors_shows_it_without_a_script(client: FlaskClient) -> None:
    text = client.get("/experiments/assessors", query_string={"table": "25 5\n10 60"}).text
    assert 'class="figure"' in text and "0.290/0.440 = 0.659" in text
    weighted = client.get("/experiments/assessors", query_string={"table": "25 5\n10 60", "kappa": "linear"}).text
    assert 'class="figure"' not in weighted


def test_the_chosen_pair_of_a_collection_has_one_of_relevance_and_one_of_grades(client: FlaskClient) -> None:
    """They say what the tables beside them say."""
    text = client.get("/experiments/assessors", query_string={"collection": "harbour", "topic": "1"}).text
    assert text.count('<figure class="figure"') == 2
    said = re.findall(r"<figcaption>[^<]* = (\d\.\d+)\.</figcaption>", text)
    assert len(said) == 2
    for number in said:
        assert f">{number}</a>" in text


def test_the_lesson_on_judges_has_a_still_picture(client: FlaskClient) -> None:
    steps = [client.get(f"/lessons/relevance-and-judges/K7M2PXABC/{number}").text for number in range(1, 14)]
    (shown,) = [text for text in steps if "columns: Ada says 2, 1, 0" in text]
    assert '<figure class="figure"' in shown and "charts/figures/figure" in shown
