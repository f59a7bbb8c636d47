"""The flow between two votes as a drawing: answers on both sides, and between them bands as wide as their counts.

Texts are in pixels of the drawing, in which a sixteenth of the type size of a projector is 1.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from markupsafe import Markup

from ireval.messages import Message, say
from web.classroom.rounds.votes import NOBODY, Flow

WIDTH, HEIGHT = 400, 328
_TOP, _GAP, _LEAST = 22, 8, 20  # below the heads; between answers; the least height of an answer, for its name
_LEFT, _RIGHT, _NODE = 62, 338, 6
#: The height of a band that has room for its number.
_READABLE = 17


class _Side(NamedTuple):
    """Where the answers of one vote begin, and how high they are."""

    tops: dict[str, float]
    heights: dict[str, float]


def flow_drawing(flow: Flow) -> Markup:
    """The drawing; its label says the same in words."""
    counts = [_counts(flow, 0), _counts(flow, 1)]
    scale = min(_scale(list(side.values())) for side in counts)
    left, right = (_side(side, scale) for side in counts)
    bands, numbers, offsets = [], list[Markup](), [dict(left.tops), dict(right.tops)]
    for move in flow.moves:
        start, end = offsets[0][move.before], offsets[1][move.after]
        offsets[0][move.before] += move.devices * scale
        offsets[1][move.after] += move.devices * scale
        kind = "stay" if move.before == move.after else "move"
        bands.append(_band(kind, start, end, move.devices * scale))
        if move.devices * scale >= _READABLE and NOBODY not in (move.before, move.after):
            numbers.append(
                Markup('<text class="of-{}" x="{}" y="{:.1f}">{}</text>').format(
                    kind, _LEFT + 10, start + move.devices * scale / 2 + 6, move.devices
                )
            )
    bands.sort(key=lambda band: "move" in band)  # what moved lies above what stayed
    nodes = [*_nodes(left, _LEFT - _NODE, _LEFT - 16, "end"), *_nodes(right, _RIGHT, _RIGHT + 16, "start")]
    first = Markup('<text class="when" x="0" y="12">{}</text>').format(say(Message("flow-before")))
    second = Markup('<text class="when" x="{}" y="12" text-anchor="end">{}</text>').format(
        WIDTH, say(Message("flow-after"))
    )
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>').format(
        WIDTH, HEIGHT, flow.sentences, first + second, Markup().join(bands), Markup().join([*nodes, *numbers])
    )


def _counts(flow: Flow, side: Literal[0, 1]) -> dict[str, int]:
    """The counts on a side; those who did not vote come last, if there are any."""
    found = dict.fromkeys(flow.names, 0)
    for move in flow.moves:
        name = move.after if side else move.before
        found[name] = found.get(name, 0) + move.devices
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
    heights = {name: n * scale for name, n in counts.items()}
    starts, top = dict[str, float](), float(_TOP)
    for name, height in heights.items():
        place = max(height, _LEAST)
        starts[name] = top + (place - height) / 2
        top += place + _GAP
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
