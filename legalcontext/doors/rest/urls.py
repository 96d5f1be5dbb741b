"""Every address of the REST door."""

from django.urls import include, path

from . import (
    account,
    asks,
    calendar,
    contracts,
    documentation,
    erasure,
    export,
    health,
    holds,
    invitations,
    jobs,
    keys,
    members,
    retention,
    services,
)

urlpatterns = [
    path("v1/asks", asks.AskList.as_view(), name="asks"),
    path("v1/asks/delete", erasure.AskDeletion.as_view(), name="asks-delete"),
    path("v1/asks/<str:answer_id>", asks.AskDetail.as_view(), name="ask"),
    path(
        "v1/asks/<str:answer_id>/retention",
        retention.AskRetention.as_view(),
        name="ask-retention",
    ),
    path("v1/asks/<str:answer_id>/calendar", calendar.AskCalendar.as_view(), name="ask-calendar"),
    path("v1/retention", retention.RetentionView.as_view(), name="retention"),
    path("v1/retention/notice", retention.ExpiryNoticeView.as_view(), name="expiry-notice"),
    path("v1/retention/account", retention.AccountPolicy.as_view(), name="account-policy"),
    path("v1/retention/skills/<str:skill>", retention.SkillPolicy.as_view(), name="skill-policy"),
    path(
        "v1/retention/matters/<str:matter_id>",
        retention.MatterPolicy.as_view(),
        name="matter-policy",
    ),
    path("v1/holds", holds.HoldList.as_view(), name="holds"),
    path("v1/holds/<str:hold_id>", holds.HoldDetail.as_view(), name="hold"),
    path("v1/holds/<str:hold_id>/release", holds.HoldRelease.as_view(), name="hold-release"),
    path("v1/export", export.ExportRequest.as_view(), name="export"),
    path("v1/jobs/<str:job_id>", jobs.JobDetail.as_view(), name="job"),
    path("v1/jobs/<str:job_id>/archive", export.ArchiveDownload.as_view(), name="job-archive"),
    path("v1/context/resolve", asks.ContextResolve.as_view(), name="context-resolve"),
    path("v1/account", account.AccountView.as_view(), name="account"),
    path("v1/members", members.MemberList.as_view(), name="members"),
    path("v1/members/<str:member_id>", members.MemberDetail.as_view(), name="member"),
    path("v1/members/<str:member_id>/role", members.MemberRole.as_view(), name="member-role"),
    path(
        "v1/members/<str:member_id>/professional-status",
        members.MemberProfession.as_view(),
        name="member-profession",
    ),
    path(
        "v1/members/<str:member_id>/suspend",
        members.MemberSuspension.as_view(),
        name="member-suspend",
    ),
    path(
        "v1/members/<str:member_id>/resume",
        members.MemberResumption.as_view(),
        name="member-resume",
    ),
    path(
        "v1/members/<str:member_id>/remove", members.MemberRemoval.as_view(), name="member-remove"
    ),
    path("v1/invitations", invitations.InvitationList.as_view(), name="invitations"),
    path(
        "v1/invitations/accept",
        invitations.InvitationAcceptance.as_view(),
        name="invitation-accept",
    ),
    path(
        "v1/invitations/<str:invitation_id>",
        invitations.InvitationDetail.as_view(),
        name="invitation",
    ),
    path("v1/keys", keys.KeyList.as_view(), name="keys"),
    path("v1/keys/<str:key_id>", keys.KeyDetail.as_view(), name="key"),
    path("v1/keys/<str:key_id>/rotate", keys.KeyRotation.as_view(), name="key-rotate"),
    path("v1/services", services.ServiceList.as_view(), name="services"),
    path("v1/services/<str:service_id>", services.ServiceDetail.as_view(), name="service"),
    path("", include("legalcontext.doors.rest.matters.urls")),
    path("contracts/", contracts.ContractList.as_view(), name="contracts"),
    path("contracts/<str:name>/<path:version>", contracts.Contract.as_view(), name="contract"),
    path("a2a/ext/legal-context/v1", contracts.Extension.as_view(), name="extension"),
    path("openapi.json", documentation.OpenApiDocument.as_view(), name="openapi"),
    path("docs/", documentation.Documentation.as_view(), name="docs"),
    path("health", health.Health.as_view(), name="health"),
]
