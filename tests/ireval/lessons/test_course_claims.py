"""What the lessons say in words, where no number stands, is true of their lists."""

from __future__ import annotations

import re
from statistics import fmean

from ireval import explain
from ireval.lessons import Lab, Lesson, Quiz, read_course
from tests.paths import ROOT

LESSONS = read_course(ROOT / "lessons").lessons


def lab(slug: str, title: str) -> dict[str, str]:
    """The parts of the lab of a step."""
    step = next(step for step in LESSONS[slug].steps if step.title == title)
    return dict(next(block for block in step.blocks if isinstance(block, Lab)).parts)


def scores(parts: dict[str, str], measure: str) -> tuple[list[float], list[float]]:
    """The scores of two systems, whose lists stand in turn."""
    numbers = ["", *map(str, range(2, sum(name.startswith("labels") for name in parts) + 1))]
    found = [
        explain(
            parts[f"labels{n}"], unretrieved=parts.get(f"unretrieved{n}", ""), conventions=parts["conventions"]
        ).value(measure)
        for n in numbers
    ]
    known = [score for score in found if score is not None]
    assert len(known) == len(numbers)
    return known[::2], known[1::2]


def choices(lesson: Lesson) -> list[Quiz]:
    return [quiz for step in lesson.steps for quiz in step.quizzes if quiz.exercise.kind == "own-choice"]


def test_one_query_decides_which_mean_of_the_histogram_is_higher() -> None:
    a, b = scores(lab("many-topics", "The histogram"), "Rprec")
    assert fmean(a) > fmean(b)
    without = [x - y for i, (x, y) in enumerate(zip(a, b, strict=True), start=1) if i != 5]
    assert sum(without) < 0, "without the fifth, system B has the higher mean"


def test_two_systems_with_equal_means_differ_in_their_geometric_means() -> None:
    a, b = scores(lab("many-topics", "The perils of averages"), "RR")
    assert fmean(a) == fmean(b) and sorted(a) != sorted(b)
    assert (a[0], a[1], min(b)) == (1, 1, 0.5), "A is excellent on two queries, B is never poor"
    assert a[0] * a[1] * a[2] * a[3] < b[0] * b[1] * b[2] * b[3]


def test_scores_vary_more_between_queries_than_between_systems() -> None:
    a, b = scores(lab("many-topics", "More queries, not more measures"), "AP")
    assert max(a) - min(a) > 10 * abs(fmean(a) - fmean(b))


def test_a_greedy_list_may_be_worse_than_another_order() -> None:
    greedy, better = (explain(subtopics=groups) for groups in ("1100,1010,0101", "1010,0101,1100"))
    assert greedy.value("alpha_nDCG@3") == 1
    first, second = (float(one.columns("alpha_nDCG@3")["DCG"][2] or 0) for one in (greedy, better))
    assert 0 < first < second


def test_the_opposite_order_changes_only_the_measure_of_ranks() -> None:
    groups = lab("diversity", "Is every meaning there?")["subtopics"].split(",")
    there, back = (explain(subtopics=",".join(order)) for order in (groups, groups[::-1]))
    changed = [m for m in ("alpha_nDCG@5", "P_IA@5", "StRecall@5") if there.value(m) != back.value(m)]
    assert changed == ["alpha_nDCG@5"]


def test_the_pool_and_the_list_of_a_later_system_fit_its_text() -> None:
    text = (ROOT / "lessons" / "14-test-collections.md").read_text("utf-8")
    a, b = (re.search(rf"- System {name}: `(.+)`", text) for name in "AB")
    assert a and b
    pool = {*a[1].split()[:2], *b[1].split()[:2]}
    assert len(pool) == 3 and len({*a[1].split(), *b[1].split()}) == 6
    parts = lab("test-collections", "Judging a pool")
    judged = [name for name, label in zip(parts["names"].split(","), parts["labels"], strict=True) if label != "u"]
    assert set(judged) == pool


def test_the_lines_of_judgements_are_the_list_of_the_lab() -> None:
    text = (ROOT / "lessons" / "14-test-collections.md").read_text("utf-8")
    lines = re.findall(r"^41 0 (\S+) (\d)$", text, re.MULTILINE)
    parts = lab("test-collections", "Judgements: one line each")
    assert [name for name, _ in lines] == parts["names"].split(",")
    assert "".join(grade for _, grade in lines) == parts["labels"]


def test_with_one_relevant_document_ap_is_rr_and_p_at_10_does_not_move() -> None:
    lists = [explain("0" * i + "1" + "0" * (9 - i)) for i in range(10)]
    assert all(one.value("AP") == one.value("RR") for one in lists)
    assert {one.value("P@10") for one in lists} == {0.1}


def test_each_choice_explains_every_option() -> None:
    silent = [
        (lesson.slug, quiz.exercise.id, option.text)
        for lesson in LESSONS.values()
        for quiz in choices(lesson)
        for option in quiz.exercise.options
        if not option.feedback
    ]
    assert not silent
