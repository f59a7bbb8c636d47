"""A staggered start, and the owner's own number of students."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
oldest_code = "0006"


def upgrade() -> None:
    """On the sheets so far, all students start at once."""
    with op.batch_alter_table("sheets") as table:
        table.add_column(sa.Column("spread", sa.Integer, nullable=False, server_default="0"))
        table.add_column(sa.Column("minutes", sa.Integer, nullable=False, server_default="0"))
        table.add_column(sa.Column("most", sa.Integer))


def downgrade() -> None:
    """All students start when the sheet opens, and may write until its deadline, which is that of the last ones."""
    with op.batch_alter_table("sheets") as table:
        for column in ("most", "minutes", "spread"):
            table.drop_column(column)
