"""A loopback proxy that adds an API key, for suites that know no authentication.

    KEY=cdx_test_… python scripts/key_proxy.py 9000 http://127.0.0.1:8000

Listens on 127.0.0.1 alone and passes streams on line by line.
"""

from __future__ import annotations

import http.client
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

HOP_BY_HOP = {"connection", "transfer-encoding", "keep-alive", "content-length"}


def handler_for(upstream: str, key: str) -> type[BaseHTTPRequestHandler]:
    """A handler that passes every request on to `upstream` with the key."""
    host = urlsplit(upstream).netloc

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def pass_on(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length) if length else None
            headers = dict(self.headers) | {"Authorization": f"Bearer {key}"}
            connection = http.client.HTTPConnection(host, timeout=60)
            try:
                connection.request(self.command, self.path, body, headers)
                self._answer(connection.getresponse())
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                connection.close()

        do_GET = do_POST = do_DELETE = do_PUT = do_HEAD = do_OPTIONS = pass_on

        def _answer(self, answer: http.client.HTTPResponse) -> None:
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in HOP_BY_HOP:
                    self.send_header(name, value)
            if answer.getheader("Content-Type", "").startswith("text/event-stream"):
                self.send_header("Connection", "close")
                self.end_headers()
                while line := answer.readline():
                    self.wfile.write(line)
                    self.wfile.flush()
                self.close_connection = True
                return
            content = answer.read()
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        def log_message(self, *arguments: object) -> None:
            """Nothing: an access log would repeat what stands in addresses."""

    return Handler


def serve(port: int, upstream: str, key: str) -> ThreadingHTTPServer:
    """The proxy's server; `port` 0 takes a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), handler_for(upstream, key))


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], os.environ["KEY"]).serve_forever()
