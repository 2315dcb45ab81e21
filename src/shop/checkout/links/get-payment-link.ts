import { PaymentLinkId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { PaymentLink, showLink } from './payment-link.rules.ts';
import { findLink } from './payment-link.sql.ts';

export const getPaymentLink = operation({
  method: 'GET',
  path: '/get-payment-link',
  summary: 'Get a payment link',
  scope: 'read',
  input: Type.Object({ payment_link_id: PaymentLinkId }),
  output: PaymentLink,
  errors: ['payment_link_not_found'],
  async read({ input, reader, refuse, ...context }) {
    const link = await findLink(reader, input.payment_link_id);
    if (!link) throw refuse('payment_link_not_found');
    return showLink(link, context);
  },
});
