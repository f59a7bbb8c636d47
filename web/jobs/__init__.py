"""Long work, such as files of many variants: done in processes of its own, one visitor after the other.

A page submits an ``order`` and answers with the file, or with the page of the job. ``spool`` is the folder that the
processes of a server share, ``manager`` starts and ends the working processes, ``worker`` is what they run. May import
``web.server`` and ``ireval``; pages that make files use it. ``tests/web/jobs`` tests it, ``tests/test_architecture.py``
keeps its imports so.
"""
