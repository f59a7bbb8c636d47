"""The contract of export formats: its checks, in the order in which their findings are reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from ireval.contract.files.declared_file import Contract
from ireval.contract.files.staged_checks import Check, run_check, run_stages
from ireval.contract.finding import Finding, first_of_each
from ireval.exercises.contracts import declared_format, format_checks
from ireval.exercises.contracts.room_imports import check_imports
from ireval.exercises.exports import platform_files
from ireval.exercises.exports.shared.platform_format import PlatformFormat

#: Each stage is checked if the stages before it have no findings.
STAGES: tuple[tuple[Check[PlatformFormat], ...], ...] = (
    (declared_format.check_types,),
    (declared_format.check_words, declared_format.check_names),
    (format_checks.check_bytes,),
    (
        format_checks.check_progress,
        format_checks.check_held,
        format_checks.check_hostile_texts,
        format_checks.check_notes,
    ),
)


def findings(module: ModuleType) -> list[Finding]:
    """Return all faults of the format of a module, each rule once for each part that breaks it."""
    path = Path(str(module.__file__))
    found = run_check("imports", lambda: check_imports(path, "exports"), path)
    return list(first_of_each([*found, *run_stages(STAGES, module.FORMAT, path)[0]]))


def checks_passed(found: Iterable[Finding] = ()) -> int:
    """Return the number of checks that a file without faults passes."""
    return sum(map(len, STAGES)) + 1 - sum(finding.note for finding in found)


@contextmanager
def added(module: ModuleType) -> Iterator[None]:
    """Register the format of a module until the block ends."""
    with platform_files.added(module.FORMAT):
        yield


EXPORT_FORMATS = Contract(
    noun="export format",
    declared="FORMAT",
    kind=PlatformFormat,
    modules=lambda: platform_files.FORMAT_MODULES,
    added=added,
    name=lambda form: str(form.key),
    findings=findings,
    passed=checks_passed,
)
