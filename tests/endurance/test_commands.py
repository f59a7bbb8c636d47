"""The commands themselves, for a moment: what they count must be there, and nothing lost."""

from __future__ import annotations

import asyncio
import random
import sys

import pytest

from tests.endurance.apart import run_apart
from tests.endurance.class_run import Plan, run_class
from tests.endurance.kills import kill_repeatedly
from tests.endurance.ledger import Ledger
from tests.endurance.relay import Network, Relay

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux")


def test_the_ledger_tells_a_loss_from_an_answer_that_was_under_way() -> None:
    ledger = Ledger()
    ledger.note_sent("/s/x/ADA", {"ap.score": "1"})
    assert ledger.compare("/s/x/ADA", {"ap.score": ""}) == ledger.compare("/s/x/ADA", {"ap.score": "1"}) == 0
    ledger.note_acknowledged("/s/x/ADA", {"ap.score": "1"})
    ledger.note_sent("/s/x/ADA", {"ap.score": "2"})
    assert ledger.compare("/s/x/ADA", {"ap.score": "1"}) == ledger.compare("/s/x/ADA", {"ap.score": "2"}) == 0
    assert ledger.compare("/s/x/ADA", {"ap.score": ""}) == ledger.compare("/s/x/ADA", {}) == 1
    ledger.note_acknowledged("/s/x/ADA", {"ap.score": "2"})
    assert ledger.compare("/s/x/ADA", {"ap.score": "1"}) == 1
    assert ledger.compare("/s/x/BOB", {"ap.score": "1"}) == 0
    assert (ledger.acknowledged, len(ledger.lost)) == (2, 3)


def test_connections_are_refused_during_outages_alone() -> None:
    async def lose_and_restore(relay: Relay, times: int) -> None:
        for _ in range(times):
            await relay.lose(Network.REFUSING)
            await asyncio.sleep(0)
            await relay.restore()
            await asyncio.sleep(0)

    async def refusals() -> tuple[int, int]:
        """How often a connection was refused, and how often outside of an outage."""
        relay, refused, unexplained = Relay([9], random.Random(1)), 0, 0
        await relay.open()
        network, now = asyncio.create_task(lose_and_restore(relay, 200)), asyncio.get_running_loop().time
        while not network.done():
            begun = now()
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", relay.port)
                writer.close()
            except ConnectionError:
                refused += 1
                unexplained += not relay.outages.touch(begun, now())
        await relay.close()
        return refused, unexplained

    refused, unexplained = run_apart(refusals())
    assert refused and not unexplained


@on_linux
def test_a_server_that_is_killed_loses_nothing() -> None:
    found = run_apart(kill_repeatedly("sqlite", 1, seed=3))
    assert (found.lost, found.faults, found.tracebacks) == ([], [], [])
    assert sum(found.kills.values()) == 1
    assert found.acknowledged["answers"] >= 10 and found.acknowledged["names"]


@pytest.mark.thorough
@on_linux
def test_a_class_that_loses_the_network_loses_nothing() -> None:
    plan = Plan(students=8, seconds=3, outage=0.6, browsers=0, thinking=0.4)
    found = run_apart(run_class("sqlite", plan))
    assert (found.lost, found.errors, found.tracebacks) == ([], [], [])
    assert found.students == 8 and found.acknowledged and found.toggles and found.back and found.owner
