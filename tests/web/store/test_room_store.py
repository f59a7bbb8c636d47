"""Rooms: rounds and their stages, devices, answers that count once they are sent, and the lecturer's right."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from tests.statements import counted
from tests.web.store.conftest import Clock, counts
from web.store import Reason, Refused
from web.store.rooms.room_records import CODE_ALPHABET, CODE_LASTS, CODE_LENGTH, NOTED, Place, Room, Stage
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

MONTH = timedelta(days=30)


@pytest.fixture
def room(store: Store) -> Room:
    found = store.rooms.by_code(store.rooms.open("AP", MONTH).code)
    assert found
    return found


def moved(store: Store, room: Room, stage: Stage, vote: int = 1) -> Room:
    """The room at another stage of its round."""
    return store.rooms.move(room, room.place, Place(room.round, vote, stage))


def test_a_code_leads_to_a_room_until_hours_after_the_last_round(store: Store, clock: Clock) -> None:
    opened = store.rooms.open("AP", MONTH)
    assert len(opened.code) == CODE_LENGTH and set(opened.code) <= set(CODE_ALPHABET)
    clock.go(hours=3)
    room = store.rooms.by_code(opened.code)
    assert room and room.place == Place(0, 1, Stage.NOTHING)
    store.rooms.ask(room, "{}")
    clock.now += CODE_LASTS - timedelta(seconds=1)
    assert store.rooms.by_code(opened.code)
    clock.go(seconds=1)
    assert store.rooms.by_code(opened.code) is None
    held = store.rooms.controllers.held(opened.owner)
    assert held and held.room.round == 1, "the lecturer still sees what came of it"


def test_only_the_vote_that_is_open_takes_answers_and_what_was_sent_stays(store: Store, room: Room) -> None:
    room = store.rooms.ask(room, "{}")
    phones = store.rooms.phones
    phones.answer(room, "a", 1, 1, {"choice": "x"})
    phones.answer(room, "a", 1, 1, {"choice": "y"})
    closed = moved(store, room, Stage.CLOSED)
    for round_, vote in ((1, 1), (1, 2), (2, 1)):
        with pytest.raises(Refused) as caught:
            phones.answer(closed, "a", round_, vote, {"choice": "z"})
        assert caught.value.reason is Reason.ROUND_CLOSED
    again = moved(store, closed, Stage.OPEN, vote=2)
    with pytest.raises(Refused):
        phones.answer(again, "a", 1, 1, {"choice": "z"})  # a phone that was asleep resends its first vote
    phones.answer(again, "a", 1, 2, {"choice": "z"})
    assert phones.sent(again, "a", 1).answers == {1: {"choice": "y"}, 2: {"choice": "z"}}
    assert [(x.vote, x.text) for x in phones.answers(again)] == [(1, "y"), (2, "z")]
    assert phones.tally(again).devices == 1


def test_what_may_be_sent_once_is_not_sent_again_even_at_once(store: Store, room: Room) -> None:
    room, parts = store.rooms.ask(room, "{}"), ("0.a", "0.b")
    with ThreadPoolExecutor(4) as at_once:
        sent = list(at_once.map(lambda i: accepted(store, room, {"0.a": str(i)}, parts), range(6)))
    assert sum(sent) == 1
    kept = store.rooms.phones.sent(room, "a", 1).answers
    assert not accepted(store, room, {"0.b": "later"}, parts), "no other part of the same question"
    assert store.rooms.phones.sent(room, "a", 1).answers == kept
    assert accepted(store, room, {"1.a": "x"}, ("1.a",))


def accepted(store: Store, room: Room, answers: dict[str, str], once: tuple[str, ...]) -> bool:
    """Whether a device could send these answers."""
    try:
        store.rooms.phones.answer(room, "a", 1, 1, answers, once=once)
    except Refused:
        return False
    return True


def test_a_step_that_two_controllers_take_at_once_is_taken_once(store: Store, room: Room) -> None:
    room = store.rooms.ask(room, "{}")
    first = moved(store, room, Stage.CLOSED)
    second = store.rooms.move(room, room.place, Place(1, 1, Stage.VOTES))
    assert first.place == second.place == Place(1, 1, Stage.CLOSED) and second.revision == first.revision


def test_a_body_is_changed_before_the_answer_alone_and_answers_stay(store: Store, room: Room) -> None:
    room = store.rooms.ask(room, "{}")
    store.rooms.phones.answer(room, "a", 1, 1, {"choice": "x"})
    for stage in (Stage.OPEN, Stage.CLOSED, Stage.VOTES, Stage.DISCUSS):
        room = moved(store, room, stage)
        changed = store.rooms.rewrite(room, 1, lambda body, stage=stage: f"{body}{stage}")  # type: ignore[misc]
        assert changed.revision == room.revision and changed.shown > room.shown, "phones need not know of it"
        room = changed
    found = store.rooms.round(room, 1)
    assert found and found.body == "{}openclosedvotesdiscuss"
    assert store.rooms.phones.tally(room).devices == 1
    for other, there in ((2, room), (1, moved(store, room, Stage.ANSWER)), (1, moved(store, room, Stage.OVER))):
        with pytest.raises(Refused) as caught:
            store.rooms.rewrite(there, other, lambda _: "late")
        assert caught.value.reason is Reason.ROUND_CLOSED


def test_a_device_has_one_place_however_often_it_joins(store: Store, room: Room, clock: Clock) -> None:
    phones = store.rooms.phones
    assert [phones.enter(room, name) for name in ("a", "b", "a", "c")] == [0, 1, 0, 2]
    assert phones.present(room) == 3
    clock.go(minutes=2)
    assert phones.enter(room, "b") == 1 and phones.present(room) == 1
    phones._most = 3
    with pytest.raises(Refused) as caught:
        phones.enter(room, "d")
    assert caught.value.reason is Reason.ROOM_FULL


def test_one_query_tells_a_device_where_its_room_and_itself_stand(store: Store, room: Room, clock: Clock) -> None:
    phones = store.rooms.phones
    assert phones.at_door("ZZZZZZ", "a") is None
    found = phones.at_door(room.code, "a")
    assert found and found.room == room and (found.place, found.noted, found.latest) == (-1, False, None)
    phones.enter(room, "b")
    phones.enter(room, "a")
    room = store.rooms.ask(room, "{}")
    phones.answer(room, "a", 1, 1, {"choice": "x"})
    with counted() as sent:
        found = phones.at_door(room.code, "a")
    assert len(sent.statements) == 1
    assert found and (found.place, found.noted, found.latest) == (1, True, clock.now)
    other = phones.at_door(room.code, "b")
    assert other and (other.place, other.latest) == (0, None)
    clock.now += NOTED
    later = phones.at_door(room.code, "a")
    assert later and not later.noted
    store.rooms.end(room)
    ended = phones.at_door(room.code, "a")
    assert ended and not ended.room.is_open


def test_devices_that_join_at_once_get_different_places(store: Store, room: Room) -> None:
    with ThreadPoolExecutor(4) as at_once:
        found = list(at_once.map(lambda i: store.rooms.phones.enter(room, f"phone {i}"), range(24)))
    assert sorted(found) == list(range(24))


def test_a_pairing_code_works_once_and_gives_no_right_before_it_is_confirmed(store: Store, clock: Clock) -> None:
    opened = store.rooms.open("AP", MONTH)
    known = store.rooms.controllers
    held = known.held(opened.owner)
    assert held and held.controller.confirmed
    known.new_pairing(held.room, "ABCDEF")
    token = known.pair("ABCDEF", "blue harbour")
    assert token and known.pair("ABCDEF", "red cliff") is None
    paired = known.held(token)
    assert paired and not paired.controller.confirmed and paired.controller.name == "blue harbour"
    known.confirm(held.room, paired.controller.digest)
    again = known.held(token)
    assert again and again.controller.confirmed
    known.remove(held.room, paired.controller.digest)
    assert known.held(token) is None
    known.new_pairing(held.room, "GHJKMN")
    clock.go(minutes=6)
    assert known.pair("GHJKMN", "late") is None


def test_a_recovery_code_gives_a_new_owner_and_takes_the_right_from_all_others(store: Store) -> None:
    opened = store.rooms.open("AP", MONTH)
    found = store.rooms.controllers.recover(opened.recovery.lower())
    assert found and store.rooms.controllers.held(opened.owner) is None
    held = store.rooms.controllers.held(found.owner)
    assert held and held.room.id == opened.id
    assert store.rooms.controllers.recover(opened.recovery) is None


def test_with_a_room_everything_in_it_is_deleted(store: Store, url: str, room: Room, clock: Clock) -> None:
    room = store.rooms.ask(room, "{}")
    store.rooms.phones.answer(room, "a", 1, 1, {"choice": "x"})
    assert counts(url)["room_answers"] == 1
    store.rooms.delete(room)
    assert not any(name.startswith("room") for name in counts(url))
    store.rooms.open("late", timedelta(days=1))
    clock.go(days=2)
    store.sweep()
    assert not any(name.startswith("room") for name in counts(url))
    with pytest.raises(Refused) as caught:
        store.rooms.ask(room, "{}")
    assert caught.value.reason is Reason.ROOM_GONE


def test_a_glance_is_seen_at_once_where_it_is_made_and_waits_for_nobody(store: Store, room: Room) -> None:
    """While a thread looks at a database that does not answer, the others are not kept waiting."""
    glances = store.rooms.glances
    assert glances.room(room.code) == room
    asked = store.rooms.ask(room, "{}")
    seen = glances.room(room.code)
    assert seen and seen.place == asked.place
    with glances._lock:
        assert glances.room(room.code) == seen
        glances.forget()
        assert glances.room(room.code) is None
    assert glances.room("ZZZZZZ") is None
