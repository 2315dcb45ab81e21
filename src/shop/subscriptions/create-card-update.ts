import { Url } from '../../platform/core/address-fields.ts';
import { Described, OptionalOrNull } from '../../platform/core/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import { CustomerId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { customerExists } from '../customers/customer.sql.ts';
import {
  CARD_UPDATE_MS,
  CardUpdate,
  type CardUpdateRow,
  showCardUpdate,
} from './card-update.rules.ts';
import { insertCardUpdate } from './card-update.sql.ts';
import { listSubscriptionRows } from './subscription.sql.ts';

export const createCardUpdate = operation({
  method: 'POST',
  path: '/create-card-update',
  summary: 'Ask a customer for another card',
  description:
    'Answers a page (`url`) on which the customer gives a card, or another way to pay, for the next ' +
    'payments: at the payment provider, if that has a page of its own. It works for a day. What is ' +
    'past due is charged at once. Afterwards the customer goes to `return_url`.',
  scope: 'full',
  input: Type.Object({
    customer_id: CustomerId,
    return_url: OptionalOrNull(
      Described('Where the customer goes afterwards: a page of your own', Url),
    ),
  }),
  output: CardUpdate,
  errors: ['customer_not_found', 'gateway_missing'],
  async write({ input, tx, store, services, now, audit, refuse }) {
    const { customer_id } = input;
    const gateway = services.gatewayOf(store);
    if (!gateway) throw refuse('gateway_missing');
    if (!(await customerExists(tx, customer_id))) throw refuse('customer_not_found');
    const newest = { before: 'sub_z', limit: 1 };
    const { rows } = await listSubscriptionRows(tx, { customer_id }, newest);
    const [subscription] = rows;
    const row: CardUpdateRow = {
      card_update_id: newId('cu', now),
      customer_id,
      status: 'open',
      currency: subscription?.currency ?? 'USD',
      provider: gateway.provider,
      provider_reference: null,
      action_url: null,
      in_fields: 0,
      return_url: input.return_url ?? null,
      card_brand: null,
      card_last_four: null,
      next_attempt_at: now + CARD_UPDATE_MS,
      attempts: 0,
      expires_at: now + CARD_UPDATE_MS,
      created_at: now,
      completed_at: null,
    };
    await insertCardUpdate(tx, row);
    // The identifier is the key to the page, so the customer is named.
    audit({ target: customer_id, after: { card_asked_for_until: isoInstant(row.expires_at) } });
    return showCardUpdate(row, services);
  },
});
