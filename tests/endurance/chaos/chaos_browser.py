"""A browser that uploads files."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping

from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from tests.classroom import token
from tools.rehearse.http_client import Answer, Browser, UnreachableError

PATIENCE = 30.0  # seconds for one answer; with the store out of order it comes sooner
STEPS = 40  # pages that lead from an upload to the collection, at most


class ChaosBrowser(Browser):
    """A browser of somebody who uses the store."""

    async def upload(self, title: str, files: Mapping[str, bytes]) -> str:
        """The path of the owner's page of a new collection. Raises ``UnreachableError``."""
        page = (await self.open("/collections")).text
        form: list[tuple[str, object]] = [("csrf_token", token(page)), ("title", title)]
        form += [("files", FileStorage(io.BytesIO(content), name)) for name, content in files.items()]
        boundary, body = encode_multipart(MultiDict(form))
        kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        answer = await self._request("POST", "/collections", body, PATIENCE, kind)
        return await self._follow(answer)

    async def post_json(self, path: str, body: str) -> Answer:
        """The answer to a request of a program."""
        return await self._request("POST", path, body.encode(), PATIENCE, {"Content-Type": "application/json"})

    async def _follow(self, answer: Answer) -> str:
        """Where an answer leads, by way of the page of a job, to the page of an owner."""
        path = ""
        for _ in range(STEPS):
            if answer.status == 303:
                path = answer.leads_to
            elif not path.startswith("/jobs/") or answer.status >= 400:
                break
            else:
                await asyncio.sleep(0.25)
            if path.startswith("/collections/own/"):
                return path
            answer = await self.get(path, PATIENCE)
        raise UnreachableError(f"an upload: status {answer.status}")
