"""Bodies over the limit are refused before a view reads them, on every door."""

from __future__ import annotations

from collections import deque
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.http.multipartparser import MultiPartParser, MultiPartParserError
from django.utils.deprecation import MiddlewareMixin

from legalcontext.doors.refusals import REFUSAL, is_for_programs, refuse, refuse_in_view
from legalcontext.doors.rest.rendering import too_large

DRAIN_LIMITS = 4
"""How many times the limit is read and thrown away, so that a client sees the answer instead of
a broken connection; a longer body is left unread and the server closes the connection."""
CHUNK = 1 << 16
KEPT_CHUNKS = 16
"""Of the beginning and of the end of a form with files: enough for all that is typed."""


class BodyLimitMiddleware(MiddlewareMixin):
    """413 by Content-Length, in the form of the door."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            return None
        if length <= limit:
            return None
        head: list[bytes] = []
        tail: deque[bytes] = deque(maxlen=KEPT_CHUNKS)
        left = min(length, DRAIN_LIMITS * limit)
        while left > 0 and (chunk := request.read(min(CHUNK, left))):
            left -= len(chunk)
            (head if len(head) < KEPT_CHUNKS else tail).append(chunk)
        return self.refused(request, b"".join(head), b"".join(tail))

    def refused(self, request: HttpRequest, head: bytes, tail: bytes) -> HttpResponseBase | None:
        """head, tail: the beginning and the end of what was sent, as far as it was read."""
        return refuse(request, too_large())


class FormLimitMiddleware(BodyLimitMiddleware):
    """A page that takes files says it itself, with what was typed.

    It gets the fields that stand whole before and after the files, and none of the files.
    """

    def refused(self, request: HttpRequest, head: bytes, tail: bytes) -> HttpResponseBase | None:
        if is_for_programs(request) or request.content_type != "multipart/form-data":
            return super().refused(request, head, tail)
        request.POST = _fields_of(request, head, tail)  # type: ignore[assignment]
        refuse_in_view(request, RequestDataTooBig())
        return None

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Comes before the check of the form token, which reads the fields."""
        error = getattr(request, REFUSAL, None)
        takes_files = getattr(getattr(view, "view_class", None), "takes_files", False)
        if isinstance(error, RequestDataTooBig) and not takes_files:
            return refuse(request, too_large())
        return None


class NoFiles(FileUploadHandler):
    """Reads past every file."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        raise SkipFile

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        return None

    def file_complete(self, file_size: int) -> None:
        return None


def _fields_of(request: HttpRequest, head: bytes, tail: bytes) -> QueryDict:
    """The fields of a form of which only the beginning and the end are there; none if unreadable.

    A part that is not there whole is left out: half a text would pass for all of it.
    """
    boundary = b"\r\n--" + (request.content_params or {}).get("boundary", "").encode(
        "latin-1", "replace"
    )
    whole = head.rpartition(boundary)[0] + boundary
    if boundary in tail:
        whole += tail.partition(boundary)[2]
    else:
        whole += b"--\r\n"
    meta = {**request.META, "CONTENT_LENGTH": str(len(whole))}
    try:
        fields, _files = MultiPartParser(meta, BytesIO(whole), [NoFiles(request)]).parse()
    except (MultiPartParserError, SuspiciousOperation):
        return QueryDict()
    return fields
