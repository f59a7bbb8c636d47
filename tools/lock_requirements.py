"""Pin everything that the files in `requirements/` need, with the SHA-256 of each file of each package.

    python -m pip install uv
    python -m tools.lock_requirements

It keeps the versions that are pinned already. With `--upgrade` it takes the newest that the files allow, and with
`--upgrade-package NAME` the newest of one package. The hashes are those of all platforms and Python versions.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
OLDEST = "3.11"  # the oldest Python that is supported
BLOCK = re.compile(r"^([\w.-]+==.+) \\\n(?:.+\\\n)*.+\n", re.MULTILINE)


class Lock(NamedTuple):
    """A locked file, the file that it is made from, and the locked file that it includes, if any."""

    file: str
    source: str
    includes: str = ""


#: A file comes after those that its versions have to agree with.
LOCKS = (
    Lock("requirements.txt", "requirements/test.in"),
    Lock("requirements-server.txt", "requirements/server.in"),
    Lock("requirements-dev.txt", "requirements/development.in", includes="requirements.txt"),
)


def main(options: list[str]) -> None:
    """Write all locked files."""
    if find_spec("uv") is None:
        sys.exit("Locking needs uv. Install it with: python -m pip install uv")
    for lock in LOCKS:
        compiled = _compiled(lock, options)
        (ROOT / lock.file).write_text(_written(lock, compiled), "utf-8", newline="\n")
        print(f"{lock.file}: {len(BLOCK.findall(compiled))} packages")


def _compiled(lock: Lock, options: list[str]) -> str:
    """What uv makes of the source, with the versions that the locked file has so far; it names no registry."""
    first = LOCKS[0].file
    agreeing = [] if lock.file == first else ["--constraints", first]
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--generate-hashes", "--universal"]
    command += ["--python-version", OLDEST, "--no-header", "--no-annotate", "--no-emit-index-url", *agreeing, *options]
    command += [lock.source, "--output-file", lock.file]
    subprocess.run(command, cwd=ROOT, check=True)
    return (ROOT / lock.file).read_text("utf-8")


def _written(lock: Lock, compiled: str) -> str:
    """The text of a locked file: what it includes, and what is not in there, such as a package for more systems."""
    there = set(BLOCK.findall((ROOT / lock.includes).read_text("utf-8"))) if lock.includes else set()
    blocks = [found[0] for found in BLOCK.finditer(compiled) if found[1] not in there]
    head = [f"# Made from {lock.source} by `python -m tools.lock_requirements`. Change that file, and run it again."]
    return "".join(f"{line}\n" for line in [*head, *([f"-r {lock.includes}"] if there else [])]) + "".join(blocks)


if __name__ == "__main__":
    main(sys.argv[1:])
