"""The remote: a second device with the lecturer's right, paired by a code that the laptop shows, and confirmed there.

May import ``classroom.access``, ``classroom.rounds``, ``classroom.questions``, ``classroom.judging``,
``classroom.lecturer`` and the lower floors. ``tests/web/classroom/remote`` tests it.
"""
