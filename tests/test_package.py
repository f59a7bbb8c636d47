"""The package that `pip install .` gives: the core alone, with its files, its metadata and its command."""

from __future__ import annotations

import email
import os
import subprocess
import sys
import tomllib
import zipfile
from email.message import Message
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from ireval.cli.options import EXTRAS
from tests.paths import ROOT
from tests.requirements import locked

pytestmark = pytest.mark.thorough

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BUILD = "import sys; from hatchling.build import build_{0} as build; print(build(sys.argv[1]))"
QRELS = "1 0 a 1\n1 0 b 0\n"
RUN = "1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n"
needs_hatchling = pytest.mark.skipif(
    find_spec("hatchling") is None, reason="needs hatchling: pip install -r requirements-dev.txt"
)


def built(kind: str, folder: Path) -> Path:
    """A file of this kind, built without any other environment, so without the internet."""
    command = [sys.executable, "-c", BUILD.format(kind), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed in it."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", str(folder), str(wheel)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def run(installed: Path, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A program that sees the installed package and not the checkout."""
    environment = os.environ | {"PYTHONPATH": str(installed), "COLUMNS": "80"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return email.message_from_bytes(archive.read(name))


@needs_hatchling
def test_the_wheel_holds_the_core_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    inside = {name for name in names if ".dist-info/" not in name}
    files = {path for path in (ROOT / "ireval").rglob("*") if path.is_file() and path.parent.name != "__pycache__"}
    assert inside == {path.relative_to(ROOT).as_posix() for path in files} | {"ireval/glossary/glossary.md"}
    assert "ireval/exercises/paper/sheet.typ" in inside
    assert any(name.endswith("/licenses/LICENSE") for name in names)


@needs_hatchling
def test_the_sources_are_those_of_the_core(tmp_path: Path) -> None:
    import tarfile

    with tarfile.open(built("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {name.partition("/")[0] for name in names} <= {
        *("ireval", "docs", "PKG-INFO", ".gitignore"),
        *("CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml"),
    }
    assert {"ireval/__init__.py", "LICENSE", "pyproject.toml"} <= names
    assert [name for name in names if name.startswith("docs/")] == ["docs/glossary.md"]


@needs_hatchling
def test_the_metadata(wheel: Path) -> None:
    found = metadata(wheel)
    assert (found["Name"], found["Version"]) == ("ireval", PROJECT["version"])
    assert found["License-Expression"] == "MIT"
    assert found["Requires-Python"] == ">=3.11"
    needed = [Requirement(text) for text in found.get_all("Requires-Dist", [])]
    assert {r.name for r in needed if r.marker is None} == {"numpy", "pyarrow", "click"}
    assert {r.name for r in needed if r.marker is not None} == frozenset().union(*EXTRAS.values())
    assert set(found.get_all("Provides-Extra", [])) == set(EXTRAS)
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert "ireval = ireval.cli.program:run" in archive.read(name).decode()


@needs_hatchling
def test_the_installed_command_scores_files(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "run.txt").write_text(RUN)
    scripts = [path for path in (installed / "bin", installed / "Scripts") if path.is_dir()]
    done = run(installed, tmp_path, str(scripts[0] / "ireval"), "evaluate", "qrels.txt", "run.txt", "-m", "RR")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["RR", "all", "0.5000"]


@needs_hatchling
def test_the_installed_package_has_the_glossary(installed: Path, tmp_path: Path) -> None:
    program = "import ireval.glossary as g; print(g.__file__); print(g.term_named('qrels').meaning)"
    done = run(installed, tmp_path, sys.executable, "-c", program)
    where, meaning = done.stdout.splitlines()
    assert Path(where).is_relative_to(installed)
    assert (meaning, done.stderr) == ("the judgements of all topics, as a file", "")


@needs_hatchling
def test_the_program_names_itself_as_it_was_started(installed: Path, tmp_path: Path) -> None:
    script = next(path for path in (installed / "bin", installed / "Scripts") if path.is_dir()) / "ireval"
    for started, command in (("ireval", [str(script)]), ("python -m ireval", [sys.executable, "-m", "ireval"])):
        done = run(installed, tmp_path, *command, "evaluate", "--help")
        assert done.stdout.startswith(f"Usage: {started} evaluate ")
        assert f"\n  {started} evaluate qrels.txt run.txt\n" in done.stdout


def test_the_pinned_versions_satisfy_what_the_package_requires() -> None:
    pinned = locked("requirements.txt")
    extras = PROJECT["optional-dependencies"]
    needed = [
        Requirement(text) for text in (*PROJECT["dependencies"], *(t for texts in extras.values() for t in texts))
    ]
    assert needed
    for requirement in needed:
        assert pinned[requirement.name].version in requirement.specifier, requirement


def test_the_extras_are_what_commands_name() -> None:
    declared = PROJECT["optional-dependencies"]
    assert {extra: {Requirement(text).name for text in declared[extra]} for extra in declared} == EXTRAS


def test_a_command_without_its_extra_says_what_to_install(tmp_path: Path) -> None:
    """In one process: the modules of sheets are imported again for each package that is not there."""
    needed = {"lxml": "moodle", "typst": "pdf", "segno": "pdf", "ziafont": "pdf", "markdown_it": "moodle"}
    program = f"""
import sys
for missing, form in {needed}.items():
    for name in [name for name in sys.modules if name.split(".")[0] in ("ireval", missing)]:
        del sys.modules[name]
    sys.modules[missing] = None
    from ireval.cli.program import main
    make = ["sheet", "make", "--seed", "1", "--exercises", "1", "--title", "\N{GREEK SMALL LETTER ALPHA}"]
    intro = ["--intro", "a"] if missing == "markdown_it" else []
    main([*make, *intro, "-o", "sheet.json"], standalone_mode=False)
    try:
        main(["sheet", "export", "sheet.json", "-f", form])
    except SystemExit as ended:
        print(missing, ended.code)
    del sys.modules[missing]
"""
    done = run(ROOT, tmp_path, sys.executable, "-c", program)
    assert [line for line in done.stdout.splitlines() if line.split()[0] in needed] == [f"{x} 2" for x in needed]
    packages = ("lxml", "typst", "segno", "ziafont", "markdown-it-py")
    says = 'Error: This needs the package {}. Install it from the checkout of ireval: pip install ".[sheets]"'
    assert done.stderr.splitlines() == [says.format(package) for package in packages]


def test_comparing_without_scipy_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys; sys.modules['scipy'] = None; from ireval.cli.program import main; main()"
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n2 0 b 1\n")
    for name, topics in (("a.txt", "12"), ("b.txt", "2")):
        (tmp_path / name).write_text("".join(f"{topic} Q0 {'ab'[int(topic) - 1]} 1 1 x\n" for topic in topics))
    done = run(ROOT, tmp_path, sys.executable, "-c", program, "compare", "qrels.txt", "a.txt", "b.txt")
    assert done.returncode == 2
    says = 'Error: This needs the package scipy. Install it from the checkout of ireval: pip install ".[compare]"\n'
    assert done.stderr == says


def test_a_module_missing_for_another_reason_is_not_hidden(tmp_path: Path) -> None:
    program = "import sys; sys.modules['pyarrow'] = None; from ireval.cli.program import main; main()"
    (tmp_path / "qrels.txt").write_text(QRELS)
    done = run(ROOT, tmp_path, sys.executable, "-c", program, "evaluate", "qrels.txt", "qrels.txt")
    assert done.returncode == 1
    assert "ModuleNotFoundError: import of pyarrow halted" in done.stderr


#: What scoring files goes without.
NEEDLESS = ("lxml", "typst", "segno", "ziafont", "flask", "sqlalchemy", "pandas", "scipy")
NEEDLESS_ROOMS = ("ireval.comparison", "ireval.exercises", "ireval.diagnosis", "ireval.contract", "ireval.paste", "web")


def test_evaluate_imports_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "run.txt").write_text(RUN)
    program = """
import sys
from ireval.cli.program import main
main(["evaluate", "qrels.txt", "run.txt"], standalone_mode=False)
print(*sys.modules, file=sys.stderr)
"""
    done = run(ROOT, tmp_path, sys.executable, "-c", program)
    imported = set(done.stderr.split())
    assert "pyarrow" in imported
    assert imported.isdisjoint({*NEEDLESS, *NEEDLESS_ROOMS, "ireval.explanation.explanation", "ireval.cli.sheet"})


def test_help_lists_every_command(tmp_path: Path) -> None:
    done = run(ROOT, tmp_path, sys.executable, "-m", "ireval", "--help")
    listed = [line.split()[0] for line in done.stdout.partition("Commands:\n")[2].splitlines()]
    commands = ["compare", "diagnose", "evaluate", "exercises", "experiment", "explain", "exports", "lessons"]
    commands += ["measures", "mistakes", "reproduce", "sheet"]
    assert listed == commands
    assert all(len(line.split()) > 3 for line in done.stdout.partition("Commands:\n")[2].splitlines())
