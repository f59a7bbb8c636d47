r"""A chart as a LaTeX document for the package pgfplots, with the numbers of the chart; it compiles on its own.

Numbers always have a decimal point, as LaTeX wants them. Text that a visitor typed is escaped.

>>> axis_number(0.1 + 0.2), axis_number(-2.0), axis_number(1e-7)
('0.3', '-2', '0')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ireval.explanation.table_formats import LAST_LATIN, latex
from web.charts.colours import LIGHT
from web.charts.scene import Axis, Bars, Chart, Dots, Layer, Line, Note, Panel, Point, Signs

#: The size of all panels together, in cm.
_WIDTH, _HEIGHT = 12.0, 7.5
_DASHES = {"": "solid", "dot": "densely dotted", "dash": "densely dashed", "dash-dot": "densely dashdotted"}
_OPEN_DOTS = "only marks, mark=o, mark size=1.6pt, irevalsoft"
_DOTS = "only marks, mark=*, mark size=2.2pt, irevalaccent"
_SIGNS = {"diamond": "diamond", "cross": "x", "circle": "o"}


def document(chart: Chart, address: str = "") -> str:
    """The chart as a document of the class standalone; ``address`` is where it comes from."""
    body = [line for i, panel in enumerate(reversed(chart.panels)) for line in _axis(chart, panel, lower=i)]
    comments = [_comment(chart.title), _comment(chart.sentence), _comment(address)]
    if max("".join(body), default="") > LAST_LATIN:
        comments.append("% It contains letters of other scripts than Latin: compile it with lualatex or xelatex.")
    lines = [
        *(line for line in comments if line != "% "),
        r"\documentclass[border=4pt]{standalone}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage{textcomp}",
        r"\usepackage{pgfplots}",
        r"\pgfplotsset{compat=1.16}",
        *(rf"\definecolor{{{name}}}{{HTML}}{{{value}}}" for name, value in _colours(chart)),
        r"\begin{document}",
        r"\begin{tikzpicture}",
        *body,
        r"\end{tikzpicture}",
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def axis_number(value: float) -> str:
    """A number for pgfplots: up to six decimals, always with a point."""
    return f"{round(value, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


def _comment(text: str) -> str:
    """Text as a comment on one line."""
    return f"% {' '.join(text.split())}"


def _text(text: str) -> str:
    """Escaped text; a line break stays one."""
    return r" \\ ".join(latex(line) for line in text.split("\n"))


def _colours(chart: Chart) -> list[tuple[str, str]]:
    """The colours that the chart uses, as (name, six hexadecimal digits)."""
    layers = [layer for panel in chart.panels for layer in panel.layers]
    used = {"--soft", "--accent", "--line"}
    used |= {layer.colour for layer in layers if not isinstance(layer, Dots)}
    used |= {layer.edge for layer in layers if isinstance(layer, Bars) and layer.edge}
    values = {name: LIGHT[name].lstrip("#").upper() for name in sorted(used)}
    return [(_colour(name), v if len(v) == 6 else "".join(2 * digit for digit in v)) for name, v in values.items()]


def _colour(name: str) -> str:
    return f"ireval{name.removeprefix('--')}"


def _axis(chart: Chart, panel: Panel, lower: int) -> Iterator[str]:
    """A panel as an axis. A panel with a ``lower`` number stands above the one before it and has no title of x."""
    x, y = chart.x, panel.y
    options = [
        f"name=panel{lower}",
        f"width={_WIDTH}cm, height={(panel.span[1] - panel.span[0]) * _HEIGHT:.2f}cm",
        "scale only axis, axis lines=left, axis on top, clip=false",
        f"xmin={axis_number(x.low)}, xmax={axis_number(x.high)}",
        f"ymin={axis_number(y.low)}, ymax={axis_number(y.high)}",
        f"ylabel={{{_text(y.title)}}}",
        _ticks("x", x, labels=not lower),
        _ticks("y", y),
        "ymajorgrids, " + ("" if chart.by_rank else "xmajorgrids, ") + "grid style={irevalline}",
        "tick label style={align=center}",
        "legend style={draw=none, fill=none, font=\\small, at={(1.02,1)}, anchor=north west}",
        "legend cell align=left",
    ]
    if lower:
        options.append(f"at={{(panel{lower - 1}.north west)}}, anchor=south west, yshift=0.7cm")
    else:
        options.append(f"xlabel={{{_text(x.title)}}}")
    yield r"\begin{axis}["
    yield from (f"  {option}," for option in options)
    yield "]"
    for layer in panel.layers:
        yield from _layer(layer)
    yield from (_note(note) for note in panel.notes)
    yield r"\end{axis}"


def _ticks(name: str, axis: Axis, *, labels: bool = True) -> str:
    places = ",".join(axis_number(value) for value, _ in axis.ticks)
    texts = ",".join(f"{{{_text(text)}}}" if labels else "{}" for _, text in axis.ticks)
    return f"{name}tick={{{places}}}, {name}ticklabels={{{texts}}}"


def _layer(layer: Layer) -> Iterator[str]:
    if isinstance(layer, Dots):
        both = list(zip(layer.points, layer.filled, strict=True))
        yield from _plot([p for p, hit in both if not hit], _OPEN_DOTS, "not relevant")
        yield from _plot([p for p, hit in both if hit], _DOTS, "relevant")
    elif isinstance(layer, Bars):
        edge = f"draw={_colour(layer.edge)}" if layer.edge else "draw=none"
        style = f"ybar, bar shift=0pt, bar width={axis_number(layer.width)}, fill={_colour(layer.colour)}, {edge}"
        yield from _plot(layer.points, style + ", area legend", layer.legend)
    elif isinstance(layer, Signs):
        style = f"only marks, mark={_SIGNS[layer.symbol]}, mark size=2.6pt, {_colour(layer.colour)}"
        yield from _plot(layer.points, style, layer.legend)
    else:
        yield from _plot(layer.band, f"draw=none, fill={_colour(layer.colour)}, fill opacity=0.1", "")
        yield from _plot(layer.points, _line(layer), layer.legend)


def _line(layer: Line) -> str:
    return f"no marks, {_DASHES[layer.dash]}, line width={layer.width * 0.6:.1f}pt, {_colour(layer.colour)}"


def _plot(points: Sequence[Point], style: str, legend: str) -> Iterator[str]:
    """A plot of the points, in rows that stay readable; nothing without points."""
    if not points:
        return
    places = [f"({axis_number(x)},{axis_number(y)})" for x, y in points]
    hidden = "" if legend else ", forget plot"
    yield rf"\addplot[{style}{hidden}] coordinates {{"
    yield from ("  " + " ".join(places[i : i + 6]) for i in range(0, len(places), 6))
    yield "};"
    if legend:
        yield rf"\addlegendentry{{{_text(legend)}}}"


def _note(note: Note) -> str:
    anchor = "east" if note.before else "west"
    place = f"axis cs:{axis_number(note.x)},{axis_number(note.y)}"
    return rf"\node[anchor={anchor}, font=\small] at ({place}) {{{_text(note.text)}}};"
