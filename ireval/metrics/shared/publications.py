"""Publications that define measures, for those that share one or have no room for it in their file."""

from __future__ import annotations

from ireval.measure import Publication

CLEVERDON = Publication(
    "C. Cleverdon",
    "The Cranfield tests on index language devices",
    "Aslib Proceedings 19(6), 1967",
    "10.1108/eb050097",
)
JARVELIN = Publication(
    "K. Järvelin and J. Kekäläinen",
    "Cumulated gain-based evaluation of IR techniques",
    "ACM Transactions on Information Systems 20(4), 2002",
    "10.1145/582415.582418",
)
MOFFAT = Publication(
    "A. Moffat and J. Zobel",
    "Rank-biased precision for measurement of retrieval effectiveness",
    "ACM Transactions on Information Systems 27(1), 2008",
    "10.1145/1416950.1416952",
)
CHAPELLE = Publication(
    "O. Chapelle, D. Metzler, Y. Zhang and P. Grinspan",
    "Expected reciprocal rank for graded relevance",
    "CIKM 2009",
    "10.1145/1645953.1646033",
)
BUCKLEY_2000 = Publication(
    "C. Buckley and E. M. Voorhees",
    "Evaluating evaluation measure stability",
    "SIGIR 2000",
    "10.1145/345508.345543",
)
