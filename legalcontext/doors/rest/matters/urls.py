"""The addresses of matters."""

from django.urls import path

from . import access, conflicts, file, matter

ONE = "v1/matters/<str:matter_id>"

urlpatterns = [
    path("v1/matters", matter.MatterList.as_view(), name="matters"),
    path(ONE, matter.MatterDetail.as_view(), name="matter"),
    path(f"{ONE}/close", matter.MatterClosure.as_view(), name="matter-close"),
    path(f"{ONE}/reopen", matter.MatterReopening.as_view(), name="matter-reopen"),
    path(f"{ONE}/transfer", matter.MatterTransfer.as_view(), name="matter-transfer"),
    path(f"{ONE}/grants", access.GrantList.as_view(), name="matter-grants"),
    path(f"{ONE}/grants/<str:member_id>", access.GrantDetail.as_view(), name="matter-grant"),
    path(f"{ONE}/keys", access.BindingList.as_view(), name="matter-keys"),
    path(f"{ONE}/keys/<str:key_id>", access.BindingDetail.as_view(), name="matter-key"),
    path(f"{ONE}/walls", access.WallList.as_view(), name="matter-walls"),
    path(f"{ONE}/walls/<str:member_id>", access.WallDetail.as_view(), name="matter-wall"),
    path(f"{ONE}/events", access.EventList.as_view(), name="matter-events"),
    path(f"{ONE}/parties", file.PartyList.as_view(), name="matter-parties"),
    path(f"{ONE}/parties/<str:entry_id>", file.PartyDetail.as_view(), name="matter-party"),
    path(f"{ONE}/dates", file.DateList.as_view(), name="matter-dates"),
    path(f"{ONE}/dates/<str:entry_id>", file.DateDetail.as_view(), name="matter-date"),
    path(f"{ONE}/notes", file.NoteList.as_view(), name="matter-notes"),
    path(f"{ONE}/notes/<str:entry_id>", file.NoteDetail.as_view(), name="matter-note"),
    path("v1/conflict-checks", conflicts.ConflictChecks.as_view(), name="conflict-checks"),
]
