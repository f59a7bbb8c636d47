"""Figures show what the measure computed: pieces in their tank, pools, strips; and their shapes last."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from ireval.explanation.reference import entries
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from web.charts.figures import DrawnFigure, figure
from web.state.address import from_query
from web.state.step_position import StepPosition

#: The lecture's list, whose scores are printed.
LILLIS = {"labels": "101003000200003", "unretrieved": "32211", "size": "800"}
DIVERSE = {"subtopics": "100,100,110,000,010,101,000,001", "unretrieved_subtopics": "011"}
#: Lists at the edges: nothing relevant, everything, nothing judged, one document, many, ranks beyond the end.
EDGES = (
    {"labels": "000"},
    {"labels": "111", "unretrieved": "1"},
    {"labels": "uuu", "unretrieved": "1"},
    {"labels": "u1u0u1", "unretrieved": "0", "unjudged": "skipped"},
    {"labels": "3", "unretrieved": "0"},
    {"labels": "2", "unretrieved": "3" * 30, "comma": "1"},
    {"labels": "1020u3" * 20, "unretrieved": "1133"},
    {"labels": "".join("10"[i % 3 > 0] for i in range(60)), "size": "100000"},
)
#: Each measure as it is spelled in the reference, with a cutoff or a level where it needs one.
SPELLED = {entry.measure.name: str(entry.spec) for entry in entries()}


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


def drawn(show: str, given: Mapping[str, str] = LILLIS, step: int | None = None) -> DrawnFigure:
    reading = from_query({**given, "show": show})
    assert not reading.errors
    position = None if step is None else StepPosition.within(step, len(reading.state.grades), "rank", 1)
    found = figure(reading.state, position)
    assert found is not None
    return found


def elements(markup: str) -> dict[str, ET.Element]:
    """The elements of a drawing by their ids, without the name of the drawing, and what is added for the words."""
    found = [element for element in ET.fromstring(markup).iter() if element.get("id")]  # noqa: S314 -- our own
    ids = [element.get("id", "").partition("-")[2] for element in found]
    ids = [key.rpartition("-")[0] if each.tag == "text" else key for key, each in zip(ids, found, strict=True)]
    assert len(ids) == len(set(ids))
    return dict(zip(ids, found, strict=True))


def box(element: ET.Element) -> Box:
    return Box(*(float(element.get(name, "nan")) for name in ("x", "y", "width", "height")))


def boxes(markup: str, start: str) -> list[Box]:
    return [box(element) for key, element in elements(markup).items() if key.startswith(start)]


def texts(markup: str) -> str:
    return " ".join(ET.fromstring(markup).itertext())  # noqa: S314


# --- Each measure ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SPELLED.values())
def test_every_measure_has_a_figure_that_says_its_score(name: str) -> None:
    given = DIVERSE if parse(name).measure.needs_subtopics else LILLIS
    state = from_query({**given, "show": name}).state
    found = drawn(name, given)
    result = state.explanation.table(parse(name), state.places).result
    for markup in (found.wide, found.narrow):
        assert elements(markup).keys() >= {"layer-back", "layer-card"}
    if state.explanation.table(parse(name), state.places).value is not None:
        assert result in found.sentence


@pytest.mark.parametrize("name", SPELLED.values())
def test_every_measure_has_a_figure_on_lists_at_the_edges(name: str) -> None:
    edges = (
        EDGES if not parse(name).measure.needs_subtopics else (DIVERSE | {"subtopics": "000,000"}, {"subtopics": "1"})
    )
    for given in edges:
        found = drawn(name, given)
        for markup in (found.wide, found.narrow):
            for shape in elements(markup).values():
                assert "nan" not in ET.tostring(shape, "unicode").replace("translate", "")
                assert float(shape.get("width", 0)) >= 0


@pytest.mark.parametrize("name", [SPELLED[m.name] for m in measures().values() if m.bounded and not m.needs_subtopics])
@pytest.mark.parametrize(
    "given", [LILLIS, *EDGES[1:4], EDGES[6]], ids=["lecture", "all", "unjudged", "skipped", "long"]
)
def test_the_tank_is_as_full_as_the_score_says(name: str, given: Mapping[str, str]) -> None:
    """The pieces fill the tank up to the score, in both drawings, whichever the measure."""
    state = from_query({**given, "show": name}).state
    score = state.explanation.table(parse(name), state.places).value
    found = drawn(name, given)
    for markup in (found.wide, found.narrow):
        shapes = elements(markup)
        if "tank" not in shapes or score is None or shapes["tank"].get("class") != "tank-box":
            continue
        tank, pieces = box(shapes["tank"]), boxes(markup, "piece-")
        # Each piece is drawn 1 unit shorter, so that an edge is seen between it and the next one.
        end = max((piece.x + piece.width + 1 for piece in pieces), default=tank.x)
        assert (end - tank.x) / tank.width == pytest.approx(score, abs=1.1 / tank.width), name


# --- Kinds -----------------------------------------------------------------------------------------------------------


def test_lanes_of_dcg_are_as_wide_as_the_discounts_say() -> None:
    """log2(i + 1): the lane of rank 3 is half as wide as that of rank 1, and a grade of 1 fills a third of a lane."""
    markup = drawn("nDCG@10").wide
    lanes = {key: box(shape).width for key, shape in elements(markup).items() if key.startswith("lane-")}
    assert lanes["lane-3"] / lanes["lane-1"] == pytest.approx(1 / 2, abs=1e-3)
    assert lanes["lane-7"] / lanes["lane-1"] == pytest.approx(1 / 3, abs=2e-3)
    gains = [
        shape for key, shape in elements(markup).items() if key.startswith("gain-") and shape.get("data-of") == "1"
    ]
    assert box(gains[0]).width / lanes["lane-1"] == pytest.approx(1 / 3, abs=1e-3)
    assert "3/2.807 = 1.069" in texts(markup)


def test_the_lecture_s_discount_has_two_lanes_of_full_width() -> None:
    """Its discount is log2(i) from rank 2 on, where it is 1."""
    markup = drawn("nDCG@10", LILLIS | {"conventions": "lillis"}).wide
    lanes = {key: box(shape).width for key, shape in elements(markup).items() if key.startswith("lane-")}
    assert lanes["lane-1"] == lanes["lane-2"] and lanes["lane-4"] / lanes["lane-1"] == pytest.approx(1 / 2, abs=1e-3)


def test_a_strip_of_ap_is_the_list_down_to_its_rank() -> None:
    """At rank 6, the third of the relevant documents: six cells, three of them filled; five documents were missed."""
    shapes = elements(drawn("AP").wide)
    at_6 = [key for key, shape in shapes.items() if key.startswith("strip-") and shape.get("data-of") == "6"]
    cells = [key for key in at_6 if not key.endswith("-full")]
    filled = [key for key in at_6 if key.endswith("-full") and box(shapes[key]).width]
    assert (len(cells), len(filled)) == (6, 3)
    assert drawn("AP").sentence == (
        "There are 10 strips, 5 of them empty because relevant documents were not found. AP is the mean filled length: "
        "0.290."
    )


def test_crossings_of_bpref_are_its_inversions() -> None:
    """N R U R U N N N R N R: above its relevant documents stand 1, 1, 4 and 5 documents judged non-relevant."""
    found = drawn("Bpref", {"labels": "nrurunnnrnr"})
    crossings = [key for key in elements(found.wide) if key.startswith("crossing-")]
    assert len(crossings) == 1 + 1 + 4 + 5
    assert "11 in all" in found.sentence


def test_pools_hold_the_contingency_table() -> None:
    """Down to rank 10: 4 relevant, 6 not; 6 more are relevant, and 784 of the 800 documents are left out."""
    shown = texts(drawn("Accuracy").wide)
    assert "5 relevant, found" in shown and "10 found, not relevant" in shown
    assert "5 relevant, not found" in shown and "780 not relevant, left out" in shown
    shown = texts(drawn("P@10").wide)
    assert "4 relevant, found" in shown and "6 found, not relevant" in shown and "4/10 = 0.400" in shown


def test_a_cutoff_below_the_end_of_the_list_has_empty_cells() -> None:
    """P@10 of three documents divides by 10."""
    shapes = elements(drawn("P@10", {"labels": "101"}).wide)
    cells = [key for key in shapes if key.startswith("tank-P-") and key != "tank-P-share"]
    assert len(cells) == 10
    assert "2/10 = 0.200" in texts(drawn("P@10", {"labels": "101"}).wide)


def test_readers_of_rbp_leave_by_their_patience() -> None:
    """With p = 0.8, 80 of 100 are left at rank 2, 64 at rank 3."""
    shown = texts(drawn("RBP").wide).split()
    assert [n for n in ("100", "80", "64", "51") if n in shown] == ["100", "80", "64", "51"]


def test_levels_of_the_stairs_are_those_of_the_measure() -> None:
    assert len(boxes(drawn("IPrec11").wide, "level-")) == 11
    assert len(boxes(drawn("IPrec3").wide, "level-")) == 3


# --- What lasts, and what is not shown -----------------------------------------------------------------------------


@pytest.mark.parametrize("show", ["nDCG@10", "AP", "Bpref", "P@5", "RR", "ERR@10", "IPrec@0.3", "Judged@5"])
def test_a_moved_document_keeps_its_shapes_and_their_order(show: str) -> None:
    """Otherwise the page would draw them afresh instead of moving them."""
    names = [f"d{i}" for i in range(1, 11)]
    before = drawn(show, {"labels": "1010030002", "names": ",".join(names)})
    moved = [names[5], *names[:5], *names[6:]]
    after = drawn(show, {"labels": "3101000002", "names": ",".join(moved)})
    for one, other in ((before.wide, after.wide), (before.narrow, after.narrow)):
        first, second = list(elements(one)), list(elements(other))
        common = set(first) & set(second)
        assert [key for key in first if key in common] == [key for key in second if key in common]
        cards = [key for key in first if key.startswith("card-")]
        assert len(cards) == 10 and set(cards) <= common


def test_names_are_text() -> None:
    name = "<script>alert(1)</script>&\"'"
    state = from_query({"labels": "101", "names": name, "show": "AP"}).state
    assert state.called[0] == name
    found = figure(state)
    assert found and "<script" not in found.wide + found.narrow
    labels = [shape.get("aria-label", "") for shape in elements(found.wide).values()]
    assert any(name in label for label in labels)


@pytest.mark.parametrize("show", ["nDCG@10", "AP", "P@10", "RR", "ERR@10", "RBP", "F@10"])
def test_a_step_shows_nothing_of_what_follows(show: str) -> None:
    found = drawn(show, step=3)
    for markup in (found.wide, found.narrow):
        for shape in elements(markup).values():
            if int(shape.get("data-since", 0)) > 3:
                assert "ahead" in (shape.get("class") or "").split()
        shown = " ".join(
            shape.text or ""
            for shape in elements(markup).values()
            if shape.tag.endswith("text") and "ahead" not in (shape.get("class") or "")
        )
        state = from_query({**LILLIS, "show": show}).state
        result = state.explanation.table(parse(show), state.places).result
        assert not re.search(rf"(?<![\d.]){re.escape(result)}(?![\d.])", shown) or show == "RR"
        assert result not in found.sentence


def test_decimal_commas() -> None:
    found = drawn("nDCG@10", LILLIS | {"comma": "1"})
    assert "3/2,807 = 1,069" in texts(found.wide) and "0,315" in found.sentence


def test_the_ideal_list_has_missed_documents_only_where_the_convention_says_so() -> None:
    """The grades 3 2 2 1 1 of the lecture's list were missed."""
    for ideal, missed in (("all-judged", 5), ("retrieved-only", 0)):
        shapes = elements(drawn("nDCG", LILLIS | {"ideal": ideal}).wide)
        copies = [
            shape for key, shape in shapes.items() if key.startswith("ideal-") and "still" in (shape.get("class") or "")
        ]
        assert sum("dashed" in (copy.get("class") or "") for copy in copies) == missed
        assert len(copies) == 5 + missed


@pytest.mark.parametrize("more", [{"cover": "nDCG@10"}, {"cover": "DCG"}, {"step": "3"}])
def test_the_figure_gives_nothing_away_elsewhere(client: FlaskClient, more: dict[str, str]) -> None:
    """Neither the page nor a file says the score while it is covered or not reached."""
    for path in ("/lab", "/lab/chart.svg", "/lab/chart.csv", "/lab/table"):
        answer = client.get(path, query_string={**LILLIS, "show": "nDCG@10", "chart": "figure", **more})
        if path == "/lab":
            assert "nDCG@10 is 0.315" not in answer.text and ("step" in more or 'id="figure"' not in answer.text)
        else:
            assert "0.315" not in answer.text
