"""The directive ``figure``: a step with the figure of a measure, on the screen, in the presenter view, on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ireval.lessons import Figure, read_lesson
from tests.conftest import make_app
from tests.ireval.lessons.test_lesson_reader import good, in_step
from tests.web.lessons.own_lessons import written

LESSON = """---
title: Pictures
minutes: 1
objectives: Read a picture
conventions: lillis
---
## Open

:::{figure}
measure: AP
labels: 0101
unretrieved: 1
:::

AP is {value}`AP`.

## Covered

:::{figure}
measure: RR
labels: 0010
cover: RR
:::
"""
#: (1/2 + 2/4) / 3
AP = "0.333"


@pytest.fixture(name="client")
def _client(tmp_path: Path) -> FlaskClient:
    return make_app(LESSONS=str(written(tmp_path, LESSON, "1-pictures.md"))).test_client()


def step(client: FlaskClient, rest: str) -> str:
    answer = client.get(f"/lessons/pictures/K7M2PXABC/{rest}", follow_redirects=True)
    assert answer.status_code == 200
    return answer.text.partition("<main")[2]


def test_a_figure_is_the_lab_of_its_step_and_what_follows_is_about_its_list() -> None:
    (step, _) = read_lesson(LESSON, "pictures").lesson.steps
    figure, prose = step.blocks
    assert isinstance(figure, Figure) and figure.parts["show"] == "AP" and figure.parts["conventions"] == "lillis"
    assert AP in str(prose)


@pytest.mark.parametrize(
    ("body", "line", "key"),
    [
        ("\n:::{figure}\nlabels: 01\n:::", 2, "lesson-figure-without-measure"),
        ("\n:::{figure}\nmeasure: AQ\nlabels: 01\n:::", 3, "unknown-measure"),
        ("\n:::{figure}\nmeasure: AP\n:::", 2, "lesson-lab-without-list"),
        ("\n:::{figure}\nmeasure: AP\nlabels: 0x\n:::", 4, "not-a-label"),
        ("\n:::{figure}\nmeasure: AP\nlabels: 01\nlabels2: 10\n:::", 5, "lesson-unknown-field"),
        ("\n:::{figure}\nmeasure: AP\nlabels: 01\ncover: DCG\n:::", 5, "lesson-unknown-cover"),
        ("\n:::{figure} AP\nmeasure: AP\nlabels: 01\n:::", 2, "lesson-directive-title"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(body: str, line: int, key: str) -> None:
    assert in_step(body) == [(line, key)]


def test_a_figure_takes_the_settings_that_are_in_the_name_of_its_measure() -> None:
    (figure,) = good("## A step\n:::{figure}\nmeasure: nDCG@3\nlabels: 0321\n:::\n").steps[0].blocks
    assert isinstance(figure, Figure) and figure.parts["k"] == "3"


@pytest.mark.parametrize("address", ["1", "1?present=1"])
def test_a_step_shows_one_figure_with_controls_and_a_description(client: FlaskClient, address: str) -> None:
    page = step(client, address)
    assert page.count('<figure id="figure"') == 1 and 'aria-labelledby="figure-says"' in page
    assert re.search(rf'<figcaption id="figure-says"><span [^<]*{AP}', page)
    assert page.count('role="button" aria-label="Rank 2') == 2, "the card of rank 2, in the wide and the narrow drawing"


def test_a_covered_figure_is_not_drawn_and_its_number_is_nowhere(client: FlaskClient) -> None:
    for rest in ("2", "2?present=1"):
        page = step(client, rest)
        work = page.partition('<section class="work')[2].partition("<aside")[0]
        assert '<figure id="figure"' not in work and AP not in work, "the panel beside it is hidden in lessons"


def test_on_paper_figures_are_still_and_covered_ones_come_with_the_solutions(client: FlaskClient) -> None:
    for rest, count in (("print", 1), ("print?answers=1", 2)):
        page = step(client, rest)
        figures = re.findall(r'<figure class="figure".*?</figure>', page, re.DOTALL)
        assert len(figures) == count and "<figcaption>" in figures[0] and AP in figures[0]
        assert not re.search(r'id="(wide|slim)-| tabindex=| role="button"', "".join(figures))
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
