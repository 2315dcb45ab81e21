import { settlePayment } from '../checkout/settle-payment.ts';
import type { StoreWork } from '../operation/work.ts';
import { settleCharge } from '../subscriptions/settle-charge.ts';
import type { Settling } from '../transactions/ask-provider.ts';
import { settleRefund } from '../transactions/settle-refund.ts';
import type { TransactionRow } from '../transactions/transaction.rules.ts';

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
