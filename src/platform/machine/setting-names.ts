import { didYouMean, nearMiss } from '../core/near-miss.ts';

/** For tests: which variable has the address of a stand-in for a payment provider. */
export const STAND_IN_SETTINGS = { stripe: 'KASSA_STRIPE_API' } as const;

/** Where payment providers are asked, if not at their own addresses. */
export type StandInAddresses = {
  readonly [Provider in keyof typeof STAND_IN_SETTINGS]?: string | undefined;
};

/** Every setting that there is. */
export const SETTINGS = [
  ...['DATABASE_URL', 'KASSA_ACME_CA', 'KASSA_ACME_DIRECTORY', 'KASSA_ACME_EMAIL'],
  ...['KASSA_BACKUP_DIR', 'KASSA_BACKUP_EVERY', 'KASSA_BACKUP_KEEP', 'KASSA_BASE_URL'],
  ...['KASSA_CONNECTIONS_PER_ADDRESS', 'KASSA_DATA_DIR', 'KASSA_DKIM_DOMAIN', 'KASSA_DKIM_KEY'],
  ...['KASSA_DKIM_SELECTOR', 'KASSA_DOMAIN', 'KASSA_DRAIN_SECONDS', 'KASSA_HOST'],
  ...['KASSA_HTTP_PORT', 'KASSA_INVOICE_FONTS', 'KASSA_LOG_LEVEL', 'KASSA_MAIL_FROM'],
  ...['KASSA_PORT', 'KASSA_PROCESSES', 'KASSA_RATE_LIMIT', 'KASSA_SECRET', 'KASSA_SMTP_URL'],
  ...['KASSA_TLS_CERT', 'KASSA_TLS_KEY', 'KASSA_TRUST_PROXY'],
  ...['KASSA_VIES_URL', 'KASSA_WEBHOOK_ALLOW'],
  ...Object.values(STAND_IN_SETTINGS),
];

/** The names that the documents give clients of Kassa for their own, and those that commands need. */
const OF_CLIENTS = ['KASSA_API_KEY', 'KASSA_KEY', 'KASSA_URL', 'KASSA_WEBHOOK_SECRET'];

export const KNOWN_NAMES = [...SETTINGS, ...OF_CLIENTS];

/** Kubernetes names them after a service that is called kassa; and our own tests. */
const OF_OTHERS = /^KASSA_(SERVICE_(HOST|PORT)|PORT_\d|TEST_)/;
/** So begins a name that was meant to be ours. */
const MEANT_FOR_US = /^(KASSA|KASA|KSSA|KASAS|KASSSA)[-_]?/i;

/** A sentence about every name that looks like a setting and is none. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN_NAMES.includes(name) || OF_OTHERS.test(name)) return [];
    if (/^KASSA_/.test(name)) {
      return [`${name} is no setting of Kassa${didYouMean(name, SETTINGS) || '.'}`];
    }
    // A name of another program may be near by chance: it is reported only if it is nearly ours.
    const may_be_ours = MEANT_FOR_US.test(name) || /^D.*_UR[LI]$/i.test(name);
    const meant = may_be_ours ? nearMiss(name, SETTINGS) : undefined;
    return meant === undefined ? [] : [`${name} is no setting of Kassa. Did you mean ${meant}?`];
  });
}
