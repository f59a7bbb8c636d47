"""How far students have come with an exercise that they practise."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has tried anything so far."""
    op.create_table(
        "practice",
        sa.Column("sheet", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("exercise", sa.String(64), nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("tried", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("sheet", "key", "exercise", name="practice_key"),
        sa.ForeignKeyConstraint(
            ["sheet", "key"], ["students.sheet", "students.key"], name="practice_of_students", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Tries are not counted."""
    op.drop_table("practice")
