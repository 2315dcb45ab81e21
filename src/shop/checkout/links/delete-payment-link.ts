import { PaymentLinkId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { closeAddresses } from './link-address.sql.ts';
import { PaymentLink, showLink } from './payment-link.rules.ts';
import { lockLink, saveLink } from './payment-link.sql.ts';

export const deletePaymentLink = operation({
  method: 'DELETE',
  path: '/delete-payment-link',
  summary: 'Delete a payment link',
  description:
    'Its addresses say that the offer has ended, and its slugs can be used again. Sessions that ' +
    'it has made can still be paid, and what was bought by it keeps its identifier. This cannot ' +
    'be undone; `update-payment-link` with `active: false` can.',
  scope: 'full',
  input: Type.Object({ payment_link_id: PaymentLinkId }),
  output: PaymentLink,
  errors: ['payment_link_not_found'],
  answer_example: { status: 'deleted' },
  async write({ input: { payment_link_id }, refuse, ...context }) {
    const { tx, now, audit } = context;
    const before = await lockLink(tx, payment_link_id);
    if (!before || before.deleted_at !== null) throw refuse('payment_link_not_found');
    const after = { ...before, deleted_at: now, updated_at: now };
    await saveLink(tx, after);
    await closeAddresses(tx, { payment_link_id, now });
    const record = showLink(after, context);
    audit({ target: payment_link_id, before: showLink(before, context), after: record });
    return record;
  },
});
