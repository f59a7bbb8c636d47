"""Every measure of the project keeps the contract that `measures --check` holds other people's files to."""

from __future__ import annotations

from types import ModuleType

import pytest

from ireval.contract.checks import findings
from ireval.measure.registry import modules

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.MEASURE.name)
def test_the_measure_keeps_the_contract(module: ModuleType) -> None:
    assert list(map(str, findings(module))) == []
