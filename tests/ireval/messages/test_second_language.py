"""A second language is a catalogue: what the core says is made of its entries and of values, and of no other words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from ireval.conventions import PRESETS, effective
from ireval.diagnosis.inquiry import diagnose, diagnose_cell
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.exercises import mark
from ireval.measure.registry import measures
from ireval.messages import ADVICE, TALLY, Message, catalogue, say
from ireval.messages.templates import Template
from ireval.numbers.typed_number import read_typed
from tests.ireval.exercises.sample_questions import one
from tests.known_causes import FIFTEEN

LILLIS = effective("lillis")
#: Words that are names, and the same in any language.
NAMES = {word for preset in PRESETS.values() for word in re.findall(r"[A-Za-z]+", preset.title)} | {
    word for name in measures() for word in re.findall(r"[A-Za-z]+", name)
}


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry becomes its key in brackets, with its values behind it; so does every declared sentence."""
    english = catalogue.entries()

    def entry(key: str, template: Template) -> Template:
        return Template(f"⟦{key}⟧" + "".join(f" {{{name}}}" for name in sorted(template.names)))

    other = {key: {form: entry(key, t) for form, t in forms.items()} for key, forms in english.items()}
    found = catalogue._template

    def template(message: Message, form: str) -> Template:
        return entry(message.key, found(message, form)) if message.declared else found(message, form)

    monkeypatch.setattr(catalogue, "entries", lambda: other)
    monkeypatch.setattr(catalogue, "_template", template)


def english_words(text: str) -> set[str]:
    """Words of four letters or more that no entry, name or formula accounts for."""
    bare = re.sub(r"⟦[^⟧]*⟧", " ", text)
    return {word for word in re.findall(r"[A-Za-z]{4,}", bare) if word not in NAMES}


def verdicts() -> Iterator[Diagnosis]:
    for typed in ("0.29", "0.58", "0.3", "58", "0.61", "0.448", "0.6"):
        yield diagnose("AP", FIFTEEN, LILLIS, typed)
    for typed in ("5", "1.63", "1.16", "2.57", "6.95"):
        yield diagnose_cell("nDCG@10", FIFTEEN, LILLIS, "DCG", 5, typed)


@pytest.mark.usefixtures("foreign")
def test_verdicts_and_causes() -> None:
    spoken = []
    for found in verdicts():
        messages = [found.verdict, found.correct_value, found.remark]
        messages += [cause.statement for cause in (*found.causes, *found.nearest)]
        spoken += [say(message, form) for message in messages if message for form in ("text", TALLY)]
    assert len(spoken) > 40
    assert set().union(*map(english_words, spoken)) == set()


@pytest.mark.usefixtures("foreign")
@pytest.mark.parametrize("answers", [{}, {"score": "abc"}, {"score": "0.58"}, {"score": "0.61"}, {"score": "0.3"}])
def test_marks(answers: Mapping[str, str]) -> None:
    question = one("number", "AP", seed=3)
    for part in mark(question, answers).parts:
        assert english_words(say(part.message)) == set()
        assert not part.hint or english_words(say(part.hint)) == set()


@pytest.mark.usefixtures("foreign")
@pytest.mark.parametrize("typed", ["", "abc", "1.2.3", "1/0", "9" * 50])
def test_errors(typed: str) -> None:
    with pytest.raises(InputError) as error:
        read_typed(typed)
    assert error.value.message.startswith(f"⟦{error.value.key}⟧")
    assert english_words(error.value.message) <= {typed} and english_words(say(error.value.problem, ADVICE)) <= {typed}
