"""A measure file that is not part of the project: loaded, and for a while among the measures."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from ireval.measure import Measure, listing, registry, scores, spelling

#: The most characters of an error's text that are shown.
MOST_TEXT = 300


class UnloadableError(ValueError):
    """A file that cannot be used as a measure file: ``line`` is where, 0 where no line is to blame."""

    def __init__(self, path: Path, line: int, message: str, fix: str) -> None:
        at = f"{path}, line {line}" if line else str(path)
        super().__init__(f"{at}: {message} {fix}")
        self.line = line


def load(path: Path) -> ModuleType:
    """The module in a file that declares ``MEASURE``; the project's own where it is one of its files.

    Raises ``UnloadableError``.
    """
    if path.is_dir():
        raise UnloadableError(path, 0, "This is a folder.", "Give a file that ends in .py.")
    if not path.is_file():
        raise UnloadableError(path, 0, "There is no such file.", "Check the path.")
    resolved = path.resolve()
    for module in registry.modules():
        if module.__file__ and Path(module.__file__).resolve() == resolved:
            return module
    found = spec_from_file_location(f"ireval_measure_file.{path.stem}", resolved)
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
        fix = "Correct this line." if line else "Give a file with a measure in Python."
        raise UnloadableError(path, line, reason_of(error), fix) from None
    if not isinstance(getattr(module, "MEASURE", None), Measure):
        raise UnloadableError(path, 0, "The file declares no MEASURE.", "Assign a Measure(...) to MEASURE.")
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


@contextmanager
def registered(module: ModuleType) -> Iterator[Measure]:
    """The measure of a module, which is among the measures until the block ends."""
    if module in registry.modules():
        yield module.MEASURE
        return
    registry.ADDED.append(module)
    sys.modules[module.__name__] = module
    _forget()
    try:
        yield module.MEASURE
    finally:
        registry.ADDED.remove(module)
        del sys.modules[module.__name__]
        _forget()


def _forget() -> None:
    """Empty the caches of what depends on which measures there are."""
    registry.forget()
    spelling.forget()
    for cached in (scores._settings, listing._variants):
        cached.cache_clear()
