"""Typed numbers as a strip of dots, one for each device, above an axis. Far outliers stand beside it.

Texts are in pixels of the drawing; 16 are the type size of a projector.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from ireval.messages import Message, say
from web.classroom.rounds.number_clusters import Cluster, Scale, TypedNumbers, scale_of

WIDTH, HEIGHT = 1200, 330
_LEFT, _RIGHT, _BESIDE = 110, 1060, 80  # the ends of the axis; how far from it outliers stand
_BELOW, _ABOVE, _DOT = 46, 50, 11.6  # pixels below the axis, above the dots, and from dot to dot
_LABEL, _HIGH = 70, 44  # the width and height of the number above a stack with its count


class _Stack(NamedTuple):
    """Dots above one place of the axis, ``columns`` beside each other; texts above and below."""

    x: float
    dots: int
    text: str
    below: str = ""


def number_strip(typed: TypedNumbers, scale: Scale | None = None, height: int = HEIGHT) -> Markup:
    """The drawing; its label has the counts in words. Votes that are compared have the same ``scale``."""
    axis = scale or scale_of(typed.clusters)
    base = height - _BELOW
    stacks = _stacks(typed, axis)
    above = _ABOVE + (_HIGH if height >= HEIGHT else 0)  # a number above that of a neighbour
    dot, rows = _fitting([stack.dots for stack in stacks], base - above)
    places = _apart(stacks, dot, rows)
    dots = Markup().join(_dots(x, stack.dots, (dot, rows), base) for x, stack in zip(places, stacks, strict=True))
    labels = Markup().join(_labels(stacks, places, (dot, rows), base))
    said = say(
        Message(
            "strip-label", numbers=[say(Message("strip-cluster", text=x.text, count=x.devices)) for x in typed.most]
        )
    )
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>').format(
        WIDTH, height, said, _axis(axis, base, stacks), dots, labels
    )


def _stacks(typed: TypedNumbers, axis: Scale) -> list[_Stack]:
    inside = [x for x in typed.clusters if axis.low <= x.value <= axis.high]
    found = [_Stack(_x(axis, x.value), x.devices, x.text) for x in inside]
    lower = [x for x in typed.clusters if x.value < axis.low]
    higher = [x for x in typed.clusters if x.value > axis.high]
    if lower:
        found.insert(0, _Stack(_LEFT - _BESIDE, _count(lower), "", say(Message("strip-below", end=f"{axis.low:g}"))))
    if higher:
        found.append(_Stack(_RIGHT + _BESIDE, _count(higher), "", say(Message("strip-above", end=f"{axis.high:g}"))))
    return found


def _count(clusters: Sequence[Cluster]) -> int:
    return sum(x.devices for x in clusters)


def _x(axis: Scale, value: float) -> float:
    return _LEFT + (value - axis.low) / (axis.high - axis.low) * (_RIGHT - _LEFT)


def _fitting(counts: Sequence[int], room: float) -> tuple[float, int]:
    """The distance of dots and the most dots of a column, so that the widest stack is not wider than a fifth."""
    dot = _DOT
    while True:
        rows = max(1, int(room / dot))
        if dot < 3 or math.ceil(max(counts, default=0) / rows) * dot <= WIDTH / 5:
            return dot, rows
        dot *= 0.9


def _width(count: int, dot: float, rows: int) -> float:
    return _columns(count, rows) * dot


def _columns(count: int, rows: int) -> int:
    """A low stack is one column; a high one is wider, so that it is no tower."""
    return max(1, math.ceil(count / rows), round(math.sqrt(count / 6)))


def _apart(stacks: Sequence[_Stack], dot: float, rows: int) -> list[float]:
    """Places for the stacks, in their order, so that none covers another one."""
    places: list[float] = []
    for stack in stacks:
        half = _width(stack.dots, dot, rows) / 2
        before = places[-1] + _width(stacks[len(places) - 1].dots, dot, rows) / 2 + 3 if places else -math.inf
        places.append(max(stack.x, before + half))
    over = max(0.0, places[-1] - WIDTH + 20) if places else 0
    return [x - over for x in places] if over else places


def _dots(x: float, count: int, size: tuple[float, int], base: float) -> Markup:
    dot, rows = size
    columns = _columns(count, rows)
    left = x - (columns - 1) * dot / 2
    one = Markup('<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>')
    return Markup().join(
        one.format(left + (i % columns) * dot, base - 9 - (i // columns) * dot, dot * 0.48) for i in range(count)
    )


def _labels(stacks: Sequence[_Stack], places: Sequence[float], size: tuple[float, int], base: float) -> list[Markup]:
    """The numbers above the stacks with their counts, the largest first, as far as they have room."""
    dot, rows = size
    widths = [_width(stack.dots, dot, rows) for stack in stacks]
    tops = [base - 9 - math.ceil(stack.dots / _columns(stack.dots, rows)) * dot for stack in stacks]
    taken: list[tuple[float, float]] = []  # the middles and lower ends of labels
    found: list[Markup] = []
    for i in sorted(range(len(stacks)), key=lambda i: -stacks[i].dots):
        x = places[i]
        beside = [j for j in range(len(stacks)) if abs(places[j] - x) < (_LABEL + widths[j]) / 2]
        level = min(tops[j] for j in beside)
        for other, at in sorted(taken, key=lambda label: -label[1]):
            if abs(other - x) < _LABEL and abs(at - level) < _HIGH:
                level = at - _HIGH
        if level < _HIGH - 6:
            continue
        taken.append((x, level))
        line = Markup('<path d="M{0:.1f} {1:.1f}V{2:.1f}"/>').format(x, tops[i], level + 2)
        text = Markup('<text x="{:.1f}" y="{:.1f}">{}</text>').format(x, level - 4, stacks[i].text)
        count = Markup('<text class="axis" x="{:.1f}" y="{:.1f}">{}</text>')
        if tops[i] - level > 4:
            found.insert(0, line)  # behind all numbers
        found.append(text + count.format(x, level - (24 if stacks[i].text else 4), stacks[i].dots))
    return found


def _axis(axis: Scale, base: float, stacks: Sequence[_Stack]) -> Markup:
    line = Markup('<path d="M{} {}H{}"/>').format(_LEFT, base, _RIGHT)
    tick = Markup('<path d="M{0:.1f} {1}v8"/><text class="axis" x="{0:.1f}" y="{2}">{3:g}</text>')
    ticks = Markup().join(tick.format(_x(axis, value), base, base + 30, value) for value in axis.ticks)
    beside = Markup('<path d="M{0} {1}h60"/><text class="axis" x="{2}" y="{3}">{4}</text>')
    ends = Markup().join(beside.format(s.x - 30, base, s.x, base + 30, s.below) for s in stacks if s.below)
    return line + ticks + ends
