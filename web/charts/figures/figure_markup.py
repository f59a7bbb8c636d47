"""Figures as SVG markup. Every text goes through ``escape``; keys and coordinates are our own."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from zlib import crc32

from markupsafe import Markup, escape

from ireval.messages import Message, say
from web.charts.figures.shapes import LAYERS, Shape, Sheet

#: The width of a chip and the gap beside it, of one and of several.
_CHIP, _CHIPS = (26.0, 4.0), (22.0, 2.0)
_UNJUDGED = "gu"
#: Chips of subtopics have classes that begin so; of subtopics that are not covered, this one.
_SUBTOPIC, _NOT_COVERED = "s", "s0"
#: The class of texts that are names, or names and numbers.
_NAMED = "named"
#: The attributes of shapes that change or are controls. Names in texts are escaped, so they have none of these.
_OF_CONTROLS = re.compile(r' (?:id|tabindex|role|aria-label)="[^"]*"')


def svg(sheet: Sheet, is_hidden: Callable[[int], bool]) -> Markup:
    """The shapes of a sheet, layer by layer. In a layer they have a lasting order, so that a page can keep them.

    Shapes that are known only since a rank for which ``is_hidden`` is true are not seen.
    """
    groups = _groups(sheet, is_hidden)
    start = f'<svg class="{sheet.name}" viewBox="0 0 {sheet.width} {sheet.height:.0f}"'
    return Markup(f'{start} role="group" aria-labelledby="figure-says">{groups}</svg>')  # noqa: S704 -- escaped below


def still_svg(sheet: Sheet) -> Markup:
    """The shapes of a sheet as a picture that nothing changes, for pages with several figures: without ids."""
    groups = _OF_CONTROLS.sub("", _groups(sheet, lambda _: False))
    start = f'<svg class="{sheet.name}" viewBox="0 0 {sheet.width} {sheet.height:.0f}"'
    return Markup(f'{start} role="img" aria-label="{escape(sheet.sentence)}">{groups}</svg>')  # noqa: S704


def _groups(sheet: Sheet, is_hidden: Callable[[int], bool]) -> str:
    ordered = sorted(sheet.shapes, key=lambda shape: (LAYERS.index(shape.layer), shape.key))
    groups = ""
    for layer, shapes in groupby(ordered, key=lambda shape: shape.layer):
        drawn = "".join([_shape(sheet.name, shape, is_hidden) for shape in shapes])
        groups += f'<g class="{layer}" id="{sheet.name}-layer-{layer}">{drawn}</g>'
    return groups


def _shape(name: str, shape: Shape, is_hidden: Callable[[int], bool]) -> str:
    look = f"{shape.look} ahead" if shape.since and is_hidden(shape.since) else shape.look
    start = f'id="{_id(name, shape)}" class="{look}"'
    start += f' data-of="{shape.of}"' if shape.of else ""
    start += f' data-since="{shape.since}"' if shape.since else ""
    start += ' translate="no"' if shape.kind == "card" or _NAMED in shape.look.split() else ""
    place = [f"{value:.1f}" for value in shape.place]
    match shape.kind:
        case "rect":
            x, y, width, height = place
            return f'<rect {start} x="{x}" y="{y}" width="{width}" height="{height}" rx="2"/>'
        case "path":
            return f'<path {start} d="{shape.text}"/>'
        case "circle":
            x, y, radius = place
            return f'<circle {start} cx="{x}" cy="{y}" r="{radius}"/>'
        case "text":
            x, y = place
            return f'<text {start} transform="translate({x} {y})">{escape(shape.text)}</text>'
    return _card(start, shape)


def _id(name: str, shape: Shape) -> str:
    """The lasting id of a shape. A text with other words is another shape: it does not move, but comes in its turn."""
    words = f"-{crc32(shape.text.encode()):x}" if shape.kind == "text" else ""
    return f"{name}-{shape.key}{words}"


def _card(start: str, shape: Shape) -> str:
    """A card with its name and labels. A card of the list is a control; a copy is not."""
    x, y, width, height = shape.place
    is_copy, middle = shape.layer != "card", f"{height / 2:.0f}"
    chip, gap = _CHIP if len(shape.chips) == 1 else _CHIPS
    left = width - len(shape.chips) * (chip + gap) - (gap if len(shape.chips) > 1 else 0)
    parts = [f'<rect class="face" width="{width:.0f}" height="{height:.0f}" rx="5"/>']
    more = ' aria-hidden="true"'
    if not is_copy:
        more = f' tabindex="0" role="button" aria-label="{escape(_spoken(shape))}"'
        parts.insert(0, f'<rect class="hit" x="-20" y="-4" width="{width + 24:.0f}" height="{height + 8:.0f}"/>')
        dots = "".join(f"M{dx} {height / 2 + dy:.0f}h0" for dy in (-4, 0, 4) for dx in (4, 8))
        parts.append(f'<path class="grips" d="{dots}"/>')
    start_of_name = 9 if is_copy else 14
    if name := _short(shape.text, int((left - start_of_name + 4) / 7)):
        parts.append(f'<text class="name" x="{start_of_name}" y="{middle}">{escape(name)}</text>')
    for number, (label, look) in enumerate(shape.chips):
        at = left + number * (chip + gap)
        box = f'x="{at:.0f}" y="4" width="{chip:.0f}" height="{height - 8:.0f}" rx="3.5"'
        text = f'<text x="{at + chip / 2:.0f}" y="{middle}">{escape(label)}</text>'
        parts.append(f'<g class="chip {look}"><rect {box}/>{text}</g>')
    return f'<g {start}{more} transform="translate({x:.1f} {y:.1f})">{"".join(parts)}</g>'


def _short(name: str, most: int) -> str:
    """A name with at most so many characters; empty if there is no room for one."""
    return name if len(name) <= most else name[: most - 1] + "\N{HORIZONTAL ELLIPSIS}" if most > 1 else ""


def _spoken(shape: Shape) -> str:
    """What a card says to those who do not see it."""
    rank, (label, look) = int(shape.of), shape.chips[0]
    if look.startswith(_SUBTOPIC):
        covered = [number for number, each in shape.chips if each != _NOT_COVERED]
        if not covered:
            return say(Message("figure-card-no-subtopic", rank=rank, name=shape.text))
        values = {"count": len(covered), "subtopics": ", ".join(covered)}
        return say(Message("figure-card-subtopics", values, rank=rank, name=shape.text))
    if look == _UNJUDGED:
        return say(Message("figure-card-unjudged", rank=rank, name=shape.text))
    return say(Message("figure-card", rank=rank, name=shape.text, label=label))
