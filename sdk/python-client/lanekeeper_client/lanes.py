"""Made by `npm run docs` from the OpenAPI description; changes here are lost."""

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union

from .http import ApiClient, rows_of

Error = TypedDict(
    "Error", {
        "error": str,
        "code": Literal["bad_json", "bad_csv", "bad_request", "invalid_request", "unauthorized", "not_allowed", "not_found", "method_not_allowed", "request_timeout", "already_decided", "already_assigned", "not_repeatable", "task_ended", "settler_off", "no_endpoint", "webhook_deleted", "too_many_webhooks", "too_large", "unsupported_media_type", "expectation_failed", "invalid_task", "invalid_decision", "invalid_batch", "all_rejected", "invalid_query", "no_capability", "rate_limited", "headers_too_large", "internal", "unavailable"],
        "details": List[str],
    }, total=False
)
QueueDefined = TypedDict(
    "QueueDefined", {
        "id": str,
        "kind": Literal["queue.defined"],
        "at": str,
        "queue": str,
        "actor": "Actor",
        "title": Union[str, None],
        "settlement_reasons": Union[List[str], None],
        "steps": List[Dict[str, Any]],
    }, total=False
)
StepDoneShadow = TypedDict(
    "StepDoneShadow", {
        "id": str,
        "kind": Literal["step.done"],
        "at": str,
        "queue": str,
        "step": str,
        "item": str,
        "actor": "Agent",
        "role": Literal["shadow"],
        "decision": Union[str, None],
        "outputs": Union[Dict[str, Any], None],
        "features": Union[Dict[str, Any], None],
        "started_at": Union[str, None],
        "route_id": Union[str, None],
    }, total=False
)
StepDoneProposal = TypedDict(
    "StepDoneProposal", {
        "id": str,
        "kind": Literal["step.done"],
        "at": str,
        "queue": str,
        "step": str,
        "item": str,
        "actor": "Agent",
        "role": Literal["proposal"],
        "decision": Union[str, None],
        "outputs": Union[Dict[str, Any], None],
        "features": Union[Dict[str, Any], None],
        "started_at": Union[str, None],
        "route_id": Union[str, None],
    }, total=False
)
StepDoneConfirm = TypedDict(
    "StepDoneConfirm", {
        "id": str,
        "kind": Literal["step.done"],
        "at": str,
        "queue": str,
        "step": str,
        "item": str,
        "actor": "Operator",
        "role": Literal["confirm"],
        "decision": Union[str, None],
        "outputs": Union[Dict[str, Any], None],
        "features": Union[Dict[str, Any], None],
        "started_at": Union[str, None],
        "route_id": Union[str, None],
    }, total=False
)
StepDoneAct = TypedDict(
    "StepDoneAct", {
        "id": str,
        "kind": Literal["step.done"],
        "at": str,
        "queue": str,
        "step": str,
        "item": str,
        "actor": "Actor",
        "role": Literal["act"],
        "decision": Union[str, None],
        "outputs": Union[Dict[str, Any], None],
        "features": Union[Dict[str, Any], None],
        "started_at": Union[str, None],
        "route_id": Union[str, None],
    }, total=False
)
AuditResult = TypedDict(
    "AuditResult", {
        "id": str,
        "kind": Literal["audit.result"],
        "at": str,
        "queue": str,
        "step": str,
        "item": str,
        "actor": "Operator",
        "verdict": Literal["agree", "disagree"],
        "severity": Literal["minor", "material", "critical", None],
        "decision": Union[str, None],
        "outputs": Union[Dict[str, Any], None],
    }, total=False
)
SettlementMade = TypedDict(
    "SettlementMade", {
        "id": str,
        "kind": Literal["settlement.made"],
        "at": str,
        "queue": str,
        "step": str,
        "item": str,
        "actor": "Actor",
        "verdict": Literal["agent_right", "operator_right", "both_wrong"],
        "severity": Literal["minor", "material", "critical", None],
        "by": Literal["person", "model"],
        "reason": Union[str, None],
    }, total=False
)
SignoffGiven = TypedDict(
    "SignoffGiven", {
        "id": str,
        "kind": Literal["signoff.given"],
        "at": str,
        "queue": str,
        "step": str,
        "actor": "Operator",
        "request_id": str,
        "verdict": Literal["approve", "decline"],
    }, total=False
)
OutcomeRecorded = TypedDict(
    "OutcomeRecorded", {
        "id": str,
        "kind": Literal["outcome.recorded"],
        "at": str,
        "queue": str,
        "step": str,
        "item": str,
        "actor": "Operator",
        "good": bool,
    }, total=False
)
Actor = TypedDict(
    "Actor", {
        "kind": Literal["operator", "agent"],
        "id": str,
        "version": Union[str, None],
    }, total=False
)
Agent = TypedDict(
    "Agent", {
        "kind": Literal["agent"],
        "id": str,
        "version": Union[str, None],
    }, total=False
)
Operator = TypedDict(
    "Operator", {
        "kind": Literal["operator"],
        "id": str,
        "version": Union[str, None],
    }, total=False
)
Rules = TypedDict(
    "Rules", {
        "z": float,
        "weeks": Dict[str, Any],
        "shadow_to_assist": Dict[str, Any],
        "assist_to_auto": Dict[str, Any],
        "coverage": Dict[str, Any],
        "money": Dict[str, Any],
        "blind": Dict[str, Any],
        "evidence": Dict[str, Any],
        "audit": Dict[str, Any],
        "cusum": Dict[str, Any],
        "psi": Dict[str, Any],
        "novel": Dict[str, Any],
        "demote": Dict[str, Any],
        "cooldown": Dict[str, Any],
        "max_lane": Literal["shadow", "assist", "auto"],
        "settlement": Dict[str, Any],
        "redefine_on_agent_version": bool,
    }, total=False
)
RouteAnswer = TypedDict(
    "RouteAnswer", {
        "route_id": str,
        "decision": Literal["human_only", "propose", "act_alone"],
        "lane": Literal["shadow", "assist", "auto"],
        "audit": bool,
        "audit_rate": float,
        "reason": str,
        "queue": str,
        "step": str,
        "item": str,
        "checked_at": str,
    }, total=False
)
RouteAnswers = TypedDict(
    "RouteAnswers", {
        "answers": List[Union["RouteAnswer", Dict[str, Any]]],
    }, total=False
)
Figures = TypedDict(
    "Figures", {
        "seen": int,
        "compared": int,
        "agreed": int,
        "disagreed": Dict[str, Any],
        "settled": Dict[str, Any],
        "unsettled": int,
        "accuracy": Union[float, None],
        "accuracy_at_best": Union[float, None],
        "lower_bound": Union[float, None],
        "operator_error_rate": Union[float, None],
        "audited": int,
        "audit_errors": int,
        "unauthorised": int,
        "coverage": Union[float, None],
        "late_outputs": int,
    }, total=False
)
Gate = TypedDict(
    "Gate", {
        "gate": str,
        "value": Union[float, bool, None],
        "bar": Union[float, bool, None],
        "passed": bool,
        "sentence": str,
    }, total=False
)
LaneChange = TypedDict(
    "LaneChange", {
        "queue": str,
        "step": str,
        "from": Literal["shadow", "assist", "auto"],
        "to": Literal["shadow", "assist", "auto"],
        "at": str,
        "week": int,
        "rule": str,
        "numbers": Dict[str, Any],
        "reason": str,
    }, total=False
)
Alert = TypedDict(
    "Alert", {
        "queue": str,
        "step": str,
        "signal": Literal["input_shift", "outcome_drift", "critical_audit", "coverage"],
        "value": float,
        "threshold": float,
        "detail": str,
        "lane": Literal["shadow", "assist", "auto"],
        "at": str,
        "week": int,
    }, total=False
)
SignoffRequest = TypedDict(
    "SignoffRequest", {
        "request_id": str,
        "purpose": Literal["promote", "acknowledge"],
        "queue": str,
        "step": str,
        "numbers": Dict[str, Any],
        "event": Dict[str, Any],
        "at": str,
    }, total=False
)
UnauthorisedAct = TypedDict(
    "UnauthorisedAct", {
        "queue": str,
        "step": str,
        "item": str,
        "event_id": str,
        "actor": str,
        "lane": Literal["shadow", "assist", "auto"],
        "at": str,
    }, total=False
)
AuditReminder = TypedDict(
    "AuditReminder", {
        "queue": str,
        "step": str,
        "at": str,
        "week": int,
        "waiting": int,
        "overdue": int,
        "next_due": Union[str, None],
        "people": List[Dict[str, Any]],
    }, total=False
)
IngestAnswer = TypedDict(
    "IngestAnswer", {
        "accepted": int,
        "duplicates": int,
        "rejected": List[Dict[str, Any]],
        "lane_changes": List["LaneChange"],
        "alerts": List["Alert"],
        "signoff_requests": List["SignoffRequest"],
        "unauthorised": List["UnauthorisedAct"],
        "closed_week": int,
        "week_number": int,
        "waiting_settlement": int,
        "held": Dict[str, Any],
    }, total=False
)
CsvAnswer = TypedDict(
    "CsvAnswer", {
        "accepted": int,
        "duplicates": int,
        "rejected": List[Dict[str, Any]],
        "lane_changes": List["LaneChange"],
        "alerts": List["Alert"],
        "signoff_requests": List["SignoffRequest"],
        "unauthorised": List["UnauthorisedAct"],
        "closed_week": int,
        "week_number": int,
        "waiting_settlement": int,
        "held": Dict[str, Any],
        "csv_errors": List[Dict[str, Any]],
    }, total=False
)
ImportAnswer = TypedDict(
    "ImportAnswer", {
        "accepted": int,
        "duplicates": int,
        "rejected": List[Dict[str, Any]],
        "lane_changes": List["LaneChange"],
        "alerts": List["Alert"],
        "signoff_requests": List["SignoffRequest"],
        "unauthorised": List["UnauthorisedAct"],
        "closed_week": int,
        "week_number": int,
        "waiting_settlement": int,
        "held": Dict[str, Any],
        "left_out": List[Dict[str, Any]],
    }, total=False
)
ImportDryRun = TypedDict(
    "ImportDryRun", {
        "events": List["Event"],
        "counts": Dict[str, Any],
        "left_out": List[Dict[str, Any]],
    }, total=False
)
CloseAnswer = TypedDict(
    "CloseAnswer", {
        "closed": List[int],
        "lane_changes": List["LaneChange"],
        "alerts": List["Alert"],
        "signoff_requests": List["SignoffRequest"],
        "closed_week": int,
        "week_number": int,
        "held": Dict[str, Any],
    }, total=False
)
LaneView = TypedDict(
    "LaneView", {
        "queue": str,
        "step": str,
        "title": str,
        "money_moving": bool,
        "lane": Literal["shadow", "assist", "auto"],
        "since": str,
        "since_week": int,
        "reason": str,
        "latest": Any,
        "windows": Dict[str, Any],
        "audit_rate": float,
        "evidence": Dict[str, Any],
        "gates": List["Gate"],
        "last_change": Union["LaneChange", None],
        "signoff": Union[Dict[str, Any], None],
        "rules": "Rules",
        "links": Dict[str, Any],
    }, total=False
)
Lanes = TypedDict(
    "Lanes", {
        "steps": List["LaneView"],
    }, total=False
)
LedgerRow = TypedDict(
    "LedgerRow", {
        "queue": str,
        "step": str,
        "week": int,
        "week_start": str,
        "lane": Literal["shadow", "assist", "auto"],
        "seen": int,
        "compared": int,
        "agreed": int,
        "disagreed": Dict[str, Any],
        "settled": Dict[str, Any],
        "unsettled": int,
        "accuracy": Union[float, None],
        "accuracy_at_best": Union[float, None],
        "lower_bound": Union[float, None],
        "operator_error_rate": Union[float, None],
        "audited": int,
        "audit_errors": int,
        "unauthorised": int,
        "coverage": Union[float, None],
        "late_outputs": int,
        "decision": Literal["promote", "hold", "demote"],
        "rule": Union[str, None],
        "gates": List["Gate"],
        "amended_weeks": List[int],
        "routes": List[Dict[str, Any]],
    }, total=False
)
Ledger = TypedDict(
    "Ledger", {
        "rows": List["LedgerRow"],
        "next_cursor": Union[str, None],
    }, total=False
)
EvidencePack = TypedDict(
    "EvidencePack", {
        "queue": str,
        "step": str,
        "generated_at": str,
        "rules": "Rules",
        "weeks": List[Dict[str, Any]],
        "lane_changes": List["LaneChange"],
        "outcome_test": Union[Dict[str, Any], None],
        "input_shift": List[Dict[str, Any]],
        "signoffs": List[Any],
        "disagreements": List[Dict[str, Any]],
        "audits": List[Dict[str, Any]],
    }, total=False
)
Standings = TypedDict(
    "Standings", {
        "run_alone": List[Dict[str, Any]],
        "not_alone": List[Dict[str, Any]],
    }, total=False
)
StepEvidence = TypedDict(
    "StepEvidence", {
        "queue": str,
        "step": str,
        "generated_at": str,
        "rules": "Rules",
        "weeks": List[Dict[str, Any]],
        "lane_changes": List["LaneChange"],
        "outcome_test": Union[Dict[str, Any], None],
        "input_shift": List[Dict[str, Any]],
        "signoffs": List[Any],
        "disagreements": List[Dict[str, Any]],
        "audits": List[Dict[str, Any]],
        "lane": Literal["shadow", "assist", "auto"],
        "since": str,
        "reason": str,
        "windows": Dict[str, Any],
        "audit_rate": float,
        "gates": List["Gate"],
        "blocked_by": List[str],
        "signoff": Union[Dict[str, Any], None],
        "left_out": Dict[str, Any],
    }, total=False
)
SettleQueue = TypedDict(
    "SettleQueue", {
        "items": List[Dict[str, Any]],
        "total": int,
        "next_cursor": Union[str, None],
    }, total=False
)
PendingAudits = TypedDict(
    "PendingAudits", {
        "items": List[Dict[str, Any]],
        "total": int,
        "next_cursor": Union[str, None],
    }, total=False
)
RouteTable = TypedDict(
    "RouteTable", {
        "version": int,
        "pick_revision": int,
        "audit_seed": str,
        "steps": List[Dict[str, Any]],
    }, total=False
)
RouteAnswerCounts = TypedDict(
    "RouteAnswerCounts", {
        "human_only": int,
        "propose": int,
        "act_alone": int,
    }, total=False
)
PinList = TypedDict(
    "PinList", {
        "pins": List[Dict[str, Any]],
    }, total=False
)
SetPin = TypedDict(
    "SetPin", {
        "id": str,
        "queue": Union[str, None],
        "step": Union[str, None],
        "lane": Literal["shadow", "assist"],
        "reason": str,
        "by": str,
        "at": str,
        "until": Union[str, None],
        "state": Literal["active", "ended"],
        "lane_changes": List["LaneChange"],
        "held": Dict[str, Any],
    }, total=False
)
AuditAssignment = TypedDict(
    "AuditAssignment", {
        "queue": str,
        "step": str,
        "item": str,
        "person": Union[str, None],
    }, total=False
)
PinRequest = TypedDict(
    "PinRequest", {
        "queue": Union[str, None],
        "step": Union[str, None],
        "lane": Literal["shadow", "assist"],
        "reason": str,
        "until": Union[str, None],
    }, total=False
)
Status = TypedDict(
    "Status", {
        "events": Dict[str, Any],
        "routes_today": int,
        "last_webhook": Union[Dict[str, Any], None],
        "settlements_waiting": int,
        "data_clock": Union[str, None],
        "week_number": int,
        "closed_week": int,
        "clock": Literal["data", "wall"],
        "held": Dict[str, Any],
        "audit_seed": str,
    }, total=False
)
RouteRequest = TypedDict(
    "RouteRequest", {
        "queue": str,
        "step": str,
        "item": str,
        "features": Union[Dict[str, Any], None],
        "at": Union[str, None],
    }, total=False
)
RouteBatch = TypedDict(
    "RouteBatch", {
        "items": List[Dict[str, Any]],
        "at": Union[str, None],
    }, total=False
)
EventsRequest = TypedDict(
    "EventsRequest", {
        "events": "EventList",
        "close": Literal["hold"],
    }, total=False
)
GenericCsvImport = TypedDict(
    "GenericCsvImport", {
        "mapping": "GenericCsvMapping",
        "data": str,
        "dry_run": bool,
        "close": Literal["hold"],
    }, total=False
)
GenericCsvMapping = TypedDict(
    "GenericCsvMapping", {
        "queue": str,
        "steps": Dict[str, Any],
        "agents": List[str],
        "features": Union[Dict[str, Any], List[str]],
        "timezone": str,
        "date_order": Literal["ymd", "dmy", "mdy"],
        "decimal": Literal["comma", "point"],
        "item": str,
        "step": str,
        "actor": str,
        "finished_at": str,
        "started_at": str,
        "decision": str,
        "outputs": Union[Dict[str, Any], List[str]],
        "actor_kind": Dict[str, Any],
        "id": str,
        "role": str,
    }, total=False
)
ItsmTasksImport = TypedDict(
    "ItsmTasksImport", {
        "mapping": "ItsmTasksMapping",
        "data": str,
        "dry_run": bool,
        "close": Literal["hold"],
    }, total=False
)
ItsmTasksMapping = TypedDict(
    "ItsmTasksMapping", {
        "queue": str,
        "steps": Dict[str, Any],
        "agents": List[str],
        "features": Union[Dict[str, Any], List[str]],
        "timezone": str,
        "date_order": Literal["ymd", "dmy", "mdy"],
        "decimal": Literal["comma", "point"],
        "fields": Union[Dict[str, Any], List[str]],
        "item": str,
    }, total=False
)
CrmCasesImport = TypedDict(
    "CrmCasesImport", {
        "mapping": "CrmCasesMapping",
        "data": str,
        "dry_run": bool,
        "close": Literal["hold"],
    }, total=False
)
CrmCasesMapping = TypedDict(
    "CrmCasesMapping", {
        "queue": str,
        "steps": Dict[str, Any],
        "agents": List[str],
        "features": Union[Dict[str, Any], List[str]],
        "timezone": str,
        "date_order": Literal["ymd", "dmy", "mdy"],
        "decimal": Literal["comma", "point"],
        "fields": Union[Dict[str, Any], List[str]],
        "item": str,
        "decisionField": str,
    }, total=False
)
Webhook = TypedDict(
    "Webhook", {
        "id": str,
        "url": str,
        "events": List[Literal["lane.changed", "drift.alert", "signoff.requested", "agent.unauthorised", "audits.waiting"]],
        "created_at": str,
        "health": "EndpointHealth",
    }, total=False
)
EndpointHealth = TypedDict(
    "EndpointHealth", {
        "state": Literal["idle", "healthy", "failing"],
        "failing_since": Union[str, None],
        "recovered_at": Union[str, None],
        "exhausted": int,
        "exhausted_since": Union[str, None],
        "last_success_at": Union[str, None],
        "last_failure_at": Union[str, None],
        "consecutive_failures": int,
        "last_error": Union[str, None],
        "holding_since": Union[str, None],
    }, total=False
)
CreatedWebhook = TypedDict(
    "CreatedWebhook", {
        "id": str,
        "url": str,
        "events": List[Literal["lane.changed", "drift.alert", "signoff.requested", "agent.unauthorised", "audits.waiting"]],
        "secret": str,
        "created_at": str,
    }, total=False
)
DeliveryAttempt = TypedDict(
    "DeliveryAttempt", {
        "id": str,
        "webhook_id": str,
        "event_id": str,
        "type": Literal["lane.changed", "drift.alert", "signoff.requested", "agent.unauthorised", "audits.waiting", "ping"],
        "url": str,
        "attempt": int,
        "status": Literal["delivered", "retrying", "failed", "pending"],
        "response_status": Union[int, None],
        "error": Literal["dns", "blocked_address", "refused", "unreachable", "tls", "timeout", "reset", "redirect", "bad_response", "interrupted", "webhook_deleted", "other", None],
        "duration_ms": Union[int, None],
        "at": str,
        "next_attempt_at": Union[str, None],
    }, total=False
)
WebhookEvent = TypedDict(
    "WebhookEvent", {
        "id": str,
        "type": Literal["lane.changed", "drift.alert", "signoff.requested", "agent.unauthorised", "audits.waiting", "ping"],
        "created_at": str,
        "workspace": str,
        "queue": Union[str, None],
        "step": Union[str, None],
        "at": str,
        "data": Union["LaneChange", "Alert", "SignoffRequest", "UnauthorisedAct", Dict[str, Any]],
    }, total=False
)
Settler = TypedDict(
    "Settler", {
        "enabled": bool,
        "reason": Union[str, None],
        "model": Union[str, None],
        "spent_today_usd": str,
        "cap_usd": str,
        "killed": bool,
        "last_run": Union["SettlerRun", None],
    }, total=False
)
SettlerRun = TypedDict(
    "SettlerRun", {
        "id": str,
        "requested_by": str,
        "model": str,
        "limit": int,
        "found": int,
        "started_at": str,
        "finished_at": Union[str, None],
        "ending": Literal["done", "cap", "killed", "off", "not_set_up", "cancelled", "unusable", "model_refused", "model_away", "failed", None],
        "ending_reason": Union[str, None],
        "settled": int,
        "for_people": int,
        "cannot_tell": int,
        "unusable": int,
        "not_asked": int,
        "gone": int,
        "spent_usd": str,
        "agreement": Dict[str, Any],
    }, total=False
)

Event = Union["QueueDefined", "StepDoneShadow", "StepDoneProposal", "StepDoneConfirm", "StepDoneAct", "AuditResult", "SettlementMade", "SignoffGiven", "OutcomeRecorded"]
EventList = List["Event"]


class LanesClient(ApiClient):
    def post_events(self, body: Union["EventsRequest", "EventList"], *, close: Optional[Literal["hold"]] = None) -> "IngestAnswer":
        """Send up to 20,000 events."""
        return self._call("POST", "/v1/events", True, {}, query={"close": close}, body=body)

    def post_events_csv(self, body: str, *, close: Optional[Literal["hold"]] = None, decimal: Optional[Literal["comma", "point"]] = None) -> "CsvAnswer":
        """Send events as a flat CSV file."""
        return self._call("POST", "/v1/events/csv", True, {}, query={"close": close, "decimal": decimal}, body=body)

    def post_import(self, adapter: Literal["generic-csv", "itsm-tasks", "crm-cases"], body: Union["GenericCsvImport", "ItsmTasksImport", "CrmCasesImport"], *, close: Optional[Literal["hold"]] = None) -> Union["ImportAnswer", "ImportDryRun"]:
        """Take in an export of another system, or show what would be taken."""
        return self._call("POST", "/v1/import/{adapter}", True, {"adapter": adapter}, query={"close": close}, body=body)

    def close_weeks(self, body: Dict[str, Any]) -> "CloseAnswer":
        """Close every week that ends at or before a time."""
        return self._call("POST", "/v1/weeks/close", True, {}, body=body)

    def post_route(self, body: Union["RouteRequest", "RouteBatch"], *, explain: Optional[Literal["true", "false"]] = None) -> Union["RouteAnswer", "RouteAnswers"]:
        """Ask who may act on an item, or on up to 2,000."""
        return self._call("POST", "/v1/route", True, {}, query={"explain": explain}, body=body)

    def list_lanes(self, *, queue: Optional[str] = None) -> "Lanes":
        """The lane of every step."""
        return self._call("GET", "/v1/lanes", True, {}, query={"queue": queue})

    def get_lane(self, queue: str, step: str) -> "LaneView":
        """The lane of one step."""
        return self._call("GET", "/v1/steps/{queue}/{step}", True, {"queue": queue, "step": step})

    def get_evidence(self, queue: str, step: str, *, table: Optional[Literal["weeks", "lane_changes", "signoffs", "disagreements", "audits"]] = None, as_csv: bool = False) -> Union["EvidencePack", str]:
        """The evidence pack of a step; as text/csv one of its tables."""
        return self._call("GET", "/v1/steps/{queue}/{step}/evidence", True, {"queue": queue, "step": step}, query={"table": table}, as_csv=as_csv)

    def list_ledger(self, *, queue: Optional[str] = None, step: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None, as_csv: bool = False) -> Union["Ledger", str]:
        """One row a step and closed week."""
        return self._call("GET", "/v1/ledger", True, {}, query={"queue": queue, "step": step, "limit": limit, "cursor": cursor}, as_csv=as_csv)

    def all_ledger(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Every row of `list_ledger`, page by page."""
        return rows_of(self.list_ledger, "rows", **query)

    def list_settle_queue(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, as_csv: bool = False) -> Union["SettleQueue", str]:
        """Disagreements that wait, most severe first, then oldest; also as text/csv."""
        return self._call("GET", "/v1/settle-queue", True, {}, query={"limit": limit, "cursor": cursor}, as_csv=as_csv)

    def all_settle_queue(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Every row of `list_settle_queue`, page by page."""
        return rows_of(self.list_settle_queue, "items", **query)

    def list_pending_audits(self, *, queue: Optional[str] = None, step: Optional[str] = None, person: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None, as_csv: bool = False) -> Union["PendingAudits", str]:
        """Acts of agents that wait for their audit, the oldest first."""
        return self._call("GET", "/v1/pending-audits", True, {}, query={"queue": queue, "step": step, "person": person, "limit": limit, "cursor": cursor}, as_csv=as_csv)

    def all_pending_audits(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Every row of `list_pending_audits`, page by page."""
        return rows_of(self.list_pending_audits, "items", **query)

    def assign_pending_audit(self, body: "AuditAssignment") -> "AuditAssignment":
        """Give an audit that waits to a person, or release it."""
        return self._call("POST", "/v1/pending-audits/assign", True, {}, body=body)

    def get_route_table(self) -> "RouteTable":
        """The route table, to answer route questions in the caller’s process."""
        return self._call("GET", "/v1/routes", True, {})

    def report_route_answers(self, body: "RouteAnswerCounts") -> None:
        """Report how many questions were answered by the table."""
        self._call("POST", "/v1/routes/answers", False, {}, body=body)

    def list_pins(self, *, state: Optional[Literal["active", "ended"]] = None) -> "PinList":
        """The pins of the workspace, oldest first."""
        return self._call("GET", "/v1/pins", True, {}, query={"state": state})

    def set_pin(self, body: "PinRequest") -> "SetPin":
        """Keep a step, a queue or the workspace at a lane or below it, at once."""
        return self._call("POST", "/v1/pins", False, {}, body=body)

    def remove_pin(self, id_: str) -> None:
        """Remove a pin; nothing is promoted by it."""
        self._call("DELETE", "/v1/pins/{id}", False, {"id": id_})

    def get_settler(self) -> "Settler":
        """State of the settler."""
        return self._call("GET", "/v1/settler", True, {})

    def run_settler(self, body: Dict[str, Any]) -> Dict[str, Any]:
        """Run the settler once."""
        return self._call("POST", "/v1/settler/run", False, {}, body=body)

    def get_status(self) -> "Status":
        """State of the workspace."""
        return self._call("GET", "/v1/status", True, {})

    def get_schema(self) -> Dict[str, Any]:
        """The JSON Schema of an event."""
        return self._call("GET", "/v1/schema", True, {})

    def get_description(self) -> Dict[str, Any]:
        """This description."""
        return self._call("GET", "/v1/openapi.json", True, {})

    def post_webhook(self, body: Dict[str, Any]) -> "CreatedWebhook":
        """Make a webhook."""
        return self._call("POST", "/v1/webhooks", False, {}, body=body)

    def list_webhooks(self) -> Dict[str, Any]:
        """The webhooks, oldest first."""
        return self._call("GET", "/v1/webhooks", True, {})

    def change_webhook(self, id_: str, body: Dict[str, Any]) -> "Webhook":
        """Change the address or the events; what is being tried goes to the new address too."""
        return self._call("POST", "/v1/webhooks/{id}", False, {"id": id_}, body=body)

    def delete_webhook(self, id_: str) -> None:
        """Stop a webhook; what waits for it is ended."""
        self._call("DELETE", "/v1/webhooks/{id}", False, {"id": id_})

    def test_webhook(self, id_: str) -> Dict[str, Any]:
        """Send a ping."""
        return self._call("POST", "/v1/webhooks/{id}/test", False, {"id": id_})

    def rotate_webhook_secret(self, id_: str) -> Dict[str, Any]:
        """Bring a new secret; both sign until the old one ends."""
        return self._call("POST", "/v1/webhooks/{id}/rotate", False, {"id": id_})

    def list_deliveries(self, *, webhook_id: Optional[str] = None, status: Optional[Literal["delivered", "retrying", "failed", "pending"]] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> Dict[str, Any]:
        """Every attempt, newest first; or what waits for its next one."""
        return self._call("GET", "/v1/webhooks/deliveries", True, {}, query={"webhook_id": webhook_id, "status": status, "limit": limit, "cursor": cursor})

    def all_deliveries(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Every row of `list_deliveries`, page by page."""
        return rows_of(self.list_deliveries, "deliveries", **query)

    def recover_deliveries(self, body: Dict[str, Any]) -> Dict[str, Any]:
        """Send all again that failed in a span of time."""
        return self._call("POST", "/v1/webhooks/deliveries/recover", True, {}, body=body)

    def retry_delivery(self, id_: str) -> Dict[str, Any]:
        """Send one again, or make the next attempt of one that waits now."""
        return self._call("POST", "/v1/webhooks/deliveries/{id}/retry", False, {"id": id_})
