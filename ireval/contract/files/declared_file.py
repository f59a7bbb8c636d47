"""Loads a user's file that declares something for the project, such as a measure."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from ireval.contract.finding import Finding

#: The most characters of an error's text that are shown.
MOST_TEXT = 300


@dataclass(frozen=True)
class Contract:
    """The rules for files that declare an object of one type, such as a measure.

    A file assigns an object of the type ``kind`` to the name ``declared``; messages call it by the ``noun``.
    ``modules`` returns the project's own such files. ``added`` is a context manager that adds a module's object to
    them, and ``name`` returns the object's name. ``findings`` returns the faults of a module, and ``passed`` the number
    of checks that it passes with these notes.
    """

    noun: str
    declared: str
    kind: type
    modules: Callable[[], Sequence[ModuleType]]
    added: Callable[[ModuleType], AbstractContextManager[Any]]
    name: Callable[[Any], str]
    findings: Callable[[ModuleType], list[Finding]]
    passed: Callable[[Iterable[Finding]], int]


class UnloadableError(ValueError):
    """A file that cannot be used; ``line`` is the line of the error, 0 if it has none."""

    def __init__(self, path: Path, line: int, message: str, fix: str) -> None:
        at = f"{path}, line {line}" if line else str(path)
        super().__init__(f"{at}: {message} {fix}")
        self.line = line


def load(path: Path, contract: Contract) -> ModuleType:
    """Load the module in a file that the contract is about; for a file of the project, return its loaded module.

    Raises ``UnloadableError`` if the file cannot be loaded, or does not declare such an object.
    """
    if path.is_dir():
        raise UnloadableError(path, 0, "This is a folder.", "Give a file that ends in .py.")
    if not path.is_file():
        raise UnloadableError(path, 0, "There is no such file.", "Check the path.")
    resolved = path.resolve()
    for module in contract.modules():
        if module.__file__ and Path(module.__file__).resolve() == resolved:
            return module
    found = spec_from_file_location(f"ireval_{contract.noun.replace(' ', '_')}_file.{path.stem}", resolved)
    if found is None or found.loader is None:
        raise UnloadableError(path, 0, "This is not a Python file.", "Give a file that ends in .py.")
    module = module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except SystemExit as end:
        raise UnloadableError(
            path, line_of(end, resolved), "The file ends the program.", "Take out what ends it."
        ) from None
    except BaseException as error:
        line = line_of(error, resolved)
        fix = "Correct this line." if line else f"Give a file in Python that declares {contract.declared}."
        raise UnloadableError(path, line, reason_of(error), fix) from None
    if not isinstance(getattr(module, contract.declared, None), contract.kind):
        wrong = f"The file declares no {contract.declared}."
        raise UnloadableError(path, 0, wrong, f"Assign a {contract.kind.__name__}(...) to {contract.declared}.")
    return module


def reason_of(error: BaseException) -> str:
    """Return the text of an error in one line, shortened if it is long."""
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return f"{said[:MOST_TEXT].removesuffix('.')}."


def line_of(error: BaseException, path: Path) -> int:
    """Return the line of the file ``path`` (absolute) that raised an error; 0 if no line of it did."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename) == path:
        return error.lineno or 0
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path]
    return (lines[-1] if lines else 0) or 0
