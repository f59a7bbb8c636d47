"""The numbers of the owner's overview, for classes whose marks are written down here."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import nextafter

import pytest

from ireval.exercises import Exercise, Sheet
from tests.classroom import LECTURE
from web import store
from web.coursework.class_results import Results
from web.coursework.distribution import Distribution
from web.coursework.marks.class_marking import StudentResult, is_late
from web.coursework.marks.stored_marks import ExerciseMarks, PartMarks, packed
from web.coursework.overview import Bar, Column, Overview, spread
from web.coursework.page_links import ListPage, matches_search
from web.coursework.student_list import student_line
from web.store import Answers, Late, Mode

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
CONTENT = Sheet("Week 5", 42, (Exercise("ap", "number", "AP", 4, LECTURE),), "lillis")
SHEET = store.Sheet(
    id="1",
    title="Week 5",
    mode=Mode.ONCE,
    body=CONTENT.to_json().decode(),
    open=True,
    secret="0" * 32,
    created=NOON,
    expires=NOON + 9 * DAY,
    opens=None,
    deadline=NOON + DAY,
    late=Late.ACCEPTED,
    spread=0,
    minutes=0,
    most=None,
    now=NOON,
)

RIGHT, BLANK, WRONG = ("right", "right", "", False), ("blank", "blank", "", True), ("wrong", "wrong", "", True)
HAND = "by-hand", "by-hand", "", False


def mistake(name: str) -> tuple[str, str, str, bool]:
    return "mistake", name, f"did {name}", False


def student(*parts: tuple[str, str, str, bool], points: float = 0.0, by_hand: float = 0.0) -> StudentResult:
    """A student with parts p1, p2, … of an exercise for four points: outcome, cause, words, and whether it is noise."""
    made = tuple(
        PartMarks(f"p{n}", f"Part {n}", outcome, 0, 2, cause, cause, words, noise)
        for n, (outcome, cause, words, noise) in enumerate(parts, start=1)
    )
    marks = ExerciseMarks("ap", "AP of a list", points, by_hand, made)
    return StudentResult(Answers("K", NOON, None, {}), late=False, stored=packed((marks,)))


def test_causes_are_counted_by_student_and_the_most_frequent_come_first() -> None:
    a, b, c = mistake("a"), mistake("b"), mistake("c")
    whole = [student(a, a), student(a, RIGHT), student(b, WRONG), student(a, b), student(RIGHT, RIGHT, points=4)]
    whole += [student(c, BLANK, points=1), student(WRONG, WRONG), student(BLANK, BLANK)]
    (card,) = Overview(SHEET, whole).cards
    assert card.title == "1. AP of a list"
    assert [(line.count, line.words, line.length) for line in card.lines] == [
        ("3 of 8", "did a", 37.5),
        ("2 of 8", "did b", 25.0),
        ("1 of 8", "did c", 12.5),
    ]
    assert card.rarer == ()
    assert [(line.count, line.worth) for line in card.noise] == [("2 of 8", "wrong"), ("2 of 8", "blank")]
    assert card.noise_words == "No known cause: 4 of 8 students"
    assert card.summary == "1 of 8 students answered everything correctly"
    assert card.mean == "0.63 of 4 points on average"


def test_five_causes_are_shown_and_the_rest_folded() -> None:
    (card,) = Overview(SHEET, [student(mistake(name)) for name in "abcdefg"]).cards
    assert [len(card.lines), len(card.rarer)] == [5, 2]


def test_what_cost_nothing_comes_after_what_did() -> None:
    within = "within-rounding", "within-rounding", "rounded", False
    (card,) = Overview(SHEET, [student(within), student(within), student(mistake("a"))]).cards
    assert [(line.words, line.length) for line in card.lines] == [("did a", 33.33), ("rounded", 66.67)]
    assert card.summary == "2 of 3 students answered everything correctly"


def test_a_part_has_a_bar_of_all_its_answers() -> None:
    answers = [RIGHT, RIGHT, RIGHT, mistake("a"), WRONG, BLANK]
    (card,) = Overview(SHEET, [student(each) for each in answers]).cards
    (part,) = card.parts
    assert part.label == "Part 1" and part.counts == (3, 1, 1, 1)
    assert part.bars == (
        Bar("right", 0, 50.0, "3 correct"),
        Bar("explained", 50.0, 16.67, "1 wrong, cause known"),
        Bar("wrong", 66.67, 16.67, "1 wrong, cause unknown"),
        Bar("blank", 83.33, 16.67, "1 not answered"),
    )


def test_answers_to_be_marked_by_hand_have_a_colour_if_there_are_some() -> None:
    without, some = ([student(each, by_hand=points)] for each, points in ((RIGHT, 0), (HAND, 2)))
    names = [[name for name, _ in Overview(SHEET, whole).words] for whole in (without, some)]
    assert names == [
        ["right", "explained", "wrong", "blank"],
        ["right", "explained", "by-hand", "wrong", "blank"],
    ]


def test_a_title_that_differs_between_students_is_that_of_all_variants() -> None:
    one = student(RIGHT)
    marks = one.marks
    assert marks
    other = StudentResult(one.answers, late=False, stored=packed((marks[0]._replace(title="AP of another list"),)))
    assert Results(SHEET, [one]).exercises[0].title == "AP of a list"
    assert Results(SHEET, [one, other]).exercises[0].title.endswith(": AP")


def test_those_who_have_not_submitted_may_be_left_out() -> None:
    def at(submitted: datetime | None, *, current: bool = True) -> StudentResult:
        return StudentResult(Answers("K", NOON, submitted, {}), False, student(RIGHT).stored, current)

    whole = [at(None), at(NOON), at(NOON, current=False)]
    found = Overview(SHEET, whole, only=True)
    assert (found.students, found.submitted, found.writing, found.marked) == (3, 2, 1, 2)
    assert len(found.results) == 2 and not found.complete and found.progress == "2 of 3 students marked"
    practice = Overview(SHEET._replace(mode=Mode.PRACTICE), whole, only=True)
    assert len(practice.results) == 3 and practice.writing == 0
    assert Overview(SHEET, whole[:2]).complete


def test_a_student_without_marks_has_no_points_and_is_in_no_result() -> None:
    nobody = StudentResult(Answers("K", NOON, None, {}), late=False, stored="", current=False)
    half = student(RIGHT, BLANK, points=2.5, by_hand=1)
    assert (half.points, half.by_hand, half.gaps, half.filled) == (2.5, 1, 2, 1)
    assert (student_line(half).points, student_line(half).filled) == ("2.5", "1 of 2")
    assert (student_line(nobody).points, student_line(nobody).filled) == ("", "")
    assert len(Results(SHEET, [nobody, half])) == 1 and Overview(SHEET, [nobody]).spread is None


@pytest.mark.parametrize(("seconds", "late"), [(-1, False), (0, False), (1, True)])
def test_who_submits_at_the_deadline_itself_is_not_late(seconds: int, late: bool) -> None:
    answers = Answers("K", NOON, NOON + DAY + seconds * SECOND, {})
    assert is_late(SHEET, answers) is late
    assert not is_late(SHEET._replace(deadline=None), answers)
    assert is_late(SHEET, answers, saved_late=True)
    assert is_late(SHEET, answers._replace(submitted=None, late=frozenset({("1", "a")})))
    assert not is_late(SHEET, answers._replace(submitted=None))


@pytest.mark.parametrize(
    ("most", "width", "number"),
    [
        (1.5, 0.1, 15),
        (1.6, 0.2, 8),
        (3.1, 0.25, 13),
        (7, 0.5, 14),
        (15, 1, 15),
        (16, 2, 8),
        (31, 2.5, 13),
        (75, 5, 15),
        (76, 10, 8),
        (151, 20, 8),
        (301, 25, 13),
        (376, 50, 8),
        (1_500, 100, 15),
        (3_000, 200, 15),
        (nextafter(1, 2), 0.1, 10),
    ],
)
def test_there_are_at_most_fifteen_bins_of_a_round_width(most: float, width: float, number: int) -> None:
    bins = Distribution((0, most), most).bins
    assert len(bins) == number
    assert [found.low for found in bins] == pytest.approx([n * width for n in range(number)])
    assert [found.high for found in bins] == [*(found.low for found in bins[1:]), most]
    assert [found.students for found in bins] == [1, *[0] * (number - 2), 1]


def test_points_at_an_edge_are_in_the_upper_bin() -> None:
    """Also if they were added up: eight times 0.1 is a little less than 0.8."""
    found = Distribution((sum([0.1] * 8), 0.2, 0.299, 0.3, 1.0), 1.0)
    assert [each.students for each in found.bins] == [0, 0, 2, 1, 0, 0, 0, 0, 1, 1]


def test_the_distribution_is_laid_out_in_words_and_heights() -> None:
    found = spread(Distribution((0, 1, 1, 1, 2.5, 4), 4))
    assert (found.mean, found.median, found.range, found.end) == ("1.58", "1", "0 to 4", "4")
    assert found.columns[0] == Column("0", "0 to less than 0.5", 1, 33.3)
    assert found.columns[2] == Column("1", "1 to less than 1.5", 3, 100.0)
    assert found.columns[-1] == Column("3.5", "3.5 to 4", 1, 33.3)
    assert len(found.columns) == 8 and found.columns[1].height == 0


@pytest.mark.parametrize(
    ("total", "number", "links"),
    [
        (0, 1, []),
        (100, 1, []),
        (101, 1, [1, 2]),
        (1_200, 1, [*range(1, 13)]),
        (1_201, 1, [1, 2, 3, 4, 0, 13]),
        (1_201, 5, [1, 2, 3, 4, 5, 6, 7, 8, 0, 13]),
        (1_201, 6, [1, 0, 3, 4, 5, 6, 7, 8, 9, 0, 13]),
        (1_201, 99, [1, 0, 10, 11, 12, 13]),
        (10_000, 50, [1, 0, 47, 48, 49, 50, 51, 52, 53, 0, 100]),
    ],
)
def test_pages_near_the_shown_one_are_linked_and_all_twelve_of_a_shorter_list(
    total: int, number: int, links: list[int]
) -> None:
    assert [link.number for link in ListPage(total, number).pages] == links


def test_a_page_says_which_entries_it_has() -> None:
    found = ListPage(1_201, 13)
    assert found.words == "Students 1,201 to 1,201 of 1,201" and found.cut(range(1_201)) == range(1_200, 1_201)
    assert found.pages[-2].words == "Page 12, students 1,101 to 1,200"
    assert ListPage(0, 7).words == "Students 0 to 0 of 0" and ListPage(50, -3).number == 1
    assert ListPage(205, 2).cut(range(205)) == range(100, 200)


def test_a_search_finds_parts_of_names_and_of_keys_with_hyphens() -> None:
    assert matches_search("LOVE", "Ada Lovelace", "K7M2PX9Q")
    assert matches_search("k7m2-px", "Ada Lovelace", "K7M2PX9Q")
    assert matches_search("-Luise", "Anna-Luise") and not matches_search("eve", "Ada Lace", "K7M2PX9Q")
