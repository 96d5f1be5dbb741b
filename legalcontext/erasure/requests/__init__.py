"""Deletion requests: erasure under law, the closure of an account, a third person's.

`states` is the machine as data, `service` walks it, `clocks` counts the days, `execution` deletes,
`certificate` says afterwards what went. `docs/deletion.md` describes them for operators.
"""
