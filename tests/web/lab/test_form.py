"""The posted form: controls that are the state, read relative to what they were rendered from."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from web.lab.form import from_form
from web.state.address import from_query
from web.state.lab_state import State

LIST = "labels=10u3&unretrieved=3110&names=a,b,c,d,three,one,uno,zero&scale=3"


def post(was: str = LIST, **changed: str) -> State:
    reading = from_form({**rendered(was), **changed})
    assert reading.errors == []
    return reading.state


def rendered(was: str) -> dict[str, str]:
    """What a browser posts when nothing was touched."""
    state = state_of(was)
    labels = {f"g{i}": "u" if g < 0 else str(g) for i, g in enumerate(state.grades, start=1)}
    missed = {f"missed{g}": str(state.unretrieved.count(g)) for g in range(state.scale + 1)}
    return {
        "was": state.query(),
        "documents": str(len(state.grades)),
        "relevant": str(state.relevant_total()),
        "size": "" if state.size is None else str(state.size),
        "scale": str(state.scale),
        "conventions": state.preset,
        "show": state.show,
        "k": str(state.k),
        **labels,
        **missed,
    }


def state_of(query: str) -> State:
    return from_query(dict(parse_qsl(query, keep_blank_values=True))).state


def test_untouched_it_is_the_state_it_was() -> None:
    assert post() == state_of(LIST)


def test_labels_change() -> None:
    assert post(g2="2", g4="u").grades == (1, 2, -1, -1)


def test_documents_are_added_and_taken_from_the_end() -> None:
    assert post(documents="6").grades == (1, 0, -1, 3, 0, 0)
    assert post(documents="2").grades == (1, 0)
    assert post(add="1").grades == (1, 0, -1, 3, 0)
    assert post(do="delete 1", documents="5").grades == (0, -1, 3, 0)


def test_numbers_of_missed_documents() -> None:
    state = post(missed3="0", missed2="1", missed1="3")
    assert state.unretrieved == (2, 1, 1, 1, 0)
    assert [state.name(4 + i) for i in range(5)] == ["d5", "one", "uno", "d8", "zero"]


@pytest.mark.parametrize(
    ("typed", "missed"), [("8", (3, 1, 1, 1, 1, 1, 0)), ("5", (3, 1, 1, 0)), ("3", (3, 0)), ("2", (0,))]
)
def test_relevant_in_all_adds_grade_1_and_takes_the_lowest_away(typed: str, missed: tuple[int, ...]) -> None:
    state = post(relevant=typed)
    assert state.unretrieved == missed
    assert state.relevant_total() == int(typed)


def test_relevant_in_all_that_is_only_stale_changes_nothing() -> None:
    state = post(g2="1")
    assert state.relevant_total() == state_of(LIST).relevant_total() + 1


def test_fewer_relevant_than_found_is_refused_and_nothing_lost() -> None:
    reading = from_form({**rendered(LIST), "relevant": "1", "g2": "2"})
    assert [e.field for e in reading.errors] == ["relevant"]
    assert reading.state.grades == (1, 2, -1, 3)


def test_a_narrower_scale_brings_grades_down() -> None:
    state = post(scale="1")
    assert state.grades == (1, 0, -1, 1)
    assert state.unretrieved == (1, 1, 1, 0)


def test_a_refused_number_keeps_what_it_was() -> None:
    reading = from_form({**rendered(LIST), "k": "0", "g1": "2"})
    assert [e.field for e in reading.errors] == ["k"]
    assert (reading.state.k, reading.state.grades[0]) == (10, 2)


def test_single_conventions_override_and_follow_the_preset() -> None:
    state = post(conventions="lillis", **{"c-discount": "log10-rank", "c-gain": "", "c-rel": "1"})
    assert dict(state.overrides) == {"discount": "log10-rank"}
    assert post(state.query(), **{"c-discount": "log2-rank"}).overrides == {}


def test_the_collection_can_be_forgotten() -> None:
    assert post(LIST + "&size=80", size="").size is None
    assert post(LIST + "&size=80").size == 80


def test_the_measure_open_follows_a_new_cutoff() -> None:
    assert post(LIST + "&show=nDCG@10", k="4").show == "nDCG@4"


@pytest.mark.parametrize("was", ["", "labels=zzz", "&&&", "\x00"])
def test_of_a_garbled_page_the_controls_still_count(was: str) -> None:
    assert from_form({"was": was, "documents": "2", "places": "4"}).state == State(grades=(0, 0), places=4)


def test_a_title_that_is_refused_leaves_the_former_one() -> None:
    was = "labels=1&title=Engine%20A&labels2=0"
    kept = from_form({"was": was, "title": "x" * 61})
    assert [error.field for error in kept.errors] == ["title"]
    assert [from_form(form).state.title for form in ({"was": was, "title": ""}, {"was": was})] == ["", "Engine A"]
    assert kept.state.title == "Engine A"
