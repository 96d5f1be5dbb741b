"""Addresses of what a person does with questions and answers. They hold ids and codes, no words."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from .views import (
    accesses,
    answer,
    ask,
    deleting,
    exporting,
    history,
    keeping,
    matters,
    requests,
    sharing,
)


class Whose(StringConverter):
    """Of whom everything goes."""

    regex = "mine|account"


class Turn(StringConverter):
    """The two turns of a matter's life."""

    regex = "close|reopen"


register_converter(Whose, "whose")
register_converter(Turn, "turn")

MATTER = "matters/<str:matter_id>/"
ENTRY = f"{MATTER}<str:kind>/<str:entry_id>/"
REQUEST = "account/requests/<str:request_id>/"

urlpatterns = [
    path("ask/", ask.Ask.as_view(), name="ask"),
    path("answers/<str:answer_id>/", answer.AnswerPage.as_view(), name="answer"),
    path(
        "answers/<str:answer_id>/calendar/", answer.AnswerCalendar.as_view(), name="answer-calendar"
    ),
    path("answers/<str:answer_id>/text/", answer.AnswerMarkdown.as_view(), name="answer-markdown"),
    path("answers/<str:answer_id>/report/", answer.Report.as_view(), name="report"),
    path("history/", history.History.as_view(), name="history"),
    path("history/account/", history.AccountHistory.as_view(), name="account-history"),
    path("history/delete/", deleting.DeleteChosen.as_view(), name="delete"),
    path("history/delete/all/<whose:of>/", deleting.DeleteAll.as_view(), name="delete-all"),
    path("history/deleted/<str:deletion_id>/", deleting.Deleted.as_view(), name="deleted"),
    path("history/notice/", keeping.Notice.as_view(), name="expiry-notice"),
    path("history/export/", exporting.ExportHistory.as_view(), name="export"),
    path("history/export/<str:job_id>/", exporting.ExportJob.as_view(), name="export-job"),
    path(
        "history/export/<str:job_id>/file/",
        exporting.ExportArchive.as_view(),
        name="export-archive",
    ),
    path("matters/", matters.MatterList.as_view(), name="matters"),
    path("matters/new/", matters.NewMatter.as_view(), name="matter-new"),
    path(MATTER, matters.MatterPage.as_view(), name="matter"),
    path(f"{MATTER}edit/", matters.EditMatter.as_view(), name="matter-edit"),
    path(f"{MATTER}<turn:turn>/", matters.TurnMatter.as_view(), name="matter-turn"),
    path(f"{MATTER}delete/", matters.DeleteMatter.as_view(), name="matter-delete"),
    path(f"{MATTER}delete-answers/", deleting.DeleteOfMatter.as_view(), name="delete-of-matter"),
    path(f"{MATTER}sharing/", sharing.Sharing.as_view(), name="matter-sharing"),
    path(f"{MATTER}sharing/share/", sharing.Share.as_view(), name="matter-share"),
    path(f"{MATTER}sharing/wall/", sharing.PlaceWall.as_view(), name="matter-wall"),
    path(f"{MATTER}sharing/transfer/", sharing.Transfer.as_view(), name="matter-transfer"),
    path(
        f"{MATTER}sharing/<str:member_id>/unshare/",
        sharing.Unshare.as_view(),
        name="matter-unshare",
    ),
    path(
        f"{MATTER}sharing/<str:member_id>/lift/", sharing.LiftWall.as_view(), name="matter-unwall"
    ),
    path(f"{MATTER}add/<str:kind>/", matters.AddEntry.as_view(), name="entry-add"),
    path(ENTRY, matters.ChangeEntry.as_view(), name="entry-change"),
    path(f"{ENTRY}remove/", matters.RemoveEntry.as_view(), name="entry-remove"),
    path("account/retention/", keeping.Retention.as_view(), name="retention"),
    path("account/holds/", keeping.HoldList.as_view(), name="holds"),
    path("account/holds/new/", keeping.PlaceHold.as_view(), name="hold-new"),
    path(
        "account/holds/<str:hold_id>/release/", keeping.ReleaseHold.as_view(), name="hold-release"
    ),
    path("account/requests/", requests.RequestList.as_view(), name="requests"),
    path("account/requests/new/", requests.NewRequest.as_view(), name="request-new"),
    path(REQUEST, requests.RequestPage.as_view(), name="request"),
    path(f"{REQUEST}step/<str:step>/", requests.RequestStep.as_view(), name="request-step"),
    path(
        f"{REQUEST}certificate/<int:number>/",
        requests.CertificatePage.as_view(),
        name="certificate",
    ),
    path("account/accesses/", accesses.Accesses.as_view(), name="accesses"),
]
