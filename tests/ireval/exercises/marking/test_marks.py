"""Marks: every answer gets its points and a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import (
    CHOICE,
    NUMBER,
    OUTCOMES,
    Credit,
    RankedList,
    make_sheet,
    mark,
    reached,
    variant,
    variant_keys,
)
from ireval.measure.listing import variants
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from tests.ireval.exercises.sample_questions import Student, one, rounding
from tests.known_causes import DIVIDED_BY_FOUND
from tests.tiers import sampled

TABLES = ("AP", "nDCG@5", "Bpref", "alpha_nDCG@5", "P@5", "ERR@5", "RBP")
ALL = [str(spec) for _, spec in variants({"k": 5, "level": 0.5, "beta": 2}, make_sheet(1).conventions, subtopics=True)]


@pytest.mark.parametrize("seed", range(3))
def test_the_key_marks_itself_right(seed: int) -> None:
    sheet = make_sheet(seed, 18, conventions=("lillis", "trec_eval", "mir")[seed % 3], decimals=3 + seed % 2)
    for key in variant_keys(sheet, 2):
        for question in variant(sheet, key).questions:
            marked = mark(question, {part.id: part.right for part in question.parts})
            assert {part.outcome for part in marked.parts} == {"right"}, question.title
            assert marked.points == question.points
            commas = mark(question, {part.id: part.right.replace(".", ",") for part in question.parts if part.value})
            assert {x.outcome for x in commas.parts if x.given} <= {"right"}


@pytest.mark.parametrize("measure", sampled(ALL, 12))
def test_every_measure_makes_numbers_and_tables(measure: str) -> None:
    for kind in ("number", "table"):
        question = one(kind, measure)
        marked = mark(question, {part.id: part.right for part in question.parts})
        assert marked.points == question.points == 12
        assert question.parts and all(part.points > 0 for part in question.parts)
        assert len({part.id for part in question.parts}) == len(question.parts)


def test_nothing_is_a_bare_cross() -> None:
    for question in variant(make_sheet(3, 12), "AAA").questions:
        for answer in ("", "0.123", "A", "what?", "2 3", "-1", "9" * 41):
            for marked in mark(question, dict.fromkeys((part.id for part in question.parts), answer)).parts:
                assert marked.outcome in OUTCOMES
                assert 0 <= marked.points <= marked.part.points
                assert marked.text.endswith((".", ")")) and len(marked.text) > 10
                if marked.outcome not in {"right", "within-rounding"} and marked.part.kind != NUMBER:
                    assert marked.part.right in marked.text or marked.part.kind == CHOICE


def test_what_is_blank_was_not_answered() -> None:
    marked = mark(one("number", "AP"), {"score": "  "}).part("score")
    assert (marked.outcome, marked.points) == ("blank", 0)
    assert marked.message.key == "not-answered" and "AP = " in marked.text
    gains = mark(one("table", "nDCG@5", list=RankedList("30201", "2")), {})
    shown = [gains.part(name).message.values["solution"] for name in ("IDCG-1", "IDCG-2")]
    assert shown == [
        Message("solution-calculation", calculation="IDCG[1] = 3.000"),  # and not 3 = 3.000
        Message("solution-calculation", calculation="IDCG[2] = 2/log2(2) + 3 = 5.000"),
    ]


def test_other_conventions_are_named_with_their_own_share() -> None:
    question = one("number", "AP", list=RankedList("101003000200003", "32211"), credit=Credit(convention=0.75))
    marked = mark(question, {"score": "0,580"}).part("score")
    assert (marked.outcome, marked.cause, marked.points) == ("convention", "divisor=relevant-retrieved", 9)
    assert DIVIDED_BY_FOUND in marked.text
    assert "AP = (1 + 0.667 + 0.500 + 0.400 + 0.333)/10 = 0.290" in marked.text


@pytest.mark.parametrize("measure", TABLES)
@pytest.mark.parametrize("decimals", [2, 3])
def test_who_rounds_after_every_step_is_right(measure: str, decimals: int) -> None:
    """By hand, cell by cell: each starts from the rounded ones above; and the next unit beyond the bounds is wrong."""
    question = one("table", measure, seed=decimals, preset="kth", decimals=decimals)
    student = Student(question.tables[0], rounding(decimals))
    answers = {
        part.id: fixed(student.cell(*part.at) if part.at else student.score(), part.places) for part in question.parts
    }
    marked = mark(question, answers)
    assert {part.outcome for part in marked.parts} <= {"right", "within-rounding"}
    assert marked.points == 12
    for part in question.parts:
        bounds = reached(question, part)
        if bounds:
            ends = bounds.within(part.places)
            alone = replace(question, parts=(part,))
            for beyond in (ends.low - 10**-decimals, ends.high + 10**-decimals):
                outcome = mark(alone, {part.id: fixed(beyond, part.places)}).parts[0].outcome
                assert outcome not in {"right", "within-rounding"}, (part.label, beyond)


def test_rounding_on_the_way_matters_and_is_shown() -> None:
    """Some rounding student's number is not the right one: the bounds are not there for nothing."""
    found = []
    for seed in range(2):
        question = one("table", "nDCG@5", seed=seed, decimals=2)
        student = Student(question.tables[0], rounding(2))
        answers = {part.id: fixed(student.cell(*part.at or ("", 0)), part.places) for part in question.parts}
        found += [x for x in mark(question, answers).parts if x.outcome == "within-rounding"]
    assert found
    for marked in found:
        low, high = marked.interval or (0.0, 0.0)
        assert low < high and low <= float(marked.given) <= high
        values = marked.message.values
        assert [values[name] for name in ("low", "high", "correct")] == [f"{low:.2f}", f"{high:.2f}", marked.part.right]


def test_too_few_decimals_are_named() -> None:
    question = one("number", "nDCG@10", list=RankedList("101003000200003", "32211"), credit=Credit(few=0.25))
    outcomes = {
        typed: mark(question, {"score": typed}).part("score") for typed in ("0.287", "0.2868", "0.29", "0.3", "0")
    }
    assert {typed: x.outcome for typed, x in outcomes.items()} == {
        "0.287": "right",
        "0.2868": "right",
        "0.29": "few-decimals",
        "0.3": "few-decimals",
        "0": "wrong",  # and not said to be correct
    }
    assert outcomes["0"].cause == "guess"
    assert [outcomes[typed].points for typed in ("0.29", "0.3", "0")] == [3, 0, 0]


@pytest.mark.parametrize("typed", ["29 %", "29/100", "0.29", ",2900", " 0,290 "])
def test_exact_numbers_are_right_however_they_are_written(typed: str) -> None:
    question = one("number", "AP", list=RankedList("101003000200003", "32211"))
    assert mark(question, {"score": typed}).part("score").outcome == "right"


@pytest.mark.parametrize("typed", ["abc", "1.2.3", "1/0", "0x1", "nan", "1e"])
def test_text_that_is_no_number_is_named(typed: str) -> None:
    marked = mark(one("number", "AP"), {"score": typed}).part("score")
    assert (marked.outcome, marked.points) == ("unreadable", 0)
    assert marked.message.key == "unreadable" and "AP = " in marked.text
    assert marked.hint and "AP = " not in say(marked.hint)


@pytest.mark.parametrize("decimals", [0, 1])
@pytest.mark.parametrize("kind", ["number", "table", "better", "wrong-cell"])
def test_sheets_with_hardly_any_decimals_are_marked(kind: str, decimals: int) -> None:
    """The next number up or down is wrong, and earns nothing, because one of so few is soon guessed."""
    question = one(kind, "AP", decimals=decimals, preset="kth")
    assert mark(question, {part.id: part.right for part in question.parts}).points == pytest.approx(12)
    exact = {part.id: f"{part.value:.6f}" if part.kind == NUMBER else part.right for part in question.parts}
    assert mark(question, exact).points == pytest.approx(12)
    for part in question.parts if kind == "number" else ():
        for steps in (-1, 1):
            assert mark(question, {part.id: f"{part.value + steps * 10**-decimals:.{decimals}f}"}).points == 0


@pytest.mark.parametrize("typed", ["0", "1", "3", "0.5", "-0.2", "1.7", "0.250", "0.333", "2.000"])
@pytest.mark.parametrize("measure", sampled(["AP", "nDCG@5", "Bpref", "IPrec@0.5", "P@5", "RR"], 2))
def test_a_wrong_guess_earns_nothing(measure: str, typed: str) -> None:
    for seed in range(3):
        marked = mark(one("number", measure, seed=seed), {"score": typed}).part("score")
        assert marked.points in {0, 12} and (marked.points == 0 or marked.outcome in {"right", "within-rounding"})
        if marked.outcome == "wrong" and typed in {"0", "1", "3", "-0.2"}:
            assert marked.cause in {"impossible", "guess"}


def test_two_decimals_in_every_cell_are_too_few() -> None:
    """DCG[5] is 5.185; from 3.9 in the cell above it is 3.9 + 3/2.32 = 5.19, and from 3.89 it is 5.18."""
    ranked = RankedList("20303", "321")
    question = one("table", "DCG", preset="kth", list=ranked, columns=("DCG",))
    outcomes = [mark(question, {"DCG-5": typed}).part("DCG-5").outcome for typed in ("5.17", "5.18", "5.19", "5.190")]
    assert outcomes == ["rounding", "few-decimals", "few-decimals", "rounding"]
    alone = one("number", "DCG", preset="kth", list=ranked)
    causes = [mark(alone, {"score": typed}).part("score").cause for typed in ("5.18", "5.19")]
    assert causes == ["few-decimals", "rounded-twice"], "no cell above is asked for"
