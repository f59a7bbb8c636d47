"""The tables as they are now. A change here needs a migration; a test checks that there is one.

Times are whole microseconds since 1970. With a student, the answers are deleted; with a sheet, its students. A sheet
that is submitted has a roster: its students are entered before they begin, in the order of their places. A visit is a
device on which a student's key was open, when it was last seen there, and when it last saved an answer. On a sheet for
practice, a student without a beginning was removed by the owner; the row keeps the key from coming back. Practice says
how much of an exercise a student was shown, after how many tries, and a digest of the answers tried last. Marks are
those of a student as they were last computed, with a digest of everything that they depend on. With a collection, its
parts are deleted; with a part, its pieces. The store does not know what is in a part. A job is long work that somebody
waits for, with pieces of the files that came with it, which are numbered from 0, and of the file that was made,
``MADE``. Its times are those of the database's clock. Jobs are over in minutes, and are not backed up. A room has
tables of its own; see ``store.rooms``.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from web.store.rooms.room_tables import room_answers, room_devices, room_keys, room_rounds, rooms
from web.store.table_parts import EPOCH, MICROSECOND, Moment, metadata

__all__ = [
    "EPOCH",
    "HEAD",
    "MADE",
    "MICROSECOND",
    "PASSING",
    "PIECE",
    "Moment",
    "answers",
    "collection_parts",
    "collection_pieces",
    "collections",
    "job_pieces",
    "jobs",
    "marks",
    "metadata",
    "practice",
    "room_answers",
    "room_devices",
    "room_keys",
    "room_rounds",
    "rooms",
    "sheets",
    "students",
    "visits",
]

#: The bytes of a piece, at most: a part of any size is written and read in pieces, and a piece fits a line of a backup.
PIECE = 2**18
#: The number of the file that was made, among the files of a job.
MADE = -1
#: Tables with this in their ``info`` are left out of backups.
PASSING = "passing"
#: The last migration.
HEAD = "0008"

sheets = Table(
    "sheets",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("student", String(64), nullable=False, unique=True),  # digests of the links' secrets
    Column("owner", String(64), nullable=False, unique=True),
    Column("title", String(200), nullable=False),
    Column("mode", String(16), CheckConstraint("mode IN ('once', 'practice')", name="mode"), nullable=False),
    Column("body", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("created", Moment, nullable=False),
    Column("expires", Moment, nullable=False, index=True),
    Column("opens", Moment),
    Column("deadline", Moment),
    Column(
        "late",  # what happens to answers after the deadline
        String(16),
        CheckConstraint("late IN ('refused', 'accepted')", name="late"),
        nullable=False,
        server_default="refused",
    ),
    Column("recovery", String(64), unique=True),  # the digest of the code that replaces a lost owner's link
    Column("secret", String(32), nullable=False, server_default=""),  # 128 bits as 32 hexadecimal digits
    Column("spread", Integer, nullable=False, server_default="0"),  # minutes over which the start is staggered
    Column("minutes", Integer, nullable=False, server_default="0"),  # that each student then has
    Column("most", Integer),  # the owner's limit for the number of students
)

students = Table(
    "students",
    metadata,
    Column("sheet", ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("begun", Moment),
    Column("submitted", Moment),
    Column("name", String(200), nullable=False, server_default=""),
    Column("place", Integer, nullable=False, server_default="0"),
)

visits = Table(
    "visits",
    metadata,
    Column("sheet", String(16), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("device", String(32), primary_key=True),
    Column("seen", Moment, nullable=False),
    Column("saved", Moment),
    ForeignKeyConstraint(["sheet", "key"], ["students.sheet", "students.key"], ondelete="CASCADE"),
)

practice = Table(
    "practice",
    metadata,
    Column("sheet", String(16), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("exercise", String(64), primary_key=True),
    Column("stage", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("tried", String(64), nullable=False),
    ForeignKeyConstraint(["sheet", "key"], ["students.sheet", "students.key"], ondelete="CASCADE"),
)

marks = Table(
    "marks",
    metadata,
    Column("sheet", String(16), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("state", String(64), nullable=False),
    Column("body", Text, nullable=False),
    ForeignKeyConstraint(["sheet", "key"], ["students.sheet", "students.key"], ondelete="CASCADE"),
)

answers = Table(
    "answers",
    metadata,
    Column("sheet", String(16), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("exercise", String(64), primary_key=True),
    Column("part", String(64), primary_key=True),
    Column("text", Text, nullable=False),
    Column("saved", Moment, nullable=False),
    ForeignKeyConstraint(["sheet", "key"], ["students.sheet", "students.key"], ondelete="CASCADE"),
)

collections = Table(
    "collections",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("reader", String(64), nullable=False, unique=True),  # digests of the links' secrets
    Column("owner", String(64), nullable=False, unique=True),
    Column("title", String(200), nullable=False),
    Column("summary", Text, nullable=False),
    Column("size", BigInteger, nullable=False),  # the bytes of all its parts
    Column("version", Integer, nullable=False),  # changes whenever the parts change
    Column("created", Moment, nullable=False),
    Column("expires", Moment, nullable=False, index=True),
)

collection_parts = Table(
    "collection_parts",
    metadata,
    Column("collection", ForeignKey("collections.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", String(2000), nullable=False),
    Column("size", BigInteger, nullable=False),
    UniqueConstraint("collection", "kind", "name"),
)

collection_pieces = Table(
    "collection_pieces",
    metadata,
    Column("collection", String(16), primary_key=True),
    Column("part", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary(PIECE), nullable=False),
    ForeignKeyConstraint(
        ["collection", "part"], ["collection_parts.collection", "collection_parts.number"], ondelete="CASCADE"
    ),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("state", String(16), nullable=False),
    Column("visitor", String(64), nullable=False),
    Column("network", String(64), nullable=False),
    Column("digest", String(64), nullable=False),  # the same for jobs that make the same file
    Column("is_long", Boolean, nullable=False),
    Column("attempt", Integer, nullable=False),  # how often a worker has begun it
    Column("lost", Integer, nullable=False),  # how many of them died
    Column("done", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("cancelled", Boolean, nullable=False),
    Column("size", BigInteger, nullable=False),  # the bytes of its files
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when somebody last asked for it
    Column("begun", BigInteger),
    Column("ended", BigInteger),
    Column("what", Text, nullable=False),  # JSON: the order; empty when the job has ended
    Column("page", Text, nullable=False),  # JSON: the text of the job's page, and where it leads to
    Column("outcome", Text, nullable=False),  # JSON: its outcome; empty before it ends
    Index("jobs_by_state", "state", "created"),
    Index("jobs_by_digest", "digest"),
    info={PASSING: True},
)

job_pieces = Table(
    "job_pieces",
    metadata,
    Column("job", ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
    Column("file", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary(PIECE), nullable=False),
    info={PASSING: True},
)
