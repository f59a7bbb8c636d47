"""The math font, cut down to what formulas use."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from tests.web.server.test_assets import address
from web.formulas import math_font
from web.server import browser_libraries


def test_the_math_font_keeps_its_table_and_loses_most_of_its_weight(app: Flask, client: FlaskClient) -> None:
    from fontTools.ttLib import TTFont

    whole = browser_libraries.locate(browser_libraries.MATH_FONT)[0]
    served = client.get(address(app, "STIXTwoMath.woff2")).data
    assert len(served) < whole.stat().st_size / 30
    path = Path(app.instance_path) / "static"
    cut = TTFont(next(path.rglob(address(app, "STIXTwoMath.woff2").rpartition("/")[2])))
    before, after = TTFont(whole)["MATH"].table, cut["MATH"].table
    assert vars(after.MathConstants).keys() == vars(before.MathConstants).keys()
    assert "summation" in after.MathVariants.VertGlyphCoverage.glyphs
    codes = cut.getBestCmap()
    assert not [sign for sign in "DCG[i]=∑∏∫√≤≥≠⌈⌉⌊⌋∈∪∩∞αβΔ−×·…′→𝐺𝑖ℎ𝛼|∣" if ord(sign) not in codes]


def test_the_script_of_the_math_font_brings_the_same_font(app: Flask, client: FlaskClient) -> None:
    file, script = client.get(address(app, "STIXTwoMath.woff2")), client.get(address(app, "mathfont.js"))
    assert file.mimetype == "font/woff2"
    assert b64decode(script.text.split('atob("')[1].split('"')[0]) == file.data


def test_font_features_are_of_the_font() -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(browser_libraries.locate(browser_libraries.MATH_FONT)[0])
    has = {record.FeatureTag for table in ("GSUB", "GPOS") for record in font[table].table.FeatureList.FeatureRecord}
    assert set(math_font.FEATURES) <= has
