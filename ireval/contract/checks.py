"""All checks of the contract, in the order in which their findings are best read.

What needs a sound declaration, or all columns, is checked only where these have no findings. Whatever a measure raises
while it is checked is a finding, too; so is a warning of NumPy, such as a division by 0.
"""

from __future__ import annotations

import doctest
import random
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from ireval.contract import declaration_checks, formula_checks, mistake_checks, score_checks
from ireval.contract.cases import choices_of, distinct_presets, spellings
from ireval.contract.finding import Finding, first_of_each
from ireval.contract.measure_file import line_of
from ireval.contract.sample_lists import AWKWARD, DIVERSE, SampleList, awkward_lists, random_lists
from ireval.contract.table_checks import check_table
from ireval.conventions import effective
from ireval.explanation.step_table import StepTable
from ireval.measure import Measure
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec

Check = Callable[[Measure], Iterator[Finding]]

DECLARED: tuple[Check, ...] = (
    declaration_checks.check_names,
    declaration_checks.check_columns,
    declaration_checks.check_settings,
    declaration_checks.check_words,
    declaration_checks.check_variants,
    declaration_checks.check_mistake_keys,
)


def check_tables(measure: Measure) -> Iterator[Finding]:
    """Tables of awkward lists under every preset and rounding, of random ones under random conventions.

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
    """One table on one list."""
    computed = compute(spec, listing.ranking, effective(preset, overrides))
    others = "".join(f", {name}={value}" for name, value in overrides.items())
    yield from check_table(StepTable(spec, computed, 3), f"{spec} of {listing} under {preset}{others}")


COLUMNS: tuple[Check, ...] = (score_checks.check_columns,)
COMPUTED: tuple[Check, ...] = (
    formula_checks.check_formula,
    formula_checks.check_legend,
    check_tables,
    score_checks.check_blocks,
    score_checks.check_bounds,
    score_checks.check_defined,
    score_checks.check_cutoff,
    mistake_checks.check_sentences,
    mistake_checks.check_values,
    mistake_checks.check_apart,
    mistake_checks.check_steps,
    mistake_checks.check_mistake_blocks,
)


def check_example(module: ModuleType) -> Iterator[Finding]:
    """The module's docstring has an example, and it gives what it shows."""
    example = doctest.DocTestFinder(recurse=False).find(module, module.__name__)
    if not example or not example[0].examples:
        fix = "Write one after >>> in the file's docstring, as the other measures have."
        yield Finding("example", "docstring", "There is no example.", fix)
        return
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(example[0], out=report.append)
    if runner.failures:
        text = " ".join(" ".join(report).replace("*", "").split())
        yield Finding("example", "docstring", f"The example fails: {text}", "Correct the measure or the example.")


def checks_passed() -> int:
    """How many checks a file without findings passes."""
    return len(DECLARED) + len(COLUMNS) + len(COMPUTED) + 1


def findings(module: ModuleType) -> list[Finding]:
    """Everything that is wrong with the measure of a module, each rule once for each part that breaks it."""
    measure: Measure = module.MEASURE
    path = Path(str(module.__file__))
    for stage in (DECLARED, COLUMNS):
        found = [finding for check in stage for finding in guarded(check, measure, path)]
        if found:
            return list(first_of_each(found))
    found = [finding for check in COMPUTED for finding in guarded(check, measure, path)]
    return list(first_of_each([*found, *check_example(module)]))


def guarded(check: Check, measure: Measure, path: Path) -> Iterator[Finding]:
    """The findings of a check; what it raises becomes one that names the line of the measure's file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield from first_of_each(check(measure))
    except Exception as error:
        line = line_of(error, path)
        where = f"line {line}" if line else check.__name__.removeprefix("check_").replace("_", " ")
        wrong = f"{type(error).__name__}: {error}."
        yield Finding("fails", where, wrong, "Correct what raises it; lists may be empty, and divisors 0.")
