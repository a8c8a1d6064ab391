"""Webhooks: checks those that Lanekeeper sends, and signs those that are sent to it."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union


class WebhookError(Exception):
    """The request does not come from Lanekeeper, or was changed or recorded on its way."""


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    tolerance: int = 300,
    now: Optional[float] = None,
) -> Any:
    """Checks the Standard Webhooks headers that every delivery of both services carries.

    body: the raw bytes of the request, before any parser. secret: whsec_…; several during a rotation. Returns the event.
    """
    given = {name.lower(): value for name, value in headers.items()}
    delivery, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if delivery == "" or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookError("webhook-id or webhook-timestamp is missing")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("the webhook is too old")
    content = f"{delivery}.{timestamp}.".encode() + body
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [hmac.new(_key(each), content, hashlib.sha256).digest() for each in secrets]
    for part in given.get("webhook-signature", "").split(" "):
        try:
            one = base64.b64decode(part[3:], validate=True) if part.startswith("v1,") else b""
        except binascii.Error:
            continue
        if any(hmac.compare_digest(one, wanted) for wanted in expected):
            return json.loads(body)
    raise WebhookError("the signature does not fit the body and the secret")


def sign_inbound(body: bytes, secret: str, header_name: str = "Svc", now: Optional[float] = None) -> Dict[str, str]:
    """Headers of a request to POST /hooks/inbound/{sender_id}. header_name: the word in the deployment's headers."""
    timestamp = str(int(time.time() if now is None else now))
    digest = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {f"X-{header_name}-Timestamp": timestamp, f"X-{header_name}-Signature": f"sha256={digest}"}


def _key(secret: str) -> bytes:
    return base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
