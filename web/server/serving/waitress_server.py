"""Waitress' server with the bounds of `connections`, and with a loop that asks only connections that can have changed.

Waitress asks each connection before each wait whether it has something to do. With thousands of connections that takes
longer than the answers. Linux remembers what to wait for, and is called again only for what has changed.
"""

from __future__ import annotations

import select
import socket
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from web.server.serving.connections import Bounds, Channel, least_needed
from web.server.serving.dispatcher import PATIENCE, Dispatcher
from web.server.serving.shares import Share

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

AT_ONCE = 64  # newcomers that are let in before others are served again, or fewer:
OF_ALL = 4  # one in this many connections, so that the request of a newcomer is read before others take its place
REST = 0.01  # seconds in which a process with more connections than others leaves newcomers to them
ROOM = 64  # one connection in this many is closed at a time: finding them takes longer than closing them


class Server(TcpWSGIServer):  # type: ignore[misc]
    """A server on one socket that already listens; `run()` serves until Ctrl-C."""

    channel_class = Channel
    next_channel_cleanup: float = 0

    def __init__(
        self, app: WSGIApplication, listener: socket.socket, bounds: Bounds, share: Share, **options: Any
    ) -> None:
        self.bounds, self.share = bounds, share
        self.resting = 0.0  # until when newcomers are left to other processes
        self.interval = min(1, bounds.headers / 8)  # seconds between two looks for connections that are overdue
        self.of_address: Counter[str] = Counter()
        self.changed: set[Channel] = set()  # what to watch them for is to be looked at
        self.served: set[Channel] = set()  # those that threads make answers for
        self.watched: dict[int, int] = {}  # what the system watches each file for
        self.epoll: select.epoll | None = None
        adjustments = Adjustments(sockets=[listener], asyncore_use_poll=True, **options)
        adjustments.upload = bounds.upload
        dispatcher = Dispatcher() if hasattr(select, "epoll") else ThreadedTaskDispatcher()
        dispatcher.set_thread_count(adjustments.threads)
        place = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(
            app, {}, True, listener, dispatcher=dispatcher, adj=adjustments, bind_socket=False, sockinfo=place
        )

    def maintenance(self, now: float) -> None:
        """Close the connections that are overdue."""
        for channel in self._channels():
            if why := channel.overdue(now, self.bounds):
                channel.give_up(why)
        self.changed.update(self._channels())

    def readable(self) -> bool:
        """Whether newcomers are let in. When there is no room, one is let in as long as others can be closed."""
        if time.monotonic() < self.resting:
            return False
        now = time.time()
        if now >= self.next_channel_cleanup:
            self.next_channel_cleanup = now + self.interval
            self.maintenance(now)
        return self._has_room()

    def _has_room(self) -> bool:
        """Whether there is room for a newcomer, or can be made."""
        return len(self.active_channels) < self.bounds.connections or any(not one.requests for one in self._channels())

    def _channels(self) -> list[Channel]:
        """The connections; a copy, because other threads close some."""
        return list(self.active_channels.values())

    def handle_accept(self) -> None:
        """Let newcomers in, and close others in their favour. Another process with fewer may do so first."""
        now = time.monotonic()
        rested = now - self.resting < REST
        for _ in range(min(AT_ONCE, max(1, self.bounds.connections // OF_ALL))):
            known = self.share.connections = len(self.active_channels)
            if self.share.is_ahead and not rested:
                self.resting = now + REST
                return
            rested = False
            super().handle_accept()
            if len(self.active_channels) <= known or not self._has_room():
                return

    def enter(self, newcomer: Channel) -> None:
        """Count a new connection; where there are too many, in all or of its address, close others."""
        self.changed.add(newcomer)
        self.of_address[newcomer.address] += 1
        if len(self.active_channels) > self.bounds.connections:
            self._close_some(self._others(newcomer), self.bounds.connections, "no-room")
        most = self.bounds.of_one_address
        if most and self.of_address[newcomer.address] > most:
            same = [channel for channel in self._others(newcomer) if channel.address == newcomer.address]
            if not self._close_some(same, most, "address-full"):
                newcomer.give_up("address-full")

    def _others(self, newcomer: Channel) -> list[Channel]:
        return [channel for channel in self._channels() if channel is not newcomer]

    def _close_some(self, channels: Iterable[Channel], most: int, why: str) -> bool:
        leaving = least_needed(channels, max(1, most // ROOM))
        for channel in leaving:
            channel.give_up("idle" if channel.idle else why)
        return bool(leaving)

    def leave(self, channel: Channel, number: int) -> None:
        """Forget a connection that is about to be closed."""
        self.changed.discard(channel)
        self.of_address[channel.address] -= 1
        if not self.of_address[channel.address]:
            del self.of_address[channel.address]
        if self.watched.pop(number, 0) and self.epoll:
            with suppress(OSError):
                self.epoll.unregister(number)

    def pull_trigger(self) -> None:
        """Wake the main thread if a connection that is being served waits for it; most do not, after an answer."""
        waiting = [channel for channel in tuple(self.served) if channel.waits]
        if waiting or not self.epoll:
            self.changed.update(waiting)
            super().pull_trigger()

    def run(self) -> None:
        """Serve until Ctrl-C."""
        if not hasattr(select, "epoll"):
            super().run()
            return
        try:
            with select.epoll() as self.epoll:
                self._loop(self.epoll)
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()
        finally:
            self.epoll = None

    def _loop(self, epoll: select.epoll) -> None:
        always = [item for item in self._map.values() if not isinstance(item, Channel)]  # the listener, the trigger
        while self._map:
            for item in [*always, *self.changed]:
                self.changed.discard(item)
                if wanted := _wanted(item):  # of one that is being answered nothing is: it mostly stays silent
                    self._watch(epoll, item, wanted)
            events = epoll.poll(self._pause())
            for number, flags, item in [(number, flags, self._map.get(number)) for number, flags in events]:
                if item is None or self._map.get(number) is not item:  # closed since, its number perhaps used again
                    continue
                wanted = _wanted(item)
                if not wanted or not flags & (wanted | select.EPOLLERR | select.EPOLLHUP):
                    self._watch(epoll, item, wanted)  # it says more, or ends, before it is answered: that waits
                    continue
                wasyncore.readwrite(item, flags)
                if self._map.get(number) is item and isinstance(item, Channel):
                    self.changed.add(item)

    def _pause(self) -> float:
        """The seconds until there is something to do even if nothing happens."""
        self.share.connections = len(self.active_channels)
        pause = PATIENCE if self.task_dispatcher.relieve() else self.interval
        rest = self.resting - time.monotonic()
        return min(pause, rest) if rest > 0 else pause

    def _watch(self, epoll: select.epoll, item: Any, wanted: int) -> None:
        """Tell the system what to wait for, if that is not what it waits for already."""
        number = item._fileno
        before = self.watched.get(number, 0)
        if number is None or wanted == before:
            return
        with suppress(OSError):  # another thread has just closed it
            if not wanted:
                epoll.unregister(number)
            elif before:
                epoll.modify(number, wanted)
            else:
                epoll.register(number, wanted)
            self.watched[number] = wanted
        if not wanted and _wanted(item):  # answered meanwhile by a thread that found it watched
            self.changed.add(item)


def _wanted(item: Any) -> int:
    """What the system is to wait for: input, room for output, both or nothing."""
    wanted = select.EPOLLIN | select.EPOLLPRI if item.readable() else 0
    return wanted | select.EPOLLOUT if item.writable() else wanted
