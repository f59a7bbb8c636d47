"""Every route and method of the app, with the parts of an address that the lab and this route have."""

from __future__ import annotations

import re
from functools import cache, cached_property

from werkzeug.routing import Rule

from tests.fuzz.areas.web import WebArea
from tests.fuzz.bodies import Fields, changed, posted, sent_form
from tests.fuzz.dice import Dice
from tests.fuzz.headers import headers
from tests.fuzz.lab_queries import encoded, pairs
from tests.fuzz.wire import Sent
from tests.fuzz.world import DEAR
from tests.paths import ROOT

_READ = re.compile(r"request\.(?:args|form|values|files)(?:\.get\(|\.getlist\(|\[)\"([\w:.-]+)\"")
_BROKEN = [
    "/..",
    "/%00",
    "/%ff",
    "//",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/lab/",
    "/%F0%9F",
    "/;x",
    "/.git/config",
    "/%0d%0aX:1",
]
_ODD_QUERIES = [
    "%",
    "%zz=%",
    "&&&",
    "=",
    "a=b=c",
    ";labels=1",
    "labels=%ff",
    "labels=%00",
    "labels[]=1",
    "labels=1&labels=0",
]
METHODS = ["OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "get", "X" * 40]
#: Pages that draw a sheet. They and routes that make a file, for which a process starts, are asked less often.
DRAWS = re.compile(r"/sheets/(?:new|open)$")
USUAL = 40


@cache
def names_read() -> list[str]:
    """The names that views read of requests, taken from their source."""
    found = {name for file in (ROOT / "web").rglob("*.py") for name in _READ.findall(file.read_text("utf-8"))}
    return sorted(found)


class Routes(WebArea):
    """Each route of the app's map, known to this module or not."""

    name, share = "routes", 35

    def case(self, dice: Dice) -> Sent:
        if dice.chance(0.04):
            path = dice.choice(_BROKEN) + (dice.hostile() if dice.chance(0.3) else "")
            return Sent(dice.choice(["GET", "POST", *METHODS]), path, "", headers(dice))
        return self.request(dice.choice(self.rules), dice)

    def request(self, rule: Rule, dice: Dice) -> Sent:
        """A request to a route, mostly with one of its methods."""
        own = sorted((rule.methods or set()) - {"OPTIONS"})
        method = dice.choice(METHODS if dice.chance(0.03) else own)
        path, query = self.path(rule, dice), self._query(dice)
        if method != "POST":
            return Sent(method, path, query, headers(dice))
        fields = changed(dice, Fields(pairs(dice, self._names)), [*self._names, "csrf_token"], dice.hostile)
        return posted(path + (query if dice.chance(0.3) else ""), sent_form(dice, fields), headers(dice))

    @cached_property
    def rules(self) -> list[Rule]:
        """All routes, slow ones less often."""
        return [rule for rule in self.world.rules for _ in range(self._weight(rule.rule))]

    @staticmethod
    def _weight(rule: str) -> int:
        return 1 if DEAR.search(rule) else USUAL // 8 if DRAWS.search(rule) else USUAL

    def path(self, rule: Rule, dice: Dice) -> str:
        """An address of a route: mostly one that leads somewhere."""
        if not rule.arguments:
            return rule.rule
        place = dice.choice(self.world.places(rule))
        if dice.chance(0.12):
            place = {**place, dice.choice(sorted(place)): dice.hostile()}
        return self.world.address(rule, place)

    def _query(self, dice: Dice) -> str:
        if dice.chance(0.05):
            return f"?{dice.choice(_ODD_QUERIES)}"
        drawn = pairs(dice, self._names)
        return f"?{encoded(drawn)}" if drawn else ""

    @cached_property
    def _names(self) -> list[str]:
        return sorted({*names_read(), *(n for f in self.world.forms if f.method == "GET" for n, _ in f.fields)})
