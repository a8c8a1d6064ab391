/** The network of an address: what limits on callers who are not known count by. */
import ipaddr from 'ipaddr.js';

/** IPv6 is handed out by networks of 64 bits: whoever has one address there has all of them. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray()).subarray(0, 8).toString('hex')}/64`;
}
