"""A lecture as it is held: a laptop at the projector, a remote, and six phones, with everything that goes wrong.

Takes half a minute, and protects what single pages cannot show: that the three play together, that nothing tells the
answer early, and that neither a dead laptop, nor a network that is away, nor a long break loses anything.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NamedTuple

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")
pytest.importorskip("sklearn", reason="install the rest with: pip install -r requirements-dev.txt")

from flask import Flask
from playwright.sync_api import BrowserContext, Page, Response, ViewportSize, expect
from sklearn.metrics import cohen_kappa_score
from sqlalchemy import update

from ireval.collection import built_in
from ireval.lessons import read_course
from ireval.lessons.directives.judging_directive import Judging
from ireval.numbers.expression import fixed
from tests import classroom
from tests.browser.accessibility import assert_accessible
from tests.paths import ROOT
from tests.serving import running
from tests.web.classroom.lecturer_laptop import made
from tests.web.lessons.test_lessons import KEY
from web.playlist.playlist import Item, Playlist
from web.playlist.playlist_code import write_code
from web.store import store
from web.store.schema import rooms

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.own_page,
    pytest.mark.allow_console("Failed to load resource", "net::ERR"),
]

COURSE = read_course(ROOT / "lessons").lessons
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
SECOND_LAPTOP: ViewportSize = {"width": 1920, "height": 1080}
PHONE: ViewportSize = {"width": 360, "height": 640}
LIST = "labels=101003000200003&unretrieved=32211"
ITEMS = (
    Item(f"{LIST}&show=AP&chart=pr", "What to divide by", "Let them add up the five terms first.", 4),
    Item("labels=110&show=RR", "The first relevant document"),
    Item("labels=011&show=RR", "Further down"),
)
LINE = "Which is larger here, P@5 or P@10? P@5; P@10; equal"
#: What nobody may read before the answer is shown. The numbers that phones sent may be on the screen as votes.
EARLY = re.compile(r"you divided|correct\b|✓|2\.900|right answer|solution", re.IGNORECASE)
AWAY = 20  # seconds without network


class Deed(NamedTuple):
    """What something takes: keys pressed, taps and characters typed; and seconds without a person's thinking."""

    actions: int
    seconds: float


class Hands:
    """The hands of everybody: each key, click and character is counted for the deed in progress."""

    def __init__(self) -> None:
        self.deeds: dict[str, Deed] = {}
        self.count, self.began, self.name = 0, 0.0, ""

    def begin(self, name: str) -> None:
        """Begin to count for another deed."""
        self.name, self.count, self.began = name, 0, time.monotonic()

    def end(self) -> None:
        """Note what the deed took."""
        self.deeds[self.name] = Deed(self.count, round(time.monotonic() - self.began, 1))

    def press(self, page: Page, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            page.keyboard.press(key)
        self.count += len(keys)

    def type(self, page: Page, text: str) -> None:
        """Type a text where the focus is."""
        page.keyboard.type(text)
        self.count += len(text)

    def tap(self, page: Page, role: str, name: str | re.Pattern[str]) -> None:
        """Tap a button, a link or an option."""
        page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.count += 1


class Lecture(NamedTuple):
    """A lecture: the app, its address, and what makes browsers."""

    app: Flask
    address: str
    new_context: Callable[..., BrowserContext]
    hands: Hands

    def phone(self) -> Page:
        """A phone, which has not joined yet."""
        page = self.new_context(viewport=PHONE, has_touch=True, color_scheme="dark").new_page()
        page.set_default_timeout(15_000)
        return page


@pytest.fixture
def lecture(tmp_path_factory: pytest.TempPathFactory, new_context: Callable[..., BrowserContext]) -> Iterator[Lecture]:
    app = made(tmp_path_factory.mktemp("lecture"))
    app.testing = False
    with running(app, threads=8) as address:
        yield Lecture(app, address, new_context, Hands())
    classroom.closed(app)


class Ears:
    """Everything that reaches pages, until the answer may be known."""

    def __init__(self, *pages: Page) -> None:
        self.bodies: list[str] = []
        self.open = True
        for page in pages:
            page.on("response", self._hear)

    def _hear(self, response: Response) -> None:
        if self.open and re.search(r"/(j|classroom)(/|$)", response.url) and response.status == 200:
            self.bodies.append(response.text())


def code_of(laptop: Page) -> str:
    return laptop.locator("#room-chip b").inner_text().replace("-", "")


def see(page: Page, stage: str) -> None:
    expect(page.locator(f"#room-round.is-{stage}")).to_be_visible()


def send(phone: Page, text: str) -> None:
    """Type a number, and send it."""
    field = phone.locator("#thing input[type=text]").first
    expect(field).to_be_visible()
    field.fill(text)
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("heading", name="Sent")).to_be_visible()


def choose(phone: Page, letter: str) -> None:
    """Choose an option by its letter, and send it."""
    phone.locator("label.opt", has_text=re.compile(rf"^{letter}")).click()
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("heading", name="Sent")).to_be_visible()


def join(lecture: Lecture, code: str) -> list[Page]:
    """Six phones: three with the code as it is typed, three at the address of the QR code."""
    hands, phones = lecture.hands, [lecture.phone() for _ in range(6)]
    for number, phone in enumerate(phones):
        hands.begin("join by code" if number < 3 else "join by QR code")
        if number < 3:
            phone.goto(f"{lecture.address}/j")
            expect(phone.get_by_label("Code")).to_be_focused()
            hands.type(phone, f"{code[:3]}-{code[3:]}".lower())
            hands.press(phone, "Enter")
        else:
            phone.goto(f"{lecture.address}/j/{code}")
            hands.count += 1  # the phone's camera opens it
        expect(phone.locator("#screen")).to_be_visible()
        hands.end()
    return phones


def pair(lecture: Lecture, laptop: Page) -> Page:
    """A remote, paired by the code on the screen, and confirmed there."""
    hands = lecture.hands
    hands.begin("pair a remote")
    hands.press(laptop, "c")
    hands.tap(laptop, "button", "Pair a remote")
    code = laptop.locator("#room-pairing")
    expect(code).to_have_text(re.compile(r"\w{3}-?\w{3}"))
    shown = re.search(r"\b(\w{3})-?(\w{3})\b", code.inner_text().replace("/r", ""))
    assert shown
    remote = lecture.new_context(viewport={"width": 360, "height": 740}).new_page()
    remote.goto(f"{lecture.address}/r")
    remote.get_by_label("Code on the laptop").focus()
    hands.type(remote, shown[1] + shown[2])
    hands.press(remote, "Enter")
    name = remote.locator(".device-name").inner_text()
    expect(laptop.locator("#room-waiting")).to_contain_text(name)
    hands.tap(laptop, "button", "Yes")
    expect(remote.locator("#top")).to_be_visible()
    hands.press(laptop, "c")
    hands.end()
    return remote


def first_vote(lecture: Lecture, laptop: Page, remote: Page, phones: list[Page]) -> None:
    """Six phones answer; only the remote says what is correct. Then the class discusses, and votes again."""
    hands, ears = lecture.hands, Ears(laptop, *phones)
    for phone, text in zip(phones, ["0.58", "0.58", "0,58", "0.193", "0.29", "0.290"], strict=True):
        send(phone, text)
    expect(laptop.locator("#round-foot .count b")).to_have_text("6")
    expect(remote.locator("#live .ok .n")).to_contain_text("2")
    expect(remote.locator("#hint")).to_contain_text("33 % correct: let them discuss")
    assert_accessible(laptop)
    hands.begin("close, show the votes, discuss, and ask again")
    hands.press(laptop, "PageDown")
    see(laptop, "closed")
    hands.press(laptop, "PageDown")
    see(laptop, "votes")
    expect(laptop.locator("#round-dots circle")).to_have_count(6)
    hands.press(laptop, "d")
    see(laptop, "discuss")
    expect(phones[0].get_by_role("heading", name="Discuss")).to_be_visible()
    hands.press(laptop, "PageDown")
    see(laptop, "open")
    hands.end()
    ears.open = False
    early = [body for body in ears.bodies if EARLY.search(own_words_removed(body))]
    assert len(ears.bodies) > len(phones) and early == []


def second_vote(lecture: Lecture, laptop: Page, remote: Page, phones: list[Page]) -> None:
    """One phone is thrown out of its browser and joins again, another one is without network for a while."""
    hands, (lost, away, *others) = lecture.hands, phones
    kept = lost.context.cookies()
    lost.context.close()
    back = lecture.new_context(viewport=PHONE)
    back.add_cookies(kept)  # type: ignore[arg-type]
    lost = phones[0] = back.new_page()
    lost.goto(f"{lecture.address}/j/{code_of(laptop)}")
    expect(lost.locator(".before")).to_contain_text("0.58")
    field = away.locator("#thing input[type=text]").first
    expect(field).to_be_visible()
    away.context.set_offline(True)
    field.fill("0.29")
    away.get_by_role("button", name="Send").click()
    expect(away.locator("#network")).to_be_visible()
    for phone, text in zip([lost, *others], ["0.29", "0.29", "0.58", "0.29", "0.29"], strict=True):
        send(phone, text)
    away.wait_for_timeout(AWAY * 1000)
    expect(laptop.locator("#round-foot .count b")).to_have_text("5")
    away.context.set_offline(False)
    expect(away.get_by_role("heading", name="Sent")).to_be_visible(timeout=20_000)
    expect(laptop.locator("#round-foot .count b")).to_have_text("6")
    hands.begin("both votes, then the answer with its causes")
    hands.press(laptop, "PageDown")
    see(laptop, "closed")
    hands.press(laptop, "PageDown")
    see(laptop, "votes")
    expect(laptop.locator("#round-dots figure")).to_have_count(2)
    expect(laptop.locator("#round-foot")).to_contain_text("went from")
    hands.press(laptop, "PageDown")
    see(laptop, "answer")
    hands.end()
    expect(laptop.locator("#round-rows .ok")).to_contain_text("0.290")
    expect(phones[3].locator("#thing")).to_contain_text("You divided by the 5")
    expect(remote.locator("#live .ok .n")).to_contain_text("5")


def another_laptop(lecture: Lecture, laptop: Page, remote: Page) -> Page:
    """The laptop dies with the answer on the screen; the remote pairs another one, which shows the same."""
    hands = lecture.hands
    laptop.wait_for_timeout(1500)  # until it has told its position
    laptop.context.close()
    hands.begin("another laptop after the first has died")
    remote.goto(f"{lecture.address}/classroom")
    hands.tap(remote, "button", "Pair a remote")
    shown = remote.locator("#pairing .room-code").inner_text()
    second = lecture.new_context(viewport=SECOND_LAPTOP, color_scheme="dark").new_page()
    second.goto(f"{lecture.address}/r")
    second.get_by_label("Code on the laptop").focus()
    hands.type(second, shown.replace("-", ""))
    hands.press(second, "Enter")
    expect(remote.locator("#devices .waits")).to_be_visible()
    hands.tap(remote, "button", "Yes, confirm")
    expect(second.locator("#top")).to_be_visible()
    second.goto(f"{lecture.address}/classroom/screen")
    see(second, "answer")
    hands.end()
    expect(second.locator("#presenting .place")).to_have_text("1 of 3")
    assert_accessible(second)
    remote.goto(f"{lecture.address}/classroom/remote")
    return second


def playing_on(lecture: Lecture, laptop: Page) -> None:
    """Back in the playlist, the network is away: the position stays that of what is on the screen."""
    hands, place = lecture.hands, laptop.locator("#presenting .place")
    hands.press(laptop, "PageDown")
    expect(laptop.locator("#room-round")).to_have_count(0)
    laptop.context.set_offline(True)
    for _ in range(8):  # a tall view is scrolled before the next one comes
        if place.inner_text() == "2 of 3":
            break
        hands.press(laptop, "PageDown")
        laptop.wait_for_timeout(400)
    expect(place).to_have_text("2 of 3")
    expect(laptop).to_have_url(re.compile("labels=110&"))
    laptop.context.set_offline(False)
    expect(laptop.locator("#room-chip .offline")).to_be_hidden(timeout=15_000)


def own_question(lecture: Lecture, laptop: Page, remote: Page, phones: list[Page]) -> None:
    """A question is typed on the remote, its right option tapped, and asked twice without its votes."""
    hands = lecture.hands
    hands.begin("an own question on the spot")
    hands.tap(remote, "link", "Ask")
    remote.get_by_label("Your own question").focus()
    hands.type(remote, LINE)
    hands.tap(remote, "button", "Preview")
    hands.tap(remote, "button", re.compile("equal"))
    hands.tap(remote, "button", "Open the question")
    see(laptop, "open")
    hands.end()
    expect(laptop.locator("#round-rows .letter")).to_have_text(["A", "B", "C"])
    for phone, letter in zip(phones, "AABBCC", strict=True):
        choose(phone, letter)
    expect(remote.locator("#live .ok")).to_contain_text("equal")
    hands.tap(remote, "button", "Close and discuss")
    see(laptop, "discuss")
    hands.tap(remote, "button", "Vote again")
    see(laptop, "open")
    for phone in phones:
        choose(phone, "C")
    hands.tap(remote, "button", re.compile("both votes"))
    see(laptop, "votes")
    expect(laptop.locator("#round-foot .told")).to_contain_text("2 went from")


def judging(lecture: Lecture, laptop: Page, phones: list[Page]) -> None:
    """Each phone judges three documents; the kappa with an assessor is that of scikit-learn."""
    hands, labels = lecture.hands, dict[str, list[int]]()
    step = f"/lessons/relevance-and-judges/{KEY}/4"
    for _ in range(3):
        hands.press(laptop, "PageDown")
        laptop.wait_for_timeout(500)
    expect(laptop.locator("#room-round")).to_have_count(0)
    laptop.goto(f"{lecture.address}{step}?present=1")
    hands.begin("let the class judge together")
    hands.press(laptop, "q")
    hands.tap(laptop, "button", "Judge 3 documents each")
    see(laptop, "open")
    hands.end()
    for number, phone in enumerate(phones):
        for turn in range(3):
            expect(phone.locator(".bar")).to_contain_text(f"{turn + 1} of 3")
            docno = phone.locator("[name=document]").get_attribute("value") or ""
            label = (len(docno) + int(docno[-1], 36) + (number == 0)) % 3
            labels.setdefault(docno, []).append(label)
            phone.get_by_role("button", name=("Not relevant", "Partly", "Relevant")[label], exact=True).click()
        expect(phone.get_by_role("heading", name="Sent")).to_be_visible()
    expect(laptop.locator("#round-foot .count b")).to_have_text("6")
    hands.press(laptop, "PageDown")
    see(laptop, "closed")
    hands.press(laptop, "PageDown")
    see(laptop, "votes")
    hands.press(laptop, "PageDown")
    expect(laptop.locator("#judging-kappa")).to_be_visible()
    majority = {docno: min((-given.count(x), x) for x in given)[1] for docno, given in labels.items()}
    (block,) = (x for x in COURSE["relevance-and-judges"].steps[3].blocks if isinstance(x, Judging))
    rows = laptop.locator(".assessors tbody tr")
    expect(rows).to_have_count(len(built_in().assessors))
    for name, judged in built_in().assessors.items():
        grades = judged[block.topic.number]
        both = [docno for docno in majority if docno in grades]
        kappa = cohen_kappa_score([majority[x] for x in both], [grades[x] for x in both])
        expect(rows.filter(has_text=name.title()).locator("td")).to_have_text(fixed(kappa, 3))
    hands.press(laptop, "PageDown")
    expect(laptop.locator("#judging-rankings")).to_be_visible()
    hands.press(laptop, "PageDown")
    expect(laptop.locator("#room-round")).to_have_count(0)


def long_break(lecture: Lecture, phones: list[Page]) -> None:
    """Two and a half hours later, everybody is still in."""
    with lecture.app.app_context(), store().database.writing() as connection:
        active = connection.execute(rooms.select()).one().active
        connection.execute(update(rooms).values(active=active - timedelta(hours=2, minutes=30)))
    phones[4].reload()
    expect(phones[4].locator("#screen")).to_contain_text("The votes are on the screen")


def afterwards(lecture: Lecture, laptop: Page, remote: Page) -> None:
    """A snapshot, the printed results with both questions, and the file with each answer."""
    lecture.hands.press(laptop, "PageDown", "s")
    see(laptop, "answer")
    remote.goto(f"{lecture.address}/classroom/results")
    expect(remote.locator("main")).to_contain_text("Which is larger here")
    expect(remote.locator("main")).to_contain_text(re.compile("divided by"))
    saved = remote.context.request.get(f"{lecture.address}/classroom/results.csv").text()
    assert saved.count("\n") >= 24, "six phones in two votes of two questions"


def test_a_whole_lecture(lecture: Lecture) -> None:
    hands = lecture.hands
    laptop = lecture.new_context(viewport=LAPTOP).new_page()
    listed = write_code(Playlist("Lecture", ITEMS))
    laptop.goto(f"{lecture.address}/lab?{LIST}&show=AP&chart=pr&view=projector#playlist={listed}&item=1")
    expect(laptop.locator("#presenting .place")).to_have_text("1 of 3")
    hands.begin("ask about what is on the screen")
    hands.press(laptop, "q")
    expect(laptop.locator("#offers button").first).to_be_focused()
    hands.press(laptop, "1")
    see(laptop, "open")
    hands.end()
    phones = join(lecture, code_of(laptop))
    remote = pair(lecture, laptop)
    first_vote(lecture, laptop, remote, phones)
    second_vote(lecture, laptop, remote, phones)
    second = another_laptop(lecture, laptop, remote)
    playing_on(lecture, second)
    own_question(lecture, second, remote, phones)
    long_break(lecture, phones)
    afterwards(lecture, second, remote)
    judging(lecture, second, phones)
    rows = re.findall(r"^\| (\w[^|]*) \| (\d+) \|", (ROOT / "docs" / "classroom.md").read_text("utf-8"), re.MULTILINE)
    assert {name: int(actions) for name, actions in rows} == {name: deed.actions for name, deed in hands.deeds.items()}


def own_words_removed(body: str) -> str:
    """A body without what the phone itself has sent, and without the list of drawings' numbers."""
    return re.sub(r'<p class="own">.*?</p>|value="[^"]*"', "", body, flags=re.DOTALL)
