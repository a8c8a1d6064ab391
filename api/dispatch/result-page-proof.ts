/** The proof on the result page: what the verification of the stored bytes says now, and every file by its digest. */
import { signatureFile, stampFile } from '../../domain/dispatch/evidence/manifest.ts';
import { html, type Html } from '../http/html.ts';
import { table } from '../http/table.ts';
import { type ResultPage, fileLink, time } from './result-page-timeline.ts';
import { sizeText } from './result-text.ts';
import type { SealState } from '../../commands/dispatch/verify-evidence.ts';

export function proof({
  task,
  seal,
  files,
  token,
  now,
}: Pick<ResultPage, 'task' | 'seal' | 'files' | 'token' | 'now'>): Html {
  return html`<section id="proof" aria-labelledby="proof-title">
    <h2 id="proof-title">Proof</h2>
    ${sealNote(seal, now)}
    ${
      files.length > 0 &&
      html`<details>
        <summary>${files.length} ${files.length === 1 ? 'file' : 'files'} of the pack</summary>
        ${table({
          label: 'Files of the pack',
          rows: files,
          columns: [
            {
              heading: 'File',
              cell: ({ file }) => html`<a href="${fileLink(task.id, file, token)}">${file}</a>`,
            },
            { heading: 'Size', cell: ({ bytes }) => sizeText(bytes), number: true },
            { heading: 'SHA-256', cell: ({ sha256 }) => html`<code class="digest">${sha256}</code>` },
          ],
        })}
      </details>`
    }
    ${seal.state !== 'open' && html`<p class="note">To check it without this service, download the files into one folder and run <code>npx lanekeeper evidence verify manifest.json --keys evidence-keys.json</code>. The signature is in <code>${signatureFile}</code>; the public keys are at <a href="/.well-known/evidence-keys.json">/.well-known/evidence-keys.json</a>.</p>`}
  </section>`;
}

function sealNote(seal: SealState, now: Date): Html {
  if (seal.state === 'open')
    return html`<p>The pack is signed when the task ends. More files may be added until then.</p>`;
  if (seal.state === 'broken')
    return html`<div class="broken-note" role="alert">
      ${brokenHeadline(seal)}
      <ul>
        ${seal.findings.map((finding) => html`<li>${finding}</li>`)}
      </ul>
    </div>`;
  return html`<p>
      Verified again from the stored bytes for this view, ${time(now.toISOString())}: ${seal.files} files,
      ${seal.events} events chained by hash to <code class="digest">${seal.headSha256}</code>, signature by key
      ${seal.keyIds.map((id) => html`<code>${id}</code>`)}.
    </p>
    ${stampNote(seal.stamp, now)}
    <p class="note">
      The signature proves what this service captured and that none of it has changed since. It does not prove that the
      portal wrote it.
    </p>`;
}

/** Files that match are not called changed because nobody vouches for the time stamp's certificate. */
function brokenHeadline({ stamp, findings }: SealState): Html {
  return stamp?.state === 'broken' && findings.length === 1
    ? html`<p>
        <strong>The time stamp of this pack does not hold.</strong> The stored files match the signature, but nothing
        except our own clock shows when it was made.
      </p>`
    : html`<p><strong>The stored files do not match the signature.</strong> Do not rely on this pack.</p>`;
}

/** When an authority of another's confirms that the signature existed; says so where it does not. */
function stampNote(stamp: SealState['stamp'], now: Date): Html | false {
  if (stamp === null || (stamp.state === 'none' && stamp.attempts === null)) return false;
  if (stamp.at !== null)
    return html`<p>
      Time stamp ${time(stamp.at.toISOString())} by ${stamp.authority ?? ''}, on the signature
      (<code>${stampFile}</code>).
      ${stamp.state === 'not_checked' && 'Its certificate was not checked here: no certificates of the authority are set.'}
    </p>`;
  const { attempts } = stamp;
  if (attempts === null || (attempts.attempts === 0 && attempts.askedUntil > now))
    return html`<p>No time stamp yet: ${stamp.authority ?? attempts?.authority ?? ''} has not been asked.</p>`;
  const why = attempts.lastError === null ? '' : ` (${attempts.lastError})`;
  return attempts.askedUntil > now
    ? html`<p>
        No time stamp yet from ${attempts.authority}${why}. It is asked again until
        ${time(attempts.askedUntil.toISOString())}.
      </p>`
    : html`<p>
        This pack has no time stamp: ${attempts.authority} gave none until
        ${time(attempts.askedUntil.toISOString())}${why}.
      </p>`;
}
