"""The pages of a class that judges, with made-up classes: on the projector, and on phones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from flask import get_template_attribute

from ireval.collection import Document
from tests.linting import faults
from tests.markup import texts
from tests.web.classroom.judging.made_up_class import made_up_class
from web.classroom.judging.judging_bodies import judging_body_of_step, judging_body_of_topic
from web.classroom.judging.judging_round import JudgingRound
from web.classroom.judging.phone_judging import phone_judging

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("judging_app")]

HOSTILE = "<img src=x onerror=alert(1)>"


def part(name: str, *values: object) -> str:
    """What a macro of a template makes of these values: without faults, and without the marks of names."""
    macro: Callable[..., str] = get_template_attribute(f"classroom/judging_{name}.html", name)
    made = str(macro(*values))
    assert faults(made) == []
    return re.sub(r'<bdi translate="no">([^<]*)</bdi>', r"\1", made)


@pytest.fixture
def seals() -> JudgingRound:
    return JudgingRound.of(judging_body_of_step("relevance-and-judges", 4))


def test_the_spread_has_a_bar_for_each_document_and_its_text_one_key_away(seals: JudgingRound) -> None:
    sent = made_up_class(seals)
    rows = seals.spread(sent)
    page = part("spread", seals, rows, len(sent), 40)
    assert [*texts(page, "h1")] == ["Seals in the harbour: where do we disagree?"]
    assert re.findall(r'aria-label="(\d[^"]*)"', page) == [row.words for row in rows]
    for place, row in enumerate(rows, start=1):
        opens = re.search(rf'<button[^>]*popovertarget="(text-{place})"\s+data-key="{place}"><span>(.*?)</span>', page)
        assert opens and opens[2] == row.document.title
        covered = page.partition(f'id="{opens[1]}" popover')[2].partition("</article>")[0]
        assert row.document.text.splitlines()[0].replace("'", "&#39;") in covered
        assert seals.topic.narrative in covered, "discussions are about the guideline"
    assert "<b>36</b> of 40 phones, three documents each" in page


@pytest.mark.parametrize(("most", "look"), [(8, "spread"), (12, "spread close"), (30, "spread many")])
def test_more_documents_stand_closer(most: int, look: str) -> None:
    asked = JudgingRound.of(judging_body_of_topic("harbour", "9", most))
    page = part("spread", asked, asked.spread(made_up_class(asked)), 36, 36)
    assert f'<ol class="{look}">' in page
    assert len(re.findall(r"data-key", page)) == min(len(asked.documents), 9)


def test_a_round_without_labels_says_so(seals: JudgingRound) -> None:
    assert part("spread", seals, seals.spread({}), 0, 3).count("no label yet") == len(seals.documents)
    assert "so far, 0 have judged" in part("kappa", seals.kappa({}), seals.against_assessors({}))
    assert "No document has a label yet." in part("rankings", seals.ranked_again({}))


def test_kappa_is_shown_with_its_calculation_and_that_of_each_assessor(seals: JudgingRound) -> None:
    sent = made_up_class(seals)
    found, compared = seals.kappa(sent), seals.against_assessors(sent)
    page = part("kappa", found, compared)
    for step in found.screen_steps:
        assert f"= {step.result}" in page and step.calculation in page
    for row in compared:
        assert f'<th scope="row">{row.name}</th><td>{row.shown}</td>' in page
        assert all(cell in page for _, cell in row.steps)
    assert found.sentence in page and found.of_pairs in page and found.mean_of_pairs in page
    assert f"Kappa is {found.shown}." in page


def test_a_second_vote_stands_beside_the_first(seals: JudgingRound) -> None:
    first, second = made_up_class(seals), made_up_class(seals, seed=2)
    change = seals.kappa_change(first, second)
    page = part("kappa", seals.kappa(second), seals.against_assessors(second), change)
    assert [*texts(page, "h1")] == [change.sentence]
    assert "First vote" in page and "Second vote" in page and "36 phones judged in both" in page
    assert {change.before.shown, change.after.shown} <= set(re.findall(r"kappa (\d\.\d+)</text>", page))
    nobody = seals.kappa_change(first, {})
    assert nobody.sentence in part("kappa", seals.kappa({}), (), nobody)


def test_the_systems_and_what_changes(seals: JudgingRound) -> None:
    found = seals.ranked_again(made_up_class(seals, seed=3))
    page = part("rankings", found)
    assert found.headline in page and found.labels_used in page and found.order in page
    for system in found.systems[:12]:
        assert system.name in page and system.scores[0] in page and system.scores[1] in page
    for pair in found.lost[:4]:
        assert pair.sentence in page


@pytest.mark.parametrize(
    ("title", "description", "heading"),
    [
        ("hubble Telescope achievements", "Which ones?", "Hubble Telescope achievements"),
        ("", "which ones?", "Which ones?"),
        ("", "", "Topic 1"),
    ],
)
def test_a_topic_without_a_title_has_a_heading(seals: JudgingRound, title: str, description: str, heading: str) -> None:
    asked = replace(seals, topic=replace(seals.topic, title=title, description=description))
    assert [*texts(part("spread", asked, asked.spread({}), 0, 1), "h1")] == [f"{heading}: where do we disagree?"]
    assert f"<b>{description or heading}</b>" in part("phone", phone_judging(asked, 0, {}), "/j")


def buttons(page: str) -> list[tuple[str, str, str]]:
    return re.findall(r'<button name="(\w+)" value="(\w+)">(.*?)</button>', page)


def test_a_phone_shows_one_document_after_the_other_and_takes_the_last_label_back(seals: JudgingRound) -> None:
    """Played as a browser without scripts would send it."""
    given: dict[str, str] = {}
    documents = seals.documents_for(5)
    for number, document in enumerate(documents, start=1):
        page = part("phone", phone_judging(seals, 5, given), "/j/K7M2PX/answers")
        assert f"<span>{number} of 3</span>" in page and 'method="post" action="/j/K7M2PX/answers"' in page
        assert [*texts(page, "h2")] == [document.title] and seals.topic.description in page
        [asked] = re.findall(r'name="document" value="(\w+)"', page)
        assert [button for button in buttons(page) if button[0] == "label"] == [
            ("label", "0", "Not relevant"),
            ("label", "1", "Partly"),
            ("label", "2", "Relevant"),
        ]
        given = {**given, asked: str(number - 1)}
    page = part("phone", phone_judging(seals, 5, given), "/j/K7M2PX/answers")
    assert [*texts(page, "h2")] == ["Sent"] and [name for name, *_ in buttons(page)] == ["undo"]
    [(_, undone, _)] = buttons(page)
    assert undone == documents[-1].docno
    again = phone_judging(seals, 5, {docno: label for docno, label in given.items() if docno != undone})
    assert (again.document, again.number) == (documents[-1], 3)


def test_nothing_on_the_phone_says_how_others_judge(seals: JudgingRound) -> None:
    page = part("phone", phone_judging(seals, 0, {}), "/j")
    assert not any(name.title() in page for name in seals.collection.assessors) and "undo" not in page


@pytest.mark.parametrize("given", [{}, {"h47": "9", "elsewhere": "1"}])
def test_labels_that_nobody_could_send_do_not_count_on_the_phone(seals: JudgingRound, given: Mapping[str, str]) -> None:
    assert phone_judging(seals, 0, given).number == 1


def test_documents_from_outside_are_only_text(seals: JudgingRound) -> None:
    hostile = tuple(Document(x.docno, HOSTILE if place else "", HOSTILE) for place, x in enumerate(seals.documents))
    topic = replace(seals.topic, title=HOSTILE, description=HOSTILE, narrative=HOSTILE)
    asked = replace(seals, documents=hostile, topic=topic)
    page = part("spread", asked, asked.spread(made_up_class(asked)), 36, 36)
    page += "".join(part("phone", phone_judging(asked, place, {}), "/j") for place in range(8))
    assert "<img" not in page and "&lt;img" in page
    assert f"<span>{hostile[0].docno}</span></button>" in page, "a document without a title has its number"
