import assert from 'node:assert/strict';
import { ProviderUnanswered } from '../../../platform/core/errors.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts';
import type { StoreTx, StoreWork } from '../../../platform/operation/work.ts';
import type { ChargeResult, Found, Gateway, RefundResult, Started } from '../payments/gateway.ts';
import { refuseHeldCharge } from '../payments/held-charges.ts';
import { isSameAmount } from '../payments/provider-record.rules.ts';
import {
  forgetRefusal,
  keepingRefusal,
  refreshCredentials,
  rememberRefusal,
  startCharge,
} from '../payments/refused-charges.ts';
import { wayToPay } from '../payments/way-to-pay.ts';
import { withTimeout } from '../payments/with-timeout.ts';
import { chargeFor, type Paying } from './charge-for.ts';
import type { TransactionRow } from './transaction.rules.ts';
import { findTransaction, markForReview, saveWaiting } from './transaction.sql.ts';

/**
 * What is to become of a pending payment. `ask`: what its provider says. `cancel`, `payer_left`: it
 * is given up there, unless it is paid by now.
 */
export type Settling = 'ask' | 'cancel' | 'payer_left';

interface Asking extends Paying {
  give_up: boolean;
}

/**
 * Finds out the state of a pending payment. With the provider's reference, it is looked up. Without
 * one, it is started (perhaps again, with the same key) as long as the provider is certain to
 * remember the key. After that it is searched for and never started again. The caller must save the
 * reference in the answer.
 */
export async function askAboutCharge(
  work: StoreWork,
  row: TransactionRow,
  options: Asking,
): Promise<Started<ChargeResult>> {
  const answer = await answerAbout(work, row, options);
  const names_no_card = answer.status === 'paid' && answer.card === undefined;
  // What was typed into the provider's fields was good for this payment, and is no saved card.
  const is_spent = names_no_card && wayToPay(work, row) === 'fields';
  return is_spent ? { ...answer, card: null } : answer;
}

async function answerAbout(
  work: StoreWork,
  row: TransactionRow,
  options: Asking,
): Promise<Started<ChargeResult>> {
  if (row.review_outcome !== null) return answeredByPerson(work, row);
  const ask = () => stateOfCharge(work, row, options);
  const { provider, transaction_id } = row;
  const answer = await keepingRefusal(work, { provider, key: transaction_id }, ask);
  if (answer.status !== 'paid') return answer;
  const { amount_minor, currency, unlike_request } = answer;
  const { total_minor, currency: in_currency } = row;
  const is_same = isSameAmount(answer, { amount_minor: total_minor, currency: in_currency });
  if (is_same && unlike_request === undefined) return answer;
  await needsReview(work, row);
  if (unlike_request !== undefined && provider !== null) {
    const refusal = `${unlike_request}: ${transaction_id} waits until you look at it`;
    await rememberRefusal(work, { provider, refused_key: transaction_id, refusal });
  }
  const received = `${amount_minor} ${currency} instead of ${total_minor} ${in_currency}`;
  const what = unlike_request ?? `the provider received ${received}`;
  throw new OutcomeUnknown(`${what}: a person has to look`);
}

async function stateOfCharge(
  work: StoreWork,
  row: TransactionRow,
  options: Asking,
): Promise<Started<ChargeResult>> {
  const { store, now } = work;
  const { give_up } = options;
  const gateway = gatewayFor(work, row);
  const lookUp = async (reference: string) => {
    const named = { store_id: store.store_id, reference, now };
    return { ...(await withTimeout(gateway.lookUpCharge(named))), reference };
  };
  const giveUp = async (reference: string | null) => {
    const charge = await chargeFor(work, gateway, row, options);
    return withTimeout(gateway.cancelCharge({ ...charge, reference }));
  };
  const { provider_reference: kept } = row;
  if (kept !== null) return give_up ? giveUp(kept) : lookUp(kept);
  if (elapsedMs(gateway, row, now) < gateway.remembers_keys_ms - KEY_MARGIN_MS) {
    if (give_up) return giveUp(null);
    const charge = await chargeFor(work, gateway, row, options);
    const started = await startCharge(work, gateway, charge);
    const { status, reference } = started;
    const has_ended = status === 'paid' || status === 'declined';
    // A start that is repeated answers what the first one did, not what has happened since.
    const may_be_old = now > row.created_at;
    return has_ended || reference === null || !may_be_old ? started : lookUp(reference);
  }
  // What is on hold was never sent: it waits as long as that lasts, and is not given up.
  if (!give_up && row.buyer_present === 0) await refuseHeldCharge(work.reader, row);
  const { transaction_id, created_at } = row;
  const key = { store_id: store.store_id, key: transaction_id, created_at, now };
  const found = await withTimeout(gateway.findCharge(key));
  if (typeof found !== 'string') return give_up ? giveUp(found.reference) : found;
  const never_made = await whenNotFound(work, gateway, row, found);
  // The clock of a test store may have been moved by a day while the call was on its way. Given
  // up, it moves nothing when it arrives; if it has arrived just now, that is the outcome.
  const { reference, ...given_up } = await giveUp(null);
  return given_up.status === 'declined' ? { ...never_made, reference } : { ...given_up, reference };
}

/** Finds out the state of a pending refund, in the same way. */
export const askAboutRefund = (
  work: StoreWork,
  row: TransactionRow,
): Promise<Started<RefundResult>> =>
  keepingRefusal(work, { provider: row.provider, key: row.transaction_id }, () =>
    stateOfRefund(work, row),
  );

async function stateOfRefund(work: StoreWork, row: TransactionRow): Promise<Started<RefundResult>> {
  const { store, now } = work;
  const { store_id } = store;
  const gateway = gatewayFor(work, row);
  const lookUp = async (reference: string) => {
    const named = { store_id, reference, now };
    return { ...(await withTimeout(gateway.lookUpRefund(named))), reference };
  };
  const { provider_reference: kept, transaction_id, total_minor, currency } = row;
  if (row.review_outcome === 'paid') return { status: 'paid', reference: kept };
  if (row.review_outcome === 'not_paid') return neverMade(row, kept);
  if (kept !== null) return lookUp(kept);
  const original = await findTransaction(work.reader, row.refunded_transaction_id ?? '');
  const charge_reference = original?.provider_reference ?? null;
  assert(charge_reference !== null, 'what was paid has a name at the provider');
  if (elapsedMs(gateway, row, now) < gateway.remembers_keys_ms - KEY_MARGIN_MS) {
    const { created_at } = row;
    const times = { created_at, now: Math.max(now, created_at) };
    const refund = { store_id, key: transaction_id, charge_reference, currency, ...times };
    const metadata = { store_id, transaction_id };
    await refreshCredentials(work, gateway);
    const started = await withTimeout(
      gateway.startRefund({ ...refund, amount_minor: total_minor, metadata }),
    );
    const refusal = started.status === 'declined' ? started.refusal : undefined;
    if (refusal === undefined) await forgetRefusal(work, gateway, transaction_id);
    else {
      const { provider } = gateway;
      await rememberRefusal(work, { provider, refused_key: transaction_id, refusal });
    }
    const { reference } = started;
    // What was paid first may have failed since.
    const may_be_old = now > row.created_at;
    return reference === null || !may_be_old ? started : lookUp(reference);
  }
  const key = { store_id, key: transaction_id, created_at: row.created_at, now };
  const found = await withTimeout(gateway.findRefund({ ...key, charge_reference }));
  return typeof found === 'string' ? whenNotFound(work, gateway, row, found) : found;
}

/** What a person has found out; only the card comes from the provider, if it knows that. */
async function answeredByPerson(
  work: StoreWork,
  row: TransactionRow,
): Promise<Started<ChargeResult>> {
  const { provider_reference: reference, total_minor: amount_minor, currency } = row;
  if (row.review_outcome === 'not_paid' || reference === null) return neverMade(row, reference);
  const { store, services, now } = work;
  const name = { store_id: store.store_id, reference, now };
  const found = await services
    .gatewayOf(store, row.provider)
    ?.lookUpCharge(name)
    .catch(() => undefined);
  const card = found?.status === 'paid' ? found.card : undefined;
  return { status: 'paid', amount_minor, currency, reference, ...(card && { card }) };
}

const neverMade = (
  { type }: TransactionRow,
  reference: string | null,
): Started<{ status: 'declined'; decline_code: string }> => {
  const decline_code = type === 'refund' ? 'refund_not_made' : NOT_MADE;
  return { status: 'declined', decline_code, reference };
};

/** The reference to save. Two different references would mean two charges. */
export function checkedReference(
  row: TransactionRow,
  answer: Started<ChargeResult | RefundResult>,
): string | null {
  const { provider_reference: kept } = row;
  const { reference } = answer;
  assert(kept === null || reference === null || kept === reference, 'it has one reference');
  const renamed = 'payment_reference' in answer ? answer.payment_reference : undefined;
  return renamed ?? reference ?? kept;
}

/** The transaction with what the provider's answer says about it. */
export function withAnswer(row: TransactionRow, answer: Started<ChargeResult>): TransactionRow {
  const named = { ...row, provider_reference: checkedReference(row, answer) };
  if (answer.status !== 'paid') return named;
  const { fee, card: used } = answer;
  const { refused: _, ...given } = used ?? {};
  const card = used === null ? { card_token: null } : given;
  const known = fee && { fee_minor: fee.amount_minor, fee_currency: fee.currency };
  return { ...named, ...card, ...known };
}

/** The decline code of a payment that never reached the provider. */
export const NOT_MADE = 'payment_not_made';

const PROVIDER_RECHECK_MS = 6 * HOUR_MS;

/** The provider is working on it: saves its reference and when to ask again. */
export async function waitForProvider(
  { tx, now, store, services }: StoreTx,
  pending: TransactionRow,
  pause_ms = PROVIDER_RECHECK_MS,
): Promise<TransactionRow> {
  const { transaction_id, provider_reference, provider, clock_moved_ms } = pending;
  // However far the clock of a test store is moved, little time has passed there. A live charge that
  // was held was not moved (forgetWait), and the store of a journey has the clock of its beginning.
  const is_elsewhere = services.gatewayOf(store, provider)?.clock === 'real';
  const shortest_ms = is_elsewhere && store.mode === 'test' ? clock_moved_ms : 0;
  const next_ms = Math.max(shortest_ms, Math.min(pause_ms, PROVIDER_RECHECK_MS));
  const wait = { action_url: null, next_attempt_at: now + next_ms };
  await saveWaiting(tx, { ...wait, transaction_id, provider_reference });
  return { ...pending, ...wait };
}

/** The provider has answered: it is at work on it, perhaps for days. */
export class StillPending extends ProviderUnanswered {
  override name = 'StillPending';
}

/** The answer; undefined while the provider is at work on it. */
export async function ifSettled<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof StillPending)) throw error;
    return undefined;
  }
}

/** The transaction stays pending with `needs_review`, and is tried again once a day. */
class OutcomeUnknown extends StillPending {
  override name = 'OutcomeUnknown';
}

/** Money goes back the way it came, even if the store has another provider by now. */
function gatewayFor({ store, services }: StoreWork, row: TransactionRow): Gateway {
  const gateway = services.gatewayOf(store, row.provider);
  if (!gateway) throw new ProviderUnanswered('this store has no payment provider');
  return gateway;
}

/** No call is started this shortly before its key is forgotten: it could arrive too late. */
const KEY_MARGIN_MS = HOUR_MS;

/** How long it has been pending, by the clock of the provider. */
const elapsedMs = ({ clock }: Gateway, row: TransactionRow, now: number): number =>
  now - row.created_at - (clock === 'real' ? row.clock_moved_ms : 0);

/** Longer than a call can take. */
const IN_FLIGHT_MS = 60_000;

/** Treats it as declined, if the provider is sure and no earlier call can still arrive. */
async function whenNotFound(
  work: StoreWork,
  gateway: Gateway,
  row: TransactionRow,
  found: Extract<Found<unknown>, string>,
): Promise<Started<{ status: 'declined'; decline_code: string }>> {
  const { now } = work;
  const real_ms = now - row.created_at - row.clock_moved_ms;
  // The clock of a test store may have been moved meanwhile. A charge is given up after this, so
  // that a late call makes nothing; a refund cannot be.
  const may_arrive = found === 'none' && row.type === 'refund' && real_ms < IN_FLIGHT_MS;
  if (may_arrive || elapsedMs(gateway, row, now) < gateway.remembers_keys_ms) {
    throw new ProviderUnanswered('a call may still be on its way');
  }
  if (found === 'none') return neverMade(row, null);
  await needsReview(work, row);
  throw new OutcomeUnknown('the provider does not know what became of it: a person has to look');
}

async function needsReview(
  { write, now }: StoreWork,
  { transaction_id }: TransactionRow,
): Promise<void> {
  const next_attempt_at = now + DAY_MS;
  await write(async ({ tx }) => markForReview(tx, { transaction_id, next_attempt_at }));
}
