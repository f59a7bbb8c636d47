"""Documents with the same name are the same document: one label each, in every list on the query."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from flask.testing import FlaskClient

from ireval.explanation.worked_examples import EXAMPLES
from ireval.messages import Message
from tests.sentences import advice, sentence
from tests.web.lab.test_form import rendered
from web.lab.form import from_form
from web.state.address import Reading, from_example, from_query
from web.state.lab_state import State

#: B has d2, d3, d4: d2 is the second document of A and not relevant, d4 is not in A.
AGREEING = "labels=101&names=d1,d2,d3&labels2=011&names2=d2,d3,d4"


def read(query: str) -> Reading:
    return from_query(dict(parse_qsl(query, keep_blank_values=True)))


def posted(was: str, **changed: str) -> Reading:
    state = read(was).state
    return from_form({**rendered(was), "list": str(state.place), **changed})


def labelled(state: State, place: int) -> dict[str, int]:
    """The label of every judged or retrieved document of a list by its name."""
    opened = state.holding_lists(state.lists, place)
    return dict(zip(opened.called, (*opened.grades, *opened.unretrieved), strict=True))


def test_what_one_system_retrieved_another_has_missed() -> None:
    reading = read(AGREEING)
    assert reading.errors == []
    assert [labelled(reading.state, place) for place in (1, 2)] == [
        {"d1": 1, "d2": 0, "d3": 1, "d4": 1},
        {"d2": 0, "d3": 1, "d4": 1, "d1": 1},
    ]
    assert [listed.relevant(1) for listed in reading.state.lists] == [3, 3]
    both = [
        Message("completed-list", list=f"System {x}", documents=[d], relevant=3) for x, d in (("A", "d4"), ("B", "d1"))
    ]
    assert reading.notes == (Message("judgements-completed", lists=both),)
    again = read(reading.state.query())
    assert (again.state, again.notes) == (reading.state, ()), "once it is written, nothing is missing"


def test_an_address_that_contradicts_itself_is_refused_with_both_labels(client: FlaskClient) -> None:
    query = "labels=111&names=d1,d2,d3&labels2=01u&names2=d2,d4,d1"
    reading = read(query)
    (error,) = reading.errors
    both = [Message("document-with-two-labels", name="d2", used="1", lost="0")]
    both.append(Message("document-with-two-labels", name="d1", used="1", lost="u"))
    assert error.field == "labels2"
    assert error.values == {"used": "System A", "lost": "System B", "documents": sorted(both, key=repr, reverse=True)}
    assert [labelled(reading.state, place)["d2"] for place in (1, 2)] == [1, 1]
    answer = client.get(f"/lab?{query}")
    assert answer.status_code == 400
    assert sentence("labels-disagree", **error.values) in answer.text
    assert advice("labels-disagree") in answer.text
    assert client.get(f"/lab?{reading.state.query()}").status_code == 200


def test_a_judgement_beats_an_unjudged_document_and_many_conflicts_are_counted() -> None:
    judged = read("labels=u&names=x&labels2=1&names2=x")
    assert [listed.grades for listed in judged.state.lists] == [(1,), (1,)]
    assert judged.errors[0].values["used"] == "System B"
    many = ",".join("abcdefg")
    (error,) = read(f"labels=1111111&names={many}&labels2=0000000&names2={many}").errors
    assert error.values["documents"][-1] == Message("some-more", count=4)  # type: ignore[index]


@pytest.mark.parametrize(
    ("query", "grades"),
    [
        ("labels=101&labels2=011", [(1, 0, 1), (0, 1, 1)]),
        ("labels=101&names=d1,d2,d3&labels2=011", [(1, 0, 1), (0, 1, 1)]),
        ("labels=10&names=x,x&labels2=0&names2=x", [(1, 0), (0,)]),
        ("labels=1&names=x&labels2=0&names2=x&arrangement=queries", [(1,), (0,)]),
        ("labels=1&names=x&labels2=1&names2=x&labels3=0&names3=x&arrangement=pairs", [(1,), (1,), (0,)]),
    ],
)
def test_lists_stay_apart_without_names_and_on_other_queries(query: str, grades: list[tuple[int, ...]]) -> None:
    reading = read(query)
    assert (reading.errors, reading.notes) == ([], ())
    assert [listed.grades for listed in reading.state.lists] == grades
    assert reading.state.query() == query.replace("names=d1,d2,d3", "names=d1,d2,d3")


def test_unnamed_documents_are_called_differently_in_every_list() -> None:
    state = read("labels=101&labels2=011&names2=,a2").state
    assert list(labelled(state, 1)) == ["a1", "a4", "a3"], "a2 is the name of another document"
    assert list(labelled(state, 2)) == ["b1", "a2", "b3"]
    assert read("labels=10").state.called == ("d1", "d2")
    assert read("labels=10&labels2=1&arrangement=queries&list=2").state.called == ("d1",)
    assert read("labels=10&labels2=1&arrangement=pairs&list=2").state.called == ("b1",)


def test_a_label_is_changed_in_all_lists() -> None:
    changed = posted(AGREEING + "&list=2", g1="1").state
    assert [labelled(changed, place)["d2"] for place in (1, 2)] == [1, 1]
    unjudged = posted(AGREEING, g1="u").state
    assert unjudged.grades == (-1, 0, 1)
    assert "d1" not in labelled(unjudged, 2), "what is not judged, no list has missed"


def test_a_removed_document_stays_judged_while_another_list_has_it() -> None:
    removed = posted(AGREEING, do="delete 3").state
    assert labelled(removed, 1) == {"d1": 1, "d2": 0, "d3": 1, "d4": 1}
    assert len(removed.grades) == 2
    gone = posted(AGREEING, do="delete 1").state
    assert [listed.relevant(1) for listed in gone.lists] == [2, 2]
    assert "d1" not in labelled(gone, 2)


def test_a_missed_document_that_another_list_has_cannot_be_dropped() -> None:
    reading = posted(AGREEING, missed1="0")
    assert [(e.field, e.values["documents"]) for e in reading.errors] == [("missed1", ["d4"])]
    assert labelled(reading.state, 1)["d4"] == 1


def test_a_renamed_document_is_renamed_everywhere() -> None:
    state = posted(AGREEING, name3="Wikipedia").state
    assert [labelled(state, place).get("Wikipedia") for place in (1, 2)] == [1, 1]
    assert [listed.relevant(1) for listed in state.lists] == [3, 3]


def test_a_copy_has_the_same_documents() -> None:
    copy = posted("labels=101&unretrieved=2", do="copy-list").state
    assert [listed.names for listed in copy.lists] == [("d1", "d2", "d3", "d4")] * 2
    changed = posted(copy.query(), g2="1").state
    assert [listed.grades for listed in changed.lists] == [(1, 1, 1)] * 2
    moved = posted(changed.query(), do="move 1 3").state
    assert [listed.names[:3] for listed in moved.lists] == [("d1", "d2", "d3"), ("d2", "d3", "d1")]
    alone = posted(changed.query(), do="remove-list").state
    assert alone.query() == "labels=111&unretrieved=2"


def test_relevant_documents_that_come_are_relevant_for_all_systems() -> None:
    more = posted(AGREEING, documents="4").state
    found = posted(more.query(), g4="1").state
    assert [labelled(found, place)["a4"] for place in (1, 2)] == [1, 1]
    typed = posted(AGREEING, relevant="5").state
    assert [listed.relevant(1) for listed in typed.lists] == [5, 5]
    fewer = posted(typed.query(), relevant="3").state
    assert [listed.relevant(1) for listed in fewer.lists] == [3, 3]
    second = posted("labels=101", do="add-list").state
    labelled_too = posted(second.query(), g2="1").state
    assert [listed.relevant(1) for listed in labelled_too.lists] == [3, 3]
    assert labelled(labelled_too, 1) == {"d1": 1, "d2": 0, "d3": 1, "b2": 1}


def test_a_second_list_is_compared_by_its_names_and_without_names_not_at_all() -> None:
    first = "labels=101&names=x,y,z"
    named = read(f"{first}&labels2=11&names2=z,w").state
    assert [listed.relevant(1) for listed in named.lists] == [3, 3]
    bare = read(f"{first}&labels2=0111").state
    assert [listed.relevant(1) for listed in bare.lists] == [2, 3]


def test_lists_that_become_systems_on_one_query_are_joined_and_it_is_said() -> None:
    reading = posted("labels=1&names=x&labels2=0&names2=x&arrangement=queries", arrangement="systems")
    assert reading.errors == []
    assert [m.key for m in reading.notes] == ["labels-disagree"]
    assert [listed.grades for listed in reading.state.lists] == [(1,), (1,)]


def test_the_sources_examples_keep_their_numbers() -> None:
    for example in EXAMPLES:
        state = from_example(example)
        reading = read(state.query())
        assert (reading.errors, reading.notes, reading.state.lists) == ([], (), state.lists)
