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
from web.charts.svg_drawing import WIDTH, Frame
from web.state.address import from_query
from web.state.lab_state import CHARTS

LILLIS = {"labels": "101003000200003", "unretrieved": "32211", "size": "800", "conventions": "lillis"}
#: The charts that the library draws, too.
PLOTTED = [key for key in CHARTS if key not in {"contingency", "figure"}]
#: Those that have files; the numbers of a figure are in the table beside it.
WITH_FILES = [key for key in CHARTS if key != "figure"]
#: N R U R U N N N R N R, whose contributions a lecture prints.
PRINTED = {"labels": "nrurunnnrnr", "conventions": "lillis"}
SVG = "{http://www.w3.org/2000/svg}"


def shown(chart: str, **args: str) -> charts.ShownChart:
    reading = from_query({**args, "chart": chart})
    assert not reading.errors
    return charts.chosen_chart(reading.state)


def layer(found: charts.ShownChart, key: str) -> Any:
    return next(each for panel in found.chart.panels for each in panel.layers if each.key == key)


def xs(found: charts.ShownChart, key: str) -> list[float]:
    return [x for x, _ in layer(found, key).points]


def ys(found: charts.ShownChart, key: str) -> list[float]:
    return [y for _, y in layer(found, key).points]


def of_ranks(found: charts.ShownChart) -> Any:
    """The layer whose points are the ranks of the list."""
    layers = (each for panel in found.chart.panels for each in panel.layers)
    (one,) = (each for each in layers if isinstance(each, Dots | Bars) and each.ranks)
    return one


def address(page: str, **args: str) -> str:
    return f"/lab{page}?" + "&".join(f"{name}={value}" for name, value in args.items())


# --- Against hand values -------------------------------------------------------------------------------------------


def test_gain_of_the_lectures_list() -> None:
    gain = shown("gain", **LILLIS)
    # grade / log2(rank), rank 1 undiscounted: 1, 1 + 1/log2 3, + 3/log2 6, + 2/log2 10, + 3/log2 15
    third, sixth, tenth = 1 + 1 / log2(3), 1 + 1 / log2(3) + 3 / log2(6), 1 + 1 / log2(3) + 3 / log2(6) + 2 / log2(10)
    dcg = [1, 1, *[third] * 3, *[sixth] * 4, *[tenth] * 5, tenth + 3 / log2(15)]
    assert ys(gain, "dcg") == pytest.approx(dcg)
    assert [round(y, 3) for y in ys(gain, "dcg")[:3]] == [1, 1, 1.631]
    ideal = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1]
    idcg = sum(g / max(1, log2(i)) for i, g in enumerate(ideal, 1))
    assert ys(gain, "ideal")[9:] == pytest.approx([idcg] * 6)
    assert ys(gain, "ndcg")[9] == pytest.approx(tenth / idcg)
    assert [each.key for each in gain.chart.panels[1].layers if each.key != "cut"] == ["weight", "ndcg"]


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
    gain = shown("gain", labels="1003", discount=convention, rounding=rounding, gain="exponential")
    assert ys(gain, "weight") == pytest.approx(weights)


def test_the_cutoff_is_marked_where_there_is_such_a_rank() -> None:
    assert [note.text for note in shown("gain", **LILLIS).chart.panels[0].notes] == ["k = 10"]
    assert not any(panel.notes for panel in shown("gain", **LILLIS, k="40").chart.panels)


def test_terms_of_average_precision() -> None:
    ap = shown("ap", **LILLIS)
    assert ys(ap, "term") == pytest.approx([1, 0, 2 / 3, 0, 0, 1 / 2, 0, 0, 0, 2 / 5, 0, 0, 0, 0, 1 / 3])
    assert xs(ap, "slot") == [1, 3, 6, 10, 15]
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
    assert xs(found, "path") == list(range(1, max(len(labels), 10) + 1))
    assert ys(found, "path") == pytest.approx([1 / rank for rank in xs(found, "path")])
    key, values = words
    assert found.chart.sentence == sentence(key, measure=show, **values)
    lines = [each for each in found.chart.panels[0].layers if each.legend == show]
    assert [line.points[0][1] for line in lines] == pytest.approx([score] if score else [])


def test_the_curve_of_one_by_rank_skips_unjudged_documents_by_convention() -> None:
    found = shown("rr", labels="uu1", unjudged="skipped")
    assert layer(found, "path").points[0] == (3, 1)


def slots(shown: charts.ShownChart) -> int:
    return len(layer(shown, "slot").points) + len(layer(shown, "slot missing").points)


@pytest.mark.parametrize("chart", ["ap", "bpref"])
@pytest.mark.parametrize("labels", ["101003000200003", "000", "nrurunnnrnr", "1" * 70])
@pytest.mark.parametrize("missing", ["", "1", "32211", "1" * 300])
def test_the_score_is_the_filled_part_of_the_slots(chart: str, labels: str, missing: str) -> None:
    if not labels.strip("0") and not missing:
        return
    state = from_query({"labels": labels, "unretrieved": missing, "chart": chart}).state
    found = charts.chosen_chart(state)
    filled = sum(ys(found, "term"))
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
    assert ys(found, "term")[6:] == [0] * 9


@pytest.mark.parametrize(
    ("example", "show"), [("lillis.bpref", "Bpref"), ("lillis.bpref10", "Bpref(bpref='10-plus-r')")]
)
def test_contributions_of_bpref(example: str, show: str) -> None:
    golden = json.loads(WORKED_EXAMPLES.read_text("utf-8"))
    expected = next(e for e in golden["examples"] if e["id"] == example)["expected"]
    bpref = shown("bpref", **PRINTED, show=show)
    y = ys(bpref, "term")
    assert [y[1], y[3], y[8], y[10]] == pytest.approx(expected["contributions"]["exact"])
    assert xs(bpref, "judged") == [1, 6, 7, 8, 10], "unjudged ones are gaps"
    assert bpref.chart.sentence.endswith(f"/4 = {expected['value']['exact']:.3f}.")


def test_gains_of_novelty_have_the_discount_of_their_measure() -> None:
    """Subtopics 1 and 2, then 2 again, then 3: gains 2, 1/2 and 1. The ideal list has them as 2, 1 and 1/2."""
    gain = shown("gain", subtopics="110,010,001", show="alpha_nDCG@3", discount="log2-rank")
    assert ys(gain, "dcg") == pytest.approx([2, 2 + 0.5 / log2(3), 2 + 0.5 / log2(3) + 1 / 2])
    assert ys(gain, "ideal") == pytest.approx([2, 2 + 1 / log2(3), 2 + 1 / log2(3) + 0.5 / 2])
    assert ys(gain, "weight") == pytest.approx([1, 1 / log2(3), 1 / 2])
    own = shown("gain", subtopics="110,010,001", show="alpha_nDCG(alpha=1)@3")
    assert ys(own, "dcg") == pytest.approx([2, 2, 2 + 1 / 2])
    exponential = shown("gain", labels="02", show="nDCG(dcg='exp-log2')@2")
    assert ys(exponential, "dcg")[1] == pytest.approx(3 / log2(3))


def test_precision_and_recall_keep_the_ranks_of_the_list_where_unjudged_documents_are_skipped() -> None:
    curve = shown("pr", labels="1u0u1", unretrieved="11", unjudged="skipped", names="a,b,c,d,e")
    assert of_ranks(curve).ranks == [1, 3, 5]
    assert of_ranks(curve).texts[2] == "rank 5: e<br>precision 0.667, recall 0.500"
    assert not layer(curve, "level").rows
    gain = shown("gain", labels="1u0u1", unretrieved="1", unjudged="skipped")
    assert xs(gain, "dcg") == [1, 3, 5]


@pytest.mark.parametrize(("show", "levels"), [("IPrec11", [n / 10 for n in range(11)]), ("IPrec3", [0.2, 0.5, 0.8])])
def test_recall_levels_of_the_open_table_are_tied_to_their_rows(show: str, levels: list[float]) -> None:
    found = shown("pr", **LILLIS, show=show)
    tied = {row: x for row, x in zip(layer(found, "level").rows, xs(found, "level"), strict=True) if row}
    assert tied == {row: pytest.approx(level) for row, level in enumerate(levels, start=1)}


# --- Drawing, figure, table and file show the same -----------------------------------------------------------------


@pytest.mark.parametrize("chart", PLOTTED)
@pytest.mark.parametrize("args", [LILLIS, PRINTED, {"labels": "1"}, {"labels": "10u32" * 30, "unretrieved": "11"}])
def test_the_drawing_tells_scripts_the_points_of_the_chart(
    client: FlaskClient, chart: str, args: dict[str, str]
) -> None:
    """The values that the drawing's paths and scales give, as a script reads them, are those of the chart."""
    drawn = parsed_drawing(client.get(address("", **args, chart=chart)).text)
    found = shown(chart, **args)
    for each, i in ((each, i) for i, panel in enumerate(found.chart.panels) for each in panel.layers if each.points):
        points, texts, since = drawn[each.key, i]
        wanted = [(x, y) for x, y in each.points if y or not isinstance(each, Bars) or each.ranks]
        wide, high = (axis.high - axis.low for axis in (found.chart.x, found.chart.panels[i].y))
        assert [x for x, _ in points] == pytest.approx([x for x, _ in wanted], abs=0.06 / 292 * wide)
        assert [y for _, y in points] == pytest.approx([y for _, y in wanted], abs=0.06 / 50 * high)
        assert texts == list(getattr(each, "texts", ()))
        assert since == (None if each.known is None else list(each.known)) or isinstance(each, Bars)
        if isinstance(each, Dots | Bars) and each.ranks:
            assert since == list(each.ranks)


#: A layer of a drawing: its points, the texts about them, and the ranks or rows from which on they are known.
Read = tuple[list[tuple[float, float]], list[str], list[int] | None]


def parsed_drawing(page: str) -> dict[tuple[str, int], Read]:
    """The layers of the page's chart by key and panel."""
    tree = parsed(page)
    svg = next(e for e in tree.iter() if e.get("data-chart"))
    scales = json.loads(svg.get("data-chart") or "")
    found: dict[tuple[str, int], Read] = {}
    for path in (p for p in svg.iter() if p.get("data-layer")):
        i = int(path.get("data-panel") or 0)
        panel = scales["panels"][i]
        west, east, north, south = panel["sides"]
        (left, right), (low, high) = scales["x"]["range"], panel["range"]
        points = []
        for part in re.split(r"(?=M)| ", path.get("d") or ""):
            numbers = [float(n) for n in re.findall(r"-?[0-9.]+", part.split("m")[0])]
            if numbers:
                x, y = (sum(numbers[0:4:3]) / 2, numbers[2]) if path.get("data-layer") == "bars" else numbers[:2]
                value = low + (south - y) / (south - north) * (high - low)
                points.append((left + (x - west) / (east - west) * (right - left), value))
        text, since = path.get("data-text"), path.get("data-since")
        key = (path.get("class") or "").removesuffix(" miss").removesuffix(" hit"), i
        texts = text.split("\n") if text else []
        known = None if since is None else [int(rank) for rank in since.split()]
        before = found.get(key, ([], [], []))
        if path.get("data-layer") == "dots":
            joined = sorted(zip(before[2] or [], before[0], before[1], strict=True))
            joined = sorted([*joined, *zip(known or [], points, texts, strict=True)])
            known, points, texts = [k for k, _, _ in joined], [p for _, p, _ in joined], [t for _, _, t in joined]
        found[key] = (points, texts, known)
    return found


def test_a_frame_puts_the_axes_at_its_edges() -> None:
    chart = shown("gain", **LILLIS).chart
    above, below = (Frame(chart.x, p.y, p.span) for p in chart.panels)
    (corner,) = above.places([(chart.x.high, chart.panels[0].y.high)])
    assert corner == pytest.approx((WIDTH - 16, 8))
    assert below.top > above.bottom > above.top


@pytest.mark.parametrize("chart", PLOTTED)
def test_one_layer_has_the_ranks_and_says_something_of_each(chart: str) -> None:
    marks = of_ranks(shown(chart, **LILLIS))
    assert list(marks.ranks) == list(range(1, 16))
    assert [t.split(":")[0] for t in marks.texts] == [f"rank {i}" for i in range(1, 16)]


@pytest.mark.parametrize("chart", PLOTTED)
def test_the_table_has_the_numbers_that_are_said(client: FlaskClient, chart: str) -> None:
    fragment = client.get(address("/chart-table", **LILLIS, chart=chart), headers=FRAGMENT)
    assert fragment.headers["Vary"].count("HX-Request") == 1
    rows = [["".join(cell.itertext()) for cell in row] for row in parsed(fragment.text).iter("tr")]
    for rank, text in enumerate(of_ranks(shown(chart, **LILLIS)).texts, start=1):
        row = next(r for r in rows if r[0] == str(rank))
        assert set(re.findall(r"\d+\.\d+", text)) <= set(row)
    page = client.get(address("/chart-table", **LILLIS, chart=chart))
    assert page.text.count("<h1>") == 1
    assert "".join(page.text.split()).count("".join(fragment.text.split())) == 1
    back = re.search(r'href="(/lab\?[^"]+)">Back', page.text)
    assert back and client.get(back[1].replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize("chart", WITH_FILES)
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
    page = client.get(address("", **LILLIS, chart=chart)).text
    name = "precision-recall" if chart == "pr" else chart
    assert f'download="{name}.svg"' in page and f'data-name="{name}.png"' in page


@pytest.mark.parametrize("chart", ["pr", "gain"])
def test_dots_are_full_where_documents_are_relevant(client: FlaskClient, chart: str) -> None:
    page = client.get(address("", **LILLIS, chart=chart)).text
    hits = re.search(r'<path class="ranks hit"[^>]*data-since="([^"]*)"', page)
    full = [rank for rank, label in enumerate(LILLIS["labels"], start=1) if label != "0"]
    assert hits and [int(rank) for rank in hits[1].split()] == full


def test_colours_of_files_are_the_light_ones_of_pages() -> None:
    css = "".join(
        (STATIC / name).read_text("utf-8")
        for name in ("page/base.css", "charts/chart_tabs.css", "lab/several/list_tabs.css")
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
    assert found.drawing is None and found.chart.sentence.startswith(words)
    text = client.get(address("", **args, chart=chart)).text
    assert found.chart.sentence in text and "data-chart" not in text
    assert found.chart.sentence in client.get(address("/chart-table", **args, chart=chart)).text
    ET.fromstring(client.get(address("/chart.svg", **args, chart=chart)).text)  # noqa: S314


def test_none_found_leaves_every_slot_empty() -> None:
    assert ys(shown("ap", labels="000", unretrieved="11"), "term") == [0, 0, 0]
    assert shown("ap", labels="000", unretrieved="11", divisor="relevant-retrieved").chart.sentence == sentence(
        "no-terms-none-found"
    )


@pytest.mark.parametrize("chart", WITH_FILES)
def test_no_chart_has_a_number_that_is_none(chart: str) -> None:
    for labels in ("1", "0", "u", "u1", "01", "0" * 30 + "1", "3" * 100):
        for missing in ("", "1", "0", "3" * 40):
            found = shown(chart, labels=labels, unretrieved=missing)
            text = str(found.drawing) + found.scales + found.chart.sentence
            assert not re.search(r"\b(nan|NaN|inf|Infinity)\b", text)


EVIL = "<script>alert(1)</script>&\"'"


@pytest.mark.parametrize("chart", PLOTTED)
def test_names_are_only_text(client: FlaskClient, chart: str) -> None:
    args = {"labels": "101", "names": "%3Cscript%3Ealert(1)%3C/script%3E%26%22'", "chart": chart}
    for path in ("", "/chart-table", "/chart.svg"):
        assert "<script>alert" not in client.get(address(path, **args)).text
    assert (
        of_ranks(shown(chart, labels="101", names=EVIL))
        .texts[0]
        .startswith("rank 1: &lt;script>alert(1)&lt;/script>&amp;\"'<br>")
    )


@pytest.mark.parametrize("chart", PLOTTED)
def test_names_that_look_like_gaps_of_a_format_stay_as_they_are(chart: str) -> None:
    found = of_ranks(shown(chart, labels="101", names="%s %d%,{0},%(x).1f"))
    assert [text.partition("<br>")[0] for text in found.texts] == ["rank 1: %s %d%", "rank 2: {0}", "rank 3: %(x).1f"]


def test_a_covered_reason_for_a_term_hides_the_chart_that_says_it(client: FlaskClient) -> None:
    hidden = "Hidden: the chart would give the answer away."
    for measure, reason in (("bpref", "above"), ("AP", "P")):
        address = f"/lab?labels=110100&unretrieved=11&show={measure}&chart={measure.lower()}"
        assert hidden not in client.get(address).text
        for covered in (reason, f"{reason}.4"):
            page = client.get(f"{address}&cover={covered}").text
            assert hidden in page
            assert "data-chart" not in page
