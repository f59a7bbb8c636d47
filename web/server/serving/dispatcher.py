"""Threads that answer requests, one after the other as long as each takes little time.

Threads of one Python process that compute at once do not get more done. They take the interpreter from each other
several times in an answer, which then takes a sixth more of the processor's time, and all answers are late together.
So one thread works and the others wait; but when an answer takes long, another thread continues with the next request.
"""

from __future__ import annotations

import time
from typing import Any

from waitress.task import ThreadedTaskDispatcher

PATIENCE = 0.02  # seconds until the next request no longer waits for the one before: some usual answers


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Distributes requests among threads. The main thread calls `relieve` before it waits, and every `PATIENCE`."""

    def __init__(self) -> None:
        super().__init__()
        self._begun: object = None  # the request for whose answer the others wait
        self._since = 0.0

    def add_task(self, task: Any) -> None:
        """Have a request answered in its turn."""
        with self.lock:
            self.queue.append(task)
            if not self._begun:
                self.queue_cv.notify()

    def relieve(self) -> bool:
        """Let another thread begin if an answer takes long; returns whether a request waits behind another one."""
        if self.queue and self._begun and time.monotonic() - self._since > PATIENCE:
            with self.lock:
                self._begun = None
                self.queue_cv.notify()
        return len(self.queue) > (not self._begun)

    def handler_thread(self, thread_no: int) -> None:
        """Answer requests until the threads are to end."""
        while task := self._next(thread_no):
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            with self.lock:
                if self._begun is task:
                    self._begun = None

    def _next(self, thread_no: int) -> Any:
        """The request whose turn it is; None if this thread is to end."""
        with self.lock:
            while not self.stop_count and (self._begun or not self.queue):
                self.queue_cv.wait()
            if self.stop_count:
                self.stop_count -= 1
                self.threads.discard(thread_no)
                self.thread_exit_cv.notify()
                return None
            self._begun, self._since = self.queue.popleft(), time.monotonic()
            return self._begun
