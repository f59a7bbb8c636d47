"""Files of installed packages are those that were tested, or the start stops."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.conftest import make_app
from tests.paths import ROOT
from tests.sentences import carries
from web.server import browser_libraries


def test_pinned_versions_are_those_of_the_requirements() -> None:
    required = dict(re.findall(r"^([\w-]+)==([\w.]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    for pinned in browser_libraries.PINNED:
        assert required[pinned.package] == pinned.version == version(pinned.package)


@pytest.mark.parametrize("pinned", browser_libraries.PINNED, ids=lambda pinned: pinned.name)
def test_a_changed_file_stops_the_start_with_file_version_and_advice(
    pinned: browser_libraries.Pinned, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    locate = browser_libraries.locate

    def tampered(wanted: browser_libraries.Pinned) -> tuple[Path, str]:
        path, installed = locate(wanted)
        if wanted is not pinned:
            return path, installed
        changed = tmp_path / wanted.name
        changed.write_bytes(path.read_bytes() + b" ")
        return changed, "9.9"

    monkeypatch.setattr(browser_libraries, "locate", tampered)
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


def test_a_missing_package_or_file_is_named() -> None:
    absent = replace(browser_libraries.HTMX, package="no-such-package-of-ours")
    with pytest.raises(
        browser_libraries.ThirdPartyError, check=carries("package-not-installed", package="no-such-package-of-ours")
    ):
        browser_libraries.read_checked(absent)
    with pytest.raises(browser_libraries.ThirdPartyError, check=carries("package-file-unreadable", file="none.js")):
        browser_libraries.read_checked(replace(browser_libraries.HTMX, path="js_lib_htmx/none.js"))
