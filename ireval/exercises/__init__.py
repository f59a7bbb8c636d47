"""Exercise sheets: from a seed to questions, right answers and marks.

What others build on; these names stay:

- ``Sheet``, ``Exercise``, ``RankedList``, ``Generated``, ``Credit``: what a sheet is. ``sheet.to_json()`` gives bytes,
  always the same; ``from_json(text)`` reads and checks them; ``make_sheet(seed)`` draws a whole sheet. ``GENERATOR`` is
  the version that is written beside the seed.
- ``KINDS``: the kinds of exercises by key, each a ``Kind`` with a title, a sentence, what it takes, usual measures, and
  its tasks. ``check(sheet, exercise, where)`` tells what is wrong with an exercise.
- ``variant(sheet, key)`` gives a ``Variant`` with its ``questions``: the same for a key for ever. Keys are read by
  ``clean_key``, drawn by ``new_key()``, or by ``variant_keys(sheet, count)``, which depend on the seed only.
- A ``Question`` has ``id`` (the exercise's), ``kind``, ``title``, ``prompt``, ``notes`` (conventions), ``points``; the
  ``lists`` that the student sees (``Shown``: rows, documents missed, facts); a ``grid`` to fill or to look at
  (``Grid``, whose cells hold a text or the id of a part); its ``parts``; and for the key ``tables`` (step tables, best
  printed by ``ireval.explanation.table_text.as_text``) and ``solution`` (sentences).
  ``task``, where there is one, has all ``solutions()`` of a task the other way round.
- A ``Part`` is one gap: ``id``, ``label``, ``kind`` (``NUMBER``, ``CHOICE`` with ``options``, ``TEXT``), ``right`` as
  it would be typed, ``value`` and ``places`` of a number, ``points``, and a ``hint`` how it is typed.
- ``mark(question, {part id: text})`` gives a ``Marked``: ``points``, and a ``MarkedPart`` for each part with its
  ``outcome`` (one of ``OUTCOMES``), ``points``, ``text`` and ``cause``, the slug by which a class is counted.
- ``wrong_answers(question, part)`` are the numbers that have a name of their own, with their share and text, for files
  that a learning management system marks by; ``reached(question, part)`` is what rounding on the way can reach.
- ``key_text(variant)`` and ``key_json(variant)`` are the answer key.

From the ground up: ``sheet`` is what a sheet is, ``question`` what a student sees, ``generator`` what is drawn from a
seed, ``kinds`` the kinds of exercises, ``variants`` what comes of a sheet, ``marking`` what an answer is worth,
``paper`` and ``exports`` its files. They may import the rest of the core but ``cli``; the command line and the pages
use them. ``tests/ireval/exercises`` tests them, ``tests/test_architecture.py`` keeps their imports so.

>>> sheet = make_sheet(42, conventions="lillis")
>>> question = variant(sheet, "K7M2PX").questions[0]
>>> question.title, question.parts[0].right
('One number: AP', '0.324')
>>> mark(question, {"score": "0,324"}).parts[0].outcome
'right'
"""

from ireval.exercises.generator.variant_keys import clean_key, new_key, variant_keys
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.marking.answer_key import key_json, key_text
from ireval.exercises.marking.marks import mark
from ireval.exercises.marking.wrong_answers import reached, wrong_answers
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
