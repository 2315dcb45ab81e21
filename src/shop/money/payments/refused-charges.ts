import { ProviderRefused } from '../../../platform/core/errors.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import type { DeclineCode } from './card.rules.ts';
import type { Charge, ChargeResult, Gateway, Started } from './gateway.ts';
import {
  clearRefusal,
  findRefusal,
  findSealed,
  keepRefusal,
  type RefusalRow,
} from './provider-connection.sql.ts';
import { isProviderName } from './provider-names.rules.ts';
import { withTimeout } from './with-timeout.ts';

const SHOP_CANNOT: DeclineCode = 'payment_refused';

/**
 * Starts a charge. Where its provider refuses it for a reason that only the seller can change, a
 * buyer who is there sees that the shop cannot take the payment. Where nobody is, the provider
 * has not answered, and is asked again until it does.
 */
export async function startCharge(
  work: StoreWork,
  gateway: Gateway,
  charge: Charge,
): Promise<Started<ChargeResult>> {
  try {
    await refreshCredentials(work, gateway);
    const started = await withTimeout(gateway.startCharge(charge));
    await forgetRefusal(work, gateway, charge.key);
    return started;
  } catch (error) {
    if (!(error instanceof ProviderRefused && charge.buyer_present)) throw error;
    const { provider } = gateway;
    await rememberRefusal(work, { provider, refused_key: charge.key, refusal: error.message });
    return { status: 'declined', decline_code: SHOP_CANNOT, reference: null };
  }
}

/**
 * Money moves at the account that the store is connected to now: what was kept of another one is
 * forgotten. While a payment is pending the account stays the same, so this is asked after it began.
 */
export async function refreshCredentials(
  { reader, store, services }: Pick<StoreWork, 'reader' | 'store' | 'services'>,
  { provider }: Gateway,
): Promise<void> {
  if (!isProviderName(provider)) return;
  const found = await findSealed(reader, provider);
  services.connections.useOnly(store.store_id, provider, found?.sealed_credentials ?? null);
}

/** Whatever is refused is tried again sooner than this: what was not, since, is mended. */
const MENDED_AFTER_MS = 90 * 60_000;
const WRITE_EVERY_MS = 60_000;

/** What was refused went through, or something else did and nothing was refused for long. */
export async function forgetRefusal(
  { reader, write, services }: StoreWork,
  { clock, provider }: Gateway,
  key: string,
): Promise<void> {
  if (clock !== 'real') return;
  const kept = await findRefusal(reader, provider);
  if (!kept || !isMended(kept, key, services.clock())) return;
  const { refused_at } = kept;
  await write(async ({ tx }) => clearRefusal(tx, { provider, refused_at }));
}

const isMended = ({ refused_key, refused_at }: RefusalRow, key: string, now: number): boolean =>
  [null, key].includes(refused_key) || now - refused_at > MENDED_AFTER_MS;

/** Asks the provider; what it refuses for the seller to mend is kept for them. */
export async function keepingRefusal<Answer>(
  work: StoreWork,
  { provider, key }: { provider: string | null; key: string },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    // What a step has kept, those around it need not.
    if (error instanceof ProviderRefused && !kept_refusals.has(error)) {
      kept_refusals.add(error);
      const refusal = error.message;
      if (provider !== null) await rememberRefusal(work, { provider, refused_key: key, refusal });
    }
    throw error;
  }
}

const kept_refusals = new WeakSet<ProviderRefused>();

/** Keeps for the seller what the provider refuses, and writes it to the log. */
export async function rememberRefusal(
  { reader, write, services, store }: StoreWork,
  { provider, refused_key, refusal }: { provider: string; refused_key: string; refusal: string },
): Promise<void> {
  const { clock, log } = services;
  const { store_id } = store;
  log.error('the provider refuses payments', { store_id, transaction_id: refused_key, refusal });
  const row = { provider, refusal, refused_key, refused_at: clock() };
  const kept = await findRefusal(reader, provider);
  const is_same = kept?.refusal === refusal && row.refused_at - kept.refused_at < WRITE_EVERY_MS;
  if (!is_same) await write(async ({ tx }) => keepRefusal(tx, row));
}
