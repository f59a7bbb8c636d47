"""What a phone shows, stage by stage, and that nothing says what is correct before the answer."""

from __future__ import annotations

import re

import pytest

from tests.web.classroom.phone.lecture import (
    ALL,
    CHOICE,
    FOUND,
    NUMBER,
    OPINION,
    RETRIEVED,
    TABLE,
    Lecture,
    Phone,
    heading,
)
from web.store.rooms.room_records import Stage

pytestmark = pytest.mark.slow

#: What only the last stage may say: the feedback on options, causes, marks and the correct number.
SECRET = re.compile(r"WHY-|correct|right|wrong|mistake|divided by|0\.290?\b|✓|✗|≠|practise", re.IGNORECASE)


def joined(lecture: Lecture) -> Phone:
    phone = Phone(lecture)
    phone.join()
    phone.poll()
    return phone


def test_a_vote_from_the_question_to_the_answer(lecture: Lecture) -> None:
    phone, silent = joined(lecture), joined(lecture)
    assert heading(phone.page()) == "You are in"
    lecture.ask(CHOICE)
    assert heading(phone.page()) == "AP divides this sum by what?"
    letter = re.search(rf"<i[^>]*>([A-C])</i>\s*<span>{FOUND}", phone.page())
    assert letter
    sent = phone.send(choice=FOUND)
    assert sent.status_code == 200 and heading(sent.text) == "Sent"
    assert f"{letter[1]}: {FOUND}" in sent.text
    assert "It can be changed until the question is closed." in sent.text
    form = phone.poll("?change=yes").text
    assert f'value="{FOUND}" checked' in form and form.count("checked") == 1
    phone.send(page=form, choice=RETRIEVED)
    assert [text for *_, text in lecture.answers()] == [RETRIEVED]
    lecture.show(Stage.CLOSED)
    assert "What was sent counts." in phone.page() and RETRIEVED in phone.page()
    assert "You did not send an answer." in silent.page()
    lecture.show(Stage.VOTES)
    assert "The votes are on the screen." in phone.page()
    lecture.show(Stage.DISCUSS)
    assert "Explain your answer to your neighbour." in phone.page() and RETRIEVED in phone.page()
    lecture.show(Stage.OPEN, 2)
    again = phone.page()
    assert heading(again) == "AP divides this sum by what?" and "checked" not in again
    assert "Second vote" in again and re.search(rf"The first time, you sent\s+[A-C]: {RETRIEVED}", again)
    assert "The first time" not in silent.page()
    phone.send(choice=ALL)
    lecture.show(Stage.ANSWER, 2)
    assert "WHY-ALL" in phone.page() and RETRIEVED not in phone.page()
    assert "WHY-ALL" in silent.page() and heading(silent.page()) == "You did not send an answer"
    lecture.show(Stage.OVER, 2)
    assert "The next one comes here by itself." in phone.page()


def test_the_answer_has_the_own_calculation_beside_the_correct_one_and_what_to_practise(lecture: Lecture) -> None:
    phone, right = joined(lecture), joined(lecture)
    lecture.ask(NUMBER)
    phone.send(score="0,58")
    right.send(score="0.29")
    lecture.show(Stage.ANSWER)
    page = phone.page()
    assert "You divided by the 5 relevant documents that were retrieved." in page
    yours, correct = re.findall(r"<figcaption>(?:Yours|Correct)</figcaption>(.*?)</figure>", page, re.DOTALL)
    assert "<mn>5</mn></mfrac><mo>=</mo><mn>0.580</mn>" in yours
    assert "<mn>10</mn></mfrac><mo>=</mo><mn>0.290</mn>" in correct
    assert 'href="/practise?mistake=AP.divisor%3Drelevant-retrieved"' in page
    assert lecture.app.test_client().get("/practise?mistake=AP.divisor%3Drelevant-retrieved").status_code in {200, 303}
    assert "<figure" not in right.page() and "0.29" in right.page()
    like = re.search(r'href="(/practise\?like=[^"]+)"', right.page())
    assert like and lecture.app.test_client().get(like[1].replace("&amp;", "&")).status_code in {200, 303}
    lecture.show(Stage.OVER)
    assert "mistake=AP" in phone.page()


def test_no_body_says_what_is_correct_before_the_answer(lecture: Lecture) -> None:
    """Neither a page nor a part, of a phone that was right, one that was wrong, and one that sent nothing."""
    phones = [joined(lecture) for _ in range(3)]
    for exercise, part, answers in ((CHOICE, "choice", (ALL, FOUND)), (NUMBER, "score", ("0.29", "0.58"))):
        lecture.ask(exercise)
        bodies = [phone.page() for phone in phones]
        for phone, text in zip(phones, answers, strict=False):
            bodies.append(phone.send_all({part: text}).text)
        for stage, vote in (
            (Stage.OPEN, 1),
            (Stage.CLOSED, 1),
            (Stage.VOTES, 1),
            (Stage.DISCUSS, 1),
            (Stage.OPEN, 2),
            (Stage.CLOSED, 2),
            (Stage.VOTES, 2),
        ):
            lecture.show(stage, vote)
            for phone in phones:
                phone.state = ""
                bodies += [phone.poll().text, phone.poll("?change=yes").text, phone.page()]
        for body in bodies:
            shown = re.sub("|".join(map(re.escape, (*answers, "lowest relevant grade"))), "", body)
            assert not SECRET.search(shown), SECRET.search(shown)
        lecture.show(Stage.ANSWER, 2)
        assert all(SECRET.search(phone.page()) for phone in phones)


def test_the_markup_of_all_options_is_alike(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(CHOICE)
    options = re.findall(r"<label class=\"opt\">.*?</label>", phone.page(), re.DOTALL)
    assert len(options) == 3
    bare = {re.sub(rf"<i[^>]*>[A-C]</i>|{FOUND}|{ALL}|{RETRIEVED}", "", option) for option in options}
    assert len(bare) == 1
    other = re.findall(r"<label class=\"opt\">.*?</label>", joined(lecture).page(), re.DOTALL)
    assert options == other, "one order for all"


def test_an_opinion_has_options_and_nothing_is_ever_called_correct(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(OPINION, ["AP", "nDCG"])
    assert re.findall(r"<i[^>]*>([A-F])</i>\s*<span>([^<]*)", phone.page()) == [("A", "AP"), ("B", "nDCG")]
    assert heading(phone.send(answer="nDCG").text) == "Sent"
    for stage in (Stage.CLOSED, Stage.VOTES, Stage.ANSWER, Stage.OVER):
        lecture.show(stage)
        assert not SECRET.search(phone.page())
        if stage is not Stage.OVER:
            assert "B: nDCG" in phone.page()


def test_pause_covers_whatever_is_shown_and_keeps_what_was_typed(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(NUMBER)
    lecture.pause()
    page = phone.poll().text
    assert heading(page) == "Look up" and "This phone goes on by itself." in page
    assert re.search(r'id="thing" class="thing" hidden>', page) and 'name="answer.score"' in page
    lecture.pause()
    assert "Look up" not in phone.poll().text


def test_a_table_asks_for_its_cells_one_after_another(lecture: Lecture) -> None:
    phone = joined(lecture)
    room = lecture.ask(TABLE)
    page = phone.page()
    names = re.findall(r'name="(answer\.[^"]+)"', page)
    assert len(names) > 5 and page.count(">Send</button>") == 1
    part, *_ = (name.removeprefix("answer.") for name in names)
    sent = phone.send_all({part: "0.5"})
    assert heading(sent.text) == "Sent" and "0.5" in sent.text
    assert lecture.answers() == [(room.round, 1, "0.5")]
    lecture.show(Stage.ANSWER)
    assert phone.page().count('class="result') == len(names)
