"""What the lessons say in words, where no number stands, is true of their lists."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations, product
from statistics import fmean

from ireval import explain
from ireval.lessons import Lab, Lesson, Quiz, read_course
from ireval.measure.spelling import parse
from tests.ireval.random_lists import binary_lists
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
    groups = lab("diversity", "Calculate subtopic recall")["subtopics"].split(",")
    there, back = (explain(subtopics=",".join(order)) for order in (groups, groups[::-1]))
    changed = [m for m in ("alpha_nDCG@5", "P_IA@5", "StRecall@5") if there.value(m) != back.value(m)]
    assert changed == ["alpha_nDCG@5"]


def test_the_pool_and_the_list_of_a_later_system_fit_its_text() -> None:
    text = (ROOT / "lessons" / "14-test-collections.md").read_text("utf-8")
    a, b = (re.search(rf"- System {name}: `(.+)`", text) for name in "AB")
    assert a and b
    pool = {*a[1].split()[:2], *b[1].split()[:2]}
    assert len(pool) == 3 and len({*a[1].split(), *b[1].split()}) == 6
    parts = lab("test-collections", "A latecomer")
    judged = [name for name, label in zip(parts["names"].split(","), parts["labels"], strict=True) if label != "u"]
    assert set(judged) == pool


def test_the_lines_of_judgements_are_the_list_of_the_lab() -> None:
    text = (ROOT / "lessons" / "14-test-collections.md").read_text("utf-8")
    lines = re.findall(r"^41 0 (\S+) (\d)$", text, re.MULTILINE)
    parts = lab("test-collections", "From qrels to a score")
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


def test_what_one_more_document_does_to_precision_and_recall_holds_on_every_list() -> None:
    """Also before the first relevant document, where precision stays at 0, and where it is 1 already."""
    text = (ROOT / "lessons" / "06-precision-recall-curve.md").read_text("utf-8")
    assert "document lowers precision, unless it is zero" in text and "precision unless it is one" in text
    assert "Some relevant documents have been read. The next document is not relevant." in text
    for labels in binary_lists(6):
        found, read = labels.count("1"), len(labels)
        precision, after_other, after_relevant = (
            Fraction(*x) for x in ((found, read), (found, read + 1), (found + 1, read + 1))
        )
        assert (after_other < precision) == (precision != 0) and after_other <= precision
        assert (after_relevant > precision) == (precision != 1) and after_relevant >= precision
        shown = [explain(x, unretrieved="1").value("P") for x in (labels, f"{labels}0", f"{labels}1")]
        assert shown == [float(x) for x in (precision, after_other, after_relevant)]


def test_interpolation_by_any_higher_recall_never_falls_behind_the_next_interval() -> None:
    for labels in binary_lists(6):
        by_interval, by_any = (
            explain(labels, unretrieved="1", conventions="kth", interpolation=rule)
            for rule in ("following-interval", "any-higher-recall")
        )
        for measure in ("IPrec@0.4", "IPrec11"):
            assert (by_any.value(measure) or 0) >= (by_interval.value(measure) or 0)


def test_what_missing_judgements_do_to_scores_is_true_of_every_list() -> None:
    """A retrieved relevant document without a judgement lowers P; one that is not retrieved raises AP and recall."""
    for labels in (x for x in binary_lists(6) if "1" in x):
        full = explain(labels, unretrieved="11")
        place = labels.index("1")
        unseen = explain(f"{labels[:place]}u{labels[place + 1 :]}", unretrieved="11")
        fewer = explain(labels, unretrieved="1")
        assert (unseen.value("P") or 0) < (full.value("P") or 0)
        for measure in ("AP", "R"):
            assert (fewer.value(measure) or 0) > (full.value(measure) or 0)


def test_a_second_chunk_further_down_lowers_the_mean_of_reciprocal_ranks() -> None:
    ranks = range(1, 12)
    assert all(fmean([1 / a, 1 / b]) < 1 / a for a in ranks for b in ranks if b > a)
    assert all(fmean([1 / a, 1 / b]) > 1 / a for a in ranks for b in ranks if b < a), "and nearer to the top raises it"


def test_one_of_twenty_variants_is_probably_significant_by_chance() -> None:
    assert 0.6 < 1 - 0.95**20 < 0.7


def test_the_measures_of_each_kind_are_those_that_declare_it() -> None:
    """The lesson's list of sets, rankings, two grades and several is what the measures' files declare."""
    text = (ROOT / "lessons" / "15-which-measure.md").read_text("utf-8")
    lines = re.findall(r"^- (Sets|Rankings) and (two|several) grades: (.+)$", text, re.MULTILINE)
    assert {line[:2] for line in lines} == set(product(("Sets", "Rankings"), ("two", "several")))
    names = {"precision": "P", "recall": "R", "accuracy": "Accuracy", "bpref": "Bpref"}
    listed = 0
    for sees, grades, measures in lines:
        for word in re.split(r", | and ", measures):
            measure = parse(names.get(word, word)).measure
            assert (measure.set_based, measure.graded) == (sees == "Sets", grades == "several"), word
            listed += 1
    assert listed == 10


def test_at_a_cutoff_the_order_of_the_first_documents_does_not_matter() -> None:
    """Precision, recall and CG at a cutoff, and R-precision, see the first documents as a set."""
    text = (ROOT / "lessons" / "15-which-measure.md").read_text("utf-8")
    assert "Precision at a cutoff sees a set, too" in text and "between them" not in text
    for labels in ("31020", "03101"):
        relevant = sum(x != "0" for x in labels)
        for measure, cutoff in (("P@3", 3), ("R@3", 3), ("CG@3", 3), ("Rprec", relevant)):
            orders = {"".join(x) + labels[cutoff:] for x in permutations(labels[:cutoff])}
            assert len({explain(x).value(measure) for x in orders}) == 1
            assert len({explain("".join(x)).value(measure) for x in permutations(labels)}) > 1
        assert len({explain("".join(x) + labels[3:]).value("nDCG@3") for x in permutations(labels[:3])}) > 1


def test_the_first_campaign_of_clef_was_in_2000() -> None:
    text = (ROOT / "lessons" / "14-test-collections.md").read_text("utf-8")
    assert "**CLEF** in Europe, since {quoted}`2000`" in text
    assert "The KTH lecture gives {quoted}`1999` for CLEF." in text
