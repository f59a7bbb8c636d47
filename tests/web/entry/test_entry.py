"""Enter my ranking: the lists that an entry makes, its errors field by field, and the page without scripts."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from ireval.errors import InputError
from tests.sentences import sentence
from tests.web.lab.test_routes import FRAGMENT
from web.entry.entry import Entry
from web.lab.arrangement import MOST_NAMED
from web.state.lab_state import State

TREC = "9 Q0 x 1 2 t\n9 Q0 y 2 3 t\n9 0 x 2\n9 0 z 1\n"
TABLE = "Rank, Engine A, Engine B\n1, R, N\n2, N, R\n3, R, N"
IDS = '{"q1": {"expected": ["a", 7, "z"], "retrieved": [7, "b", "a"]}}'


def used(pasted: str, was: str = "labels=10u3021", **typed: str) -> State:
    return Entry({"was": was, "pasted": pasted, **typed}).state()


def refused(pasted: str, was: str = "labels=10", **typed: str) -> tuple[str, str]:
    with pytest.raises(InputError) as error:
        used(pasted, was, **typed)
    assert error.value.message
    return error.value.field, error.value.key


@pytest.mark.parametrize(
    ("pasted", "typed", "query"),
    [
        ("RNNRN", {}, "labels=10010"),
        ("RNNRN", {"relevant": "10"}, "labels=10010&unretrieved=11111111"),
        ("R N 3", {"missed": "3 2 0"}, "labels=103&unretrieved=320&show=nDCG"),
        ("R N 3", {"missed": "320", "relevant": "5"}, "labels=103&unretrieved=3210&show=nDCG"),
        ("RN", {"names": "Emma\nSmith, J."}, "labels=10&names=Emma,Smith%5C,%20J."),
        ("RN", {"names": "Emma, Jane, Ada", "missed": "1"}, "labels=10&unretrieved=1&names=Emma,Jane,Ada"),
        ("RN", {"size": "800"}, "labels=10&size=800"),
        (TREC, {}, "labels=u2&unretrieved=1&names=y,x,z&show=nDCG"),
        (IDS, {}, "labels=101&unretrieved=1&names=7,b,a,z"),
        ("1. R\n2. N", {}, "labels=10"),
        ("1 2 3", {"reading": "labels"}, "labels=123&show=nDCG"),
        ("1 2 3", {"reading": "ranks-alone"}, "labels=uuu"),
    ],
)
def test_an_entry_replaces_the_whole_list(pasted: str, typed: dict[str, str], query: str) -> None:
    assert used(pasted, **typed).query() == query


def test_the_rest_of_the_lab_stays() -> None:
    was = "labels=10u3&unretrieved=21&names=a,b,c,d,e,f&scale=3&size=80&k=3&conventions=lillis&show=RR"
    assert used("0 1 1", was).query() == "labels=011&conventions=lillis&k=3&show=RR"


def test_steps_and_covers_end_with_a_shorter_list() -> None:
    was = "labels=10u3021&step=6&cover=term,term.2,sum.7,AP@10"
    state = used("0 1 1", was)
    assert (state.step, state.cover) == (3, ("term", "term.2", "AP@10"))
    assert used("0 1 1 0 0 0 0 0", was).step == 6


@pytest.mark.parametrize(
    ("was", "pasted", "scale"),
    [("labels=10", "1 0 2", 3), ("labels=10", "5", 5), ("labels=102", "1 0", 1), ("labels=10&scale=3", "1 0", 3)],
)
def test_the_scale_fits_what_was_entered(was: str, pasted: str, scale: int) -> None:
    assert used(pasted, was).scale == scale


@pytest.mark.parametrize(
    ("was", "pasted", "show"),
    [
        ("labels=10", "3 2 3 0 1 2", "nDCG"),
        ("labels=101003&show=AP", "3 2 3 0 1 2", "nDCG"),
        ("labels=10&show=DCG@5", "3 2 3 0 1 2", "DCG@5"),
        ("labels=10", "1 0 1", "AP"),
        ("labels=10", "R N R", "AP"),
    ],
)
def test_a_list_with_grades_opens_a_graded_measure(was: str, pasted: str, show: str) -> None:
    assert used(pasted, was).show == show


def test_a_table_of_systems_becomes_lists_with_one_r() -> None:
    state = used(TABLE)
    assert state.query() == "labels=101&title=Engine%20A&labels2=010&unretrieved2=1&title2=Engine%20B"
    assert [listed.relevant(1) for listed in used(TABLE, relevant="5").lists] == [5, 5]


def test_systems_with_names_share_their_judgements() -> None:
    state = used("Rank,A,B\n1,d1 (r),d4 (n)\n2,d2 (n),d1 (r)\n3,d9 (r),d8 (r)")
    assert [listed.relevant(1) for listed in state.lists] == [3, 3]
    assert state.lists[0].names[3:] == ("d8", "d4") and state.lists[1].names[3:] == ("d9", "d2")
    unlike = "Rank,A,B\n1,d1 (r),d4 (n)\n2,d2 (n),d1 (n)"
    assert refused(unlike) == ("pasted", "judged-differently-in-lists")


def test_lists_are_replaced_or_added() -> None:
    two = "labels=10&title=Mine&labels2=111&names2=p,q,r&list=1"
    assert used("0 0", two).query() == "labels=00&title=Mine&labels2=111&names2=p,q,r"
    assert used("0 0", two, place="add").query().endswith("labels3=00&list=3")
    assert len(used(TABLE, two).lists) == 2
    assert len(used(TABLE, two, place="add").lists) == 4
    assert not Entry({"was": "labels=10", "pasted": "0 0"}).can_add
    assert Entry({"was": two, "pasted": "0 0"}).can_add and Entry({"was": "labels=10", "pasted": TABLE}).can_add


@pytest.mark.parametrize(
    ("pasted", "typed", "error"),
    [
        ("", {}, ("pasted", "nothing-entered")),
        ("1 0 q 1", {}, ("pasted", "paste-not-a-label")),
        ("1 2 3", {}, ("reading", "reading-not-chosen")),
        ("RNR", {"relevant": "1"}, ("relevant", "relevant-below-known")),
        ("RNR", {"relevant": "many"}, ("relevant", "not-a-number")),
        ("RNR", {"missed": "u 1"}, ("missed", "missed-not-judged")),
        ("RNR", {"missed": "x x 9"}, ("missed", "paste-no-label-at-end")),
        ("RNR", {"size": "2"}, ("size", "collection-too-small")),
        ("RN", {"names": "a, b, c"}, ("names", "more-names-than-documents")),
        ("RN", {"names": "a, a"}, ("names", "name-entered-twice")),
        ("RN", {"names": "x" * 61}, ("names", "name-too-long")),
        ("d1 R\nd2 N", {"names": "a, b"}, ("names", "names-already-there")),
        (TABLE, {"names": "a, b"}, ("names", "names-for-several-lists")),
        ("\n".join(["1 0"] * 41), {"reading": "lists-by-line"}, ("pasted", "too-many-lists-entered")),
    ],
)
def test_an_error_names_its_field(pasted: str, typed: dict[str, str], error: tuple[str, str]) -> None:
    assert refused(pasted, **typed) == error


def test_names_too_long_for_an_address_are_left_out(client: FlaskClient) -> None:
    long = "\n".join(f"9 Q0 {'x' * 30}{i} 1 {-i} t" for i in range(90))
    assert len(long) > MOST_NAMED
    state = used(long)
    assert (len(state.grades), state.names) == (90, ())
    shown = client.post("/enter", data={"was": "labels=1", "pasted": long, "do": "preview"}).text
    assert sentence("pasted-names-too-long") in shown and "and 50 more" in shown


@pytest.mark.parametrize(
    "query",
    [
        "labels=10u3021&unretrieved=210&show=nDCG",
        "labels=1u02&unretrieved=3&names=Emma,d4,,a%5C,b,missed&show=nDCG",
        "labels=010&names=d2,d1",
    ],
)
def test_downloaded_files_give_the_same_list_when_pasted(client: FlaskClient, query: str) -> None:
    files = [client.get(f"/take/{name}.txt?{query}").text for name in ("run", "qrels")]
    assert used("".join(files), "labels=1").query() == query


# --- The page -----------------------------------------------------------------------------------------------------


def test_without_scripts_a_preview_comes_before_the_list_is_used(client: FlaskClient) -> None:
    assert 'href="/enter?labels=10"' in client.get("/lab?labels=10").text
    assert 'name="was" value="labels=10&amp;k=3"' in client.get("/enter?labels=10&k=3").text
    form = {"was": "labels=10&k=3", "pasted": "RNR", "relevant": "4"}
    shown = client.post("/enter", data=form | {"do": "preview"}).text
    assert str(escape(sentence("entry-summary", count=3, found=2, total=4))) in shown
    assert sentence("entry-read-as", kind="labels") in shown
    assert 'name="relevant" value="4"' in shown
    answer = client.post("/enter", data=form | {"do": "use"})
    assert answer.status_code == 303
    assert urlsplit(answer.location).query == "labels=101&unretrieved=11&k=3"


@pytest.mark.parametrize("headers", [{}, FRAGMENT])
def test_a_refused_text_is_kept_and_its_error_stands_beside_it(client: FlaskClient, headers: dict[str, str]) -> None:
    typed = "\n1 0\n<b> 9 x 9\n"
    answer = client.post("/enter", data={"was": "labels=1", "pasted": typed, "size": "7", "do": "use"}, headers=headers)
    assert answer.status_code == 400
    assert "Line 3: “&lt;b&gt; 9 x 9”" in answer.text
    assert f">\n{typed.replace('<b>', '&lt;b&gt;')}</textarea>" in answer.text
    assert 'aria-describedby="entry-fault-pasted"' in answer.text and 'name="size" value="7"' in answer.text


def test_the_script_gets_the_address_of_the_lab(client: FlaskClient) -> None:
    answer = client.post("/enter", data={"was": "k=3", "pasted": "RN", "do": "use"}, headers=FRAGMENT)
    assert (answer.status_code, answer.headers["Location"]) == (201, "/lab?labels=10&k=3")


def test_what_is_in_doubt_is_asked(client: FlaskClient) -> None:
    form = {"was": "labels=1", "pasted": "1 2 3 4"}
    asked = client.post("/enter", data=form | {"do": "preview"}).text
    assert sentence("entry-question", count=2) in asked and 'class="chips"' not in asked
    assert asked.index('value="ranks-alone"') < asked.index('value="labels"')
    answer = client.post("/enter", data=form | {"do": "use"})
    assert answer.status_code == 400 and sentence("reading-not-chosen", count=2) in answer.text
    answer = client.post("/enter", data=form | {"do": "use", "reading": "labels"})
    assert answer.location == "/lab?labels=1234&show=nDCG"
