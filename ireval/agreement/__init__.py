"""Agreement of assessors: Cohen's, weighted and Fleiss' kappa and Krippendorff's alpha, with their calculations.

May import ``diagnosis`` and everything below it; lessons and pages use it. ``tests/ireval/agreement`` tests it,
``tests/test_architecture.py`` keeps its imports so.

>>> from ireval.agreement import cohens_kappa
>>> ada = {"1": {"a": 1, "b": 1, "c": 0, "d": 0}}
>>> ben = {"1": {"a": 1, "b": 0, "c": 0, "d": 0}}
>>> for step in cohens_kappa({"ada": ada, "ben": ben}).steps:
...     print(step.calculation.text)
observed = (2 + 1)/4 = 0.750
expected = 2/4*3/4 + 2/4*1/4 = 0.500
kappa = (0.750 - 0.500)/(1 - 0.500) = 0.500
"""

from ireval.agreement.agreement import Agreement, Step
from ireval.agreement.all_coefficients import COEFFICIENTS
from ireval.agreement.coefficients.alpha import krippendorffs_alpha
from ireval.agreement.coefficients.cohen import cohens_kappa
from ireval.agreement.coefficients.fleiss import fleiss_kappa
from ireval.agreement.coefficients.weighted import weighted_kappa
from ireval.agreement.counts_agreement import table_agreement
from ireval.agreement.labels_in_common import SharedJudgements, shared_judgements
from ireval.agreement.majority_labels import MajorityLabel, majority_labels
from ireval.agreement.pairwise_kappa import PairwiseKappa, pairwise_kappa

__all__ = [
    "COEFFICIENTS",
    "Agreement",
    "MajorityLabel",
    "PairwiseKappa",
    "SharedJudgements",
    "Step",
    "cohens_kappa",
    "fleiss_kappa",
    "krippendorffs_alpha",
    "majority_labels",
    "pairwise_kappa",
    "shared_judgements",
    "table_agreement",
    "weighted_kappa",
]
