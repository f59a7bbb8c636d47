"""Sheets, their students, and the students' answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "sheets",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("student", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="sheets_key"),
        sa.UniqueConstraint("student", name="sheets_student_once"),
        sa.UniqueConstraint("owner", name="sheets_owner_once"),
        sa.CheckConstraint("mode IN ('once', 'practice')", name="sheets_mode"),
    )
    op.create_index("sheets_by_expires", "sheets", ["expires"])
    op.create_table(
        "students",
        sa.Column("sheet", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("submitted", sa.BigInteger),
        sa.PrimaryKeyConstraint("sheet", "key", name="students_key"),
        sa.ForeignKeyConstraint(["sheet"], ["sheets.id"], name="students_of_sheets", ondelete="CASCADE"),
    )
    op.create_table(
        "answers",
        sa.Column("sheet", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("exercise", sa.String(64), nullable=False),
        sa.Column("part", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("saved", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("sheet", "key", "exercise", "part", name="answers_key"),
        sa.ForeignKeyConstraint(
            ["sheet", "key"], ["students.sheet", "students.key"], name="answers_of_students", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("answers")
    op.drop_table("students")
    op.drop_table("sheets")
