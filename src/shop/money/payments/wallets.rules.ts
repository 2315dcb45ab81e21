import { isIP } from 'node:net';
import type { Static } from 'typebox';
import { Instant, Nullable, OneOf } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant } from '../../../platform/core/time.ts';

/** What buyers may have on their device, as the provider names it. */
const WALLETS = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' } as const;

export type WalletName = keyof typeof WALLETS;
const WALLET_NAMES: readonly WalletName[] = ['apple_pay', 'google_pay', 'link'];

/** What a provider says of the wallets on the pages of a host. */
export interface RegisteredDomain {
  /** Whether it is shown there; where it is not, why, in the words of the provider. */
  wallets: Record<WalletName, { is_shown: boolean; reason: string | null }>;
  /** Why it registers no such host, or asks for nothing more, in a sentence. */
  problem: string | null;
}

/** As it is kept with a connection. */
export interface KeptWallets {
  host: string;
  /** Undefined where the provider has never said it. */
  shown?: Record<WalletName, boolean> | undefined;
  problem: string | null;
  checked_at: number;
}

const status = (name: WalletName) =>
  OneOf(['active', 'inactive'], {
    description: `Whether ${WALLETS[name]} is offered to whoever has it`,
    examples: ['active'],
  });

export const Wallets = Type.Object(
  {
    host: Type.String({
      description: 'Of the pages that buyers pay on; it is registered at the provider',
      examples: ['shop.example.com'],
    }),
    apple_pay: status('apple_pay'),
    google_pay: status('google_pay'),
    link: status('link'),
    problem: Nullable(
      Type.String({ description: 'Why one of them is not offered. It keeps nobody from paying' }),
    ),
    checked_at: Instant,
  },
  { description: 'Wallets in the fields of the provider; null without the publishable key' },
);

export function showWallets(kept: string | null): Static<typeof Wallets> | null {
  const wallets = parseWallets(kept);
  if (!wallets) return null;
  const { host, shown, problem, checked_at } = wallets;
  const statusOf = (name: WalletName) => (shown?.[name] ? 'active' : 'inactive');
  return {
    host,
    apple_pay: statusOf('apple_pay'),
    google_pay: statusOf('google_pay'),
    link: statusOf('link'),
    problem,
    checked_at: isoInstant(checked_at),
  };
}

export const parseWallets = (kept: string | null): KeptWallets | undefined =>
  kept === null ? undefined : JSON.parse(kept);

/** What is kept of an answer: of several reasons, each once. */
export function keptWallets(host: string, said: RegisteredDomain, checked_at: number): KeptWallets {
  const { wallets } = said;
  const reasons = WALLET_NAMES.flatMap((name) => {
    const { is_shown, reason } = wallets[name];
    return is_shown || reason === null ? [] : [`${WALLETS[name]}: ${reason}`];
  });
  const shown = {
    apple_pay: wallets.apple_pay.is_shown,
    google_pay: wallets.google_pay.is_shown,
    link: wallets.link.is_shown,
  };
  const problem = said.problem ?? (reasons.length > 0 ? reasons.join(' ') : null);
  return { host, shown, problem, checked_at };
}

/** Each of them, as people know it. */
export const walletsIn = (wallets: Static<typeof Wallets>) =>
  WALLET_NAMES.map((name) => ({ title: WALLETS[name], is_active: wallets[name] === 'active' }));

/** In a line: which of them are offered, and where. */
export function aboutWallets(wallets: Static<typeof Wallets>): string {
  const { host, problem } = wallets;
  const active = walletsIn(wallets).filter(({ is_active }) => is_active);
  const names = active.map(({ title }) => title).join(', ');
  const offered = names === '' ? `None on ${host}` : `${names} on ${host}`;
  return problem === null ? offered : `${offered}. ${problem}`;
}

/**
 * Why no provider can show wallets on a host: it is none that a name server of the world knows.
 */
export function whyNoWallets(address: string): string | undefined {
  const { protocol, hostname } = new URL(address);
  const is_local = /(^|\.)(localhost|local|internal|lan|home|test)$/.test(hostname);
  const is_public =
    hostname.includes('.') && !is_local && isIP(hostname.replace(/[[\]]/g, '')) === 0;
  if (protocol === 'https:' && is_public) return undefined;
  return `Wallets need a public name with https://, and ${hostname} is none (KASSA_BASE_URL). Cards are taken all the same.`;
}

export const hostOf = (address: string): string => new URL(address).hostname;

const HOUR_MS = 60 * 60_000;

/** A wallet that is not shown is looked at every hour; those that are, once a day. */
export function areDue(
  { host, problem, checked_at }: KeptWallets,
  at: string,
  now: number,
): boolean {
  return host !== at || now - checked_at >= (problem === null ? 24 * HOUR_MS : HOUR_MS);
}
