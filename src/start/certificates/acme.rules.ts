import { DAY_MS, MINUTE_MS } from '../../platform/core/time.ts';

// Let's Encrypt counts failed attempts for a name, five an hour. A newcomer who has just corrected an
// address does not want to wait: the first tries follow soon, and never are there more than five an
// hour. The count is in the database, so that restarts do not begin anew.
const PAUSES_MINUTES = [1, 3, 10, 30, 60, 120, 240, 480, 720];
const BETWEEN_CERTIFICATES_MS = 12 * MINUTE_MS;

/** When an order may follow the one that begins now, if that one fails. `random`: from 0 to 1. */
export function nextTryAt(o: {
  failures: number;
  now: number;
  random: number;
  retry_after_s?: number | undefined;
}): number {
  const minutes = PAUSES_MINUTES[Math.min(o.failures, PAUSES_MINUTES.length) - 1] ?? 1;
  const pause_ms = minutes * MINUTE_MS * (1 + o.random / 10);
  return Math.round(
    o.now + Math.max(pause_ms, Math.min((o.retry_after_s ?? 0) * 1000, 7 * DAY_MS)),
  );
}

/** At two thirds of its life, give or take a bit: not every shop asks at the same moment. */
export function renewAt(o: { from: number; until: number; now: number; random: number }): number {
  const life_ms = o.until - o.from;
  const due = o.from + (life_ms * 2) / 3 + (life_ms * (o.random - 0.5)) / 50;
  return Math.round(Math.max(due, o.now + BETWEEN_CERTIFICATES_MS));
}

interface OrderContext {
  domain: string;
  port: 80 | 443;
}

const anotherServer = ({ domain }: OrderContext) =>
  `another server answers at ${domain}: set the address of the name to this machine, and remove a proxy in between or let it do TLS (KASSA_TRUST_PROXY)`;
const noWay = () =>
  'this machine must reach the authority by HTTPS: check network, proxy and KASSA_ACME_DIRECTORY';

const ADVICE: Record<string, (order: OrderContext) => string> = {
  dns: ({ domain }) =>
    `${domain} must lead to this machine: set its A record (and AAAA, if there is one) to the public address of this machine`,
  connection: ({ domain, port }) =>
    `port ${port} of ${domain} must be open to the internet and lead to this Kassa: check firewall, router and the address of the name`,
  unauthorized: anotherServer,
  tls: anotherServer,
  incorrectResponse: anotherServer,
  caa: ({ domain }) => `a CAA record of ${domain} allows other authorities only: add this one`,
  rejectedIdentifier: ({ domain }) => `the authority does not sign for ${domain}: use another name`,
  rateLimited: () =>
    'too many certificates were requested: Kassa waits as long as the authority says',
  unreachable: noWay,
  timeout: noWay,
  invalidContact: () => 'KASSA_ACME_EMAIL must be an address that can get mail',
};

/** What somebody can do about a refusal of the authority, in a sentence. */
export const adviceFor = (kind: string, order: OrderContext): string =>
  ADVICE[kind]?.(order) ?? 'Kassa tries again by itself; docs/certificate.md says more';
