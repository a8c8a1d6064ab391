"""Reads bodies of requests as a Python server would: one JSON object a line in, one a line out."""
import base64
import email.parser
import hashlib
import json
import sys
import urllib.parse


def flat(value, path, into):
    if isinstance(value, list) and value and isinstance(value[0], Member):
        for member in value:
            flat(member.value, f"{path}.{member.name}" if path else member.name, into)
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            flat(item, f"{path}[{index}]", into)
    elif isinstance(value, list):
        into.append([path, "empty"])
    elif value is None or isinstance(value, bool):
        into.append([path, json.dumps(value)])
    elif isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        into.append([path, str(int(value))])
    else:
        into.append([path, str(value)])


class Member:
    def __init__(self, name, value):
        self.name, self.value = name, value


def fields_of(content_type, body):
    kind = content_type.split(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded":
        return [list(pair) for pair in urllib.parse.parse_qsl(body.decode(), keep_blank_values=True)]
    if kind == "multipart/form-data":
        head = f"Content-Type: {content_type}\r\n\r\n".encode()
        message = email.parser.BytesParser().parsebytes(head + body)
        found = []
        for part in message.get_payload():
            name = part.get_param("name", header="content-disposition")
            data = part.get_payload(decode=True)
            if part.get_filename() is None:
                found.append([name, data.decode()])
            else:
                found.append([name, f"file {part.get_filename()} {hashlib.sha256(data).hexdigest()}"])
        return found
    if kind == "application/json":
        found = []
        flat(json.loads(body, object_pairs_hook=lambda pairs: [Member(*pair) for pair in pairs]), "", found)
        return found
    return [["body", body.decode("latin-1")]]


for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"fields": fields_of(asked["content_type"], base64.b64decode(asked["body"]))}
    except Exception as error:  # What cannot be read is reported, as a difference.
        answer = {"fields": [["unreadable", type(error).__name__]]}
    print(json.dumps(answer), flush=True)
