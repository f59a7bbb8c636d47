"""Slips in the sources: figures that a source prints for one of its lists, but that its formula does not give.

Each is recognized only on exactly that list, under all conventions.

>>> from ireval.diagnosis.inquiry import diagnose
>>> from ireval.conventions import effective
>>> from ireval.messages import say
>>> found = diagnose("AP", read_ranking(SYSTEM_1), effective("kth"), "0,666")
>>> print(say(found.causes[0].message))
The KTH lecture (Karlgren) prints this. It adds up eleven figures, some of them at non-relevant ranks, and divides by
ten.
>>> print(found.yours(found.causes[0]).text)
AP = 6.662/10 = 0.666
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ireval.conventions import PRESETS, effective
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.explanation.worked_examples import GRADED_1, GRADED_2, SYSTEM_1, SYSTEM_2
from ireval.measure import Mistake, Params, run
from ireval.messages.message import Message
from ireval.numbers.expression import Expr, Num
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking


@dataclass(frozen=True)
class Figure:
    """A printed figure in a step table: its ``column`` and ``row`` (from 1), on the list ``labels``.

    ``key`` is the message with the reason. ``calculation`` is the calculation of the source, or the figure itself.
    """

    labels: str
    axis: str
    column: str
    row: int
    calculation: Expr
    key: str
    preset: str = "kth"


@dataclass(frozen=True)
class OtherGains:
    """Running sums that use the gains of another list, from row ``first`` of ``columns`` on, on the list ``labels``.

    ``instead`` is the list whose gains were added; ``missed`` are the judged documents that it did not retrieve.
    """

    labels: str
    columns: tuple[str, ...]
    first: int
    instead: str
    missed: str
    key: str
    preset: str = "kth"


_TENTHS = [(3, Num(0.75)), (4, Num(0.53)), (11, Num(0.5))]
FIGURES: tuple[Figure | OtherGains, ...] = (
    Figure(SYSTEM_1, "rank", "AP", 20, Num(6.662) / Num(10), "printed-kth-ap-1"),
    Figure(SYSTEM_2, "rank", "AP", 20, Num(7.4) / Num(11), "printed-kth-ap-2"),
    *(Figure(labels, "rank", "P", 3, Num(0.567), "printed-kth-digit") for labels in (SYSTEM_1, SYSTEM_2)),
    *(Figure(SYSTEM_1, "recall level", "P", row, shown, "printed-kth-levels-1") for row, shown in _TENTHS),
    *(Figure(SYSTEM_2, "recall level", "P", row, Num(0.5), "printed-kth-levels-2") for row in range(1, 12)),
    OtherGains(GRADED_2, ("DCG", "NDCG"), 4, GRADED_2[:3] + GRADED_1[3:], "2", "printed-kth-gains"),
)


#: The keys of these causes.
PRINTED = frozenset(figure.key for figure in FIGURES)


def printed_figures(target: ScoreTarget | CellTarget) -> Iterator[Cause]:
    """The figures that a source prints for this score or cell of exactly this list."""
    table = target.table
    column, row = (
        (target.key, target.row + 1) if isinstance(target, CellTarget) else (table.measure.score, table.score_row)
    )
    for figure in FIGURES:
        if not _is_list(table.computed.table.ranking, figure.labels):
            continue
        if isinstance(figure, OtherGains):
            if column in figure.columns and row >= figure.first:
                yield from _other_gains(figure, target)
        elif (figure.axis, figure.column, figure.row) == (table.measure.axis, column, row):
            yield _as_cause(figure, target)


def _is_list(ranking: Ranking, labels: str) -> bool:
    return ranking.grades.tolist() == [int(label) for label in labels] and not (ranking.unretrieved > 0).any()


def _message(figure: Figure | OtherGains) -> Message:
    return Message("printed-figure", source=PRESETS[figure.preset].title, reason=Message(figure.key))


def _as_cause(figure: Figure, target: ScoreTarget | CellTarget) -> Cause:
    value = figure.calculation.value(12)
    shown = Worked(np.array([value]), lambda _: figure.calculation)
    wrong = Mistake(figure.key, "", "", lambda _: shown)
    return Cause("mistake", figure.key, _message(figure), value, of=target.table.computed, mistake=wrong)


def _other_gains(figure: OtherGains, target: ScoreTarget | CellTarget) -> Iterator[Cause]:
    computed = target.table.computed
    chosen = effective(figure.preset)
    values = {**computed.table.p.values, **{name: chosen[name] for name in computed.measure.conventions}}
    other = run(computed.measure, read_ranking(figure.instead, figure.missed), Params(values))
    value = float(target.read(other))
    if value == value:
        yield Cause("mistake", figure.key, _message(figure), value, of=other)
