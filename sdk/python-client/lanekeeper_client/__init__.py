"""Clients of Lanekeeper's task dispatch and lanes APIs, without dependencies."""

from .dispatch import DispatchClient
from .http import ApiError, ConnectionFailed
from .lanes import LanesClient
from .wait_for_task import wait_for_task
from .webhooks import WebhookError, sign_inbound, verify_webhook

__all__ = [
    "ApiError",
    "ConnectionFailed",
    "DispatchClient",
    "LanesClient",
    "WebhookError",
    "sign_inbound",
    "verify_webhook",
    "wait_for_task",
]
