"""A cause that many pages show: their tests look for it without repeating its words."""

from __future__ import annotations

from ireval.conventions import effective
from ireval.diagnosis.causes import alternatives
from ireval.messages import TALLY, say
from ireval.ranking.judgements import Ranking

#: The lectures' list: 15 documents, 5 of the 10 relevant ones.
FIFTEEN = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])

_CAUSE = next(
    cause for cause in alternatives("AP", FIFTEEN, effective("lillis")) if cause.key == "divisor=relevant-retrieved"
)
#: What 0.58 for its AP comes from: of one student, and of a class.
DIVIDED_BY_FOUND = say(_CAUSE.message)
CLASS_DIVIDED_BY_FOUND = say(_CAUSE.message, TALLY)
