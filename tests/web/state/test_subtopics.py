"""Subtopics in the address, the form and the panel."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from ireval.messages import Message, say
from tests.ireval.random_lists import Typed, diverse, given
from tests.web.lab.test_form import post, state_of
from tests.web.state.test_lab_state import read, refused
from web.state.lab_state import State

LIST = "labels=1102&unretrieved=11&subtopics=110,010,000,001&unretrieved_subtopics=011,100&names=a,b,c,d,e,f&scale=3"


@given(diverse())
def test_written_and_read_back_a_state_is_the_same(listing: Typed) -> None:
    parts = {
        "labels": listing.labels,
        "unretrieved": listing.unretrieved,
        "subtopics": listing.subtopics,
        "unretrieved_subtopics": listing.unretrieved_subtopics,
    }
    state = read("&".join(f"{name}={text}" for name, text in parts.items()))
    assert read(state.query()) == state
    theirs = state.explanation.value("alpha_nDCG(alpha=0)@5")
    ours = listing.explained().value("alpha_nDCG(alpha=0)@5")
    assert theirs == pytest.approx(ours)


def test_labels_may_be_left_out_of_an_address() -> None:
    state = read("subtopics=110,000")
    assert (state.grades, state.diverse) == ((1, 0), True)
    assert state.query() == "labels=10&subtopics=110,000"


def test_documents_not_retrieved_are_sorted_with_their_groups() -> None:
    state = read("labels=1&unretrieved=123&unretrieved_subtopics=001,010,100&subtopics=000&names=x,one,two,three")
    assert state.unretrieved == (3, 2, 1)
    assert state.unretrieved_subtopics == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert state.names == ("x", "three", "two", "one")


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("labels=11&subtopics=10,1x", "subtopics", "Group 2"),
        ("labels=111&subtopics=10,10", "subtopics", "2 groups of subtopics, but 3 documents"),
        ("labels=10&subtopics=10,10", "subtopics", "Document 2 has grade 0"),
        (
            "labels=1&unretrieved=1&subtopics=10&unretrieved_subtopics=1",
            "unretrieved_subtopics",
            "ranked documents have 2",
        ),
        ("labels=1&unretrieved=0&unretrieved_subtopics=1", "unretrieved_subtopics", "Document 1 has grade 0"),
    ],
)
def test_unsound_groups_are_named(query: str, field: str, words: str) -> None:
    errors = refused(query)
    assert list(errors) == [field]
    assert words in errors[field]


def groups(state: State) -> list[str]:
    return ["".join(map(str, group)) for group in state.subtopics]


def test_untouched_the_form_keeps_them() -> None:
    assert post(LIST) == state_of(LIST)


def test_a_removed_document_takes_its_group_along() -> None:
    state = post(LIST, do="delete 2")
    assert groups(state) == ["110", "000", "001"]
    assert state.names[:3] == ("a", "c", "d")


def test_an_added_document_covers_nothing() -> None:
    assert groups(post(LIST, documents="5")) == ["110", "010", "000", "001", "000"]
    assert groups(post(LIST, add="1"))[-1] == "000"


def test_a_document_that_is_no_longer_relevant_covers_nothing() -> None:
    state = post(LIST, g1="0", g4="u")
    assert groups(state) == ["000", "010", "000", "000"]
    assert read(state.query()) == state


def test_missed_documents_keep_their_groups() -> None:
    state = post(LIST, missed1="1", missed3="1")
    assert state.unretrieved == (3, 1)
    assert state.unretrieved_subtopics == ((0, 0, 0), (0, 1, 1))
    state = post(LIST, relevant="6")
    assert state.unretrieved_subtopics == ((0, 1, 1), (1, 0, 0), (0, 0, 0))


def panel(client: FlaskClient, query: str) -> Any:
    return client.get(f"/lab?{query}").text


def test_the_family_appears_only_with_subtopics(client: FlaskClient) -> None:
    assert "α-nDCG@10" in panel(client, LIST)
    assert 'value="P_IA@10"' in panel(client, LIST)
    assert "α-nDCG" not in panel(client, "labels=1102")


def test_a_measure_opens_without_subtopics_and_names_what_is_missing(client: FlaskClient) -> None:
    page = panel(client, "labels=11&show=alpha_nDCG@5")
    assert say(Message("no-subtopics")) in page


def test_a_parameter_called_beta_is_not_always_f_s() -> None:
    assert read("labels=1&beta=2&show=Q(beta=3)").show == "Q(beta=3)"
    assert read("labels=1&beta=2&show=F(beta=3)").show == "F(beta=2)"
