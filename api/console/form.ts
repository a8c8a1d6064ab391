/** Reads what a form sent. */
import type { Context } from 'koa';
import { ApiError } from '../http/errors.ts';
import { mediaTypeOf } from '../http/json-body.ts';
import { readUnknownBody } from '../http/unknown-bodies.ts';
import { stateOf } from './request-state.ts';

const formBytes = 256_000;
const formFields = 500;

/** The fields of the form that is being answered; empty for a GET. */
export function form(ctx: Context): URLSearchParams {
  return stateOf(ctx).form ?? new URLSearchParams();
}

/** A field without the white space around it; empty where it was not sent. */
export function field(ctx: Context, name: string): string {
  return form(ctx).get(name)?.trim() ?? '';
}

/** @throws ApiError unsupported_media_type, too_large, bad_request */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  if (mediaTypeOf(ctx) !== 'application/x-www-form-urlencoded')
    throw new ApiError('unsupported_media_type', 'this address accepts form submissions only');
  const text = (await readUnknownBody(ctx, formBytes)).toString('utf8');
  // Counted before they are made.
  if (text.split('&', formFields + 1).length > formFields)
    throw new ApiError('bad_request', `a form has at most ${formFields} fields`);
  const fields = new URLSearchParams(text);
  // PostgreSQL takes no U+0000, and no form of a browser sends one.
  for (const value of fields.values())
    if (value.includes('\u0000')) throw new ApiError('bad_request', 'a field has a NUL character');
  return fields;
}
