"""Which documents each device judges: three of the documents, so that devices overlap in all of them.

>>> [judged_by(place, 8) for place in range(3)]
[(0, 1, 2), (4, 5, 3), (7, 0, 6)]
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

#: The documents of a device, and the most documents of a round.
EACH, MOST_DOCUMENTS = 3, 30
#: After this many times the number of documents, the devices get the same documents again.
_ROUNDS = 20

Ints = NDArray[np.int64]
Share = tuple[int, ...]


def judged_by(place: int, count: int) -> Share:
    """The indexes of the documents that the device with this place (0, 1, 2 …) judges, of ``count`` documents in all.

    They differ, and depend on nothing else, so a device judges the same documents each time. After any number of
    devices, the numbers of judges of two documents differ by one at most; and any two documents get common judges as
    soon, and as evenly, as this allows.
    """
    if not 1 <= count <= MOST_DOCUMENTS:
        raise ValueError(f"between 1 and {MOST_DOCUMENTS} documents can be judged, not {count}")
    shares = _shares(count)
    return shares[place % len(shares)]


@lru_cache(maxsize=MOST_DOCUMENTS)
def _shares(count: int) -> tuple[Share, ...]:
    """The documents of the first devices, after which each document has the same number of judges.

    Each device gets the documents with the fewest judges; of several choices, the one whose documents have had the
    fewest common judges so far.
    """
    each = min(EACH, count)
    choices = np.array([*combinations(range(count), each)])
    judges, together = np.zeros(count, np.int64), np.zeros((count, count), np.int64)
    found = []
    for place in range(_ROUNDS * count):
        chosen = _best(choices, judges, together)
        judges[chosen] += 1
        together[np.ix_(chosen, chosen)] += 1
        found.append(_turned(tuple(chosen.tolist()), place))
    return tuple(found)


def _best(choices: Ints, judges: Ints, together: Ints) -> Ints:
    """The first choice that has the fewest judges and, among those, the fewest common ones."""
    had = judges[choices].sum(axis=1)
    fewest = choices[had == had.min()]
    common = sum(together[fewest[:, a], fewest[:, b]] for a, b in combinations(range(choices.shape[1]), 2))
    return np.asarray(fewest[np.argmin(common)])


def _turned(share: Share, place: int) -> Share:
    """The same documents with another one first: not every device begins with the first document of the list."""
    start = place % len(share)
    return share[start:] + share[:start]
