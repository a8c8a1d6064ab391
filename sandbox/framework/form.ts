/** Reads a posted form: fields as text and files as bytes, url-encoded or multipart. */

import type Koa from 'koa';
import getRawBody from 'raw-body';
import type { UploadedFile } from './application.ts';

export interface PostedForm {
  readonly form: URLSearchParams;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** A body that is no form of its content type. */
export class UnreadableFormError extends Error {
  readonly code = 'unreadable_form';
  constructor() {
    super('the form could not be read');
    this.name = 'UnreadableFormError';
  }
}

const formLimit = '64kb';
/** A document of 10 MB and the fields beside it. */
const uploadLimit = '11mb';

export const noForm: PostedForm = { form: new URLSearchParams(), files: new Map() };

/** @throws UnreadableFormError, or raw-body's error when it is too large or cut short */
export async function readForm(ctx: Koa.Context): Promise<PostedForm> {
  const length = ctx.request.length ?? null;
  if (ctx.is('urlencoded')) {
    const text = await getRawBody(ctx.req, { limit: formLimit, length, encoding: 'utf8' });
    return { form: storable(new URLSearchParams(text)), files: new Map() };
  }
  if (!ctx.is('multipart')) return noForm;
  const body = await getRawBody(ctx.req, { limit: uploadLimit, length });
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': ctx.get('content-type') } })
    .formData()
    .catch(() => {
      throw new UnreadableFormError();
    });
  const form = new URLSearchParams();
  const files = new Map<string, UploadedFile>();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    // Browsers send an empty file without a name for a field that nothing was chosen in.
    else if (value.name !== '') files.set(name, await uploaded(value));
  }
  return { form: storable(form), files };
}

async function uploaded(file: File): Promise<UploadedFile> {
  const filename = file.name.replaceAll(/^.*[/\\]|[\p{Cc}"]/gsu, '').slice(0, 120) || 'document';
  return { filename, content: Buffer.from(await file.arrayBuffer()) };
}

/** @throws UnreadableFormError for a NUL, which PostgreSQL cannot store */
function storable(form: URLSearchParams): URLSearchParams {
  if (form.toString().includes('%00')) throw new UnreadableFormError();
  return form;
}
