"""Steps: what an operator does to one row, as a button that states its effect.

A step is a page of its own below the row: it says what will happen, asks for what it needs, and
happens on POST. The row's page shows the steps that are open to whoever looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from unfold.widgets import INPUT_CLASSES, UnfoldAdminTextareaWidget

Variant = Literal["primary", "default", "danger"]


class NothingAsked(forms.Form):
    """A step that needs no words."""


class WithReason(forms.Form):
    """A step that says why it was taken; the reason goes into the record of the step's service."""

    reason = forms.CharField(
        max_length=1000, widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}), help_text="Kept."
    )


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    name: the part of the address, and the action's name in the table of roles. effect: one
    sentence that says what will be true afterwards. permission: `app.codename`. run: does it, and
    returns what to say about it; takes the request, the row and the form's cleaned data.
    ValidationError of `run` is shown in the form. open_to: whether the row is in a state for it.
    """

    name: str
    label: str
    effect: str
    permission: str
    run: Callable[[HttpRequest, Any, dict[str, Any]], str]
    form: Callable[..., forms.Form] = NothingAsked
    icon: str = "bolt"
    variant: Variant = "default"
    open_to: Callable[[Any], bool] = field(default=lambda row: True)
    logged: bool = True
    """Also in the admin's own log; False where the row is gone afterwards."""
    in_log: str = ""
    """What the log calls it, where the label is not for all who may read the log."""


def styled(form: forms.Form) -> forms.Form:
    """Plain widgets in the theme's look, which shows no others."""
    style(form.fields)
    return form


def style(fields: Mapping[str, forms.Field]) -> None:
    """The same for fields that a form class declares."""
    for bound in fields.values():
        widget = bound.widget
        plain = type(widget) in (
            forms.TextInput, forms.EmailInput, forms.NumberInput, forms.DateInput,
            forms.Select, forms.URLInput,
        )  # fmt: skip
        if plain and "class" not in widget.attrs:
            widget.attrs["class"] = " ".join(INPUT_CLASSES)
        if type(widget) is forms.DateInput:
            widget.input_type = "date"
            widget.format = "%Y-%m-%d"


class WithSteps:
    """A ModelAdmin whose rows have steps."""

    steps: ClassVar[Sequence[Step]] = ()
    change_form_outer_before_template = "backoffice/steps.html"

    def get_steps(self, request: HttpRequest, row: Any) -> Sequence[Step]:
        """Every step that the row's state allows. Override where the states are data."""
        return [step for step in self.steps if step.open_to(row)]

    def all_steps(self) -> Sequence[str]:
        """The names of every step, for the table of roles; override together with `get_steps`."""
        return [step.name for step in self.steps]

    def get_urls(self) -> list[URLPattern]:
        urls: list[URLPattern] = super().get_urls()  # type: ignore[misc]
        if not self.all_steps():
            return urls
        site: Any = self.admin_site  # type: ignore[attr-defined]
        opts: Any = self.model._meta  # type: ignore[attr-defined]
        address = path(
            "<path:object_id>/step/<slug:step>/",
            site.admin_view(self.step_view),
            name=f"{opts.app_label}_{opts.model_name}_step",
        )
        return [address, *urls]

    def step_view(self, request: HttpRequest, object_id: str, step: str) -> HttpResponse:
        """The page of a step; in a tenant's admin it runs in the account's scope."""
        return self.take_step(request, object_id, step)

    def take_step(self, request: HttpRequest, object_id: str, step: str) -> HttpResponse:
        admin: Any = self
        row = admin.get_object(request, object_id)
        if row is None or not admin.has_view_or_change_permission(request, row):
            raise Http404
        chosen = next((one for one in self.get_steps(request, row) if one.name == step), None)
        if chosen is None:
            if step in self.all_steps():
                admin.message_user(
                    request,
                    "This step is not open to you, or not any more: see the state.",
                    messages.WARNING,
                )
                return HttpResponseRedirect(self._page_of(row))
            raise Http404
        if not request.user.has_perm(chosen.permission):
            raise PermissionDenied
        form = styled(chosen.form(request.POST if request.method == "POST" else None))
        if request.method == "POST" and form.is_valid():
            try:
                said = chosen.run(request, row, form.cleaned_data)
            except ValidationError as error:
                form.add_error(None, ValidationError(error.messages))
            else:
                if chosen.logged:
                    admin.log_change(request, row, f"{chosen.in_log or chosen.label}.")
                admin.message_user(request, said, messages.SUCCESS)
                return HttpResponseRedirect(self._page_of(row))
        return TemplateResponse(
            request,
            "backoffice/step.html",
            {
                **admin.admin_site.each_context(request),
                "opts": admin.model._meta,
                "title": chosen.label,
                "subtitle": str(row),
                "step": chosen,
                "row": row,
                "form": form,
                "back": self._page_of(row),
            },
        )

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        more = dict(extra_context or {})
        if object_id is not None and self.all_steps():
            row = self.get_object(request, object_id)  # type: ignore[attr-defined]
            if row is not None:
                more["steps"] = [
                    (step, self._address_of(row, step))
                    for step in self.get_steps(request, row)
                    if request.user.has_perm(step.permission)
                ]
        return super().changeform_view(request, object_id, form_url, more)  # type: ignore[misc]

    def _page_of(self, row: Any) -> str:
        opts: Any = self.model._meta  # type: ignore[attr-defined]
        return reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[row.pk])

    def _address_of(self, row: Any, step: Step) -> str:
        opts: Any = self.model._meta  # type: ignore[attr-defined]
        return reverse(f"admin:{opts.app_label}_{opts.model_name}_step", args=[row.pk, step.name])
