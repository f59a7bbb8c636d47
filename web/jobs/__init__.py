"""Long work, such as files of many variants: a worker does it in processes of its own, one visitor after the other.

A page submits an ``order`` and answers with the file, or with the page of the job. The jobs are rows of the store, and
``working`` does them: beside `python app.py`, or as a service of its own, `python -m web.jobs`. May import
``web.store``, ``web.server`` and ``ireval``; pages that make files use it. ``tests/web/jobs`` tests it,
``tests/test_architecture.py`` checks its imports.
"""
