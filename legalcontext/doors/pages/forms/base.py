"""The base of every form: rendered with our own parts, and able to take a service's refusal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms.renderers import TemplatesSetting

from legalcontext.contracts.quick_ask import InvalidAsk
from legalcontext.doors.pages.service_words import said


class PageRenderer(TemplatesSetting):
    """Our template of a field, for `field.as_field_group` too."""

    form_template_name = "pages/parts/form.html"
    field_template_name = "pages/parts/field.html"


class PageForm(forms.Form):
    """A form of a page. aliases: where a service's name of a value is not the field's."""

    default_renderer = PageRenderer
    use_required_attribute = True
    aliases: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def take(self, error: ValidationError | InvalidAsk) -> None:
        """Put what a service refused beside the fields that it is about."""
        for name, message in _messages(error):
            field = self.aliases.get(name, name)
            self.add_error(field if field in self.fields else None, said(message))


def words_in(form: type[forms.Form], prefix: str = "") -> tuple[str, ...]:
    """The fields that a person types free words into, by the names they are sent under."""
    fields: dict[str, forms.Field] = form.base_fields
    return tuple(
        f"{prefix}-{name}" if prefix else name
        for name, field in fields.items()
        if isinstance(field, forms.CharField)
        and not isinstance(field.widget, forms.HiddenInput | forms.PasswordInput)
    )


def _messages(error: ValidationError | InvalidAsk) -> list[tuple[str, str]]:
    """Each message with the name of the value it is about; "" for none."""
    if isinstance(error, InvalidAsk):
        return [(_last(fault.pointer), fault.detail) for fault in error.faults]
    if not hasattr(error, "error_dict"):
        return [("", message) for message in error.messages]
    return [
        ("" if name == NON_FIELD_ERRORS else name, message)
        for name, messages in error.message_dict.items()
        for message in messages
    ]


def _last(pointer: str) -> str:
    """`/context/matter` is about `matter`."""
    return pointer.rstrip("/").rpartition("/")[2]
