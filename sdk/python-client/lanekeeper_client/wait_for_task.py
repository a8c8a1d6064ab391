"""Polls a task until it has an outcome."""

import time

from .dispatch import DispatchClient, TaskRecord


def wait_for_task(dispatch: DispatchClient, task_id: str, timeout: float = 600.0, poll: float = 1.0) -> TaskRecord:
    """Raises TimeoutError when it has none after `timeout` seconds."""
    until = time.monotonic() + timeout
    while True:
        task = dispatch.get_task(task_id)
        if task["outcome"] is not None:
            return task
        if time.monotonic() >= until:
            raise TimeoutError(f"task {task_id} has no outcome after {timeout} s; it is {task['status']}")
        time.sleep(poll)
