"""Drawings as markup for pages and files: paths, texts, legends, and the scales that scripts read.

Every toggle draws a chart, so the markup is put together here and not by a template. Keys, inks and coordinates are our
own; every text goes through ``escape``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from markupsafe import Markup, escape

from web.charts.colours import VARIABLES
from web.charts.scene import Axis, Chart, Note
from web.charts.svg_drawing import LEFT, RIGHT, WIDTH, Frame, Key, Path, Text

#: The names of colours, as a page or a file writes them.
Inks = Mapping[str, str]


def paths(listed: Sequence[Path], inks: Inks = VARIABLES) -> Markup:
    """Paths, one below the other."""
    look = _page_look if inks is VARIABLES else partial(_look, inks)
    return Markup("\n".join([_path(p, look) for p in listed]))  # noqa: S704 -- escaped below


def texts(listed: Sequence[Text], inks: Inks = VARIABLES) -> Markup:
    """Texts, one below the other."""
    return Markup("\n".join([_text(t, inks) for t in listed]))  # noqa: S704


def legend(keys: Sequence[Key], inks: Inks = VARIABLES) -> Markup:
    """The entries of a legend, each with its sample."""
    return Markup("\n".join([_key(key, inks) for key in keys]))  # noqa: S704


#: The legend of a page; charts have the same ones again and again.
page_legend = lru_cache(maxsize=1_000)(legend)


@lru_cache(maxsize=1_000)
def page_texts(listed: tuple[Text, ...]) -> Markup:
    """The texts of a page; each is made once, because only those of one axis change with the numbers."""
    return Markup("\n".join(map(_page_text, listed)))  # noqa: S704


def scales(chart: Chart) -> Markup:
    """Return what a script needs besides the drawing, as JSON for an attribute: axes, notes, and the compared curve.

    ``sides`` are the left, right, upper and lower end of a panel in the drawing's units.
    """
    panels = ",".join([_panel(p.y, p.span, tuple(p.notes)) for p in chart.panels])
    return escape(f"{_chart(chart.key, chart.by_rank, chart.curve, chart.x)[:-2]}{panels}]}}")


@lru_cache(maxsize=500)
def _chart(key: str, by_rank: bool, curve: str, x: Axis) -> str:
    return _json({"key": key, "byRank": by_rank, "curve": curve, "x": _axis(x), "panels": []})


@lru_cache(maxsize=500)
def _panel(y: Axis, span: tuple[float, float], notes: tuple[Note, ...]) -> str:
    here = Frame(y, y, span)
    sides = [LEFT, WIDTH - RIGHT, round(here.top, 3), round(here.bottom, 3)]
    return _json(_axis(y) | {"span": span, "sides": sides, "notes": notes})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _axis(axis: Axis) -> dict[str, object]:
    return {"title": axis.title, "range": [axis.low, axis.high], "ticks": axis.ticks}


def _path(p: Path, look: Callable[..., tuple[str, str]]) -> str:
    """A path; attributes tell scripts which layer of the chart it draws."""
    start, end = look((p.key, p.layer, p.panel), p.stroke, p.width, p[4:8])
    more = ""
    if p.since is not None:
        more = f' data-since="{_rank_list(tuple(p.since))}"{" data-level" if p.by_level else ""}'
        if p.whole:
            more += f' data-whole="{p.whole}"'
    if p.texts:
        more += f' data-text="{escape(LINE_END.join(p.texts))}"'
    close = f"><title>{escape(p.about)}</title></path>" if p.about else "/>"
    return f'{start} d="{p.d}"{end}{more}{close}'


def _look(
    inks: Inks, names: tuple[str, str, int], stroke: str, width: float, more: tuple[str, str, bool, float]
) -> tuple[str, str]:
    """The markup before and after the coordinates of a path that looks like this."""
    (key, layer, panel), (fill, dash, is_round, opacity) = names, more
    end = f' stroke="{inks[stroke]}" stroke-width="{width}"' if stroke else ""
    end += f' fill="{inks[fill or "none"]}"'
    end += f' stroke-dasharray="{dash}"' if dash else ""
    end += ' stroke-linecap="round"' if is_round else ""
    end += f' opacity="{opacity:g}"' if opacity != 1 else ""
    end += f' data-layer="{layer}"' if layer else ""
    end += f' data-panel="{panel}"' if panel else ""
    return f'<path class="{key}"' if key else "<path", end


#: With types, because 1 and 1.0 are written differently.
_page_look = lru_cache(maxsize=500, typed=True)(partial(_look, VARIABLES))


@lru_cache(maxsize=64)
def _rank_list(ranks: tuple[int, ...]) -> str:
    """Ranks as an attribute; several paths of a drawing have the same."""
    return " ".join(map(str, ranks))


#: The separator of the texts about the points of a path; it cannot occur in the name of a document.
LINE_END = "\n"


def _text(t: Text, inks: Inks) -> str:
    more = f' transform="rotate(-90 {t.x} {t.y})"' if t.turned else ""
    if t.inked or t.strong:
        more += f' fill="{inks["--ink"]}"'
    if t.strong or t.large:
        more += ' font-weight="600"'
    if t.large:
        more += ' font-size="20"'
    return f'<text x="{t.x}" y="{t.y}" text-anchor="{t.anchor}"{more}>{escape(t.text)}</text>'


@lru_cache(maxsize=2_000)
def _page_text(t: Text) -> str:
    return _text(t, VARIABLES)


def _key(key: Key, inks: Inks) -> str:
    title = f' title="{escape(key.about)}"' if key.about else ""
    sample = f'<svg viewBox="0 0 {key.width} 10" width="{key.width}" height="10" aria-hidden="true">'
    return f'<span class="key" translate="no"{title}>{sample}{paths(key.paths, inks)}</svg>{escape(key.text)}</span>'
