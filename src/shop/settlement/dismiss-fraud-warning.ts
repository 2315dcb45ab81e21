import { TransactionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { seeFraudWarning } from '../money/transactions/fraud-warning.sql.ts';
import { showTransaction, Transaction } from '../money/transactions/transaction.rules.ts';
import { lockTransaction } from '../money/transactions/transaction.sql.ts';

export const dismissFraudWarning = operation({
  method: 'POST',
  path: '/dismiss-fraud-warning',
  summary: 'Keep a payment although a bank warns of fraud',
  description:
    'Takes it out of `get-attention`: nothing is refunded. To refund it instead, call ' +
    '`refund-transaction`. Doing it again, or for a payment without a warning, is 200, unchanged.',
  scope: 'full',
  input: Type.Object({ transaction_id: TransactionId }),
  output: Transaction,
  errors: ['transaction_not_found'],
  async write({ input, tx, now, audit, services, refuse }) {
    const { transaction_id } = input;
    const payment = await lockTransaction(tx, transaction_id);
    if (!payment) throw refuse('transaction_not_found');
    if ((await seeFraudWarning(tx, { transaction_id, now })) === 1) {
      const after = { fraud_warning_seen_at: isoInstant(now) };
      audit({ target: transaction_id, before: { fraud_warning_seen_at: null }, after });
    }
    const { base_url, licensing } = services;
    return showTransaction(payment, { base_url, revealKey: licensing.revealKey });
  },
});
