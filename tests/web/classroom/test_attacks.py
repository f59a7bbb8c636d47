"""What somebody in the back row tries: the lecturer's addresses, forged requests, floods, and addresses elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.classroom import SECRET, closed, made
from tests.web.classroom.phone.lecture import CHOICE, FOUND, NUMBER, Lecture, Phone, body_of
from tests.web.classroom.room_browsers import RoomBrowser
from web.server import limits
from web.store import store
from web.store.rooms.phones import Answered
from web.store.rooms.room_records import Stage

pytestmark = pytest.mark.slow

#: Browsers leave tabs and line breaks out of an address, and take a backslash for a slash.
ELSEWHERE = (
    *("//evil.example", "/\\evil.example", "\\/evil.example", "/\t/evil.example", "/\r/evil.example"),
    *("/\n/evil.example", " //evil.example", "/\x00/evil.example", "///evil.example", "/%0a\n//x", "/x\x85y"),
    *("https://evil.example/", "javascript:alert(1)", "data:text/html,x", "evil", "", "/\u2028/evil.example"),
)
#: The addresses of the classroom that need no right: they open, join, pair, or say that there is no room.
FOR_ALL = {"/classroom", "/classroom/now", "/classroom/offers", "/classroom/recover", "/classroom/remote"} | {
    "/classroom/remote/now",
    "/classroom/remote/code.svg",
    "/classroom/open",
    "/classroom/ask",
}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = made(Path(tmp_path_factory.mktemp("attacks")), RATE_CHANGES="30/minute", RATE_SHEETS="3/hour")
    yield app
    closed(app)


@pytest.fixture
def laptop(school: Flask) -> RoomBrowser:
    limits._limiter.reset()
    browser = RoomBrowser(school)
    browser.open()
    return browser


def lecture_of(laptop: RoomBrowser) -> Lecture:
    """The laptop's room, as phones see it."""
    found = Lecture.__new__(Lecture)
    found.app, found.code, found.door = laptop.app, laptop.room.code, f"/j/{laptop.room.code}"
    return found


def shown_at(laptop: RoomBrowser) -> str:
    """Where the page of the screen leads."""
    return laptop.client.get("/classroom/screen").location or ""


@pytest.mark.parametrize("address", ELSEWHERE)
def test_no_address_of_a_form_leads_to_another_site(laptop: RoomBrowser, address: str) -> None:
    laptop.post("/classroom/position", address=address, title="x")
    assert shown_at(laptop) == ""
    assert f'href="{address}"' not in laptop.page()
    for action in ("pause", "open", "ask", "end"):
        answer = laptop.post(f"/classroom/{action}", page=address, line="A or B? a; b")
        assert answer.location in {"/classroom", "/classroom/screen"}, action


def test_the_page_of_the_screen_never_leads_to_itself(laptop: RoomBrowser) -> None:
    for address in ("/classroom/screen", "/classroom/screen?x=1", "/classroom/./screen", "/x/../classroom/screen"):
        laptop.post("/classroom/position", address=address, title="x")
        assert shown_at(laptop) == "", address


def test_behind_a_prefix_the_position_leads_to_what_was_shown(tmp_path: Path) -> None:
    app = made(tmp_path, PREFIX="/ir")
    laptop = RoomBrowser(app, "/ir")
    laptop.open()
    laptop.post("/classroom/position", address="/ir/lab?labels=101&show=AP#item=2", title="x")
    assert laptop.client.get("/ir/classroom/screen").location == "/ir/lab?labels=101&show=AP#item=2"
    assert 'href="/ir/lab?labels=101&amp;show=AP#item=2"' in laptop.page()
    offers = laptop.client.get("/ir/classroom/offers", query_string={"view": "/ir/lab?labels=101&show=AP"}).text
    offer = re.findall(r'name="offer" value="([^"]+)"', offers)[0]
    laptop.post("/classroom/ask", view="/ir/lab?labels=101&show=AP", offer=offer)
    assert 'href="/ir/lab?labels=101' in laptop.page("/classroom/results")
    assert laptop.post("/classroom/pause", page="/classroom/remote").location == "/ir/classroom/remote"
    closed(app)


def rules(app: Flask, method: str) -> list[str]:
    """The addresses of the lecturer's pages that take a method."""
    found = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/classroom") and not rule.arguments]
    return sorted({rule.rule for rule in found if method in (rule.methods or ())})


def test_every_form_of_the_lecturer_is_refused_without_the_token_of_its_page(laptop: RoomBrowser) -> None:
    """Another site can send a form in the lecturer's browser, and knows everything in it but the token."""
    form = {"to": "forward", "round": "1", "vote": "1", "stage": "open", "sure": "yes", "line": "A or B? a; b"}
    before = laptop.room
    for path in rules(laptop.app, "POST"):
        answer = laptop.client.post(path, data=form, headers={"Origin": "https://evil.example"})
        assert answer.status_code == 400, path
    assert laptop.room._replace(now=before.now) == before


def test_the_cookie_of_a_phone_gives_no_right_of_the_lecturer(laptop: RoomBrowser) -> None:
    phone = Phone(lecture_of(laptop))
    phone.join()
    cookie = phone.client.get_cookie("ireval-phone", path="/j")
    assert cookie
    thief, before = RoomBrowser(laptop.app), laptop.room
    for name in ("ireval-room", "ireval-phone"):
        for path in ("/classroom", "/"):
            thief.client.set_cookie(name, cookie.value, path=path)
    for method in ("GET", "POST"):
        for path in set(rules(laptop.app, method)) - FOR_ALL:
            answer = thief.client.open(path, method=method, data={"csrf_token": thief.token})
            assert answer.status_code in {400, 403}, (method, path)
    assert laptop.room._replace(now=before.now) == before
    door = thief.client.get("/classroom", follow_redirects=True)
    assert door.status_code == 200 and laptop.room.code not in thief.page("/classroom/remote/now") + door.text
    assert thief.client.get("/classroom/now").status_code == 204


def test_a_flood_from_the_hall_stops_neither_the_lecturer_nor_the_phones_that_joined(laptop: RoomBrowser) -> None:
    """All have the address of the hall. The one who sends most is refused, and so are only those who have no key."""
    lecture = lecture_of(laptop)
    inside = Phone(lecture, "127.0.0.1")
    inside.join()
    inside.poll()
    flood = RoomBrowser(laptop.app)
    statuses = {flood.post(path).status_code for _ in range(40) for path in ("/classroom/pause", "/classroom/open")}
    assert 429 in statuses
    laptop.ask(body_of(CHOICE))
    for _ in range(4):
        assert laptop.move("forward") and laptop.move("back")
    assert laptop.post("/classroom/position", address="/lab?labels=1").status_code == 303
    assert laptop.client.get("/classroom/remote/now").status_code == 200
    assert laptop.client.get("/classroom/results").status_code == 200
    assert laptop.room.stage is Stage.OPEN
    page = inside.page()
    assert inside.send_all({field(page): FOUND}, page=page).status_code == inside.poll().status_code == 200


def test_forty_questions_of_one_room_are_not_counted_as_published_sheets(laptop: RoomBrowser) -> None:
    for _ in range(40):
        assert laptop.post("/classroom/ask", line="A or B? a; b").status_code == 303
    assert laptop.room.round == 40


def test_numbers_that_no_column_holds_are_refused_in_a_sentence(laptop: RoomBrowser) -> None:
    laptop.ask(body_of(CHOICE))
    phone = Phone(lecture_of(laptop))
    page = phone.page()
    form, answered = (
        dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)),
        f"answer.{field(page)}",
    )
    for number in ("9" * 30, "-" + "9" * 30, "9" * 19, "1e999", "٣", "0x1", ""):
        for name in ("round", "vote"):
            answer = phone.post(form | {answered: FOUND, name: number})
            assert answer.status_code in {400, 409}, (name, number)
    for count in ("item", "of", "minutes"):
        for number in ("9" * 400, "-5", "1e999", "x"):
            laptop.post("/classroom/position", address="/lab?labels=1", **{count: number})
            assert laptop.client.get("/classroom/remote/now").status_code == 200, (count, number)
    for form in ({"round": "9" * 30, "vote": "1"}, {"round": "1", "vote": "9" * 30}):
        laptop.post("/classroom/move", to="forward", stage="open", **form)
    laptop.post("/classroom/command", what="go", after="9" * 30, value="9" * 30)
    assert laptop.room.stage is Stage.OPEN and json.loads(laptop.room.commands) == []


def test_what_cannot_be_accepted_is_not_stored_when_the_question_closes_meanwhile_and_opens_again(
    laptop: RoomBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room was closed when the answer was read, and is open when it is written."""
    laptop.ask(body_of(CHOICE))
    phone = Phone(lecture_of(laptop))
    page = phone.page()
    form, name = hidden(page), f"answer.{field(page)}"
    laptop.move("forward")
    with laptop.app.app_context():
        known = store().rooms.phones
    accept: Callable[..., Answered] = known.answer

    def opened(*given: object, **more: object) -> Answered:
        laptop.move("back")
        return accept(*given, **more)

    monkeypatch.setattr(known, "answer", opened)
    assert phone.post(form | {name: "no option at all"}).status_code in {400, 409}
    with laptop.app.app_context():
        assert known.answers(laptop.room) == []


def test_nothing_that_a_phone_gets_differs_for_a_right_answer_before_the_answer_is_shown(laptop: RoomBrowser) -> None:
    """Two phones answer, one of them correctly, with as many characters; but for these, all is the same."""
    for exercise, right, wrong in ((NUMBER, "0.29", "0.58"), (NUMBER, "29", "58"), (NUMBER, "0.2900", "9999.9")):
        laptop.ask(body_of(exercise))
        seen = []
        for text in (right, wrong):
            phone = Phone(lecture_of(laptop))
            phone.join()
            phone.poll()
            page = phone.page()
            bodies = [phone.send_all({field(page): text}, page=page)]
            assert bodies[0].status_code == 200
            for to in ("closed", "votes", "discuss"):
                laptop.move(to)
                phone.state = ""
                bodies.append(phone.poll())
            for _ in range(3):
                laptop.move("back")
            assert laptop.room.stage is Stage.OPEN
            texts = [re.sub(r'data-state="[^"]*"|value="[^"]*"', "", x.text).replace(text, "_") for x in bodies]
            seen.append(([(x.status_code, sorted(x.headers.keys())) for x in bodies], texts))
        assert seen[0] == seen[1], (right, wrong)


def test_nothing_of_the_classroom_is_kept_by_a_cache(laptop: RoomBrowser) -> None:
    laptop.ask(body_of(CHOICE))
    phone = Phone(lecture_of(laptop))
    answers = [phone.join(), phone.poll(), phone.poll(), laptop.client.get("/classroom/now")]
    answers += [laptop.client.get(path) for path in rules(laptop.app, "GET")]
    etag = answers[3].headers["ETag"]
    answers.append(laptop.client.get("/classroom/now", headers={"If-None-Match": etag}))
    assert {304} <= {answer.status_code for answer in answers}
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store", answer.request.path
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Robots-Tag"] == "noindex"


def test_of_two_devices_that_are_paired_the_one_that_is_named_is_confirmed(laptop: RoomBrowser) -> None:
    """A student in the first row is faster than the lecturer, who then pairs a second time."""
    student, remote = RoomBrowser(laptop.app), RoomBrowser(laptop.app)
    theirs, own = student.pair_with(laptop), remote.pair_with(laptop)
    shown = laptop.client.get("/classroom/now").text
    assert shown.count("Is it yours?") == 2
    laptop.confirm(own)
    assert remote.client.post("/classroom/pause", data={"csrf_token": remote.token}).status_code == 303
    for path in ("/classroom/screen", "/classroom/links", "/classroom/results", "/classroom/devices"):
        assert student.client.get(path).status_code == 403, path
    assert student.post("/classroom/confirm", controller="x").status_code == 403
    laptop.confirm(theirs, no="yes")
    assert "Not paired" in student.page("/classroom/remote/now")


def test_a_link_to_another_room_does_not_take_the_screen_over(laptop: RoomBrowser) -> None:
    """A student opens a room of his own, and sends its owner's link to the lecturer."""
    student = RoomBrowser(laptop.app)
    theirs, own = student.open("theirs"), laptop.room
    laptop.client.get(f"/classroom/o/{student.tokens}")
    assert laptop.room.id == own.id and own.code[:3] in laptop.client.get("/classroom/now").text
    laptop.post("/classroom/switch", room=theirs.id)
    assert laptop.room.id == theirs.id, "but it is in the list"
    laptop.post("/classroom/end")
    laptop.client.get(f"/classroom/o/{laptop.tokens.split('.')[1]}")
    assert laptop.room.id == own.id, "a lecture that is over makes way"


def test_markup_in_what_is_typed_is_text_everywhere(laptop: RoomBrowser) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    assert laptop.post("/classroom/ask", line=f"{hostile}? a{hostile}; =cmd|' /C calc'!A0").status_code == 303
    lecture = lecture_of(laptop)
    phone = Phone(lecture)
    page = phone.page()
    laptop.post("/classroom/position", address=f"/lab?title={hostile}", title=hostile, notes=hostile, following=hostile)
    laptop.post("/classroom/snapshot")
    option = re.search(r'value="(=cmd[^"]*)"', page)
    assert option
    phone.send_all({field(page): option[1].replace("&#39;", "'")}, page=page)
    pages = [page, phone.page(), laptop.client.get("/classroom/now").text, laptop.page()]
    pages += [laptop.page(f"/classroom/{x}") for x in ("remote", "remote/now", "results", "remote/ask", "offers")]
    laptop.move("votes")
    pages += [laptop.client.get("/classroom/now").text, phone.page()]
    assert [text for text in pages if "<img src=x" in text] == []
    assert sum("&lt;img" in text for text in pages) >= 6
    table = laptop.client.get("/classroom/results.csv").text
    assert "'=cmd" in table and "\n=" not in table and ",=" not in table


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of a phone's form."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def field(page: str) -> str:
    """The id of the part that a phone's page asks for."""
    found = re.search(r'name="answer\.([^"]+)"', page)
    assert found
    return found[1]


def test_a_title_that_no_terminal_and_no_database_takes_is_refused(laptop: RoomBrowser) -> None:
    for title in ("a\x00b", "\x1b[2J", "\x7f"):
        limits._limiter.reset()
        answer = RoomBrowser(laptop.app).post("/classroom/open", title=title)
        assert answer.status_code == 400 and "The title" in answer.text
    limits._limiter.reset()
    for title in ("", " \n ", "x" * 5000):
        assert RoomBrowser(laptop.app).post("/classroom/open", title=title).status_code == 303


def test_a_signed_text_of_another_page_is_no_key(laptop: RoomBrowser) -> None:
    """The session's cookie and the keys of sheets are signed with the same secret."""
    from itsdangerous import Signer

    phone = Phone(lecture_of(laptop))
    for salt in ("cookie-session", "csrf", "", "itsdangerous.Signer"):
        forged = Signer(SECRET, salt=salt or "x").sign("A" * 22).decode()
        answer = phone.post({"device": forged, "round": "0", "vote": "1"})
        assert answer.status_code == 400
    assert client_keys(laptop.app.test_client(), laptop.room.code) == 2


def client_keys(client: FlaskClient, code: str) -> int:
    """How many different keys two visits get, whose first one's was not kept."""
    found = set()
    for _ in range(2):
        client.delete_cookie("ireval-phone", path="/j")
        client.get(f"/j/{code}")
        cookie = client.get_cookie("ireval-phone", path="/j")
        assert cookie
        found.add(cookie.value)
    return len(found)
