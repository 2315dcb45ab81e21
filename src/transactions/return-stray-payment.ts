import assert from 'node:assert/strict';
import { randomText } from '../core/ids.ts';
import type { StoreWork } from '../operation/work.ts';
import { type Gateway, withTimeout } from '../payments/gateway.ts';
import {
  findStrayPayment,
  lockStrayPayment,
  noteStrayPayment,
  saveStrayPayment,
} from './stray-payment.sql.ts';
import { showTransaction, type TransactionRow } from './transaction.rules.ts';

/**
 * Gives back what was paid for a transaction that is declined here: the buyer paid after it was
 * given up, and got nothing for it. It may be called for the same payment any number of times: all
 * of it is refunded, and no provider does that twice. So a key need not be remembered, and an answer
 * that was lost needs no search.
 */
export async function returnStrayPayment(
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
  const known = await findStrayPayment(reader, charge_reference);
  if (known && known.status !== 'returning') return;
  const { provider } = gateway;
  await write(async ({ tx }) =>
    noteStrayPayment(tx, {
      ...{ charge_reference, transaction_id, provider, amount_minor, currency },
      ...{ status: 'returning', refund_reference: null, decline_code: null },
      ...{ created_at: now, settled_at: null },
    }),
  );
  const key = `stray-${transaction_id}-${randomText(8)}`;
  const metadata = { store_id, transaction_id: key };
  const refund = { store_id, key, charge_reference, amount_minor, currency, metadata, now };
  const answer = await withTimeout(gateway.startRefund(refund));
  const refusal = answer.status === 'declined' ? answer.decline_code : null;
  // By an earlier call whose answer was lost, or by the seller.
  const decline_code = refusal === 'charge_already_refunded' ? null : refusal;
  const status = decline_code === null ? 'returned' : 'refused';
  await write(async ({ tx, emit }) => {
    const stray = await lockStrayPayment(tx, charge_reference);
    if (stray?.status !== 'returning') return; // Somebody else was faster.
    const { reference: refund_reference } = answer;
    await saveStrayPayment(tx, {
      ...stray,
      status,
      refund_reference,
      decline_code,
      settled_at: now,
    });
    if (status === 'returned') emit('transaction.returned', showTransaction(declined));
  });
  const told = { store_id, transaction_id, charge_reference, amount_minor, currency };
  if (decline_code !== null) {
    services.log.error('a payment that came too late could not be returned', {
      ...{ ...told, decline_code },
    });
  } else services.log.warn('a payment that came too late was returned', told);
}
