"""An OpenFeature provider: the flag is `queue/step`, the targeting key the item, the other attributes its features. In
ids that have a slash themselves it is `%2F`.

It has the form of `openfeature.provider.AbstractProvider`; with `openfeature-sdk` installed it is one.
"""

try:
    from openfeature.exception import ErrorCode
    from openfeature.flag_evaluation import FlagResolutionDetails as _Details
    from openfeature.flag_evaluation import Reason
    from openfeature.provider import AbstractProvider as _Base
    from openfeature.provider import Metadata as _Metadata
except ImportError:
    from types import SimpleNamespace

    _Base = object
    _Metadata = SimpleNamespace

    class _Details(SimpleNamespace):
        """As in the SDK of OpenFeature."""

    class Reason:
        TARGETING_MATCH, STALE, ERROR = "TARGETING_MATCH", "STALE", "ERROR"

    class ErrorCode:
        FLAG_NOT_FOUND, TARGETING_KEY_MISSING, TYPE_MISMATCH = "FLAG_NOT_FOUND", "TARGETING_KEY_MISSING", "TYPE_MISMATCH"


class LanekeeperProvider(_Base):
    """`routes` is a `Routes`."""

    def __init__(self, routes):
        self._routes = routes

    def get_metadata(self):
        return _Metadata(name="lanekeeper")

    def get_provider_hooks(self):
        return []

    def initialize(self, evaluation_context=None):
        self._routes.ready()

    def shutdown(self):
        self._routes.close()

    def resolve_string_details(self, flag_key, default_value, evaluation_context=None):
        return self._details(flag_key, default_value, evaluation_context, lambda answer: answer["decision"])

    def resolve_boolean_details(self, flag_key, default_value, evaluation_context=None):
        return self._details(
            flag_key, default_value, evaluation_context, lambda answer: answer["decision"] == "act_alone"
        )

    def resolve_object_details(self, flag_key, default_value, evaluation_context=None):
        return self._details(flag_key, default_value, evaluation_context, lambda answer: answer)

    def resolve_integer_details(self, flag_key, default_value, evaluation_context=None):
        return self._error(default_value, ErrorCode.TYPE_MISMATCH, "a route is a string or a boolean (act alone)")

    resolve_float_details = resolve_integer_details

    def _details(self, flag_key, default_value, context, value_of):
        queue, slash, step = flag_key.partition("/")
        if not slash or not queue:
            return self._error(default_value, ErrorCode.FLAG_NOT_FOUND, f"a flag is called queue/step, not {flag_key}")
        item = getattr(context, "targeting_key", None)
        if not item:
            return self._error(default_value, ErrorCode.TARGETING_KEY_MISSING, "the targeting key is the item")
        # Ids have no percent sign of their own.
        queue, step = (one.replace("%2F", "/").replace("%2f", "/") for one in (queue, step))
        answer = self._routes.route(queue, step, item, dict(getattr(context, "attributes", None) or {}))
        reason = Reason.TARGETING_MATCH if self._routes.is_fresh() else Reason.STALE
        metadata = {name: answer[name] for name in ("route_id", "lane", "audit", "audit_rate", "reason")}
        return _Details(value=value_of(answer), variant=answer["decision"], reason=reason, flag_metadata=metadata)

    def _error(self, default_value, code, message):
        return _Details(value=default_value, reason=Reason.ERROR, error_code=code, error_message=message)
