"""A fresh seed and secret for a sheet of a class, so that nobody can know its lists beforehand."""

from __future__ import annotations

from dataclasses import replace

from ireval.errors import InputError
from ireval.exercises import Sheet, mark, variant, variant_keys
from ireval.exercises.generator.fresh_numbers import new_secret, new_seed
from ireval.exercises.variants.time_limit import check_time

#: Variants that are made as a test of a seed.
TRIED_VARIANTS = 3
#: A wrong answer, for which all causes are tried.
WRONG = "0.12345"
#: Seeds that are tried before the sheet is refused: with one of them, a list may be hard to find by chance.
TRIED_SEEDS = 3


def with_fresh_seed(sheet: Sheet) -> Sheet:
    """The sheet with a random seed and secret, from which variants can be made.

    Raises ``InputError`` if none is found.
    """
    for _ in range(TRIED_SEEDS):
        fresh = replace(sheet, seed=new_seed(), secret=new_secret())
        try:
            made = [variant(fresh, key) for key in variant_keys(fresh, TRIED_VARIANTS)]
            for question in made[0].questions:  # students' pages mark whole sheets
                check_time(question.id)
                mark(question, dict.fromkeys((part.id for part in question.parts), WRONG))
        except InputError as error:
            refused = error
        else:
            return fresh
    raise refused
