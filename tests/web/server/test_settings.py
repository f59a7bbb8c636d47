from __future__ import annotations

import re

import pytest

from ireval.messages import Message
from tests.paths import ROOT
from tests.sentences import carries
from web.server.settings import SettingError, Settings


def test_defaults_are_for_one_computer() -> None:
    assert Settings.read(environment={}) == Settings("127.0.0.1", 8000, 0, 2, 0, "", https=False)


def test_overrides_go_before_the_environment_and_empty_means_unset() -> None:
    found = Settings.read({"PORT": 9000}, environment={"PORT": "1", "HOST": "0.0.0.0", "THREADS": " ", "PATH": "/bin"})
    assert (found.port, found.host, found.threads) == (9000, "0.0.0.0", 2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "٨٠"),
        ("PORT", "80.0"),
        ("THREADS", "0"),
        ("PROXIES", "yes"),
        ("HTTPS", "maybe"),
        ("PREFIX", "ireval"),
        ("PREFIX", "/a b"),
        ("PREFIX", "/a//b"),
        ("PREFIX", "https://example.org/a"),
        ("HOST", "http://example.org"),
        ("HOSTS", "https://example.org"),
        ("HOSTS", "example.org/ireval"),
        ("HOSTS", "*"),
        ("HOSTS", "example.org:99999"),
        ("HOSTS", "a..b"),
        ("FRAME_ANCESTORS", "example.org"),
        ("FRAME_ANCESTORS", "https://a.example; script-src *"),
        ("FRAME_ANCESTORS", "https://a.example,https://b.example"),
        ("FRAME_ANCESTORS", "https://a.example/course"),
        ("FRAME_ANCESTORS", "https://a.example:99999"),
        ("FRAME_ANCESTORS", "https://\u212a.example"),
        ("FRAME_ANCESTORS", "self"),
        ("FRAME_ANCESTORS", "'none'"),
        ("FRAME_ANCESTORS", "https:"),
        ("DATABASE_URL", "mysql://host/name"),
        ("DATABASE_URL", "sheets.sqlite"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("SHEET_DAYS", "0"),
        ("SHEET_SPACE", "0"),
        ("COLLECTION_DAYS", "0"),
        ("COLLECTION_MEGABYTES", "0"),
        ("COLLECTION_TOPICS", "all"),
        ("COLLECTION_DEPTH", "-1"),
        ("COLLECTION_DOCUMENTS", "1e6"),
        ("COLLECTION_SPACE", "0"),
        ("RATE_COLLECTIONS", "30"),
        ("RATE_CHANGES", "0/minute"),
        ("RATE_CHANGES", "many"),
        ("RATE_SHEETS", "10/fortnight"),
        ("RATE_STORAGE", "redis"),
        ("RATE_STORAGE", "redis://"),
        ("RATE_STORAGE", "file:///rates"),
    ],
)
def test_a_bad_value_is_refused_by_name_with_an_example_that_works(name: str, value: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings.read(environment={name: value})
    error = caught.value
    assert (error.key, error.values["name"], error.values["text"]) == ("setting-not-usable", name, value)
    assert str(error.values["example"]) in str(error)
    Settings.read(environment={name: str(error.values["example"])})


@pytest.mark.parametrize(("text", "meant"), [("1", True), ("YES", True), ("on", True), ("0", False), ("false", False)])
def test_switches(text: str, meant: bool) -> None:
    assert Settings.read(environment={"HTTPS": text}).https is meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("*", "*"),
        ("'self'  https://moodle.example.org\n", "'self' https://moodle.example.org"),
        ("http://127.0.0.1:8080 https://*.Example.org", "http://127.0.0.1:8080 https://*.Example.org"),
    ],
)
def test_sites_that_may_frame_the_lab(text: str, meant: str) -> None:
    assert Settings.read(environment={"FRAME_ANCESTORS": text}).frame_ancestors == meant


def test_an_unknown_setting_is_refused_with_the_nearest() -> None:
    with pytest.raises(SettingError, check=carries("unknown-setting", hint=Message("did-you-mean", name="PREFIX"))):
        Settings.read({"PREFFIX": "/a"}, environment={})


def test_the_page_lists_every_setting_as_it_is() -> None:
    page = (ROOT / "docs" / "running-a-server.md").read_text("utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\S*) \| (.+) \|$", page, re.MULTILINE)
    assert [row[0] for row in rows] == [name.upper() for name in Settings.__dataclass_fields__]
    for name, default, text in rows:
        assert text == Settings.__dataclass_fields__[name.lower()].metadata["help"]
        assert Settings.read(environment={name: default.strip("`")}) == Settings()
