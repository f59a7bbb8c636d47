"""The catalogue of sentences, and the one place that turns a message into words.

A catalogue is a folder of TOML files. Each entry has a key and one or more forms, with the values' names in braces:
``text``; of an error also ``advice``, how to correct it, with ``command`` and ``python`` in its place where it is
another one on the command line and in Python; of something that a student did also ``tally``, said of several students
and without the numbers of one of them; ``bare`` is what is said where there is no list to count in.

>>> from ireval.messages.message import Message
>>> say(Message("not-one-of", name="Level reached", text="abov", hint=Message("did-you-mean", name="above")))
'Level reached: “abov” is not one of the choices.'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ireval.messages.message import Message
from ireval.messages.templates import Template, without_counts

#: The forms of an entry.
TEXT, ADVICE, COMMAND, PYTHON, TALLY, BARE = FORMS = ("text", "advice", "command", "python", "tally", "bare")
#: The forms that say how to correct something. The first one is for pages, and for all others that have none.
ADVICES = (ADVICE, COMMAND, PYTHON)

_FOLDERS = [Path(__file__).with_name("english")]


def add_catalogue(folder: Path) -> None:
    """Look up sentences in this folder, too."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        entries.cache_clear()


@cache
def entries() -> Mapping[str, Mapping[str, Template]]:
    """Every entry of all folders by its key, with its forms. Raises ``ValueError`` for a key that comes twice."""
    found: dict[str, Mapping[str, Template]] = {}
    for file in sorted(file for folder in _FOLDERS for file in folder.glob("*.toml")):
        for key, forms in tomllib.loads(file.read_text("utf-8")).items():
            if key in found or not set(forms) <= set(FORMS):
                raise ValueError(f"{file.name}: the entry {key} is there twice, or has an unknown form.")
            found[key] = {form: Template(text) for form, text in forms.items()}
    return found


def say(message: Message, form: str = TEXT, *, comma: bool = False) -> str:
    """A message in words; ``comma`` writes its numbers with a decimal comma.

    A form that the message does not have is its advice if it is one of ``ADVICES``, which may be empty; for any other
    form its text is taken.
    Raises ``KeyError`` for a message that has no entry and is not declared.
    """
    form = message.form or form
    return _template(message, form).fill(message.values, lambda part: say(part, _inner(form), comma=comma), comma)


def _inner(form: str) -> str:
    return TEXT if form in ADVICES else form


def _template(message: Message, form: str) -> Template:
    forms = entries().get(message.key)
    if forms is None:
        if not message.declared:
            raise KeyError(message.key)
        return _declared(message.declared, form in {TALLY, BARE})
    return forms.get(form) or (forms.get(ADVICE, _NOTHING) if form in ADVICES else forms[TEXT])


@cache
def _declared(text: str, bare: bool) -> Template:
    return Template(without_counts(text) if bare else text)


_NOTHING = Template("")
