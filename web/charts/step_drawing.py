"""Charts up to a step: only the parts that follow from the rows shown so far. A script does the same in a page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from web.charts.scene import Table
from web.charts.svg_drawing import Drawing, Path
from web.state.step_position import StepPosition

_RANK = "rank"
#: The parts of a path: each begins with a move, or is a further point of a line.
_PARTS = re.compile(r"(?=M)| ")


def drawing_up_to(drawing: Drawing, position: StepPosition) -> Drawing:
    """Return the drawing with paths that end at the step; each also keeps its complete path."""
    return drawing._replace(paths=[_path_up_to(path, position) for path in drawing.paths])


def without_steps(drawing: Drawing) -> Drawing:
    """Return the drawing for a file: without the data that scripts need to show it step by step."""
    bare = [path._replace(since=None, whole="", layer="", panel=0, texts=()) for path in drawing.paths]
    return drawing._replace(paths=bare)


def tables_up_to(tables: Sequence[Table], position: StepPosition) -> list[Table]:
    """Return the rows up to the step. Recall levels are shown at the last rank, unless they are the steps."""
    if not position.partial:
        return list(tables)
    by_rank = position.axis == _RANK
    found = []
    for table in tables:
        if (table.heads[0] == _RANK) is not by_rank:
            found += [table] if not by_rank else []
            continue
        numbers = [int(row[0]) if row[0].isdigit() else position.last + 1 for row in table.rows] if by_rank else None
        rows = [row for i, row in enumerate(table.rows) if not position.hides(numbers[i] if numbers else i + 1)]
        found.append(table._replace(rows=rows))
    return found


def _path_up_to(path: Path, position: StepPosition) -> Path:
    parts = [part for part in _PARTS.split(path.d) if part]
    known = [_is_known(path, i, position) for i in range(len(parts))]
    if all(known):
        return path
    separator = " " if " " in path.d else ""
    return path._replace(d=separator.join(p for p, k in zip(parts, known, strict=True) if k), whole=path.d)


def _is_known(path: Path, part: int, position: StepPosition) -> bool:
    if path.since is None or not position.partial:
        return True
    if not path.since:
        return False
    if path.by_level is (position.axis == _RANK):
        return not path.by_level
    return bool(path.since[part]) and not position.hides(path.since[part])
