"""Which tools and options printed two outputs: the ways of scoring that give all values of their topics."""

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

#: Changes that an output of trec_eval cannot have: its lines name the measure, and it rounds only what it prints.
_IMPOSSIBLE = frozenset({"measure", "cutoff", "printing"})
#: The most measures that are looked at.
_MOST_MEASURES = 40


@dataclass(frozen=True)
class PrintedCause:
    """For some ``measures``, what printed each output in general words; None where no way gives all values."""

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
    """For the measures whose values or averages differ, which ways of scoring the run print them.

    Raises ``InputError`` if a file cannot be used.
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
    """A way for each measure that has one, and as few ways in all as can be: one run of a tool printed all of them."""
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
    """Whether the way gives every value of a topic and the average, as far as they are printed."""
    scores = scorer.by_topic(way.setup)
    values = dict(zip(scores.topics, scores.values.tolist(), strict=True))
    shown = printed.values.get(name, {})
    if not all(topic in values and _is(value, values[topic]) for topic, value in shown.items()):
        return False
    overall = printed.overall.get(name)
    return bool(shown or overall) and (overall is None or _is(overall, scores.mean))


def _is(printed: Printed, value: float) -> bool:
    return abs(printed.value - value) <= printed.slack
