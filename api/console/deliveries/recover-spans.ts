/** The spans that people mean when they have failed deliveries sent again. */

const hourMs = 3_600_000;

export const recoverSpans = [
  { value: '1h', text: 'the last hour', ms: hourMs },
  { value: '24h', text: 'the last 24 hours', ms: 24 * hourMs },
  { value: '7d', text: 'the last 7 days', ms: 7 * 24 * hourMs },
  { value: '30d', text: 'the last 30 days', ms: 30 * 24 * hourMs },
] as const;
