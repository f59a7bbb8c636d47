"""The style of figures for files of their own: the rules of the pages' style sheets, in light colours."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_STATIC = Path(__file__).parents[3] / "static"
_SHEETS = ("page/base.css", "charts/figures/figure.css", "charts/figures/figure_shapes.css")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT_BLOCK = re.compile(r"@[\w-]+[^;{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[^;{]*;")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE = re.compile(r"(--[\w-]+):([^;]+);")
_USE = re.compile(r"var\((--[\w-]+)\)")
_LIGHT = re.compile(r"light-dark\(([^,()]+),[^()]*\)")
_MIXED = re.compile(r"fill: color-mix\(in srgb, ([^\s,]+) (\d+)%, transparent\)")
_ANY_OF = re.compile(r":is\(([^()]*)\)")
#: Declarations that say how a shape looks, not how it moves or where it is on a page.
_LOOKS = ("fill", "stroke", "font", "opacity", "text-anchor", "visibility", "dominant-baseline")


@cache
def file_style() -> str:
    """The rules that say how shapes look, without variables, for programs that know only plain style sheets."""
    css = _AT_BLOCK.sub("", _COMMENT.sub("", "".join((_STATIC / name).read_text("utf-8") for name in _SHEETS)))
    values = {name: _LIGHT.sub(r"\1", value).strip() for name, value in _VARIABLE.findall(css)}
    rules = []
    for selectors, body in _RULE.findall(css):
        wanted = [_short(each) for each in _each(selectors.strip()) if each.startswith(".figure ")]
        declared = [line.strip() for line in body.split(";") if line.strip().startswith(_LOOKS)]
        looks = ";".join(_plain(line, values) for line in declared)
        kept = [each for each in wanted if ":" not in each and "figcaption" not in each]
        if kept and looks:
            rules.append(f"{','.join(kept)}{{{looks}}}")
    return "".join(rules)


def _each(selectors: str) -> list[str]:
    """The single selectors of a rule, with alternatives written out."""
    found = _ANY_OF.search(selectors)
    if found is None:
        return [" ".join(each.split()) for each in selectors.split(",")]
    start = selectors.rfind(",", 0, found.start()) + 1
    end = selectors.find(",", found.end())
    end = len(selectors) if end < 0 else end
    one, rest = selectors[start:end], (selectors[:start].rstrip(", \n"), selectors[end + 1 :])
    written = [each for option in found[1].split(",") for each in _each(one.replace(found[0], option.strip(), 1))]
    return [*(each for part in rest if part.strip() for each in _each(part)), *written]


def _short(selector: str) -> str:
    return selector.removeprefix(".figure ")


def _plain(declaration: str, values: dict[str, str]) -> str:
    """A declaration with the values of its variables, and a mixed colour as one that is not opaque."""
    while _USE.search(declaration):
        declaration = _USE.sub(lambda use: values.get(use[1], "none"), declaration)
    return _MIXED.sub(lambda mixed: f"fill:{mixed[1]};fill-opacity:{int(mixed[2]) / 100:g}", declaration)
