import { ProviderUnanswered } from '../core/errors.ts';
import type { StoreWork } from '../operation/work.ts';
import { settleCharge } from '../subscriptions/settle-charge.ts';
import { findTransaction } from '../transactions/transaction.sql.ts';
import { settlePayment } from './settle-payment.ts';

declare module '../operation/services.ts' {
  interface Services {
    giveUpPayments: GiveUpPayments;
  }
}

export type GiveUpPayments = (work: StoreWork, transaction_ids: string[]) => Promise<void>;

/** Gives up payments that wait for the customer. One that was made meanwhile, or is under way, stays. */
export const giveUpPayments: GiveUpPayments = async (work, transaction_ids) => {
  const how = { give_up: true };
  for (const transaction_id of transaction_ids) {
    const transaction = await findTransaction(work.reader, transaction_id);
    if (!transaction) continue;
    const is_of_checkout = transaction.checkout_session_id !== null;
    try {
      if (is_of_checkout) await settlePayment(work, transaction, undefined, how);
      else await settleCharge(work, transaction, how);
    } catch (error) {
      if (!(error instanceof ProviderUnanswered)) throw error;
    }
  }
};
