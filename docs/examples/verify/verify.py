import base64, hashlib, hmac, os, sys, time


def holds(secret: str, headers, raw_body: bytes) -> bool:
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.".encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


if __name__ == "__main__":
    headers = {name: os.environ[name.replace("-", "_").upper()] for name in
               ("webhook-id", "webhook-timestamp", "webhook-signature")}
    print("holds" if holds(os.environ["WEBHOOK_SECRET"], headers, sys.stdin.buffer.read()) else "does not hold")
