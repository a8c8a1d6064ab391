/**
 * A portal that is plain functions, for tests whose subject is what people, records and the workflow make of it: one bill,
 * its preview with the page that people are shown, and the corrections that were written to it. What the activities do in
 * a browser: test/portals, and one case of each ending in this folder.
 */
import { cents, formatAmount } from '../../domain/dispatch/money.ts';
import type {
  LookResult,
  PortalActivities,
  PrepareResult,
  ProbeResult,
  SubmitResult,
} from '../../activities/dispatch/portal-results.ts';
import { openRecorder } from '../../activities/dispatch/recorder.ts';
import type { ShownFile, ShownPage } from '../../domain/dispatch/writing/shown-page.ts';
import type { BuiltActivities } from '../../worker/activities.ts';
import type { Crew } from './crew.ts';

/** The charges of the bill before any correction. */
const billedCents = 109_727;

export interface StandInPortal {
  /** What the correction that is asked for changes the bill by. */
  netCents: number;
  /** Whether a picture can be taken of the preview. */
  isPictured: boolean;
  /** Tasks that previewed, one entry a preview. */
  readonly previews: string[];
  /** Tasks that wrote. */
  readonly writes: string[];
  /** For `crew.join`. */
  readonly standIn: (built: BuiltActivities) => BuiltActivities;
}

/** @param netCents of the correction, until a test changes it */
export function openStandInPortal(crew: Crew, netCents: number): StandInPortal {
  const amount = (whole: number): string => `$${formatAmount(cents(whole))}`;
  const numberOf = (taskId: string): string => `COR-2026-${String(portal.writes.indexOf(taskId) + 1).padStart(6, '0')}`;

  async function previewPage(taskId: string): Promise<ShownPage> {
    const recorder = openRecorder({ ...crew.database, blobs: crew.blobs, now: () => new Date() }, taskId);
    const n = portal.previews.length;
    const file = async (name: string, text: string, mediaType: string): Promise<ShownFile> => {
      const { file, sha256 } = await recorder.file(`${n}-${name}`, Buffer.from(text), mediaType);
      return { file, sha256 };
    };
    const rows = [['Net change', amount(portal.netCents)]];
    return {
      step: 0,
      target: 'click button "Preview"',
      url: 'https://tms.example/preview',
      screenshot: portal.isPictured ? await file('preview.jpg', 'a picture', 'image/jpeg') : null,
      page_text: await file('preview.txt', `Net change ${amount(portal.netCents)}`, 'text/plain'),
      tables: await file(
        'preview.json',
        JSON.stringify([{ name: 'Preview', headings: null, rows }]),
        'application/json',
      ),
    };
  }

  const activities: Omit<PortalActivities, 'pullDocument'> = {
    async lookUpRecord({ inputs }): Promise<LookResult> {
      const facts = {
        pro: inputs['pro'] ?? '',
        shipment_status: 'Delivered',
        bill_status: 'Open',
        weight: '2,480 lb',
        freight_class: '100',
        consignee_name: 'Harbor Supply',
        consignee_address: '12 Dock St, Toledo',
        charges: JSON.stringify([{ code: 'Total', amount: amount(billedCents) }]),
        corrections: '[]',
        marked: '[]',
      };
      return { kind: 'seen', seen: { kind: 'facts', facts, at: new Date().toISOString() } };
    },
    async prepareWrite({ taskId }): Promise<PrepareResult> {
      portal.previews.push(taskId);
      const facts = {
        original_total: amount(billedCents),
        corrected_total: amount(billedCents + portal.netCents),
        net_change: `+${amount(portal.netCents)}`,
      };
      return { kind: 'previewed', facts, page: await previewPage(taskId) };
    },
    async submitWrite({ taskId }): Promise<SubmitResult> {
      portal.writes.push(taskId);
      return { kind: 'accepted', number: numberOf(taskId) };
    },
    async probeWrite({ taskId }): Promise<ProbeResult> {
      const isWritten = portal.writes.includes(taskId);
      return {
        kind: 'probed',
        probe: isWritten ? { kind: 'confirmed', number: numberOf(taskId) } : { kind: 'absent' },
      };
    },
  };
  const portal: StandInPortal = {
    netCents,
    isPictured: true,
    previews: [],
    writes: [],
    standIn: (built) => ({
      ...built,
      byQueue: { ...built.byQueue, portal: { ...built.byQueue.portal, ...activities } },
    }),
  };
  return portal;
}
