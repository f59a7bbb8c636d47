"""A folder of static files that never change: the name of each file contains its digest.

`publish` builds the folder once and finds it again at the next start, because its name is a digest of everything that
goes into it: `instance/static/<digest>/`. A changed file leads to a new folder; an interrupted build leaves none.
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
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from whitenoise.compress import Compressor

MOST_FOLDERS = 8  # folders that are kept, so that a server that still runs with older files finds them
STALE = 3600  # seconds after which an unfinished build is considered abandoned
MANIFEST = "names.json"
REFERENCE = re.compile(r'url\("([^":/][^":]*)"\)')


class Published(NamedTuple):
    """A folder ready to be served, and the name of each file in it: `lab/lab.css` -> `lab/lab.0a1b2c3d4e5f.css`."""

    folder: Path
    names: Mapping[str, str]


def publish(
    recipe: str, sources: Mapping[str, bytes], build: Callable[[], Mapping[str, bytes]], into: Path
) -> Published:
    """The folder of the files that `build()` makes from `sources`.

    `recipe` contains everything else that the result depends on; `build` is called only if there is no such folder yet.
    Where `into` cannot be written, a temporary folder is used until the program ends.
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
    return Published(folder / "files", json.loads((folder / MANIFEST).read_text("utf-8")))


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
    with suppress(OSError):  # a folder that was made before the disk became read-only
        folder.touch()
    return folder


def _fill(folder: Path, contents: Mapping[str, bytes]) -> None:
    files = folder / "files"
    compressor = Compressor(use_brotli=False, quiet=True)
    names: dict[str, str] = {}
    for name in sorted(contents, key=lambda name: (name.endswith(".css"), name)):
        content = contents[name]
        if name.endswith(".css"):
            content = _refer(name, content.decode("utf-8"), names).encode("utf-8")
        stem, dot, ending = name.rpartition(".")
        names[name] = f"{stem}.{hashlib.sha256(content).hexdigest()[:12]}{dot}{ending}"
        path = files / names[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if compressor.should_compress(path.name):
            compressor.compress(str(path))
    (folder / MANIFEST).write_text(json.dumps(names, indent=1), "utf-8")


def _refer(name: str, css: str, names: Mapping[str, str]) -> str:
    """A style sheet with the hashed names of the files that it refers to by the names of their sources."""

    def hashed(reference: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), reference[1]))
        if target not in names:
            raise LookupError(f"{name} refers to {target}, which is not among the static files.")
        return f'url("{posixpath.relpath(names[target], posixpath.dirname(name) or ".")}")'

    return REFERENCE.sub(hashed, css)


def _clean(into: Path, keep: Path) -> None:
    """Remove the folders that have been unused for longest, and builds that were never finished."""
    for unfinished in into.glob(".build-*"):
        if unfinished.stat().st_mtime < time.time() - STALE:
            shutil.rmtree(unfinished, ignore_errors=True)
    finished = [path for path in into.iterdir() if not path.name.startswith(".") and path != keep]
    finished.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in finished[MOST_FOLDERS - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
