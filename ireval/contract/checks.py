"""All checks of the contract, in the order in which their findings are reported.

Checks that need a valid declaration, or all columns, run only if these have no findings. A cause is reported once, even
if several checks fail.
"""

from __future__ import annotations

import doctest
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from ireval.contract import declaration_checks, distinct_mistake_checks, mistake_checks, score_checks
from ireval.contract.cases import choices_of, distinct_presets, spellings
from ireval.contract.files.staged_checks import Check as AnyCheck
from ireval.contract.files.staged_checks import failure, run_check, run_stages
from ireval.contract.finding import Finding, first_of_each
from ireval.contract.formulas import formula_checks
from ireval.contract.formulas.value_checks import check_formula_values
from ireval.contract.import_checks import check_imports
from ireval.contract.sample_lists import AWKWARD, DIVERSE, SampleList, awkward_lists, random_lists
from ireval.contract.table_checks import check_table
from ireval.contract.type_checks import check_types
from ireval.conventions import effective
from ireval.explanation.step_table import StepTable
from ireval.measure import Measure
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec

Check = AnyCheck[Measure]

#: The fewest calculations in a table, on a list of fifteen documents, or of five with subtopics.
FEWEST = 2

DECLARED: tuple[Check, ...] = (
    declaration_checks.check_names,
    declaration_checks.check_columns,
    declaration_checks.check_settings,
    declaration_checks.check_words,
    declaration_checks.check_sources,
    declaration_checks.check_mistakes,
)
SPELLED: tuple[Check, ...] = (declaration_checks.check_variants,)


def check_tables(measure: Measure) -> Iterator[Finding]:
    """Check tables of awkward lists under every preset and rounding, and of random lists under random conventions.

    Every list is tried with every spelling; the presets take turns.
    """
    presets = distinct_presets(measure)
    for i, listing in enumerate(awkward_lists(subtopics=measure.needs_subtopics)):
        for j, spec in enumerate(spellings(measure)):
            yield from check_case(spec, listing, presets[(i + j) % len(presets)])
    whole = DIVERSE["the thesis' five"] if measure.needs_subtopics else AWKWARD["the lectures' fifteen"]
    for i, mode in enumerate(("columns", "intermediate", "carried")):
        for j, spec in enumerate(spellings(measure)):
            for decimals in ((i + j) % 4, (i + j + 2) % 4):
                yield from check_case(spec, whole, "lillis", rounding=mode, decimals=decimals)
    draw = random.Random(7)  # noqa: S311 - the same conventions in every run
    for listing in random_lists(40, subtopics=measure.needs_subtopics):
        chosen = {name: draw.choice(choices_of(name)) for name in measure.conventions if draw.random() < 0.5}
        yield from check_case(draw.choice(spellings(measure)), listing, draw.choice(presets), **chosen)


def check_case(spec: Spec, listing: SampleList, preset: str, **overrides: object) -> Iterator[Finding]:
    """Check one table of one list."""
    computed = compute(spec, listing.ranking, effective(preset, overrides))
    others = "".join(f", {name}={value}" for name, value in overrides.items())
    yield from check_table(StepTable(spec, computed, 3), f"{spec} of {listing} under {preset}{others}")


def check_calculations_printed(measure: Measure) -> Iterator[Finding]:
    """Check that enough cells of the table have a calculation."""
    whole = DIVERSE["the thesis' five"] if measure.needs_subtopics else AWKWARD["the lectures' fifteen"]
    computed = compute(spellings(measure)[0], whole.ranking, effective("lillis"))
    table = StepTable(spellings(measure)[0], computed, 3)
    printed = [text for column in table.columns for text in table.calculations(column) if text]
    if len(printed) < FEWEST:
        wrong = f"{len(printed)} cells of the table of {whole} have a calculation."
        fix = "Let columns be computed by the methods of t, and not from t.arrays."
        yield Finding("calculations", "compute", wrong, fix)


COLUMNS: tuple[Check, ...] = (score_checks.check_columns,)
WORKED: tuple[Check, ...] = (mistake_checks.check_work,)
PRINTED: tuple[Check, ...] = (formula_checks.check_formula,)
COMPUTED: tuple[Check, ...] = (
    formula_checks.check_legend,
    formula_checks.check_cutoff_in_formula,
    formula_checks.check_columns_in_formula,
    check_formula_values,
    check_tables,
    score_checks.check_blocks,
    score_checks.check_bounds,
    score_checks.check_defined,
    score_checks.check_cutoff,
    score_checks.check_order,
    mistake_checks.check_sentences,
    mistake_checks.check_values,
    mistake_checks.check_apart,
    mistake_checks.check_steps,
    mistake_checks.check_mistake_blocks,
    distinct_mistake_checks.check_calculated,
    distinct_mistake_checks.check_no_choice,
    check_calculations_printed,
)


#: Each stage is checked if the stages before it have no findings; the example is checked with the last stage.
STAGES: tuple[tuple[Check, ...], ...] = ((check_types,), DECLARED, SPELLED, COLUMNS, WORKED, PRINTED, COMPUTED)


class _ExampleRunner(doctest.DocTestRunner):
    """Runs an example and notes each result that differs from the shown one, and each error, with its line."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        self.differences: list[tuple[int, str]] = []
        self.errors: list[tuple[int, BaseException]] = []

    def report_failure(self, _: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        wanted, given = (" ".join(text.split()) or "nothing" for text in (example.want, got))
        text = f"{example.source.strip()} gives {given} and not {wanted}."
        self.differences.append(((test.lineno or 0) + example.lineno + 1, text))

    def report_unexpected_exception(self, _: Any, test: doctest.DocTest, example: doctest.Example, info: Any) -> None:
        self.errors.append(((test.lineno or 0) + example.lineno + 1, info[1]))


def check_example(module: ModuleType, path: Path) -> Iterator[Finding]:
    """Check that the module's docstring has an example, and that it gives the results that it shows."""
    example = doctest.DocTestFinder(recurse=False).find(module, module.__name__)
    if not example or not example[0].examples:
        fix = "Write one after >>> in the file's docstring, as the other measures have."
        yield Finding("example", "docstring", "There is no example.", fix)
        return
    runner = _ExampleRunner()
    runner.run(example[0])
    for line, text in runner.differences:
        yield Finding("example", f"docstring, line {line}", text, "Correct the measure or the example.")
    for line, error in runner.errors:
        yield failure(error, path, f"docstring, line {line}")


def checks_passed(found: Iterable[Finding] = ()) -> int:
    """Return the number of checks that a file without faults passes, without those that could not be made."""
    return sum(map(len, STAGES)) + 2 - sum(finding.note for finding in found)


def findings(module: ModuleType) -> list[Finding]:
    """Return all faults of the measure of a module, each rule once for each part that breaks it.

    Notes say what could not be checked.
    """
    path = Path(str(module.__file__))
    found = run_check("imports", lambda: check_imports(path), path)
    more, complete = run_stages(STAGES, module.MEASURE, path)
    found += more
    if complete:
        found += run_check("example", lambda: check_example(module, path), path)
    return list(first_of_each(found))
