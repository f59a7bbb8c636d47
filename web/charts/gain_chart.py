"""Gain by rank: DCG and ideal DCG above; below, nDCG and the weight that the discount gives to each rank."""

from __future__ import annotations

from collections.abc import Sequence

from ireval.explanation.rank_series import Gains, gains
from ireval.measure.spelling import parse
from ireval.messages import Message
from web.charts.annotations import figures, number, numbers, rank_texts, rank_ticks, sentence, value_ticks
from web.charts.scene import Axis, Bars, Chart, Dots, Layer, Line, Note, Panel, Table, nothing
from web.state.lab_state import State

KEY, TITLE = "gain", "Gain by rank"
#: The parts of the height: DCG and ideal DCG above, nDCG and weights below.
_UPPER, _LOWER = (0.4, 1.0), (0.0, 0.3)


def chart(state: State) -> Chart:
    """DCG, ideal DCG and nDCG of the state's list."""
    shown = gains(state.explanation, parse(state.show))
    if shown is None:
        return nothing(KEY, TITLE, sentence(state, Message("no-gain-empty")))
    top = max(shown.idcg[-1], shown.dcg[-1])
    if not shown.idcg[-1]:
        return nothing(KEY, TITLE, sentence(state, Message("no-gain-none-relevant")))
    dcg, idcg, ndcg, weight = (_points(shown, y) for y in (shown.dcg, shown.idcg, shown.ndcg, shown.weight))
    last = shown.ranks[-1]
    x = Axis("rank", 0.4, last + 0.6, rank_ticks(last))
    upper = Axis("DCG", -0.03 * top, 1.24 * top, value_ticks(state, top))
    lower = Axis("nDCG", 0, 1.12, ((0, "0"), (1, "1")))
    cut = state.k in shown.ranks
    above: list[Layer] = [
        *([_cut(state, upper)] if cut else []),
        Line("ideal", "ideal DCG", idcg, "--soft", 2, "dash", since=shown.ranks),
        Line("dcg", "DCG", dcg, "--accent", since=shown.ranks),
        Dots(dcg, [g > 0 for g in shown.gain], _texts(state, shown), shown.ranks),
    ]
    shares = [(r, v) for r, v in ndcg if v == v]
    below: list[Layer] = [
        Bars("weight", "weight", weight, "--pale", about="how much a gain of 1 counts at the rank", since=shown.ranks),
        *([_cut(state, lower)] if cut else []),
        Line("ndcg", "nDCG", shares, "--gold", 2, since=[int(r) for r, _ in shares]),
    ]
    notes = [Note(state.k, 1.14 * top, f"k = {state.k}", before=state.k > 0.8 * last)] if cut else []
    panels = [Panel(upper, above, _UPPER, notes), Panel(lower, below, _LOWER)]
    return Chart(KEY, TITLE, _sentence(state, shown), x, panels, curve="dcg")


def tables(state: State) -> Sequence[Table]:
    """The numbers of the chart."""
    shown = gains(state.explanation, parse(state.show))
    if shown is None:
        return ()
    n = len(state.grades)
    rows = []
    for rank, *values in zip(shown.ranks, shown.gain, shown.weight, shown.dcg, shown.idcg, shown.ndcg, strict=True):
        gain, *others = values
        name = state.name(rank - 1) if rank <= n else "not retrieved"
        texts = [number(state, v) if v == v else "–" for v in others]
        rows.append((str(rank), name, number(state, gain, short=True), *texts))
    return (Table("Rank by rank", ("rank", "document", "gain", "weight", "DCG", "ideal DCG", "nDCG"), rows),)


def _points(shown: Gains, values: Sequence[float]) -> list[tuple[float, float]]:
    return list(zip(shown.ranks, values, strict=True))


def _cut(state: State, y: Axis) -> Line:
    return Line("cut", "", [(state.k, y.low), (state.k, y.high)], "--edge", 1, "dot")


def _texts(state: State, shown: Gains) -> list[str]:
    """The text about each rank, in lines, because a narrow label covers less of the chart."""
    rows = len(shown.ranks)
    texts = numbers(state, [*shown.dcg, *shown.idcg, *shown.ndcg, *shown.weight])
    dcg, idcg, ndcg, weight = (texts[start : start + rows] for start in range(0, 4 * rows, rows))
    shares = [text if y == y else "not defined" for text, y in zip(ndcg, shown.ndcg, strict=True)]
    parts = zip(dcg, idcg, shares, weight, strict=True)
    return rank_texts(state, shown.ranks, [f"DCG {a} of ideal {b}<br>nDCG {c}<br>weight {d}" for a, b, c, d in parts])


def _sentence(state: State, shown: Gains) -> str:
    row = shown.ranks.index(state.k) if state.k in shown.ranks else len(shown.ranks) - 1
    columns = {"dcg": shown.dcg, "idcg": shown.idcg, "ndcg": shown.ndcg, "weight": shown.weight}
    values = {name: figures(state, column[row]) for name, column in columns.items()}
    key = "gain-at-rank" if shown.ndcg[row] == shown.ndcg[row] else "gain-at-rank-without-ideal"
    return sentence(state, Message(key, values, rank=shown.ranks[row]))
