"""Charts against values computed by hand; drawing, figure, table and file show the same; typed text is escaped."""

from __future__ import annotations

import json
import re
from math import log2
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from ireval.errors import InputError
from ireval.messages import Message
from tests.paths import STATIC, WORKED_EXAMPLES
from tests.sentences import sentence
from tests.web.lab.test_routes import FRAGMENT, controls, parsed
from web import charts
from web.charts.colours import LIGHT, VARIABLES
from web.charts.scene import Bars, Dots
from web.charts.svg_drawing import HEIGHT, WIDTH, Frame
from web.state.address import from_query
from web.state.lab_state import CHARTS

LILLIS = {"labels": "101003000200003", "unretrieved": "32211", "size": "800", "conventions": "lillis"}
#: The charts that the library draws, too.
PLOTTED = [key for key in CHARTS if key != "contingency"]
#: N R U R U N N N R N R, whose contributions a lecture prints.
PRINTED = {"labels": "nrurunnnrnr", "conventions": "lillis"}
SVG = "{http://www.w3.org/2000/svg}"


def shown(chart: str, **args: str) -> charts.Shown:
    reading = from_query({**args, "chart": chart})
    assert not reading.errors
    return charts.shown(reading.state)


def figure(chart: str, **args: str) -> dict[str, Any]:
    found = shown(chart, **args).figure
    assert found is not None
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def trace(figure: dict[str, Any], name: str) -> dict[str, Any]:
    return next(t for t in figure["data"] if t["name"] == name)


def address(page: str, **args: str) -> str:
    return f"/lab{page}?" + "&".join(f"{name}={value}" for name, value in args.items())


# --- Against hand values -------------------------------------------------------------------------------------------


def test_gain_of_the_lectures_list() -> None:
    gain = figure("gain", **LILLIS)
    # grade / log2(rank), rank 1 undiscounted: 1, 1 + 1/log2 3, + 3/log2 6, + 2/log2 10, + 3/log2 15
    third, sixth, tenth = 1 + 1 / log2(3), 1 + 1 / log2(3) + 3 / log2(6), 1 + 1 / log2(3) + 3 / log2(6) + 2 / log2(10)
    dcg = [1, 1, *[third] * 3, *[sixth] * 4, *[tenth] * 5, tenth + 3 / log2(15)]
    assert trace(gain, "DCG")["y"] == pytest.approx(dcg)
    assert [round(y, 3) for y in trace(gain, "DCG")["y"][:3]] == [1, 1, 1.631]
    ideal = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1]
    idcg = sum(g / max(1, log2(i)) for i, g in enumerate(ideal, 1))
    assert trace(gain, "ideal DCG")["y"][9:] == pytest.approx([idcg] * 6)
    assert trace(gain, "nDCG")["y"][9] == pytest.approx(tenth / idcg)
    assert trace(gain, "nDCG")["yaxis"] == trace(gain, "weight")["yaxis"] == "y2"


@pytest.mark.parametrize(
    ("convention", "weights"),
    [
        ("log2-rank", [1, 1, 1 / log2(3), 1 / 2]),
        ("log2-rank-plus-1", [1, 1 / log2(3), 1 / 2, 1 / log2(5)]),
        ("log5-rank", [1, 1, 1, 1]),
    ],
)
@pytest.mark.parametrize("rounding", ["exact", "carried"])
def test_weights_follow_the_discount_in_force(convention: str, weights: list[float], rounding: str) -> None:
    gain = figure("gain", labels="1003", discount=convention, rounding=rounding, gain="exponential")
    assert trace(gain, "weight")["y"] == pytest.approx(weights)


def test_the_cutoff_is_marked_where_there_is_such_a_rank() -> None:
    assert [n["text"] for n in figure("gain", **LILLIS)["layout"]["annotations"]] == ["k = 10"]
    assert figure("gain", **LILLIS, k="40")["layout"]["annotations"] == []


def test_terms_of_average_precision() -> None:
    ap = shown("ap", **LILLIS)
    assert trace(ap.figure or {}, "adds")["y"] == pytest.approx(
        [1, 0, 2 / 3, 0, 0, 1 / 2, 0, 0, 0, 2 / 5, 0, 0, 0, 0, 1 / 3]
    )
    assert trace(ap.figure or {}, "rest up to 1")["x"] == [1, 3, 6, 10, 15]
    assert ap.chart.sentence == (
        sentence(
            "terms-of-measure-with-rest",
            found=Message("terms-found", found=5, total="2.900"),
            rest=Message("terms-not-retrieved", count=5),
            measure="AP",
            total="2.900",
            divisor=10,
            score="0.290",
        )
    )


@pytest.mark.parametrize(
    ("labels", "show", "score", "words"),
    [
        ("0010", "RR", 1 / 3, ("first-at-rank-and-later", {"rank": 3, "score": "0.333", "later": "0.250"})),
        ("0" * 14 + "1", "RR", 1 / 15, ("first-at-rank", {"rank": 15, "score": "0.067"})),
        ("0010", "RR@2", 0, ("first-below-cutoff", {"rank": 3})),
        ("00", "RR", 0, ("no-first-found", {})),
        ("u01", "RR", 1 / 3, ("first-at-rank-and-later", {"rank": 3, "score": "0.333", "later": "0.250"})),
    ],
)
def test_the_curve_of_one_by_rank(labels: str, show: str, score: float, words: tuple[str, dict[str, Any]]) -> None:
    """As in the blog post: 1, 1/2, 1/3, ... for ten ranks or more, and the rank of the first relevant document."""
    found = shown("rr", labels=labels, unretrieved="1", show=show)
    curve = trace(found.figure or {}, "1/rank")
    assert curve["x"] == list(range(1, max(len(labels), 10) + 1))
    assert curve["y"] == pytest.approx([1 / rank for rank in curve["x"]])
    key, values = words
    assert found.chart.sentence == sentence(key, measure=show, **values)
    lines = [t for t in (found.figure or {})["data"] if t.get("name") == show]
    assert [line["y"][0] for line in lines] == pytest.approx([score] if score else [])


def test_the_curve_of_one_by_rank_skips_unjudged_documents_by_convention() -> None:
    found = shown("rr", labels="uu1", unjudged="skipped").figure or {}
    assert (trace(found, "1/rank")["x"][0], trace(found, "1/rank")["y"][0]) == (3, 1)


def slots(shown: charts.Shown) -> int:
    assert shown.figure
    return sum(len(t["x"]) for t in shown.figure["data"] if t["type"] == "bar" and t["marker"]["color"] == "--pale")


@pytest.mark.parametrize("chart", ["ap", "bpref"])
@pytest.mark.parametrize("labels", ["101003000200003", "000", "nrurunnnrnr", "1" * 70])
@pytest.mark.parametrize("missing", ["", "1", "32211", "1" * 300])
def test_the_score_is_the_filled_part_of_the_slots(chart: str, labels: str, missing: str) -> None:
    if not labels.strip("0") and not missing:
        return
    state = from_query({"labels": labels, "unretrieved": missing, "chart": chart}).state
    found = charts.shown(state)
    assert found.figure
    filled = sum(trace(found.figure, "adds")["y"])
    score = state.explanation.value({"ap": "AP", "bpref": "Bpref"}[chart])
    assert filled / slots(found) == pytest.approx(score)
    assert slots(found) == state.relevant_total()


@pytest.mark.parametrize(
    ("divisor", "count", "words"),
    [
        ("all-relevant", 10, "7 are not in the top 6 and add 0. AP@6 = 2.167/10 = 0.217."),
        ("min-r-k", 6, "3 are not in the top 6 and add 0. AP@6 = 2.167/6 = 0.361."),
        ("relevant-retrieved", 3, " AP@6 = 2.167/3 = 0.722."),
    ],
)
def test_as_many_slots_as_the_divisor_counts(divisor: str, count: int, words: str) -> None:
    found = shown("ap", **LILLIS, show="AP@6", k="6", divisor=divisor)
    assert slots(found) == count
    assert found.chart.sentence.endswith(words)
    assert trace(found.figure or {}, "adds")["y"][6:] == [0] * 9


@pytest.mark.parametrize(
    ("example", "show"), [("lillis.bpref", "Bpref"), ("lillis.bpref10", "Bpref(bpref='10-plus-r')")]
)
def test_contributions_of_bpref(example: str, show: str) -> None:
    golden = json.loads(WORKED_EXAMPLES.read_text("utf-8"))
    expected = next(e for e in golden["examples"] if e["id"] == example)["expected"]
    bpref = shown("bpref", **PRINTED, show=show)
    y = trace(bpref.figure or {}, "adds")["y"]
    assert [y[1], y[3], y[8], y[10]] == pytest.approx(expected["contributions"]["exact"])
    assert trace(bpref.figure or {}, "non-relevant")["x"] == [1, 6, 7, 8, 10], "unjudged ones are gaps"
    assert bpref.chart.sentence.endswith(f"/4 = {expected['value']['exact']:.3f}.")


def test_gains_of_novelty_have_the_discount_of_their_measure() -> None:
    """Subtopics 1 and 2, then 2 again, then 3: gains 2, 1/2 and 1. The ideal list has them as 2, 1 and 1/2."""
    gain = figure("gain", subtopics="110,010,001", show="alpha_nDCG@3", discount="log2-rank")
    assert trace(gain, "DCG")["y"] == pytest.approx([2, 2 + 0.5 / log2(3), 2 + 0.5 / log2(3) + 1 / 2])
    assert trace(gain, "ideal DCG")["y"] == pytest.approx([2, 2 + 1 / log2(3), 2 + 1 / log2(3) + 0.5 / 2])
    assert trace(gain, "weight")["y"] == pytest.approx([1, 1 / log2(3), 1 / 2])
    own = figure("gain", subtopics="110,010,001", show="alpha_nDCG(alpha=1)@3")
    assert trace(own, "DCG")["y"] == pytest.approx([2, 2, 2 + 1 / 2])
    assert trace(figure("gain", labels="02", show="nDCG(dcg='exp-log2')@2"), "DCG")["y"][1] == pytest.approx(
        3 / log2(3)
    )


def test_precision_and_recall_keep_the_ranks_of_the_list_where_unjudged_documents_are_skipped() -> None:
    curve = figure("pr", labels="1u0u1", unretrieved="11", unjudged="skipped", names="a,b,c,d,e")
    assert curve["data"][3]["customdata"] == [1, 3, 5]
    assert curve["data"][3]["text"][2] == "rank 5: e<br>precision 0.667, recall 0.500"
    assert curve["levels"] is None
    gain = figure("gain", labels="1u0u1", unretrieved="1", unjudged="skipped")
    assert trace(gain, "DCG")["x"] == [1, 3, 5]


@pytest.mark.parametrize(("show", "levels"), [("IPrec11", [n / 10 for n in range(11)]), ("IPrec3", [0.2, 0.5, 0.8])])
def test_recall_levels_of_the_open_table_are_tied_to_their_rows(show: str, levels: list[float]) -> None:
    found = figure("pr", **LILLIS, show=show)
    trace = found["data"][found["levels"]]
    tied = {row: x for row, x in zip(trace["customdata"], trace["x"], strict=True) if row}
    assert tied == {row: pytest.approx(level) for row, level in enumerate(levels, start=1)}


# --- Drawing, figure, table and file show the same -----------------------------------------------------------------


@pytest.mark.parametrize("chart", PLOTTED)
@pytest.mark.parametrize("args", [LILLIS, PRINTED, {"labels": "1"}, {"labels": "10u32" * 30, "unretrieved": "11"}])
def test_drawing_and_figure_have_the_same_points(chart: str, args: dict[str, str]) -> None:
    found = shown(chart, **args)
    assert found.drawing and found.figure
    marks = found.figure["data"][found.figure["marked"]]
    layout, (left, right, top, bottom) = found.figure["layout"], found.drawing.frame
    low, high = layout["xaxis"]["range"]
    floor, ceiling = layout["yaxis"]["range"]
    domain = layout["yaxis"]["domain"]
    assert (bottom - top) / (domain[1] - domain[0]) == pytest.approx(168)
    drawn = " ".join(p.d for p in found.drawing.paths)
    for x, y in zip(marks["x"], marks["y"], strict=True):
        px = left + (x - low) / (high - low) * (right - left)
        py = bottom - (y - floor) / (ceiling - floor) * (bottom - top)
        assert 0 <= px <= WIDTH and 0 <= py <= HEIGHT
        if marks["type"] == "bar":
            assert not y or f"V{py:.1f}H" in drawn
        else:
            assert f"M{px:.1f},{py:.1f}h0" in drawn


def test_a_frame_puts_the_axes_at_its_edges() -> None:
    chart = shown("gain", **LILLIS).chart
    above, below = (Frame(chart.x, p.y, p.span) for p in chart.panels)
    (corner,) = above.places([(chart.x.high, chart.panels[0].y.high)])
    assert corner == pytest.approx((WIDTH - 16, 8))
    assert below.top > above.bottom > above.top


@pytest.mark.parametrize("chart", PLOTTED)
def test_one_layer_has_the_ranks_and_says_something_of_each(chart: str) -> None:
    layers = [
        layer
        for panel in shown(chart, **LILLIS).chart.panels
        for layer in panel.layers
        if isinstance(layer, Dots | Bars) and layer.ranks
    ]
    assert len(layers) == 1
    assert list(layers[0].ranks) == list(range(1, 16))
    assert [t.split(":")[0] for t in layers[0].texts] == [f"rank {i}" for i in range(1, 16)]


@pytest.mark.parametrize("chart", PLOTTED)
def test_the_table_has_the_numbers_that_are_said(client: FlaskClient, chart: str) -> None:
    fragment = client.get(address("/chart-table", **LILLIS, chart=chart), headers=FRAGMENT)
    assert fragment.headers["Vary"].count("HX-Request") == 1
    rows = [["".join(cell.itertext()) for cell in row] for row in parsed(fragment.text).iter("tr")]
    marks = figure(chart, **LILLIS)
    for rank, text in enumerate(marks["data"][marks["marked"]]["text"], start=1):
        row = next(r for r in rows if r[0] == str(rank))
        assert set(re.findall(r"\d+\.\d+", text)) <= set(row)
    page = client.get(address("/chart-table", **LILLIS, chart=chart))
    assert page.text.count("<h1>") == 1
    assert "".join(page.text.split()).count("".join(fragment.text.split())) == 1
    back = re.search(r'href="(/lab\?[^"]+)">Back', page.text)
    assert back and client.get(back[1].replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize("chart", CHARTS)
def test_the_file_is_a_complete_svg(client: FlaskClient, chart: str) -> None:
    response = client.get(address("/chart.svg", **LILLIS, chart=chart))
    assert response.mimetype == "image/svg+xml"
    tree = ET.fromstring(response.text)  # noqa: S314 -- our own
    assert tree.tag == f"{SVG}svg"
    assert "var(" not in response.text and "<style" not in response.text and " style=" not in response.text
    found = shown(chart, **LILLIS)
    assert tree.findtext(f"{SVG}title") == found.chart.title
    assert tree.findtext(f"{SVG}desc") == found.chart.sentence
    drawn = {path.get("d") for path in tree.iter(f"{SVG}path")}
    assert found.drawing and {p.d for p in found.drawing.paths} <= drawn
    texts = [text.text for text in tree.iter(f"{SVG}text")]
    assert {key.text for key in found.drawing.legend} <= set(texts)
    assert found.chart.sentence in " ".join(filter(None, texts))


@pytest.mark.parametrize("chart", ["pr", "gain"])
def test_plotlys_dots_are_full_and_opaque_where_the_drawings_are(chart: str) -> None:
    found = figure(chart, **LILLIS)
    marker = found["data"][found["marked"]]["marker"]
    full = [label != "0" for label in LILLIS["labels"]]
    assert marker["opacity"] == 1
    assert marker["color"] == ["--accent" if hit else "--card" for hit in full]
    assert marker["line"]["color"] == ["--accent" if hit else "--soft" for hit in full]


def test_colours_of_files_are_the_light_ones_of_pages() -> None:
    css = "".join(
        (STATIC / name).read_text("utf-8")
        for name in ("page/base.css", "lab/lab.css", "charts/chart.css", "lists/lists.css")
    )
    for name, value in LIGHT.items():
        if name != "none":
            assert f"{name}: light-dark({value}," in css
            assert VARIABLES[name] == f"var({name})"


# --- Choosing, empty states, refusals ------------------------------------------------------------------------------


def test_the_choice_is_part_of_the_address(client: FlaskClient) -> None:
    page = client.get(address("", **LILLIS))
    posted = controls(page.text)
    assert posted["chart"] == "pr"
    response = client.post("/lab", data=posted | {"chart": "gain"})
    assert response.headers["Location"].endswith("&chart=gain")
    text = client.get(response.headers["Location"]).text
    assert controls(text)["chart"] == "gain"
    assert "Gain by rank" in text and "Precision-recall curve" not in text
    assert "chart=" not in client.post("/lab", data=controls(text) | {"chart": "pr"}).headers["Location"]


def test_an_unknown_chart_is_refused_with_the_nearest() -> None:
    reading = from_query({"labels": "1", "chart": "gian"})
    assert [(e.field, e.key, e.values["text"]) for e in reading.errors] == [("chart", "unknown-address-choice", "gian")]
    assert "gain" in reading.errors[0].suggestion
    assert reading.state.chart == "pr"
    assert isinstance(reading.errors[0], InputError)


@pytest.mark.parametrize("path", ["/chart.svg", "/chart-table"])
def test_a_picture_of_a_wrong_address_is_refused(client: FlaskClient, path: str) -> None:
    response = client.get(f"/lab{path}?labels=10x&k=0")
    assert response.status_code == 400
    assert "Cutoff k: 0 is out of range." in response.text


@pytest.mark.parametrize("chart", PLOTTED)
@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"labels": ""}, "The list is empty"),
        ({"labels": "", "unretrieved": "11"}, "The list is empty"),
        ({"labels": "00u"}, "No document"),
    ],
)
def test_where_there_is_nothing_to_draw_it_says_why(
    client: FlaskClient, chart: str, args: dict[str, str], words: str
) -> None:
    found = shown(chart, **args)
    assert found.figure is None and found.chart.sentence.startswith(words)
    text = client.get(address("", **args, chart=chart)).text
    assert found.chart.sentence in text and "script.figure" not in text
    assert found.chart.sentence in client.get(address("/chart-table", **args, chart=chart)).text
    ET.fromstring(client.get(address("/chart.svg", **args, chart=chart)).text)  # noqa: S314


def test_none_found_leaves_every_slot_empty() -> None:
    assert trace(figure("ap", labels="000", unretrieved="11"), "adds")["y"] == [0, 0, 0]
    assert shown("ap", labels="000", unretrieved="11", divisor="relevant-retrieved").chart.sentence == sentence(
        "no-terms-none-found"
    )


@pytest.mark.parametrize("chart", CHARTS)
def test_no_chart_has_a_number_that_is_none(chart: str) -> None:
    for labels in ("1", "0", "u", "u1", "01", "0" * 30 + "1", "3" * 100):
        for missing in ("", "1", "0", "3" * 40):
            found = shown(chart, labels=labels, unretrieved=missing)
            text = json.dumps(found.figure) + str(found.drawing) + found.chart.sentence
            assert not re.search(r"\b(nan|NaN|inf|Infinity)\b", text)


EVIL = "<script>alert(1)</script>&\"'"


@pytest.mark.parametrize("chart", PLOTTED)
def test_names_are_only_text(client: FlaskClient, chart: str) -> None:
    args = {"labels": "101", "names": "%3Cscript%3Ealert(1)%3C/script%3E%26%22'", "chart": chart}
    for path in ("", "/chart-table", "/chart.svg"):
        assert "<script>alert" not in client.get(address(path, **args)).text
    found = shown(chart, labels="101", names=EVIL).figure
    assert found
    texts = found["data"][found["marked"]]["text"][0]
    assert texts.startswith("rank 1: &lt;script>alert(1)&lt;/script>&amp;\"'<br>")


def test_a_covered_reason_for_a_term_hides_the_chart_that_says_it(client: FlaskClient) -> None:
    hidden = "Hidden: the chart would give the answer away."
    for measure, reason in (("bpref", "above"), ("AP", "P")):
        address = f"/lab?labels=110100&unretrieved=11&show={measure}&chart={measure.lower()}"
        assert hidden not in client.get(address).text
        for covered in (reason, f"{reason}.4"):
            page = client.get(f"{address}&cover={covered}").text
            assert hidden in page
            assert 'class="figure"' not in page
