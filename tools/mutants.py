"""Plant small faults in the code, one at a time, and count those that the tests of the same room do not notice.

    python -m tools.mutants                                   # what changed since the last tag, or in 20 commits
    python -m tools.mutants --since v1.2 --room web.store     # what changed in one room since a tag
    python -m tools.mutants --all --room ireval.metrics --sample 50

cosmic-ray makes the faults. The tests are those of the default tier in the folder of ``tests/`` that belongs to the
module, with the doctests in the module itself; test files that name the module come first, and the first failure ends
a run. All of it happens in a copy of the tracked files, so the checkout never changes. The run ends with status 1 if
tests fail without a fault, or if more than ``--most`` per cent of the faults survive.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import contextlib
import difflib
import importlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import chdir
from pathlib import Path

import pytest
from cosmic_ray.commands.init import init as list_faults
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec

ROOT = Path(__file__).parents[1]
#: The rooms whose faults matter most: numbers, marks, data and access.
GUARDS = "ireval", "web.store", "web.server", "web.coursework", "web.sheets", "web.jobs"
#: Folders of tests for modules whose room has none of its own.
TESTED_IN = {
    "web/coursework": "tests/web/sheets",
    "web/question": "tests/web/sheets",
    "web/files": "tests/web/downloads",
}
#: The numbers of lines that count, by the file.
Lines = Mapping[Path, set[int]]
SURVIVED, NOTICED, BROKEN, NOT_RUN = "survived", "noticed", "cannot be run", "not run"
#: Decorators that change how long a call takes, and not what it returns.
ONLY_FASTER = {"cache", "lru_cache", "cached_property", "lazy_attribute", "dataclass"}
#: Libraries that most tests need; no plugins of pytest, which loads them itself.
LIBRARIES = ("numpy", "scipy.stats", "pyarrow", "flask", "sqlalchemy", "alembic", "lxml.etree", "markdown_it", "jinja2")
#: Seconds that tests may take with a fault, and how much longer than without one.
SECONDS, LONGER = 60, 3
_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Run the command for the checkout at ``root``; returns its exit status."""
    options = _parser().parse_args(arguments)
    lines = {} if options.all else changed_lines(root, options.since or usual_start(root))
    ends = time.monotonic() + 60 * options.minutes
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    failing: set[Path] = set()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder, "copy")
        copy_tracked_files(root, copy)
        compileall.compile_dir(copy, quiet=2)
        with chdir(copy):
            for room in options.room or GUARDS:
                modules = [path for path in modules_of(room) if options.all or path in lines]
                # Faults are listed in so many modules only, because that takes minutes for all of them.
                modules = random.Random(options.seed).sample(modules, min(options.sample, len(modules)))  # noqa: S311
                drawn = sample(faults_in(modules, Path(folder, "faults")), lines, options.sample, options.seed)
                _try(drawn, ends, counts[room], failing)
    _report(counts)
    for tests in sorted(failing):
        print(f"Tests fail without a fault: {tests}")
    tried = sum(counts.values(), Counter())
    return int(bool(failing) or 100 * tried[SURVIVED] > options.most * (tried[SURVIVED] + tried[NOTICED]))


def _try(faults: Iterable[MutationSpec], ends: float, counts: Counter[str], failing: set[Path]) -> None:
    """Try each fault and count what becomes of it; ``failing`` are folders whose tests fail without one."""
    seconds: dict[Path, float | None] = {}
    for fault in faults:
        module = Path(fault.module_path)
        folder = folder_of_tests(module)
        if time.monotonic() < ends and folder not in seconds:
            seconds[folder] = seconds_without_fault(folder, ends - time.monotonic())
        usual = seconds.get(folder)
        if usual is None or time.monotonic() >= ends:
            counts[NOT_RUN] += 1
        elif usual:
            counts[outcome(fault, SECONDS + LONGER * usual)] += 1
        else:
            failing.add(folder)


def usual_start(root: Path) -> str:
    """The last tag before the current commit; without one the commit 20 before it, or the first one."""
    if tags := _git(root, "tag", "--merged", "HEAD", "--sort=-creatordate").split():
        return tags[0]
    return _git(root, "rev-list", "--first-parent", "--max-count=21", "HEAD").split()[-1]


def changed_lines(root: Path, since: str) -> dict[Path, set[int]]:
    """The numbers of the lines of each Python file that are new or different since a commit, committed or not."""
    found: dict[Path, set[int]] = {}
    for part in _git(root, "diff", "--no-color", "--no-ext-diff", "--unified=0", since, "--", "*.py").split("\ndiff "):
        if name := re.search(r"^\+\+\+ b/(.+)$", part, re.MULTILINE):
            hunks = ((int(first), int(count or 1)) for first, count in _HUNK.findall(part))
            found[Path(name[1])] = {n for first, count in hunks for n in range(first, first + count)}
    return found


def copy_tracked_files(root: Path, copy: Path) -> None:
    """Copy the files that git knows, as they are in the working tree."""
    for name in filter(None, _git(root, "ls-files", "-z").split("\0")):
        if (root / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy / name)


def _git(root: Path, *words: str) -> str:
    command = ["git", *words]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


def modules_of(room: str) -> list[Path]:
    """The modules in a room, such as ``web.store``, or the module with this name, below the current folder."""
    place = Path(*room.split("."))
    return [path for path in (place.with_suffix(".py"), *sorted(place.rglob("*.py"))) if path.is_file()]


def faults_in(modules: Sequence[Path], database: Path) -> list[MutationSpec]:
    """All faults that cosmic-ray can make in these modules, where a fault changes what the code does."""
    without_effect = {str(module): places_without_effect(module.read_text("utf-8")) for module in modules}
    with use_db(str(database), WorkDB.Mode.create) as found:
        list_faults(modules, found, {})
        faults = [fault for item in found.pending_work_items for fault in item.mutations]
    return [
        fault
        for fault in faults
        if not fault.operator_name.endswith(("_Eq_Is", "_NotEq_IsNot"))
        and not any(first <= fault.start_pos < last for first, last in without_effect[str(fault.module_path)])
    ]


def places_without_effect(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations, decorators that only save time, and ``zip``'s ``strict`` begin and end, as lines and columns:
    tests cannot notice a fault there, because arrays of different lengths would be a fault of their own.

    >>> places_without_effect("def f(x: int | None) -> None: ...")
    [((1, 23), (1, 28)), ((1, 8), (1, 19))]
    """
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation):
                found.append(annotation)
            case ast.FunctionDef(returns=returns, decorator_list=decorators):
                found += [returns, *(x for x in decorators if _only_saves_time(x))]
            case ast.ClassDef(decorator_list=decorators):
                found += [x for x in decorators if _only_saves_time(x)]
            case ast.Call(func=ast.Name("zip"), keywords=keywords):
                found += [keyword.value for keyword in keywords]
    # A decorator begins at its sign, before its name.
    return [((x.lineno, x.col_offset - 1), (x.end_lineno or 0, x.end_col_offset or 0)) for x in found if x is not None]


def _only_saves_time(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called).rpartition(".")[2] in ONLY_FASTER


def sample(faults: Iterable[MutationSpec], lines: Lines, most: int, seed: int) -> list[MutationSpec]:
    """At most so many of the faults, one at each place, drawn at random; only on these ``lines``, if there are any."""
    places: defaultdict[tuple[str, tuple[int, int]], list[MutationSpec]] = defaultdict(list)
    for fault in faults:
        if not lines or fault.start_pos[0] in lines.get(Path(fault.module_path), ()):
            places[str(fault.module_path), fault.start_pos].append(fault)
    dice = random.Random(seed)  # noqa: S311 - a sample, and no secret
    drawn = dice.sample(sorted(places), min(most, len(places)))
    return [dice.choice(sorted(places[place], key=lambda x: (x.operator_name, x.occurrence))) for place in drawn]


def folder_of_tests(module: Path) -> Path:
    """The folder of tests that belongs to a module: of its package, or of the closest package around it."""
    for package in module.parents:
        folder = Path(TESTED_IN.get(package.as_posix(), Path("tests", package)))
        if any(folder.rglob("test_*.py")):
            return folder
    return Path("tests")


def files_of_tests(module: Path) -> list[Path]:
    """The module itself, for its doctests, and the files of its folder of tests, first those that name it."""
    name = re.escape(module.with_suffix("").as_posix().replace("/", "."))
    parent, stem = module.parent.as_posix().replace("/", "."), module.stem
    named = re.compile(rf"\b{name}\b|\bfrom {re.escape(parent)} import [^\n]*\b{stem}\b")
    files = folder_of_tests(module).rglob("test_*.py")
    return [module, *sorted(files, key=lambda path: (not named.search(path.read_text("utf-8")), path))]


def passes(places: Iterable[Path], seconds: float) -> bool | None:
    """Whether the tests of the default tier in files or folders pass; None if they take more than ``seconds``.

    They run in a copy of this process, which has loaded ``LIBRARIES``: that takes longer than most tests.
    """
    for name in LIBRARIES:
        importlib.import_module(name)
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        words = ("-x", "-q", "-p", "no:cacheprovider", "--doctest-modules", "-m", "not thorough")
        sys.path.insert(0, str(Path.cwd()))
        os._exit(pytest.main([*words, *map(str, places)]))
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return not os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def seconds_without_fault(folder: Path, within: float) -> float | None:
    """How long the tests take as the code is; 0 if they fail, None if they take more than ``within`` seconds."""
    begun = time.monotonic()
    passed = passes([folder], within)
    if passed:
        return time.monotonic() - begun
    return None if passed is None else 0.0


def outcome(fault: MutationSpec, seconds: float) -> str:
    """Whether the tests notice a fault, or it ``survived``; a survivor is printed. Too long a run is a noticed one."""
    operator = get_operator(fault.operator_name)(**(fault.operator_args or {}))
    with use_mutation(fault.module_path, operator, fault.occurrence) as (before, after):
        if after is None:
            return BROKEN
        survived = passes(files_of_tests(Path(fault.module_path)), seconds)
    if not survived:
        return NOTICED
    line, column = fault.start_pos
    changed = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="")
    change = [x for x in changed if re.match(r"[-+](?![-+]{2} )", x)]
    print(f"{fault.module_path}:{line}:{column + 1} {fault.operator_name}", *change, sep="\n  ", flush=True)
    return SURVIVED


def interval(survived: int, tried: int) -> tuple[float, float]:
    """The interval of the share that survives, with 95 % confidence, by Wilson's formula.

    >>> [round(end, 3) for end in interval(1, 40)]
    [0.004, 0.129]
    """
    z = 1.959964
    share, more = survived / tried, z * z / tried
    half = z * ((share * (1 - share) + more / 4) / tried) ** 0.5
    return max(0.0, (share + more / 2 - half) / (1 + more)), (share + more / 2 + half) / (1 + more)


def _report(counts: Mapping[str, Counter[str]]) -> None:
    print(f"{'room':24} {'tried':>6} {'survived':>9} {'share':>7}  95 % interval")
    for room, found in counts.items():
        tried = found[SURVIVED] + found[NOTICED]
        low, high = interval(found[SURVIVED], tried) if tried else (0.0, 1.0)
        share = f"{found[SURVIVED] / tried:7.1%}" if tried else "      -"
        rest = "".join(f", {found[key]} {key}" for key in (BROKEN, NOT_RUN) if found[key])
        print(f"{room:24} {tried:6} {found[SURVIVED]:9} {share}  {low:.1%} to {high:.1%}{rest}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--since", help="only lines that changed since this commit; the last tag, or 20 commits ago")
    parser.add_argument("--all", action="store_true", help="all lines, changed or not")
    parser.add_argument("--room", action="append", help="a package or module; may be repeated")
    parser.add_argument("--sample", type=int, default=20, help="how many faults to try in each room")
    parser.add_argument("--minutes", type=float, default=30, help="no further fault is tried after so many minutes")
    parser.add_argument("--most", type=float, default=5, help="the share of survivors, in per cent, that is accepted")
    parser.add_argument("--seed", type=int, default=1, help="draws another sample")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
