"""Reads the forms with files, and makes the orders for the processes that read the files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from hashlib import file_digest
from io import BytesIO
from types import MappingProxyType

from flask import request, url_for
from werkzeug.datastructures import FileStorage

from ireval.collection.packed_collection import INDEX, QRELS, RUN
from ireval.collection.upload.file_kinds import KINDS
from ireval.collection.upload.sent_file import FIELD, SentFile, UploadChoices
from ireval.errors import InputError
from web.collections.upload_limits import upload_limits
from web.jobs.admission import Order
from web.jobs.kinds import ADDED_RUN, COLLECTION
from web.jobs.wording import COLLECTION as WORDING
from web.store import StoredCollection, store
from web.store.bounds import TITLE

#: The most files of an upload.
MOST_FILES = 60
#: The fields of the form that say how files belong together.
CHOICES = tuple(field.name for field in fields(UploadChoices))
#: Tells the page that takes a collection that the form named the kind of a file.
CHOSEN_KINDS = "kinds"
#: Megabytes of compressed files that are read in a second of processor time; a guess.
MEGABYTES_A_SECOND = 1.5


def upload_order() -> Order:
    """Return the order to read the files of the form. The job leads back to the form, with the title that was typed.

    Raises ``InputError`` without files, and for too many.
    """
    sent = [(upload, "") for upload in _uploads(FIELD)]
    sent += [(upload, kind) for kind in KINDS for upload in _uploads(kind)]
    choices = UploadChoices(**{name: request.form.get(name, "") for name in CHOICES})
    typed = " ".join(request.form.get("title", "").split())[:TITLE]
    if not sent:
        raise InputError(FIELD, "upload-without-files")
    if len(sent) > MOST_FILES:
        raise InputError(FIELD, "too-many-files-sent", count=len(sent), most=MOST_FILES)
    names = [(upload.filename or "", kind) for upload, kind in sent]
    return _order(
        COLLECTION,
        names,
        [upload for upload, _ in sent],
        title=typed or SentFile.title_of(names[0][0])[:TITLE],
        back=url_for("collections.overview", title=typed, _anchor="upload"),
        then="collections.take",
        kept=CHOSEN_KINDS if kinds_are_chosen() else "",
        choices=asdict(choices),
    )


def kinds_are_chosen() -> bool:
    """Whether the form of this request names the kind of a file."""
    return any(_uploads(kind) for kind in KINDS)


def run_order(token: str, stored: StoredCollection) -> Order:
    """The order to read the run that the owner adds to a collection. Raises ``InputError`` without one."""
    uploads = _uploads(RUN)
    if len(uploads) != 1:
        raise InputError(RUN, "one-run-at-a-time")
    parts = [store().collections.part(stored, kind, kind) for kind in (QRELS, INDEX)]
    return _order(
        ADDED_RUN,
        [(uploads[0].filename or "", "")],
        uploads,
        title=f"{SentFile.title_of(uploads[0].filename or '')} ({stored.title})",
        back=url_for("collection_owner.owned", token=token),
        then="collections.take_run",
        more=[BytesIO(part.body) for part in parts if part],
        kept=token,
    )


def _order(
    kind: str,
    names: Sequence[tuple[str, str]],
    uploads: Sequence[FileStorage],
    *,
    title: str,
    back: str,
    then: str,
    more: Sequence[BytesIO] = (),
    kept: str = "",
    choices: Mapping[str, str] = MappingProxyType({}),
) -> Order:
    digests, size = [], 0
    for upload in uploads:
        digests.append(file_digest(upload.stream, "sha256").hexdigest())  # type: ignore[arg-type] # it can be read
        size += upload.stream.seek(0, os.SEEK_END)
        upload.stream.seek(0)
    return Order(
        kind,
        {"files": list(names), "limits": asdict(upload_limits()), "choices": dict(choices)},
        json.dumps([title, names, digests, kept, dict(choices)]),
        title,
        back,
        size / MEGABYTES_A_SECOND / 10**6,
        wording=WORDING,
        then=then,
        files=[*(upload.stream for upload in uploads), *more],
        kept=kept,
    )


def _uploads(field: str) -> list[FileStorage]:
    """The files in a field, without the empty one that browsers send if no file was chosen."""
    return [upload for upload in request.files.getlist(field) if upload.filename]
