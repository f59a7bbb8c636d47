"""How many files and connections the system lets a process have open."""

from __future__ import annotations

import os
import select

MOST = 4000  # connections of a process
WITHOUT_EPOLL = 900  # where each wait asks all connections, more of them make it slow
WINDOWS = 450  # its select takes 512
ENOUGH = 2**16


def connections() -> int:
    """How many connections a process may have, after its limit of open files was raised as far as it can be.

    A quarter of the files remains for the database, and for long requests and answers, which are kept in files.
    """
    if os.name == "nt":
        return WINDOWS
    most = MOST if hasattr(select, "epoll") else WITHOUT_EPOLL
    return min(most, _raised_limit() * 3 // 4)


def _raised_limit() -> int:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    possible = ENOUGH if hard == unlimited else min(hard, ENOUGH)
    if soft != unlimited and soft < possible:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
        except (OSError, ValueError):  # macOS has a further limit
            return soft
        return possible
    return possible if soft == unlimited else soft
