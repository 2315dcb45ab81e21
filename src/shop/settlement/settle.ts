import type { StoreWork } from '../../platform/operation/work.ts';
import { settlePayment } from '../checkout/settle-payment.ts';
import type { Settling } from '../money/transactions/ask-provider.ts';
import { settleRefund } from '../money/transactions/settle-refund.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { settleCharge } from '../subscriptions/settle-charge.ts';

type Settle = (work: StoreWork, pending: TransactionRow, settling: Settling) => Promise<unknown>;

const SETTLE: Record<TransactionRow['type'], Settle> = {
  purchase: settlePayment,
  subscription_start: settlePayment,
  renewal: settleCharge,
  plan_change: settleCharge,
  refund: settleRefund,
};

/**
 * Finds out at the provider what became of a transaction, and records it with everything that
 * follows from it. One that is settled already stays as it is.
 */
export const settle: Settle = (work, transaction, settling) =>
  SETTLE[transaction.type](work, transaction, settling);
