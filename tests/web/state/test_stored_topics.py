"""Topics of collections in addresses: stored labels, one's own beside them, limits, and what cannot be found."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from ireval.collection.entries import Document, Topic
from ireval.collection.stored_collection import Collection
from ireval.ranking.labels import MOST_RANKS, MOST_UNRETRIEVED
from ireval.trec.runs import read_run
from tests.paths import ROOT
from web.lab.form import from_form
from web.state.address import Reading, from_query
from web.state.lab_state import State
from web.state.pin_text import parts_of
from web.state.pinned_state import pin, pinned_state
from web.state.stored.stored_labels import own_labels
from web.store.library import library
from web.store.library.library import LibraryEntry

HARBOUR = ROOT / "collections" / "harbour"
TOPICS = [str(number) for number in range(1, 11)]


def opened(query: str) -> Reading:
    return from_query(parts_of(query))


def state_of(query: str) -> State:
    reading = opened(query)
    assert [error.message for error in reading.errors] == []
    return reading.state


def posted(state: State, **changes: str) -> Reading:
    """The outcome of the lab's form, with some controls changed."""
    form = {f"g{rank}": "u" if grade < 0 else str(grade) for rank, grade in enumerate(state.grades, 1)}
    return from_form({"was": state.query(), **form, **changes})


def lines(name: str) -> list[list[str]]:
    """The fields of a file of the collection, read without the readers that the product uses."""
    return [line.split() for line in (HARBOUR / name).read_text("utf-8").splitlines()]


def stored(run: str, topic: str, qrels: str = "qrels.txt") -> tuple[list[tuple[str, int]], set[tuple[str, int]]]:
    """The ranking with its labels, and the judged documents that it missed."""
    judged = {docno: int(grade) for number, _, docno, grade in lines(qrels) if number == topic}
    rows = [(float(score), docno) for number, _, docno, _, score, _ in lines(f"runs/{run}.txt") if number == topic]
    ranked = [docno for _, docno in sorted(rows, reverse=True)]
    return [(d, judged.get(d, -1)) for d in ranked], {(d, g) for d, g in judged.items() if d not in ranked}


def collection_of(
    qrels: Mapping[str, Mapping[str, int]], runs: Mapping[str, Mapping[str, Mapping[str, float]]], *docnos: str
) -> Collection:
    documents = {docno: Document(docno, docno.title(), f"About {docno}.") for docno in docnos}
    read = {
        name: read_run("".join(f"{t} Q0 {d} 0 {x} r\n" for t, rows in run.items() for d, x in rows.items()).encode())
        for name, run in runs.items()
    }
    return Collection(documents, {"1": Topic("1", "first")}, qrels, {}, read)


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> dict[str, Collection]:
    """Collections that the library also finds, by their keys."""
    found: dict[str, Collection] = {}
    usual = library.find
    monkeypatch.setattr(
        library, "find", lambda key: LibraryEntry(key, f"Shelf {key}", found[key]) if key in found else usual(key)
    )
    return found


@pytest.mark.parametrize("run", ["words", "pieces"])
@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_has_the_labels_of_the_files(run: str, topic: str) -> None:
    state = state_of(f"collection=harbour&topic={topic}&run={run}")
    ranked, missed = stored(run, topic)
    assert [(d.name, d.grade) for d in state.ranked] == ranked
    assert {(d.name, d.grade) for d in state.missed} == missed
    assert (state.title, state.size) == (run, 83)
    assert state.query() == f"collection=harbour&topic={topic}&run={run}"


def test_the_labels_of_one_assessor_are_shown() -> None:
    state = state_of("collection=harbour&topic=9&run=words&assessor=dan")
    ranked, missed = stored("words", "9", "assessors/dan.txt")
    assert [(d.name, d.grade) for d in state.ranked] == ranked
    assert {(d.name, d.grade) for d in state.missed} == missed
    assert "assessor=dan" in state.query()


def test_without_more_the_first_run_and_topic_open() -> None:
    assert state_of("collection=harbour").query() == "collection=harbour&topic=1&run=pieces"


def test_fewer_documents_are_listed_and_the_others_count_as_not_retrieved() -> None:
    whole, few = (state_of(f"collection=harbour&topic=3&run=words{more}") for more in ("", "&depth=5"))
    assert few.ranked == whole.ranked[:5]
    judged_below = {d for d in whole.ranked[5:] if d.grade >= 0}
    assert set(few.missed) == {*whole.missed, *judged_below}
    assert few.relevant_total() == whole.relevant_total()


def test_two_runs_share_their_topic() -> None:
    state = state_of("collection=harbour&topic=3&run=words&run2=pieces&list=2")
    assert [listed.title for listed in state.lists] == ["words", "pieces"]
    assert [[(d.name, d.grade) for d in x.ranked] for x in state.lists] == [
        stored(run, "3")[0] for run in ("words", "pieces")
    ]
    assert state.query() == "collection=harbour&topic=3&run=words&run2=pieces&list=2"


def test_an_own_label_is_in_the_address_and_the_stored_ones_come_back() -> None:
    state = state_of("collection=harbour&topic=3&run=words&run2=pieces")
    name, grade = state.ranked[2].name, state.ranked[2].grade
    changed = posted(state, g3="3" if grade != 3 else "0").state
    assert changed.query() == f"{state.query()}&own={name}={changed.ranked[2].grade}"
    again = state_of(changed.query())
    assert again == changed
    for listed in again.lists:
        assert {d.grade for d in (*listed.ranked, *listed.missed) if d.name == name} == {changed.grades[2]}
    back = posted(changed, do="stored-labels").state
    assert back.query() == state.query()


def test_an_unjudged_document_is_judged_and_a_judged_one_becomes_unjudged() -> None:
    state = state_of("collection=harbour&topic=3&run=words&run2=pieces")
    unjudged = next(i for i, d in enumerate(state.ranked, 1) if d.grade < 0)
    judged = next(i for i, d in enumerate(state.ranked, 1) if d.grade > 0)
    changed = posted(state, **{f"g{unjudged}": "2", f"g{judged}": "u"}).state
    names = {state.ranked[unjudged - 1].name: 2, state.ranked[judged - 1].name: -1}
    assert own_labels(changed.lists) == names
    assert "labels" not in parts_of(changed.query())
    for listed in changed.lists:
        known = {d.name: d.grade for d in (*listed.ranked, *listed.missed)}
        assert all(known.get(name, -1) == grade for name, grade in names.items())


@pytest.mark.parametrize("topic", TOPICS)
def test_any_own_labels_survive_the_address(topic: str) -> None:
    dice = Random(topic)  # noqa: S311 -- the same changes each time
    start = state = state_of(f"collection=harbour&topic={topic}&run=words&run2=pieces")
    for _ in range(8):
        changes = {f"g{dice.randint(1, len(state.grades))}": dice.choice("u0123") for _ in range(4)}
        state = posted(state, **changes, list=str(dice.randint(1, 2))).state
        assert not {"labels", "labels2"} & set(parts_of(state.query()))
        again = state_of(state.query())
        assert again.lists == state.lists and again.query() == state.query()
    assert own_labels(state.lists) and posted(state, do="stored-labels").state.lists == start.lists


def test_another_order_is_written_in_full_and_keeps_its_stored_labels() -> None:
    state = state_of("collection=harbour&topic=3&run=words")
    moved = posted(state, do="move 1 3", g1="3").state
    parts = parts_of(moved.query())
    assert parts["run"] == "words" and parts["labels"][2] == "3" and parts["names"].startswith(state.ranked[1].name)
    again = state_of(moved.query())
    assert again.lists == moved.lists
    assert own_labels(again.lists) == {state.ranked[0].name: 3}
    back = posted(again, do="stored-labels").state
    assert sorted(back.ranked) == sorted(state.ranked) and back.missed == state.missed


def test_the_stored_labels_come_back_after_a_narrower_scale() -> None:
    state = state_of("collection=harbour&topic=3&run=words")
    binary = posted(state, scale="1").state
    assert max(binary.grades) == 1 and own_labels(binary.lists)
    assert posted(binary, do="stored-labels").state.query() == state.query()


def test_documents_in_the_address_replace_those_of_the_run() -> None:
    state = state_of("collection=harbour&topic=3&run=words&labels=10&unretrieved=2")
    assert (state.grades, state.unretrieved, state.names) == ((1, 0), (2,), ())
    assert state_of("collection=harbour&topic=3&run=words&unretrieved=211").unretrieved == (2, 1, 1)
    assert opened("collection=harbour&topic=3&run=words&names=a,b").errors[0].field == "names"


def test_title_and_size_alone_leave_the_documents_to_the_collection() -> None:
    state = state_of("collection=harbour&topic=3&run=words")
    assert posted(state, size="90").state.query() == f"{state.query()}&size=90"
    cleared = posted(state, size="").state
    assert cleared.size is None and state_of(cleared.query()) == cleared
    assert state_of(posted(state, title="mine").state.query()).title == "mine"


def test_a_list_of_ones_own_stands_beside_a_run() -> None:
    state = state_of("collection=harbour&topic=3&run=words&labels2=101&names2=x,y,z")
    assert [bool(listed.stored) for listed in state.lists] == [True, False]
    assert state_of(state.query()).lists == state.lists
    assert len(posted(state, do="remove-list", list="2").state.lists) == 1


def test_the_stored_labels_can_be_pinned_beside_ones_own() -> None:
    state = pin(state_of("collection=harbour&topic=3&run=words"))
    changed = posted(state, g1="3").state
    assert parts_of(changed.query())["pin"] == "own="
    pinned = pinned_state(state_of(changed.query()))
    assert pinned is not None and pinned.grades == state.grades
    moved = posted(changed, do="move 1 2").state
    pinned = pinned_state(state_of(moved.query()))
    assert pinned is not None and pinned.ranked == state.ranked


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("collection=nowhere", "collection", "no collection “nowhere”"),
        ("collection=", "collection", "no collection"),
        ("collection=harbour&topic=99", "topic", "Choose one of: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10."),
        ("collection=harbour&topic=1&run=none", "run", "Choose one of: pieces, words, "),
        ("collection=harbour&topic=1&run=words&run2=none", "run2", "no run “none”"),
        ("collection=harbour&topic=1&assessor=eve", "assessor", "Choose one of: ada, ben, cleo, dan."),
        ("collection=harbour&depth=0", "depth", "out of range"),
        ("collection=harbour&depth=1001", "depth", "out of range"),
        ("collection=harbour&own=h66", "own", "not a label of your own"),
        ("collection=harbour&own=h66=9", "own", "not a label of your own"),
        ("collection=harbour&own=nothing=1", "own", "no document “nothing”"),
        ("labels=101&topic=3", "topic", "needs a collection"),
        ("labels=101&run2=words", "run2", "needs a collection"),
    ],
)
def test_what_cannot_be_found_is_reported_with_what_there_is(query: str, field: str, words: str) -> None:
    (error,) = opened(query).errors
    assert error.field == field
    assert words in f"{error.message} {error.suggestion}"


def test_a_run_without_the_topic_has_an_empty_list(shelf: dict[str, Collection]) -> None:
    shelf["s"] = collection_of({"1": {"a": 1, "b": 0}}, {"r": {"2": {"x": 1.0}}}, "a", "b", "x")
    state = state_of("collection=s&topic=1&run=r")
    assert state.ranked == [] and [(d.name, d.grade) for d in state.missed] == [("a", 1), ("b", 0)]
    assert state.query() == "collection=s&topic=1&run=r"
    unjudged = state_of("collection=s&topic=2&run=r")
    assert [(d.name, d.grade) for d in unjudged.ranked] == [("x", -1)] and unjudged.missed == []


def test_a_collection_without_runs_says_so(shelf: dict[str, Collection]) -> None:
    shelf["s"] = collection_of({"1": {"a": 1}}, {}, "a")
    (error,) = opened("collection=s&topic=1").errors
    assert "Shelf s has no runs" in error.message


def test_unusual_grades_and_names(shelf: dict[str, Collection]) -> None:
    """Grades above the lab's scale count as its highest; names have commas, equals signs and colons; a1 is a name."""
    qrels = {"1": {"a,b": 9, "c=d": 1, "e:f;g": 0, "a1": 2, "pool": -1}}
    shelf["s"] = collection_of(qrels, {"r": {"1": {"a,b": 4, "c=d": 3, "a1": 2, "pool": 1}}, "q": {"1": {"a1": 1}}})
    state = state_of("collection=s&topic=1&run=r&run2=q")
    assert [(d.name, d.grade) for d in state.ranked] == [("a,b", 5), ("c=d", 1), ("a1", 2), ("pool", -1)]
    assert state.topic is not None and state.topic.docnos_above_scale == ["a,b"]
    changed = posted(state, g1="0", g2="u", g3="1").state
    assert state_of(changed.query()).lists == changed.lists
    assert "labels" not in parts_of(changed.query())
    assert own_labels(changed.lists) == {"a,b": 0, "c=d": -1, "a1": 1}
    assert changed.lists[1].ranked[0].grade == 1  # the same document in the other list


def test_equal_scores_are_ordered_as_the_comparison_orders_them(shelf: dict[str, Collection]) -> None:
    shelf["s"] = collection_of({"1": {"b": 1}}, {"r": {"1": {"a": 1, "c": 1, "b": 1}}})
    assert [d.name for d in state_of("collection=s").ranked] == ["c", "b", "a"]
    ascending = state_of("collection=s&ties=docno-ascending")
    assert [d.name for d in ascending.ranked] == ["a", "b", "c"]
    assert state_of(ascending.query()).lists == ascending.lists


def test_more_judged_documents_than_the_lab_holds(shelf: dict[str, Collection]) -> None:
    grades = {f"d{i:04}": int(i % 3 == 0) for i in range(MOST_UNRETRIEVED + 200)}
    shelf["s"] = collection_of({"1": grades}, {"r": {"1": {"d0000": 2, "d0001": 1}}, "q": {"1": {"d0003": 1}}})
    state = state_of("collection=s&topic=1&run=r&run2=q")
    assert len(state.missed) == MOST_UNRETRIEVED
    assert state.relevant_total() == sum(grades.values())  # those with the lowest grades are left out
    changed = posted(state, g2="1").state
    assert parts_of(changed.query())["own"] == "d0001=1"
    assert state_of(changed.query()).lists == changed.lists


def test_a_long_run_keeps_its_address_short_and_says_when_there_is_no_room(shelf: dict[str, Collection]) -> None:
    names = [f"document-{i:04}" for i in range(1500)]
    shelf["s"] = collection_of({"1": {names[0]: 1}}, {"r": {"1": {n: -float(i) for i, n in enumerate(names)}}})
    state = state_of("collection=s&topic=1&run=r&depth=1000")
    assert len(state.grades) == MOST_RANKS
    assert posted(state, g2="1").state.query() == f"{state.query()}&own={names[1]}=1"
    moved = posted(state, do="move 1 2")
    assert moved.state.query() == state.query()
    assert "no room for the names of" in moved.errors[0].message
    many = posted(state, **{f"g{rank}": "1" for rank in range(2, 400)})
    assert "no room for 398 labels" in many.errors[0].message and many.state.query() == state.query()


def test_a_collection_that_is_gone_is_reported_after_a_change(shelf: dict[str, Collection]) -> None:
    shelf["s"] = collection_of({"1": {"a": 1}}, {"r": {"1": {"a": 1}}})
    state = state_of("collection=s&topic=1&run=r")
    del shelf["s"]
    assert "There is no collection “s”." in [error.message for error in posted(state, g1="0").errors]


def test_stored_labels_are_never_overwritten() -> None:
    """Whatever is changed, the collection stays as its files are."""
    found = library.find("harbour").collection
    before = repr((found.qrels, found.assessors))
    state = state_of("collection=harbour&topic=3&run=words&run2=pieces")
    for change in ({"g1": "3"}, {"do": "delete 1"}, {"do": "not-retrieved 2"}, {"relevant": "9"}, {"scale": "1"}):
        state = posted(state, **change).state
    assert state.query() != state_of("collection=harbour&topic=3&run=words&run2=pieces").query()
    assert repr((found.qrels, found.assessors)) == before
    assert [(d.name, d.grade) for d in state_of("collection=harbour&topic=3&run=words").ranked] == stored("words", "3")[
        0
    ]
