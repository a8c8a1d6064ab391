"""Made by `npm run docs` from the OpenAPI description; changes here are lost."""

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union

from .http import ApiClient, rows_of

PullPodInput = TypedDict(
    "PullPodInput", {
        "task_type": Literal["pull_pod"],
        "params": Dict[str, Any],
        "instruction": str,
        "client_ref": str,
        "idempotency_key": str,
        "callback_url": str,
        "priority": Literal["low", "normal", "high"],
        "requested_by": Dict[str, Any],
    }, total=False
)
PodToDisputeInput = TypedDict(
    "PodToDisputeInput", {
        "task_type": Literal["pod_to_dispute"],
        "params": Dict[str, Any],
        "instruction": str,
        "client_ref": str,
        "idempotency_key": str,
        "callback_url": str,
        "priority": Literal["low", "normal", "high"],
        "requested_by": Dict[str, Any],
    }, total=False
)
FileDisputeInput = TypedDict(
    "FileDisputeInput", {
        "task_type": Literal["file_dispute"],
        "params": Dict[str, Any],
        "instruction": str,
        "client_ref": str,
        "idempotency_key": str,
        "callback_url": str,
        "priority": Literal["low", "normal", "high"],
        "requested_by": Dict[str, Any],
    }, total=False
)
AnswerClaimInput = TypedDict(
    "AnswerClaimInput", {
        "task_type": Literal["answer_claim"],
        "params": Dict[str, Any],
        "instruction": str,
        "client_ref": str,
        "idempotency_key": str,
        "callback_url": str,
        "priority": Literal["low", "normal", "high"],
        "requested_by": Dict[str, Any],
    }, total=False
)
TmsCorrectionInput = TypedDict(
    "TmsCorrectionInput", {
        "task_type": Literal["tms_correction"],
        "params": Dict[str, Any],
        "instruction": str,
        "client_ref": str,
        "idempotency_key": str,
        "callback_url": str,
        "priority": Literal["low", "normal", "high"],
        "requested_by": Dict[str, Any],
    }, total=False
)
PortalActionInput = TypedDict(
    "PortalActionInput", {
        "task_type": Literal["portal_action"],
        "params": Dict[str, Any],
        "instruction": str,
        "client_ref": str,
        "idempotency_key": str,
        "callback_url": str,
        "priority": Literal["low", "normal", "high"],
        "requested_by": Dict[str, Any],
    }, total=False
)
Batch = TypedDict(
    "Batch", {
        "tasks": List["TaskInput"],
    }, total=False
)
TaskRecord = TypedDict(
    "TaskRecord", {
        "id": str,
        "task_type": "TaskType",
        "status": "Status",
        "outcome": Literal["completed", "escalated", "rejected", "failed", None],
        "outcome_reason": Union["OutcomeReason", None],
        "summary": Union[str, None],
        "params": Dict[str, Any],
        "instruction": Union[str, None],
        "client_ref": Union[str, None],
        "idempotency_key": str,
        "callback_url": Union[str, None],
        "priority": Literal["low", "normal", "high"],
        "requested_by": Dict[str, Any],
        "channel": Literal["api", "csv", "webhook", "email", "mcp", "console"],
        "portal": Union[str, None],
        "waiting_on": Literal["person", "portal", None],
        "confirmation_number": Union[str, None],
        "approvals": List["Approval"],
        "evidence": Dict[str, Any],
        "result_url": str,
        "error": Union[Dict[str, Any], None],
        "created_at": str,
        "updated_at": str,
        "finished_at": Union[str, None],
    }, total=False
)
Approval = TypedDict(
    "Approval", {
        "id": str,
        "reason": str,
        "amount": Union[str, None],
        "status": Literal["pending", "approved", "refused", "expired", "superseded"],
        "superseded_by": Union[str, None],
        "shown": Union["ShownMatter", None],
        "requested_at": str,
        "expires_at": str,
        "decided_at": Union[str, None],
        "decided_by": Union[str, None],
        "note": Union[str, None],
        "decisions": List[Dict[str, Any]],
        "questions": List["ApprovalQuestion"],
        "delegated_to": Union[str, None],
    }, total=False
)
ApprovalQuestion = TypedDict(
    "ApprovalQuestion", {
        "id": str,
        "question": str,
        "asked_by": str,
        "asked_at": str,
        "answer": Union[str, None],
        "answered_by": Union[str, None],
        "answered_at": Union[str, None],
    }, total=False
)
ShownMatter = TypedDict(
    "ShownMatter", {
        "sha256": str,
        "matter_sha256": str,
        "change": Dict[str, Any],
        "values": Union[Dict[str, Any], None],
        "page": Union[Dict[str, Any], None],
        "missing_picture": Union[str, None],
    }, total=False
)
PictureRegion = TypedDict(
    "PictureRegion", {
        "x": int,
        "y": int,
        "width": int,
        "height": int,
        "of": Dict[str, Any],
    }, total=False
)
ShownFile = TypedDict(
    "ShownFile", {
        "file": str,
        "sha256": str,
    }, total=False
)
TaskList = TypedDict(
    "TaskList", {
        "tasks": List["TaskRecord"],
        "next_cursor": Union[str, None],
    }, total=False
)
BatchReport = TypedDict(
    "BatchReport", {
        "accepted": int,
        "duplicates": int,
        "rejected": int,
        "results": List["RowReport"],
    }, total=False
)
RejectedBatch = TypedDict(
    "RejectedBatch", {
        "error": str,
        "code": Literal["all_rejected"],
        "accepted": int,
        "duplicates": int,
        "rejected": int,
        "results": List["RowReport"],
    }, total=False
)
PlaybookList = TypedDict(
    "PlaybookList", {
        "playbooks": List[Dict[str, Any]],
    }, total=False
)
Delivery = TypedDict(
    "Delivery", {
        "id": str,
        "task_id": Union[str, None],
        "event": str,
        "url": str,
        "status": Literal["pending", "retrying", "delivered", "failed"],
        "attempts": List[Dict[str, Any]],
        "next_attempt_at": Union[str, None],
        "created_at": str,
    }, total=False
)
DeliveryList = TypedDict(
    "DeliveryList", {
        "deliveries": List["Delivery"],
        "next_cursor": Union[str, None],
    }, total=False
)
Endpoint = TypedDict(
    "Endpoint", {
        "callback_url": Union[str, None],
    }, total=False
)
EndpointInput = TypedDict(
    "EndpointInput", {
        "callback_url": Union[str, None],
    }, total=False
)
QueuedDelivery = TypedDict(
    "QueuedDelivery", {
        "id": str,
        "queued": Literal[True],
    }, total=False
)
QueuedPing = TypedDict(
    "QueuedPing", {
        "id": str,
        "url": str,
        "queued": Literal[True],
    }, total=False
)
RotatedSecret = TypedDict(
    "RotatedSecret", {
        "secret": str,
        "signs_from": str,
        "old_valid_until": str,
    }, total=False
)
EvidenceKeys = TypedDict(
    "EvidenceKeys", {
        "keys": List[Dict[str, Any]],
    }, total=False
)
DecisionInput = TypedDict(
    "DecisionInput", {
        "decision": Literal["approve", "refuse"],
        "note": Union[str, None],
    }, total=False
)
QuestionInput = TypedDict(
    "QuestionInput", {
        "question": str,
    }, total=False
)
AnswerInput = TypedDict(
    "AnswerInput", {
        "answer": str,
    }, total=False
)
RecoverInput = TypedDict(
    "RecoverInput", {
        "since": str,
        "until": str,
        "event": Literal["task.completed", "task.escalated", "task.rejected", "task.failed", "task.approval_needed", "ping"],
        "about": str,
    }, total=False
)
Error = TypedDict(
    "Error", {
        "error": str,
        "code": Literal["bad_json", "bad_csv", "bad_request", "invalid_request", "unauthorized", "not_allowed", "not_found", "method_not_allowed", "request_timeout", "already_decided", "already_assigned", "not_repeatable", "task_ended", "settler_off", "no_endpoint", "webhook_deleted", "too_many_webhooks", "too_large", "unsupported_media_type", "expectation_failed", "invalid_task", "invalid_decision", "invalid_batch", "all_rejected", "invalid_query", "no_capability", "rate_limited", "headers_too_large", "internal", "unavailable"],
        "details": List[str],
    }, total=False
)
TaskEvent = TypedDict(
    "TaskEvent", {
        "id": str,
        "event": Literal["task.completed", "task.escalated", "task.rejected", "task.failed", "task.approval_needed"],
        "created_at": str,
        "client": str,
        "task": "TaskRecord",
    }, total=False
)

TaskInput = Union["PullPodInput", "PodToDisputeInput", "FileDisputeInput", "AnswerClaimInput", "TmsCorrectionInput", "PortalActionInput"]
Status = Literal["queued", "running", "awaiting_approval", "completed", "escalated", "rejected", "failed"]
TaskType = Literal["pull_pod", "pod_to_dispute", "file_dispute", "answer_claim", "tms_correction", "portal_action"]
OutcomeReason = Literal["already_done", "guard_stopped", "uncertain_write", "conflicting_record", "needs_person", "approval_refused", "approval_expired", "facts_do_not_support", "not_found", "portal_refused", "portal_unavailable", "internal_error"]
RowReport = Dict[str, Any]


class DispatchClient(ApiClient):
    def queue_tasks(self, body: Any, *, as_csv: bool = False) -> Union[Union["TaskRecord", "BatchReport"], "BatchReport", str]:
        """Queue one task, a batch, or the rows of a CSV file."""
        return self._call("POST", "/api/tasks", True, {}, body=body, as_csv=as_csv)

    def list_tasks(self, *, status: Optional["Status"] = None, task_type: Optional["TaskType"] = None, outcome_reason: Optional["OutcomeReason"] = None, client_ref: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> "TaskList":
        """List the caller’s tasks, newest first."""
        return self._call("GET", "/api/tasks", True, {}, query={"status": status, "task_type": task_type, "outcome_reason": outcome_reason, "client_ref": client_ref, "limit": limit, "cursor": cursor})

    def all_tasks(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Every row of `list_tasks`, page by page."""
        return rows_of(self.list_tasks, "tasks", **query)

    def get_task(self, id_: str) -> "TaskRecord":
        """Get one task."""
        return self._call("GET", "/api/tasks/{id}", True, {"id": id_})

    def run_task_again(self, id_: str) -> "TaskRecord":
        """Run the work of a task again, as a new task."""
        return self._call("POST", "/api/tasks/{id}/again", True, {"id": id_})

    def cancel_task(self, id_: str) -> "TaskRecord":
        """Stop a task that has not ended."""
        return self._call("POST", "/api/tasks/{id}/cancel", True, {"id": id_})

    def decide_approval(self, id_: str, approval_id: str, body: "DecisionInput") -> "TaskRecord":
        """Approve or refuse what a task waits for; needs a key with the scope approve."""
        return self._call("POST", "/api/tasks/{id}/approvals/{approval_id}", False, {"id": id_, "approval_id": approval_id}, body=body)

    def ask_requester(self, id_: str, approval_id: str, body: "QuestionInput") -> "TaskRecord":
        """Ask the requester about an approval; needs a key with the scope approve."""
        return self._call("POST", "/api/tasks/{id}/approvals/{approval_id}/questions", False, {"id": id_, "approval_id": approval_id}, body=body)

    def answer_question(self, id_: str, question_id: str, body: "AnswerInput") -> "TaskRecord":
        """Answer what an approver asked about a task."""
        return self._call("POST", "/api/tasks/{id}/questions/{question_id}", False, {"id": id_, "question_id": question_id}, body=body)

    def revoke_task_links(self, id_: str) -> "TaskRecord":
        """End every link to the result page and evidence of a task."""
        return self._call("POST", "/api/tasks/{id}/revoke-links", True, {"id": id_})

    def list_playbooks(self) -> "PlaybookList":
        """Portals the service can work on."""
        return self._call("GET", "/api/playbooks", True, {})

    def get_description(self) -> Dict[str, Any]:
        """This description."""
        return self._call("GET", "/api/openapi.json", True, {})

    def list_deliveries(self, *, task_id: Optional[str] = None, status: Optional[Literal["pending", "retrying", "delivered", "failed"]] = None, event: Optional[Literal["task.completed", "task.escalated", "task.rejected", "task.failed", "task.approval_needed", "ping"]] = None, since: Optional[str] = None, until: Optional[str] = None, key: Optional[str] = None, endpoint: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> "DeliveryList":
        """Deliveries of results, newest first."""
        return self._call("GET", "/api/deliveries", True, {}, query={"task_id": task_id, "status": status, "event": event, "since": since, "until": until, "key": key, "endpoint": endpoint, "limit": limit, "cursor": cursor})

    def all_deliveries(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Every row of `list_deliveries`, page by page."""
        return rows_of(self.list_deliveries, "deliveries", **query)

    def get_delivery(self, id_: str) -> "Delivery":
        """One delivery with its attempts."""
        return self._call("GET", "/api/deliveries/{id}", True, {"id": id_})

    def get_endpoint(self) -> "Endpoint":
        """Where results go by default."""
        return self._call("GET", "/api/endpoint", True, {})

    def set_endpoint(self, body: "EndpointInput") -> "Endpoint":
        """Set where results go by default."""
        return self._call("POST", "/api/endpoint", True, {}, body=body)

    def test_endpoint(self) -> "QueuedPing":
        """Send a signed ping to the endpoint."""
        return self._call("POST", "/api/endpoint/test", False, {})

    def rotate_endpoint_secret(self) -> "RotatedSecret":
        """Create a new secret that signs results."""
        return self._call("POST", "/api/endpoint/rotate-secret", False, {})

    def retry_delivery(self, id_: str) -> "QueuedDelivery":
        """Send one delivery again."""
        return self._call("POST", "/api/deliveries/{id}/retry", False, {"id": id_})

    def recover_deliveries(self, body: "RecoverInput") -> Dict[str, Any]:
        """Send all deliveries again that failed since a time."""
        return self._call("POST", "/api/deliveries/recover", True, {}, body=body)

    def get_evidence_file(self, id_: str, file: str) -> Any:
        """A file of the evidence pack, such as manifest.json."""
        return self._call("GET", "/evidence/{id}/{file}", True, {"id": id_, "file": file})

    def get_evidence_keys(self) -> "EvidenceKeys":
        """Public keys that verify evidence packs."""
        return self._call("GET", "/.well-known/evidence-keys.json", True, {})
