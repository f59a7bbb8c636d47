"""Static files: hashed names, kept for good, compressed; third-party ones are those that were tested."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import subprocess
import sys
import time
from base64 import b64decode
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import make_app
from tests.paths import ROOT
from web.formulas import math_font
from web.server import browser_libraries, static_files

SCRIPTS = ["lab/lab.js", "sheets/builder.js", "sheets/door.js", "sheets/links.js", "sheets/student.js"]
SOURCES = {path.relative_to(ROOT / "static").as_posix(): path for path in (ROOT / "static").rglob("*.*")}
STATIC = [*SCRIPTS, *sorted(name for name in SOURCES if not name.endswith(".js"))]


def address(app: Flask, name: str) -> str:
    with app.test_request_context("/"):
        found: str = app.jinja_env.globals["asset"](name)  # type: ignore[operator]
        return found


@pytest.mark.parametrize("name", [*STATIC, "plotly.min.js", "htmx.min.js", "mathfont.js", "STIXTwoMath.woff2"])
def test_a_file_is_served_under_the_digest_of_its_content_for_good(app: Flask, client: FlaskClient, name: str) -> None:
    url = address(app, name)
    answer = client.get(url)
    assert answer.status_code == 200
    assert hashlib.sha256(answer.data).hexdigest()[:12] == url.split(".")[-2]
    assert "immutable" in answer.headers["Cache-Control"]
    assert "max-age=315360000" in answer.headers["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(("name", "mimetype"), [("page/base.css", "text/css"), ("plotly.min.js", "text/javascript")])
def test_text_is_compressed_for_those_who_ask(app: Flask, client: FlaskClient, name: str, mimetype: str) -> None:
    plain = client.get(address(app, name))
    small = client.get(address(app, name), headers={"Accept-Encoding": "gzip"})
    assert plain.mimetype == small.mimetype == mimetype
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small.headers["Vary"]
    assert gzip.decompress(small.data) == plain.data
    assert "Content-Encoding" not in plain.headers


def test_style_sheets_name_published_files(app: Flask, client: FlaskClient) -> None:
    css = client.get(address(app, "formulas/math.css")).text
    font = address(app, "STIXTwoMath.woff2").rpartition("/")[2]
    assert f'url("../{font}")' in css


def test_the_math_font_keeps_its_table_and_loses_most_of_its_weight(app: Flask, client: FlaskClient) -> None:
    from fontTools.ttLib import TTFont

    whole = browser_libraries.located(browser_libraries.MATH_FONT)[0]
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


def test_the_favicon_is_found_under_its_old_name(app: Flask, client: FlaskClient) -> None:
    assert client.get("/favicon.ico").location == address(app, "page/favicon.svg")


def test_pinned_versions_are_those_of_the_requirements() -> None:
    required = dict(re.findall(r"^([\w-]+)==([\w.]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    for pinned in browser_libraries.PINNED:
        assert required[pinned.package] == pinned.version == version(pinned.package)


@pytest.mark.parametrize("pinned", browser_libraries.PINNED, ids=lambda pinned: pinned.name)
def test_a_changed_file_stops_the_start_with_file_version_and_cure(
    pinned: browser_libraries.Pinned, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    true = browser_libraries.located

    def tampered(asked: browser_libraries.Pinned) -> tuple[Path, str]:
        path, installed = true(asked)
        if asked is not pinned:
            return path, installed
        changed = tmp_path / asked.name
        changed.write_bytes(path.read_bytes() + b" ")
        return changed, "9.9"

    monkeypatch.setattr(browser_libraries, "located", tampered)
    with pytest.raises(browser_libraries.ThirdPartyError) as caught:
        make_app()
    message = str(caught.value)
    for part in (
        pinned.name,
        f"{pinned.package} 9.9",
        pinned.version,
        pinned.sha256,
        "pip install",
        "requirements.txt",
    ):
        assert part in message


def test_a_missing_package_or_file_is_named_with_the_cure() -> None:
    absent = replace(browser_libraries.HTMX, package="no-such-package-of-ours")
    with pytest.raises(
        browser_libraries.ThirdPartyError, match=r"no-such-package-of-ours is not installed\. Run: python"
    ):
        browser_libraries.checked(absent)
    with pytest.raises(browser_libraries.ThirdPartyError, match=r"none\.js of django-js-lib-htmx .* cannot be read"):
        browser_libraries.checked(replace(browser_libraries.HTMX, path="js_lib_htmx/none.js"))


def test_the_heavy_packages_are_not_imported() -> None:
    heavy = ["plotly", "ziamath", "js_lib_htmx"]
    code = f"import sys, app; app.create_app(); print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class Building:
    """A build that counts how often it is made."""

    def __init__(self, **contents: str) -> None:
        self.contents = {name.replace("_", "."): text.encode() for name, text in contents.items()}
        self.built = 0

    def __call__(self) -> dict[str, bytes]:
        self.built += 1
        return self.contents

    def publish(self, into: Path, recipe: str = "1") -> static_files.Published:
        return static_files.publish(recipe, self.contents, self, into)


def test_a_folder_is_built_once_and_follows_its_sources(tmp_path: Path) -> None:
    one, other = Building(a_css="b {}"), Building(a_css="b { color: red }")
    first = one.publish(tmp_path)
    assert one.publish(tmp_path) == first
    assert one.built == 1
    assert other.publish(tmp_path).names != first.names
    assert one.publish(tmp_path, recipe="2").folder != first.folder
    assert one.built == 2


def test_an_interrupted_build_leaves_no_folder_behind_that_is_used(tmp_path: Path) -> None:
    build = Building(a_css='b { src: url("missing.woff") }')
    with pytest.raises(LookupError, match=r"a\.css refers to missing\.woff"):
        build.publish(tmp_path)
    assert not list(tmp_path.glob("[!.]*"))
    build.contents["missing.woff"] = b"x"
    assert set(build.publish(tmp_path).names) == {"a.css", "missing.woff"}


def test_files_keep_their_folders_and_refer_to_each_other_across_them(tmp_path: Path) -> None:
    contents = {"lab/a.css": b'b { src: url("../fonts/c.woff") url("d.svg") }', "fonts/c.woff": b"c", "lab/d.svg": b"d"}
    found = static_files.publish("1", contents, lambda: contents, tmp_path)
    names = found.names
    css = (found.folder / names["lab/a.css"]).read_text()
    assert css == f'b {{ src: url("../{names["fonts/c.woff"]}") url("{names["lab/d.svg"].removeprefix("lab/")}") }}'
    assert names["fonts/c.woff"].startswith("fonts/c.") and (found.folder / names["fonts/c.woff"]).read_bytes() == b"c"


def test_another_process_may_be_faster(tmp_path: Path) -> None:
    build = Building(a_css="b {}")

    def slow() -> dict[str, bytes]:
        build.publish(tmp_path)
        return build()

    found = static_files.publish("1", build.contents, slow, tmp_path)
    assert (found.folder / found.names["a.css"]).read_text() == "b {}"
    assert not list(tmp_path.glob(".build-*"))


def test_folders_unused_for_longest_are_removed(tmp_path: Path) -> None:
    folders = []
    for age in range(static_files.KEPT + 3, 0, -1):
        folder = Building(a_css=f"b {{ order: {age} }}").publish(tmp_path).folder.parent
        os.utime(folder, (time.time() - 60 * age,) * 2)
        folders.append(folder)
    abandoned = tmp_path / ".build-x"
    abandoned.mkdir()
    os.utime(abandoned, (0, 0))
    last = Building(a_css="b { order: 0 }").publish(tmp_path).folder.parent
    assert sorted(tmp_path.iterdir()) == sorted([*folders[-(static_files.KEPT - 1) :], last])


def test_where_nothing_can_be_written_a_temporary_folder_serves(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    published = Building(a_css="b {}").publish(blocked / "static")
    assert tmp_path not in published.folder.parents
    assert (published.folder / published.names["a.css"]).read_text() == "b {}"


def test_an_unknown_asset_is_a_mistake_of_ours(app: Flask) -> None:
    with pytest.raises(KeyError):
        address(app, "none.css")


def test_font_features_are_of_the_font() -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(browser_libraries.located(browser_libraries.MATH_FONT)[0])
    has = {record.FeatureTag for table in ("GSUB", "GPOS") for record in font[table].table.FeatureList.FeatureRecord}
    assert set(math_font.FEATURES) <= has
