"""Names of runs: those of their files, with as many folders as it takes to tell them apart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath


def run_names(sources: Sequence[object]) -> list[str]:
    """A name for each source: of a file the end of its path, of something else its place among the sources.

    >>> run_names(["runs/bm25.txt", "old/best/run.txt", "new/best/run.txt", {}])
    ['bm25.txt', 'old/best/run.txt', 'new/best/run.txt', 'run 4']

    The same file twice, or a name that is there already, has its place behind it.

    >>> run_names(["run.txt", "run.txt"])
    ['run.txt', 'run.txt (2)']
    """
    paths = [_path(source) for source in sources]
    names: list[str] = []
    for i, path in enumerate(paths, start=1):
        name = _shortest(path, [other for other in paths if other and other != path]) if path else f"run {i}"
        names.append(name if name not in names else f"{name} ({i})")
    return names


def _path(source: object) -> PurePath | None:
    """The path of a file, or the name of what was read from one."""
    own = source if isinstance(source, str) else getattr(source, "name", None)
    own = source if isinstance(source, PurePath) else own
    return PurePath(own) if isinstance(own, (str, PurePath)) and str(own) else None


def _shortest(path: PurePath, others: Sequence[PurePath]) -> str:
    """The shortest end of a path that no other path has."""
    parts = path.parts
    for count in range(1, len(parts) + 1):
        if not any(other.parts[-count:] == parts[-count:] for other in others):
            return str(PurePath(*parts[-count:]))
    return str(path)
