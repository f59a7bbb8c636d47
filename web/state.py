"""The state of the lab, and how it stands in an address. The address is the state: nothing is stored.

Every part has a default and is left out of the canonical address where it has it, so that addresses stay short
enough to read out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from ireval import examples
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS, effective
from ireval.errors import InputError, nearest
from ireval.explanation import PLACES, Explanation
from ireval.judgements import Ranking
from ireval.labels import (
    TOP_GRADE,
    Group,
    check_alike,
    check_size,
    covering,
    read_labels,
    read_subtopics,
    read_unretrieved,
    write_labels,
    write_subtopics,
)
from ireval.names import Spec, parse
from ireval.parameters import number_text, read_number

LONGEST_NAME = 40
#: The parts of an address that say which documents there are.
LISTS = {"labels", "unretrieved", "subtopics", "unretrieved_subtopics"}


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
        """The number typed. Raises ``InputError``."""
        return read_number(text, self.name, self.title, whole=self.whole, least=self.least, most=self.most)


NUMBERS = {
    n.name: n
    for n in (
        Number("k", "Cutoff n", 10, 1, 1000),
        Number("level", "Recall level", 0.3, 0, 1, whole=False),
        Number("beta", "Beta", 1, 0, 100, whole=False),
        Number("places", "Decimals", PLACES, 0, 8),
    )
}
SIZE = Number("size", "Documents in the collection", 0, 0, 1e12)
SCALE = Number("scale", "Highest grade", 1, 1, TOP_GRADE)
MORE = Number("more", "More measures (1 or 0)", 0, 0, 1)
#: The charts to choose from, and their titles.
CHARTS = {"pr": "Precision and recall", "gain": "Gain", "ap": "AP", "bpref": "bpref"}


class Document(NamedTuple):
    """A judged or retrieved document: its grade, its name if it has one, and the subtopics it covers if judged."""

    grade: int
    name: str = ""
    group: Group = ()

    def covering(self, subtopics: int) -> Group:
        """Its group among so many subtopics: none where nothing is said, or where it is not relevant at all."""
        return self.group if self.group and self.grade >= 1 else (0,) * subtopics


@dataclass(frozen=True)
class State:
    """What the lab shows.

    ``grades`` by rank and ``unretrieved`` from the highest down; ``names`` of both, in that
    order, may be shorter; ``overrides`` are single conventions that differ from the preset. ``subtopics`` and
    ``unretrieved_subtopics`` have a group for each document, or both are empty where nobody judged subtopics.
    """

    grades: tuple[int, ...] = ()
    unretrieved: tuple[int, ...] = ()
    subtopics: tuple[Group, ...] = ()
    unretrieved_subtopics: tuple[Group, ...] = ()
    names: tuple[str, ...] = ()
    size: int | None = None
    scale: int = 1
    more: int = 0
    preset: str = DEFAULT_PRESET
    overrides: Mapping[str, Any] = field(default_factory=dict)
    k: int = 10
    level: float = 0.3
    beta: float = 1
    places: int = PLACES
    show: str = "AP"
    chart: str = "pr"

    @cached_property
    def conventions(self) -> dict[str, Any]:
        """Every convention's effective value."""
        return effective(self.preset, self.overrides)

    @cached_property
    def explanation(self) -> Explanation:
        """The list with its judgements, ready to be measured."""
        groups = (self.subtopics, self.unretrieved_subtopics) if self.diverse else (None, None)
        return Explanation(Ranking.one(self.grades, self.unretrieved, self.size, *groups), self.conventions)

    @property
    def diverse(self) -> bool:
        """Whether subtopics were judged."""
        return bool(self.subtopics or self.unretrieved_subtopics)

    @property
    def ranked(self) -> list[Document]:
        """The documents retrieved, by rank."""
        return self._documents(0, self.grades, self.subtopics)

    @property
    def missed(self) -> list[Document]:
        """The judged documents not retrieved."""
        return self._documents(len(self.grades), self.unretrieved, self.unretrieved_subtopics)

    def _documents(self, start: int, grades: tuple[int, ...], groups: tuple[Group, ...]) -> list[Document]:
        names = self.names[start : start + len(grades)]
        both = zip_longest(grades, names, groups)
        return [Document(grade, name or "", group or ()) for grade, name, group in both]

    def holding(self, ranked: Iterable[Document], missed: Iterable[Document]) -> State:
        """The same state with these documents; those not retrieved from the highest grade down."""
        ranked, missed = list(ranked), sorted(missed, key=lambda d: -d.grade)
        subtopics = max((len(d.group) for d in (*ranked, *missed)), default=0)
        return replace(
            self,
            grades=tuple(d.grade for d in ranked),
            unretrieved=tuple(d.grade for d in missed),
            names=trimmed(tuple(d.name for d in (*ranked, *missed))),
            subtopics=tuple(d.covering(subtopics) for d in ranked) if subtopics else (),
            unretrieved_subtopics=tuple(d.covering(subtopics) for d in missed) if subtopics else (),
        )

    @property
    def values(self) -> dict[str, float]:
        """What is put into the spellings of the measures listed."""
        return {"k": self.k, "level": self.level, "beta": self.beta}

    def name(self, index: int) -> str:
        """The name of the document at ``index``, ranked ones first, then those not retrieved."""
        if index < len(self.names) and self.names[index]:
            return self.names[index]
        return f"d{index + 1}"

    def relevant_total(self) -> int:
        """R under the convention in force."""
        rel = self.conventions["rel"]
        return sum(g >= rel for g in (*self.grades, *self.unretrieved))

    def query(self) -> str:
        """The canonical query: what differs from the defaults, in a fixed order."""
        parts: dict[str, str] = {"labels": write_labels(self.grades)}
        if self.unretrieved:
            parts["unretrieved"] = write_labels(self.unretrieved)
        if self.subtopics:
            parts["subtopics"] = write_subtopics(self.subtopics)
        if any(map(any, self.unretrieved_subtopics)) or (not self.subtopics and self.unretrieved_subtopics):
            parts["unretrieved_subtopics"] = write_subtopics(self.unretrieved_subtopics)
        if self.size is not None:
            parts["size"] = str(self.size)
        if self.scale != default_scale(self.grades, self.unretrieved):
            parts["scale"] = str(self.scale)
        if any(self.names):
            parts["names"] = ",".join(self.names)
        if self.preset != DEFAULT_PRESET:
            parts["conventions"] = self.preset
        parts |= {name: str(self.overrides[name]) for name in CONVENTIONS if name in self.overrides}
        parts |= {n: number_text(getattr(self, n)) for n, d in NUMBERS.items() if getattr(self, n) != d.default}
        if self.more:
            parts["more"] = "1"
        if self.show != State.show:
            parts["show"] = self.show
        if self.chart != State.chart:
            parts["chart"] = self.chart
        return urlencode(parts, safe=",@()='", quote_via=quote)


def default_scale(grades: tuple[int, ...], unretrieved: tuple[int, ...]) -> int:
    """Binary where only 0 and 1 are used; else 0 to 3, or wider where it must be."""
    top = max((*grades, *unretrieved), default=0)
    return 1 if top <= 1 else max(3, top)


@dataclass
class Reading:
    """The outcome of reading input: the state that its sound parts make, and what is wrong with the others.

    ``was`` is the state that the visitor's page shows, where that is known and nothing of it was refused.
    """

    state: State
    errors: list[InputError]
    was: State | None = None


def from_query(args: Mapping[str, str]) -> Reading:
    """The state that an address spells. Unsound parts are reported and take their defaults."""
    if not LISTS & set(args):
        opening = from_example(examples.OPENING)
        base = replace(opening, preset=DEFAULT_PRESET, show=State.show)
    else:
        base = State()
    reader = Reader(args)
    known = {*LISTS, "names", "size", "scale", "more", "conventions", "show", "chart", *NUMBERS, *CONVENTIONS}
    for name in args:
        if name not in known:
            reader.errors.append(InputError(name, f"“{name}” is not a part of the address.", nearest(name, known)))
    documents = _documents(reader, base)
    grades, missed = documents.grades, documents.unretrieved
    state = replace(
        documents,
        size=reader.get("size", SIZE.read, base.size),
        scale=reader.get("scale", SCALE.read, default_scale(grades, missed)),
        more=reader.get("more", MORE.read, base.more),
        preset=reader.get("conventions", read_preset, base.preset),
        chart=reader.get("chart", read_chart, base.chart),
        overrides={n: reader.get(n, p.read, None) for n, p in CONVENTIONS.items() if n in args},
        **{name: reader.get(name, n.read, n.default) for name, n in NUMBERS.items() if name in args},
    )
    state = replace(state, overrides=_real_overrides(state))
    if "show" in args:
        state = reader.get("show", lambda text: showing(state, text, adopt="k" not in args), state)
    return Reading(checked(state, reader.errors), reader.errors)


def _documents(reader: Reader, base: State) -> State:
    """``base`` with the documents, their grades, subtopics and names as they are read."""
    groups, missed_groups = (
        tuple(reader.get(name, lambda text, name=name: read_subtopics(text, name), ()))
        for name in ("subtopics", "unretrieved_subtopics")
    )
    if reader.refuses(lambda: check_alike(groups, missed_groups)):
        missed_groups = ()
    grades = tuple(reader.get("labels", read_labels, base.grades))
    missed = tuple(reader.get("unretrieved", read_unretrieved, base.unretrieved))
    if reader.refuses(lambda: covering(grades, groups)):
        groups = ()
    if reader.refuses(lambda: covering(missed, missed_groups, "unretrieved_subtopics")):
        missed_groups = ()
    grades = tuple(covering(grades, groups))
    missed = tuple(covering(missed, missed_groups))
    names = reader.get("names", lambda t: read_names(t, len(grades) + len(missed)), base.names)
    names = (*names, *[""] * (len(grades) + len(missed) - len(names)))
    ranked = zip_longest(grades, names[: len(grades)], groups, fillvalue=())
    others = zip_longest(missed, names[len(grades) :], missed_groups, fillvalue=())
    return base.holding(map(Document._make, ranked), map(Document._make, others))


def from_example(example: examples.Example) -> State:
    """A worked example as a state."""
    grades = tuple(covering(read_labels(example.labels), read_subtopics(example.subtopics)))
    missed = tuple(covering(read_unretrieved(example.unretrieved), read_subtopics(example.unretrieved_subtopics)))
    return State(
        grades=grades,
        unretrieved=missed,
        subtopics=tuple(read_subtopics(example.subtopics)),
        unretrieved_subtopics=tuple(read_subtopics(example.unretrieved_subtopics)),
        names=tuple(example.names.split()),
        size=example.size,
        scale=default_scale(grades, missed),
        preset=example.preset,
        k=example.k,
        level=example.level,
        show=example.show,
    )


class Reader:
    """Reads parts of input one by one and collects what is wrong, so that one mistake does not hide another."""

    def __init__(self, source: Mapping[str, str]) -> None:
        self.source = source
        self.errors: list[InputError] = []

    def get(self, name: str, read: Any, default: Any) -> Any:
        """The part ``name`` as ``read`` makes it; ``default`` where it is absent, empty or unsound."""
        text = self.source.get(name)
        if text is None or (not text.strip() and name not in (*LISTS, "names")):
            return default
        try:
            return read(text.strip())
        except InputError as error:
            self.errors.append(InputError(name, error.message, error.suggestion))
            return default

    def refuses(self, check: Callable[[], object]) -> bool:
        """Whether ``check`` finds fault with parts that were read one by one; the fault is collected."""
        try:
            check()
        except InputError as error:
            self.errors.append(error)
            return True
        return False


def read_preset(text: str) -> str:
    """A preset's key. Raises ``InputError``."""
    if text not in PRESETS:
        raise InputError("conventions", f"There is no preset “{text}”.", nearest(text, PRESETS))
    return text


def read_chart(text: str) -> str:
    """A chart's key. Raises ``InputError``."""
    if text not in CHARTS:
        raise InputError("chart", f"There is no chart “{text}”.", nearest(text, CHARTS))
    return text


def read_names(text: str, most: int) -> tuple[str, ...]:
    """Names separated by commas. Raises ``InputError`` for more names than documents and for very long ones."""
    names = tuple(part.strip() for part in text.split(",")) if text else ()
    if len(names) > most:
        raise InputError(
            "names", f"{len(names)} names for {most} documents.", "Separate names by commas, one a document."
        )
    long = next((n for n in names if len(n) > LONGEST_NAME), None)
    if long:
        raise InputError("names", f"The name “{long[:20]}...” is longer than {LONGEST_NAME} characters.", "Shorten it.")
    return names


def showing(state: State, text: str, *, adopt: bool = False) -> State:
    """``state`` with the measure spelled ``text`` open: at the state's own cutoff, or ``adopt`` the one it names."""
    spec = parse(text)
    at = spec.measure.at
    if at and at.name in spec.own:
        if adopt:
            state = replace(state, **{at.name: spec.own[at.name]})
        spec = Spec(spec.measure, spec.own | {at.name: getattr(state, at.name)}, "")
    if "beta" in spec.own and any("{beta}" in spelling for spelling in spec.measure.variants):
        spec = Spec(spec.measure, spec.own | {"beta": state.beta}, "")
    return replace(state, show=str(spec))


def trimmed(names: tuple[str, ...]) -> tuple[str, ...]:
    """``names`` without empty ones at the end."""
    count = max((i + 1 for i, name in enumerate(names) if name), default=0)
    return names[:count]


def checked(state: State, errors: list[InputError]) -> State:
    """``state`` with parts that contradict each other mended, and the contradiction reported."""
    top = max((*state.grades, *state.unretrieved), default=0)
    if state.scale < top:
        errors.append(
            InputError(
                "scale", f"The scale ends at {state.scale}, but a document has grade {top}.", f"Give {top} or more."
            )
        )
        state = replace(state, scale=default_scale(state.grades, state.unretrieved))
    try:
        check_size(state.size, len(state.grades), len(state.unretrieved))
    except InputError as error:
        errors.append(error)
        state = replace(state, size=None)
    return state


def _real_overrides(state: State) -> dict[str, Any]:
    """The overrides that differ from the preset; reading an unsound one gave None."""
    by_preset = effective(state.preset)
    return {n: v for n, v in state.overrides.items() if v is not None and v != by_preset[n]}
