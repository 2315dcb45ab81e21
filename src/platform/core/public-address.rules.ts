import { BlockList, isIP } from 'node:net';
import { readUrl } from './web-address.ts';

declare module '../operation/services.ts' {
  interface Services {
    /** Addresses that webhooks may be sent to although they are not public. */
    allowed_webhooks: Allowed;
  }
}

/** Where webhooks may go beyond the public network; the operator decides. */
export interface Allowed {
  is_empty: boolean;
  has(address: string): boolean;
}

/** CIDR ranges (`127.0.0.0/8, ::1/128`) or single addresses, found good by the settings. */
export function allowedRanges(ranges: string[]): Allowed {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return { is_empty: ranges.length === 0, has: (address) => isIn(list, address) };
}

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

// Everything that is not the public network, by IANA's special-purpose registries.
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
// Of IPv6 only 2000::/3 is public at all: that leaves out loopback, private and link-local ones,
// multicast, and those that carry an IPv4 address inside (mapped, NAT64). Of that, not these:
// Teredo and its neighbours, documentation, 6to4.
const PUBLIC_6 = ['2000::/3'];
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const not_public = allowedRanges([...NOT_PUBLIC_4, ...NOT_PUBLIC_6]);
const public_6 = allowedRanges(PUBLIC_6);

/** Whether a connection to this address may be opened. */
export function mayReach(address: string, allowed: Allowed): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (allowed.has(address)) return true;
  return !not_public.has(address) && (family === 4 || public_6.has(address));
}

const URL_MAX = 2000;
// Names that only a local network knows.
const LOCAL_NAMES =
  /(^|\.)(local|internal|intranet|lan|home|corp|private|localdomain6?|svc|home\.arpa|onion|test|invalid|example)$/;

/** Why a webhook cannot be sent to this address; what its name stands for is looked at when it is sent. */
export function whyNotWebhookUrl(
  text: string,
  { is_test, allowed }: { is_test: boolean; allowed: Allowed },
): string | undefined {
  if (text.length > URL_MAX) return `must be at most ${URL_MAX} characters`;
  // Browsers silently correct such addresses; here they are refused.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\p{Cc}\\]/u.test(text)) {
    return 'must be an https:// address';
  }
  const url = readUrl(text);
  if (!url) return 'must be an https:// address';
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return 'must not contain a user or password';
  if (text.includes('#')) return 'must not contain a fragment (#)';
  if (url.port === '0') return 'must not have port 0';
  const host = hostOf(url);
  if (/(^|\.)(\.|$)/.test(host)) return 'must have a public name';
  const address = isIP(host) > 0 ? host : isLoopbackName(host) ? '127.0.0.1' : undefined;
  const is_allowed = address !== undefined && allowed.has(address);
  if (address !== undefined && !mayReach(address, allowed)) {
    return 'must not be an address of this machine or of a private network (the operator can allow some: KASSA_WEBHOOK_ALLOW)';
  }
  if (
    address === undefined &&
    allowed.is_empty &&
    (!host.includes('.') || LOCAL_NAMES.test(host))
  ) {
    return 'must have a public name';
  }
  // A name that is allowed to be plain http is one that the operator's ranges have.
  const may_be_plain = is_test && (is_allowed || (address === undefined && !allowed.is_empty));
  if (url.protocol === 'http:' && !may_be_plain) return 'must be https';
  return undefined;
}

/** The host as the network would see it: IPv6 without brackets, names without the last dot. */
export const hostOf = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost');
