"""Gain by rank: DCG below the ideal one, and under them NDCG with the weight that the discount leaves to each rank."""

from __future__ import annotations

from collections.abc import Sequence

from ireval.explanation.rank_series import Gains, gains
from web.charts.annotations import number, rank_ticks, spoken, value_ticks
from web.charts.scene import Axis, Bars, Chart, Dots, Layer, Line, Note, Panel, Table, nothing
from web.state.lab_state import State

KEY, TITLE = "gain", "Gain by rank"
_EMPTY = "The list is empty, so it gains nothing. Add a document."
_NOTHING = "No document has a gain, so the ideal DCG is 0 and NDCG is not defined. Give one a grade of 1 or more."
#: The parts of the height: DCG and IDCG above, NDCG and weights below.
_UPPER, _LOWER = (0.4, 1.0), (0.0, 0.3)


def chart(state: State) -> Chart:
    """DCG, ideal DCG and NDCG of the state's list."""
    shown = gains(state.explanation)
    if shown is None:
        return nothing(KEY, TITLE, _EMPTY)
    top = max(shown.idcg[-1], shown.dcg[-1])
    if not shown.idcg[-1]:
        return nothing(KEY, TITLE, _NOTHING)
    dcg, idcg, ndcg, weight = (_points(shown, y) for y in (shown.dcg, shown.idcg, shown.ndcg, shown.weight))
    last = shown.ranks[-1]
    x = Axis("rank", 0.4, last + 0.6, rank_ticks(last))
    upper = Axis("DCG", -0.03 * top, 1.24 * top, value_ticks(state, top))
    lower = Axis("NDCG", 0, 1.12, ((0, "0"), (1, "1")))
    texts = [_spoken(state, shown, row) for row in range(len(shown.ranks))]
    cut = state.k in shown.ranks
    above: list[Layer] = [
        *([_cut(state, upper)] if cut else []),
        Line("ideal", "ideal DCG", idcg, "--soft", 2, "dash"),
        Line("dcg", "DCG", dcg, "--accent"),
        Dots(dcg, [g > 0 for g in shown.gain], texts, shown.ranks),
    ]
    below: list[Layer] = [
        Bars("weight", "weight", weight, "--pale", about="what a gain of 1 counts at the rank"),
        *([_cut(state, lower)] if cut else []),
        Line("ndcg", "NDCG", [(r, v) for r, v in ndcg if v == v], "--gold", 2),
    ]
    notes = [Note(state.k, 1.14 * top, f"k = {state.k}", before=state.k > 0.8 * last)] if cut else []
    return Chart(
        KEY, TITLE, _sentence(state, shown), x, [Panel(upper, above, _UPPER, notes), Panel(lower, below, _LOWER)]
    )


def tables(state: State) -> Sequence[Table]:
    """The numbers of the chart."""
    shown = gains(state.explanation)
    if shown is None:
        return ()
    n = len(state.grades)
    rows = []
    for rank, *values in zip(shown.ranks, shown.gain, shown.weight, shown.dcg, shown.idcg, shown.ndcg, strict=True):
        gain, *others = values
        name = state.name(rank - 1) if rank <= n else "not retrieved"
        texts = [number(state, v) if v == v else "–" for v in others]
        rows.append((str(rank), name, number(state, gain, short=True), *texts))
    return (Table("Rank by rank", ("rank", "document", "gain", "weight", "DCG", "ideal DCG", "NDCG"), rows),)


def _points(shown: Gains, values: Sequence[float]) -> list[tuple[float, float]]:
    return list(zip(shown.ranks, values, strict=True))


def _cut(state: State, y: Axis) -> Line:
    return Line("cut", "", [(state.k, y.low), (state.k, y.high)], "--edge", 1, "dot")


def _spoken(state: State, shown: Gains, row: int) -> str:
    ndcg = shown.ndcg[row]
    return spoken(
        state,
        shown.ranks[row],
        f"DCG {number(state, shown.dcg[row])} of ideal {number(state, shown.idcg[row])}",
        f"NDCG {number(state, ndcg)}" if ndcg == ndcg else "NDCG not defined",
        f"weight {number(state, shown.weight[row])}",
    )


def _sentence(state: State, shown: Gains) -> str:
    row = shown.ranks.index(state.k) if state.k in shown.ranks else len(shown.ranks) - 1
    rank, dcg, idcg = shown.ranks[row], number(state, shown.dcg[row]), number(state, shown.idcg[row])
    ndcg = shown.ndcg[row]
    share = f": NDCG {number(state, ndcg)}" if ndcg == ndcg else ""
    return (
        f"Down to rank {rank}, DCG is {dcg} of the ideal {idcg}{share}. "
        f"A gain there has the weight {number(state, shown.weight[row])}."
    )
