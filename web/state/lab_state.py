"""The state of the lab. The address is the state: nothing is stored.

Every part has a default. The canonical address leaves out parts that have their default, so that addresses stay short
enough to be read out. ``web.state.address`` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any
from urllib.parse import quote

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, effective
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import PLACES
from ireval.measure import CONTINGENCY, RankCurve, TermBars
from ireval.measure.registry import drawn
from ireval.measure.spelling import parse
from ireval.messages.writing import number_text
from ireval.numbers.notation import read_number
from ireval.ranking.document_names import called
from ireval.ranking.labels import MOST_RANKS, TOP_GRADE
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.state.lab_list import Listed, default_scale
from web.state.pin_text import write_pin
from web.state.shared_judgements import letter
from web.state.stored.stored_labels import address_parts
from web.state.stored.stored_topic import StoredTopic

#: How many lists one address may have.
MOST_LISTS = 40

#: The possible relations between several lists.
ARRANGEMENTS = {
    "systems": "systems, on one query",
    "queries": "queries of one system",
    "pairs": "two systems, query by query",
}
#: The key of the figure of the open measure, which stands among the charts.
FIGURE = "figure"
#: The charts to choose from and their titles: these four, and one for each mean of terms or curve.
CHARTS = {FIGURE: "Figure", "pr": "Precision-recall", "gain": "Gain"}
CHARTS |= {m.chart: bars.score for m, bars in drawn(TermBars)} | {m.chart: curve.score for m, curve in drawn(RankCurve)}
CHARTS[CONTINGENCY] = "2 \N{MULTIPLICATION SIGN} 2"
#: Other ways to lay the lab out.
VIEWS = {"": "the lab", "projector": "projector"}


@dataclass(frozen=True)
class Number:
    """A numeric part of the state and its limits."""

    name: str
    title: str
    default: float
    least: float
    most: float
    whole: bool = True

    def read(self, text: str) -> Any:
        """The number in a text. Raises ``InputError``."""
        return read_number(text, self.name, self.title, whole=self.whole, least=self.least, most=self.most)


NUMBERS = {
    n.name: n
    for n in (
        Number("k", "Cutoff k", 10, 1, 1000),
        Number("level", "Recall level", 0.3, 0, 1, whole=False),
        Number("beta", "Beta", 1, 0, 100, whole=False),
        Number("places", "Decimals", PLACES, 0, 8),
    )
}
SIZE = Number("size", "Collection size", 0, 0, 1e12)
SCALE = Number("scale", "Highest grade", 1, 1, TOP_GRADE)
STEP = Number("step", "Rank to stop at", 0, 0, MOST_RANKS)
OPEN = Number("list", "The list that is open", 1, 1, MOST_LISTS)
#: Parts that are on (1) or off (0).
SWITCHES = {
    n.name: n
    for n in (
        Number("more", "More measures (1 or 0)", 0, 0, 1),
        Number("comma", "Decimal comma (1 or 0)", 0, 0, 1),
    )
}
_DEFAULTS = [(n.name, n.default) for n in (*NUMBERS.values(), *SWITCHES.values())]
#: Characters that addresses keep, so that people can read them.
_READABLE = ",;@()='"


@dataclass(frozen=True)
class State(Listed):
    """The state of the lab: the open list, and how it is shown.

    ``overrides`` are single conventions that differ from the preset. ``before`` and ``after`` are the other lists, in
    order. ``step`` is the last row of the table that is shown, 0 for none, and None for the whole table without steps;
    ``cover`` names the parts that are hidden until the visitor predicts them: columns (``DCG``), cells (``DCG.6``) and
    measures (``AP``). ``own_chart`` is the chart that was chosen for the open measure, empty for the measure's usual
    chart. ``pinned`` holds the parts of the address of a state to compare with, None if there is none.
    """

    before: tuple[Listed, ...] = ()
    after: tuple[Listed, ...] = ()
    arrangement: str = "systems"
    scale: int = 1
    more: int = 0
    comma: int = 0
    preset: str = DEFAULT_PRESET
    overrides: Mapping[str, Any] = field(default_factory=dict)
    k: int = 10
    level: float = 0.3
    beta: float = 1
    places: int = PLACES
    show: str = "AP"
    own_chart: str = ""
    step: int | None = None
    cover: tuple[str, ...] = ()
    view: str = ""
    pinned: Mapping[str, str] | None = None

    @lazy_attribute
    def conventions(self) -> Mapping[str, Any]:
        """Every convention's effective value."""
        return effective(self.preset, self.overrides) if self.overrides else conventions_of(self.preset)

    @lazy_attribute
    def explanation(self) -> Explanation:
        """The open list with its judgements, ready for the measures."""
        return Explanation(self.ranking, self.conventions)

    @lazy_attribute
    def topic(self) -> StoredTopic | None:
        """The topic of a collection that the lists belong to; None if they belong to none."""
        return next((listed.stored.topic for listed in self.lists if listed.stored), None)

    @property
    def usual_chart(self) -> str:
        """The key of the chart that is shown with the open measure by default."""
        return parse(self.show).measure.chart_beside

    @property
    def chart(self) -> str:
        """The key of the chart that is shown."""
        return self.own_chart or self.usual_chart

    @property
    def values(self) -> dict[str, float]:
        """The values that are inserted into the spellings of the listed measures."""
        return {"k": self.k, "level": self.level, "beta": self.beta}

    @lazy_attribute
    def lists(self) -> tuple[Listed, ...]:
        """All lists, in order."""
        return (*self.before, self.listed, *self.after)

    @property
    def place(self) -> int:
        """Which of the lists is open, from 1."""
        return len(self.before) + 1

    def holding_lists(self, lists: tuple[Listed, ...], place: int) -> State:
        """A copy with these lists; the list at ``place``, counted from 1, is open."""
        opened = lists[place - 1]
        parts = {f.name: getattr(opened, f.name) for f in fields(Listed)}
        return replace(self, **parts, before=lists[: place - 1], after=lists[place:])

    def having(self, **parts: Any) -> State:
        """A copy with other parts; the state itself if none of them differs."""
        if all(getattr(self, name) == value for name, value in parts.items()):
            return self
        return replace(self, **parts)

    @property
    def letter(self) -> str:
        """The beginning of the names of unnamed documents: the list's own letter if its query has several lists."""
        alone = not (self.before or self.after) or self.arrangement == "queries"
        return super().letter if alone else letter(self.place, self.arrangement)

    @lazy_attribute
    def called(self) -> tuple[str, ...]:
        """The name of each document of the open list; they differ from names that other lists give."""
        others = (
            () if self.letter == super().letter else (name for x in (*self.before, *self.after) for name in x.names)
        )
        return called(self.names, len(self.grades) + len(self.unretrieved), self.letter, others)

    def list_title(self, place: int) -> str:
        """The title of the list at ``place``."""
        given = self.lists[place - 1].title
        if given:
            return given
        if self.arrangement == "systems":
            return f"System {chr(64 + place) if place <= 26 else place}"
        return f"Query {place}" if self.arrangement == "queries" else f"Query {(place + 1) // 2}"

    def relevant_total(self) -> int:
        """R under the chosen convention."""
        return self.relevant(self.conventions["rel"])

    def query(self) -> str:
        """The canonical query: everything that differs from the defaults, in a fixed order."""
        return self._query

    @lazy_attribute
    def _query(self) -> str:
        parts: dict[str, str] = {}
        for place, listed in enumerate(self.lists, start=1):
            parts |= listed.parts("" if place == 1 else str(place))
        if topic := self.topic:
            parts = address_parts(self.lists, topic)
        if self.place != 1:
            parts["list"] = str(self.place)
        if self.arrangement != State.arrangement:
            parts["arrangement"] = self.arrangement
        if self.scale != default_scale(self.lists):
            parts["scale"] = str(self.scale)
        if self.preset != DEFAULT_PRESET:
            parts["conventions"] = self.preset
        parts |= {name: str(self.overrides[name]) for name in CONVENTIONS if name in self.overrides}
        parts |= {n: number_text(getattr(self, n)) for n, d in _DEFAULTS if getattr(self, n) != d}
        if self.cover:
            parts["cover"] = ",".join(self.cover)
        parts |= {n: getattr(self, n) for n in ("view", "show") if getattr(self, n) != getattr(State, n)}
        if self.chart != self.usual_chart:
            parts["chart"] = self.chart
        if self.pinned is not None:
            parts["pin"] = write_pin(self.pinned, parts)
        if self.step is not None:
            parts["step"] = str(self.step)  # last, where a script can change it
        return "&".join([f"{name}={quote(text, _READABLE)}" for name, text in parts.items()])


@cache
def conventions_of(preset: str) -> Mapping[str, Any]:
    """Every convention's value under a known preset; callers must not change it, because all states share it."""
    return effective(preset)


def own_choices(preset: str, choices: Mapping[str, Any]) -> dict[str, Any]:
    """The choices of conventions that differ from the preset; None stands for an invalid one, which is left out."""
    by_preset = conventions_of(preset)
    return {name: value for name, value in choices.items() if value is not None and value != by_preset[name]}
