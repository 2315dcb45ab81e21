import { Refusal } from '../../../platform/core/errors.ts';
import { getTransactions } from '../../../shop/money/transactions/get-transactions.ts';
import type { Subject } from '../action.ts';
import type { Visit } from '../visit.ts';
import type { Payment } from './payment-text.ts';

/** The transaction with this identifier; what is not there is refused as not found. */
export async function findPayment(visit: Visit, transaction_id: string): Promise<Payment> {
  const { data } = await visit.ask(getTransactions, { transaction_id });
  const [found] = data;
  if (!found) throw new Refusal('transaction_not_found');
  return found;
}

/** What an action on a payment is about. */
export const paymentSubject = async (
  visit: Visit,
  { transaction_id }: { transaction_id: string },
): Promise<Subject<Payment>> => ({
  record: await findPayment(visit, transaction_id),
  section: 'payments',
  address: `${visit.address}/payments/${transaction_id}`,
  name: 'Payment',
});

/** The refunds of a payment, newest first. */
export const refundsOf = async (visit: Visit, { transaction_id }: Payment): Promise<Payment[]> =>
  (await visit.ask(getTransactions, { refunded_transaction_id: transaction_id })).data;
