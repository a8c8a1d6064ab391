/** The card of a task that ended because a page was not as its playbook says: what was expected, and what is there. */
import { changeThatEnded } from '../../../domain/dispatch/evidence/story.ts';
import type { ChainedEvent } from '../../../domain/dispatch/evidence/story.ts';
import type { CandidateReason, MissingControl } from '../../../domain/dispatch/playbook/changed-control.ts';
import { targetText } from '../../../domain/dispatch/playbook/target-text.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';

const reasonWords: Readonly<Record<CandidateReason, string>> = {
  near_name: 'similar name',
  other_role: 'same name, another kind of control',
  elsewhere: 'same name, in another section',
  same_place: 'same place',
};

export function changedPageCard(taskId: string, events: readonly ChainedEvent[]): Content {
  const ended = changeThatEnded(events);
  if (ended === undefined) return null;
  const { page, missing } = ended.change;
  const isProposed = missing.length > 0 && missing.every(({ proposed }) => proposed !== null);
  return html`<section class="card" aria-labelledby="changed">
    <h2 id="changed">The page ${page} has changed</h2>
    ${missing.map(missingControl)}
    ${
      isProposed
        ? html`<p class="quiet">
            An administrator drafts the changed playbook with <code>admin playbook propose ${taskId}</code>.
          </p>`
        : html`<p class="quiet">No change of the playbook is proposed: not every control has a clear candidate.</p>`
    }
  </section>`;
}

function missingControl({ expected, found }: MissingControl): Html {
  return html`<p>Expected <code>${targetText(expected)}</code></p>
    ${
      found.length === 0
        ? html`<p class="quiet">Nothing on the page is near it.</p>`
        : html`<ul>
            ${found.map(({ target, because, score }) => html`<li><code>${targetText(target)}</code> ${because.map((reason) => reasonWords[reason]).join(', ')} (${score} of 100)</li>`)}
          </ul>`
    }`;
}
