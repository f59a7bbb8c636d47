"""A file that is not part of the project: loaded, with the one thing that it declares."""

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
    """What files that declare one thing, such as a measure, promise.

    A file assigns a ``kind`` to the name ``declared``; messages call it by the ``noun``. ``modules`` are the project's
    own such files, ``added`` has the one of a module among them for a while, ``name`` is what it is called.
    ``findings`` are what is wrong with a module's, and ``passed`` counts the checks that it passes with these notes.
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
    """A file that cannot be used: ``line`` is where, 0 where no line is to blame."""

    def __init__(self, path: Path, line: int, message: str, fix: str) -> None:
        at = f"{path}, line {line}" if line else str(path)
        super().__init__(f"{at}: {message} {fix}")
        self.line = line


def load(path: Path, contract: Contract) -> ModuleType:
    """The module in a file that declares what the contract is about; the project's own where it is one of its files.

    Raises ``UnloadableError``.
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
    """What an error says, in one line that is not long."""
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return f"{said[:MOST_TEXT].removesuffix('.')}."


def line_of(error: BaseException, path: Path) -> int:
    """The line of a file, given by its whole path, that raised an error; 0 where none did."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename) == path:
        return error.lineno or 0
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path]
    return (lines[-1] if lines else 0) or 0
