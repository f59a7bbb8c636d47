"""The math font, cut down to what formulas use."""

from __future__ import annotations

import re
from base64 import b64decode
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ireval.explanation.calculation import of_cell
from ireval.explanation.reference import entries, example_list
from ireval.measure.registry import measures
from tests.web.server.test_assets import address
from web.formulas import math_font
from web.formulas.formula_signs import formula_signs, signs
from web.formulas.mathml import mathml
from web.server import browser_libraries

pytestmark = pytest.mark.slow

_FORMULA = re.compile("<math.*?</math>", re.DOTALL)
LIST = "labels=10u3002000300003&unretrieved=32211&size=800"


def embedded(client: FlaskClient, page: str) -> bytes:
    """The bytes of the font in the script that a page loads."""
    (found,) = re.findall(r'src="([^"]*/mathfont[^"]*)"', client.get(page).text)
    return b64decode(client.get(found).text.split('atob("')[1].split('"')[0])


def served(client: FlaskClient, page: str) -> Any:
    """The font in the script that a page loads."""
    return _read(embedded(client, page))


@cache
def _read(woff2: bytes) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(woff2))


def test_each_sign_of_the_pages_formulas_is_in_the_font(client: FlaskClient) -> None:
    labs = [f"/lab?{LIST}&conventions={how}" for how in ("lillis&show=nDCG@10", "trec_eval&show=Bpref", "kth&show=AP")]
    pages = [
        *(f"/measures/{name}" for name in measures()),
        f"/switchboard?{LIST}&show=nDCG@10",
        f"/why?{LIST}&measure=AP&value=0.58",
        *labs,
    ]
    found = {sign for page in pages for math in _FORMULA.findall(client.get(page).text) for sign in signs(math)}
    assert set(map(ord, "∑∏𝑖𝑘⌊")) <= found
    assert found - set(served(client, "/").getBestCmap()) == set()


def test_calculations_of_cells_need_no_other_sign() -> None:
    tables = [entry.example for entry in entries()]
    tables += [example_list(subtopics=False).table(f"{name}@5") for name in ("nDCG", "AP", "RBP", "ERR")]
    found = {
        sign
        for table in tables
        for column in table.shown_columns
        for row in range(len(table.row_labels))
        if (latex := of_cell(table, column.key, row, in_full=True).latex)
        for sign in signs(mathml(latex))
    }
    assert found and found <= formula_signs()


@pytest.mark.parametrize("path", ["/", "/sheets/new"])
def test_the_font_keeps_its_table_with_larger_signs(client: FlaskClient, path: str) -> None:
    from fontTools.ttLib import TTFont

    whole, cut = TTFont(browser_libraries.locate(browser_libraries.MATH_FONT)[0]), served(client, path)
    before, after = whole["MATH"].table.MathConstants, cut["MATH"].table.MathConstants
    assert vars(after).keys() == vars(before).keys()
    for sign in "∑∏(⌊{|":
        assert larger(cut, sign) == larger(whole, sign)


def larger(font: Any, sign: str) -> list[int]:
    """The heights of the glyphs for a sign that has to be tall, and of the pieces from which it is put together."""
    variants, order = font["MATH"].table.MathVariants, font.getGlyphOrder()
    found = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(font.getBestCmap()[ord(sign)])]
    pieces = found.GlyphAssembly.PartRecords if found.GlyphAssembly else []
    assert {*(r.VariantGlyph for r in found.MathGlyphVariantRecord), *(r.glyph for r in pieces)} <= set(order)
    return [r.AdvanceMeasurement for r in found.MathGlyphVariantRecord] + [r.FullAdvance for r in pieces]


def test_pages_of_sheets_have_the_signs_that_their_owners_may_write(client: FlaskClient) -> None:
    codes = served(client, "/sheets/new").getBestCmap()
    assert not [sign for sign in "DCG[i]=∑∏∫√≤≥≠⌈⌉⌊⌋∈∪∩∞αβΔ−×·…′→𝐺𝑖ℎ𝛼|∣" if ord(sign) not in codes]


def test_browsers_without_scripts_get_a_file_with_all_signs(app: Flask, client: FlaskClient) -> None:
    file = client.get(address(app, "STIXTwoMath.woff2"))
    assert file.mimetype == "font/woff2"
    assert file.data == embedded(client, "/sheets/new")


def test_font_features_are_of_the_font() -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(browser_libraries.locate(browser_libraries.MATH_FONT)[0])
    has = {record.FeatureTag for table in ("GSUB", "GPOS") for record in font[table].table.FeatureList.FeatureRecord}
    assert set(math_font.FEATURES) <= has
