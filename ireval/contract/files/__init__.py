"""Checks users' files against a contract: loads them, and checks them in a process that can be stopped.

``declared_file`` defines a contract and loads a file, ``staged_checks`` runs its checks, ``check_process`` starts
``check_worker``, which runs them in a process of its own. May import ``contract.finding`` and what stands below the
contract; the contracts and the commands with ``--check`` use it. ``tests/ireval/contract/test_check_process.py`` tests
it.
"""
