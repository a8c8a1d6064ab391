/** Headers of a portal's answer: those that would make the browser report by itself, and how long to wait. */

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

/** Seconds or a date, as milliseconds from now. */
export function retryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,6}$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
