"""Reciprocal rank by the rank of the first relevant document: the curve of 1/rank, with the list's own score."""

from __future__ import annotations

from collections.abc import Sequence

from ireval.explanation.rank_series import FirstRelevant, first_relevant
from ireval.measure import RankCurve
from ireval.measure.registry import drawn
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message
from web.charts.annotations import figures, number, numbers, rank_texts, rank_ticks, sentence
from web.charts.scene import Axis, Chart, Dots, Layer, Line, Note, Panel, Table, nothing
from web.state.lab_state import State

#: The least number of ranks of the curve, however short the list is.
RANKS = 10


def chart(state: State) -> Chart:
    """The curve of the measure that the chosen chart shows."""
    spec, curve = _open(state)
    shown = first_relevant(state.explanation, spec, RANKS)
    title = f"{curve.score} by the rank of the first relevant document"
    if shown is None:
        empty = "no-first-empty" if not state.grades else "no-first-none-relevant"
        return nothing(state.chart, title, sentence(state, Message(empty)))
    end = shown.ranks[-1]
    ranks = [*shown.ranks, *range(end + 1, end + 1 + len(shown.values) - len(shown.ranks))]
    points = [(float(rank), value) for rank, value in zip(ranks, shown.values, strict=True)]
    marks = points[: len(shown.ranks)]
    layers: list[Layer] = [Line("path", curve.noun, points, "--accent", 2)]
    notes = []
    if shown.score and shown.first >= 0:
        rank, value = marks[shown.first]
        corner = [(0.4, value), (rank, value), (rank, 0)]
        layers.append(Line("score", str(spec), corner, "--gold", 2, "dash", since=[int(rank)] * 3))
    if spec.own.get("k") in shown.ranks:
        cut = spec.own["k"]
        layers.append(Line("cut", "", [(cut, 0), (cut, 1.08)], "--edge", 1, "dot"))
        notes.append(Note(cut, 1.02, f"k = {cut}", before=cut > 0.8 * ranks[-1]))
    layers.append(Dots(marks, shown.relevant, _texts(state, shown), shown.ranks))
    y = Axis(curve.noun, 0, 1.08, tuple((v, number(state, v, short=True)) for v in (0, 0.25, 0.5, 0.75, 1)))
    x = Axis("rank", 0.4, ranks[-1] + 0.6, rank_ticks(ranks[-1]))
    panels = [Panel(y, layers, notes=notes)]
    return Chart(state.chart, title, _sentence(state, str(spec), shown), x, panels, curve="score")


def tables(state: State) -> Sequence[Table]:
    """The numbers of the chart."""
    spec, curve = _open(state)
    shown = first_relevant(state.explanation, spec, RANKS)
    if shown is None:
        return ()
    rows = [
        (str(rank), state.name(rank - 1), "yes" if hit else "no", number(state, value))
        for rank, hit, value in zip(shown.ranks, shown.relevant, shown.values, strict=False)
    ]
    rows.append((str(spec), "", "", number(state, shown.score)))
    return (Table("What the first relevant document scores", ("rank", "document", "relevant", curve.noun), rows),)


def _open(state: State) -> tuple[Spec, RankCurve]:
    """The chart's measure in the variant that is open, otherwise without a cutoff."""
    measure, curve = next(x for x in drawn(RankCurve) if x[0].chart == state.chart)
    spec = parse(state.show)
    return (spec if spec.measure is measure else parse(measure.name)), curve


def _texts(state: State, shown: FirstRelevant) -> list[str]:
    """The text about each rank."""
    facts = []
    for row, value in enumerate(numbers(state, shown.values[: len(shown.ranks)])):
        if row >= shown.counted:
            fact = "below the cutoff"
        elif row == shown.first:
            fact = f"the first relevant document scores {value}"
        elif 0 <= shown.first < row:
            fact = "below the first relevant document"
        else:
            fact = f"a first relevant document here would score {value}"
        facts.append(fact)
    return rank_texts(state, shown.ranks, facts)


def _sentence(state: State, label: str, shown: FirstRelevant) -> str:
    if shown.first < 0:
        return sentence(state, Message("no-first-found", measure=label))
    rank = shown.ranks[shown.first]
    if shown.first >= shown.counted:
        return sentence(state, Message("first-below-cutoff", measure=label, rank=rank))
    score = figures(state, shown.score)
    if shown.first + 1 >= len(shown.values):
        return sentence(state, Message("first-at-rank", measure=label, rank=rank, score=score))
    later = figures(state, shown.values[shown.first + 1])
    return sentence(state, Message("first-at-rank-and-later", measure=label, rank=rank, score=score, later=later))
