/**
 * An OpenFeature provider: the flag is `queue/step`, the targeting key the item, the other context its features. In ids that
 * have a slash themselves it is `%2F`.
 */

/** @param routes what `openRoutes` returns */
export function lanekeeperProvider(routes) {
  const answer = (flagKey, context = {}) => {
    const at = flagKey.indexOf('/');
    const { targetingKey: item, ...features } = context;
    if (at < 1) return { errorCode: 'FLAG_NOT_FOUND', errorMessage: `a flag is called queue/step, not ${flagKey}` };
    if (typeof item !== 'string' || item === '')
      return { errorCode: 'TARGETING_KEY_MISSING', errorMessage: 'the targeting key is the item' };
    const [queue, step] = [flagKey.slice(0, at), flagKey.slice(at + 1)].map(decoded);
    return { found: routes.route({ queue, step, item, features }) };
  };
  const details = (flagKey, defaultValue, context, valueOf) => {
    const { found, errorCode, errorMessage } = answer(flagKey, context);
    if (found === undefined) return { value: defaultValue, reason: 'ERROR', errorCode, errorMessage };
    const { route_id, lane, audit, audit_rate, reason } = found;
    return {
      value: valueOf(found),
      variant: found.decision,
      reason: routes.isFresh() ? 'TARGETING_MATCH' : 'STALE',
      flagMetadata: { route_id, lane, audit, audit_rate, reason },
    };
  };
  const mismatch = (value, kind) => ({
    value,
    reason: 'ERROR',
    errorCode: 'TYPE_MISMATCH',
    errorMessage: `a route is a string or a boolean (act alone), not ${kind}`,
  });
  return {
    metadata: { name: 'lanekeeper' },
    runsOn: 'server',
    initialize: async () => void (await routes.ready()),
    onClose: () => routes.close(),
    resolveStringEvaluation: async (flagKey, value, context) => details(flagKey, value, context, (one) => one.decision),
    resolveBooleanEvaluation: async (flagKey, value, context) =>
      details(flagKey, value, context, (one) => one.decision === 'act_alone'),
    resolveNumberEvaluation: async (_flagKey, value) => mismatch(value, 'a number'),
    resolveObjectEvaluation: async (flagKey, value, context) => details(flagKey, value, context, (one) => one),
  };
}

/** Ids have no percent sign of their own. */
function decoded(id) {
  return id.replaceAll(/%2f/gi, '/');
}
