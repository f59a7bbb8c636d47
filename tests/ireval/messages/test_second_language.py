"""A second language is a catalogue: a folder with its sentences and words. What it does not have is said in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Thread

import pytest

from ireval.conventions import PRESETS, effective
from ireval.diagnosis.inquiry import diagnose, diagnose_cell
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.exercises import mark
from ireval.measure.registry import measures
from ireval.measure.spelling import settings
from ireval.messages import ADVICE, TALLY, Message, add_catalogue, catalogue, language, say, speaking
from ireval.numbers.typed_number import read_typed
from tests.ireval.exercises.sample_questions import one
from tests.known_causes import FIFTEEN

pytestmark = pytest.mark.slow

LILLIS = effective("lillis")
#: Words that are names, and the same in any language.
NAMES = {word for preset in PRESETS.values() for word in re.findall(r"[A-Za-z]+", preset.title)} | {
    word for name in measures() for word in re.findall(r"[A-Za-z]+", name)
}

GERMAN_WORDS = """
numbers = ["kein", "ein", "zwei", "drei"]
first_numbers = ["Kein", "Ein", "Zwei", "Drei"]
nouns = ["1"]
quotes = ["„", "“"]
thousands = "."
[last]
and = "und"
or = "oder"
"""
GERMAN = """
[not-one-of]
text = "{name}: {text:quote} gibt es hier nicht."

[verdict-causes]
text = "{number} ist nicht richtig: {count:word} {count:Grund|Gründe} passen dazu."

[choose-one-of]
text = "Bitte eines davon: {names:or}; {names:and}."

[too-many-documents]
text = "{count:Word} Dokumente oder {count:,} {count:Dokument|Dokumente}; {most:,}."

["AP.divides-by-ranks"]
text = "die Summe durch die Zahl der Ränge [({ranks})] geteilt"
"""


@pytest.fixture(autouse=True)
def _no_other_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test adds is gone after it."""
    monkeypatch.setattr(language, "FOLDERS", {name: list(folders) for name, folders in language.FOLDERS.items()})
    monkeypatch.setattr(catalogue, "FOLDERS", language.FOLDERS)
    yield
    monkeypatch.undo()
    catalogue.forget_catalogues()


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    """A small folder in German."""
    folder = tmp_path / "german"
    folder.mkdir()
    (folder / "words.toml").write_text(GERMAN_WORDS, "utf-8")
    (folder / "some.toml").write_text(GERMAN, "utf-8")
    add_catalogue(folder)
    with speaking("german"):
        yield


@pytest.fixture
def foreign(tmp_path: Path) -> Iterator[None]:
    """A folder in which every sentence is its key in brackets, with its values behind it; so are declared ones."""
    folder = tmp_path / "foreign"
    folder.mkdir()
    sentences = {key: {form: t.names for form, t in forms.items()} for key, forms in catalogue.entries().items()}
    sentences |= {key: {"text": set[str]()} for key in declared_keys()}
    lines = []
    for key, forms in sentences.items():
        lines.append(f'["{key}"]')
        lines += [f'{form} = "⟦{key}⟧{"".join(f" {{{n}}}" for n in sorted(names))}"' for form, names in forms.items()]
    (folder / "all.toml").write_text("\n".join(lines), "utf-8")
    words = '[last]\nand = "⟦and⟧"\nor = "⟦or⟧"\n'
    (folder / "words.toml").write_text(f"numbers = []\nfirst_numbers = []\n{words}", "utf-8")
    add_catalogue(folder)
    with speaking("foreign"):
        yield


def declared_keys() -> Iterator[str]:
    """The keys of what mistakes and conventions say, which their files declare."""
    for measure in measures().values():
        for mistake in measure.mistakes:
            yield from (f"{measure.name}.{mistake.key}", f"{measure.name}.{mistake.key}.instead")
    for name, convention in ((name, p) for measure in measures().values() for name, p in settings(measure).items()):
        values = [choice.key for choice in convention.choices] or range(10)
        yield from (f"{name}={value}{end}" for value in values for end in ("", ".rule"))


def english_words(text: str) -> set[str]:
    """Words of four letters or more that no entry, name or formula accounts for."""
    bare = re.sub(r"⟦[^⟧]*⟧", " ", text)
    return {word for word in re.findall(r"[A-Za-z]{4,}", bare) if word not in NAMES}


@pytest.mark.usefixtures("german")
def test_a_folder_is_a_language() -> None:
    assert say(Message("verdict-causes", number="0.58", count=2)) == "0.58 ist nicht richtig: zwei Gründe passen dazu."
    assert say(Message("verdict-causes", number="0.58", count=1)) == "0.58 ist nicht richtig: ein Grund passen dazu."
    assert say(Message("choose-one-of", names=["a", "b", "c"])) == "Bitte eines davon: a, b oder c; a, b und c."
    many = Message("too-many-documents", count=3, most=12345)
    assert say(many) == "Drei Dokumente oder 3 Dokumente; 12.345."


@pytest.mark.usefixtures("german")
def test_an_error_is_said_in_the_language_that_is_spoken() -> None:
    error = InputError("level", "not-one-of", name="Level", text="abov", hint="")
    assert str(error).startswith("Level: „abov“ gibt es hier nicht.")
    with speaking(language.DEFAULT):
        assert str(error).startswith("Level: “abov” is not one of the choices.")


@pytest.mark.usefixtures("german")
def test_a_declared_sentence_is_translated_by_its_key() -> None:
    did = Message("AP.divides-by-ranks", ranks=5, declared="divided by the number of ranks [({ranks})]")
    assert say(did) == "die Summe durch die Zahl der Ränge (5) geteilt"
    assert say(did, TALLY) == "die Summe durch die Zahl der Ränge geteilt"
    assert say(Message("AP.other", declared="divided by {names:and}", names=["R", "N"])) == "divided by R and N"


@pytest.mark.usefixtures("german")
def test_what_is_missing_is_said_in_english() -> None:
    assert say(Message("no-run-given")) == "There is no run."
    assert say(Message("cohen-compares-two", count=2)) == "Cohen's kappa compares two assessors; there are 2."
    assert say(Message("one-pair", names=["a", "b"], declared="{names:or}")) == "a or b"
    unknown = Message("too-many-documents", count=3, most=2)
    assert say(unknown, ADVICE) == "Remove some."


@pytest.mark.usefixtures("german")
def test_others_go_on_in_english() -> None:
    said = []
    other = Thread(target=lambda: said.append(say(Message("verdict-causes", number="0.58", count=2))))
    other.start()
    other.join()
    assert said == ["0.58 is not correct: two causes fit."]
    with speaking("a language that nobody has added"):
        assert say(Message("no-run-given")) == "There is no run."


def test_a_language_has_its_own_forms_of_nouns(tmp_path: Path) -> None:
    folder = tmp_path / "polish"
    folder.mkdir()
    (folder / "words.toml").write_text(r"nouns = ['1', '(.*[^1])?[234]']", "utf-8")
    (folder / "some.toml").write_text('[no-run-given]\ntext = "{n} {n:dokument|dokumenty|dokumentów}"', "utf-8")
    add_catalogue(folder)
    with speaking("polish"):
        said = [say(Message("no-run-given", n=n)) for n in (0, 1, 2, 5, 12, 22, 25)]
    assert [text.split()[1] for text in said] == [
        "dokumentów",
        "dokument",
        "dokumenty",
        "dokumentów",
        "dokumentów",
        "dokumenty",
        "dokumentów",
    ]


def test_a_key_comes_once_in_a_language(tmp_path: Path) -> None:
    for name in ("one", "two"):
        folder = tmp_path / name / "german"
        folder.mkdir(parents=True)
        (folder / "some.toml").write_text('[no-run-given]\ntext = "Es gibt keinen Lauf."', "utf-8")
        add_catalogue(folder)
    with pytest.raises(ValueError, match="there twice"), speaking("german"):
        say(Message("no-run-given"))


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
