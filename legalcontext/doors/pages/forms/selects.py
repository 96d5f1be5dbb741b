"""Long lists to choose one from, written without a template for each of their lines."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe


class LongSelect(forms.Select):
    """Django's select, with the same result: a template for each of some hundred places would cost
    more than all the rest of the page."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        groups = [
            format_html('<optgroup label="{}">{}</optgroup>', label, _options(options))
            if label
            else _options(options)
            for label, options, _index in widget["optgroups"]
        ]
        return format_html(
            '<select name="{}"{}>{}</select>',
            widget["name"],
            flatatt(widget["attrs"]),
            mark_safe("".join(groups)),  # noqa: S308 - each was made by format_html
        )


def _options(options: list[dict[str, Any]]) -> SafeString:
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (option["value"], flatatt(option["attrs"]), conditional_escape(option["label"]))
            for option in options
        ),
    )
