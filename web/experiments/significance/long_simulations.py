"""Simulations that take too long for a request: a working process counts, and the page then shows the shares."""

from __future__ import annotations

import json

from flask import url_for

from ireval.comparison.significance import TESTS
from ireval.errors import InputError
from ireval.experiments.significance_tests.difference_shapes import OBSERVED
from ireval.experiments.significance_tests.simulated_shares import SimulatedShares
from ireval.experiments.significance_tests.topic_sampling import Simulation
from ireval.messages import Message, say
from web.experiments.significance.form import Choices
from web.jobs.admission import Order, jobs
from web.jobs.delivery import made_bytes
from web.jobs.kinds import SIGNIFICANCE_TESTS
from web.jobs.wording import SIMULATION
from web.store.jobs.job_records import FileGoneError

#: Upper estimates of processor time in seconds: of a test, of a topic in it, of an interval, of a topic in it.
_TEST, _TOPIC, _INTERVAL, _TOPIC_OF_INTERVAL = 2e-4, 1.2e-5, 1e-3, 1e-5
#: A simulation that takes at most this many seconds is computed when its page is opened.
AT_ONCE = 1.0


def seconds_of(simulation: Simulation) -> float:
    """Estimate the processor time of the simulation, in seconds."""
    sizes = [*simulation.all_sizes, simulation.topics]
    tests = sum(_TEST + size * _TOPIC for size in sizes) * len(TESTS)
    return simulation.count * tests + simulation.intervals * (_INTERVAL + simulation.topics * _TOPIC_OF_INTERVAL)


def is_quick(simulation: Simulation) -> bool:
    """Whether the simulation is computed when its page is opened."""
    return seconds_of(simulation) <= AT_ONCE


def check_work(simulation: Simulation) -> None:
    """Raise ``InputError`` if the simulation takes longer than a working process may."""
    seconds, most = seconds_of(simulation), jobs().settings.job_seconds
    if seconds > most:
        raise InputError("simulations", "simulation-too-long", seconds=round(seconds), most=most)


def order_of(choices: Choices, simulation: Simulation) -> Order:
    """The order for the counts."""
    what = {
        "shape": choices.given["shape"],
        "differences": choices.differences() if choices.given["shape"] == OBSERVED else [],
        "topics": simulation.topics,
        "effect": simulation.effect,
        "count": simulation.count,
        "alpha": simulation.alpha,
        "seed": simulation.seed,
    }
    return Order(
        SIGNIFICANCE_TESTS,
        what,
        choices.query,
        say(Message("tests-title")),
        f"{url_for('tests.experiment')}?{choices.query}",
        seconds_of(simulation),
        wording=SIMULATION,
        then="tests.finished",
    )


def finished_shares(choices: Choices, simulation: Simulation) -> SimulatedShares | None:
    """Return the shares if a working process has counted them recently, otherwise None."""
    job = jobs().finished(order_of(choices, simulation))
    if job is None:
        return None
    try:
        return simulation.result(json.loads(made_bytes(job)))
    except FileGoneError:
        return None
