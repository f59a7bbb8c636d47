"""How many connections each process has. All processes see it, so that they can share newcomers evenly.

The system would distribute them by chance. Of 300 connections one of two processes would often get 20 more than the
other, and its visitors wait longest when the server has most to do.
"""

from __future__ import annotations

import mmap

SLACK = 4  # connections that a process may have more than another before it leaves newcomers to that one
_BYTES = 8  # of a number


class Shares:
    """The numbers of connections of this many processes, which are forked later."""

    def __init__(self, processes: int) -> None:
        self._numbers = memoryview(mmap.mmap(-1, _BYTES * processes)).cast("q")

    def of(self, process: int) -> Share:
        """The share of one process, which has just been started."""
        return Share(self._numbers, process)


class Share:
    """The share of one process; ``numbers`` has the connections of all."""

    def __init__(self, numbers: memoryview[int], process: int) -> None:
        self._numbers, self._process = numbers, process
        self.connections = 0

    @property
    def connections(self) -> int:
        """The number of connections that the process has."""
        return self._numbers[self._process]

    @connections.setter
    def connections(self, number: int) -> None:
        self._numbers[self._process] = number

    @property
    def is_ahead(self) -> bool:
        """Whether another process has so many fewer connections that newcomers are to be left to it.

        >>> shares = Shares(2)
        >>> one, other = shares.of(0), shares.of(1)
        >>> one.connections, other.connections = 9, 4
        >>> one.is_ahead, other.is_ahead
        (True, False)
        """
        return self.connections > min(self._numbers) + SLACK
