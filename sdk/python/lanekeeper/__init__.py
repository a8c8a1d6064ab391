"""Keeps the route table of a Lanekeeper workspace in this process and answers route questions from it."""

from .client import Routes
from .decide import PICK_REVISION, decide, fail_closed

__all__ = ["PICK_REVISION", "Routes", "decide", "fail_closed"]
