"""The catalogue of sentences, and the function ``say``, which turns a message into words.

A catalogue is a folder of TOML files; the folder's name is the language. Each entry has a key and one or more forms,
with the names of values in braces. ``text`` is the sentence. An error also has ``advice``, how to correct it;
``command`` and ``python`` replace the advice on the command line and in Python. A mistake of a student also has
``tally``, for several students and without the numbers of one of them; ``bare`` is used if there is no list to count
in. Without ``tally`` or ``bare``, the text is used without the parts in square brackets.

>>> from ireval.messages.message import Message
>>> say(Message("not-one-of", name="Level reached", text="abov", hint=Message("did-you-mean", name="above")))
'Level reached: “abov” is not one of the choices.'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ireval.messages.language import DEFAULT, FOLDERS, WORDS, spoken, words_of
from ireval.messages.message import Message
from ireval.messages.templates import Template

#: The forms of an entry.
TEXT, ADVICE, COMMAND, PYTHON, TALLY, BARE = FORMS = ("text", "advice", "command", "python", "tally", "bare")
#: The forms that say how to correct something. The first one is for pages, and the default for the others.
ADVICES = (ADVICE, COMMAND, PYTHON)

Entries = Mapping[str, Mapping[str, Template]]


def add_catalogue(folder: Path) -> None:
    """Add a folder of sentences to the language that the folder is named after."""
    folders = FOLDERS.setdefault(folder.name, [])
    if folder not in folders:
        folders.append(folder)
        forget_catalogues()


def forget_catalogues() -> None:
    """Clear the cache, so that the catalogues are read again when the next message is put into words."""
    entries.cache_clear()
    words_of.cache_clear()


@cache
def entries(language: str = DEFAULT) -> Entries:
    """The forms of every entry, by its key. An entry or form that is missing in the language is English.

    Raises ``ValueError`` if a language has a key twice.
    """
    found: dict[str, Mapping[str, Template]] = {}
    english = {} if language == DEFAULT else entries()
    files = (file for folder in FOLDERS.get(language, ()) for file in folder.glob("*.toml") if file.name != WORDS)
    for file in sorted(files):
        for key, forms in tomllib.loads(file.read_text("utf-8")).items():
            if key in found or not set(forms) <= set(FORMS):
                raise ValueError(f"{file.name}: the entry {key} is there twice, or has an unknown form.")
            own = {form: Template(text, language) for form, text in forms.items()}
            found[key] = {**english.get(key, {}), **own}
    return {**english, **found}


def say(message: Message, form: str = TEXT, *, comma: bool = False) -> str:
    """Put a message into words, in the current language; with ``comma``, its numbers have a decimal comma.

    ``form`` is one of ``FORMS``. If the message does not have it, its advice (may be empty) is used for one of
    ``ADVICES``, and its text for any other form. Raises ``KeyError`` for a message without an entry that is not
    declared.
    """
    form = message.form or form
    inner = TEXT if form in ADVICES else form
    return _template(message, form).fill(message.values, lambda part: say(part, inner, comma=comma), comma)


def _template(message: Message, form: str) -> Template:
    forms = entries(spoken()).get(message.key)
    if forms is None:
        if not message.declared:
            raise KeyError(message.key)
        forms = _declared(message.declared)
    if form in forms:
        return forms[form]
    return forms.get(ADVICE, _NOTHING) if form in ADVICES else forms[TEXT].bare


@cache
def _declared(text: str) -> Mapping[str, Template]:
    return {TEXT: Template(text)}


_NOTHING = Template("")
