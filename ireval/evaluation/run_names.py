"""Names of runs: the names of their files, with as many folders as are needed to distinguish them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from ireval.errors import InputError
from ireval.trec.plain_lists import plain_run


def runs_by_name(runs: object) -> tuple[bool, dict[str, Any]]:
    """Whether these are several runs, and the runs by name; an empty name means that the run's own name is used.

    Raises ``InputError`` for an empty list.
    """
    if plain := plain_run(runs):
        return False, {"": plain}
    if isinstance(runs, Mapping) and runs and not all(_is_topic(value) for value in runs.values()):
        return True, {str(name): run for name, run in runs.items()}
    if not isinstance(runs, (list, tuple)):
        return False, {"": runs}
    if not runs:
        raise InputError("run", "no-run-given")
    return True, dict(zip(run_names(runs), runs, strict=True))


def _is_topic(value: object) -> bool:
    """Whether this is the entry of a topic in a run, docno to score, and not a run itself."""
    if not isinstance(value, Mapping):
        return False
    return not any(issubclass(kind, Mapping) for kind in set(map(type, value.values())) if kind is not float)


def run_names(sources: Sequence[object]) -> list[str]:
    """A name for each source: the end of the path of a file; for other sources, their place among the sources.

    >>> run_names(["runs/bm25.txt", "old/best/run.txt", "new/best/run.txt", {}])
    ['bm25.txt', 'old/best/run.txt', 'new/best/run.txt', 'run 4']

    If the same name comes twice, the place of the second one is added to it.

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
