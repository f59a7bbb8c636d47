"""A small disk for the files of a database, which can be full or read-only for a while.

Root mounts one. An ordinary user has a folder instead: processes may then write no further into their files, and what
is opened again can only be read.
"""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MEGABYTES = 96
PIECE = bytes(1 << 16)


def may_mount() -> bool:
    """Whether this user may mount disks."""
    return os.geteuid() == 0 and _run("unshare", "--mount", "true")


class SmallDisk:
    """A mounted disk at a folder, and another view of it that can be read-only."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.view = folder / "disk", folder / "view"

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Mount both, and unmount them at the end, whatever still uses them."""
        for path in (self.folder, self.view):
            path.mkdir()
        _must_run("mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=755", "ireval-chaos", str(self.folder))
        try:
            _must_run("mount", "--bind", str(self.folder), str(self.view))
            yield
        finally:
            for path in (self.view, self.folder):
                _run("umount", "--lazy", str(path))

    @contextmanager
    def full(self, _: Iterable[int] = ()) -> Iterator[None]:
        """Fill it with a file."""
        ballast = self.folder / "ballast"
        try:
            with suppress(OSError), ballast.open("wb", buffering=0) as file:
                while file.write(PIECE):
                    pass
            yield
        finally:
            ballast.unlink()

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Nothing can be written to the files in ``view``."""
        _must_run("mount", "-o", "remount,bind,ro", str(self.view))
        try:
            yield
        finally:
            _must_run("mount", "-o", "remount,bind,rw", str(self.view))


class PlainFolder(SmallDisk):
    """A folder of an ordinary user."""

    def __init__(self, folder: Path) -> None:
        self.folder = self.view = folder / "disk"

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Make the folder."""
        self.folder.mkdir()
        yield

    @contextmanager
    def full(self, processes: Iterable[int] = ()) -> Iterator[None]:
        """Let these processes make no file larger than the database is now."""
        most = max(path.stat().st_size for path in self.folder.iterdir())
        before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in processes}
        for pid, (_, hard) in before.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, hard))
        try:
            yield
        finally:
            for pid, limits in before.items():
                with suppress(ProcessLookupError):
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Whoever opens the files again can only read them."""
        modes = {path: path.stat().st_mode & 0o777 for path in (*self.folder.iterdir(), self.folder)}
        for path, mode in modes.items():
            path.chmod(mode & 0o555)
        try:
            yield
        finally:
            for path, mode in reversed(modes.items()):
                with suppress(FileNotFoundError):
                    path.chmod(mode)


def small_disk(folder: Path) -> SmallDisk:
    """A mounted disk for root, a plain folder for others."""
    return SmallDisk(folder) if may_mount() else PlainFolder(folder)


def _must_run(*command: str) -> None:
    subprocess.run(command, check=True)


def _run(*command: str) -> bool:
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode == 0
