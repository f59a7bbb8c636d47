"""The number of files and connections that the system lets a process have open."""

from __future__ import annotations

import os
import select

MOST = 4000  # connections of a process
WITHOUT_EPOLL = 900  # without epoll each wait checks all connections, so more of them are slow
WINDOWS = 450  # its select takes 512
MOST_FILES = 2**16


def connections() -> int:
    """Raise the limit of open files as far as possible; returns how many connections a process may have.

    A quarter of the files is reserved for the database, and for long requests and answers, which are kept in files.
    """
    if os.name == "nt":
        return WINDOWS
    most = MOST if hasattr(select, "epoll") else WITHOUT_EPOLL
    return min(most, _raised_limit() * 3 // 4)


def _raised_limit() -> int:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    possible = MOST_FILES if hard == unlimited else min(hard, MOST_FILES)
    if soft != unlimited and soft < possible:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
        except (OSError, ValueError):  # macOS has a further limit
            return soft
        return possible
    return possible if soft == unlimited else soft
