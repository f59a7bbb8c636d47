"""The area under the precision-recall curve with straight lines between its points, which is sometimes taken for AP.

>>> from ireval.conventions import effective
>>> from ireval.ranking.labels import read_ranking
>>> value, _, how = next(areas(read_ranking("101"), effective("trec_eval")))
>>> f"{value:.4f}", how["start"]
('0.7917', 'from-0-and-1')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from ireval.diagnosis.causes import Cause
from ireval.diagnosis.target import ScoreTarget
from ireval.measure import Mistake
from ireval.measure.registry import recall_curve
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.messages.message import Message
from ireval.numbers.expression import Expr, Num, total
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import Ranking

#: How the keys of these causes begin.
AREA = "area-by-trapezoids"
#: The beginning of the curve: at recall 0 with precision 1, as scikit-learn draws it; at recall 0 with the precision of
#: the first document; or at the first point.
_STARTS = ("from-0-and-1", "from-first-precision", "from-first-point")

Points = list[tuple[float, float]]
How = Mapping[str, str]


def areas(ranking: Ranking, conventions: Mapping[str, Any]) -> Iterator[tuple[float, Points, How]]:
    """The areas for every start, for points at every rank or at relevant documents, and for both kinds of recall."""
    measure, line = recall_curve("rank")
    curve = compute(parse(measure.name), ranking, conventions)
    n = int(curve.table.length[0])
    recall, precision = curve.columns[line.recall][:n], curve.columns[line.precision][:n]
    if not n or not recall[-1] > 0:
        return
    relevant = np.asarray(curve.table.relevant[:n], dtype=bool)
    scales = {"recall-of-all": 1.0} | ({"recall-of-found": float(recall[-1])} if recall[-1] < 1 else {})
    for sense, scale in scales.items():
        for which, chosen in (("every-rank", np.ones(n, bool)), ("relevant-ranks", relevant)):
            points = list(zip((recall[chosen] / scale).tolist(), precision[chosen].tolist(), strict=True))
            for start in _STARTS:
                begun = _begun(points, start)
                value = sum(width * (left + right) / 2 for width, left, right in _sides(begun))
                yield value, begun, {"start": start, "ranks": which, "sense": sense}


def area(target: ScoreTarget, points: Points, how: How) -> Cause:
    """The cause of an area under the curve through these points."""
    sides = _sides(points)
    value = sum(width * (left + right) / 2 for width, left, right in sides)
    wrong = Worked(np.array([value]), lambda _: _calculation(sides))
    mistake = Mistake(AREA, "", "", lambda _: wrong)
    message = Message(AREA, {name: Message(f"area-{key}") for name, key in how.items()}, asked=target.name)
    key = f"{AREA}={','.join(how.values())}"
    return Cause("mistake", key, message, value, of=target.table.computed, mistake=mistake)


def _begun(points: Points, start: str) -> Points:
    first = {"from-0-and-1": [(0.0, 1.0)], "from-first-precision": [(0.0, points[0][1])]}.get(start, [])
    return [*first, *points]


def _sides(points: Points) -> list[tuple[float, float, float]]:
    """The width and both heights of each trapezoid."""
    return [(b[0] - a[0], a[1], b[1]) for a, b in pairwise(points) if b[0] > a[0]]


def _calculation(sides: list[tuple[float, float, float]]) -> Expr:
    if not sides:
        return Num(0.0)
    return total([Num(width) * (Num(left) + Num(right)) / 2 for width, left, right in sides])
