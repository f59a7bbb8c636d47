"""What the page of a comparison shows: sentences, tables and charts, measure by measure and pair by pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from ireval.comparison.comparison import RunComparison
from ireval.comparison.measure_comparison import TUKEY, MeasureComparison, PairComparison, p_text, test_name
from ireval.comparison.plain_comparison import PLACES, mean_overlap
from ireval.comparison.ranking_overlap import HEADS
from ireval.comparison.significance import LEVEL, TESTS
from ireval.comparison.topic_differences import TopicDifference, signed
from ireval.errors import InputError
from ireval.evaluation.mean_notes import topic_names
from ireval.lazy_attribute import lazy_attribute
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from web.compare.lab_links import lab_link
from web.compare.pair_charts import curves_figure, difference_figure
from web.lists.list_charts import Figure
from web.lists.score_texts import DASH

#: The columns by which the topics can be sorted, with their headings; A and B stand for the names of the runs.
SORTS = ("topic", "a", "b", "difference")


class Head(NamedTuple):
    """The heading of a column of topics: its ``address`` sorts by it; ``order`` is how it is sorted now, or empty."""

    text: str
    address: str
    order: str


class TopicRow(NamedTuple):
    """A topic: its name and title, the scores, their difference, what that is for B, why, and a link to the lab."""

    topic: str
    title: str
    a: str
    b: str
    difference: str
    outcome: str
    reason: str
    link: str


class Pair:
    """Two runs in one measure."""

    def __init__(self, page: ComparePage, measure: MeasureComparison, pair: PairComparison, number: int) -> None:
        self._page, self._measure, self._pair = page, measure, pair
        self.number = number
        self.title = f"{pair.b} minus {pair.a}"

    @property
    def figures(self) -> list[tuple[str, str]]:
        """The numbers of the pair, each with what it is."""
        pair = self._pair
        around = DASH if pair.interval is None else " to ".join(signed(x, PLACES) for x in pair.interval)
        return [
            ("Mean difference", signed(pair.mean_difference, PLACES)),
            (f"{100 * (1 - LEVEL):g} % interval", around),
            ("Effect size", DASH if pair.effect_size is None else signed(pair.effect_size, 2)),
            ("Wins", str(pair.wins)),
            ("Ties", str(pair.ties)),
            ("Losses", str(pair.losses)),
        ]

    @property
    def tests(self) -> list[tuple[str, str, str, bool]]:
        """Each test: its name, its p-value, that by Holm, and whether it is the one in use."""
        pair, used = self._pair, self._measure.test
        rows = [(test_name(key), _p(pair.p[key]), _p(pair.holm[key]), key == used) for key in TESTS]
        return rows + ([] if pair.tukey is None else [(test_name(TUKEY), _p(pair.tukey), DASH, False)])

    @lazy_attribute
    def chart(self) -> Figure | None:
        """The histogram of differences."""
        return difference_figure(self._measure, self._pair)

    @property
    def heads(self) -> list[Head]:
        """The headings of the columns that topics can be sorted by."""
        texts = dict(zip(SORTS, ("topic", self._pair.a, self._pair.b, "difference"), strict=True))
        return [self._page.head(key, text) for key, text in texts.items()]

    @lazy_attribute
    def topics(self) -> list[TopicRow]:
        """The topics, in the order that was asked for."""
        reasons = self._page.found.reasons(self._measure, self._pair)
        both = list(zip(reasons, self._pair.outcomes, strict=True))
        key, falls = self._page.sort
        if key != "topic":
            both.sort(key=lambda row: _sort_value(row[0], key), reverse=falls)
        elif falls:
            both.reverse()
        return [self._row(reason, outcome) for reason, outcome in both]

    def _row(self, reason: TopicDifference, outcome: str) -> TopicRow:
        a, b = (fixed(score, PLACES) for score in reason.scores)
        between = signed(reason.difference, PLACES)
        sentence = say(reason.sentence(self._pair.a, self._pair.b, PLACES))
        link = lab_link(self._page.found, self._measure.spec, (self._pair.a, self._pair.b), reason.topic)
        title = self._page.titles.get(reason.topic, "")
        return TopicRow(reason.topic, title, a, b, between, outcome, sentence, link)


class Measured:
    """One measure: its sentences, the runs, and each pair of them."""

    def __init__(self, page: ComparePage, measure: MeasureComparison, number: int) -> None:
        self.number = number
        self.name = measure.name
        self.count = len(measure.topics)
        self.notes = [say(note) for note in measure.notes(PLACES)]
        self.pairs = [Pair(page, measure, pair, i) for i, pair in enumerate(measure.pairs if measure.topics else (), 1)]
        self._measure = measure

    @property
    def systems(self) -> list[tuple[str, list[str]]]:
        """Each run with its mean and its distribution: least, quartiles, most."""
        if not self._measure.topics:
            return []
        means, quartiles = self._measure.means, self._measure.quartiles
        return [(name, [fixed(x, PLACES) for x in (mean, *quartiles[name])]) for name, mean in means.items()]


@dataclass(frozen=True, eq=False)
class ComparePage:
    """The page of a comparison. ``given`` is what its address has, if it has one; ``titles`` are those of topics."""

    found: RunComparison
    given: Mapping[str, str]
    titles: Mapping[str, str]
    linked: bool
    sort: tuple[str, bool]

    @lazy_attribute
    def measures(self) -> list[Measured]:
        """The measures."""
        return [Measured(self, measure, i) for i, measure in enumerate(self.found.measures, 1)]

    @lazy_attribute
    def curves(self) -> Figure | None:
        """The average curves."""
        return curves_figure(self.found)

    @property
    def overlap_heads(self) -> tuple[str, ...]:
        """The heads of the columns of the overlap."""
        return HEADS

    @property
    def overlap(self) -> list[tuple[str, str, str]]:
        """Each pair of runs with the means of Jaccard's coefficient and RBO."""
        rows = []
        for (a, b), by_topic in self.found.overlaps.items():
            means = mean_overlap(by_topic)
            jaccard, rbo = (DASH if x is None else fixed(x, PLACES) for x in (means["jaccard"], means["rbo"]))
            rows.append((f"{a}, {b}", jaccard, rbo))
        return rows

    @property
    def notes(self) -> list[str]:
        """Which topics runs lack, and which have no judgements."""
        found = []
        for run in self.found.evaluations:
            for key, topics in (("run-lacks-topics", run.missing), ("run-has-unjudged-topics", run.unjudged)):
                if topics:
                    found.append(say(Message(key, run=run.name, topics=topic_names(topics))))
        return found

    @property
    def meaning(self) -> str:
        """What a p-value means."""
        return say(Message("meaning-of-p"))

    def head(self, key: str, text: str) -> Head:
        """The heading of a column; a second click turns the order round."""
        by, falls = self.sort
        order = "" if by != key else "descending" if falls else "ascending"
        turned = (not falls) if by == key else key != "topic"
        return Head(text, self.address(sort=f"-{key}" if turned else key), order)

    def address(self, **changed: str) -> str:
        """The query of the page with some parts changed; empty for files, which no address holds."""
        return f"?{urlencode({**self.given, **changed})}" if self.linked else ""


def read_sort(text: str) -> tuple[str, bool]:
    """The column that topics are sorted by, and whether from the highest down. Raises ``InputError``."""
    key, falls = text.removeprefix("-"), text.startswith("-")
    if key not in SORTS:
        raise InputError("sort", "no-such-order", text=text, known=list(SORTS))
    return key, falls


def _sort_value(reason: TopicDifference, key: str) -> float:
    return reason.difference if key == "difference" else reason.scores[key == "b"]


def _p(p: float | None) -> str:
    return DASH if p is None else p_text(p)
