"""Single changes of a tool's scoring: another cutoff, measure, depth, order, level or convention, or other topics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ireval.conventions import CONVENTIONS
from ireval.measure.registry import measures
from ireval.measure.spelling import Spec
from ireval.messages import Message
from ireval.reproduction.ranked_files import RankedFiles
from ireval.reproduction.setup import BY_LINE, BY_RANK, BY_SCORE, CUT, OF_RUN, TOPIC_ROUNDING, WITH_RELEVANT, Setup

#: Cutoffs and depths that people use.
CUTOFFS = (1, 3, 5, 10, 15, 20, 25, 30, 50, 100, 200, 500, 1000)
#: Decimals to which the scores of topics are rounded before they are averaged.
_TOPIC_PLACES = (4, 3, 2)
#: Conventions that are not tried: they change only what is shown, or they are covered by other kinds of changes.
_NOT_TRIED = frozenset({"dcg_columns", "rounding", "decimals", "rel"})
#: The kinds of changes, the likeliest first.
_LIKELIHOOD = (
    "topics",
    "cutoff",
    "parameter",
    "order",
    "depth",
    "convention",
    "level",
    "printing",
    "unjudged",
    "measure",
)
_MISSING = {"left-out": "change-missing-left-out", "score-0": "change-missing-score-0"}
_ORDERS = {BY_LINE: "change-order-line", BY_RANK: "change-order-rank"}
#: The kinds of changes that users make without changing the tool.
OF_USERS = frozenset({"topics", "cutoff", "parameter", "order", "depth", "level"})
#: Values that are tried for parameters between 0 and 1, such as p, and for other parameters, such as beta.
_VALUES = (0.0, 0.2, 0.5, 0.8, 0.9, 0.95, 1.0, 2.0, 3.0, 5.0)
#: Kinds of changes that are not combined with others: a different measure could give any score.
ALONE = frozenset({"measure"})


@dataclass(frozen=True)
class Change:
    """One change. Two changes with the same ``about`` exclude each other; ``kind`` determines the likelihood."""

    kind: str
    about: str
    message: Message
    fields: tuple[tuple[str, Any], ...] = ()
    conventions: tuple[tuple[str, Any], ...] = ()

    @property
    def rank(self) -> int:
        """The place of its kind by likelihood: 0 for the likeliest kind."""
        return _LIKELIHOOD.index(self.kind)

    def apply(self, setup: Setup) -> Setup:
        """The setup with the change."""
        changed = replace(setup, **dict(self.fields)) if self.fields else setup
        return changed.with_conventions(**dict(self.conventions)) if self.conventions else changed


def _field(kind: str, name: str, value: Any, key: str, **values: object) -> Change:
    return Change(kind, name, Message(key, values), fields=((name, value),))


def changes_of(setup: Setup, files: RankedFiles) -> list[Change]:
    """Every single change that can make a difference to ``setup`` on the files, the likeliest first."""
    found = [
        *_topics(setup, files),
        *_cutoffs(setup.spec, files),
        *_parameters(setup.spec),
        *_orders(setup, files),
        *_depths(setup, files),
        *_conventions(setup),
        *_levels(setup, files),
        *_printing(),
        _field("unjudged", "judged_only", True, "change-judged-only"),
        *_measures(setup.spec),
    ]
    return sorted(found, key=lambda change: change.rank)


def _topics(setup: Setup, files: RankedFiles) -> Iterator[Change]:
    if files.missing:
        other = "left-out" if setup.chosen["missing"] == "score-0" else "score-0"
        message = Message(_MISSING[other], count=len(files.missing))
        yield Change("topics", "topics", message, conventions=(("missing", other),))
    yield _field("topics", "topics", WITH_RELEVANT, "change-topics-relevant")
    if files.unjudged:
        yield _field("topics", "topics", OF_RUN, "change-topics-of-run", count=len(files.unjudged))


def _cutoffs(spec: Spec, files: RankedFiles) -> Iterator[Change]:
    cutoff = spec.measure.cutoff
    if cutoff is None or cutoff.name != "k":
        return
    own = spec.own.get("k")
    near = (own - 1, own + 1) if own else ()
    whole = () if spec.measure.cutoff_required or own is None else (None,)
    for k in (*whole, *sorted({*CUTOFFS, *near}, key=lambda k: abs(k - (own or 1000)))):
        if k == own or (k is not None and (k < 1 or (k > files.longest and own is None))):
            continue
        yield Change("cutoff", "measure", *_other_measure(spec, replace(spec, own=_with_cutoff(spec.own, k))))


def _parameters(spec: Spec) -> Iterator[Change]:
    for parameter in spec.measure.parameters:
        name = parameter.name
        values: list[Any] = [x.key for x in parameter.choices] or [
            x for x in _VALUES if parameter.least <= x <= parameter.most
        ]
        for value in values:
            if value != spec.own.get(name, parameter.default):
                other = replace(spec, own=spec.own | {name: value})
                yield Change("parameter", "measure", *_other_measure(spec, other))


def _with_cutoff(own: dict[str, Any], k: int | None) -> dict[str, Any]:
    rest = {name: value for name, value in own.items() if name != "k"}
    return rest if k is None else rest | {"k": k}


def _other_measure(spec: Spec, other: Spec) -> tuple[Message, tuple[tuple[str, Any], ...]]:
    name = Spec(other.measure, other.own, "").spelling
    return Message("change-measure", other=name, asked=spec.text), (("measure", name),)


def _orders(setup: Setup, files: RankedFiles) -> Iterator[Change]:
    for order in files.by_order:
        if order in {BY_LINE, BY_RANK} and setup.order == BY_SCORE:
            yield _field("order", "order", order, _ORDERS[order])
    if files.has_clear_order:
        return
    for name in ("ties", "scores"):
        for choice in CONVENTIONS[name].choices:
            if choice.key != setup.chosen[name]:
                message = Message("change-convention", title=CONVENTIONS[name].title, choice=choice.short)
                yield Change("order", "order", message, conventions=((name, choice.key),))


def _depths(setup: Setup, files: RankedFiles) -> Iterator[Change]:
    k = setup.spec.own.get("k") or files.longest
    for depth in reversed(CUTOFFS):
        if depth < min(files.longest, k):
            yield _field("depth", "depth", depth, "change-depth", count=depth)


def _conventions(setup: Setup) -> Iterator[Change]:
    own = setup.spec.own
    for name in setup.spec.measure.conventions:
        if name in _NOT_TRIED or name in own:
            continue
        for choice in CONVENTIONS[name].choices:
            if choice.key != setup.chosen[name]:
                message = Message("change-convention", title=CONVENTIONS[name].title, choice=choice.short)
                yield Change("convention", name, message, conventions=((name, choice.key),))


def _levels(setup: Setup, files: RankedFiles) -> Iterator[Change]:
    if "rel" in setup.spec.own or "rel" not in setup.spec.measure.conventions:
        return
    for grade in files.grades:
        if grade != setup.chosen["rel"]:
            yield Change("level", "rel", Message("change-level", grade=grade), conventions=(("rel", grade),))


def _printing() -> Iterator[Change]:
    yield _field("printing", "printing", CUT, "change-cut")
    for places in _TOPIC_PLACES:
        yield _field("printing", "printing", f"{TOPIC_ROUNDING}{places}", "change-topics-rounded", places=places)


def _measures(spec: Spec) -> Iterator[Change]:
    """The other measures, the same family first, with the given cutoff and without a cutoff."""
    own, asked = spec.measure, spec.own.get("k")
    kin = [m for m in measures().values() if m is not own and m.needs_subtopics == own.needs_subtopics]
    for measure in sorted(kin, key=lambda m: m.family != own.family):
        cutoffs: list[dict[str, Any]] = [] if measure.cutoff_required else [{}]
        if measure.cutoff and measure.cutoff.name == "k":
            cutoffs.insert(0, {"k": asked or 10})
        elif measure.cutoff_required and measure.cutoff:
            cutoffs.append({measure.cutoff.name: measure.cutoff.default})
        for at in cutoffs:
            yield Change("measure", "measure", *_other_measure(spec, Spec(measure, at, "")))
