import assert from 'node:assert/strict';
import { randomText } from '../../../platform/core/ids.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import type { Gateway, Refund, RefundResult, Started } from '../payments/gateway.ts';
import { withTimeout } from '../payments/with-timeout.ts';
import {
  findLatePayment,
  lockLatePayment,
  noteLatePayment,
  saveLatePayment,
} from './late-payment.sql.ts';
import { showTransaction, type TransactionRow } from './transaction.rules.ts';

/**
 * Gives back what was paid too late, for a transaction that is declined here. A payment page is given
 * up after 45 minutes; somebody pays 19.00 there in the 46th: the 19.00 go back, as they got nothing.
 * It may be called for the same payment any number of times: all of it is refunded, and no provider
 * does that twice. So a key need not be remembered, and an answer that was lost needs no search.
 */
export async function returnLatePayment(
  work: StoreWork,
  gateway: Gateway,
  declined: TransactionRow,
  hinted: string,
): Promise<void> {
  const { store, write, reader, now, services } = work;
  const { store_id } = store;
  const { transaction_id } = declined;
  assert.equal(declined.status, 'declined');
  if (declined.total_minor === 0) return;
  const reference = declined.provider_reference ?? hinted;
  const found = await withTimeout(gateway.lookUpCharge({ store_id, reference, now }));
  if (found.status !== 'paid' || found.amount_minor === 0) return;
  const { amount_minor, currency, payment_reference: charge_reference = reference } = found;
  const known = await findLatePayment(reader, charge_reference);
  if (known && known.status !== 'returning') return;
  const { provider } = gateway;
  await write(async ({ tx }) =>
    noteLatePayment(tx, {
      charge_reference,
      transaction_id,
      provider,
      amount_minor,
      currency,
      status: 'returning',
      refund_reference: null,
      decline_code: null,
      created_at: now,
      settled_at: null,
    }),
  );
  const of = { store_id, transaction_id, charge_reference, amount_minor, currency, now };
  const answer = await giveBack(gateway, of);
  const refusal = answer.status === 'declined' ? answer.decline_code : null;
  // By an earlier call whose answer was lost, or by the seller.
  const decline_code = refusal === ALREADY_REFUNDED ? null : refusal;
  const status = decline_code === null ? 'returned' : 'refused';
  await write(async ({ tx, emit }) => {
    const late = await lockLatePayment(tx, charge_reference);
    if (late?.status !== 'returning') return; // Somebody else was faster.
    const { reference: refund_reference } = answer;
    await saveLatePayment(tx, {
      ...late,
      status,
      refund_reference,
      decline_code,
      settled_at: now,
    });
    if (status === 'returned') emit('transaction.returned', showTransaction(declined, services));
  });
  const line_text = { store_id, transaction_id, charge_reference, amount_minor, currency };
  if (decline_code !== null) {
    services.log.error('a payment that came too late could not be returned', {
      ...line_text,
      decline_code,
      ...('refusal' in answer && { refusal: answer.refusal }),
    });
  } else services.log.warn('a payment that came too late was returned', line_text);
}

const ALREADY_REFUNDED = 'charge_already_refunded';

type LatePayment = Omit<Refund, 'key' | 'metadata'> & { transaction_id: string };

/** Gives back all of a payment; or what is left of it, if the seller has given back a part. */
async function giveBack(gateway: Gateway, late: LatePayment): Promise<Started<RefundResult>> {
  const { transaction_id, ...refund } = late;
  const { store_id, amount_minor: all_minor } = late;
  const give = (amount_minor: number) => {
    const key = `stray-${transaction_id}-${randomText(8)}`;
    const metadata = { store_id, transaction_id: key };
    return withTimeout(gateway.startRefund({ ...refund, amount_minor, key, metadata }));
  };
  const answer = await give(all_minor);
  if (answer.status !== 'declined' || answer.decline_code === ALREADY_REFUNDED) return answer;
  const left = await leftMinorAt(gateway, late);
  return left > 0 && left < all_minor ? give(left) : answer;
}

/** What was not given back of a payment, as the provider knows it. */
async function leftMinorAt(
  gateway: Gateway,
  { store_id, charge_reference }: { store_id: string; charge_reference: string },
): Promise<number> {
  const references = [charge_reference];
  const records = await withTimeout(gateway.recordsOf({ store_id, references }));
  const { amount_minor = 0, refunded_minor = 0 } =
    records.find(({ reference }) => reference === charge_reference) ?? {};
  return amount_minor - refunded_minor;
}

/** A refund has failed, perhaps days later: if a payment was returned by it, a person has to look. */
export async function checkReturn(
  { store, reader, write, services }: StoreWork,
  gateway: Gateway,
  charge_reference: string,
): Promise<void> {
  const { store_id } = store;
  const known = await findLatePayment(reader, charge_reference);
  if (known?.status !== 'returned') return;
  if ((await leftMinorAt(gateway, { store_id, charge_reference })) === 0) return;
  const decline_code = 'refund_failed';
  const is_news = await write(async ({ tx }) => {
    const late = await lockLatePayment(tx, charge_reference);
    if (late?.status !== 'returned') return false;
    await saveLatePayment(tx, { ...late, status: 'refused', decline_code });
    return true;
  });
  if (!is_news) return;
  const { transaction_id, amount_minor, currency } = known;
  services.log.error('the return of a payment that came too late has failed', {
    store_id,
    transaction_id,
    charge_reference,
    amount_minor,
    currency,
    decline_code,
  });
}
