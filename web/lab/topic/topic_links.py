"""Links from a topic in the lab to other topics, runs, assessors and depths: the measure and conventions stay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ireval.ranking.labels import MOST_RANKS
from web.state.address import OF_A_LIST
from web.state.lab_address import lab_address
from web.state.lab_state import State
from web.state.pin_text import parts_of
from web.state.stored.stored_labels import DEPTH, TOPIC_PARTS
from web.state.stored.stored_topic import StoredTopic
from web.state.stored.topic_query import query_of

#: Parts of an address that another list would make wrong.
_OF_THIS_LIST = {*TOPIC_PARTS, *OF_A_LIST, "list", "arrangement", "scale", "pin", "step", "cover"}
_DEPTHS = (10, DEPTH, 50, 100, MOST_RANKS)


class Link(NamedTuple):
    """A link: its text, its address, and whether it leads to the open page."""

    text: str
    address: str
    current: bool
    title: str = ""


class TopicLinks:
    """Links from a ``state`` that shows a ``topic``."""

    #: The name of the judgements that do not belong to an assessor.
    ALL = "the collection"

    def __init__(self, state: State, topic: StoredTopic) -> None:
        self._topic = topic
        self._runs = [listed.stored.run for listed in state.lists if listed.stored]
        parts = parts_of(state.query())
        kept = {name: text for name, text in parts.items() if name.rstrip("0123456789") not in _OF_THIS_LIST}
        self._kept, self._own = kept, parts.get("own", "")
        self._start = lab_address(state).partition("?")[0]

    def _address(self, runs: Iterable[str], **changed: str) -> str:
        topic = self._topic
        parts = {"collection": topic.entry.key, "topic": topic.number}
        parts |= {f"run{place if place > 1 else ''}": run for place, run in enumerate(runs, start=1)}
        parts |= {"assessor": topic.assessor, "depth": "" if topic.depth == DEPTH else str(topic.depth)}
        parts |= changed
        return f"{self._start}?{query_of(**{n: text for n, text in parts.items() if text}, **self._kept)}"

    def to_topic(self, number: str) -> Link:
        """The link to another topic, whose labels are the stored ones."""
        title = self._topic.collection.topics[number].title if number in self._topic.collection.topics else ""
        return Link(number, self._address(self._runs, topic=number), number == self._topic.number, title)

    def to_runs(self) -> list[Link]:
        """Return the links to each run with the visitor's labels, and to the first two runs side by side."""
        runs = list(self._topic.collection.runs)
        links = [Link(run, self._address([run], own=self._own), self._runs == [run]) for run in runs]
        if len(runs) > 1:
            pair = self._runs if len(self._runs) > 1 else [*self._runs, *(r for r in runs if r not in self._runs)][:2]
            links.append(Link(" and ".join(pair), self._address(pair, own=self._own), self._runs == pair))
        return links

    def to_assessors(self) -> list[Link]:
        """The links to the main judgements and to those of each assessor."""
        names = ["", *self._topic.collection.assessors]
        return [
            Link(name or self.ALL, self._address(self._runs, assessor=name), name == self._topic.assessor)
            for name in names
        ]

    def to_depths(self, length: int) -> list[Link]:
        """Return the links to more or fewer documents, up to the length of the run."""
        longest = min(length, MOST_RANKS)
        depths = sorted({*(depth for depth in _DEPTHS if depth < longest), longest or DEPTH, self._topic.depth})
        return [
            Link(str(depth), self._address(self._runs, own=self._own, depth=str(depth)), depth == self._topic.depth)
            for depth in depths
        ]
