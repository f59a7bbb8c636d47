"""The presets of tools that learn to rank, tune search engines, or score benchmarks.

The tests compare each of them with the tool, or with what the version that is named here computed.
"""

from __future__ import annotations

from ireval.conventions.preset import Preset

_ALL_IN_THE_GROUP = (
    "It ranks all documents of a query. Documents that were not retrieved count as ranked below all others."
)
_GRADES_ARE_BINARY = "MAP needs labels of 0 and 1."

TOOL_PRESETS: tuple[Preset, ...] = (
    Preset(
        "xgboost",
        "XGBoost",
        "The library for gradient boosting (3.2.0): its metrics ndcg, map and pre.",
        {"gain": "exponential", "divisor": "min-r-k", "short_list": "retrieved", "no_relevant": "score-1"},
        family="learning",
        traps=(
            _ALL_IN_THE_GROUP,
            "A name that ends in a minus, such as ndcg@10-, gives 0 to a query without relevant documents.",
            "With ndcg_exp_gain=False the gain is the grade (gain=linear).",
            _GRADES_ARE_BINARY,
        ),
    ),
    Preset(
        "lightgbm",
        "LightGBM",
        "The library for gradient boosting (4.7.0): its metrics ndcg and map.",
        {"gain": "exponential", "divisor": "min-r-k", "no_relevant": "score-1"},
        family="learning",
        traps=(
            _ALL_IN_THE_GROUP,
            "The parameter label_gain sets the gain of every grade. Its default is 2^grade - 1.",
            "There is always a cutoff. Without the parameter eval_at the cutoffs are 1 to 5.",
        ),
    ),
    Preset(
        "torchmetrics",
        "TorchMetrics",
        "The Python package for PyTorch (1.9.0): its retrieval metrics.",
        {"divisor": "relevant-retrieved", "ties": "averaged"},
        family="learning",
        traps=(
            (
                "A document counts as retrieved if its score is above 0. This holds for MAP, MRR, precision, recall; "
                "the other metrics count every document."
            ),
            _ALL_IN_THE_GROUP,
            "MAP divides by the relevant documents retrieved. One of ten relevant documents, at rank 1, scores 1.",
            (
                "With empty_target_action='pos' a query without relevant documents scores 1 (no_relevant=score-1); "
                "with 'skip' it is left out (no_relevant=left-out)."
            ),
            "With adaptive_k=True precision divides by the documents retrieved (short_list=retrieved).",
            (
                "Only nDCG averages over the orders of equal scores. The other metrics take the order in which PyTorch "
                "happens to sort them."
            ),
        ),
    ),
    Preset(
        "ml_metrics",
        "ml_metrics",
        "The Python package (0.1.4) from which many solutions on Kaggle have mapk.",
        {"divisor": "min-r-k", "no_relevant": "score-1"},
        family="learning",
        traps=(
            "The cutoff is 10 if none is given.",
            "A document that was retrieved twice counts once, at its first rank.",
            "A relevant document that is listed twice counts twice in the divisor.",
            (
                "Later copies of its code give 0 to a query without relevant documents (no_relevant=score-0). "
                "The function of the same name in R’s package Metrics gives NaN."
            ),
        ),
    ),
    Preset(
        "elasticsearch",
        "Elasticsearch",
        "The search engine (8): its ranking evaluation API, by the formulas of its source.",
        {"gain": "exponential", "short_list": "retrieved", "ideal_cut": "shorter"},
        family="search",
        traps=(
            "The cutoff is 10 if none is given, and also how many documents are searched for.",
            (
                "The metric dcg is nDCG only with normalize=true. Its ideal list is not longer than the list that was "
                "returned."
            ),
            (
                "Documents without a rating count as non-relevant, unless unknown_doc_rating gives them a grade; "
                "precision skips them with ignore_unlabeled=true (unjudged=skipped)."
            ),
            "ERR takes the top grade from maximum_relevance, as ERR(top='3')@10 does here.",
        ),
    ),
    Preset(
        "beir",
        "BEIR",
        "The benchmark’s Python package (2.2.0). It gets nDCG, MAP, recall and precision from pytrec_eval.",
        {"interpolation": "trec-eval-9", "scores": "single"},
        family="search",
        traps=(
            (
                "MRR, R_cap, Hole and top_k_accuracy keep the order of the run where scores are equal "
                "(ties=input-order), and compare them in double precision."
            ),
            (
                "Hole counts documents that were judged for no query at all. Unjudged@k counts those that were not "
                "judged for this query."
            ),
            "A document whose id is that of the query is removed first.",
            (
                "Means are rounded to five decimals. Queries missing from the run lower those of MRR, R_cap, Hole "
                "and top_k_accuracy only."
            ),
            "R_cap of a query without relevant documents is an error.",
        ),
    ),
    Preset(
        "ntcireval",
        "NTCIREVAL",
        "Sakai’s tool for NTCIR, as the Python package pyNTCIREVAL (0.0.3) computes it.",
        {"divisor": "min-r-k", "no_relevant": "left-out"},
        family="search",
        traps=(
            (
                "Two measures are called nDCG. MSnDCG discounts by log(i + 1), as here; nDCG does not discount the "
                "ranks below the base of its logarithm (discount=log2-rank)."
            ),
            "The option -g sets the gain of every grade. With 1:3:7 the gain is 2^grade - 1 (gain=exponential).",
            "ERR divides by the highest gain plus 1. With -g 1:3:7 that is 2^3, as with ERR(top='3') here.",
            "RBP counts gains, divided by the highest one, and has p=0.95.",
            "A query without relevant documents is an error, and has no score.",
        ),
    ),
    Preset(
        "quepid",
        "Quepid",
        "The tool for tuning search results (8.6.0): its scorers, by the formulas of their source.",
        {"gain": "exponential", "short_list": "retrieved", "ideal_cut": "uncut"},
        family="search",
        traps=(
            (
                "The ideal list of nDCG@10 has all rated documents. With more than 10 of them, nDCG@10 is always "
                "less than 1. nDCG_CUT@10 cuts it at rank 10 (ideal_cut=whole), as nDCG@10 did before version 8.1."
            ),
            "CG and DCG have no score if a document down to the cutoff is not rated.",
            "CG adds up the ratings (gain=linear); DCG and nDCG use 2^rating - 1.",
            "ERR takes the top grade from the scale of the scorer, as ERR(top='3')@10 does here.",
            "AP has no score where no document is relevant; nDCG is 0 there.",
        ),
    ),
)
