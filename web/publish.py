"""A folder of static files that never change: each carries its own digest in its name.

`publish` builds the folder once and finds it again at the next start, for its name is a digest of all that goes
into it: `instance/static/<digest>/`. A changed file makes a new folder, an interrupted build makes none.

Style sheets and scripts name each other by relative addresses, as `url("../font.woff")` and `import "../page/bus.js"`
do. They are published with the hashed names, each after the files it refers to: a changed file changes the names of
all that refer to it.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import posixpath
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from whitenoise.compress import Compressor

KEPT = 8  # folders: a server that still runs on an older state of the files goes on finding them
STALE = 3600  # seconds after which an unfinished build is taken for abandoned
MANIFEST = "names.json"
REFERENCES = {
    "css": re.compile(r"""url\("([^":/][^":]*)"\)"""),
    "js": re.compile(r"""^(?:import|export)\s(?:[\w$*{},\s]+\sfrom\s)?["'](\.[^"']+)["']""", re.MULTILINE),
}


@dataclass(frozen=True)
class Published:
    """A folder ready to be served, and the name in it of each file: `lab/lab.css` -> `lab/lab.0a1b2c3d4e5f.css`."""

    folder: Path
    names: Mapping[str, str]
    references: Mapping[str, list[str]]

    def needed(self, *entries: str) -> list[str]:
        """All files that these refer to, directly or through others, each after what it refers to itself."""
        found: dict[str, None] = {}

        def visit(name: str) -> None:
            for other in self.references.get(name, []):
                if other not in found:
                    visit(other)
                    found[other] = None

        for entry in entries:
            visit(entry)
        return [name for name in found if name not in entries]


def publish(
    recipe: str, sources: Mapping[str, bytes], build: Callable[[], Mapping[str, bytes]], into: Path
) -> Published:
    """The folder of `sources` and of what `build()` makes of them.

    `recipe` names whatever else the result depends on; `build` is called only if there is no such folder yet.
    Where `into` cannot be written, a temporary folder serves until the program ends.
    """
    digest = _digest(recipe, sources)
    try:
        into.mkdir(parents=True, exist_ok=True)
        folder = _folder(into, digest, build)
        _clean(into, keep=folder)
    except OSError:
        into = Path(tempfile.mkdtemp(prefix="ireval-static-"))
        atexit.register(shutil.rmtree, into, ignore_errors=True)
        folder = _folder(into, digest, build)
    return Published(folder / "files", **json.loads((folder / MANIFEST).read_text("utf-8")))


def _digest(recipe: str, sources: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256(recipe.encode())
    for name, content in sorted(sources.items()):
        whole.update(f"\n{name} {hashlib.sha256(content).hexdigest()}".encode())
    return whole.hexdigest()[:16]


def _folder(into: Path, digest: str, build: Callable[[], Mapping[str, bytes]]) -> Path:
    folder = into / digest
    if not (folder / MANIFEST).is_file():
        unfinished = Path(tempfile.mkdtemp(prefix=".build-", dir=into))
        _fill(unfinished, build())
        try:
            unfinished.replace(folder)
        except OSError:  # another process was faster
            shutil.rmtree(unfinished, ignore_errors=True)
            if not (folder / MANIFEST).is_file():
                raise
    folder.touch()
    return folder


def _fill(folder: Path, contents: Mapping[str, bytes]) -> None:
    files = folder / "files"
    compressor = Compressor(use_brotli=False, quiet=True)
    references = {name: _references(name, content) for name, content in contents.items()}
    names: dict[str, str] = {}
    for name in _sorted(references):
        content = _refer(name, contents[name], names)
        stem, dot, ending = name.rpartition(".")
        names[name] = f"{stem}.{hashlib.sha256(content).hexdigest()[:12]}{dot}{ending}"
        path = files / names[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if compressor.should_compress(path.name):
            compressor.compress(str(path))
    referring = {name: others for name, others in references.items() if others}
    (folder / MANIFEST).write_text(json.dumps({"names": names, "references": referring}, indent=1), "utf-8")


def _references(name: str, content: bytes) -> list[str]:
    """The files that a style sheet or script refers to, each once."""
    pattern = REFERENCES.get(name.rpartition(".")[2])
    found = pattern.findall(content.decode("utf-8")) if pattern else []
    return list(dict.fromkeys(_target(name, reference) for reference in found))


def _target(name: str, reference: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), reference))


def _sorted(references: Mapping[str, list[str]]) -> list[str]:
    """All files, each after those that it refers to, because its own digest depends on their names."""
    for name, others in references.items():
        for other in others:
            if other not in references:
                raise LookupError(f"{name} refers to {other}, which is not among the static files.")
    try:
        return list(TopologicalSorter(references).static_order())
    except CycleError as error:
        circle = " -> ".join(reversed(error.args[1]))
        raise LookupError(f"Static files refer to each other in a circle: {circle}.") from None


def _refer(name: str, content: bytes, names: Mapping[str, str]) -> bytes:
    """The content with hashed names in its references, whose folders stay as they are."""
    pattern = REFERENCES.get(name.rpartition(".")[2])
    if not pattern:
        return content

    def hashed(found: re.Match[str]) -> str:
        reference = found[1]
        published = posixpath.basename(names[_target(name, reference)])
        return found[0].replace(reference, posixpath.join(posixpath.dirname(reference), published))

    return pattern.sub(hashed, content.decode("utf-8")).encode("utf-8")


def _clean(into: Path, keep: Path) -> None:
    """Remove folders that have not been used for longest, and builds that were never finished."""
    for unfinished in into.glob(".build-*"):
        if unfinished.stat().st_mtime < time.time() - STALE:
            shutil.rmtree(unfinished, ignore_errors=True)
    finished = [path for path in into.iterdir() if not path.name.startswith(".") and path != keep]
    finished.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in finished[KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
