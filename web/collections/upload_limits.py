"""The limits of uploads, from the settings."""

from __future__ import annotations

from flask import Flask, current_app

from ireval.collection.upload.sent_file import UploadLimits
from web.server.limits import BESIDE_FILES
from web.server.settings import Settings


def init_app(app: Flask, settings: Settings) -> None:
    """Take the limits from the settings."""
    app.config["UPLOAD_LIMITS"] = UploadLimits(
        size=settings.collection_megabytes * 10**6,
        topics=settings.collection_topics,
        depth=settings.collection_depth,
        documents=settings.collection_documents,
    )


def upload_limits() -> UploadLimits:
    """The limits of the current app."""
    found: UploadLimits = current_app.config["UPLOAD_LIMITS"]
    return found


def most_bytes() -> int:
    """Return the largest size of a request with files, in bytes."""
    return upload_limits().size + BESIDE_FILES
