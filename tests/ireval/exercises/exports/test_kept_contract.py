"""Every format of the project keeps the contract that `exports --check` holds other people's files to."""

from __future__ import annotations

from types import ModuleType

import pytest

from ireval.exercises.contracts.format_file import EXPORT_FORMATS, findings


@pytest.mark.parametrize("module", EXPORT_FORMATS.modules(), ids=lambda module: module.FORMAT.key)
def test_the_format_keeps_the_contract(module: ModuleType) -> None:
    assert list(map(str, findings(module))) == []
