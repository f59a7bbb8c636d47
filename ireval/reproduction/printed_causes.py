"""Finds the tools and options that printed two outputs: ways of scoring that give the values of all topics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ireval.conventions import DEFAULT_PRESET
from ireval.evaluation.evaluation import Judged, Returned
from ireval.messages import Message
from ireval.reproduction.printed_differences import PrintedComparison, some, spec_of
from ireval.reproduction.printed_scores import Printed, PrintedScores
from ireval.reproduction.ranked_files import RankedFiles
from ireval.reproduction.scorer import Progress, Scorer
from ireval.reproduction.ways import Way, whole_tools, with_one_change
from ireval.trec.reading.source import LIMIT

#: Changes that are impossible in an output of trec_eval: its lines name the measure, and it rounds only printed values.
_IMPOSSIBLE = frozenset({"measure", "cutoff", "printing"})
#: The most measures that are examined.
_MOST_MEASURES = 40


@dataclass(frozen=True)
class PrintedCause:
    """The ways that printed ``measures`` in output ``a`` and in output ``b``; None if no way gives all values."""

    measures: tuple[str, ...]
    a: Message | None
    b: Message | None

    @property
    def message(self) -> Message:
        """The cause in words."""
        sides = {"a": self.a or Message("printed-unknown"), "b": self.b or Message("printed-unknown")}
        return Message("printed-cause", sides, count=len(self.measures), measures=some(list(self.measures)))


def causes_of(
    compared: PrintedComparison,
    qrels: Judged,
    run: Returned,
    *,
    limit: int = LIMIT,
    most_work: float = float("inf"),
    on_progress: Progress | None = None,
) -> list[PrintedCause]:
    """The ways of scoring the run that print the values of the measures whose values or averages differ.

    ``limit``, ``most_work`` and ``on_progress`` are those of ``reproduce``. Raises ``InputError`` if a file cannot be
    used.
    """
    files = RankedFiles.read(qrels, run, limit=limit)
    names = list(dict.fromkeys([*compared.measures, *(d.measure for d in compared.averages)]))
    known = [name for name in names if (spec := spec_of(name)) and not spec.measure.needs_subtopics][:_MOST_MEASURES]
    scorer = Scorer(files, most_work)
    sides = (compared.a, compared.b)
    found: dict[tuple[int, str], dict[Message, int]] = {}
    for stage in (_whole, _changed):
        left = [name for name in known if not (found.get((0, name)) and found.get((1, name)))]
        ways = {name: stage(name, files) for name in left}
        scored = {id(s) for s in scorer.prepare([w.setup for mine in ways.values() for w in mine], on_progress)}
        for name in left:
            tried = [way for way in ways[name] if id(way.setup) in scored]
            for side, printed in enumerate(sides):
                if not found.get((side, name)):
                    fitting = [way.in_general for way in tried if _prints(way, scorer, printed, name)]
                    found[side, name] = {message: place for place, message in reversed(list(enumerate(fitting)))}
    groups: dict[tuple[Message | None, Message | None], list[str]] = {}
    chosen = [_fewest({name: found[side, name] for name in known}) for side in (0, 1)]
    for name in known:
        groups.setdefault((chosen[0].get(name), chosen[1].get(name)), []).append(name)
    return [PrintedCause(tuple(measures), a, b) for (a, b), measures in groups.items()]


def _fewest(fitting: Mapping[str, Mapping[Message, int]]) -> dict[str, Message]:
    """A way for each measure, with as few different ways as possible, because one run of a tool printed all of them."""
    chosen: dict[str, Message] = {}
    while left := {name: ways for name, ways in fitting.items() if ways and name not in chosen}:
        places: dict[Message, list[int]] = {}
        for ways in left.values():
            for message, place in ways.items():
                places.setdefault(message, []).append(place)
        best = min(places, key=lambda message: (-len(places[message]), sum(places[message])))
        chosen |= {name: best for name, ways in left.items() if best in ways}
    return chosen


def _tools(name: str) -> list[Way]:
    spec = spec_of(name)
    return [way for way in whole_tools(spec) if way.tool.preset == DEFAULT_PRESET] if spec else []


def _whole(name: str, _: RankedFiles) -> list[Way]:
    return _tools(name)


def _changed(name: str, files: RankedFiles) -> list[Way]:
    return [way for way in with_one_change(_tools(name), files) if way.changes[0].kind not in _IMPOSSIBLE]


def _prints(way: Way, scorer: Scorer, printed: PrintedScores, name: str) -> bool:
    """Whether the way gives all printed values of topics, and the printed average."""
    scores = scorer.by_topic(way.setup)
    values = dict(zip(scores.topics, scores.values.tolist(), strict=True))
    shown = printed.values.get(name, {})
    if not all(topic in values and _is(value, values[topic]) for topic, value in shown.items()):
        return False
    overall = printed.overall.get(name)
    return bool(shown or overall) and (overall is None or _is(overall, scores.mean))


def _is(printed: Printed, value: float) -> bool:
    return abs(printed.value - value) <= printed.slack
