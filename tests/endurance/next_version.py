"""The next version of the product: a copy of the present code with another migration."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.paths import ROOT
from web.store.schema import HEAD

REVISION = "9001"
#: What the app needs beside the code that is changed; it is used where it is.
SAME = ("ireval", "templates", "static", "lessons", "collections")
MIGRATION = f'''
import sqlalchemy as sa
from alembic import op

revision, down_revision, oldest_code = "{REVISION}", "{HEAD}", "{HEAD}"


def upgrade():
    op.add_column("answers", sa.Column("tries", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "notes",
        sa.Column("sheet", sa.String(16), sa.ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade():
    op.drop_table("notes")
    op.drop_column("answers", "tries")
'''


def make_next_version(tree: Path) -> Path:
    """A folder from which the next version starts."""
    tree.mkdir()
    for name in SAME:
        (tree / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "app.py", tree)
    shutil.copytree(ROOT / "web", tree / "web")  # with what is compiled of it
    (tree / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "glossary.md", tree / "docs")
    schema = tree / "web" / "store" / "schema.py"
    code = schema.read_text("utf-8")
    changed = code.replace(f'HEAD = "{HEAD}"', f'HEAD = "{REVISION}"')
    assert changed != code
    schema.write_text(changed, "utf-8")
    (tree / "web" / "store" / "migrations" / f"r{REVISION}_next.py").write_text(MIGRATION, "utf-8")
    return tree
