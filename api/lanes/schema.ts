/** GET /v1/schema: the JSON Schema of events, as data that validators of callers can use. */
import type { Context } from 'koa';
import { eventSchema } from '../../domain/lanes/event-schema.ts';
import { withPortablePatterns } from '../../domain/portable-pattern.ts';
import { answerTagged } from './answer-tagged.ts';

export function getEventSchema(): (ctx: Context) => Promise<void> {
  const text = JSON.stringify(withPortablePatterns(eventSchema));
  return async (ctx) => answerTagged(ctx, text, 'application/schema+json');
}
