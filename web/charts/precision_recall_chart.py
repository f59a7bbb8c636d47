"""Precision over recall: a point at each rank, the interpolated staircase, the eleven points."""

from __future__ import annotations

from collections.abc import Sequence

from ireval.explanation.curve import curve
from ireval.measure.spelling import parse
from web.charts.annotations import documents, number, spoken
from web.charts.scene import Axis, Chart, Dots, Line, Panel, Signs, Table, nothing
from web.state.lab_state import State

KEY, TITLE = "precision-recall", "Precision-recall curve"
_NOTHING = "No document is relevant, so recall is not defined and there is no curve. Label one 1 or more."
_INTERPOLATED = "the highest precision at any recall of r or more"
_EMPTY = "The list is empty: without a document there is no precision, and no curve. Add one."


def chart(state: State) -> Chart:
    """The curve of the state's list."""
    shown = curve(state.explanation)
    if shown is None:
        return nothing(KEY, TITLE, _NOTHING if state.grades else _EMPTY)
    ticks = tuple((v, number(state, v, short=True)) for v in (0, 0.25, 0.5, 0.75, 1))
    texts = [
        spoken(state, rank, f"precision {number(state, p)}", f"recall {number(state, r)}")
        for rank, (r, p) in zip(shown.ranks, shown.points, strict=True)
    ]
    levels = [
        f"level {number(state, r, short=True)}: interpolated precision {number(state, p)}" for r, p in shown.eleven
    ]
    following = state.conventions["interpolation"] != "any-higher-recall"
    recall, precision = shown.points[-1]
    first, last, found = shown.ranks[0], shown.ranks[-1], sum(shown.relevant)
    begins = f"{number(state, shown.points[0][1])} at rank {first}, " if first < last else ""
    sentence = (
        f"Precision {begins}{number(state, precision)} at rank {last}; "
        f"{found} of {documents(shown.total)} found, recall {number(state, recall)}."
    )
    layers = (
        Line("stairs", "interpolated", shown.staircase, "--accent", about=_INTERPOLATED),
        Line("path", "", shown.points, "--soft", 1, "dot"),
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
        Dots(shown.points, shown.relevant, texts, shown.ranks, "relevant"),
    )
    x, y = (Axis(title, -0.03, 1.05, ticks) for title in ("recall", "precision"))
    return Chart(KEY, TITLE, sentence, x, [Panel(y, layers)], by_rank=False)


def _rows(state: State, levels: Sequence[float]) -> list[int]:
    """The rows of the open table, counted from 1, that stand for recall levels; 0 for none, empty if it has no such."""
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
