import { Refusal } from '../../../../platform/core/errors.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { getTransactions } from '../../../../shop/money/transactions/get-transactions.ts';
import { refundTransaction } from '../../../../shop/settlement/refund-transaction.ts';
import { transactionEntity } from './entities.rules.ts';
import { pageIn, pageOf, pageParameters } from './paging.ts';
import { transactionIdOf } from './parameters.rules.ts';
import { type Routes, route } from './route.ts';

const REFUND_STATUSES: Record<string, string> = {
  pending: 'pending',
  paid: 'succeeded',
  declined: 'failed',
  failed: 'failed',
};

export const transactionRoutes: Routes = {
  'GET /transactions': route({
    input: Type.Object({ transaction_id: Type.String() }),
    async serve({ transaction_id }, { ask, mode }) {
      const { data } = await ask(getTransactions, { transaction_id, refunds: false });
      const [found] = data;
      if (!found) throw new Refusal('transaction_not_found');
      return transactionEntity(found, mode);
    },
  }),

  'GET /transactions/search': route({
    input: Type.Object({
      customer_id: Type.Optional(Type.String()),
      order_id: Type.Optional(Type.String()),
      product_id: Type.Optional(Type.String()),
      ...pageParameters(10),
    }),
    async serve({ order_id, page_number, page_size, ...filter }, { ask, mode }) {
      const paging = { page_number, page_size };
      const show = (payment: Parameters<typeof transactionEntity>[0]) =>
        transactionEntity(payment, mode);
      if (order_id !== undefined) {
        const one = { ...filter, transaction_id: transactionIdOf(order_id), refunds: false };
        return pageIn(paging, (await ask(getTransactions, one)).data, show);
      }
      return pageOf({ ask }, paging, {
        ...{ list: 'payments', filter, show },
        read: (page) => ask(getTransactions, { ...filter, ...page, refunds: false }),
      });
    },
  }),

  // A whole refund cannot happen twice, so a retry needs no key of its own.
  'POST /refunds': route({
    input: Type.Object({ transaction_id: Type.String() }),
    async serve({ transaction_id }, { ask, idempotency_key }) {
      const refund = await ask(refundTransaction, { transaction_id }, idempotency_key);
      return { status: REFUND_STATUSES[refund.status] ?? 'pending' };
    },
  }),
};
