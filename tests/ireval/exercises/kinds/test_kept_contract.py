"""Every kind of the project keeps the contract that `exercises --check` holds other people's files to."""

from __future__ import annotations

from types import ModuleType

import pytest

from ireval.exercises.contracts.kind_file import findings
from ireval.exercises.kinds.catalog import kind_modules

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("module", kind_modules(), ids=lambda module: module.KIND.key)
def test_the_kind_keeps_the_contract(module: ModuleType) -> None:
    assert list(map(str, findings(module))) == []
