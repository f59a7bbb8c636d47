"""Drawings as markup for pages and files: paths, texts, legends, and the scales that scripts read.

Every toggle draws a chart, so the markup is put together here and not by a template. Keys, inks and coordinates are our
own; every text goes through ``escape``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from web.charts.colours import VARIABLES
from web.charts.scene import Axis, Chart, Note
from web.charts.svg_drawing import LEFT, RIGHT, WIDTH, Frame, Key, Path, Text

#: The names of colours, as a page or a file writes them.
Inks = Mapping[str, str]


def paths(listed: Sequence[Path], inks: Inks = VARIABLES) -> Markup:
    """Paths, one below the other."""
    return Markup("\n".join([_path(p, inks) for p in listed]))  # noqa: S704 -- escaped below


def texts(listed: Sequence[Text], inks: Inks = VARIABLES) -> Markup:
    """Texts, one below the other."""
    return Markup("\n".join([_text(t, inks) for t in listed]))  # noqa: S704


def legend(keys: Sequence[Key], inks: Inks = VARIABLES) -> Markup:
    """The entries of a legend, each with its sample."""
    return Markup("\n".join([_key(key, inks) for key in keys]))  # noqa: S704


#: The same for parts of a page that occur often: each is made once.
page_texts, page_legend = lru_cache(maxsize=1_000)(texts), lru_cache(maxsize=1_000)(legend)


def scales(chart: Chart) -> Markup:
    """What a chart's drawing alone does not say, as JSON for an attribute: axes, notes, and what is compared.

    ``sides`` are the left, right, upper and lower end of a panel in the drawing's units.
    """
    panels = tuple([(p.y, p.span, tuple(p.notes)) for p in chart.panels])
    return _scales(chart.key, chart.by_rank, chart.curve, chart.x, panels)


@lru_cache(maxsize=1_000)
def _scales(
    key: str, by_rank: bool, curve: str, x: Axis, panels: tuple[tuple[Axis, tuple[float, float], tuple[Note, ...]], ...]
) -> Markup:
    described = {"key": key, "byRank": by_rank, "curve": curve, "x": _axis(x), "panels": []}
    for y, span, notes in panels:
        here = Frame(x, y, span)
        sides = [LEFT, WIDTH - RIGHT, round(here.top, 3), round(here.bottom, 3)]
        described["panels"].append(_axis(y) | {"span": span, "sides": sides, "notes": notes})  # type: ignore[attr-defined]
    return escape(json.dumps(described, ensure_ascii=False, separators=(",", ":")))


def _axis(axis: Axis) -> dict[str, object]:
    return {"title": axis.title, "range": [axis.low, axis.high], "ticks": axis.ticks}


def _path(p: Path, inks: Inks) -> str:
    """A path; what it shows of a chart's layer is said in attributes for scripts."""
    key = f' class="{p.key}"' if p.key else ""
    stroke = f' stroke="{inks[p.stroke]}" stroke-width="{p.width}"' if p.stroke else ""
    more = f' stroke-dasharray="{p.dash}"' if p.dash else ""
    if p.round:
        more += ' stroke-linecap="round"'
    if p.faint:
        more += ' opacity=".5"'
    if p.layer:
        more += f' data-layer="{p.layer}"'
    if p.panel:
        more += f' data-panel="{p.panel}"'
    if p.since is not None:
        more += f' data-since="{_rank_list(tuple(p.since))}"{" data-level" if p.by_level else ""}'
        if p.whole:
            more += f' data-whole="{p.whole}"'
    if p.texts:
        more += f' data-text="{escape(LINE_END.join(p.texts))}"'
    end = f"><title>{escape(p.about)}</title></path>" if p.about else "/>"
    return f'<path{key} d="{p.d}"{stroke} fill="{inks[p.fill or "none"]}"{more}{end}'


@lru_cache(maxsize=64)
def _rank_list(ranks: tuple[int, ...]) -> str:
    """Ranks as an attribute; several paths of a drawing have the same."""
    return " ".join(map(str, ranks))


#: What separates the texts about the points of a path; no name of a document has one.
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


def _key(key: Key, inks: Inks) -> str:
    title = f' title="{escape(key.about)}"' if key.about else ""
    sample = f'<svg viewBox="0 0 {key.width} 10" width="{key.width}" height="10" aria-hidden="true">'
    return f'<span class="key"{title}>{sample}{paths(key.paths, inks)}</svg>{escape(key.text)}</span>'
