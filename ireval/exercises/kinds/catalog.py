"""All kinds of exercises, in the order in which a sheet made from a seed uses them; own questions are last."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ireval.exercises.kinds import (
    gap_table,
    inverse_question,
    measure_choice,
    one_number,
    system_comparison,
    wrong_cell,
)
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.kinds.means import mean_over_lists
from ireval.exercises.kinds.own import choice_question, numeric_question, printed_table, text_question

_MODULES = (
    one_number,
    gap_table,
    system_comparison,
    wrong_cell,
    measure_choice,
    inverse_question,
    mean_over_lists,
)
_OWN = (choice_question, numeric_question, text_question, printed_table)

KINDS: Mapping[str, Kind] = MappingProxyType({module.KIND.key: module.KIND for module in (*_MODULES, *_OWN)})
