"""Feedback in stages: each stage says more, and none says anything of a later one. Numbers are computed by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import Question, RankedList, mark
from ireval.exercises.marking.stages import (
    Progress,
    Stage,
    is_solved,
    is_try,
    next_stage,
    next_step,
    stage_change,
    texts,
    tried_answers,
)
from ireval.exercises.sheet.model import OwnOption
from ireval.messages import Message, say
from tests.ireval.exercises.sample_questions import one

#: DCG[1..5] = 2, 2, 3.893, 3.893, 5.185; IDCG = 3, 6, 7.893, 8.893, 9.754.
TABLE = one("table", "nDCG", list=RankedList("20303", "321"), columns=("DCG", "NDCG"))
SCORE = one("number", "AP", list=RankedList("10100", "1"))


def said(question: Question, answers: dict[str, str], stage: Stage) -> dict[str, str]:
    return {name: say(message) for name, message in texts(mark(question, answers), stage).items()}


def test_the_stages_are_in_order() -> None:
    assert [stage.name for stage in sorted(Stage)] == ["NOTHING", "RESULT", "CAUSE", "STEP", "SOLUTION"]
    assert list(map(int, Stage)) == [0, 1, 2, 3, 4]


def test_a_wrong_number_is_explained_stage_by_stage() -> None:
    """AP = (1/1 + 2/3)/3 = 0.556."""
    cause = "0.5 is not correct. Calculate it, and give all the decimals that are asked for."
    step = "Now calculate AP: (1 + 0.667)/3."
    solution = f"{cause} Correct: AP = (1 + 0.667)/3 = 0.556."
    answers = {"score": "0.5"}
    assert [said(SCORE, answers, stage) for stage in sorted(Stage)] == [
        {},
        {},
        {"score": cause},
        {"score": f"{cause} {step}"},
        {"score": solution},
    ]


def test_an_empty_answer_gets_the_step_and_at_the_end_the_solution() -> None:
    found = [said(SCORE, {}, stage) for stage in sorted(Stage)]
    assert found[:3] == [{}, {}, {}]
    assert found[3] == {"score": "Now calculate AP: (1 + 0.667)/3."}
    assert found[4]["score"].endswith("AP = (1 + 0.667)/3 = 0.556.")


def test_text_that_cannot_be_read_is_named_at_once() -> None:
    for stage in (Stage.NOTHING, Stage.RESULT, Stage.CAUSE):
        (message,) = texts(mark(SCORE, {"score": "abc"}), stage).values()
        assert message.key == "unreadable-alone"


def test_only_the_first_wrong_part_has_a_step() -> None:
    answers = {part.id: part.right for part in TABLE.parts} | {"DCG-3": "9.9", "DCG-4": ""}
    marked = mark(TABLE, answers)
    wrong = texts(marked, Stage.STEP)["DCG-3"]
    assert wrong.key == "cause-and-step" and wrong.values["step"] == next_step(TABLE, marked.part("DCG-3").part)
    assert "DCG-4" not in texts(marked, Stage.STEP), "there is a step for DCG-3 only"
    assert "NDCG-1" not in texts(marked, Stage.STEP), "correct answers need no words before the solution"
    assert set(texts(marked, Stage.SOLUTION)) == {part.id for part in TABLE.parts}
    right = mark(TABLE, {part.id: part.right for part in TABLE.parts})
    assert texts(right, Stage.STEP) == texts(right, Stage.CAUSE) == {}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DCG-1", "Look at DCG[1]: discounted cumulated gain."),  # a number without a calculation
        ("DCG-2", "Now calculate DCG[2]: 0/log2(2) + 2."),
        ("DCG-3", "Now calculate DCG[3]: 3/log2(3) + 2."),
        ("NDCG-3", "Now calculate nDCG[3]: 3.893/7.893."),
    ],
)
def test_a_step_is_the_calculation_without_its_result(name: str, text: str) -> None:
    step = next_step(TABLE, next(part for part in TABLE.parts if part.id == name))
    assert step and say(step) == text


def test_a_part_may_have_a_step_of_its_own_or_none() -> None:
    (part,) = SCORE.parts
    assert next_step(SCORE, replace(part, step="Add.")) == Message("step-of-part", step="Add.")
    assert next_step(SCORE, replace(part, kind="text")) is None
    assert next_step(SCORE, replace(part, table=1)) is None
    assert next_step(replace(SCORE, tables=()), part) is None


def test_a_score_without_a_calculation_is_described() -> None:
    """Without a relevant document there is nothing to divide; RR is 0 by its rule."""
    question = one("number", "RR", list=RankedList("000", "1"))
    step = next_step(question, question.parts[0])
    assert step and step.key == "step-in-a-sentence"
    assert step.values["name"] == "RR"


def test_a_try_is_an_answer_that_can_be_read() -> None:
    right = {part.id: part.right for part in TABLE.parts}
    assert not is_try(mark(TABLE, {}))
    assert not is_try(mark(TABLE, {"DCG-1": "abc"}))
    assert is_try(mark(TABLE, {"DCG-1": "abc", "DCG-2": "7"}))
    assert not is_solved(mark(TABLE, {}))
    assert not is_solved(mark(TABLE, right | {"DCG-2": ""}))
    assert not is_solved(mark(TABLE, right | {"DCG-2": "2.3"}))
    assert is_solved(mark(TABLE, right))


def test_an_error_carried_forward_and_a_rounded_step_solve_a_part() -> None:
    """3.3 in place of DCG[2] = 2; DCG[3] = 3/log2(3) + 3.3 = 5.193."""
    marked = mark(TABLE, {"DCG-2": "3.300", "DCG-3": "5.193"})
    assert [marked.part(name).outcome for name in ("DCG-2", "DCG-3")] == ["wrong", "carried-forward"]
    carried = replace(marked, parts=(marked.part("DCG-3"),))
    assert is_solved(carried) and "DCG-3" not in texts(carried, Stage.CAUSE)


def test_tries_are_the_same_only_if_all_answers_are() -> None:
    first = tried_answers(TABLE, {"DCG-1": "2"})
    assert first == tried_answers(TABLE, {"DCG-1": " 2 ", "other": "5", "DCG-2": ""})
    others = [{}, {"DCG-1": "3"}, {"DCG-2": "2"}, {"DCG-1": "2", "DCG-2": "2"}]
    assert len({first, *(tried_answers(TABLE, answers) for answers in others)}) == 5


def test_a_number_that_is_right_so_far_needs_decimals_and_no_calculation() -> None:
    """Neither the step nor another sentence says that it is wrong; the next wrong part has the step."""
    answers = {"score": "0.56"}
    sentence = "Right so far: 0.56. One more decimal, please."
    assert [said(SCORE, answers, stage) for stage in (Stage.CAUSE, Stage.STEP)] == [{"score": sentence}] * 2
    table = {part.id: part.right for part in TABLE.parts} | {"DCG-3": "3.89", "DCG-4": "9.9"}
    found = said(TABLE, table, Stage.STEP)
    assert found["DCG-3"] == "Right so far: 3.89. One more decimal, please."
    assert "Now calculate DCG[4]: " in found["DCG-4"]


CHOICE = one(
    "own-choice",
    text="Which one looks at the first relevant document only?",
    options=(OwnOption("RR", True, "It ends there."), OwnOption("AP", feedback="It looks at all."), OwnOption("P")),
)


def stages_of(question: Question, answers: dict[str, str]) -> list[Stage]:
    """The stages that follow a check, one after the other."""
    found, stage = [], next_stage(mark(question, answers), Stage.RESULT)
    while stage:
        found.append(stage)
        stage = next_stage(mark(question, answers), stage)
    return found


def test_a_stage_that_says_nothing_new_is_left_out() -> None:
    assert stages_of(SCORE, {"score": "0.5"}) == [Stage.CAUSE, Stage.STEP, Stage.SOLUTION]
    assert stages_of(SCORE, {}) == [Stage.STEP, Stage.SOLUTION], "an empty answer has no cause"
    assert stages_of(CHOICE, {"choice": "AP"}) == [Stage.CAUSE, Stage.SOLUTION], "an option has no step"
    assert stages_of(SCORE, {"score": "0.556"}) == stages_of(CHOICE, {"choice": "RR"}) == [Stage.SOLUTION]
    assert stages_of(CHOICE, {}) == [], "somebody who chose nothing has nothing to go on with"


def test_a_right_choice_gets_its_reason_with_the_result_and_a_wrong_one_its_cause_later() -> None:
    assert said(CHOICE, {"choice": "RR"}, Stage.RESULT) == {"choice": "Correct. It ends there."}
    assert said(CHOICE, {"choice": "RR"}, Stage.NOTHING) == {}
    assert said(CHOICE, {"choice": "AP"}, Stage.RESULT) == {}
    assert said(CHOICE, {"choice": "AP"}, Stage.CAUSE) == {"choice": "It looks at all."}
    assert said(CHOICE, {"choice": "P"}, Stage.CAUSE) == {"choice": "This is not correct."}


def test_a_right_option_has_no_reason_before_all_is_right() -> None:
    """The reason for the wrong cell may name its correct value."""
    question = one("wrong-cell", "AP", list=RankedList("1011010", "1"))
    right = {part.id: part.right for part in question.parts}
    name = next(part.id for part in question.parts if part.options)
    assert set(said(question, right, Stage.RESULT)) == set(right)
    assert said(question, {name: right[name]}, Stage.CAUSE) == {}


def change(question: Question, before: Progress, answers: dict[str, str], wanted: Stage, most: int = 0) -> Progress:
    return stage_change(mark(question, answers), tried_answers(question, answers), wanted, most)(before)


def test_a_check_never_leads_to_the_solution_and_no_stage_is_skipped() -> None:
    answers = {"score": "0.5"}
    progress = Progress()
    for wanted in (Stage.RESULT, Stage.RESULT, Stage.STEP, Stage.STEP, Stage.RESULT, Stage.SOLUTION, Stage.RESULT):
        progress = change(SCORE, progress, answers, wanted)
        if wanted is Stage.RESULT and progress.stage != Stage.SOLUTION:
            assert progress.stage < Stage.SOLUTION
    assert progress == Progress(Stage.SOLUTION, 1, tried_answers(SCORE, answers))
    first = change(SCORE, Progress(), answers, Stage.STEP)
    assert first.stage == Stage.RESULT, "it was never checked"
    second = change(SCORE, first, answers, Stage.STEP)
    assert second.stage == Stage.CAUSE, "the cause comes first"
    assert change(SCORE, second, {"score": "0.4"}, Stage.STEP) == Progress(
        Stage.RESULT, 2, tried_answers(SCORE, {"score": "0.4"})
    )
    assert change(CHOICE, Progress(), {}, Stage.RESULT).tries == 0


def test_in_self_study_every_number_is_explained_and_nothing_is_said_of_points() -> None:
    """P@5 of 10000 with one more relevant document is 1/5 = 0.2, and R = 1/2 = 0.5: a number with one decimal."""
    question = one("number", "P@5", list=RankedList("10000", "1"))
    for given in ("0.5", "0.50", "0.500", "1/2"):
        alone = mark(question, {"score": given}, graded=False).parts[0]
        assert alone.outcome == "mistake" and "recall" in alone.text.casefold(), given
        assert "points" not in alone.text and "decimals" not in alone.text
    assert mark(question, {"score": "0.5"}).parts[0].outcome == "wrong", "on a sheet a guess earns nothing"
    impossible = mark(question, {"score": "7"}, graded=False).parts[0]
    assert impossible.outcome == "wrong" and "between 0 and 1" in impossible.text


def test_in_self_study_a_misconception_in_a_whole_table_is_explained_without_points() -> None:
    """With log2(i) as discount from rank 2: DCG = 2, 2, 3.893, ... ; with log2(i + 1): 2, 2, 3.5, 3.5, 4.661."""
    wrong = {"DCG-1": "2", "DCG-2": "2", "DCG-3": "3.500", "DCG-4": "3.500", "DCG-5": "4.661"}
    for graded in (True, False):
        texts_of = [x.text for x in mark(TABLE, wrong, graded=graded).parts]
        assert any("points" in text for text in texts_of) is graded, texts_of
