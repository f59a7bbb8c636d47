"""Every answer at an address with a token is stored nowhere, not indexed, and passes no address on."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests import classroom
from tests.conftest import make_app
from tests.markup import tags

pytestmark = pytest.mark.slow

STRANGE = "A" * 32
#: What stands in the places of other arguments of addresses.
FILLED = {"kind": "json", "key": "K7M2PX"}


def is_private(answer: TestResponse) -> bool:
    names = ("Cache-Control", "X-Robots-Tag", "Referrer-Policy")
    return [answer.headers.getlist(name) for name in names] == [["no-store"], ["noindex"], ["no-referrer"]]


def rules(app: Flask) -> list[Rule]:
    """Those of sheets; the pages of collections and of the classroom have tests of their own."""
    found = [rule for rule in app.url_map.iter_rules() if "token" in rule.arguments]
    return [rule for rule in found if not rule.rule.startswith(("/collections/", "/classroom/"))]


def requests(app: Flask, tokens: dict[str, str]) -> Iterator[tuple[str, str]]:
    """A method and an address for each rule with a token, with the token of its kind of page."""
    for rule in rules(app):
        arguments = {name: FILLED.get(name, "x") for name in rule.arguments} | {"token": tokens[rule.rule[:3]]}
        with app.test_request_context():
            address = app.url_map.bind("localhost").build(rule.endpoint, arguments)
        yield from ((method, address) for method in [*sorted(rule.methods or ()), "PUT"])


@pytest.mark.parametrize("known", [True, False], ids=["a known token", "an unknown token"])
def test_all_answers_below_secret_links_are_private(school: Flask, known: bool) -> None:
    sheet = classroom.publish(school)
    found = {"/o/": sheet.own[3:], "/s/": sheet.students[3:]}
    client, statuses = school.test_client(), set()
    for method, address in requests(school, found if known else dict.fromkeys(found, STRANGE)):
        answer = client.open(address, method=method)
        statuses.add(answer.status_code)
        assert is_private(answer), (method, address, answer.headers)
    assert statuses >= ({200, 400, 404, 405} if known else {400, 404, 405})


def test_what_leads_to_a_secret_link_is_private_too(school: Flask) -> None:
    client = school.test_client()
    secret = classroom.token(client.get("/sheets/new?seed=1").text)
    form = {"csrf_token": secret, "sheet": classroom.SHEET.to_json().decode(), "mode": "practice"}
    published = client.post("/sheets/publish", data=form)
    assert published.status_code == 303 and "/o/" in published.location
    assert is_private(published)
    assert is_private(client.post("/sheets/publish", data={"csrf_token": secret, "sheet": "x"}))
    assert is_private(client.get("/sheets/recover"))
    address = f"/s/{STRANGE}/nothing/of/the/kind"
    assert is_private(client.get(address))


def test_errors_are_private_wherever_they_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(RATE_CHANGES="1/hour")
    app.testing = False
    client = app.test_client()
    monkeypatch.setattr("web.store.store", lambda: 1 / 0)
    failed = client.get(f"/o/{STRANGE}/slips")
    assert failed.status_code == 500 and is_private(failed)
    limited = [client.get(f"/o/{STRANGE}/slips") for _ in range(2)][-1]
    assert limited.status_code == 429 and is_private(limited)


def test_a_new_route_is_private_unless_its_room_is_open(client: FlaskClient) -> None:
    app = make_app()
    bp = Blueprint("new", __name__)
    bp.add_url_rule("/new/<token>", "page", lambda token: token)
    app.register_blueprint(bp)
    app.add_url_rule("/newer/<token>", "newer", lambda token: token)
    for address in ("/new/x", "/newer/x"):
        assert is_private(app.test_client().get(address))
    for address in ("/", "/lab?labels=1", "/measures", "/sheets/new"):
        assert not is_private(client.get(address)), "browsers may keep it, and go back to what was typed"


def test_open_rooms_know_no_secret_link(school: Flask) -> None:
    """No page of theirs has an address with a token in it, so they need not be private."""
    client = school.test_client()
    private = {rule.endpoint.partition(".")[0] for rule in rules(school)}
    pages = ["/", "/measures", "/playlist", "/sheets/new?seed=1", "/switchboard?labels=1", "/why?labels=1"]
    for address in pages:
        found = itertools.chain.from_iterable(tag.attributes.values() for tag in tags(client.get(address).text))
        assert not [text for text in found if text and text.startswith(("/o/", "/s/"))], address
    assert private >= {"owner", "student", "roster", "closing", "schedule", "handout", "recovery"}
