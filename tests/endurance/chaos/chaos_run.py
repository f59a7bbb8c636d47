"""Plays one failure after the other while visitors use the installation."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from tests.endurance.chaos.crowd import Crowd
from tests.endurance.chaos.failures import FAILURES, Failure
from tests.endurance.chaos.installation import Installation, installed
from tests.endurance.chaos.scenario_figures import ChaosFigures, ScenarioFigures
from tests.endurance.server_process import Server
from tools.rehearse.http_client import Browser, UnreachableError

BEFORE = 0.5  # seconds for which visitors work before a failure
LOOKS = 0.2  # seconds between two looks of the balancer
T = TypeVar("T")


@dataclass(frozen=True)
class ChaosPlan:
    """For how many seconds each failure lasts, and which are played: those whose names contain one of the texts."""

    seconds: float = 8
    only: Sequence[str] = ()
    seed: int = 1
    orders: bool = True  # whether visitors order files, which wait for a computer that has nothing else to do

    def failures(self, kind: str) -> list[Failure]:
        """Those for this kind of database."""
        mine = (failure for failure in FAILURES if kind in failure.kinds)
        return [failure for failure in mine if not self.only or any(text in failure.name for text in self.only)]


async def run_chaos(kind: str, plan: ChaosPlan) -> ChaosFigures:
    """The figures of all failures of the plan on one installation."""
    figures, chance = ChaosFigures(kind), random.Random(f"{plan.seed} {kind}")
    async with _in_thread(installed(kind)) as installation:
        crowd = Crowd([installation.server.port], chance)
        try:
            await crowd.begin(orders=plan.orders)
            for failure in plan.failures(kind):
                begun = time.monotonic()
                figures.scenarios.append(await _play(failure, installation, crowd, plan.seconds))
                found, took = figures.scenarios[-1], time.monotonic() - begun
                print(f"{found}; {took:.0f} s", *set(found.problems), sep="\n  ", file=sys.stderr, flush=True)
        finally:
            await crowd.end()
    return figures


async def _play(failure: Failure, installation: Installation, crowd: Crowd, seconds: float) -> ScenarioFigures:
    figures = ScenarioFigures(failure.name, failure.may_cut, once=failure.once)
    figures.left_out = failure.left_out(installation)
    if figures.left_out:
        return figures
    usual = list(crowd.ports)
    async with _in_thread(failure.stage(installation)) as stage, _balanced(crowd, stage.ports):
        servers = list(installation.servers)
        attempts = await asyncio.to_thread(installation.attempts)
        before = [len(server.tracebacks()) for server in servers]
        await crowd.warm()
        crowd.start(figures)
        await asyncio.sleep(BEFORE)
        await asyncio.to_thread(stage.play, seconds)
        try:
            figures.resumed = await crowd.seconds_until_it_works()
            await crowd.rest()
            await crowd.compare()
            later = await asyncio.to_thread(installation.attempts)
            figures.begun_again = sum(count > 1 for job, count in later.items() if job not in attempts)
        except (TimeoutError, UnreachableError) as error:
            figures.faults.append(f"afterwards: {error!r}")
        figures.faults += _new_tracebacks(servers, before)
    crowd.ports[:] = usual
    return figures


def _new_tracebacks(servers: Sequence[Server], before: Sequence[int]) -> list[str]:
    return [text for server, count in zip(servers, before, strict=True) for text in server.tracebacks()[count:]]


@asynccontextmanager
async def _balanced(crowd: Crowd, ports: Sequence[int]) -> AsyncIterator[None]:
    """Send visitors to these ports, but to none of which the server says that it ends, or has ended."""
    crowd.ports[:] = ports
    task = asyncio.create_task(_balance(crowd, ports)) if len(ports) > 1 else None
    try:
        yield
    finally:
        if task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _balance(crowd: Crowd, ports: Sequence[int]) -> None:
    while True:
        open_ = [port for port in ports if await _takes_visitors(port)]
        crowd.ports[:] = open_ or ports
        await asyncio.sleep(LOOKS)


async def _takes_visitors(port: int) -> bool:
    browser = Browser([port], random.Random(1))
    try:
        return "stopping" not in (await browser.get("/readyz", 2)).text
    except UnreachableError:
        return False
    finally:
        browser.close()


@asynccontextmanager
async def _in_thread(context: AbstractContextManager[T]) -> AsyncIterator[T]:
    """A context that is entered and left in a thread, so that visitors go on meanwhile."""
    entered = await asyncio.to_thread(context.__enter__)
    try:
        yield entered
    except BaseException as error:
        await asyncio.shield(asyncio.to_thread(context.__exit__, type(error), error, error.__traceback__))
        raise
    await asyncio.to_thread(context.__exit__, None, None, None)
