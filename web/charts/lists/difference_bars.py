"""The histogram of differences query by query: a bar up if one system scores more, and down if the other does."""

from __future__ import annotations

import math
from collections.abc import Sequence

from web.charts.annotations import number
from web.charts.lists.line_chart import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, titles
from web.charts.scene import Axis, Bars, Chart, Layer, Line, Panel, Point
from web.charts.svg_drawing import Drawing, Path, Text
from web.state.lab_state import State
from web.state.texts.score_texts import signed

#: The height of a line of numbers, and the approximate width of a character, in the drawing's units.
LINE, CHARACTER = 13.0, 8.0
#: The distance of a number from its bar.
_APART = 4.0
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
    long = CHARACTER * max(map(len, texts))
    for i, (value, text, name) in enumerate(zip(values, texts, names, strict=True)):
        x, y = LEFT + (i + 0.5) * step, _height(0 if value != value else value, top)
        if value == value:
            paths.append(_bar(value, x, y, wide, f"{name}: {text}"))
        if step >= LINE:  # else the numbers would overlap; they are in the table
            behind, number_text = _number(text, (x, y), is_down=value < 0, turned=step < long)
            paths.append(behind)
            labels.append(number_text)
        if i % every == 0:
            labels.append(Text(f"{x:.1f}", str(HEIGHT - BOTTOM + 16), str(i + 1)))
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


def _number(text: str, end: Point, *, is_down: bool, turned: bool) -> tuple[Path, Text]:
    """A number at the ``end`` of its bar, and the empty place behind it, where no line of the grid crosses it.

    It stands above or below its own bar and over no other: where bars are narrower than numbers, it is ``turned``.
    """
    x, y = end
    long = CHARACTER * len(text)
    across, high = (LINE, long) if turned else (long, LINE)
    upper = y + _APART if is_down else y - _APART - high
    behind = Path("place", f"M{x - across / 2:.1f},{upper:.1f}h{across:.1f}v{high:.1f}h-{across:.1f}z", fill="--card")
    if turned:
        near = upper if is_down else upper + high
        return behind, Text(f"{x + 4:.1f}", f"{near:.1f}", text, "end" if is_down else "start", turned=True, inked=True)
    return behind, Text(f"{x:.1f}", f"{upper + high - 2:.1f}", text, inked=True)


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
    """The height of a value from -top to top; there is room for a turned number beyond the longest bars."""
    middle, half = (TOP + HEIGHT - BOTTOM) / 2, (HEIGHT - BOTTOM - TOP) / 2 - _APART - 6 * CHARACTER
    return middle - value / top * half


def nice(value: float) -> float:
    """Return the smallest of 0.25, 0.5, 1, 2, 5, 10, 20, ... that is not less than ``value``."""
    scale = 10 ** max(0, math.floor(math.log10(value))) if value > 0 else 1
    return next((n * scale for n in (0.25, 0.5, 1, 2, 5, 10) if n * scale >= value - 1e-9), value)
