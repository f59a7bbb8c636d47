"""Every worked example of the five sources, as a list that can be opened: by source, then by topic."""

from __future__ import annotations

from dataclasses import dataclass

#: The list of fifteen documents that two of the sources share; d5, d39, d44, d71 and d89 are relevant and missing.
_NAMES = "d123 d84 d56 d6 d8 d9 d511 d129 d187 d25 d38 d48 d250 d113 d3 d5 d39 d44 d71 d89"
_FIFTEEN = "101003000200003"
_MISSED = "32211"
_ENGINE_A, _ENGINE_B = "00011", "11000"
_ONE_SYSTEM = "11010001100011101001"
_SYSTEM_1, _SYSTEM_2 = "11010000100111101010", "10110001100111101000"
_GRADED_1, _GRADED_2 = "320012310", "300221130"


@dataclass(frozen=True)
class Example:
    """A list as a source prints it. ``labels`` and ``unretrieved`` as in ``ireval.labels``, ``names`` by blanks.

    With ``subtopics``, labels may be left out.
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


def _fifteen(preset: str, title: str, show: str, k: int = 10) -> Example:
    return Example(preset, title, _FIFTEEN, show, _MISSED, 800, _NAMES, k)


EXAMPLES: tuple[Example, ...] = (
    _fifteen("lillis", "Fifteen documents: NDCG", "nDCG@10"),
    _fifteen("lillis", "Fifteen documents: precision and recall", "P"),
    _fifteen("lillis", "Fifteen documents: P@3", "P@3", 3),
    _fifteen("lillis", "Fifteen documents: precision at recall 0.3", "P_at_recall@0.3"),
    _fifteen("lillis", "Fifteen documents: average precision", "AP"),
    Example(
        "lillis",
        "The same, had nobody judged d9",
        "10100u000200003",
        "AP",
        _MISSED,
        800,
        _NAMES,
    ),
    Example("lillis", "Eleven documents, two unjudged: bpref", "nrurunnnrnr", "Bpref", k=11),
    Example("lillis", "Eleven documents, two unjudged: bpref-10", "nrurunnnrnr", "Bpref(bpref='10-plus-r')", k=11),
    Example("lillis", "Engine A: the relevant ones last", _ENGINE_A, "P", k=5),
    Example("lillis", "Engine B: the relevant ones first", _ENGINE_B, "P", k=5),
    _fifteen("thesis", "Fifteen documents: NDCG with log2(i + 1)", "nDCG@10"),
    Example(
        "thesis",
        "Five documents on three subtopics: alpha-nDCG",
        "",
        "alpha_nDCG@5",
        k=5,
        subtopics="110,010,000,001,100",
        unretrieved_subtopics="011",
    ),
    Example("thesis", "The same five: intent-aware precision", "", "P_IA@5", k=5, subtopics="110,010,000,001,100"),
    Example("blog", "Model A: precision at 5", "11100", "P@5", k=5),
    Example("blog", "Model B: precision at 5", "00111", "P@5", k=5),
    Example("blog", "Model A: DCG at 5", "52401", "DCG@5", k=5),
    Example("blog", "Model B: DCG at 5", "20514", "DCG@5", k=5),
    Example("blog", "Query A, three documents: nDCG", "524", "nDCG@3", k=3),
    Example("blog", "Query B, five documents: nDCG", "52401", "nDCG@5", k=5),
    Example("kth", "One system, 20 ranks: precision and recall", _ONE_SYSTEM, "R", k=10),
    Example("kth", "System 1: average precision", _SYSTEM_1, "AP"),
    Example("kth", "System 2: average precision", _SYSTEM_2, "AP"),
    Example("kth", "System 1: 11 points", _SYSTEM_1, "IPrec11"),
    Example("kth", "System 2: 11 points", _SYSTEM_2, "IPrec11"),
    Example("kth", "System 1, graded: nDCG", _GRADED_1, "nDCG@9", k=9),
    Example("kth", "System 2, graded: nDCG", _GRADED_2, "nDCG@9", k=9),
    _fifteen("mir", "Fifteen documents: R-precision", "Rprec"),
    _fifteen("mir", "Fifteen documents: the curve", "IPrec11"),
    Example("mir", "KTH's system 1, interpolated by interval", _SYSTEM_1, "IPrec11"),
)

#: What the lab opens on.
OPENING = EXAMPLES[0]
