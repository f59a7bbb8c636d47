"""Precision over recall: a point for each rank, the interpolated curve, and the eleven standard points."""

from __future__ import annotations

from collections.abc import Sequence

from ireval.explanation.curve import Curve, curve
from ireval.measure.spelling import parse
from ireval.messages import Message
from web.charts.annotations import figures, number, numbers, rank_texts, sentence
from web.charts.scene import END, Axis, Chart, Dots, Line, Panel, Signs, Table, nothing
from web.state.lab_state import State

KEY, TITLE = "precision-recall", "Precision-recall curve"
_INTERPOLATED = "the highest precision at any recall of r or more"


def chart(state: State) -> Chart:
    """The curve of the state's list."""
    shown = curve(state.explanation)
    if shown is None:
        key = "no-curve-none-relevant" if state.grades else "no-curve-empty"
        return nothing(KEY, TITLE, sentence(state, Message(key)))
    ticks = tuple((v, number(state, v, short=True)) for v in (0, 0.25, 0.5, 0.75, 1))
    recall, precision = (numbers(state, values) for values in zip(*shown.points, strict=True))
    facts = [f"precision {p}, recall {r}" for r, p in zip(recall, precision, strict=True)]
    heights = numbers(state, [p for _, p in shown.eleven])
    levels = [
        f"level {number(state, r, short=True)}: interpolated precision {text}"
        for (r, _), text in zip(shown.eleven, heights, strict=True)
    ]
    following = state.conventions["interpolation"] != "any-higher-recall"
    layers = (
        Line("stairs", "interpolated", shown.staircase, "--accent", about=_INTERPOLATED, since=END),
        Line("path", "", shown.points, "--soft", 1, "dot", since=shown.ranks),
        Signs(
            "level",
            "11 points",
            shown.eleven,
            "diamond",
            "--gold",
            levels,
            about="highest precision in the following interval" if following else "",
            rows=_rows(state, [r for r, _ in shown.eleven]),
        ),
        Dots(shown.points, shown.relevant, rank_texts(state, shown.ranks, facts), shown.ranks, "relevant"),
    )
    x, y = (Axis(title, -0.03, 1.05, ticks) for title in ("recall", "precision"))
    return Chart(KEY, TITLE, _sentence(state, shown), x, [Panel(y, layers)], by_rank=False, curve="stairs")


def _sentence(state: State, shown: Curve) -> str:
    recall, precision = shown.points[-1]
    values = {
        "last": figures(state, precision),
        "recall": figures(state, recall),
        "end": shown.ranks[-1],
        "found": sum(shown.relevant),
        "relevant": shown.total,
    }
    if len(shown.ranks) == 1:
        return sentence(state, Message("precision-at-one-rank", values))
    first = figures(state, shown.points[0][1])
    return sentence(state, Message("precision-over-ranks", values, start=shown.ranks[0], first=first))


def _rows(state: State, levels: Sequence[float]) -> list[int]:
    """The row of the open table for each recall level, counted from 1; 0 for no row, empty if the table has none."""
    spec = parse(state.show)
    if spec.measure.axis != "recall level":
        return []
    own = [round(r, 6) for r in state.explanation.compute(spec).columns[spec.measure.columns[0].key].tolist()]
    return [own.index(round(r, 6)) + 1 if round(r, 6) in own else 0 for r in levels]


def tables(state: State) -> Sequence[Table]:
    """The numbers of the curve."""
    shown = curve(state.explanation)
    if shown is None:
        return ()
    rows = [
        (str(rank), state.name(rank - 1), "yes" if hit else "no", number(state, r), number(state, p))
        for rank, hit, (r, p) in zip(shown.ranks, shown.relevant, shown.points, strict=True)
    ]
    levels = [(number(state, r, short=True), number(state, p)) for r, p in shown.eleven]
    return (
        Table("Rank by rank", ("rank", "document", "relevant", "recall", "precision"), rows),
        Table("At the eleven standard levels", ("recall", "interpolated precision"), levels),
    )
