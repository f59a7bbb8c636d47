"""Computes again what the steps of a kappa print."""

from __future__ import annotations

from ireval.agreement import Agreement
from ireval.numbers.expression import decimal
from ireval.numbers.typed_calculation import read_calculation


def check_printed_steps(agreement: Agreement) -> None:
    """Assert that each printed calculation gives its printed result, and that this is the value."""
    for step in agreement.steps:
        name, *calculation, shown = step.calculation.text.split(" = ")
        assert name == step.name
        if step.value is None:
            assert shown == "not defined"
            continue
        assert shown == decimal(step.value, 3)
        if calculation:
            assert decimal(float(read_calculation(calculation[0]).value), 3) == shown
