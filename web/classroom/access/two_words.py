"""Names of two words for devices, from a fixed list: "blue harbour". They are easy to read out and to compare.

The words are common, kind, and spelled alike everywhere. A name identifies nobody: 2,048 of them are possible, and a
room with many devices may have one of them twice.
"""

from __future__ import annotations

import hashlib

_FIRST = (
    "amber blue brave bright calm clean clever cosy early fair fast fresh friendly gentle golden green "
    "happy honest kind light lucky merry orange pink quick quiet red silver sunny warm white yellow"
)
_SECOND = (
    "apple anchor balloon bamboo basket beach bell bird boat book bottle bridge button camera candle "
    "castle cherry cloud coast coffee cup dolphin door drum eagle feather field flower forest garden "
    "guitar harbour hill horse island jacket kettle kitchen ladder lake lamp leaf lemon lion market "
    "meadow moon mountain ocean paper piano planet pocket rabbit river road sail ship star stone table "
    "train tree window"
)
FIRST, SECOND = tuple(_FIRST.split()), tuple(_SECOND.split())


def two_words(text: str) -> str:
    """The name that belongs to a text, always the same.

    >>> two_words("a") == two_words("a"), two_words("a") == two_words("b")
    (True, False)
    """
    number = int.from_bytes(hashlib.sha256(f"two words of {text}".encode()).digest()[:8], "big")
    rest, first = divmod(number, len(FIRST))
    return f"{FIRST[first]} {SECOND[rest % len(SECOND)]}"
