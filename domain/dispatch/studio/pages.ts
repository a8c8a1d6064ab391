/** The pages of a recording: which sightings are the same page, what it is called, and what always is on it. */
import { actInPlace, seenPlaces } from '../guard/described.ts';
import type { Page, RecordPlace } from '../playbook/language.ts';
import type { Target } from '../playbook/target.ts';
import type { RecordedAct, SeenPage, StudioSetup } from './acts.ts';
import {
  type RecordedAddress,
  type Samples,
  addressTemplate,
  asTemplate,
  isStable,
  ownSegments,
  samplesOf,
} from './templates.ts';

/** Part of a fingerprint: more say nothing more. */
const most = { headings: 2, labels: 4, buttons: 2, columns: 4 } as const;
type Listed = keyof typeof most;
const lists = Object.keys(most) as Listed[];
const longest = 80;

type Shown = Readonly<Record<Listed, readonly string[]>>;

interface RecordedPage {
  readonly name: string;
  readonly template: string;
  /** Addresses that lead to it, such as the one where the portal asks for the login by HTTP. */
  readonly leading: Set<string>;
  query: readonly string[];
  title: string | null;
  shown: Shown;
  record: RecordPlace | null;
  /** Places of the record that it had whenever it was looked for. */
  places: readonly RecordPlace[] | undefined;
  isSecret: boolean;
}

export interface RecordedPages {
  /** The page of a sighting. */
  nameOf(page: SeenPage): string;
  /** Its address for a step that opens it. */
  addressOf(page: SeenPage): string;
  /** Whether two sightings are of the same page. */
  isSame(a: SeenPage, b: SeenPage): boolean;
  readonly pages: Readonly<Record<string, Page>>;
}

export function recordedPages(acts: readonly RecordedAct[], setup: StudioSetup): RecordedPages {
  const typed = new Set(acts.flatMap((act) => (act.did === 'fill' ? [act.value] : [])));
  const found: RecordedPage[] = [];
  const ofSighting = new Map<SeenPage, RecordedPage>();
  const partOf = new Map(acts.flatMap((act) => sightings(act).map((sighting) => [sighting, act.part] as const)));
  const samplesOn = (sighting: SeenPage): Samples => samplesOf(partOf.get(sighting) ?? 'login', setup);

  /** What a person typed into a field is there by that, and says nothing of the page. */
  const entered = new Set(acts.flatMap((act) => (act.did === 'fill' ? namesOf(act.on.targets) : [])));
  const placesOn = (sighting: SeenPage): RecordedPage['places'] =>
    placesIn(sighting, samplesOn(sighting))?.filter(({ field }) => field === undefined || !entered.has(field));

  /** Headings that count what was found: the page that says there is nothing is the one that shows the records. */
  const counts = new Set(
    acts.flatMap((act) => (act.did === 'absent' ? (lastPage(acts, act)?.headings ?? []) : [])).flatMap(countedIn),
  );

  /** What the sign-in is done at is the account's own, and what is in every address of the work the company's: no record's. */
  const everywhere = inEvery([...partOf].flatMap(([{ address }, part]) => (part === 'login' ? [] : [address])));
  const keptOn = (page: SeenPage): ReadonlySet<string> =>
    (partOf.get(page) ?? 'login') === 'login' ? ownSegments(page.address) : everywhere;

  function put(sighting: SeenPage): RecordedPage {
    const known = ofSighting.get(sighting);
    if (known !== undefined) return known;
    const samples = samplesOn(sighting);
    const { template, query } = addressTemplate(sighting.address, samples, typed);
    const shown = stableTexts(sighting, samples, counts);
    const places = placesOn(sighting);
    const same = found.find(
      (page) => page.template === template && isAlike(page.shown, shown) && isOneRecord(page.places, places),
    );
    const page = same ?? added(sighting, { template, query }, shown);
    if (same !== undefined) {
      same.query = [...new Set([...same.query, ...query])];
      same.shown = both(same.shown, shown);
      if (same.title !== titleOf(sighting, samples)) same.title = null;
      same.places = bothPlaces(same.places, places);
    }
    ofSighting.set(sighting, page);
    return page;
  }

  function added(sighting: SeenPage, { template, query }: RecordedAddress, shown: Shown): RecordedPage {
    const samples = samplesOn(sighting);
    const page: RecordedPage = {
      name: freeName(nameFor(sighting, template, samples), found),
      template,
      leading: new Set(),
      query,
      title: titleOf(sighting, samples),
      shown,
      record: recordIn(shown),
      places: placesOn(sighting),
      isSecret: false,
    };
    found.push(page);
    return page;
  }

  function leadTo(page: RecordedPage, address: string, samples: Samples): void {
    const { template, query } = addressTemplate(address, samples, typed);
    if (template !== page.template) page.leading.add(template);
    page.query = [...new Set([...page.query, ...query])];
  }

  for (const act of acts) {
    for (const sighting of sightings(act)) put(sighting);
    if (act.did === 'go' && act.asked !== undefined) put(act.to).leading.add(act.asked);
    if ('outcome' in act && act.outcome.to !== null)
      for (const address of act.outcome.led ?? []) leadTo(put(act.outcome.to), address, samplesOn(act.outcome.to));
    // What is typed on such a page is nobody's to see.
    if (act.did === 'fill' && (act.on.kind === 'password' || act.value.includes('{{account.'))) {
      const page = lastPage(acts, act);
      if (page !== undefined) put(page).isSecret = true;
    }
    if (act.did === 'read') {
      const page = lastPage(acts, act);
      const place = recordBeside(
        act.on.targets[0]?.beside,
        act.on.text,
        act.on.targets[0]?.within,
        samplesOf(act.part, setup),
      );
      if (page !== undefined && place !== null) put(page).record ??= place;
    }
  }

  return {
    nameOf: (page) => put(page).name,
    addressOf: (page) => {
      // What a person typed is opened with this record's value.
      const { template } = addressTemplate(page.address, samplesOn(page), new Set(), keptOn(page));
      return template;
    },
    isSame: (a, b) => put(a) === put(b),
    get pages() {
      return Object.fromEntries(found.map((page) => [page.name, asPage(page)]));
    },
  };
}

const namesOf = (targets: readonly Target[]): string[] =>
  targets.flatMap(({ label, beside }) => [label, beside].filter((name) => name !== undefined));

/** Segments that the portal made up and that several addresses all have. */
function inEvery(addresses: readonly string[]): ReadonlySet<string> {
  const [first, ...rest] = [...new Set(addresses)];
  if (first === undefined || rest.length === 0) return new Set();
  const others = rest.map(ownSegments);
  return new Set([...ownSegments(first)].filter((segment) => others.every((other) => other.has(segment))));
}

/** The page on which an act was done. */
function lastPage(acts: readonly RecordedAct[], act: RecordedAct): SeenPage | undefined {
  const index = acts.indexOf(act);
  if ('outcome' in act) return act.outcome.from;
  return acts.slice(0, index).flatMap(sightings).at(-1);
}

export function sightings(act: RecordedAct): SeenPage[] {
  if (act.did === 'go') return [act.to];
  if (!('outcome' in act)) return [];
  return [act.outcome.from, ...(act.outcome.to === null ? [] : [act.outcome.to])];
}

/** Of "Found 1 ticket" the words before the count, and of "1 ticket" those behind it, without their ending. */
function countedIn(heading: string): string[] {
  const [, before = '', after = ''] =
    /^(.*?)\s*(?:^|(?<=\s))[^\s\p{L}]*\d[^\s\p{L}]*(?:\s+(.*))?$/u.exec(heading) ?? [];
  if (/\p{L}/u.test(before)) return [`${before} *`];
  return /\p{L}/u.test(after) ? [`* ${after.replace(/s$/, '')}`] : [];
}

/** A star stands for words behind others, and not for one whose neighbours change with it. */
function withoutCount(heading: string, counts: ReadonlySet<string>): string[] {
  const counted = countedIn(heading).find((each) => counts.has(each));
  if (counted === undefined) return [heading];
  return counted.startsWith('*') ? [] : [counted];
}

function stableTexts(page: SeenPage, samples: Samples, counts: ReadonlySet<string>): Shown {
  /** What a list of records shows of each is not always there; only headings may hold a number of this one. */
  const stable = (texts: readonly string[], kind: Listed): string[] =>
    texts
      .filter((text) => text.length <= longest && !text.includes('{{'))
      .map((text) => withoutOwn(asTemplate(text, samples), page.address))
      .filter((text) => isStable(text) && (kind === 'headings' || !/\{\{|\d/.test(text)))
      .filter((text) => kind !== 'buttons' || actInPlace(text, seenPlaces.text, []) === undefined);
  return {
    headings: stable(
      page.headings.flatMap((heading) => withoutCount(heading, counts)),
      'headings',
    ),
    labels: stable(page.labels, 'labels'),
    buttons: stable(page.buttons, 'buttons'),
    columns: stable(page.columns, 'columns'),
  };
}

/**
 * The portal's own number of this record, which its address has too ("Change shipment 17" at `/shipment/17`) or which is beside ours
 * ("#17: Shipment 0412708839"), is another one of the next.
 */
function withoutOwn(text: string, address: string): string {
  const own = ownSegments(address);
  const isOfRecord = text.includes('{{');
  const words = text
    .split(' ')
    .map((word) =>
      own.has(word.replace(/^#|[:.,]$/g, '')) || (isOfRecord && /\d/.test(word) && !word.includes('{{')) ? '*' : word,
    )
    .filter((word, n, all) => word !== '*' || all[n - 1] !== '*');
  return words.some((word) => /\p{L}/u.test(word)) ? words.join(' ') : text;
}

/** Of one address, two sightings are of one page when they share a heading, or any other mark where one has no heading. */
function isAlike(a: Shown, b: Shown): boolean {
  // A form of the portal may show records of all kinds under one address: a claim, and the answer to it.
  if (recordIn(a)?.heading !== recordIn(b)?.heading) return false;
  const share = (list: Listed): boolean => a[list].some((text) => b[list].includes(text));
  if (a.headings.length > 0 && b.headings.length > 0) return share('headings');
  return share('labels') || share('buttons') || lists.every((list) => a[list].length === 0 && b[list].length === 0);
}

function both(a: Shown, b: Shown): Shown {
  const shared = (list: Listed): string[] => a[list].filter((text) => b[list].includes(text));
  return {
    headings: shared('headings'),
    labels: shared('labels'),
    buttons: shared('buttons'),
    columns: shared('columns'),
  };
}

function titleOf({ title }: SeenPage, samples: Samples): string | null {
  const template = asTemplate(title, samples);
  return title !== '' && title.length <= longest && isStable(template) ? template : null;
}

function recordIn({ headings }: Shown): RecordPlace | null {
  const heading = headings.find((text) => /\{\{(?!account\.)/.test(text));
  return heading === undefined ? null : { heading };
}

/** Undefined where it was not looked for. */
function placesIn({ numbers }: SeenPage, samples: Samples): readonly RecordPlace[] | undefined {
  return numbers?.flatMap(({ field, text, section }) => {
    const place = recordBeside(field, text, section === undefined ? undefined : { section }, samples);
    return place === null ? [] : [place];
  });
}

/** A recipe that has the number under another name has a page of its own for it. */
function isOneRecord(a: RecordedPage['places'] = [], b: RecordedPage['places'] = []): boolean {
  return a.length === 0 || b.length === 0 || (bothPlaces(a, b) ?? []).length > 0;
}

function bothPlaces(a: RecordedPage['places'], b: RecordedPage['places']): RecordedPage['places'] {
  if (a === undefined || b === undefined) return a ?? b;
  const there = new Set(b.map((place) => JSON.stringify(place)));
  return a.filter((place) => there.has(JSON.stringify(place)));
}

const fewestDetails = 3;

/**
 * Whether a table with headers ("Field", "Value") is one record's, each line a name and its value, and no list of records: of those
 * every line has a number of the same form.
 * @param rows texts of the cells, with those of the headers
 */
export function isTableOfDetails(rows: readonly (readonly string[])[], value: string): boolean {
  const form = (text = ''): string => text.replace(/\d/g, '0').replace(/\p{L}/gu, 'a');
  const alike = rows.filter((cells) => form(cells[1]) === form(value));
  const [own] = alike;
  const isPairs = rows.length > fewestDetails && rows.every((cells) => cells.length === 2);
  return isPairs && alike.length === 1 && own?.[1] === value && /^[^\d]+$/.test(own[0] ?? '');
}

/** A value of the record that is shown beside its name. */
function recordBeside(
  name: string | undefined,
  text: string,
  within: { readonly section?: string; readonly frame?: string } | undefined,
  samples: Samples,
): RecordPlace | null {
  const number = asTemplate(text, samples);
  if (name === undefined || !isStable(name) || !/^\{\{[a-z_]+\}\}$/.test(number) || !/\d{4,}/.test(text)) return null;
  const { section } = within ?? {};
  return { field: name, number, ...(section === undefined ? {} : { within: { section } }) };
}

function asPage({ name, template, leading, query, title, shown, record, places, isSecret }: RecordedPage): Page {
  // Beside a heading with our number, one with the portal's own has what changes on the next record, such as its state.
  const named = shown.headings.filter((text) => text.includes('{{') || !/(?:^| )\*(?: |$)/.test(text));
  const steady = { ...shown, headings: record?.heading === undefined ? shown.headings : named };
  const [headings, labels, buttons, columns] = lists.map((list) => steady[list].slice(0, most[list])) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const isHeading = record?.heading !== undefined;
  // A place that a tab of the page hid is no place of every look at it.
  const isSeen =
    isHeading || places === undefined || places.some((each) => JSON.stringify(each) === JSON.stringify(record));
  const place = record !== null && isSeen ? record : places?.[0];
  const isBare = headings.length + labels.length + buttons.length + columns.length === 0;
  // Columns come and go with what a list holds.
  const marks = { headings, labels, buttons, columns: headings.length + labels.length > 0 ? [] : columns };
  return {
    paths: [template, ...leading],
    query,
    secret: isSecret,
    ...(place === undefined ? {} : { record: place }),
    fingerprint: isBare ? { title: title ?? name, ...marks } : marks,
  };
}

function nameFor(page: SeenPage, template: string, samples: Samples): string {
  const heading = page.headings
    .map((text) => withoutOwn(asTemplate(text, samples), page.address))
    .find((text) => isStable(text) && text !== '');
  const last = template.split(/[/?#=&]/).findLast((part) => part !== '' && part !== '*' && !part.startsWith('{{'));
  return asName(heading?.replace(/\{\{[^}]*\}\}|\*/g, ' ') ?? last ?? 'page');
}

/** A name as the schema wants it. */
function asName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 30)
    .replace(/_+$/, '');
  return plain === '' ? 'page' : plain;
}

function freeName(wanted: string, pages: readonly RecordedPage[]): string {
  const isTaken = (name: string): boolean => pages.some((page) => page.name === name);
  if (!isTaken(wanted)) return wanted;
  for (let n = 2; ; n += 1) if (!isTaken(`${wanted}_${n}`)) return `${wanted}_${n}`;
}

/** Nothing on it names it. */
export function isBare({ headings, labels, buttons, columns }: SeenPage): boolean {
  return headings.length + labels.length + buttons.length + columns.length === 0;
}

/** Nothing on it is called otherwise. */
export function hasSameNames(a: SeenPage, b: SeenPage): boolean {
  const names = ({ headings, labels, buttons, columns }: SeenPage): string =>
    JSON.stringify([headings, labels, buttons, columns]);
  return names(a) === names(b);
}

/** Another page under the same address: none of its headings was there before. */
export function isAnother(a: SeenPage, b: SeenPage): boolean {
  return a.headings.length > 0 && b.headings.length > 0 && !a.headings.some((heading) => b.headings.includes(heading));
}
