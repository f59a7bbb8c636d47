"""The contract of kinds of exercises: its checks, in the order in which their findings are reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from ireval.contract.files.declared_file import Contract
from ireval.contract.files.staged_checks import Check, run_check, run_stages
from ireval.contract.finding import Finding, first_of_each
from ireval.exercises.contracts import declared_kind, drawn_questions, marking_checks, question_checks
from ireval.exercises.contracts.format_checks import forget_files
from ireval.exercises.contracts.room_imports import check_imports
from ireval.exercises.kinds import catalog
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.variants.variant import forget

#: Each stage is checked if the stages before it have no findings.
STAGES: tuple[tuple[Check[Kind], ...], ...] = (
    (declared_kind.check_types,),
    (declared_kind.check_words, declared_kind.check_fields, declared_kind.check_places),
    (drawn_questions.check_drawing,),
    (drawn_questions.check_shape,),
    (
        drawn_questions.check_variants,
        question_checks.check_answers_follow,
        question_checks.check_documents,
        marking_checks.check_right_answers,
        marking_checks.check_wrong_answers,
        marking_checks.check_key,
        marking_checks.check_formats,
        marking_checks.check_guesses,
    ),
)


def findings(module: ModuleType) -> list[Finding]:
    """Return all faults of the kind of a module, each rule once for each part that breaks it."""
    path = Path(str(module.__file__))
    found = run_check("imports", lambda: check_imports(path, "kinds"), path)
    return list(first_of_each([*found, *run_stages(STAGES, module.KIND, path)[0]]))


def checks_passed(found: Iterable[Finding] = ()) -> int:
    """Return the number of checks that a file without faults passes."""
    return sum(map(len, STAGES)) + 1 - sum(finding.note for finding in found)


@contextmanager
def added(module: ModuleType) -> Iterator[None]:
    """Register the kind of a module until the block ends."""
    with catalog.added(module.KIND):
        forget()
        forget_files()
        try:
            yield
        finally:
            forget()
            forget_files()


EXERCISE_KINDS = Contract(
    noun="kind of exercise",
    declared="KIND",
    kind=Kind,
    modules=catalog.kind_modules,
    added=added,
    name=lambda kind: str(kind.key),
    findings=findings,
    passed=checks_passed,
)
