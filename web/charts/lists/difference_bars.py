"""The histogram of differences query by query: a bar up if one system scores more, and down if the other does."""

from __future__ import annotations

import math
from collections.abc import Sequence

from web.charts.annotations import number
from web.charts.lists.line_chart import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, titles
from web.charts.scene import Axis, Bars, Chart, Layer, Line, Panel
from web.charts.svg_drawing import Drawing, Path, Text
from web.state.lab_state import State
from web.state.texts.score_texts import signed

#: With more bars than this, their numbers would overlap; they are in the table.
MOST_NUMBERS = 14
#: The height of a line of numbers, and the approximate width of a character, in the drawing's units.
LINE, CHARACTER = 13.0, 8.0
_RIGHT = WIDTH - 12


def bars(
    state: State,
    values: Sequence[float],
    texts: Sequence[str],
    names: Sequence[str],
    systems: tuple[str, str] = ("A", "B"),
    *,
    axes: tuple[str, str] = ("query", "A \N{MINUS SIGN} B"),
) -> Drawing | None:
    """The differences of the queries ``names`` as bars with their ``texts``; None if no difference is known.

    A difference is that of the first of the ``systems`` minus the second; ``axes`` are their titles.
    """
    known = [abs(v) for v in values if v == v]
    if not known:
        return None
    top = nice(max(known))
    paths, labels = _grid(state, top)
    step = (_RIGHT - LEFT) / len(values)
    wide = min(step * 0.62, 46)
    every = math.ceil(len(values) / 20)
    numbers: list[tuple[float, float, str]] = []
    for i, (value, text, name) in enumerate(zip(values, texts, names, strict=True)):
        x, y = LEFT + (i + 0.5) * step, _height(0 if value != value else value, top)
        if value == value:
            paths.append(_bar(value, x, y, wide, f"{name}: {text}"))
        if len(values) <= MOST_NUMBERS:
            numbers.append((x, y + 15 if value < 0 else y - 6, text))
        if i % every == 0:
            labels.append(Text(f"{x:.1f}", str(HEIGHT - BOTTOM + 16), str(i + 1)))
    labels += [Text(f"{x:.1f}", f"{y:.1f}", text, inked=True) for x, y, text in _apart(numbers)]
    paths.append(Path("zero", f"M{LEFT},{_height(0, top):.1f}H{_RIGHT}", "--ink"))
    labels += titles(*axes, _RIGHT)
    return Drawing(paths, tuple(labels), (), WIDTH, HEIGHT, _chart(state, values, top, systems, axes))


def _chart(state: State, values: Sequence[float], top: float, systems: tuple[str, str], axes: tuple[str, str]) -> Chart:
    """The bars in numbers; a tie is a bar without height."""
    known = [(i, value) for i, value in enumerate(values, start=1) if value == value]
    layers: list[Layer] = [
        Line("zero", "", [(0.4, 0), (len(values) + 0.6, 0)], "--ink", 1),
        Bars("up", f"{systems[0]} scores more", [(i, v) for i, v in known if v >= 0], "--accent", 0.62),
        Bars("down", f"{systems[1]} scores more", [(i, v) for i, v in known if v < 0], "--k1", 0.62),
    ]
    every = math.ceil(len(values) / 20)
    x = Axis(axes[0], 0.4, len(values) + 0.6, tuple((i, str(i)) for i in range(1, len(values) + 1, every)))
    marks = (-top, -top / 2, 0, top / 2, top)
    y = Axis(
        f"{systems[0]} \N{MINUS SIGN} {systems[1]}", -top, top, tuple((v, number(state, v, short=True)) for v in marks)
    )
    return Chart("differences", "", "", x, [Panel(y, layers)])


def _apart(numbers: Sequence[tuple[float, float, str]]) -> list[tuple[float, float, str]]:
    """The numbers at their bars, moved away from the middle of the chart where they would overlap the one before."""
    middle, placed = _height(0, 1), list[tuple[float, float, str]]()
    for x, at, text in numbers:
        y = at
        while any(_touch((x, y, text), other) for other in placed[-2:]):
            y += LINE if at > middle else -LINE
        placed.append((x, y, text))
    return placed


def _touch(one: tuple[float, float, str], other: tuple[float, float, str]) -> bool:
    """Whether two numbers, each centred at its place, would overlap."""
    width = CHARACTER * (len(one[2]) + len(other[2])) / 2
    return abs(one[0] - other[0]) < width and abs(one[1] - other[1]) < LINE


def _bar(value: float, x: float, y: float, wide: float, about: str) -> Path:
    """A filled bar up, a hollow bar down, or a thick line for a tie, so that colour is not the only sign."""
    zero = _height(0, 1)
    d = f"M{x - wide / 2:.1f},{zero:.1f}V{y:.1f}h{wide:.1f}V{zero:.1f}z"
    if value > 0:
        return Path("column up", d, fill="--accent", about=about)
    if value < 0:
        return Path("column down", d, "--k1", 2, "--card", about=about)
    return Path("column tie", d, "--ink", 3, about=about)


def _grid(state: State, top: float) -> tuple[list[Path], list[Text]]:
    marks = [top, top / 2, 0, -top / 2, -top]
    d = "".join(f"M{LEFT},{_height(v, top):.1f}H{_RIGHT}" for v in marks)
    labels = [signed(state, v, lambda size, _: number(state, size, short=True)) for v in marks]
    texts = [
        Text(str(LEFT - 6), f"{_height(v, top) + 4:.1f}", label, "end") for v, label in zip(marks, labels, strict=True)
    ]
    return [Path("grid", d, "--line")], texts


def _height(value: float, top: float) -> float:
    """The height of a value from -top to top; there is room for two lines of numbers beyond the longest bars."""
    middle, half = (TOP + HEIGHT - BOTTOM) / 2, (HEIGHT - BOTTOM - TOP) / 2 - 5 - 2 * LINE
    return middle - value / top * half


def nice(value: float) -> float:
    """Return the smallest of 0.25, 0.5, 1, 2, 5, 10, 20, ... that is not less than ``value``."""
    scale = 10 ** max(0, math.floor(math.log10(value))) if value > 0 else 1
    return next((n * scale for n in (0.25, 0.5, 1, 2, 5, 10) if n * scale >= value - 1e-9), value)
