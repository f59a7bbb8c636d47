"""The results of an evaluation: scores by topic, their means, and several runs side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ireval.evaluation.mean_notes import Averaged, mean_notes
from ireval.measure import GEOMETRIC_FLOOR
from ireval.messages import Message, say
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import exact
from ireval.stdlib.lazy_attribute import lazy_attribute

if TYPE_CHECKING:
    import pandas as pd

#: Decimals shown by default.
PLACES = 4
GEOMETRIC = "geometric"
#: The kinds of averages of scores.
AVERAGES = ("arithmetic", GEOMETRIC)
#: The most topics shown in a notebook.
_TOPICS_SHOWN = 20


@dataclass(frozen=True)
class Scores:
    """One measure's ``values``, one for each topic (NaN: undefined), and the kind of ``average``.

    The average is ``arithmetic``, ``geometric`` or ``sum``. ``left_out`` has the reasons for missing scores, and
    ``remarks`` further notes on scores: clauses by the place of the topic, from 0. ``summing_order`` has the places of
    the scores in the order in which they are added up; if it is empty, they are added in the order of the values.
    """

    values: Floats
    average: str = "arithmetic"
    left_out: Mapping[int, Message] = field(default_factory=dict)
    remarks: Mapping[int, Message] = field(default_factory=dict)
    summing_order: Sequence[int] = ()

    def in_order(self, order: Sequence[int], summing_order: Sequence[int] = ()) -> Scores:
        """The same scores in another order, which begins with the score of topic ``order[0]``."""
        if len(order) < 2:
            return self
        values = self.values[list(order)]
        if not (self.left_out or self.remarks):
            return Scores(values, self.average, summing_order=summing_order)
        place = {topic: i for i, topic in enumerate(order)}
        left_out, remarks = (
            dict(sorted((place[i], clause) for i, clause in said.items())) for said in (self.left_out, self.remarks)
        )
        return Scores(values, self.average, left_out, remarks, summing_order)

    @property
    def averaged_over(self) -> int:
        """The number of topics with a score, which the mean is over."""
        return int(np.count_nonzero(~np.isnan(self.values)))

    @lazy_attribute
    def overall(self) -> float:
        """The mean over the topics that have a score, or the sum of a count; NaN if no topic has a score."""
        values = self.values[list(self.summing_order)] if self.summing_order else self.values
        known = values[~np.isnan(values)]
        if self.average == "sum":
            return float(known.sum())
        if not len(known):
            return float("nan")
        if self.average == GEOMETRIC:
            if known.max() <= GEOMETRIC_FLOOR:
                return GEOMETRIC_FLOOR
            return float(np.exp(mean_in_order(np.log(np.maximum(known, GEOMETRIC_FLOOR)))))
        return mean_in_order(known)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The evaluation of one run. ``scores`` has an entry for each measure, by the requested spelling.

    ``topics`` are the topics of the means, sorted by number if they are numbers, otherwise by bytes. ``missing`` are
    judged topics that are missing from the run; they are among ``topics`` if they score 0. ``unjudged`` are topics of
    the run without judgements; they are ignored. ``tag`` is the name in the run file. ``requested`` has all requested
    names in order: the measures, ``runid``, and the names in ``strings``, which have a text for each topic.
    ``comments`` has each file with ignored lines that begin with ``#``, and the number of these lines.
    """

    name: str
    tag: str
    topics: tuple[str, ...]
    scores: Mapping[str, Scores]
    missing: tuple[str, ...]
    unjudged: tuple[str, ...]
    conventions: Mapping[str, Any]
    requested: tuple[str, ...] = ()
    strings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    comments: tuple[tuple[str, int], ...] = ()

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, in the spellings requested."""
        return tuple(self.scores)

    @lazy_attribute
    def mean(self) -> dict[str, float]:
        """The mean of each measure over its topics; NaN if no topic has a score. Counts such as num_ret are sums."""
        return {name: scores.overall for name, scores in self.scores.items()}

    @property
    def notes(self) -> list[Message]:
        """Notes on means that are not over all topics, with the topics left out and the reasons; remarks on scores."""
        gone = self.missing if self.conventions["missing"] == "left-out" else ()
        lacking = {len(self.topics) + i: Message("missing-from-run") for i in range(len(gone))}
        means = [
            Averaged(name, {**scores.left_out, **lacking}, scores.remarks)
            for name, scores in self.scores.items()
            if scores.average != "sum"
        ]
        return mean_notes(means, (*self.topics, *gone))

    def rows(self) -> Iterator[dict[str, Any]]:
        """A dict for each topic: ``topic``, each string, and the score of each measure; None if it is undefined."""
        columns = [[None if x != x else x for x in scores.values.tolist()] for scores in self.scores.values()]
        for topic, *values in zip(self.topics, *self.strings.values(), *columns, strict=True):
            yield {"topic": topic} | dict(zip([*self.strings, *self.scores], values, strict=True))

    def to_pandas(self) -> pd.DataFrame:
        """A data frame with a row for each topic and a column for each measure."""
        import pandas as pd

        columns = {name: scores.values for name, scores in self.scores.items()}
        return pd.DataFrame(columns, index=pd.Index(self.topics, name="topic"))

    def __repr__(self) -> str:
        means = ", ".join(f"{name}={overall_text(self.scores[name])}" for name in self.scores)
        topics = say(Message("count-of-topics", count=len(self.topics)))
        return f"<{type(self).__name__} of {self.name!r}, {topics}: {means}>"

    def _repr_html_(self) -> str:
        head = ["topic", *self.scores]
        body = [["all", *(overall_text(scores) for scores in self.scores.values())]]
        for i, topic in enumerate(self.topics[:_TOPICS_SHOWN]):
            body.append([topic, *(score_text(s.values[i], s.average) for s in self.scores.values())])
        more = len(self.topics) - _TOPICS_SHOWN
        notes = [Message("more-topics", count=more)] if more > 0 else []
        if self.missing:
            notes.append(Message("topics-missing-from-run", topics=self.missing))
        notes += self.notes
        from html import escape

        from ireval.explanation.table_text import html_table

        below = "".join(f"<p>{escape(say(note))}</p>" for note in notes)
        return html_table(self.name, head, body, headed_rows=True) + below


@dataclass(frozen=True, eq=False)
class Comparison:
    """The evaluations of several runs on the same judgements, in the given order."""

    runs: tuple[Evaluation, ...]

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures, in the spellings requested."""
        return self.runs[0].measures

    @lazy_attribute
    def mean(self) -> dict[str, dict[str, float]]:
        """The means of each run by the run's name: ``{run: {measure: mean}}``."""
        return {run.name: run.mean for run in self.runs}

    def __getitem__(self, name: str) -> Evaluation:
        return next(run for run in self.runs if run.name == name)

    def rows(self) -> Iterator[dict[str, Any]]:
        """A dict for each run and topic: ``run``, ``topic``, and the score of each measure; None if it is undefined."""
        for run in self.runs:
            for row in run.rows():
                yield {"run": run.name} | row

    def to_pandas(self) -> pd.DataFrame:
        """A data frame with a row for each run and topic and a column for each measure."""
        import pandas as pd

        return pd.concat({run.name: run.to_pandas() for run in self.runs}, names=["run"])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {', '.join(repr(run.name) for run in self.runs)}>"

    def _repr_html_(self) -> str:
        body = [[run.name, *(overall_text(scores) for scores in run.scores.values())] for run in self.runs]
        from html import escape

        from ireval.explanation.table_text import html_table

        notes = [Message("note-on-run", run=run.name, note=note) for run in self.runs for note in run.notes]
        below = "".join(f"<p>{escape(say(note))}</p>" for note in notes)
        return html_table("", ["run", *self.measures], body, headed_rows=True) + below


def overall_text(scores: Scores, places: int = PLACES) -> str:
    """The average of a measure over all topics, as text."""
    return score_text(scores.overall, scores.average, places)


def mean_in_order(values: Floats) -> float:
    """The mean of values that are added one after the other, as in trec_eval; another order may round differently.

    >>> mean_in_order(np.array([0.1] * 10)), float(np.array([0.1] * 10).mean())
    (0.09999999999999999, 0.1)
    """
    return float(np.add.accumulate(values)[-1] / len(values))


def by_bytes(topics: Sequence[str]) -> list[int]:
    """The places of topics sorted by their bytes, which is the order in which trec_eval adds up their scores."""
    return sorted(range(len(topics)), key=lambda i: topics[i].encode())


def score_text(value: float, average: str, places: int = PLACES) -> str:
    """A score or a count as text; a dash if it is undefined. Halves are rounded as trec_eval prints them."""
    if value != value:
        return "–"
    if average == GEOMETRIC and value == GEOMETRIC_FLOOR:
        return exact(value).text(places)
    return f"{value:.0f}" if average == "sum" else f"{value:.{places}f}"
