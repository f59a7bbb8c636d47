"""Collections that people upload, with their parts, each in pieces."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """There are none so far."""
    op.create_table(
        "collections",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("reader", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="collections_key"),
        sa.UniqueConstraint("reader", name="collections_reader_once"),
        sa.UniqueConstraint("owner", name="collections_owner_once"),
    )
    op.create_index("collections_by_expires", "collections", ["expires"])
    op.create_table(
        "collection_parts",
        sa.Column("collection", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(2000), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("collection", "number", name="collection_parts_key"),
        sa.UniqueConstraint("collection", "kind", "name", name="collection_parts_collection_once"),
        sa.ForeignKeyConstraint(
            ["collection"], ["collections.id"], name="collection_parts_of_collections", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "collection_pieces",
        sa.Column("collection", sa.String(16), nullable=False),
        sa.Column("part", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary(2**18), nullable=False),
        sa.PrimaryKeyConstraint("collection", "part", "number", name="collection_pieces_key"),
        sa.ForeignKeyConstraint(
            ["collection", "part"],
            ["collection_parts.collection", "collection_parts.number"],
            name="collection_pieces_of_collection_parts",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    """Collections are gone."""
    op.drop_table("collection_pieces")
    op.drop_table("collection_parts")
    op.drop_table("collections")
