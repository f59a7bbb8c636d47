"""The lecturer's settings of a room, which the store keeps as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web.store.rooms.room_records import Room


@dataclass(frozen=True)
class Settings:
    """The lecturer's settings: up to ``explain`` percent correct, explaining helps; from ``proceed`` on, going on.

    Between the two, a discussion does. With ``names``, phones show two words as the name of each device.
    """

    explain: int = 30
    proceed: int = 70
    names: bool = False

    @classmethod
    def of_room(cls, room: Room) -> Self:
        """The settings of a room."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in json.loads(room.settings).items() if name in known})

    @classmethod
    def sent(cls, form: Any) -> Self:
        """The settings in a form. Raises ``InputError``."""
        low, high = say(Message("setting-explain")), say(Message("setting-proceed"))
        explain = read_number(form.get("explain", "30"), "explain", low, whole=True, least=0, most=100)
        proceed = read_number(form.get("proceed", "70"), "proceed", high, whole=True, least=int(explain), most=100)
        return cls(int(explain), int(proceed), "names" in form)

    def written(self) -> str:
        """The settings as the store keeps them."""
        return json.dumps(asdict(self))
