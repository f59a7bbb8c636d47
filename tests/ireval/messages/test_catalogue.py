"""The catalogue of sentences against the code that uses it, and a second language beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ireval.errors import InputError, nearest
from ireval.messages import Figures, Message, say
from ireval.messages.catalogue import ADVICES, TALLY, entries
from tests.paths import ROOT
from tests.source_code import KEY_AT, called, source
from web import messages as pages

pytestmark = pytest.mark.slow

SOURCES = sorted([*(ROOT / "ireval").rglob("*.py"), *(ROOT / "web").rglob("*.py")])
assert pages.ENGLISH  # the pages' sentences are in the catalogue, too


def literal_keys(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literal_keys(node.body)
        yield from literal_keys(node.orelse)


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call that makes a message from a literal key, with the key."""
    for call in source(path).messages:
        if len(call.args) > KEY_AT[called(call)]:
            yield from ((key, call) for key in literal_keys(call.args[KEY_AT[called(call)]]))


def test_each_key_has_an_entry_whose_values_are_given() -> None:
    faults = []
    for file, (key, call) in ((path, found) for path in SOURCES for found in calls(path)):
        where = f"{file.relative_to(ROOT)}, line {call.lineno}: {key}"
        if key not in entries() and not any(k.arg == "declared" for k in call.keywords):
            faults.append(f"{where} has no entry")
        if all(k.arg for k in call.keywords) and len(call.args) == KEY_AT[called(call)] + 1:
            given = {k.arg for k in call.keywords} - {"declared"}
            used = set().union(*(form.names for form in entries()[key].values())) if key in entries() else given
            faults += [f"{where} needs {used - given}"] if not used <= given else []
    assert not faults, "\n".join(faults)


def test_each_entry_is_used() -> None:
    """By its key, or by one that a module puts together from parts."""
    constants = frozenset[str]().union(*(source(path).texts for path in SOURCES))
    composed = frozenset[str]().union(*(source(path).composed for path in SOURCES))
    left = sorted(set(entries()) - constants)
    assert [key for key in left if not any(re.fullmatch(pattern, key) for pattern in composed)] == []


def test_each_sentence_is_written_as_one() -> None:
    for key, forms in entries().items():
        for form, template in forms.items():
            text = template.text
            assert text == " ".join(text.split()), key
            if form in ADVICES:
                assert text.startswith("{") or text[0].isupper(), key
                assert text.endswith((".", "?", "}")), key


def test_an_error_carries_its_key_and_values() -> None:
    error = InputError("conventions", "not-one-of", name="Level reached", text="abov", hint=nearest("abov", ["above"]))
    assert (error.field, error.key, error.values["text"]) == ("conventions", "not-one-of", "abov")
    assert (error.message, error.suggestion) == (
        "Level reached: “abov” is not one of the choices.",
        "Did you mean above?",
    )
    moved = error.at("exercises[0]")
    assert (moved.field, moved.key, moved.values) == ("exercises[0]", error.key, error.values)


def test_a_missing_value_is_an_error_and_no_gap() -> None:
    with pytest.raises(KeyError):
        say(Message("not-one-of", name="Level"))
    with pytest.raises(KeyError):
        say(Message("no-such-key"))


def test_numbers_take_a_decimal_comma_and_what_was_typed_does_not() -> None:
    message = Message("trial", a=0.25, b=Figures("1/3 = 0.333"), typed="0.5", declared="{a}, {b}, “{typed}”, 1.5.")
    assert say(message) == "0.25, 1/3 = 0.333, “0.5”, 1.5."
    assert say(message, comma=True) == "0,25, 1/3 = 0,333, “0.5”, 1.5."


def test_counts_are_left_out_where_several_students_are_meant() -> None:
    text = "divided by the [{found}] relevant {found:document|documents} found, and not by R [({R})]"
    did = Message("trial", found=1, R=12, declared=text)
    assert say(did) == "divided by the 1 relevant document found, and not by R (12)"
    assert say(did, TALLY) == "divided by the relevant documents found, and not by R"


def test_values_are_written_as_the_sentence_says() -> None:
    text = "{n:word} {n:run|runs}: {names:and}; {names:or}; {names}; {size:,}; {typed:quote}; {gap} end"
    message = Message("trial", declared=text, n=2, names=["a", "b", "c"], size=12345, typed="x\ty", gap="")
    assert say(message) == "two runs: a, b and c; a, b or c; a, b, c; 12,345; “x\\ty”; end"
