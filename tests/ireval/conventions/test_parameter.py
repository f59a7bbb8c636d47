"""Settings: numbers and choices read from text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ireval import InputError
from ireval.conventions import CONVENTIONS, Choice, Parameter
from ireval.errors import nearest
from ireval.measure.registry import measures
from ireval.messages import say
from ireval.messages.writing import number_text
from ireval.numbers.notation import read_number
from tests.ireval.random_lists import examples, given, refusal, st

LEVEL = Parameter("level", "Recall level", "", 0.3, whole=False, least=0, most=1)
CUTOFF = Parameter("k", "Cutoff", "", 10, least=1, most=1000)
COLOUR = Parameter("colour", "Colour", "", "red", (Choice("red", "", ""), Choice("dark-blue", "", "")))


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        (LEVEL, "0.3", 0.3),
        (LEVEL, "0,3", 0.3),
        (LEVEL, ".5", 0.5),
        (LEVEL, " 1 ", 1.0),
        (LEVEL, 0, 0.0),
        (LEVEL, "1e-3", 0.001),
        (CUTOFF, "10", 10),
        (CUTOFF, "10.0", 10),
        (CUTOFF, 1000, 1000),
        (COLOUR, "dark-blue", "dark-blue"),
    ],
)
def test_values_are_read(parameter: Parameter, text: object, value: Any) -> None:
    read = parameter.read(text)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("parameter", "text"),
    [
        *((LEVEL, x) for x in ("nan", "inf", "-inf", "-0.1", "1.0001", "1e999", "", "x", "0.3.1", "0,3,1", "½", "--1")),
        *((CUTOFF, x) for x in ("0", "-1", "1001", "1.5", "nan", "inf", "9" * 400, "1,000", "10 000", "0x10", None)),
        *((COLOUR, x) for x in ("", "blue", "RED", "red,dark-blue", None)),
    ],
)
def test_other_values_are_refused(parameter: Parameter, text: object) -> None:
    with pytest.raises(InputError) as error:
        parameter.read(text)
    assert error.value.field == parameter.name
    assert parameter.title in error.value.message
    assert error.value.suggestion


def test_an_error_names_the_field_given() -> None:
    with pytest.raises(InputError) as error:
        LEVEL.read("x", "measures")
    assert error.value.field == "measures"


@given(st.text(max_size=12) | st.text(st.sampled_from("0123456789.,eE+-_ naif"), max_size=8))
@examples(120)
def test_any_text_is_a_number_within_its_limits_or_refused(text: str) -> None:
    for parameter in (LEVEL, CUTOFF):
        error = refusal(parameter.read, text)
        if error:
            assert error.field == parameter.name
        else:
            value = parameter.read(text)
            assert parameter.least <= value <= parameter.most
            assert isinstance(value, int) == parameter.whole


@given(st.floats(0, 100) | st.integers(0, 1000).map(float))
@examples(100)
def test_numbers_in_their_shortest_form_read_back(x: float) -> None:
    text = number_text(x)
    assert read_number(text, "x", "X", whole=False, least=0, most=1000) == x
    assert not text.endswith(".0")


def test_values_are_written_in_python_syntax() -> None:
    assert (LEVEL.spell(0.3), LEVEL.spell(1.0), COLOUR.spell("red")) == ("0.3", "1", "'red'")


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("lilis", "Did you mean lillis?"),
        ("LILLIS", "Did you mean lillis?"),
        ("zzz", "Choose one of: lillis, kth."),
        ("", "Choose one of: lillis, kth."),
    ],
)
def test_the_nearest_word(word: str, sentence: str) -> None:
    assert say(nearest(word, ["lillis", "kth"])) == sentence


def test_the_text_of_every_setting_is_a_question_that_its_values_answer() -> None:
    """It stands alone where a page or lesson asks what sources and tools do: "What does AP divide by?"."""
    settings = {p.name: p for p in CONVENTIONS.values()}
    for measure in measures().values():
        settings |= {f"{measure.name} {p.name}": p for p in (*measure.parameters, *filter(None, [measure.cutoff]))}
    questions = re.compile(r"(What|Which|Where|When|How|By what|In which|With what)\b[^.?!]*\?( [A-Z][^?]*\.)?")
    assert not {name: p.text for name, p in settings.items() if not questions.fullmatch(p.text)}
    assert settings["divisor"].text == "What does AP divide by?"
