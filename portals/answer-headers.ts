/** What the browser is given of a portal's answer: without what would make it report by itself; and how long to wait. */

/** Headers by which a server makes the browser send reports of its own accord, outside any page. */
const reportingHeaders = new Set([
  'report-to',
  'reporting-endpoints',
  'nel',
  'content-security-policy-report-only',
  'expect-ct',
]);
/** The headers without those by which the browser would send requests outside any page. */
export function withoutReports(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !reportingHeaders.has(name.toLowerCase()))
      .map(([name, value]) => [
        name,
        name.toLowerCase() === 'content-security-policy' ? value.replace(/report-(uri|to)[^;]*;?/gi, '') : value,
      ]),
  );
}

/** The body of a document in which every shadow root that HTML declares is open, so that what stands in it can be judged. */
export function withOpenRoots(body: Buffer): Buffer {
  const isWide = body[0] === 0xff && body[1] === 0xfe;
  const encoding = isWide ? 'utf16le' : 'latin1';
  const text = body.toString(encoding);
  const opened = text.replace(/(shadowrootmode\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, '$1"open"');
  return opened === text ? body : Buffer.from(opened, encoding);
}

/** Seconds or a date, as milliseconds from now. */
export function retryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,6}$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
