"""The route table, kept up to date by a thread; answers come from it at once."""

import json
import secrets
import threading
import time
import urllib.error
import urllib.request

from .decide import PICK_REVISION, decide, fail_closed, fnv32


class Routes:
    """Where the table is not known to be the truth, every answer is `human_only`.

    url: base address of the lanes API. key: a key of scope `route` or `work`. max_age: seconds beyond which the table
    is not answered by. poll_every: seconds between two requests where there is no stream. report_every: seconds between
    two reports of how often was answered. on_error: called with what went wrong; it is tried again in any case.
    """

    def __init__(self, url, key, max_age=5.0, poll_every=2.0, report_every=10.0, use_stream=True, on_error=None):
        self._base = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"}
        self._max_age, self._poll_every, self._report_every = max_age, poll_every, report_every
        self._use_stream, self._on_error = use_stream, on_error or (lambda error: None)
        self._table = None
        self._sure_at = float("-inf")
        self._tag = ""
        self._stream = None
        self._counts = {}
        self._lock = threading.Lock()
        self._fresh = threading.Event()
        self._closed = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._keep, self._report_on)]
        for thread in self._threads:
            thread.start()

    def route(self, queue, step, item, features=None):
        """Answers at once, as the API would. Fails closed: what is not known for sure is `human_only`."""
        answer = self._answer_to(queue, step, item, features)
        with self._lock:
            self._counts[answer["decision"]] = self._counts.get(answer["decision"], 0) + 1
        return {"route_id": _route_id(queue, step, item, answer["decision"]), **answer, "queue": queue, "step": step, "item": item}

    def is_fresh(self):
        """Whether the table is younger than `max_age`."""
        return self._table is not None and time.monotonic() - self._sure_at <= self._max_age

    def version(self):
        """Of the table; None before the first one."""
        table = self._table
        return None if table is None else table["version"]

    def ready(self, timeout=10.0):
        """Returns False where no table came in this time."""
        return self.is_fresh() or self._fresh.wait(timeout)

    def close(self):
        """Ends the stream and reports what is left."""
        self._closed.set()
        stream = self._stream
        if stream is not None:
            _shut(stream)
        for thread in self._threads:
            thread.join(timeout=15)
        self._report()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _answer_to(self, queue, step, item, features):
        table = self._table
        if table is None:
            return fail_closed("A person does this item: the route table is not known yet.")
        if not self.is_fresh():
            return fail_closed("A person does this item: the route table is too old.")
        entry = table["steps"].get(f"{queue}|{step}")
        if entry is None:
            return fail_closed(f"A person does this item: there is no step {step} in queue {queue}.")
        return decide(entry, table["seed"], queue, step, item, features)

    def _take(self, view, asked):
        if view["pick_revision"] != PICK_REVISION:
            raise ValueError(f"the service picks by revision {view['pick_revision']}, and this SDK by {PICK_REVISION}")
        steps = {f"{entry['queue']}|{entry['step']}": entry for entry in view["steps"]}
        self._table = {"version": view["version"], "seed": view["audit_seed"], "steps": steps}
        self._became(asked)

    def _became(self, asked):
        self._sure_at = max(self._sure_at, asked)
        self._fresh.set()

    def _open(self, path, headers=None, data=None):
        request = urllib.request.Request(f"{self._base}{path}", data=data, headers={**self._headers, **(headers or {})})
        return urllib.request.urlopen(request, timeout=10)

    def _poll(self):
        asked = time.monotonic()
        try:
            with self._open("/v1/routes", {"If-None-Match": self._tag} if self._tag else None) as response:
                self._take(json.load(response), asked)
                self._tag = response.headers.get("ETag", "")
        except urllib.error.HTTPError as error:
            error.close()
            if error.code != 304:
                raise
            self._became(asked)

    def _follow(self):
        """Reads the stream to its end. Its ids say when a line was sent, from the start of the stream: the one that was
        least under way shows how the clocks differ, and a line that lay unread is as old as it is."""
        began = float("inf")
        with self._open("/v1/routes/stream", {"Accept": "text/event-stream"}) as response:
            self._stream = response
            event = {}
            for raw in response:
                if self._closed.is_set():
                    return
                line = raw.decode("utf-8").rstrip("\r\n")
                if line != "":
                    name, _, value = line.partition(": ")
                    event[name] = value
                    continue
                arrived, elapsed = time.monotonic(), int(event.get("id", "0")) / 1000
                began = min(began, arrived - elapsed)
                data = json.loads(event.get("data", "null"))
                if event.get("event") == "table":
                    self._take(data, began + elapsed)
                elif event.get("event") == "current" and data["version"] == self.version():
                    self._became(began + elapsed)
                event = {}

    def _keep(self):
        while not self._closed.is_set():
            try:
                if self._use_stream:
                    self._follow()
                else:
                    self._poll()
                    self._closed.wait(self._poll_every)
            except Exception as error:  # whatever it is, it is reported and tried again
                if self._closed.is_set():
                    return
                self._on_error(error)
                try:
                    self._poll()
                except Exception as failure:
                    self._on_error(failure)
                self._closed.wait(min(self._poll_every, 1.0))

    def _report_on(self):
        while not self._closed.wait(self._report_every):
            self._report()

    def _report(self):
        with self._lock:
            sent, self._counts = self._counts, {}
        if not sent:
            return
        try:
            body = json.dumps(sent).encode("utf-8")
            self._open("/v1/routes/answers", {"Content-Type": "application/json"}, body).close()
        except Exception as error:
            with self._lock:  # counted with the next ones
                for decision, count in sent.items():
                    self._counts[decision] = self._counts.get(decision, 0) + count
            self._on_error(error)


def _shut(response):
    """Wakes the thread that reads; closing alone would wait for it."""
    try:
        import socket

        response.fp.raw._sock.shutdown(socket.SHUT_RDWR)
    except Exception:
        pass


def _route_id(queue, step, item, decision):
    """A UUID of version 7: the time of the answer, and a mark of the item and the decision. An act that names it is
    judged by that time, if it is of that item and the answer let the agent act."""
    time_text = f"{int(time.time() * 1000):012x}"
    mark = fnv32(f"{decision}|{queue}|{step}|{item}")
    variant = secrets.choice("89ab")
    return f"rt_{time_text[:8]}-{time_text[8:]}-70e1-{variant}1d5-{mark:08x}{secrets.randbits(16):04x}"
