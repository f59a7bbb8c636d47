"""The catalogue of sentences, and the one place that turns a message into words.

A catalogue is a folder of TOML files; its name is its language. Each entry has a key and one or more forms, with the
values' names in braces: ``text``; of an error also ``advice``, how to correct it, with ``command`` and ``python`` in
its place where it is another one on the command line and in Python; of something that a student did also ``tally``,
said of several students and without the numbers of one of them; ``bare`` is what is said where there is no list to
count in. Without these two forms, it is the text without what is in square brackets.

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
#: The forms that say how to correct something. The first one is for pages, and for all others that have none.
ADVICES = (ADVICE, COMMAND, PYTHON)

Entries = Mapping[str, Mapping[str, Template]]


def add_catalogue(folder: Path) -> None:
    """Look up sentences of the language that the folder is named after in this folder, too."""
    folders = FOLDERS.setdefault(folder.name, [])
    if folder not in folders:
        folders.append(folder)
        forget_catalogues()


def forget_catalogues() -> None:
    """Read the catalogues again when something is said next."""
    entries.cache_clear()
    words_of.cache_clear()


@cache
def entries(language: str = DEFAULT) -> Entries:
    """Every entry by its key, with its forms. An entry or form that the language does not have is English.

    Raises ``ValueError`` for a key that comes twice in a language.
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
    """A message in words, in the language that is spoken; ``comma`` writes its numbers with a decimal comma.

    A form that the message does not have is its advice if it is one of ``ADVICES``, which may be empty; for any other
    form its text is taken.
    Raises ``KeyError`` for a message that has no entry and is not declared.
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
