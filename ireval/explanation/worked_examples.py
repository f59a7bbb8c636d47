"""The worked examples of the five sources, as lists that can be opened in the lab; by source and then by topic."""

from __future__ import annotations

from dataclasses import dataclass

#: The list of fifteen documents in two of the sources; d5, d39, d44, d71 and d89 are relevant but not retrieved.
_NAMES = "d123 d84 d56 d6 d8 d9 d511 d129 d187 d25 d38 d48 d250 d113 d3 d5 d39 d44 d71 d89"
_FIFTEEN = "101003000200003"
_MISSED = "32211"
_ELEVEN = "nrurunnnrnr"
_ENGINE_A, _ENGINE_B = "00011", "11000"
_ONE_SYSTEM = "11010001100011101001"
SYSTEM_1, SYSTEM_2 = "11010000100111101010", "10110001100111101000"
GRADED_1, GRADED_2 = "320012310", "300221130"
_MODEL_A, _MODEL_B, _GAINS_A, _GAINS_B = "11100", "00111", "52401", "20514"
#: Made-up lists, because the source gives no lists for its histogram of differences: labels, and judged documents not
#: retrieved, of system A and system B alternately.
_DUEL = (
    *(("1101001000", ""), ("0110010010", "")),
    *(("1110100000", "1"), ("1011000100", "1")),
    *(("0100100010", ""), ("1100000010", "")),
    *(("1001000100", "1"), ("1010001000", "1")),
    *(("1000000000", ""), ("0100000000", "")),
    *(("0011010110", ""), ("1111001000", "")),
)


@dataclass(frozen=True)
class Other:
    """A further list of an example; ``called`` is the name of the list."""

    labels: str
    called: str = ""
    unretrieved: str = ""
    size: int | None = None
    names: str = ""


@dataclass(frozen=True)
class Example:
    """A list as a source prints it.

    ``labels`` and ``unretrieved`` are written as in ``ireval.ranking.labels``; spaces separate the ``names``. With
    ``subtopics``, labels may be left out. ``others`` are further lists: other ``systems``, other ``queries``, or
    two systems alternately (``pairs``), depending on ``arrangement``; ``called`` is the name of the first list.
    """

    preset: str
    title: str
    labels: str
    show: str
    unretrieved: str = ""
    size: int | None = None
    names: str = ""
    k: int = 10
    level: float = 0.3
    subtopics: str = ""
    unretrieved_subtopics: str = ""
    called: str = ""
    others: tuple[Other, ...] = ()
    arrangement: str = "systems"


def _fifteen(preset: str, title: str, show: str, k: int = 10) -> Example:
    return Example(preset, title, _FIFTEEN, show, _MISSED, 800, _NAMES, k)


def _beside(preset: str, title: str, show: str, *lists: tuple[str, str], k: int = 10) -> Example:
    """An example with several systems on one query, given as pairs of name and labels."""
    (called, labels), *others = lists
    return Example(preset, title, labels, show, k=k, called=called, others=tuple(Other(x, name) for name, x in others))


EXAMPLES: tuple[Example, ...] = (
    _fifteen("lillis", "Fifteen documents: nDCG", "nDCG@10"),
    _fifteen("lillis", "Fifteen documents: precision and recall", "P"),
    _fifteen("lillis", "Fifteen documents: P@3", "P@3", 3),
    _fifteen("lillis", "Fifteen documents: precision at recall 0.3", "P_at_recall@0.3"),
    _fifteen("lillis", "Fifteen documents: average precision", "AP"),
    Example("lillis", "The same list with d9 unjudged", "10100u000200003", "AP", _MISSED, 800, _NAMES),
    Example("lillis", "Eleven documents, two unjudged: bpref", _ELEVEN, "Bpref", k=11),
    Example("lillis", "Eleven documents, two unjudged: bpref-10", _ELEVEN, "Bpref(bpref='10-plus-r')", k=11),
    Example("lillis", "Engine A: relevant documents last", _ENGINE_A, "P", k=5),
    Example("lillis", "Engine B: relevant documents first", _ENGINE_B, "P", k=5),
    _beside("lillis", "Engines A and B, side by side", "P", ("Engine A", _ENGINE_A), ("Engine B", _ENGINE_B), k=5),
    Example(
        "lillis",
        "Both of the lecture's lists as queries: MAP",
        _FIFTEEN,
        "AP",
        _MISSED,
        800,
        _NAMES,
        called="Fifteen documents",
        others=(Other(_ELEVEN, "Eleven documents"),),
        arrangement="queries",
    ),
    _fifteen("thesis", "Fifteen documents: nDCG with log2(i + 1)", "nDCG@10"),
    Example(
        "thesis",
        "Five documents on three subtopics: alpha-nDCG",
        "",
        "alpha_nDCG@5",
        k=5,
        subtopics="110,010,000,001,100",
        unretrieved_subtopics="011",
    ),
    Example(
        "thesis", "The same five documents: intent-aware precision", "", "P_IA@5", k=5, subtopics="110,010,000,001,100"
    ),
    Example("blog", "Model A: precision at 5", _MODEL_A, "P@5", k=5),
    Example("blog", "Model B: precision at 5", _MODEL_B, "P@5", k=5),
    Example("blog", "Model A: DCG at 5", _GAINS_A, "DCG@5", k=5),
    Example("blog", "Model B: DCG at 5", _GAINS_B, "DCG@5", k=5),
    _beside("blog", "Models A and B, side by side", "P@5", ("Model A", _MODEL_A), ("Model B", _MODEL_B), k=5),
    _beside("blog", "Models A and B, graded, side by side", "DCG@5", ("Model A", _GAINS_A), ("Model B", _GAINS_B), k=5),
    Example("blog", "Query A, three documents: nDCG", "524", "nDCG@3", k=3),
    Example("blog", "Query B, five documents: nDCG", _GAINS_A, "nDCG@5", k=5),
    Example(
        "blog",
        "Queries A and B: mean nDCG",
        "524",
        "nDCG@5",
        k=5,
        called="Query A",
        others=(Other(_GAINS_A, "Query B"),),
        arrangement="queries",
    ),
    Example("kth", "One system, 20 ranks: precision and recall", _ONE_SYSTEM, "R", k=10),
    Example("kth", "System 1: average precision", SYSTEM_1, "AP"),
    Example("kth", "System 2: average precision", SYSTEM_2, "AP"),
    Example("kth", "System 1: 11 points", SYSTEM_1, "IPrec11"),
    Example("kth", "System 2: 11 points", SYSTEM_2, "IPrec11"),
    Example("kth", "System 1, graded: nDCG", GRADED_1, "nDCG@9", k=9),
    Example("kth", "System 2, graded: nDCG", GRADED_2, "nDCG@9", k=9),
    _beside("kth", "Systems 1 and 2, side by side", "AP", ("System 1", SYSTEM_1), ("System 2", SYSTEM_2)),
    _beside(
        "kth", "Systems 1 and 2, graded, side by side", "nDCG@9", ("System 1", GRADED_1), ("System 2", GRADED_2), k=9
    ),
    _fifteen("mir", "Fifteen documents: R-precision", "Rprec"),
    _fifteen("mir", "Fifteen documents: the curve", "IPrec11"),
    Example("mir", "KTH's system 1, interpolated by interval", SYSTEM_1, "IPrec11"),
    Example(
        "mir",
        "Two systems on six queries (made-up lists): the histogram",
        *(_DUEL[0][0], "Rprec", _DUEL[0][1]),
        others=tuple(Other(labels, "", missed) for labels, missed in _DUEL[1:]),
        arrangement="pairs",
    ),
)

#: The lecture's example, which an address without documents shows.
OPENING = EXAMPLES[0]
#: The example of the front door: a list that is small enough to be understood at first sight.
START = Example("trec_eval", "Four documents: nDCG", "1003", "nDCG")
#: The example of two systems on one query.
TWO_SYSTEMS = next(e for e in EXAMPLES if e.preset == "lillis" and e.others and e.arrangement == "systems")
