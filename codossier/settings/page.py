"""The table of `docs/settings.md`: one row for each variable that the registry declares."""

from __future__ import annotations

from .environment import VARIABLES, Variable

BEGIN = "<!-- The table is written by `python -m codossier.settings`. -->"
END = "<!-- End of the table. -->"
HEAD = "| Variable | What it is | What to write | When not set |\n| --- | --- | --- | --- |"


def table() -> str:
    """The rows, as Markdown."""
    return "\n".join([HEAD, *map(_row, VARIABLES)])


def written(page: str) -> str:
    """The page with its table made anew; ValueError when a mark is missing."""
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise ValueError(f"The page lacks the marks {BEGIN} and {END}.")
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


def _row(variable: Variable[object]) -> str:
    default = variable.shown or _plain(variable.default)
    if variable.required:
        default += "; production does not start"
    return f"| `{variable.name}` | {variable.meaning} | {variable.kind.write} | {default} |"


def _plain(value: object) -> str:
    match value:
        case bool():
            return "`yes`" if value else "`no`"
        case () | "":
            return "none"
        case _:
            return f"`{value}`"
