"""Options and documents in the spellings that people use."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, Question, RankedList, Sheet, mark, variant
from ireval.exercises.question.typed_answers import chosen_option, ranks_in
from tests.ireval.exercises.sample_questions import KEY, one

NAMES = ("doc 7", "d2", "12", "Emma, J.", "d22")


def outcome(question: Question, part: str, given: str) -> str:
    return mark(question, {part: given}).part(part).outcome


@pytest.mark.parametrize(
    ("typed", "ranks"),
    [
        ("2 5", [2, 5]),
        ("(2, 5)", [2, 5]),
        ("Swap ranks 2 and 5.", [2, 5]),
        ("2 <-> 5", [2, 5]),
        ("d2 and D22", [2, 5]),
        ("doc 7 with 2", [1, 2]),
        ("emma, j.; 12", [4, 3]),
        ("rank 2, document d22", [2, 5]),
        ("2", [2]),
        ("2 or 5", None),
        ("d9 d2", None),
        ("", []),
    ],
)
def test_a_document_is_named_by_its_rank_or_its_name(typed: str, ranks: list[int] | None) -> None:
    assert ranks_in(typed, NAMES) == ranks


def test_a_number_is_a_rank_before_it_is_a_name() -> None:
    assert ranks_in("1 2", ("2", "1", "12")) == [1, 2]
    assert ranks_in("12 1", ("2", "1", "12")) == [3, 1]


def test_names_and_ranks_are_marked_like_what_the_task_asks_for() -> None:
    names = tuple(f"paper{c}" for c in "abcdefg")
    swap = one("inverse", task="p-same-ap-up", list=RankedList("0100010", "11", names=names))
    assert outcome(swap, "answer", "paperb and PaperA") == outcome(swap, "answer", "1 2") == "right"
    assert outcome(swap, "answer", "papere, paperf") == outcome(swap, "answer", "5 6") == "wrong"
    assert outcome(swap, "answer", "papera paperz") == "unreadable"
    order = one("inverse", task="p-down-ap-up", seed=2)
    labels = [row.label.replace("unjudged", "u") for row in order.lists[0].rows]
    right = list(order.parts[0].right)
    places: list[int] = []  # each label of the answer, at a rank that has it
    for label in right:
        places.append(next(i for i, x in enumerate(labels) if x == label and i not in places))
    for answer in (
        " ".join(str(i + 1) for i in places),
        " > ".join(order.lists[0].rows[i].name for i in places),
        ", ".join(right),
        f"[{' '.join(right)}]",
    ):
        assert outcome(order, "answer", answer) == "right", answer


def test_a_cell_is_named_by_its_rank_or_its_document() -> None:
    names = tuple(f"paper{c}" for c in "abcdefghij")
    exercise = Exercise("e1", "wrong-cell", "AP", list=RankedList("1010030002", "21", names=names))
    question = variant(Sheet("", 1, (exercise,), "lillis"), KEY).questions[0]
    part = question.part("cell")
    column, _, label = part.right.removesuffix("]").partition("[")
    name = names[int(label) - 1]
    spellings = (
        f"{column}[{label}]",
        f"{column.lower()} {label}",
        f"{column}({label})",
        f"{column}@{label}",
        f"column {column}, row {label}",
        f"rank {label} of {column}",
        f"{column}[{name}]",
        f"{name.upper()} in {column}",
        f"{column} of document {name}",
    )
    for typed in spellings:
        assert chosen_option(question, part, typed).key == part.right, typed
        assert outcome(question, "cell", typed) == "right"
    for typed in (column, name, label, f"{column}[99]", "?"):
        assert outcome(question, "cell", typed) == "unreadable", typed


def test_a_system_is_named_in_any_words() -> None:
    question = one("better", "AP")
    for typed, key in (
        ("A", "A"),
        ("b", "B"),
        ("(B)", "B"),
        ("b)", "B"),
        ("System A", "A"),
        ("System B has the higher score.", "B"),
        ("Both are equal", "equal"),
        ("the same", "equal"),
    ):
        assert chosen_option(question, question.part("better"), typed).key == key, typed


def test_a_measure_is_chosen_by_key_text_or_letter() -> None:
    question = one("choose", task="known-item")
    part = question.parts[0]
    for place, option in enumerate(part.options):
        letter = "abcdefgh"[place]
        for typed in (
            option.key.lower(),
            option.text.upper(),
            option.text.partition(" (")[0],
            letter,
            f"({letter.upper()})",
        ):
            assert chosen_option(question, part, typed).key == option.key, typed
    with pytest.raises(InputError) as refused:
        chosen_option(question, part, "z")
    assert refused.value.key == "no-such-option"
