"""What the lanes API answers to a route question, from a step of the route table. The same function in both SDKs and the API."""

import re
from decimal import ROUND_HALF_UP, Decimal

PICK_REVISION = 1
"""Of the hash below; a table of another one is not answered by."""

_MASK = 0xFFFFFFFF
_SURROGATE = re.compile("[\ud800-\udfff]")
_DECISION_OF_LANE = {"shadow": "human_only", "assist": "propose", "auto": "act_alone"}
_NOVEL_WORDS = {
    "unseen": "has a value never seen while the step earned Auto",
    "rare": "has a value hardly seen while the step earned Auto",
    "out_of_range": "lies outside the range seen while the step earned Auto",
    "missing": "is missing",
    "other_type": "is of another type than before",
}


def fnv32(text):
    """FNV-1a, 32 bits, over the UTF-8 bytes, with the finaliser of MurmurHash3."""
    h = 0x811C9DC5
    for byte in _SURROGATE.sub("\ufffd", text).encode("utf-8"):
        h = ((h ^ byte) * 0x01000193) & _MASK
    h ^= h >> 16
    h = (h * 0x85EBCA6B) & _MASK
    h ^= h >> 13
    h = (h * 0xC2B2AE35) & _MASK
    return h ^ (h >> 16)


def decide(entry, seed, queue, step, item, features=None):
    """Answers one question; `entry` is the step of the table, `seed` its `audit_seed`."""
    lane, reason = entry["lane"], entry["reason"]
    if lane == "auto":
        novel = [] if entry["novel"] is None else _novel_reasons(entry["novel"], features or {})
        if novel:
            words = ", ".join(f"{feature} {_NOVEL_WORDS[why]}" for feature, why in novel)
            return _answer("propose", "assist", f"A person confirms this item: {words}. {reason}")
        audit = _pick(seed, queue, step, item) < entry["audit_rate"]
        if audit:
            reason = f"{reason} A person checks this item: it is in the audit sample."
        return _answer("act_alone", lane, reason, audit, entry["audit_rate"])
    blind = lane == "assist" and entry["blind_rate"] > 0
    if blind and _pick(f"{seed}/blind", queue, step, item) < entry["blind_rate"]:
        words = "A person does this item without seeing a proposal: it is in the blind sample."
        return _answer("human_only", "shadow", f"{words} {reason}")
    return _answer(_DECISION_OF_LANE[lane], lane, reason)


def fail_closed(why):
    """The answer where nothing is known for sure: nobody but a person acts."""
    return _answer("human_only", "shadow", why)


def _answer(decision, lane, reason, audit=False, audit_rate=0):
    return {"decision": decision, "lane": lane, "audit": audit, "audit_rate": audit_rate, "reason": reason}


def _pick(seed, queue, step, item):
    return fnv32(f"{seed}|{queue}|{step}|{item}") / 4294967296


def _novel_reasons(novel, given):
    found = []
    for feature, sight in novel["features"].items():
        value = _input_value(given.get(feature))
        why = _reason_of(sight, novel["seen"].get(feature) or {}, value, novel["min_seen"])
        if why is not None:
            found.append((feature, why))
    return found


def _reason_of(sight, since, value, min_seen):
    bounds, counts = sight["range"], sight["counts"]
    number = float(value[2:]) if value.startswith("n:") else None
    if bounds and number is not None and bounds["min"] <= number <= bounds["max"]:
        return None
    sightings = counts.get(value, 0) + since.get(value, 0)
    if sightings >= min_seen:
        return None
    if value == "-":
        return "missing"
    if bounds:
        return "other_type" if number is None else "out_of_range"
    if sightings > 0:
        return "rare"
    return "unseen" if any(known[:1] == value[:1] for known in counts) else "other_type"


def _input_value(value):
    """The form in which values of features are counted."""
    if value is None:
        return "-"
    if isinstance(value, str):
        # Counted in UTF-16, as JavaScript does, and cut by characters.
        length = len(value) + sum(1 for sign in value if ord(sign) > 0xFFFF)
        return f"t:{value if length <= 120 else value[:120]}"
    if isinstance(value, bool):
        return "b:true" if value else "b:false"
    if isinstance(value, (int, float)):
        return f"n:{_number(_rounded(float(value)))}"
    return "?"


def _rounded(value):
    """Three significant digits, halves away from zero, as `toPrecision(3)` does."""
    if value == 0 or value != value or value in (float("inf"), float("-inf")):
        return value
    exact = Decimal(value)
    return float(exact.quantize(Decimal((0, (1,), exact.adjusted() - 2)), rounding=ROUND_HALF_UP))


def _number(value):
    """A number as JavaScript writes it."""
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    text = "".join(map(str, digits))
    point = len(text) + exponent
    if 0 < point <= 21:
        whole = text.ljust(point, "0") if len(text) <= point else f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        whole = f"0.{'0' * -point}{text}"
    else:
        power = point - 1
        whole = f"{text[0]}{'.' + text[1:] if len(text) > 1 else ''}e{'+' if power > 0 else '-'}{abs(power)}"
    return f"{'-' if sign else ''}{whole}"
