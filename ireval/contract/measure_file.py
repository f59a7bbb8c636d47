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
    if not path.is_file():
        raise UnloadableError(path, 0, "There is no such file.", "Check the path.")
    for module in registry.modules():
        if module.__file__ and Path(module.__file__).resolve() == path.resolve():
            return module
    found = spec_from_file_location(f"ireval_measure_file.{path.stem}", path)
    if found is None or found.loader is None:
        raise UnloadableError(path, 0, "This is not a Python file.", "Give a file that ends in .py.")
    module = module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except Exception as error:
        message = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}."
        raise UnloadableError(path, line_of(error, path), message, "Correct this line.") from None
    if not isinstance(getattr(module, "MEASURE", None), Measure):
        raise UnloadableError(path, 0, "The file declares no MEASURE.", "Assign a Measure(...) to MEASURE.")
    return module


def line_of(error: BaseException, path: Path) -> int:
    """The line of a file that raised an error; 0 where none did."""
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
