"""Markup of drawings: whatever text is in one comes out as text, and never as markup or another attribute."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from web.charts.scene import Axis, Chart, Note, Panel
from web.charts.svg_drawing import Key, Path, Text
from web.charts.svg_markup import legend, page_legend, page_texts, paths, scales, texts

HOSTILE = "</text><script>alert(1)</script> & \" ' ><title>x"
WRITTEN = "&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34; &#39; &gt;&lt;title&gt;x"


def elements(markup: str) -> list[ET.Element]:
    """The elements of what is written, which must be well formed."""
    return list(ET.fromstring(f"<all>{markup}</all>").iter())[1:]  # noqa: S314


@pytest.mark.parametrize("write", [texts, page_texts])
def test_a_text_is_text(write: Callable[..., Any]) -> None:
    markup = write((Text("1", "2", HOSTILE),))
    assert WRITTEN in markup
    (found,) = elements(markup)
    assert (found.tag, found.text) == ("text", HOSTILE)


def test_the_tooltip_of_a_path_is_text() -> None:
    markup = paths([Path("line", "M0,0", about=HOSTILE)])
    assert WRITTEN in markup
    found = elements(markup)
    assert [element.tag for element in found] == ["path", "title"] and found[1].text == HOSTILE


def test_the_texts_about_the_points_of_a_path_are_one_attribute() -> None:
    (found,) = elements(paths([Path("line", "M0,0", texts=[HOSTILE, "b"])]))
    assert found.attrib["data-text"] == f"{HOSTILE} b", "XML reads a new line of an attribute as a space"
    assert set(found.attrib) == {"class", "d", "fill", "data-text"}


@pytest.mark.parametrize("write", [legend, page_legend])
def test_an_entry_of_the_legend_and_its_explanation_are_text(write: Callable[..., Any]) -> None:
    markup = write((Key((), HOSTILE, HOSTILE),))
    assert markup.count(WRITTEN) == 2
    span, drawing = elements(markup)
    assert (span.attrib["title"], drawing.tail) == (HOSTILE, HOSTILE)


def test_what_scripts_read_is_one_attribute() -> None:
    axis = Axis(HOSTILE, 0, 1, ((0.5, HOSTILE),))
    markup = scales(Chart("curve", "", "", axis, [Panel(axis, (), notes=(Note(0, 0, HOSTILE),))]))
    assert not set("<>\"'") & set(markup)
    found = json.loads(unescape(markup))
    (panel,) = found["panels"]
    assert [found["x"]["title"], panel["title"], panel["notes"][0][2], panel["ticks"][0][1]] == [HOSTILE] * 4
