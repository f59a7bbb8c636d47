"""The findings of simulated tests, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.comparison.pair_comparison import test_name
from ireval.comparison.significance import LEVEL
from ireval.experiments.significance_tests.simulated_shares import Share, SimulatedShares
from ireval.experiments.significance_tests.topic_sampling import BCA, STUDENT
from ireval.messages import Message, say
from ireval.numbers.expression import fixed


def findings(found: SimulatedShares) -> Iterator[Message]:
    """Which tests find too many differences, which have the most power, and whether intervals have their coverage."""
    yield from too_often(found)
    yield from never(found)
    yield from power(found)
    yield coverage(found)


def too_often(found: SimulatedShares) -> Iterator[Message]:
    """A sentence for each test whose type I error is clearly above alpha, with the numbers of topics; or for none."""
    wanted, none = percent(found.alpha), True
    for key in found.tests:
        shares = [
            Message("share-with-topics", share=percent(of[key].value), count=size)
            for size, of in found.errors.items()
            if of[key].against(found.alpha) > 0
        ]
        if shares:
            none = False
            yield Message("test-too-often", test=test_name(key), shares=shares, wanted=wanted)
    if none:
        yield Message("no-test-too-often", wanted=wanted)


def never(found: SimulatedShares) -> Iterator[Message]:
    """The tests that find no difference in any experiment, although there is one."""
    blind = [test_name(key) for key, share in found.powers.items() if not share.count]
    if blind:
        yield Message("tests-never-find", tests=blind, number=len(blind), topics=found.topics)


def power(found: SimulatedShares) -> Iterator[Message]:
    """The tests with the most and the least power among those that are not clearly above alpha."""
    fair = [key for key in found.tests if found.own_errors[key].against(found.alpha) <= 0]
    if not fair:
        return
    best, worst = (choose(fair, key=lambda key: found.powers[key].count) for choose in (max, min))
    values: dict[str, object] = {"effect": effect_text(found.effect), "topics": found.topics}
    values |= {"best": test_name(best), "high": percent(found.powers[best].value)}
    values |= {"worst": test_name(worst), "low": percent(found.powers[worst].value)}
    differ = found.powers[best].count != found.powers[worst].count
    yield Message("power-of-tests" if differ else "power-of-all-tests", values)
    unfair = [test_name(key) for key in found.tests if key not in fair]
    if unfair:
        yield Message("power-left-out", tests=unfair, number=len(unfair), wanted=percent(found.alpha))


def coverage(found: SimulatedShares) -> Message:
    """A sentence on how often the interval that comparisons report contains the true mean."""
    bca, student = found.coverages[BCA], found.coverages[STUDENT]
    keys = {1: "interval-above", 0: "interval-keeps-promise", -1: "interval-below"}
    return Message(
        keys[bca.against(1 - LEVEL)],
        topics=found.topics,
        promised=percent(1 - LEVEL, 0),
        bca=percent(bca.value),
        student=percent(student.value),
    )


def percent(share: float, places: int = 1) -> str:
    """A share in percent with this number of decimals.

    >>> percent(0.154), percent(0.05), percent(0.95, 0)
    ('15.4 %', '5.0 %', '95 %')
    """
    return f"{fixed(100 * share, places)} %"


def share_ends(share: Share) -> str:
    """The simulation error of a share.

    >>> share_ends(Share(0, 100))
    '0.0 to 3.6 %'
    """
    low, high = (fixed(100 * end, 1) for end in share.ends)
    return f"{low} to {high} %"


def effect_text(effect: float) -> str:
    """An effect in its shortest form.

    >>> effect_text(0.5)
    '0.5'
    """
    return f"{effect:g}"


def interval_name(key: str) -> str:
    """The name of an interval in a table."""
    return say(Message(f"interval-{key}"))


def shape_name(key: str) -> str:
    """The name of a distribution of differences."""
    return say(Message(f"differences-{key}"))
