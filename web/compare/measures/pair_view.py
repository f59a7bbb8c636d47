"""Two runs in one measure, as the page shows them: numbers, tests, a chart, and the topics."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ireval.comparison.measure_comparison import MeasureComparison
from ireval.comparison.pair_comparison import TUKEY, PairComparison, p_text, test_name, test_note
from ireval.comparison.plain_comparison import PLACES, Row, flat_rows, plain_topics, settings_of, test_rows
from ireval.comparison.significance import LEVEL, TESTS
from ireval.comparison.topic_differences import signed
from ireval.messages import say
from ireval.numbers.expression import fixed
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.list_charts import Figure
from web.compare.comparison_request import SORTS
from web.compare.measures.pair_charts import difference_figure
from web.compare.measures.pair_page import Head, PairPage
from web.compare.measures.topic_steps import row_id
from web.files.figure_files import FileLink
from web.state.texts.score_texts import DASH
from web.store.library.natural_order import natural_key

#: The number of topics that are shown until somebody asks for all.
FIRST_TOPICS = 50
#: The most topics in all tables of a page together, roughly.
MOST_ROWS = 3_000


class TestRow(NamedTuple):
    """A test: its name, its p-value, the p-value by Holm, whether the test is in use, and a note on it."""

    name: str
    p: str
    holm: str
    used: bool
    note: str


class TopicRow(NamedTuple):
    """A topic: its name and title, the scores, their difference, the outcome for B (win, tie or loss), and the reason.

    ``id`` is its anchor, ``steps`` the address of its step tables, and ``link`` that of its lists in the lab.
    """

    id: str
    topic: str
    title: str
    a: str
    b: str
    difference: str
    outcome: str
    reason: str
    steps: str
    link: str


class Pair:
    """Two runs in one measure; ``key`` is the beginning of the names of its parts."""

    def __init__(self, page: PairPage, measure: MeasureComparison, pair: PairComparison, key: str) -> None:
        self._page, self._measure, self._pair = page, measure, pair
        self.key = key
        self.title = f"{pair.b} minus {pair.a}"

    @property
    def pair(self) -> PairComparison:
        """The numbers."""
        return self._pair

    @lazy_attribute
    def notes(self) -> list[str]:
        """Conclusions from the numbers, in sentences; the first says which run has the higher mean."""
        return [say(note) for note in self._measure.pair_notes(self._pair, PLACES)]

    @property
    def figures(self) -> list[tuple[str, str]]:
        """The numbers of the pair, each after its name."""
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
    def tests(self) -> list[TestRow]:
        """Each test, in the order in which they are shown."""
        pair, used = self._pair, self._measure.test
        rows = [
            TestRow(test_name(key), _p(pair.p[key]), _p(pair.holm[key]), key == used, test_note(key, pair))
            for key in TESTS
        ]
        return rows + ([] if pair.tukey is None else [TestRow(test_name(TUKEY), _p(pair.tukey), DASH, False, "")])

    @lazy_attribute
    def chart(self) -> Figure | None:
        """The histogram of differences."""
        return difference_figure(self._measure, self._pair, f"{self.key}-differences")

    @property
    def test_rows(self) -> list[Row]:
        """The tests as rows of a file."""
        return test_rows(self._measure, self._pair, self._page.conventions)

    @property
    def topic_rows(self) -> list[Row]:
        """All topics as rows of a file, with reasons if the documents are known."""
        if self._page.found:
            return list(flat_rows(self._page.found, self._measure, self._pair, by_topic=True))
        head = {"measure": self._measure.name, "run_a": self._pair.a, "run_b": self._pair.b}
        tail = settings_of(self._measure, self._page.conventions)
        return [head | row | tail for row in plain_topics(self._measure, self._pair)]

    @property
    def heads(self) -> list[Head]:
        """The headings of the columns that topics can be sorted by."""
        texts = dict(zip(SORTS, ("topic", self._pair.a, self._pair.b, "difference"), strict=True))
        return [self._page.head(key, text) for key, text in texts.items()]

    @property
    def more(self) -> int:
        """The number of topics that are not shown."""
        return len(self._measure.topics) - len(self._places)

    @property
    def all_topics(self) -> str:
        """The address that shows more topics; empty if the page has no room for them."""
        return "" if self._page.shows_all else self._page.all_topics

    @lazy_attribute
    def topics(self) -> list[TopicRow]:
        """The topics that are shown, in the requested order."""
        found, pair = self._page.found, self._pair
        places = self._places
        sentences = [""] * len(places)
        if found:
            reasons = found.reasons(self._measure, pair, places)
            sentences = [say(reason.sentence(pair.a, pair.b, PLACES)) for reason in reasons]
        return [self._row(i, sentence) for i, sentence in zip(places, sentences, strict=True)]

    @lazy_attribute
    def _places(self) -> list[int]:
        """The indices of the topics that are shown; topics with equal values keep their order."""
        pair, (key, falls) = self._pair, self._page.request.sort
        columns = {"a": pair.a_scores, "b": pair.b_scores, "difference": pair.differences}
        if key == "topic":
            places = sorted(range(len(pair.differences)), key=lambda i: natural_key(self._measure.topics[i]))
            places = places[:: -1 if falls else 1]
        else:
            places = np.argsort(-columns[key] if falls else columns[key], kind="stable").tolist()
        room = max(FIRST_TOPICS, MOST_ROWS // self._page.tables) if self._page.shows_all else FIRST_TOPICS
        return places[:room]

    def _row(self, i: int, sentence: str) -> TopicRow:
        pair, topic = self._pair, self._measure.topics[i]
        a, b = (fixed(float(scores[i]), PLACES) for scores in (pair.a_scores, pair.b_scores))
        between = signed(float(pair.differences[i]), PLACES)
        link = self._page.link(self._measure.spec, (pair.a, pair.b), topic)
        title = self._page.titles.get(topic, "")
        steps = self._page.steps_link(self.key, topic)
        return TopicRow(row_id(self.key, i), topic, title, a, b, between, pair.outcomes[i], sentence, steps, link)

    def links(self, part: str) -> list[FileLink]:
        """The links to the files of a part of the pair."""
        return self._page.files.links(f"{self.key}-{part}")


def _p(p: float | None) -> str:
    return DASH if p is None else p_text(p)
