"""What a saved answer costs: statements and transactions are counted, since each is a way to the database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.statements import counted
from tests.web.store.conftest import Clock
from web.store import Reason, Refused, SentAnswer, Sheet
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

Publish = Callable[..., Sheet]


@pytest.fixture
def alone(url: str) -> bool:
    """Whether a transaction that writes is alone from its beginning; PostgreSQL first has to lock the sheet."""
    return url.startswith("sqlite")


@pytest.mark.parametrize("mode", ["once", "practice"])
def test_a_saved_answer_is_one_transaction_with_three_statements(
    store: Store, publish: Publish, clock: Clock, mode: str, alone: bool
) -> None:
    sheet = publish(mode)
    store.save(sheet, "ada", "1", "a", "0.5", device="one")
    clock.go(seconds=1)
    with counted() as found:
        store.save(sheet, "ada", "1", "a", "0.6", device="one")
    assert found.transactions == 1 and len(found.statements) == 3
    if alone:
        assert found.changes == ["INSERT visits", "INSERT answers"], "the first statement reads all that is to be known"
    else:
        assert "FOR UPDATE" in found.statements[0] and found.statements[1].startswith("SELECT")
        assert "visits" in found.statements[2] and "answers" in found.statements[2], "both are written at once"
    assert store.answers(sheet, "ada").given == {("1", "a"): "0.6"}
    assert [visit.saved for visit in store.devices.visits(sheet, "ada")] == [clock.now]


def test_answers_that_are_sent_together_cost_as_much_as_one(store: Store, publish: Publish, alone: bool) -> None:
    sheet = publish()
    store.save(sheet, "ada", "1", "old", "1")
    with counted() as found:
        store.save_all(sheet, "ada", [SentAnswer("1", str(part), f"{part}") for part in range(30)], device="one")
    assert found.transactions == 1 and len(found.statements) == (3 if alone else 4)
    assert len(store.answers(sheet, "ada").given) == 31


def test_what_has_not_changed_is_not_written(store: Store, publish: Publish, alone: bool) -> None:
    sheet = publish("once")
    store.save(sheet, "ada", "1", "a", "0.5")
    store.submit(sheet, "ada")
    with counted() as found:
        store.save_all(sheet, "ada", [SentAnswer("1", "a", "0.5 "), SentAnswer("1", "b", "x", was="x")], device="one")
    assert found.changes == [] and len(found.statements) == (1 if alone else 2)
    with pytest.raises(Refused) as caught:
        store.save(sheet, "ada", "1", "a", "0.6")
    assert caught.value.reason is Reason.SUBMITTED


def test_each_change_of_an_answer_is_later_than_the_one_before(store: Store, publish: Publish, clock: Clock) -> None:
    """Otherwise marks of former answers could be taken for current ones, when a clock stands still or goes back."""
    sheet = publish()
    versions = []
    for text, seconds in (("1", 0), ("2", 0), ("3", -60), ("4", 3600)):
        clock.go(seconds=seconds)
        store.save(sheet, "ada", "1", "a", text)
        versions.append(store.marks.versioned_answers(sheet, "ada")[0])
    (record,) = store.marks.students(sheet)
    assert len(set(versions)) == 4 and record.version == versions[-1]
