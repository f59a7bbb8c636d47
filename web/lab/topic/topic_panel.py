"""The lab's panel of a topic: its text, links to other topics and runs, and the effect of the visitor's own labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ireval.measure.spelling import parse
from ireval.messages import Figures, Message, say
from ireval.ranking.labels import MOST_RANKS, MOST_UNRETRIEVED, TOP_GRADE, write_labels
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.lab.controls import NAMES
from web.lab.partials import Row, stored_mark, text_link
from web.lab.several.queries import LISTED
from web.lab.topic.missed_documents import text_address
from web.lab.topic.topic_links import Link, TopicLinks
from web.state.lab_list import Document
from web.state.lab_state import State
from web.state.stored.stored_labels import own_labels, with_stored_labels
from web.state.stored.stored_topic import StoredTopic
from web.state.texts.score_texts import DASH, number, signed
from web.store.library.topic_numbers import topic_numbers

#: At most this many topics are offered at once: those around the open one.
MOST_TOPICS = 60


class Menu(NamedTuple):
    """A menu of links: its title, the present choice, and the links."""

    title: str
    chosen: str
    links: Sequence[Link]


class Both(NamedTuple):
    """A measure with the stored labels and with the visitor's, and the difference."""

    label: str
    own: str
    stored: str
    difference: str
    open: bool


class TopicPanel:
    """The topic that ``state`` shows."""

    def __init__(self, state: State, topic: StoredTopic) -> None:
        self._state, self._topic = state, topic
        self._links = TopicLinks(state, topic)
        self.number, self.text = topic.number, topic.topic
        self.collection = topic.entry.title

    # ---- Where else to go --------------------------------------------------------------------------------------------

    @lazy_attribute
    def _topics(self) -> list[Link]:
        """The links to the topics around this one."""
        numbers = topic_numbers(self._topic.collection)
        here = numbers.index(self.number) if self.number in numbers else 0
        start = max(0, here - MOST_TOPICS // 2)
        return [self._links.to_topic(number) for number in numbers[start : start + MOST_TOPICS]]

    def _neighbour(self, by: int) -> Link | None:
        here = next((i for i, link in enumerate(self._topics) if link.current), None)
        return self._topics[here + by] if here is not None and 0 <= here + by < len(self._topics) else None

    @property
    def previous(self) -> Link | None:
        """The link to the topic before; None at the first one."""
        return self._neighbour(-1)

    @property
    def next(self) -> Link | None:
        """The link to the topic after; None at the last one."""
        return self._neighbour(1)

    @property
    def menus(self) -> list[Menu]:
        """Topics, runs, assessors and depths to choose from, where there is more than one."""
        links, topic = self._links, self._topic
        runs, assessors = links.to_runs(), links.to_assessors()
        menus = [
            Menu("Topic", self.number, self._topics),
            Menu("Run", self._chosen(runs), runs),
            Menu("Labels of", self._chosen(assessors), assessors),
            Menu("Documents", str(topic.depth), links.to_depths(self._length)),
        ]
        return [menu for menu in menus if len(menu.links) > 1]

    def _chosen(self, links: Iterable[Link]) -> str:
        return next((link.text for link in links if link.current), "own list")

    @property
    def _length(self) -> int:
        return max((len(listed.stored.whole) for listed in self._state.lists if listed.stored), default=0)

    # ---- What to know ------------------------------------------------------------------------------------------------

    @property
    def notes(self) -> list[str]:
        """Notes on the lists."""
        return [say(note) for note in self._notes()]

    def _notes(self) -> Iterable[Message]:
        stored, topic = self._state.stored, self._topic
        if stored is None:
            return
        if not stored.whole:
            yield Message("run-without-topic", run=stored.run)
        if len(stored.whole) > topic.depth:
            values = {"shown": topic.depth, "count": len(stored.whole), "run": stored.run}
            yield Message("run-cut-at-most" if topic.depth == MOST_RANKS else "run-cut", values)
        if not topic.grades:
            yield Message("topic-without-judgements")
        if above := topic.docnos_above_scale:
            yield Message("grades-above-scale", count=len(above), top=TOP_GRADE)
        missed = len(topic.grades.keys() - set(stored.docnos))
        if missed > MOST_UNRETRIEVED:
            yield Message("too-many-judged", most=MOST_UNRETRIEVED, count=missed - MOST_UNRETRIEVED)

    # ---- One's own labels --------------------------------------------------------------------------------------------

    @lazy_attribute
    def _changed(self) -> int:
        """The number of documents with a label of the visitor's own."""
        return len(own_labels([self._state.listed]))

    @lazy_attribute
    def is_changed(self) -> bool:
        """Whether the list's labels differ from the stored ones."""
        return self._changed > 0 or with_stored_labels(self._state.listed) != self._state.listed

    @property
    def change(self) -> str:
        """A sentence on how many labels were changed, and on the open measure with the stored labels."""
        s, ranked = self._state, self._state.ranked
        if s.stored is None:
            return say(Message("list-of-no-run"))
        if not self.is_changed:
            return say(Message("stored-labels-shown"))
        here = sum(self.stored_label(document) != "" for document in ranked)
        below = self._changed - here
        values = {"count": here, "documents": len(ranked), "below": below}
        key = "own-labels" if not below else "own-labels-also-below" if here else "own-labels-below"
        counted = Message(key if self._changed else "documents-changed", values)
        if not self.both:
            return say(counted)
        score = Message("score-with-stored-labels", measure=self.both[0].label, score=Figures(self.both[0].stored))
        return f"{say(counted)} {say(score)}"

    def stored_label(self, document: Document) -> str:
        """Return the stored label of a document if the visitor's label differs; otherwise empty."""
        stored = self._state.stored
        if stored is None or not document.name or not stored.knows(document.name):
            return ""
        grade = stored.topic.grade(document.name)
        return "" if grade == document.grade else write_labels([grade]).replace("u", DASH)

    @lazy_attribute
    def both(self) -> list[Both]:
        """The open measure and the best-known others with both labels; empty if they are the same or covered."""
        s = self._state
        if s.stored is None or s.cover or not self.is_changed:
            return []
        lists = tuple(map(with_stored_labels, s.lists))
        other = s.holding_lists(lists, s.place)
        spellings = dict.fromkeys([s.show, *(spelling.format(k=s.k) for spelling in LISTED)])
        return [self._both(spelling, other) for spelling in spellings]

    def _both(self, spelling: str, other: State) -> Both:
        s, spec = self._state, parse(spelling)
        own, stored = (each.explanation.table(spec, s.places) for each in (s, other))
        between = DASH
        if own.value is not None and stored.value is not None:
            between = signed(s, float(own.value) - float(stored.value), lambda size, places: f"{size:.{places}f}")
        mine, theirs = (number(s, table.result) if table.value is not None else DASH for table in (own, stored))
        return Both(spelling, mine, theirs, between, spelling == s.show)

    # ---- Documents ---------------------------------------------------------------------------------------------------

    def with_documents(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows with links to the documents' texts, and with the stored labels beside the visitor's."""
        ranked = self._state.ranked
        linked = [self._with_document(row, document) for row, document in zip(rows, ranked, strict=False)]
        return [*linked, *rows[len(ranked) :]]

    @property
    def missed(self) -> int:
        """The number of judged documents that the list missed, if not all of them are shown beside it; otherwise 0."""
        return len(self._state.missed) if len(self._state.missed) > NAMES else 0

    def _with_document(self, row: Row, document: Document) -> Row:
        if address := text_address(self._topic, document.name):
            row = row._replace(link=text_link(address, document.name))
        label = self.stored_label(document)
        if not label:
            return row
        controls = row.controls + stored_mark(label) if row.controls else row.controls
        return row._replace(controls=controls, classes=f"{row.classes} own".lstrip())


def topic_panel(state: State) -> TopicPanel | None:
    """Return the panel of a state's topic; None if its lists belong to no collection."""
    topic = state.topic
    return TopicPanel(state, topic) if topic else None
