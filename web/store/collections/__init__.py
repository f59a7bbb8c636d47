"""Collections that people upload: a title, a summary, and parts such as judgements, runs and blocks of documents.

To the store, the content of a part is bytes. A collection has two links, one for its readers and one for its owner.

May import the modules of ``web.store``; only its store uses it. ``tests/web/store/test_collection_store.py`` tests it.
"""
