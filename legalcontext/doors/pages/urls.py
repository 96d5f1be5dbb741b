"""Every address of the pages: English words in every language, and nothing private in them."""

from __future__ import annotations

from django.urls import path
from django.views.i18n import set_language

from . import holder_urls
from .views import account, home, keys, people, security

app_name = "pages"

urlpatterns = [
    *holder_urls.urlpatterns,
    path("", home.Home.as_view(), name="home"),
    path("go-on/", home.GoOn.as_view(), name="go-on"),
    path("leave/", home.Leave.as_view(), name="leave"),
    path("language/", set_language, name="language"),
    path("account/", account.AccountPage.as_view(), name="account"),
    path("account/details/", account.Details.as_view(), name="account-details"),
    path("account/profession/", account.Profession.as_view(), name="profession"),
    path("account/people/", people.People.as_view(), name="people"),
    path("account/people/invite/", people.Invite.as_view(), name="invite"),
    path("account/people/<str:member_id>/", people.Member.as_view(), name="member"),
    path(
        "account/people/<str:member_id>/change/",
        people.ChangeMember.as_view(),
        name="member-change",
    ),
    path(
        "account/people/<str:member_id>/remove/",
        people.RemoveMember.as_view(),
        name="member-remove",
    ),
    path(
        "account/invitations/<str:invitation_id>/revoke/",
        people.RevokeInvitation.as_view(),
        name="invitation-revoke",
    ),
    path("account/keys/", keys.Keys.as_view(), name="keys"),
    path("account/keys/new/", keys.NewKey.as_view(), name="key-new"),
    path("account/keys/<str:key_id>/", keys.KeyPage.as_view(), name="key"),
    path("account/keys/<str:key_id>/rotate/", keys.RotateKey.as_view(), name="key-rotate"),
    path("account/keys/<str:key_id>/revoke/", keys.RevokeKey.as_view(), name="key-revoke"),
    path("account/programs/new/", keys.NewProgram.as_view(), name="program-new"),
    path("join/", people.Join.as_view(), name="join"),
    path("join/<str:token>/", people.FollowInvitation.as_view(), name="join-link"),
    path("account/choose/", home.ChooseAccount.as_view(), name="choose-account"),
    path("security/", security.Security.as_view(), name="security"),
    path("security/sessions/", security.Sessions.as_view(), name="sessions"),
]
