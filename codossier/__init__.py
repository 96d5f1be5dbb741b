"""The roof: settings, entry points, the embedded database. Nothing below imports it."""
