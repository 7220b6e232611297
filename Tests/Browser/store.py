#!/usr/bin/env python3
"""A store for Litestream's copies that another machine would have: WebDAV on a folder, as a program of its own that can be stopped.

    store.py PORT FOLDER
"""

import shutil
import sys
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit
from xml.sax.saxutils import escape


class Store(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folder: Path

    @property
    def place(self) -> Path:
        return self.folder / unquote(urlsplit(self.path).path).strip("/")

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def read(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return body

    def do_OPTIONS(self) -> None:
        self.read()
        self.answer(200, DAV="1", Allow="OPTIONS, PROPFIND, MKCOL, PUT, GET, HEAD, DELETE")

    def do_PROPFIND(self) -> None:
        self.read()
        if not self.place.exists():
            return self.answer(404)
        inside = sorted(self.place.iterdir()) if self.place.is_dir() and self.headers.get("Depth") != "0" else []
        found = "".join(map(self.described, [self.place, *inside]))
        body = f'<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">{found}</D:multistatus>'
        self.answer(207, body.encode(), Content_Type="application/xml; charset=utf-8")

    def described(self, path: Path) -> str:
        address = quote("/" + str(path.relative_to(self.folder)).strip("."))
        facts = path.stat()
        kind = "<D:resourcetype><D:collection/></D:resourcetype>" if path.is_dir() else "<D:resourcetype/>"
        return (f"<D:response><D:href>{address}{'/' if path.is_dir() and address != '/' else ''}</D:href><D:propstat><D:prop>"
                f"<D:displayname>{escape(path.name)}</D:displayname>{kind}<D:getcontentlength>{facts.st_size}</D:getcontentlength>"
                f"<D:getlastmodified>{formatdate(facts.st_mtime, usegmt=True)}</D:getlastmodified>"
                "</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>")

    def do_MKCOL(self) -> None:
        self.read()
        if self.place.exists():
            return self.answer(405)
        if not self.place.parent.is_dir():
            return self.answer(409)
        self.place.mkdir()
        self.answer(201)

    def do_PUT(self) -> None:
        body = self.read()
        if not self.place.parent.is_dir():
            return self.answer(409)
        # What is listed is whole.
        half = self.folder / f".half-{id(self)}"
        half.write_bytes(body)
        half.rename(self.place)
        self.answer(201)

    def do_GET(self) -> None:
        if not self.place.is_file():
            return self.answer(404)
        body = self.place.read_bytes()
        asked = self.headers.get("Range", "")
        if not asked.startswith("bytes="):
            return self.answer(200, body)
        first, _, last = asked.removeprefix("bytes=").partition("-")
        end = min(int(last), len(body) - 1) if last else len(body) - 1
        self.answer(206, body[int(first):end + 1], Content_Range=f"bytes {first}-{end}/{len(body)}")

    do_HEAD = do_GET

    def do_DELETE(self) -> None:
        if not self.place.exists():
            return self.answer(404)
        shutil.rmtree(self.place) if self.place.is_dir() else self.place.unlink()
        self.answer(204)


if __name__ == "__main__":
    Store.folder = Path(sys.argv[2])
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Store).serve_forever()
