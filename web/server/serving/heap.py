"""The memory of a server that is ready, and how often Python searches it for garbage."""

from __future__ import annotations

import gc

#: New objects after which Python searches them. Its usual 700 make a search in every other answer, in vain: nearly all
#: objects are freed when the answer is made. What is left of a few hundred answers are some megabytes.
SEARCHED = 20_000


def settle_heap() -> None:
    """Search for garbage seldom, and never in what is loaded now, through which each search would have to walk.

    Processes that are forked afterwards share this memory, because nothing writes to it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(SEARCHED)
