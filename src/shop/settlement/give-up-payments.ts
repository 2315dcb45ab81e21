import type { StoreWork } from '../../platform/operation/work.ts';
import { ifAnswered } from '../money/payments/if-answered.ts';
import { findTransaction } from '../money/transactions/transaction.sql.ts';
import { settle } from './settle.ts';

declare module '../../platform/operation/services.ts' {
  interface Services {
    giveUpPayments: GiveUpPayments;
  }
}

export type GiveUpPayments = (work: StoreWork, transaction_ids: string[]) => Promise<void>;

/** Gives up payments that wait for the customer. One that was made meanwhile, or is under way, stays. */
export const giveUpPayments: GiveUpPayments = async (work, transaction_ids) => {
  for (const transaction_id of transaction_ids) {
    const transaction = await findTransaction(work.reader, transaction_id);
    if (transaction) await ifAnswered(settle(work, transaction, 'cancel'));
  }
};
