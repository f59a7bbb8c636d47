"""Times as pages show them, and as people type them.

The server states a time in UTC; the script of the page states it in the visitor's time zone.
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from markupsafe import Markup

from ireval.errors import InputError

_TIME = Markup('<time datetime="{}"{}>{}</time>')
_SHORT = Markup(" data-short")


def moment(time: datetime) -> Markup:
    """A time with its zone.

    >>> moment(datetime(2026, 11, 21, 9, 30, tzinfo=UTC))
    Markup('<time datetime="2026-11-21T09:30:00Z">21 November 2026, 09:30 UTC</time>')
    """
    return _TIME.format(f"{time:%Y-%m-%dT%H:%M:%SZ}", "", f"{time.day} {time:%B %Y, %H:%M} UTC")


def short_moment(time: datetime) -> Markup:
    """A short time for a column whose heading names the zone.

    >>> short_moment(datetime(2026, 11, 21, 9, 30, tzinfo=UTC))
    Markup('<time datetime="2026-11-21T09:30:00Z" data-short>21 Nov, 09:30</time>')
    """
    return _TIME.format(f"{time:%Y-%m-%dT%H:%M:%SZ}", _SHORT, f"{time.day} {time:%b, %H:%M}")


def field_text(time: datetime | None, zone: str) -> str:
    """A time as the value of a field for local times; empty without a time."""
    return f"{time.astimezone(_zone(zone)):%Y-%m-%dT%H:%M}" if time else ""


def zoned_text(time: datetime, zone: str) -> str:
    """A time on paper, with the name of its zone.

    >>> zoned_text(datetime(2026, 11, 21, 9, 30, tzinfo=UTC), "Europe/Vienna")
    '21 November 2026, 10:30 (Europe/Vienna)'
    """
    local = time.astimezone(_zone(zone))
    return f"{local.day} {local:%B %Y, %H:%M} ({zone})"


def read_moment(text: str, zone: str, field: str) -> datetime | None:
    """The time that somebody typed in a time zone; None for no text. Raises ``InputError``.

    >>> read_moment("2026-11-21T10:30", "Europe/Vienna", "deadline")
    datetime.datetime(2026, 11, 21, 9, 30, tzinfo=datetime.timezone.utc)
    """
    if not text.strip():
        return None
    try:
        local = datetime.fromisoformat(text.strip())
    except ValueError:
        local = None
    if local is None or local.tzinfo:
        raise InputError(field, "not-a-time", text=text)
    place = _zone(zone)
    try:
        found = local.replace(tzinfo=place).astimezone(UTC)
        back = found.astimezone(place).replace(tzinfo=None)
    except OverflowError:
        raise InputError(field, "not-a-time", text=text) from None
    if back != local:
        raise InputError(field, "time-skipped", text=text, zone=zone)
    return found


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, not a plain name, or a folder of zones
        raise InputError("zone", "unknown-time-zone", zone=name) from None
