"""Documents that leave the ranking and come back: with names, grades and subtopics, and with the right R."""

from __future__ import annotations

import pytest

from tests.sentences import sentence
from tests.web.lab.test_form import LIST, post, rendered
from web.lab.form import from_form
from web.state.lab_state import State


def names(state: State) -> str:
    return " ".join(f"{d.name}{d.grade}" for d in (*state.ranked, *state.missed))


def test_a_document_that_was_not_retrieved_stays_judged() -> None:
    state = post(do="not-retrieved 4")
    assert state.grades == (1, 0, -1)
    assert state.unretrieved == (3, 3, 1, 1, 0)
    assert names(state) == "a1 b0 c-1 d3 three3 one1 uno1 zero0"
    assert state.relevant_total() == post().relevant_total() == 5


def test_an_unjudged_one_leaves_and_a_non_relevant_one_stays_judged() -> None:
    state = post(do="not-retrieved 3 2")
    assert names(state) == "a1 d3 three3 one1 uno1 b0 zero0"


def test_a_deleted_document_takes_its_name_along_and_changes_r() -> None:
    state = post(do="delete 4 2")
    assert names(state) == "a1 c-1 three3 one1 uno1 zero0"
    assert state.relevant_total() == 4


def test_documents_without_names_keep_those_of_their_ranks_until_all_are_back() -> None:
    gone = post("labels=101&unretrieved=1", do="not-retrieved 3")
    assert gone.query() == "labels=10&unretrieved=11", "the names are those of the ranks"
    assert post(gone.query(), do="retrieve 1").query() == "labels=101&unretrieved=1"
    other = post("labels=101&unretrieved=1", do="not-retrieved 1")
    assert post(other.query(), do="retrieve 1").query() == "labels=011&unretrieved=1&names=d2,d3,d1,d4"


def test_subtopics_come_along() -> None:
    diverse = "labels=111&subtopics=110,011,001&unretrieved=1&unretrieved_subtopics=100"
    gone = post(diverse, do="not-retrieved 2")
    assert (gone.subtopics, gone.unretrieved_subtopics) == (((1, 1, 0), (0, 0, 1)), ((0, 1, 1), (1, 0, 0)))
    back = post(gone.query(), do="retrieve 1")
    assert back.subtopics == ((1, 1, 0), (0, 0, 1), (0, 1, 1))


def test_the_rank_may_be_typed_and_the_open_list_is_meant() -> None:
    two = "labels=101&labels2=110&list=2"
    assert post(two, do="delete", leave_at="1").query() == "labels=101&labels2=10&list=2"


@pytest.mark.parametrize(
    ("action", "typed", "said"),
    [
        ("delete", "", sentence("rank-missing")),
        ("not-retrieved 9", "", sentence("rank-beyond-end", rank=9, last=4)),
        ("retrieve 5", "", sentence("no-such-unretrieved", count=4)),
        ("retrieve", "", sentence("no-such-unretrieved", count=4)),
    ],
)
def test_what_is_not_there_is_refused(action: str, typed: str, said: str) -> None:
    reading = from_form(rendered(LIST) | {"do": action, "leave_at": typed})
    assert [str(e.message) for e in reading.errors] == [said]
    assert reading.state.query() == post().query()
