"""Settings of Python's garbage collector for a server that is ready."""

from __future__ import annotations

import gc

#: New objects after which Python searches for garbage. With its default of 700, it would search during every other
#: answer, without need: nearly all objects are freed when the answer is made. A few hundred answers leave some
#: megabytes.
GC_THRESHOLD = 20_000


def settle_heap() -> None:
    """Search for garbage seldom, and never among the objects that are loaded now, which would slow down each search.

    Processes that are forked afterwards share this memory, because nothing writes to it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
