"""The posted form: controls that are the state, read relative to what they were rendered from."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from web.lab import form as lab_form
from web.lab.form import from_form, known_state, remember
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


def test_an_unchanged_form_gives_the_same_state() -> None:
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


SHOWN = [
    LIST,
    "labels=",
    "labels=1u0p&unretrieved=3p&k=3&level=0.25&beta=0.5&comma=1&places=5",
    "labels=101&names=%20a%20b,,c&title=%20x%20&size=50&conventions=lillis&discount=log2-rank-plus-1&more=1",
    "labels=11&labels2=01&names=a,b&names2=b,c&arrangement=systems&list=2&show=nDCG@5&chart=ap",
    "subtopics=110,000,001&unretrieved_subtopics=010&show=alpha_nDCG@3&step=2&view=projector",
    "labels=1031&cover=P,AP.2,nDCG@10&pin=labels:111&show=P_at_recall@0.3",
]


@pytest.mark.parametrize("query", SHOWN)
def test_a_state_that_was_shown_is_the_one_that_its_query_says(query: str) -> None:
    state = state_of(query)
    assert state.explanation.ranking is not None
    remember(state)
    known = known_state(state.query())
    lab_form._known.clear()
    assert known == state == known_state(state.query())
    assert "explanation" not in vars(known), "what was computed of a list is not kept with it"
    assert known.query() == state.query()


@pytest.mark.parametrize("query", [query for query in SHOWN if query != "labels="])
@pytest.mark.parametrize(
    "change", [{"g1": "0"}, {"g1": "x", "g2": "u"}, {"documents": "9"}, {"missed1": "2"}, {"k": "7"}]
)
def test_a_change_means_the_same_whether_or_not_its_state_was_shown(query: str, change: dict[str, str]) -> None:
    posted = rendered(query) | change
    lab_form._known.clear()
    first = from_form(posted)
    remember(state_of(query))
    again = from_form(posted)
    assert (first.state, first.was) == (again.state, again.was)
    assert [error.key for error in first.errors] == [error.key for error in again.errors]
    if "g1" in change and first.was:
        grades = [0 if change["g1"] == "0" else first.was.grades[0], *first.was.grades[1:]]
        grades[1:2] = [-1] if "g2" in change and len(grades) > 1 else grades[1:2]
        assert first.state.grades[:2] == tuple(grades[:2])


def test_states_that_were_shown_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_form, "MOST_KNOWN", 5)
    for k in range(1, 20):
        remember(state_of(f"labels=1&k={k}"))
        assert len(lab_form._known) <= 5
    assert known_state("labels=1&k=3") == state_of("labels=1&k=3")


def test_the_states_that_were_shown_last_stay_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_form, "MOST_KNOWN", 8)
    lab_form._known.clear()
    for k in range(11, 40):
        remember(state_of(f"labels=1&k={k}"))
        assert [
            before for before in range(max(11, k - 3), k + 1) if f"labels=1&k={before}" not in lab_form._known
        ] == []
