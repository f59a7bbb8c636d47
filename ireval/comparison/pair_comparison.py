"""Two systems in one measure: the numbers, sentences on them, and notes on the p-values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from ireval.comparison.many_comparisons import disagreement
from ireval.comparison.significance import FEWEST_TOPICS, LEVEL, effect_size, misleads
from ireval.comparison.snapped_differences import differences_of, mean_of, varies
from ireval.conventions import CONVENTIONS
from ireval.explanation.step_table import PLACES
from ireval.messages import Figures, Message, say
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The key of Tukey's test. It tests all pairs at once, so it is not a choice of the convention ``test``.
TUKEY = "tukey"
#: The most decimals with which means are shown so that they differ.
_MOST_PLACES = 8


@dataclass(frozen=True, eq=False)
class PairComparison:
    """Two systems in one measure, topic by topic. All differences are B minus A.

    ``p`` has the p-value of each test, and ``holm`` the p-values corrected for all ``comparisons`` of the ``family``.
    ``lowest`` has the values that ``holm`` would have if the p-value were the smallest that the test can give.
    ``tukey`` is the p-value of Tukey's HSD, which needs three systems. A p-value that cannot be computed is None.
    """

    a: str
    b: str
    better: int
    a_scores: Floats
    b_scores: Floats
    p: Mapping[str, float | None]
    interval: tuple[float, float] | None
    tukey: float | None = None
    holm: Mapping[str, float | None] = field(default_factory=dict)
    lowest: Mapping[str, float | None] = field(default_factory=dict)
    comparisons: int = 1
    family: Message | None = None

    @lazy_attribute
    def differences(self) -> Floats:
        """B minus A for each topic, without rounding error."""
        return differences_of(self.a_scores, self.b_scores)

    @property
    def mean_difference(self) -> float:
        """The mean of the differences; NaN without topics."""
        return mean_of(self.differences)

    @lazy_attribute
    def outcomes(self) -> list[str]:
        """``win``, ``tie`` or ``loss`` of B on each topic; if neither end of the scale is better, higher scores win."""
        names = {1: "win", 0: "tie", -1: "loss"}
        return [names[int(sign)] for sign in np.sign(self.differences) * (self.better or 1)]

    @property
    def wins(self) -> int:
        """The number of topics on which B is better."""
        return self.outcomes.count("win")

    @property
    def ties(self) -> int:
        """The number of topics on which the scores are equal."""
        return self.outcomes.count("tie")

    @property
    def losses(self) -> int:
        """The number of topics on which A is better."""
        return self.outcomes.count("loss")

    @property
    def effect_size(self) -> float | None:
        """The mean difference divided by the standard deviation of the differences; None if it is undefined."""
        return effect_size(self.differences)


def pair_sentences(test: str, topics: int, pair: PairComparison, places: int) -> Iterator[Message]:
    """Sentences on a pair over ``topics`` topics: which is better, the test in use, and whether the tests agree."""
    yield _headline(test, topics, pair, places)
    if pair.better:
        yield Message("pair-tally", a=pair.a, b=pair.b, wins=pair.wins, losses=pair.losses, ties=pair.ties)
    yield from _outcome(test, topics, pair)
    yield from _agreement(test, topics, pair)
    if topics < 2:
        yield Message("one-topic-is-no-test")
    elif not varies(pair.differences):
        yield Message("same-difference-everywhere" if pair.differences.any() else "no-difference-anywhere")


def _headline(test: str, topics: int, pair: PairComparison, places: int) -> Message:
    """Which system is better, with both means, the better one first; better is only what the test in use finds."""
    p = pair.holm.get(test)
    both = [(pair.a, mean_of(pair.a_scores)), (pair.b, mean_of(pair.b_scores))]
    if pair.mean_difference * (pair.better or 1) > 0:
        both.reverse()
    is_clear = bool(pair.better) and p is not None and p < LEVEL and not cannot_find(test, pair)
    least, most = min(places, PLACES), _MOST_PLACES if is_clear else 0  # means that differ clearly look different
    decimals = next((n for n in range(least, most) if len({fixed(mean, n) for _, mean in both}) > 1), least)
    values: dict[str, object] = {"basis": _basis(p, topics, pair)}
    for place, (name, mean) in zip(("first", "second"), both, strict=True):
        values |= {place: name, f"{place}_mean": Figures(fixed(mean, decimals))}
    if abs(pair.mean_difference) <= SAME:
        return Message("pair-mean-equal", values)
    if not pair.better:
        return Message("pair-mean-of-neither", values)
    return Message("pair-clear" if is_clear else "pair-unclear", values)


def _basis(p: float | None, topics: int, pair: PairComparison) -> Message:
    """The p-value of the test in use, if there is one, and the number of topics."""
    if p is None or not pair.differences.any():
        return Message("pair-basis-without-p", count=topics)
    key = "pair-basis-corrected" if pair.comparisons > 1 else "pair-basis"
    return Message(key, count=topics, p=_equation(p).removesuffix("0"))


def test_note(key: str, pair: PairComparison) -> str:
    """A note on a test's p-value: it is too small, or the test can find no difference. Empty for most."""
    topics = len(pair.differences)
    if cannot_find(key, pair):
        return say(Message("note-cannot-find"))
    known = pair.holm.get(key) is not None
    return say(Message("note-too-small", topics=topics)) if known and misleads(key, topics) else ""


def cannot_find(key: str, pair: PairComparison) -> bool:
    """Whether the smallest p-value that a test can give here, corrected by Holm, is no smaller than the level."""
    lowest = pair.lowest.get(key)
    return lowest is not None and lowest >= LEVEL and bool(pair.differences.any())


def test_name(key: str) -> str:
    """The name of a test in a sentence."""
    return say(Message("tukey-randomised")) if key == TUKEY else CONVENTIONS["test"].choice(key).short


def p_text(p: float) -> str:
    """A p-value with four decimals, or ``< 0.0001``.

    >>> p_text(0.04271), p_text(0.0000012)
    ('0.0427', '< 0.0001')
    """
    return "< 0.0001" if p < 0.0001 else fixed(p, 4)


def _outcome(test: str, topics: int, pair: PairComparison) -> Iterator[Message]:
    """A sentence on the result of the test in use; nothing if all differences are 0, which another sentence says."""
    p = pair.holm.get(test)
    if p is None or not pair.differences.any():
        return
    corrected = Message("p-by-holm", count=pair.comparisons, family=pair.family) if pair.comparisons > 1 else ""
    values: dict[str, object] = {"test": test_name(test), "level": LEVEL, "corrected": corrected}
    if cannot_find(test, pair):
        values |= {"topics": topics, "ties": topics - int(np.count_nonzero(pair.differences))}
        yield Message("test-cannot-find", values, lowest=p_text(pair.lowest[test] or 0.0))
        yield Message("smaller-family-or-more-topics" if pair.comparisons > 1 else "more-topics-needed")
    else:
        yield Message("test-finds-difference" if p < LEVEL else "test-finds-none", values, p=_equation(p))


def _agreement(test: str, topics: int, pair: PairComparison) -> Iterator[Message]:
    """Sentences on whether the tests agree, and on tests that cannot find a difference or find one too often."""
    family = {} if pair.tukey is None else {TUKEY: pair.tukey}
    able = {key: p for key, p in {**pair.holm, **family}.items() if not cannot_find(key, pair)}
    split = disagreement(able, LEVEL)
    if split:
        finding, others = ([test_name(key) for key in keys] for keys in split)
        counts = {"number": len(finding), "rest": len(others)}
        yield Message("tests-disagree", counts, level=LEVEL, finding=finding, others=others)
    found = [key for key, p in able.items() if p is not None and p < LEVEL]
    unable = [test_name(key) for key in pair.holm if cannot_find(key, pair) and key != test]
    if found and unable:
        yield Message("tests-cannot-find", level=LEVEL, tests=unable)
    misleading = [key for key in found if misleads(key, topics)]
    if misleading and (split or unable or test in misleading):
        tests = [test_name(key) for key in misleading]
        yield Message("test-finds-too-often", count=topics, tests=tests, fewest=FEWEST_TOPICS)


def _equation(p: float) -> str:
    text = p_text(p)
    return f"p {text}" if text.startswith("<") else f"p = {text}"
