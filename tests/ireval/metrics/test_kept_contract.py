"""Every measure of the project keeps the contract that `measures --check` holds other people's files to."""

from __future__ import annotations

from types import ModuleType

import pytest

from ireval.contract import mistake_checks
from ireval.contract.checks import COMPUTED, findings
from ireval.measure import Measure
from ireval.measure.registry import measures, modules
from tests.tiers import sampled

pytestmark = pytest.mark.slow

#: The checks of scores, formulas and tables: all of the last stage but those of mistakes, which take half of the time.
NUMBERS = [check for check in COMPUTED if check.__module__ != mistake_checks.__name__]


@pytest.mark.parametrize("module", sampled(modules(), 3, lambda module: module.MEASURE.name))
def test_the_measure_keeps_the_contract(module: ModuleType) -> None:
    assert list(map(str, findings(module))) == []


@pytest.mark.parametrize("measure", measures().values(), ids=lambda measure: measure.name)
def test_scores_formulas_and_tables_keep_the_contract(measure: Measure) -> None:
    assert [str(finding) for check in NUMBERS for finding in check(measure)] == []


def test_the_checks_of_numbers_are_most_of_the_stage() -> None:
    assert len(COMPUTED) / 2 < len(NUMBERS) < len(COMPUTED)
