"""ireval: evaluation measures for information retrieval, computed as tables that explain themselves."""

from ireval.errors import InputError
from ireval.evaluation.evaluation import evaluate
from ireval.explanation.explanation import explain

__all__ = ["InputError", "evaluate", "explain"]
