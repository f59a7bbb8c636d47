"""The system's random numbers, replaced by those of a seed: tokens, keys and secrets are the same in each run."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: What `secrets` and `random.SystemRandom` draw from.
_SOURCE = "_urandom"


@contextmanager
def seeded_secrets(seed: int) -> Iterator[None]:
    """Draw all secrets from a seed inside.

    >>> import secrets
    >>> with seeded_secrets(7):
    ...     first = secrets.token_hex()
    >>> with seeded_secrets(7):
    ...     first == secrets.token_hex()
    True
    """
    before: Callable[[int], bytes] = getattr(random, _SOURCE)
    setattr(random, _SOURCE, random.Random(seed).randbytes)  # noqa: S311 - that it can be repeated is the purpose
    try:
        yield
    finally:
        setattr(random, _SOURCE, before)
