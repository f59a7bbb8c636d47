"""A fresh seed for a sheet that a class is to get, so that nobody who has seen its lists before knows the answers."""

from __future__ import annotations

import secrets
from dataclasses import replace

from ireval.errors import InputError
from ireval.exercises import Sheet, variant, variant_keys
from ireval.exercises.sheet.model import MOST_SEED

#: Variants that are made as a test of a seed.
TRIED_VARIANTS = 3
#: Seeds that are tried before the sheet is refused: for one of them, a list may be hard to find by chance.
TRIED_SEEDS = 3


def new_seed() -> int:
    """A random seed. The seed gives away the answer key, and there are too many seeds to try them all."""
    return secrets.randbelow(MOST_SEED + 1)


def with_fresh_seed(sheet: Sheet) -> Sheet:
    """The sheet with a random seed, from which variants can be made. Raises ``InputError`` if none is found."""
    for _ in range(TRIED_SEEDS):
        fresh = replace(sheet, seed=new_seed())
        try:
            for key in variant_keys(fresh, TRIED_VARIANTS):
                variant(fresh, key)
        except InputError as error:
            refused = error
        else:
            return fresh
    raise refused
