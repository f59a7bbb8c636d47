"""Several lists: acts of the form, the page without scripts, the numbers that it shows, and the JSON."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from itertools import product
from typing import Any
from urllib.parse import parse_qsl
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from ireval.explanation.worked_examples import EXAMPLES
from ireval.measure.spelling import parse
from ireval.messages import Message
from tests.sentences import sentence
from tests.tiers import sampled
from tests.web.lab.test_form import rendered
from tests.web.lab.test_routes import controls
from web.charts.lists.line_chart import BOTTOM, HEIGHT, TOP
from web.lab.form import from_form
from web.lab.page import View
from web.lab.several.systems import Systems
from web.state.address import from_example, from_query
from web.state.lab_state import MOST_LISTS, State
from web.state.texts.list_titles import heading, tabs
from web.state.texts.score_texts import DASH, several_of

pytestmark = pytest.mark.slow

FRAGMENT = {"HX-Request": "true"}
SVG = "{http://www.w3.org/2000/svg}"
TWO = "labels=101u&unretrieved=21&size=9&title=mine&labels2=0110&conventions=lillis"
THREE = "labels=0010&unretrieved=1&title=first&labels2=01&labels3=000&arrangement=queries&conventions=lillis"
PAIRS = "labels=110&labels2=011&labels3=010&labels4=100&arrangement=pairs&conventions=mir&show=Rprec"


def state_of(query: str) -> State:
    return from_query(dict(parse_qsl(query, keep_blank_values=True))).state


def post(was: str, **changed: str) -> State:
    reading = from_form({**rendered(was), "list": str(state_of(was).place), **changed})
    assert reading.errors == []
    return reading.state


def labels(state: State) -> list[tuple[int, ...]]:
    return [listed.grades for listed in state.lists]


def table(page: str, name: str) -> list[list[str]]:
    """The cells of a table on a page, as text."""
    found = re.search(rf'<table id="{name}".*?</table>', page, re.DOTALL)
    assert found, f"no table {name}"
    rows = ElementTree.fromstring(found[0]).iter("tr")  # noqa: S314
    return [[" ".join("".join(cell.itertext()).split()) for cell in row] for row in rows]


def example(title: str) -> str:
    return from_example(next(e for e in EXAMPLES if e.title == title)).query()


# ---- What buttons do -------------------------------------------------------------------------------------------------


def test_a_copy_is_the_last_list_and_is_opened() -> None:
    state = post("labels=101&unretrieved=1&title=mine", do="copy-list")
    assert labels(state) == [(1, 0, 1), (1, 0, 1)]
    assert (state.place, state.title, state.unretrieved) == (2, "", (1,))
    assert state.before[0].title == "mine"


def test_a_second_system_misses_the_relevant_documents_of_the_first() -> None:
    state = post("labels=10u3&unretrieved=20&size=9&names=a,b,c,d,e,f", do="add-list")
    assert labels(state) == [(1, 0, -1, 3), (0, 0, 0, 0)]
    assert (state.place, state.unretrieved, state.size) == (2, (3, 2, 1, 0, 0), 9)
    assert [state.name(i) for i in range(9)] == ["b1", "b2", "b3", "b4", "d", "e", "a", "b", "f"]
    assert state.relevant_total() == state.before[0].relevant(1)


def test_another_query_begins_without_relevant_documents() -> None:
    state = post(THREE, do="add-list")
    assert labels(state)[3] == (0, 0, 0, 0)
    assert (state.place, state.relevant_total()) == (4, 0)


def test_in_pairs_the_second_list_belongs_to_the_query_of_the_first() -> None:
    third = post(PAIRS, do="add-list")
    assert (third.place, third.relevant_total()) == (5, 0)
    third = post(third.query(), g1="1")
    fourth = post(third.query(), do="add-list")
    assert (fourth.place, fourth.relevant_total(), fourth.grades) == (6, 1, (0, 0, 0))


def test_a_list_is_removed_and_comes_back_with_the_address_before() -> None:
    removed = post(TWO, do="remove-list")
    assert labels(removed) == [(0, 1, 1, 0)]
    assert "labels2" not in removed.query()
    assert labels(state_of(TWO)) == [(1, 0, 1, -1), (0, 1, 1, 0)]
    last = post(THREE + "&list=3", do="remove-list")
    assert (labels(last), last.place) == ([(0, 0, 1, 0), (0, 1)], 2)


def test_adding_and_removing_leads_back() -> None:
    for was in (TWO, THREE, PAIRS):
        for verb in ("add-list", "copy-list"):
            more = post(was, do=verb)
            assert len(more.lists) == len(state_of(was).lists) + 1
            assert labels(post(more.query(), do="remove-list")) == labels(state_of(was))


def test_the_only_list_stays_and_no_more_than_fit_are_added() -> None:
    full = "&".join(["labels=1", *(f"labels{i}=1" for i in range(2, MOST_LISTS + 1))])
    for was, verb, words in ((full, "copy-list", "40 lists"), ("labels=1", "remove-list", "only list")):
        reading = from_form(rendered(was) | {"do": verb})
        assert [e.field for e in reading.errors] == ["do"]
        assert words in reading.errors[0].message
        assert labels(reading.state) == labels(state_of(was))


def test_another_list_is_opened_renamed_and_labelled() -> None:
    opened = post(TWO, list="2")
    assert (opened.place, opened.grades, len(opened.lists)) == (2, (0, 1, 1, 0), 2)
    named = post(opened.query(), list="2", title="theirs", g1="1")
    assert named.query().startswith("labels=101u&unretrieved=21&size=9&title=mine&labels2=1110&title2=theirs&list=2")
    switched = post(named.query(), arrangement="queries")
    assert switched.arrangement == "queries"


@pytest.mark.parametrize("query", ["labels=1&list=2", TWO + "&list=3", TWO + "&list=0"])
def test_a_list_that_is_not_there_cannot_be_open(query: str) -> None:
    reading = from_query(dict(parse_qsl(query)))
    assert [e.field for e in reading.errors] == ["list"]
    assert f"{len(reading.state.lists)}" in reading.errors[0].message + reading.errors[0].suggestion
    assert reading.state.place == 1


# ---- Without scripts -------------------------------------------------------------------------------------------------


def test_without_scripts_every_button_leads_to_an_address(client: FlaskClient) -> None:
    def press(page: str, **pressed: str) -> Any:
        answer = client.post("/lab", data=controls(page) | pressed)
        assert answer.status_code == 303
        return answer.headers["Location"]

    alone = client.get("/lab?labels=101").text
    assert ">Compare with a copy<" in alone
    assert 'id="beside"' not in alone
    two = press(alone, do="copy-list")
    both = "/lab?labels=101&names=d1,d2,d3&labels2=101&names2=d1,d2,d3"
    assert two == f"{both}&list=2"
    page = client.get(two).text
    assert 'id="beside"' in page
    assert press(page, list="1") == both
    assert press(page, title="mine") == f"{both}&title2=mine&list=2"
    assert press(page, arrangement="queries") == f"{both}&list=2&arrangement=queries"
    assert press(page, do="remove-list") == "/lab?labels=101"
    assert press(page) == two


SHOWN = ("AP", "nDCG@10", "IPrec11", "GMAP", "Fallout", "IDCG@10", "Bpref&unjudged=skipped")
QUERIES = (TWO, THREE, PAIRS, PAIRS + "&labels5=1", "labels=&labels2=", "labels=0&labels2=")


@pytest.mark.parametrize(
    ("query", "arrangement", "show"), sampled(product(QUERIES, ("systems", "queries", "pairs"), SHOWN), 25, "-".join)
)
def test_every_arrangement_shows_every_measure(client: FlaskClient, query: str, arrangement: str, show: str) -> None:
    parts = re.sub("&(arrangement|show)=[^&]*", "", query)
    answer = client.get(f"/lab?{parts}&arrangement={arrangement}&show={show}")
    assert answer.status_code == 200
    assert 'id="beside"' in answer.text
    assert not re.search(r"[>\" (](nan|inf|-inf|None)[<\" ),]", answer.text)


def test_forty_lists_of_a_thousand_documents_are_answered(client: FlaskClient) -> None:
    long = "10u0100010" * 100
    lists = "".join(f"&labels{i}={'01' * 20}" for i in range(3, MOST_LISTS + 1))
    for arrangement in ("systems", "queries", "pairs"):
        query = f"labels={long}&labels2={long}{lists}&arrangement={arrangement}"
        assert client.get(f"/lab?{query}").status_code == 200


# ---- Charts as files -------------------------------------------------------------------------------------------------


def beside(client: FlaskClient, key: str, query: str) -> ElementTree.Element:
    answer = client.get(f"/lab/beside/{key}.svg?{query}")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert "var(" not in answer.text and "style" not in answer.text and "class=" not in answer.text.split("<path")[0]
    return ElementTree.fromstring(answer.text)  # noqa: S314


def texts_of(tree: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in tree.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        (TWO, ["curves"]),
        (THREE, ["average"]),
        (PAIRS, ["differences-Rprec", "averages"]),
        (PAIRS.replace("Rprec", "nDCG@3"), ["differences-Rprec", "differences-nDCG-3", "averages"]),
    ],
)
def test_every_chart_of_several_lists_is_a_complete_file(client: FlaskClient, query: str, keys: list[str]) -> None:
    page = client.get(f"/lab?{query}").text
    links = re.findall(r'href="(/lab/beside/([^"]+)\.svg\?[^"]*)"\s+download="([^"]+)"', page)
    assert [key for _, key, _ in links] == keys
    for address, key, name in links:
        assert name == f"{key}.svg"
        tree = beside(client, key, address.partition("?")[2].replace("&amp;", "&"))
        title, sentence = tree.findtext(f"{SVG}title"), tree.findtext(f"{SVG}desc")
        assert title and sentence
        assert title in texts_of(tree) and sentence in " ".join(texts_of(tree))
        assert f'aria-label="{title}"' in page and sentence in page
        drawn = re.search(rf'aria-label="{title}">.*?</svg>', page, re.DOTALL)
        assert drawn
        assert set(re.findall(r' d="([^"]+)"', drawn[0])) <= {path.get("d") for path in tree.iter(f"{SVG}path")}


def test_bars_are_as_long_as_the_differences(client: FlaskClient) -> None:
    tree = beside(client, "differences-Rprec", PAIRS + "&labels5=1&labels6=1")
    paths = [p for p in tree.iter(f"{SVG}path") if p.findtext(f"{SVG}title")]
    minus = "\N{MINUS SIGN}"
    titles = [path.findtext(f"{SVG}title") for path in paths]
    assert titles == ["Query 1: +0.500", f"Query 2: {minus}1.000", "Query 3: 0.000"]
    lengths = []
    for path in paths:
        found = re.match(r"M[\d.]+,([\d.]+)V([\d.]+)h", path.get("d", ""))
        assert found
        lengths.append(float(found[1]) - float(found[2]))
    assert lengths == pytest.approx([-lengths[1] / 2, lengths[1], 0], abs=0.1)
    assert lengths[1] < 0 < lengths[0], "down and up"
    assert len({path.get("fill") for path in paths[:2]}) == 2, "hollow where it is negative"


def test_an_average_curve_lies_where_the_table_says(client: FlaskClient) -> None:
    tree = beside(client, "average", THREE)
    numbers = re.search(r'id="levels-beside".*?</table>', client.get(f"/lab?{THREE}").text, re.DOTALL)
    assert numbers
    table_ = re.findall(r"<td><strong>([\d.]+)</strong></td>", numbers[0])
    (curve,) = [p.get("d", "") for p in tree.iter(f"{SVG}path") if p.get("class") == "curve"][:1]
    heights = [float(y) for y in re.findall(r",([\d.]+)", curve)]
    top, bottom = TOP, HEIGHT - BOTTOM
    assert [(bottom - y) / (bottom - top) for y in heights] == pytest.approx([float(x) for x in table_], abs=0.001)


def test_both_average_curves_in_numbers(client: FlaskClient) -> None:
    page = client.get(f"/lab?{PAIRS}").text
    rows = re.search(r'id="levels-beside".*?</table>', page, re.DOTALL)
    assert rows
    heads = re.findall(r'<th scope="col">([^<]+)', rows[0])
    assert heads == [
        "recall",
        "mean of system A",
        "mean of system B",
        "Query 1, A",
        "Query 1, B",
        "Query 2, A",
        "Query 2, B",
    ]
    last = [float(x) for x in re.findall(r">([\d.]+)<", rows[0])[-7:]]
    # At recall 1: 110 gives 1, 011 gives 2/3, 010 gives 1/2, 100 gives 1.
    assert last == [1, 0.75, 0.833, 1, 0.667, 0.5, 1]


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        (f"curves.svg?{PAIRS}", 404, sentence("unknown-list-chart", chart="curves", hint="").strip()),
        ("curves.svg?labels=101", 404, sentence("no-list-charts")),
        (f"curves.svg?{TWO}&k=0", 400, "Cutoff k"),
    ],
)
def test_a_chart_that_is_not_there_is_refused(client: FlaskClient, address: str, status: int, words: str) -> None:
    answer = client.get(f"/lab/beside/{address}")
    assert answer.status_code == status
    assert words in answer.text


def test_titles_are_text(client: FlaskClient) -> None:
    for arrangement in ("systems", "queries", "pairs"):
        page = client.get(f"/lab?labels=1&title=%3Cb%3E%26&labels2=01&title2=%22x&arrangement={arrangement}").text
        assert "<b>" not in page
        assert "&lt;b&gt;&amp;" in page


# ---- What is shown ---------------------------------------------------------------------------------------------------


def test_two_engines_side_by_side(client: FlaskClient) -> None:
    page = client.get("/lab?" + example("Engines A and B, side by side")).text
    rows = {row[0]: row[1:] for row in table(page, "measures-beside")}
    assert rows["measure"] == ["Engine A", "Engine B", "difference"]
    assert rows["P (open)"] == ["0.400", "0.400", "0.000"]  # precision cannot tell them apart
    assert rows["AP"] == ["0.325", "▲ 1.000", "+0.675"]
    ranks = table(page, "ranks-beside")[2:]
    assert ranks[0] == ["1", "0", "0.000", "1", "1.000", "≠"]
    assert ranks[2] == ["3", "0", "0.000", "0", "0.667", ""]
    assert ranks[-1] == ["P", "0.400", "0.400", ""]


def test_the_two_systems_of_the_lecture(client: FlaskClient) -> None:
    page = client.get("/lab?" + example("Systems 1 and 2, side by side")).text
    rows = {row[0]: row[1:] for row in table(page, "measures-beside")}
    assert rows["AP (open)"] == ["0.616", "▲ 0.627", "+0.011"]
    assert rows["DCG@10"][2].startswith("\N{MINUS SIGN}0.")
    assert page.count('class="curve"') == 2 + 2  # in the chart and in its legend


def test_mean_ndcg_written_out(client: FlaskClient) -> None:
    page = client.get("/lab?" + example("Queries A and B: mean nDCG")).text
    assert re.search(r"<dt>mean nDCG@5</dt><dd>= \(0\.969 \+ 0\.966\)/2 <span>= <strong>0\.968</strong>", page)
    rows = table(page, "queries-beside")
    assert rows[0] == ["query", "R", "AP", "RR", "nDCG@5", "P@5"]
    assert rows[1][:2] + rows[1][4:5] == ["Query A (open above)", "3", "0.969"]


def test_means_follow_the_conventions_and_say_so(client: FlaskClient) -> None:
    page = client.get("/lab?" + THREE).text
    mean, geometric, counts = table(page, "queries-beside")[-3:]
    assert mean[1] == "0.333MAP"  # (1/3 x 1/2 + 1/2)/2: one of two relevant documents at rank 3, one of one at rank 2
    assert counts == ["queries in the mean", "2 of 3", "3 of 3", "2 of 3", "3 of 3"]
    reason = sentence("left-out-because", topics=["Query 3"], why=Message("no-relevant-document"))
    assert f"MAP and mean nDCG@10: means over 2 of 3 queries. Left out: {reason}." in page
    assert geometric[1] == "0.289GMAP"
    counted = client.get(f"/lab?{THREE}&no_relevant=score-0").text
    assert table(counted, "queries-beside")[-2][1] == "0.222MAP"
    assert sentence("empty-queries-score-0", queries=["Query 3"]) in counted
    floor = {"mean": "GMAP", "measure": "AP", "floor": "0.00001"}
    assert sentence("floor-of-geometric-mean", **floor, queries=["Query 3"]) in counted
    assert "<sup>1/3</sup>" in counted


def test_two_systems_have_a_geometric_mean_too(client: FlaskClient) -> None:
    """AP of A is 1 and 1/2, of B (1/2 + 2/3)/2 and 1: GMAP is the root of 1/2 and of 7/12."""
    minus = "\N{MINUS SIGN}"
    for show, at in (("Rprec", 4), ("GMAP", 1)):
        page = client.get(f"/lab?{PAIRS.replace('Rprec', show)}").text
        rows = table(page, "pairs-beside")
        assert [row[0] for row in rows[-2:]] == ["mean", "geometric mean"]
        assert rows[-1][at : at + 3] == ["0.707", "0.764", f"{minus}0.057"]
        assert not any(rows[-1][1:at] + rows[-1][at + 3 :])
        assert "<dt>GMAP of A</dt><dd>= (1 × 0.500)<sup>1/2</sup> <span>= <strong>0.707</strong>" in page
        assert "<dt>GMAP of B</dt>" in page
    strip = page.partition('class="overall"')[2].partition("</dl>")[0]
    assert re.findall(r"GMAP of [AB]</dt><dd>= <strong[^>]*>([\d.]+)", strip) == ["0.707", "0.764"]
    assert "= (1 × 0.500)<sup>1/2</sup>" in strip
    assert rows[0][1] == "AP" and "AP: A" in page, "its differences are those of AP"
    none_found = client.get(f"/lab?{PAIRS.replace('labels2=011', 'labels2=000&unretrieved2=11')}").text
    floor = {"mean": "GMAP", "measure": "AP", "floor": "0.00001"}
    assert sentence("floor-of-geometric-mean-by-system", **floor, queries=["Query 1"], system="B") in none_found


def test_differences_of_two_systems(client: FlaskClient) -> None:
    page = client.get("/lab?" + PAIRS).text
    rows = table(page, "pairs-beside")
    minus = "\N{MINUS SIGN}"
    assert rows[0][1:] == ["R-precision", "AP"]
    assert rows[2][:5] == ["1 Query 1 (open above)", "2", "1.000", "0.500", "+0.500"]
    assert rows[3][:5] == ["2 Query 2", "1", "0.000", "1.000", f"{minus}1.000"]
    assert rows[4][:4] == ["mean", "0.500", "0.750", f"{minus}0.250"]
    assert sentence("queries-won", measure="R-precision", a=1, b=1) in page
    assert re.findall('class="(column [a-z]+)"', page) == ["column up", "column down"]
    both = client.get(f"/lab?{PAIRS.replace('Rprec', 'RR')}").text
    assert len(re.findall('class="column [a-z]+"', both)) == 4


@pytest.mark.parametrize("query", [TWO, THREE, PAIRS])
def test_a_decimal_comma_is_everywhere(client: FlaskClient, query: str) -> None:
    page = client.get(f"/lab?{query}&comma=1&no_relevant=score-0").text
    beside = page.partition('id="beside"')[2].partition("</section>")[0]
    words = re.sub("<[^>]*>", " ", beside)
    assert re.search(r"\d,\d{3}", words)
    assert not re.search(r"(?<![@=])\d\.\d", words)  # measures keep their spelling: IPrec@0.3


def test_the_sources_pairs_are_one_click_away(client: FlaskClient) -> None:
    for address in ("/lab", "/lab?" + PAIRS):
        menu = client.get(address).text.partition('<nav class="several"')[2].partition("</nav>")[0]
        links = dict(re.findall(r'<a href="([^"]+)">([^<]+)</a>', menu))
        for wanted in ("Engines A and B", "Models A and B", "Systems 1 and 2"):
            assert any(title.startswith(wanted) for title in links.values())
        assert len(links) == sum(1 for e in EXAMPLES if e.others)
        for link in links:
            assert client.get(link.replace("&amp;", "&").replace("&#39;", "'")).status_code == 200
    assert '<nav class="several"' not in client.get("/embed?labels=1").text


def test_every_example_s_lists_all_have_a_score() -> None:
    for example in EXAMPLES:
        state = from_example(example)
        several = several_of(state)
        assert None not in several.score(parse(state.show)).texts(3), example.title
        if example.arrangement == "systems":  # on one query, so with one R
            assert len(set(several.relevant)) == 1, example.title
        if example.arrangement == "pairs":
            assert several.relevant[::2] == several.relevant[1::2]


def test_the_comparison_does_not_reveal_what_is_covered(client: FlaskClient) -> None:
    for query in (TWO, THREE, PAIRS):
        page = client.get(f"/lab?{query}&cover=AP").text
        assert "Hidden: the comparison would give away what is covered above." in page
        assert not re.search('id="(measures|queries|pairs)-beside"', page)


@pytest.mark.parametrize("show", ["AP", "GMAP", "nDCG@10", "Bpref"])
def test_a_different_mean_is_explained(client: FlaskClient, show: str) -> None:
    """The link asks about the mean of the open measure, and the page knows the number that the lab shows."""
    page = client.get(f"/lab?{THREE}&show={show}").text
    (address,) = re.findall(r'<a href="([^"]*)">Got a different mean', page)
    asked = client.get(html.unescape(address))
    assert asked.status_code == 200
    own = client.get(f"/api/v1/evaluate?{THREE}&measures={show}").get_json()["several"]["measures"][0]
    answer = client.get(f"{html.unescape(address)}&value={own['mean']['value']:.4f}").text
    assert "is correct" in answer, own


def test_an_odd_number_of_lists_lacks_one(client: FlaskClient) -> None:
    page = client.get(f"/lab?{PAIRS}&labels5=1").text
    assert sentence("second-list-missing-scores-0", query="Query 3") in page
    assert table(page, "pairs-beside")[4][2:5] == ["1.000", "0.000", "+1.000"]
    page = client.get(f"/lab?{PAIRS}&labels5=1&missing=left-out").text
    assert sentence("second-list-missing-left-out", query="Query 3") in page
    assert table(page, "pairs-beside")[4][2:5] == ["1.000", DASH, DASH]


def test_lists_that_disagree_on_r_are_reported(client: FlaskClient) -> None:
    counts = [Message("relevant-of-list", list=f"System {n}", count=r) for n, r in (("A", 1), ("B", 2))]
    note = sentence("lists-disagree-on-r", counts=counts)
    assert note in client.get("/lab?labels=10&labels2=11").text
    assert note not in client.get("/lab?labels=10&labels2=11&unretrieved=1").text
    query = Message("query-with-two-counts", query="Query 1", a=1, b=2)
    note = sentence("pairs-disagree-on-r", queries=[query])
    assert note in client.get("/lab?labels=10&labels2=11&arrangement=pairs").text


@pytest.mark.usefixtures("app")
def test_the_compared_measures_are_those_of_each_list_alone() -> None:
    lists = ["10u3100", "0031", "3"]
    together = "&".join(f"labels{i if i > 1 else ''}={x}" for i, x in enumerate(lists, start=1))
    for place in (1, 2, 3):
        state = state_of(f"{together}&list={place}&scale=3&more=1&conventions=lillis&rounding=columns&decimals=1")
        view = View(from_query(dict(parse_qsl(state.query()))), {})
        assert isinstance(view.side, Systems)
        rows = {row.label: [score.text for score in row.scores] for _, rows in view.side.families for row in rows}
        panel = {item.label: item.value or DASH for _, items, _ in view.families for item in items}
        assert {label: texts[place - 1] for label, texts in rows.items()} == panel


def test_what_the_page_is_called() -> None:
    assert heading(state_of("labels=1")) == "One ranked list"
    assert heading(state_of(TWO)) == "Two systems, one query"
    assert heading(state_of(THREE)) == "Three queries of one system"
    assert heading(state_of(PAIRS)) == "Two systems, two queries"
    assert [tab.full for tab in tabs(state_of(PAIRS + "&title2=cats"))][:3] == ["cats, A", "cats, B", "Query 2, A"]


def test_with_one_list_nothing_is_compared() -> None:
    view = View(from_query({"labels": "101"}), {})
    assert view.side is None
    assert view.lists == []


# ---- JSON ------------------------------------------------------------------------------------------------------------


def ask(client: FlaskClient, query: str) -> Mapping[str, Any]:
    answer = client.get(f"/api/v1/lists?{query}")
    assert answer.status_code == 200
    found: Mapping[str, Any] = answer.get_json()
    return found


def test_many_lists_are_not_named_one_by_one(client: FlaskClient) -> None:
    many = "&".join(f"labels{i if i > 1 else ''}={'1' * i}" for i in range(1, 14))
    page = client.get(f"/lab?{many}").text
    assert "the number of relevant documents: 1 to 13." in page
    widths = [re.findall(r'viewBox="0 0 (\d+) 280"', client.get(f"/lab?{query}").text) for query in (TWO, many)]
    assert int(widths[1][0]) < int(widths[0][0]), "no room for labels that are not there"


def test_the_interface_tells_scores_means_and_differences(client: FlaskClient) -> None:
    systems = ask(client, "labels=00011&labels2=11000&measures=AP,P")
    assert systems["measures"] == [{"name": "AP", "values": [0.325, 1.0]}, {"name": "P", "values": [0.4, 0.4]}]
    queries = ask(client, THREE + "&measures=AP,GMAP")
    assert queries["measures"][0]["values"] == [pytest.approx(1 / 6), 0.5, None]
    mean = {"name": "MAP", "value": pytest.approx(1 / 3), "average": "arithmetic", "averaged_over": 2}
    assert queries["measures"][0]["mean"] == mean
    why = "no document is relevant, so R = 0 and there is nothing to divide by"
    assert queries["measures"][0]["left_out"] == [{"queries": ["Query 3"], "why": why}]
    assert queries["measures"][1]["mean"]["average"] == "geometric"
    assert len(queries["average_curve"]) == len(queries["levels"]) == 11
    assert [x["title"] for x in queries["lists"]] == ["first", "Query 2", "Query 3"]
    pairs = ask(client, PAIRS + "&measures=Rprec")
    assert pairs["measures"][0]["differences"] == [0.5, -1.0]
    assert pairs["measures"][0]["tally"] == {"a": 1, "b": 1, "ties": 0}
    assert len(ask(client, TWO)["measures"]) > 20


def test_both_systems_say_over_which_queries_their_means_are(client: FlaskClient) -> None:
    """Query 1 has no relevant document for either system, and B has no list for query 3."""
    query = (
        "labels=000&labels2=00&labels3=10&labels4=01&labels5=1&arrangement=pairs&conventions=lillis&missing=left-out"
    )
    page = client.get("/lab?" + query).text
    assert table(page, "pairs-beside")[-1][:4] == ["queries in the mean", "2 of 3", "1 of 3", ""]
    note = page[page.index("MAP of B") :]
    assert "over 1 of 3 queries. Left out: Query 1 (no document is relevant" in note
    assert "; Query 3 (the system has no list for it)." in note
    b = ask(client, query + "&measures=AP")["measures"][0]["b"]
    assert (b["values"], b["mean"]["averaged_over"]) == ([None, 0.5, None], 1)
    assert [x["queries"] for x in b["left_out"]] == [["Query 1"], ["Query 3"]]
    whole = client.get("/lab?" + PAIRS).text
    assert "queries in the mean" not in whole


WITHOUT = ("labels=&unretrieved=1", "labels=uu&unretrieved=1&unjudged=skipped")
EMPTY = product(
    WITHOUT,
    ("P", "F", "nDCG", "AP", "Judged@5", "P_at_recall@0.5", "GMAP", "Rprec", "IDCG@3"),
    ("blog", "lillis", "sklearn"),
)


@pytest.mark.parametrize(("query", "measure", "preset"), sampled(EMPTY, 11, "-".join))
def test_an_empty_list_is_the_same_on_every_page(client: FlaskClient, query: str, measure: str, preset: str) -> None:
    """Alone in the JSON of one list, as the second of two queries, and as a list that system B lacks."""
    shared = f"conventions={preset}&measures={measure}"
    alone = client.get(f"/api/v1/evaluate?{query}&{shared}").get_json()["measures"][0]["value"]
    again = "&".join(
        f"{name}2={value}" if "=" in part and name != "unjudged" else part
        for part in query.split("&")
        for name, _, value in [part.partition("=")]
    )
    beside = ask(client, f"labels=1&{again}&arrangement=queries&{shared}")["measures"][0]["values"]
    assert beside[1] == alone
    if "uu" not in query:
        lacking = ask(client, f"labels=1&labels2=1&labels3=1&arrangement=pairs&{shared}")["measures"][0]["b"]
        assert lacking["values"][1] == alone or measure == "IDCG@3"


@pytest.mark.parametrize(
    ("query", "field"), [("", "labels"), ("labels=1&labels2=x", "labels2"), ("labels=1&measures=nope", "measures")]
)
def test_the_interface_reports_errors(client: FlaskClient, query: str, field: str) -> None:
    answer = client.get(f"/api/v1/lists?{query}")
    assert answer.status_code == 400
    assert answer.get_json()["error"]["field"] == field
