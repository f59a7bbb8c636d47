"""The publications that define measures."""

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
BUCKLEY_2004 = Publication(
    "C. Buckley and E. M. Voorhees",
    "Retrieval evaluation with incomplete information",
    "SIGIR 2004",
    "10.1145/1008992.1009000",
)
CLARKE = Publication(
    "C. L. A. Clarke, M. Kolla, G. V. Cormack, O. Vechtomova, A. Ashkan, S. Büttcher and I. MacKinnon",
    "Novelty and diversity in information retrieval evaluation",
    "SIGIR 2008",
    "10.1145/1390334.1390446",
)
YILMAZ = Publication(
    "E. Yilmaz and J. A. Aslam",
    "Estimating average precision with incomplete and imperfect judgments",
    "CIKM 2006",
    "10.1145/1183614.1183633",
)
AGRAWAL = Publication(
    "R. Agrawal, S. Gollapudi, A. Halverson and S. Ieong",
    "Diversifying search results",
    "WSDM 2009",
    "10.1145/1498759.1498766",
)
ZHAI = Publication(
    "C. Zhai, W. W. Cohen and J. Lafferty",
    "Beyond independent relevance: methods and evaluation metrics for subtopic retrieval",
    "SIGIR 2003",
    "10.1145/860435.860440",
)
