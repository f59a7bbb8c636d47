"""The folder of the jobs, which all processes of a server share: a folder for each job, with a file for each fact.

`order.json`   what is to be made, until it is made
`sent`         a folder with the files that came with the order, until then
`visitor.json` who waits for it, and what the page of the job says
`seen`         its time is when somebody last asked for the job
`worker`       exists while a process works on it: how often that was tried, and the id of the process
`again`        exists if it waits for another try
`progress`     the numbers of finished and of all variants
`cancel`       exists if the visitor has cancelled it
`end.json`     what became of it; nothing but this and `visitor.json` stays
`file`         what was made, until it is delivered

Files are written under another name and renamed, so nobody reads half of one. Only the server's user may read them.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ireval.messages.keyed_error import KeyedError

QUEUED, RUNNING, READY, DELIVERED, CANCELLED, FAILED = "queued", "running", "ready", "delivered", "cancelled", "failed"
#: Jobs that need a place in the queue or a process.
ACTIVE = (QUEUED, RUNNING)
_ID = re.compile(r"[\w-]{32}")


class SpoolError(KeyedError):
    """The folder cannot be used. The text is for the person who runs the server."""


@dataclass(frozen=True)
class Job:
    """A job, by its folder."""

    folder: Path

    @property
    def id(self) -> str:
        """The unguessable name of the job."""
        return self.folder.name

    @property
    def state(self) -> str:
        """One of the constants of this module."""
        if end := self.end:  # read once: another process may delete the job
            return str(end["state"])
        return RUNNING if (self.folder / "worker").exists() else QUEUED

    @property
    def end(self) -> Mapping[str, Any]:
        """What became of the job; empty before it ends."""
        return self._json("end.json")

    @property
    def order(self) -> Mapping[str, Any]:
        """What is to be made; empty if that is no longer known."""
        return self._json("order.json")

    @property
    def visitor(self) -> Mapping[str, Any]:
        """Who waits for the job, and what its page says; empty if the job was deleted."""
        return self._json("visitor.json")

    @property
    def progress(self) -> tuple[int, int]:
        """How many variants are finished, and how many there are; 0 and 0 before that is known."""
        with suppress(OSError, ValueError):
            done, total = (self.folder / "progress").read_text("ascii").split()
            return int(done), int(total)
        return 0, 0

    @property
    def file(self) -> Path:
        """Where the file is that was made."""
        return self.folder / "file"

    @property
    def sent_files(self) -> list[Path]:
        """The files that came with the order, in its order."""
        with suppress(OSError):
            return sorted((self.folder / "sent").iterdir(), key=lambda path: int(path.name))
        return []

    @property
    def attempts(self) -> int:
        """How often a process has begun to work on it."""
        with suppress(OSError, ValueError):
            return int((self.folder / "worker").read_text("ascii").split()[0])
        return 0

    def note_worker(self, process: int) -> None:
        """Note that the process with this id works on the job."""
        self.write("worker", f"{1 + (self.folder / 'again').exists()} {process}")

    def queue_again(self) -> None:
        """Note that no process works on the job any more, so that another one begins."""
        with suppress(OSError):
            (self.folder / "worker").rename(self.folder / "again")

    @property
    def is_cancelled(self) -> bool:
        """Whether the visitor has cancelled it."""
        return (self.folder / "cancel").exists()

    @property
    def unseen(self) -> float:
        """For how many seconds nobody has asked for the job."""
        try:
            return time.time() - (self.folder / "seen").stat().st_mtime
        except OSError:
            return 0 if not self.folder.exists() else float("inf")

    def see(self) -> None:
        """Note that somebody asks for the job."""
        with suppress(OSError):
            (self.folder / "seen").touch()

    def cancel(self) -> None:
        """Ask for the end of the work."""
        with suppress(OSError):
            (self.folder / "cancel").touch()

    def write(self, name: str, text: str) -> None:
        """Write one of the files as a whole. A job that was deleted stays so."""
        fresh = self.folder / f".{name}"
        with suppress(FileNotFoundError):
            fresh.write_text(text, "utf-8")
            fresh.replace(self.folder / name)

    def finish(self, state: str, **facts: object) -> None:
        """Note what became of the job, and delete what it was made from, and the file unless it is ready."""
        self.write("end.json", json.dumps({"state": state, "time": time.time(), **facts}))
        gone = ["order.json", "progress", "worker", "again", "cancel", *([] if state == READY else ["file", ".file"])]
        for name in gone:
            (self.folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.folder / "sent", ignore_errors=True)

    def delete(self) -> None:
        """Delete everything that is known of the job."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _json(self, name: str) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            found: dict[str, Any] = json.loads((self.folder / name).read_text("utf-8"))
            return found
        return {}


class Spool:
    """The folder of all jobs. Raises ``SpoolError`` if it cannot be used."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def prepare(self) -> None:
        """Make the folder, which only this user may enter."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            reason = error.strerror or str(error)
            raise SpoolError("jobs-not-kept", folder=str(self.folder), reason=reason) from error

    def check(self) -> None:
        """Write something into the folder. Raises ``SpoolError``."""
        self.prepare()
        try:
            with tempfile.TemporaryFile(dir=self.folder) as file:
                file.write(b"ok")
        except OSError as error:
            reason = error.strerror or str(error)
            raise SpoolError("jobs-not-kept", folder=str(self.folder), reason=reason) from error

    def jobs(self) -> list[Job]:
        """All jobs."""
        with suppress(OSError):
            return [Job(Path(found.path)) for found in os.scandir(self.folder) if _ID.fullmatch(found.name)]
        return []

    def find(self, id_: str) -> Job | None:
        """The job with this id, if there is one."""
        job = Job(self.folder / id_)
        return job if _ID.fullmatch(id_) and job.folder.is_dir() else None

    def add(self, order: Mapping[str, Any], visitor: Mapping[str, Any], files: Iterable[IO[bytes]] = ()) -> Job:
        """A new job with an unguessable id. The files are copied, piece by piece."""
        self.prepare()
        id_ = secrets.token_urlsafe(24)
        fresh = Job(self.folder / f".{id_}")
        try:
            fresh.folder.mkdir(mode=0o700)
            fresh.write("order.json", json.dumps(order))
            fresh.write("visitor.json", json.dumps(visitor))
            (fresh.folder / "sent").mkdir()
            for place, file in enumerate(files):
                with (fresh.folder / "sent" / str(place)).open("xb") as copy:
                    shutil.copyfileobj(file, copy)
            fresh.see()
            return Job(fresh.folder.rename(self.folder / id_))
        except OSError as error:
            fresh.delete()
            reason = error.strerror or str(error)
            raise SpoolError("jobs-not-kept", folder=str(self.folder), reason=reason) from error
