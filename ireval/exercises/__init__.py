"""Exercise sheets: from a seed to questions, correct answers and marks.

Other packages build on these names:

- ``Sheet``, ``Exercise``, ``RankedList``, ``Generated``, ``Credit``: a sheet and its parts. ``sheet.to_json()`` gives
  always the same bytes; ``from_json(text)`` reads and checks them; ``make_sheet(seed)`` draws a whole sheet.
  ``GENERATOR`` is the version that is stored with the seed.
- ``KINDS``: the kinds of exercises by key, each a ``Kind`` with a title, a sentence, the fields it takes, usual
  measures, and its tasks. ``check(sheet, exercise, where)`` raises an error for an exercise that is not sound.
- ``variant(sheet, key)`` gives a ``Variant`` with its ``questions``, always the same for the same key. ``clean_key``
  reads a key, ``new_key()`` draws one, and ``variant_keys(sheet, count)`` gives keys that depend on the seed and the
  secret only.
- A ``Question`` has an ``id`` (the exercise's), ``kind``, ``title``, ``prompt``, ``notes`` (conventions), ``points``;
  the ``lists`` that the student sees (``Shown``: rows, documents not retrieved, facts); a ``grid`` to fill in or to
  look at (``Grid``, whose cells hold a text or the id of a part); its ``parts``; and for the key the step ``tables``
  (printed by ``ireval.explanation.table_text.as_text``) and the ``solution`` (sentences). ``task``, of an inverse
  task, has all ``solutions()``.
- A ``Part`` is one gap: ``id``, ``label``, ``kind`` (``NUMBER``, ``CHOICE`` with ``options``, ``TEXT``), ``right`` as
  one would type it, ``value`` and ``places`` of a number, ``points``, and a ``hint`` how to type the answer.
- ``mark(question, {part id: text})`` gives a ``Marked``: ``points``, and a ``MarkedPart`` for each part with its
  ``outcome`` (one of ``OUTCOMES``), ``points``, ``text`` and ``cause``, the slug by which a class is counted.
- ``wrong_answers(question, part)`` are the wrong numbers whose cause is known, with their share and text, for files by
  which a learning platform marks; ``reached(question, part)`` is the interval that rounding on the way can reach.
- ``key_text(variant)`` and ``key_json(variant)`` are the answer key.

From the bottom up: ``sheet`` has the sheet, ``question`` what a student sees, ``generator`` what is drawn from a seed,
``kinds`` the kinds of exercises, ``variants`` the uses of a sheet, ``marking`` the marks, ``paper`` and ``exports`` the
files, ``contracts`` what kinds and formats promise. They may import the rest of the core except ``cli``; the command
line and the pages use them. ``tests/ireval/exercises`` tests them; ``tests/test_architecture.py`` checks their imports.

>>> sheet = make_sheet(42, conventions="lillis")
>>> question = variant(sheet, "K7M2PX").questions[0]
>>> question.title, question.parts[0].right
('Calculate a score: AP', '0.516')
>>> mark(question, {"score": "0,516"}).parts[0].outcome
'right'
"""

from ireval.exercises.generator.variant_keys import clean_key, new_key, variant_keys
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.marking.accepted_numbers import reached
from ireval.exercises.marking.answer_key import key_json, key_text
from ireval.exercises.marking.marks import mark
from ireval.exercises.marking.wrong_answers import wrong_answers
from ireval.exercises.question.outcomes import OUTCOMES, Marked, MarkedPart, Wrong
from ireval.exercises.question.question import (
    CHOICE,
    NUMBER,
    TEXT,
    Grid,
    GridCell,
    Option,
    Part,
    Question,
    Row,
    Shown,
    Variant,
)
from ireval.exercises.sheet.model import GENERATOR, POLICIES, Credit, Exercise, Generated, RankedList, Sheet
from ireval.exercises.variants.exercise_check import check, from_json
from ireval.exercises.variants.seeded_sheet import make_sheet
from ireval.exercises.variants.variant import variant

__all__ = [
    "CHOICE",
    "GENERATOR",
    "KINDS",
    "NUMBER",
    "OUTCOMES",
    "POLICIES",
    "TEXT",
    "Credit",
    "Exercise",
    "Generated",
    "Grid",
    "GridCell",
    "Kind",
    "Marked",
    "MarkedPart",
    "Option",
    "Part",
    "Question",
    "RankedList",
    "Row",
    "Sheet",
    "Shown",
    "Variant",
    "Wrong",
    "check",
    "clean_key",
    "from_json",
    "key_json",
    "key_text",
    "make_sheet",
    "mark",
    "new_key",
    "reached",
    "variant",
    "variant_keys",
    "wrong_answers",
]
