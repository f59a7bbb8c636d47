"""Rosters, opening times and deadlines, recovery codes, and the devices on which a student works."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Students who have begun are the first on the roster of their sheet."""
    with op.batch_alter_table("sheets") as table:
        table.add_column(sa.Column("opens", sa.BigInteger))
        table.add_column(sa.Column("deadline", sa.BigInteger))
        table.add_column(sa.Column("late", sa.String(16), nullable=False, server_default="refused"))
        table.add_column(sa.Column("recovery", sa.String(64)))
        table.create_unique_constraint("sheets_recovery_once", ["recovery"])
        table.create_check_constraint("sheets_late", "late IN ('refused', 'accepted')")
    with op.batch_alter_table("students") as table:
        table.add_column(sa.Column("name", sa.String(200), nullable=False, server_default=""))
        table.add_column(sa.Column("place", sa.Integer, nullable=False, server_default="0"))
        table.alter_column("begun", existing_type=sa.BigInteger, nullable=True)
    op.create_table(
        "visits",
        sa.Column("sheet", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("saved", sa.BigInteger),
        sa.PrimaryKeyConstraint("sheet", "key", "device", name="visits_key"),
        sa.ForeignKeyConstraint(
            ["sheet", "key"], ["students.sheet", "students.key"], name="visits_of_students", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Students who have not begun are gone."""
    op.drop_table("visits")
    op.execute(sa.text("DELETE FROM students WHERE begun IS NULL"))
    with op.batch_alter_table("students") as table:
        table.alter_column("begun", existing_type=sa.BigInteger, nullable=False)
        table.drop_column("place")
        table.drop_column("name")
    with op.batch_alter_table("sheets") as table:
        table.drop_constraint("sheets_late", type_="check")
        table.drop_constraint("sheets_recovery_once", type_="unique")
        for column in ("recovery", "late", "deadline", "opens"):
            table.drop_column(column)
