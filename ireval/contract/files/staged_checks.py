"""Runs checks stage by stage: a stage is checked only if the stages before it have no findings.

An error that a file raises while it is checked is a finding, too, even if it would end the program; so is a warning of
NumPy, such as a division by 0.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ireval.contract.files.declared_file import line_of, reason_of
from ireval.contract.finding import Finding, first_of_each

T = TypeVar("T")
Check = Callable[[T], Iterator[Finding]]


def run_stages(stages: Sequence[Sequence[Check[Any]]], subject: object, path: Path) -> tuple[list[Finding], bool]:
    """Return the findings up to the first stage that has some, and whether the last stage was reached."""
    found: list[Finding] = []
    for place, stage in enumerate(stages, start=1):
        found = [finding for check in stage for finding in run_check(_noun(check), partial(check, subject), path)]
        if found or place == len(stages):
            return found, place == len(stages)
    return found, True


def run_check(name: str, check: Callable[[], Iterator[Finding]], path: Path) -> list[Finding]:
    """Return the findings of a check; an error that it raises becomes a finding with the line of the checked file."""
    found: list[Finding] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found.extend(first_of_each(check()))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # even an exit: the checked file must not end the check
        found.append(failure(error, path, name))
    return found


def failure(error: BaseException, path: Path, otherwise: str) -> Finding:
    """Return the finding for an error that a checked file raised, with its line, or else the place ``otherwise``."""
    line = line_of(error, path)
    where = f"line {line}" if line else otherwise
    if isinstance(error, SystemExit):
        return Finding("fails", where, "It ends the program.", "Take out what ends it.")
    return Finding("fails", where, reason_of(error), "Correct what raises it; lists may be empty, and divisors 0.")


def _noun(check: Check[Any]) -> str:
    return check.__name__.removeprefix("check_").replace("_", " ")
