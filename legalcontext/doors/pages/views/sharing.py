"""Who may do what with a matter: sharing, walls, and whose it is. All need the level manage."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Membership
from accounts.services.members import members_of
from legalcontext.doors.pages.forms.base import PageForm, words_in
from legalcontext.doors.pages.forms.matters import LEVEL_NAMES, ShareForm, TransferForm, WallForm
from matters.levels import NAMES, name_of
from matters.services import grants, overview, walls

from .base import PageView, go, refused_form


class Sharing(PageView):
    """Who has access, and the three forms that change it. Each form posts to an address of its
    own, and comes back here with what was wrong beside its fields."""

    section = "matters"

    def get(self, request: HttpRequest, matter_id: str) -> HttpResponse:
        return self.show(matter_id)

    def show(self, matter_id: str, *, status: int = 200, **wrong: PageForm) -> HttpResponse:
        """wrong: a form that was refused, by its name."""
        access = overview.access_to(self.principal, matter_id)
        people = list(members_of(self.principal).order_by("user__name", "user__email"))
        active = [person for person in people if person.status == Membership.Status.ACTIVE]
        free = [person for person in active if person.user_id not in access.walls]
        others = [person for person in free if person.user_id != access.matter.owner_id]
        context: dict[str, Any] = {
            "matter_id": matter_id,
            "granted": [
                (person, LEVEL_NAMES[name_of(access.levels[person.user_id])])
                for person in people
                if person.user_id in access.levels
            ],
            "owner_id": access.matter.owner_id,
            "walled": [
                (person, access.walls[person.user_id])
                for person in people
                if person.user_id in access.walls
            ],
            "others": others,
            "is_alone": len(people) == 1,
            "share": ShareForm(people=others, prefix="share"),
            "wall": WallForm(people=others, prefix="wall"),
            "transfer": TransferForm(people=others, prefix="transfer"),
            **wrong,
        }
        return self.page("pages/sharing.html", context, status=status)


class SharingChange(Sharing):
    """One of the three forms."""

    http_method_names = ["post"]
    form_class: ClassVar[Any]
    name: ClassVar[str]

    @classmethod
    def takes(cls) -> tuple[str, ...]:
        return words_in(cls.form_class, cls.name)

    def form(self) -> PageForm:
        """The form, of what was sent."""
        form: PageForm = self.form_class(
            self.request.POST, people=colleagues_of(self), prefix=self.name
        )
        return form

    def show_again(self, refusal: str | None, *, status: int = 200) -> HttpResponse:
        form = refused_form(self.form(), refusal)
        return self.show(self.kwargs["matter_id"], status=status, **{self.name: form})

    def post(self, request: HttpRequest, matter_id: str) -> HttpResponse:
        form = self.form()
        if form.is_valid():
            try:
                self.change(matter_id, form.cleaned_data)
            except ValidationError as error:
                form.take(error)
            else:
                return go(request, self.next(matter_id))
        return self.show(matter_id, status=400, **{self.name: form})

    def change(self, matter_id: str, said: dict[str, Any]) -> None:
        raise NotImplementedError

    def next(self, matter_id: str) -> str:
        return reverse("pages:matter-sharing", args=[matter_id])


class Share(SharingChange):
    form_class = ShareForm
    name = "share"

    def change(self, matter_id: str, said: dict[str, Any]) -> None:
        grants.share(
            self.principal, matter_id, member_id=said["member"], level=NAMES[said["level"]]
        )
        messages.success(self.request, _("Shared."))


class PlaceWall(SharingChange):
    form_class = WallForm
    name = "wall"

    def change(self, matter_id: str, said: dict[str, Any]) -> None:
        walls.place_wall(self.principal, matter_id, member_id=said["member"], reason=said["reason"])
        messages.success(self.request, _("The person is shut out from now on."))


class Transfer(SharingChange):
    form_class = TransferForm
    name = "transfer"

    def change(self, matter_id: str, said: dict[str, Any]) -> None:
        keep = NAMES[said["keep"]] if said["keep"] else None
        grants.transfer(self.principal, matter_id, to=said["member"], keep=keep)
        messages.success(self.request, _("The matter has a new owner."))

    def next(self, matter_id: str) -> str:
        """The matter may just have been given away."""
        return reverse("pages:matters")


class Unshare(PageView):
    """Take every level from a person."""

    http_method_names = ["post"]
    section = "matters"

    def post(self, request: HttpRequest, matter_id: str, member_id: str) -> HttpResponse:
        grants.unshare(self.principal, matter_id, member_id)
        messages.success(request, _("The person has no access any more."))
        return go(request, reverse("pages:matter-sharing", args=[matter_id]))


class LiftWall(PageView):
    """Take a wall away; access is then given anew, or not."""

    http_method_names = ["post"]
    section = "matters"

    def post(self, request: HttpRequest, matter_id: str, member_id: str) -> HttpResponse:
        walls.lift_wall(self.principal, matter_id, member_id)
        messages.success(request, _("The wall is lifted. Access has to be given anew."))
        return go(request, reverse("pages:matter-sharing", args=[matter_id]))


def colleagues_of(view: PageView) -> list[Membership]:
    """The active members of the account, the acting one among them, by name."""
    active = members_of(view.principal).filter(status=Membership.Status.ACTIVE)
    return list(active.order_by("user__name", "user__email"))
