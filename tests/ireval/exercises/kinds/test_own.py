"""Questions that the sheet's owner writes: what is refused, what is drawn, and how answers are marked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ireval.errors import InputError
from ireval.exercises import KINDS, Exercise, Sheet, check, from_json, key_json, key_text, mark, variant, variant_keys
from ireval.exercises.sheet.model import OwnOption
from tests.ireval.exercises.own_sheet import OWN
from tests.ireval.exercises.sample_questions import KEY

QUESTIONS = {question.id: question for question in variant(OWN, KEY).questions}


def test_the_file_holds_what_the_owner_wrote_and_nothing_else_is_written() -> None:
    assert from_json(OWN.to_json()) == OWN
    plain = json.loads(replace(OWN, intro="", exercises=(Exercise("e1", "choose"),)).to_json())
    assert "intro" not in plain and plain["exercises"] == [{"id": "e1", "kind": "choose", "points": 1}]
    wrong = json.loads(OWN.to_json())["exercises"][2]["options"][1]
    assert "correct" not in wrong


@pytest.mark.parametrize(
    ("kind", "fields", "where", "key"),
    [
        ("own-text", {}, "text", "own-question-empty"),
        ("own-text", {"text": " \n "}, "text", "own-question-empty"),
        ("own-text", {"text": "a", "tolerance": 1}, "tolerance", "kind-without-field"),
        ("own-number", {"text": "a"}, "answer", "own-number-missing"),
        ("own-number", {"text": "a", "answer": "many"}, "answer", "number-not-read"),
        ("own-choice", {"text": "a", "options": [("x", True)]}, "options", "options-too-few"),
        ("own-choice", {"text": "a", "options": [("x", True), ("y", True)]}, "options", "options-without-one-correct"),
        (
            "own-choice",
            {"text": "a", "options": [("x", False), ("y", False)]},
            "options",
            "options-without-one-correct",
        ),
        ("own-choice", {"text": "a", "options": [("A b", True), ("ab", False)]}, "options[1].text", "option-twice"),
        ("own-choice", {"text": "a", "options": [("x", True), (" ", False)]}, "options[1].text", "option-empty"),
        ("number", {"measure": "AP", "text": "a"}, "text", "kind-without-field"),
        ("number", {"measure": "AP", "lists": 2}, "lists", "kind-without-field"),
    ],
)
def test_what_makes_no_question_is_refused_by_its_field(
    kind: str, fields: dict[str, object], where: str, key: str
) -> None:
    options = fields.pop("options", ())
    given = {**fields, "options": tuple(OwnOption(*option) for option in options)}  # type: ignore[attr-defined]
    with pytest.raises(InputError) as refused:
        check(OWN, Exercise("e1", kind, **given), "exercises[0]")  # type: ignore[arg-type]
    assert (refused.value.field, refused.value.key) == (f"exercises[0].{where}", key)


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("intro",), "x" * 4001, "intro"),
        (("intro",), "a\x00b", "intro"),
        (("exercises", 0, "text"), "x" * 4001, "exercises[0].text"),
        (("exercises", 0, "hint"), 3, "exercises[0].hint"),
        (("exercises", 1, "tolerance"), -1, "exercises[1].tolerance"),
        (("exercises", 2, "options"), [{"text": str(i)} for i in range(11)], "exercises[2].options"),
        (("exercises", 2, "options", 0, "correct"), "yes", "exercises[2].options[0].correct"),
        (("exercises", 2, "options", 0, "why"), "yes", "exercises[2].options[0].why"),
        (("exercises", 3, "lists"), 5, "exercises[3].lists"),
    ],
)
def test_limits_are_named_with_the_field(path: tuple[str | int, ...], value: object, field: str) -> None:
    data = json.loads(OWN.to_json())
    at = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(InputError) as refused:
        from_json(json.dumps(data))
    assert refused.value.field == field


def test_a_number_is_correct_within_the_tolerance_however_it_is_written() -> None:
    question = QUESTIONS["e2"]
    for text in ("0.83", ",83", "83 %", "0.825", "0.835", "5/6", "0.833333"):
        assert mark(question, {"answer": text}).points == 1, text
    for text, outcome in (("0.82", "wrong"), ("0.84", "wrong"), ("83", "wrong"), ("no idea", "unreadable")):
        assert mark(question, {"answer": text}).parts[0].outcome == outcome, text
    exact = Sheet("", 1, (Exercise("e1", "own-number", text="a", answer="1/3"),))
    third = variant(exact, KEY).questions[0]
    assert [mark(third, {"answer": x}).points for x in ("1/3", "0.333", "0.334", "0.33")] == [1, 1, 0, 0]
    whole = variant(replace(exact, exercises=(Exercise("e1", "own-number", text="a", answer="-12"),)), KEY).questions[0]
    assert [mark(whole, {"answer": x}).points for x in ("-12", "-12.0", "12", "-12.1")] == [1, 1, 0, 0]


def test_options_are_mixed_for_each_student_and_always_alike_for_one() -> None:
    orders = {
        tuple(option.text for option in variant(OWN, key).question("e3").parts[0].options)
        for key in variant_keys(OWN, 12)
    }
    assert len(orders) > 2 and len({frozenset(order) for order in orders}) == 1
    assert variant(OWN, KEY).question("e3") == QUESTIONS["e3"]
    right, wrong = (mark(QUESTIONS["e3"], {"choice": text}) for text in ("reciprocal RANK", "AP"))
    assert right.points == 1 and "1 divided by its rank." in right.parts[0].text
    assert wrong.points == 0 and wrong.parts[0].text.startswith("AP looks at all of them.")


def test_a_text_waits_for_a_person_unless_it_is_the_model_answer() -> None:
    question = QUESTIONS["e1"]
    same, other, none = (mark(question, {"answer": x}) for x in ("missed  documents COUNT.", "Because.\nYes.", ""))
    assert (same.points, same.by_hand, same.parts[0].outcome) == (2, 0, "right")
    assert (other.points, other.by_hand, other.parts[0].outcome) == (0, 2, "by-hand")
    assert (none.points, none.by_hand, none.parts[0].outcome) == (0, 0, "blank")


def test_own_questions_are_no_part_of_seeds_and_the_same_for_all() -> None:
    own = [kind for kind in KINDS.values() if kind.own]
    assert len(own) == 4 and list(KINDS.values())[-4:] == own
    for kind in own:
        example = Exercise("e1", kind.key, next(iter(kind.measures), ""), **kind.example)
        check(OWN, example, "exercises[0]")
        assert not kind.varies(example)


def test_the_key_has_the_introduction_the_hints_and_what_is_correct() -> None:
    text = key_text(variant(OWN, KEY))
    for line in ("Welcome to the second sheet.\n- Round halves up.", "Why does AP divide by R?", "Hint: Think of R."):
        assert line in text
    assert "Your answer: Missed documents count. (2 points)" in text
    assert "Your answer: 0.83, accepted from 0.825 to 0.835 (1 point)" in text
    data = json.loads(key_json(variant(OWN, KEY)))
    assert data["intro"] == OWN.intro and data["questions"][0]["text"] == OWN.exercises[0].text
    assert data["questions"][3]["hint"] == "MAP is a **mean**."
