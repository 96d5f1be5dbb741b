"""The agent card: public, cacheable and signed; and the extended one for who has a credential.

Members that only repeat a default are left out (`required: false` among them), and nothing is
empty, so that every reading of what is signed (8.4) gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import jwt
import rfc8785
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from accounts.models import Scope
from accounts.principal import Principal
from legalcontext.block import constants
from legalcontext.contracts.quick_ask import SKILLS

from .protocol import BLOCK, INPUT_MODES, JSON, LCP, OUTPUT_MODES, VERSION

AN_HOUR: Final = 3600
STARTED: Final = now().replace(microsecond=0)
"""A card changes with the service that serves it, which is then started anew."""

ALGORITHM: Final = "ES256"

SKILL_CARDS: Final[dict[str, dict[str, Any]]] = {
    "triage": {
        "name": "Triage",
        "description": (
            "What kind of legal problem a story is, how pressing and why, who deals with it, and "
            "what to gather."
        ),
        "tags": ["legal", "triage", "intake"],
        "examples": ["My landlord changed the locks while I was at work. I live in Sacramento."],
    },
    "consult": {
        "name": "Consult",
        "description": (
            "A legal question answered from practitioner notes, each statement with its authority "
            "and the day on which it was checked."
        ),
        "tags": ["legal", "question", "consult"],
        "examples": ["How long does a landlord in California have to return a deposit?"],
    },
    "document_review": {
        "name": "Document review",
        "description": (
            "What a legal paper is, says, lacks and asks for, each finding with its place in the "
            "text. Send the text as a file part."
        ),
        "tags": ["legal", "document", "review"],
        "examples": ["Review this lease before I sign it."],
    },
}


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
@condition(etag_func=lambda request: etag(request), last_modified_func=lambda request: STARTED)
def public_card(request: HttpRequest) -> HttpResponse:
    """GET /.well-known/agent-card.json."""
    return HttpResponse(_public(_base(request)), content_type=JSON)


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
def keys(request: HttpRequest) -> HttpResponse:
    """The public keys that cards are signed with, as a JWK set."""
    return JsonResponse({"keys": [jwk] if (jwk := _public_jwk()) else []})


def etag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(_public(_base(request))).hexdigest()[:32]}"'


def declared_uris() -> tuple[str, ...]:
    """What can be activated."""
    return (BLOCK, LCP) if settings.LCP_REQUIREMENTS else (BLOCK,)


def card_json(base: str, principal: Principal | None = None) -> dict[str, Any]:
    """The card, signed where there is a key. base: of every address in it.

    principal: whose extended card it is; it says besides how this credential is answered.
    """
    card: dict[str, Any] = {
        "name": "Codossier",
        "description": (
            "Legal quick asks: triage, consult and document review, answered from practitioner "
            "notes. Every answer says in a legal-context block what frame it assumed and how it "
            "may be handled."
        ),
        "supportedInterfaces": [
            {"url": f"{base}/a2a", "protocolBinding": binding, "protocolVersion": VERSION}
            for binding in ("JSONRPC", "HTTP+JSON")
        ],
        "provider": {"url": "https://codossier.com", "organization": "Codossier"},
        "version": service_version(),
        "capabilities": {
            "streaming": True,
            "pushNotifications": True,
            "extensions": _extensions(base, principal),
            "extendedAgentCard": True,
        },
        "securitySchemes": {
            "bearer": {
                "httpAuthSecurityScheme": {
                    "scheme": "Bearer",
                    "description": "An API key: Authorization: Bearer cdx_…",
                }
            },
            "key": {"apiKeySecurityScheme": {"location": "header", "name": "X-Api-Key"}},
        },
        "securityRequirements": [
            # The scope that an ask needs. An empty list would fall out of some canonical forms.
            {"schemes": {"bearer": {"list": [Scope.ASK.value]}}},
            {"schemes": {"key": {"list": [Scope.ASK.value]}}},
        ],
        "defaultInputModes": list(INPUT_MODES),
        "defaultOutputModes": list(OUTPUT_MODES),
        "skills": [{"id": skill, **SKILL_CARDS[skill]} for skill in SKILLS],
    }
    signature = _sign(card, base)
    return card | ({"signatures": [signature]} if signature else {})


def service_version() -> str:
    """The version of the package; it is part of the card, which changes with it."""
    try:
        return version("codossier")
    except PackageNotFoundError:
        return "0.1.0"


def _base(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _extensions(base: str, principal: Principal | None) -> list[dict[str, Any]]:
    name, _, contract_version = constants.LEGAL_CONTEXT_CONTRACT.partition("/")
    params: dict[str, Any] = {
        "contract": constants.LEGAL_CONTEXT_CONTRACT,
        "schema": base + reverse("contract", args=[name, contract_version]),
        "skills": list(SKILLS),
    }
    if principal is not None:
        params["principal"] = {"kind": principal.kind, "scopes": sorted(principal.scopes)}
    extensions: list[dict[str, Any]] = [
        {
            "uri": BLOCK,
            "description": (
                "Reads the frame of a question from the message's metadata and gives the frame of "
                "the answer, with its handling, in the artifact's metadata."
            ),
            "params": params,
        }
    ]
    if settings.LCP_REQUIREMENTS:
        extensions.append(
            {
                "uri": LCP,
                "description": "What this service requires under the Legal Context Protocol.",
                **({"required": True} if settings.LCP_REQUIRED else {}),
                "params": settings.LCP_REQUIREMENTS,
            }
        )
    return extensions


def _public(base: str) -> bytes:
    requirements = json.dumps(settings.LCP_REQUIREMENTS, sort_keys=True)
    return _written(base, requirements, settings.LCP_REQUIRED, settings.A2A_CARD_KEY)


@lru_cache(maxsize=16)
def _written(base: str, requirements: str, required: bool, key: Path | None) -> bytes:
    """Once per address and settings: a signature differs each time it is made."""
    return json.dumps(card_json(base), ensure_ascii=False).encode()


def _sign(card: dict[str, Any], base: str) -> dict[str, str] | None:
    """A JWS over the card's canonical form (RFC 8785), detached; None without a key (8.4)."""
    key, jwk = _private_key(settings.A2A_CARD_KEY), _public_jwk()
    if key is None or jwk is None:
        return None
    header = {"kid": jwk["kid"], "typ": "JOSE", "jku": base + reverse("agent-card-keys")}
    signed = jwt.PyJWS().encode(rfc8785.dumps(card), key, algorithm=ALGORITHM, headers=header)
    protected, _, signature = signed.split(".")
    return {"protected": protected, "signature": signature}


@lru_cache(maxsize=2)
def _private_key(path: Path | None) -> EllipticCurvePrivateKey | None:
    if path is None:
        return None
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
        raise ValueError("The card's key must be of the elliptic curve P-256.")
    return key


def _public_jwk() -> dict[str, str] | None:
    key = _private_key(settings.A2A_CARD_KEY)
    if key is None:
        return None
    numbers = key.public_key().public_numbers()
    jwk = {
        "crv": "P-256",
        "kty": "EC",
        "x": _encoded(numbers.x.to_bytes(32, "big")),
        "y": _encoded(numbers.y.to_bytes(32, "big")),
    }
    digest = hashes.Hash(hashes.SHA256())
    digest.update(rfc8785.dumps(jwk))
    return jwk | {"kid": _encoded(digest.finalize()), "use": "sig", "alg": ALGORITHM}


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
