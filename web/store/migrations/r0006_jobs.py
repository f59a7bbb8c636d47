"""Long work that people wait for, with its files, each in pieces."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """There is none so far."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("is_long", sa.Boolean, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("done", sa.BigInteger, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("cancelled", sa.Boolean, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("begun", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="jobs_key"),
    )
    op.create_index("jobs_by_state", "jobs", ["state", "created"])
    op.create_index("jobs_by_digest", "jobs", ["digest"])
    op.create_table(
        "job_pieces",
        sa.Column("job", sa.String(32), nullable=False),
        sa.Column("file", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary(2**18), nullable=False),
        sa.PrimaryKeyConstraint("job", "file", "number", name="job_pieces_key"),
        sa.ForeignKeyConstraint(["job"], ["jobs.id"], name="job_pieces_of_jobs", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Work that is under way is lost."""
    op.drop_table("job_pieces")
    op.drop_table("jobs")
