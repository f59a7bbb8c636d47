"""The question at the start of the page: how often does the bootstrap test find a difference that does not exist?"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ireval.comparison.significance import LEVEL
from ireval.errors import InputError, nearest
from ireval.experiments.significance_tests.difference_shapes import SHAPES
from ireval.experiments.significance_tests.simulated_shares import Share
from ireval.experiments.significance_tests.simulation_findings import percent, share_ends
from ireval.experiments.significance_tests.topic_sampling import Simulation
from ireval.messages import Message, say

#: The part of an address with the answer, and the answers, in percent.
FIELD, OPTIONS = "guess", ("1", "5", "10", "15")
#: The test in question, the number of topics, and of simulated experiments.
TEST, TOPICS, COUNT = "bootstrap", 5, 1000


class Prediction(NamedTuple):
    """A prediction, the result of the simulation, whether the prediction is right, and the explanation."""

    guess: str
    found: str
    verdict: str
    reason: str
    is_right: bool


def prediction(guess: str) -> Prediction:
    """Return the answer to a prediction. Raises ``InputError`` if the prediction is not among the options."""
    if guess not in OPTIONS:
        raise InputError(FIELD, "not-one-of", name="Your prediction", text=guess, hint=nearest(guess, OPTIONS))
    share = simulated_share()
    right = min(OPTIONS, key=lambda option: abs(float(option) - 100 * share.value))
    found = Message(
        "answer-of-bootstrap", share=percent(share.value), ends=share_ends(share), count=share.total, topics=TOPICS
    )
    key = "prediction-right" if guess == right else "prediction-wrong"
    verdict = Message(key, guess=f"{guess} %", times=round(share.value / LEVEL))
    reason = Message("reason-of-bootstrap", topics=TOPICS, part=f"{TOPICS - 1}/{TOPICS}")
    return Prediction(guess, say(found), say(verdict), say(reason), guess == right)


@lru_cache(maxsize=1)
def simulated_share() -> Share:
    """Return how often the test finds a difference that does not exist."""
    return Simulation(SHAPES["normal"], TOPICS, count=COUNT).rejections(TEST)
