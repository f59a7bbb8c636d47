"""The requests of a hall of students: the forms that their browsers would post, and a small file."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import urlencode, urlsplit

from first_files import files_of, plain_name
from house import Form, fetch
from traffic import Exchange

PAGE = "/lab?labels={}&unretrieved=32211&size=800&conventions=lillis&show=nDCG@10"
GRADES = "u0123"
RELEVANT = "123"
WARM = 2.0  # seconds of a load that do not count
BROWSER = (
    "Accept: */*\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-GB,en;q=0.9\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Safari/537.36\r\nSec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n"
)


class Hall:
    """Makes the requests of a hall: each is the form of a page as a browser posts it, with one label changed."""

    def __init__(self, server: str, rows: int, repeats: float, seed: int) -> None:
        self.server, self.rows, self.repeats = server, rows, repeats
        self.chance = random.Random(seed)
        self.first = "".join(self.chance.choices(GRADES, k=rows))
        self.controls = Form(fetch(server + PAGE.format(self.first)).decode()).posted
        self.sent: dict[str, Exchange] = {}
        self.made = 0

    def student(self) -> Iterator[Exchange]:
        """The toggles of one student, who begins with a list of his own."""
        labels = self.chance.choices(GRADES, k=self.rows)
        while True:
            self.made += 1
            if self.sent and self.chance.random() < self.repeats:
                yield self.sent[self.chance.choice(list(self.sent))]
                continue
            before, labels = labels, self._changed(labels)
            exchange = self.sent["".join(labels)] = self._exchange(before, labels)
            yield exchange

    def _changed(self, labels: list[str]) -> list[str]:
        """The labels with one of them changed, so that nobody has sent them yet."""
        while True:
            rank = self.chance.randrange(self.rows)
            new = self.chance.choice([label for label in GRADES if label != labels[rank]])
            changed = [*labels[:rank], new, *labels[rank + 1 :]]
            if "".join(changed) not in self.sent:
                return changed

    def _exchange(self, before: list[str], after: list[str]) -> Exchange:
        """The request of a page that shows one state, whose form now says another one."""
        relevant = int(self.controls["relevant"]) + _relevant(before) - _relevant(self.first)
        shown = {
            name: value.replace(f"labels={self.first}", f"labels={''.join(before)}")
            for name, value in self.controls.items()
        }
        labels = {f"g{rank}": label for rank, label in enumerate(after, start=1)}
        body = urlencode(shown | {"relevant": str(relevant)} | labels).encode()
        head = (
            f"POST /lab HTTP/1.1\r\nHost: {urlsplit(self.server).netloc}\r\n{BROWSER}HX-Request: true\r\n"
            f"Origin: {self.server}\r\nReferer: {self.server}/\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return Exchange(head.encode() + body, f'value="labels={"".join(after)}&amp;'.encode())

    def plans(self, students: int, seconds: float) -> list[list[tuple[float, Exchange]]]:
        """One toggle a second for each student, from a moment by chance on."""
        plans = []
        for toggles in [self.student() for _ in range(students)]:
            begin = self.chance.random()
            plans.append([(begin + second, next(toggles)) for second in range(math.ceil(WARM + seconds))])
        return plans

    def several(self, number: int) -> list[Exchange]:
        """Requests of this number, five of each student."""
        return [exchange for _ in range(math.ceil(number / 5)) for exchange in islice(self.student(), 5)]


def _relevant(labels: Iterable[str]) -> int:
    return sum(label in RELEVANT for label in labels)


def small_file(server: str) -> Exchange:
    """The request for a small static file: the style sheet of formulas, some 500 bytes."""
    page = fetch(server + "/lab?labels=1").decode()
    address = next(file for file in files_of(page) if plain_name(file) == "math.css")
    head = f"GET {address} HTTP/1.1\r\nHost: {urlsplit(server).netloc}\r\n{BROWSER}\r\n"
    return Exchange(head.encode(), b"math")
