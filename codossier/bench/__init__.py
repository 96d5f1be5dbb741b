"""`make bench`: how fast, against what, in the same run.

Every figure is a ratio to a named baseline that is measured beside it, or a time with a target.
No verdict is printed unless the database makes every commit durable (fsync and
synchronous_commit on).
"""
