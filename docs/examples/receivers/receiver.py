"""Receives Lanekeeper's webhooks with the standard library alone: WEBHOOK_SECRET=whsec_… PORT=8080 python3 receiver.py"""
import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# During a rotation: both secrets, with a comma between them.
secrets = [secret.encode() for secret in os.environ["WEBHOOK_SECRET"].split(",") if secret]


def holds(header: str, raw_body: bytes) -> bool:
    """Whether one signature of "t=<unix seconds>,v1=<hex>[,v1=<hex>]" was made with one of our secrets, lately."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    t = next((value for name, _, value in parts if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,12}", t) or abs(time.time() - int(t)) > 300:
        return False
    given = [value.encode() for name, _, value in parts if name == "v1"]
    signed = t.encode() + b"." + raw_body
    expected = [hmac.new(secret, signed, hashlib.sha256).hexdigest().encode() for secret in secrets]
    return any(hmac.compare_digest(one, other) for one in given for other in expected)


# In memory, to stay small. A real receiver keeps the ids for some days, in the transaction in which it does its work.
handled: set[str] = set()
newest: dict[tuple, str] = {}
one_at_a_time = threading.Lock()


def take(event: dict) -> str:
    """A delivery can arrive twice, and later ones before earlier ones: "id" shows the first, "at" the second."""
    with one_at_a_time:
        if event["id"] in handled:
            return "repeat"
        handled.add(event["id"])
        subject = (event["type"], event["queue"], event["step"])
        if event["at"] < newest.get(subject, ""):
            return "outdated"
        newest[subject] = event["at"]
        return "handled"


class Receiver(BaseHTTPRequestHandler):
    timeout = 15

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > 1_000_000:
            return self.answer(413)
        raw_body = self.rfile.read(int(length))  # before anything parses it
        if not holds(self.headers.get("Svc-Signature", ""), raw_body):
            return self.answer(401)
        try:
            event = json.loads(raw_body)
            print(take(event), event["type"], event["id"], flush=True)
        except (KeyError, TypeError, ValueError):
            return self.answer(400)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
print("listens on {}:{}".format(*server.server_address), flush=True)
server.serve_forever()
