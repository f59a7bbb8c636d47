"""Jobs: long work that people wait for, with the files that came with it and the file that was made.

To the store, an order and the data of its page are JSON values. All times are the database's own, so that computers
whose clocks differ agree. May import the modules of ``web.store``; ``web.jobs`` uses it.
``tests/web/store/test_job_store.py`` tests it, on SQLite and PostgreSQL.
"""
