"""The differences between two outputs of ``trec_eval -q``: topics, measures, values of topics, and averages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ireval.evaluation.evaluation import topic_order
from ireval.evaluation.trec_eval_names import COUNTS
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message
from ireval.reproduction.printed_means import mean_notes
from ireval.reproduction.printed_scores import Printed, PrintedScores
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The most topics and measures that a sentence names.
_NAMED = 12
#: Measures that trec_eval prints since 10.0-rc1.
_SINCE_TEN = ("rbp", "rbp_resid", "unj_")
_COUNTS = ("num_rel", "num_ret", "num_rel_ret")


@dataclass(frozen=True)
class Difference:
    """A value of a topic that differs between outputs ``a`` and ``b``."""

    measure: str
    topic: str
    a: Printed
    b: Printed

    @property
    def gap(self) -> float:
        """B minus A."""
        return self.b.value - self.a.value


@dataclass(frozen=True, eq=False)
class PrintedComparison:
    """The comparison of two outputs."""

    a: PrintedScores
    b: PrintedScores

    @lazy_attribute
    def differences(self) -> list[Difference]:
        """The values of topics that are in both outputs and differ, by measure and topic."""
        return [d for d in self._common() if not d.a.is_same(d.b)]

    @lazy_attribute
    def compared(self) -> int:
        """The number of values of topics that are in both outputs."""
        return sum(1 for _ in self._common())

    def _common(self) -> Iterator[Difference]:
        for measure, mine in self.a.values.items():
            others = self.b.values.get(measure, {})
            for topic in sorted(set(mine).intersection(others), key=topic_order):
                yield Difference(measure, topic, mine[topic], others[topic])

    @lazy_attribute
    def measures(self) -> list[str]:
        """The measures with values that differ."""
        return list(dict.fromkeys(d.measure for d in self.differences))

    @lazy_attribute
    def topics(self) -> list[str]:
        """The topics with values that differ."""
        return sorted({d.topic for d in self.differences}, key=topic_order)

    @lazy_attribute
    def averages(self) -> list[Difference]:
        """The averages that differ, by measure."""
        both = ((m, mine, self.b.overall[m]) for m, mine in self.a.overall.items() if m in self.b.overall)
        return [Difference(m, "all", mine, other) for m, mine, other in both if not mine.is_same(other)]

    @property
    def is_different(self) -> bool:
        """Whether anything differs: topics, measures, values or averages."""
        a, b = self.a, self.b
        return bool(self.differences or self.averages or a.topics != b.topics or set(a.measures) != set(b.measures))

    @property
    def notes(self) -> list[Message]:
        """Sentences on the differences, then on their possible causes."""
        return [*self._what(), *mean_notes(self.a), *mean_notes(self.b), *self._why()]

    def _what(self) -> Iterator[Message]:
        for one, other in ((self.a, self.b), (self.b, self.a)):
            if topics := [t for t in one.topics if t not in set(other.topics)]:
                yield Message("topics-of-one-output", file=one.name, count=len(topics), topics=some(topics))
            if names := [m for m in one.measures if m not in set(other.measures)]:
                new = all(name.startswith(_SINCE_TEN) for name in names)
                key = "measures-since-ten" if new else "measures-of-one-output"
                yield Message(key, file=one.name, count=len(names), measures=some(names))
        for one, other in ((self.a, self.b), (self.b, self.a)):
            if one.values and other.overall and not one.overall:
                yield Message("output-without-averages", file=one.name)
        if not (self.a.values and self.b.values):
            yield Message("outputs-without-topics")
        elif not self.compared:
            yield Message("outputs-without-common-values")
        elif not self.differences:
            yield Message("outputs-same-values", count=self.compared)
        else:
            values = {"count": len(self.differences), "compared": self.compared, "measures": some(self.measures)}
            yield Message("outputs-differ", values, number=len(self.topics), topics=some(self.topics))
        if self.averages and not self.differences:
            named = some([d.measure for d in self.averages])
            yield Message("outputs-averages-differ", count=len(self.averages), measures=named)

    def _why(self) -> Iterator[Message]:
        """The causes that the outputs alone show."""
        if not self.differences:
            return
        differing = {count for count in _COUNTS if count in self.measures}
        if "num_rel" in differing:
            yield Message("outputs-other-judgements")
        elif "num_ret" in differing:
            yield Message("outputs-other-depth")
        elif "num_rel_ret" in differing:
            yield Message("outputs-other-documents")
        elif all(_is_interpolated(measure) for measure in self.measures):
            yield Message("outputs-other-interpolation", measures=some(self.measures))
        elif all(count in self.a.values and count in self.b.values for count in _COUNTS):
            yield Message("outputs-other-order")
        else:
            yield Message("outputs-without-counts")


def some(names: list[str]) -> list[object]:
    """The names, at most ``_NAMED`` of them, and the number of the others."""
    more = len(names) - _NAMED
    return [*names[:_NAMED], Message("and-more-measures", count=more)] if more > 0 else list(names)


def spec_of(name: str) -> Spec | None:
    """The measure that trec_eval prints under this name; None for a count or an unknown name."""
    if name in COUNTS:
        return None
    try:
        return parse(name)
    except ValueError:
        return None


def _is_interpolated(name: str) -> bool:
    spec = spec_of(name)
    return spec is not None and "interpolation" in spec.measure.conventions
