"""The flow between two votes as a drawing: answers on both sides, and between them bands as wide as their counts.

Texts are in pixels of the drawing, in which a sixteenth of the type size of a projector is 1.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from ireval.messages import Message, say
from web.classroom.rounds.votes import NOBODY, Flow

WIDTH, HEIGHT = 400, 328
_TOP, _GAP, _LEAST = 22, 8, 20  # below the heads; between answers; the least height of an answer, for its name
_LEFT, _RIGHT, _NODE = 62, 338, 6


class _Side(NamedTuple):
    """Where the answers of one vote begin, and how high they are."""

    tops: dict[str, float]
    heights: dict[str, float]


def flow_drawing(flow: Flow) -> Markup:
    """The drawing; its label says the same in words."""
    counts = [_counts(flow, 0), _counts(flow, 1)]
    scale = min(_scale(list(side.values())) for side in counts)
    left, right = (_side(side, scale) for side in counts)
    bands, offsets = [], [dict(left.tops), dict(right.tops)]
    for move in flow.moves:
        start, end = offsets[0][move.before], offsets[1][move.after]
        offsets[0][move.before] += move.count * scale
        offsets[1][move.after] += move.count * scale
        kind = "stay" if move.before == move.after else "move"
        bands.append(_band(kind, start, end, move.count * scale))
    bands.sort(key=lambda band: "move" in band)  # what moved lies above what stayed
    nodes = [*_nodes(left, _LEFT - _NODE, _LEFT - 16, "end"), *_nodes(right, _RIGHT, _RIGHT + 16, "start")]
    heads = Markup(
        '<text class="head" x="0" y="12">{}</text><text class="head" x="{}" y="12" text-anchor="end">{}</text>'
    )
    first, second = say(Message("flow-before")), say(Message("flow-after"))
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>').format(
        WIDTH, HEIGHT, flow.sentences, heads.format(first, WIDTH, second), Markup().join(bands), Markup().join(nodes)
    )


def _counts(flow: Flow, side: int) -> dict[str, int]:
    """The counts on a side; those who did not vote come last, if there are any."""
    found = dict.fromkeys(flow.names, 0)
    for move in flow.moves:
        found[move[side]] = found.get(move[side], 0) + move.count
    return {name: found[name] for name in (*flow.names, NOBODY) if name in found}


def _scale(counts: list[int]) -> float:
    """Pixels for each device, so that all answers of a side fit below each other."""
    room = HEIGHT - _TOP - _GAP * (len(counts) - 1)
    low, high = 0.0, float(HEIGHT)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(max(n * middle, _LEAST) for n in counts) <= room else (low, middle)
    return low


def _side(counts: dict[str, int], scale: float) -> _Side:
    places = [max(n * scale, _LEAST) + _GAP for n in counts.values()]
    tops = [float(_TOP)]
    for place in places:
        tops.append(tops[-1] + place)
    heights = {name: n * scale for name, n in counts.items()}
    starts = {
        name: top + (below - top - _GAP - heights[name]) / 2
        for name, (top, below) in zip(counts, pairwise(tops), strict=True)
    }
    return _Side(starts, heights)


def _band(kind: str, start: float, end: float, height: float) -> Markup:
    path = f"M{_LEFT} {start:.1f}C200 {start:.1f} 200 {end:.1f} {_RIGHT} {end:.1f}v{height:.1f}"
    path += f"C200 {end + height:.1f} 200 {start + height:.1f} {_LEFT} {start + height:.1f}z"
    return Markup('<path class="{}" d="{}"/>').format(kind, path)


def _nodes(side: _Side, x: float, at: float, anchor: str) -> list[Markup]:
    found = []
    for name, top in side.tops.items():
        height = side.heights[name]
        middle = top + height / 2 + 6
        shown = name or say(Message("flow-nobody"))
        rect = Markup('<rect class="node" x="{}" y="{:.1f}" width="{}" height="{:.1f}"/>').format(x, top, _NODE, height)
        text = Markup('<text x="{}" y="{:.1f}" text-anchor="{}">{}</text>').format(at, middle, anchor, shown)
        found.append(rect + text if height else text)
    return found
