"""The lessons of the course: those that come with the product, and those of folders that a setting names.

May import `server` and `ireval`; the pages of lessons use it, playlists, and pages that name lessons.
`tests/web/lessons` tests it, `tests/test_architecture.py` checks its imports.
"""
