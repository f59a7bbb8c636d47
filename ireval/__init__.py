"""ireval: evaluation measures for information retrieval, computed as tables that explain themselves."""

from ireval.errors import InputError
from ireval.explanation import explain

__all__ = ["InputError", "explain"]
