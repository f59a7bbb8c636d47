"""What every table is made of: its metadata, and the types of its columns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, MetaData, TypeDecorator

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """A time with its zone, stored in the same way by every database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:  # noqa: ARG002
        """The value as it is stored."""
        return None if value is None else (value - EPOCH) // MICROSECOND

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The value as it is read."""
        return None if value is None else EPOCH + value * MICROSECOND


metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_key",
        "fk": "%(table_name)s_of_%(referred_table_name)s",
        "uq": "%(table_name)s_%(column_0_name)s_once",
        "ix": "%(table_name)s_by_%(column_0_name)s",
        "ck": "%(table_name)s_%(constraint_name)s",
    }
)
