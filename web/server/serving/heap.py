"""The memory that a server has taken when it is ready."""

from __future__ import annotations

import gc


def freeze_heap() -> None:
    """Keep everything that is loaded out of later searches for garbage, which would walk through all of it each time.

    Processes that are forked afterwards share this memory, because nothing writes to it.
    """
    gc.collect()
    gc.freeze()
