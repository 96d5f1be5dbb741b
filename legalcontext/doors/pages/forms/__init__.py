"""The forms of the pages: they read what was typed; services decide."""
