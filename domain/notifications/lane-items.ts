/** What notifications say of the steps of a workspace: one item for each kind of event that one commit announces. */
import type { HookEvent } from '../lanes/hook-event.ts';
import type { Alert, LaneChange, SignoffRequest } from '../lanes/moves.ts';
import { laneName } from '../lanes/sentences.ts';
import type { NotificationEvent, NotificationItem } from './rule.ts';

const day = 86_400_000;
/** What took effect longer ago is history that was imported, and no news to anybody. */
const newsMs = 7 * day;
/** Of more steps the item says how many there are. */
const namedSteps = 10;

interface News {
  readonly event: Extract<NotificationEvent, 'lane_changed' | 'drift_alert' | 'signoff_requested'>;
  readonly queue: string;
  readonly step: string;
  readonly at: string;
  /** Beside the name of its step. */
  readonly text: string;
  /** In the title where it is the only one. */
  readonly brief: string;
}

/**
 * @param events that one commit announces
 * @param now by the wall clock
 */
export function laneItems(workspace: string, events: readonly HookEvent[], now: Date): NotificationItem[] {
  const fresh = events.flatMap((event) => {
    const age = now.getTime() - Date.parse(event.at);
    return age <= newsMs && age >= -day ? (newsOf(event) ?? []) : [];
  });
  return kinds.flatMap(({ event, title, titleOfMany, page, action }) => {
    const news = fresh.filter((one) => one.event === event);
    const [first] = news;
    if (first === undefined) return [];
    const left = news.length - namedSteps;
    return [
      {
        event,
        at: first.at,
        title: news.length === 1 ? `${title}: ${first.brief}` : `${titleOfMany}: ${news.length}`,
        facts: [
          ...news.slice(0, namedSteps).map(({ queue, step, text }) => ({ label: `${queue}, ${step}`, text })),
          ...(left > 0 ? [{ label: 'More', text: `${left} in the console` }] : []),
          { label: 'Workspace', text: workspace },
        ],
        service: 'lanes' as const,
        path: page(workspace, news.length === 1 ? first : null),
        action,
      },
    ];
  });
}

const stepPage = (workspace: string, only: News | null): string =>
  only === null
    ? `/console/lanes/${workspace}`
    : `/console/lanes/${workspace}/${encodeURIComponent(only.queue)}/${encodeURIComponent(only.step)}`;

const kinds: readonly {
  readonly event: News['event'];
  readonly title: string;
  readonly titleOfMany: string;
  readonly page: (workspace: string, only: News | null) => string;
  readonly action: string;
}[] = [
  {
    event: 'lane_changed',
    title: 'Lane changed',
    titleOfMany: 'Lane changes',
    page: stepPage,
    action: 'Open the lanes',
  },
  {
    event: 'drift_alert',
    title: 'Drift alert',
    titleOfMany: 'Drift alerts',
    page: stepPage,
    action: 'Open the lanes',
  },
  {
    event: 'signoff_requested',
    title: 'Sign-off requested',
    titleOfMany: 'Sign-offs requested',
    page: (workspace) => `/console/lanes/${workspace}/signoffs`,
    action: 'Review and sign off',
  },
];

/** Undefined for what nobody is notified of. */
function newsOf({ type, queue, step, at, data }: HookEvent): News | undefined {
  if (queue === null || step === null) return undefined;
  const of = { queue, step, at };
  if (type === 'lane.changed') {
    const { from, to, reason } = data as LaneChange;
    const move = `${laneName(from)} to ${laneName(to)}`;
    return { ...of, event: 'lane_changed', text: `${move}. ${reason}`, brief: `${step}, ${move}` };
  }
  if (type === 'drift.alert') return { ...of, event: 'drift_alert', text: (data as Alert).detail, brief: step };
  if (type === 'signoff.requested' && (data as SignoffRequest).purpose === 'promote')
    return { ...of, event: 'signoff_requested', text: 'It has earned Auto', brief: step };
  return undefined;
}
