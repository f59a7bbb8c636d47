"""A secret for each sheet, and the marks of each student, so that they need not be computed at every look."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Sheets so far get a secret, too; nothing is marked yet."""
    with op.batch_alter_table("sheets") as batch:
        batch.add_column(sa.Column("secret", sa.String(32), nullable=False, server_default=""))
    table = sa.table("sheets", sa.column("id"), sa.column("secret"))
    connection = op.get_bind()
    for identifier in connection.scalars(sa.select(table.c.id)).all():
        drawn = {"secret": secrets.token_hex(16)}
        connection.execute(sa.update(table).where(table.c.id == identifier).values(drawn))
    op.create_table(
        "marks",
        sa.Column("sheet", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("sheet", "key", name="marks_key"),
        sa.ForeignKeyConstraint(
            ["sheet", "key"], ["students.sheet", "students.key"], name="marks_of_students", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Keys are not signed, and marks are computed at every look."""
    op.drop_table("marks")
    with op.batch_alter_table("sheets") as batch:
        batch.drop_column("secret")
