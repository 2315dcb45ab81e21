import { Email } from '../../platform/core/address-fields.ts';
import type { Detail } from '../../platform/core/errors.ts';
import {
  Default,
  Described,
  Line,
  NewCustomerId,
  OptionalOrNull,
  Sensitive,
} from '../../platform/core/fields.ts';
import { ProductId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { addCustomer } from '../customers/add-customer.ts';
import { changeCustomer } from '../customers/change-customer.ts';
import { newCustomer } from '../customers/customer.rules.ts';
import { lockCustomer } from '../customers/customer.sql.ts';
import { customFieldsJson, whyNotCustomFields } from '../money/transactions/custom-fields.rules.ts';
import { addCheckout } from './add-checkout.ts';
import { Checkout, showCheckout } from './checkout-record.rules.ts';
import { COMPOSE_ERRORS, composeCheckout, type KnownCustomer } from './compose-checkout.ts';
import { adjustableJson, whyNotAdjustable } from './quantity.rules.ts';
import { whyNotSigned } from './return-address.rules.ts';
import { Quantity, session_fields, whyNotRedirect } from './session-fields.rules.ts';
import { whyNotOpen } from './why-not-open.ts';

export const createCheckout = operation({
  method: 'POST',
  path: '/create-checkout',
  summary: 'Create a checkout session',
  description:
    'Send the buyer to `checkout_url`. Price and discount are fixed now; a coupon is claimed when ' +
    'the buyer pays. Where taxes are charged, the total follows the country of the customer; if ' +
    'that is not known, the payment page asks for it. Makes the customer when `customer_id` is new. ' +
    'Without `customer_id`, the customer is found or made by the e-mail address with which it is ' +
    'paid; nothing that is known about that customer is shown or used.',
  scope: 'full',
  input: Type.Object({
    product_id: ProductId,
    quantity: Quantity,
    customer_id: Type.Optional(NewCustomerId),
    customer_email: OptionalOrNull(
      Described(
        'Filled in for the buyer. With `customer_id`: kept with a customer who has none yet',
        Email,
      ),
    ),
    customer_name: OptionalOrNull(
      Line(200, { description: 'The same for the name', examples: ['Ada Lovelace'] }),
    ),
    guest: Type.Optional(
      Type.Boolean({
        description: 'Instead of `customer_id`, if nothing is known of the buyer yet',
        examples: [true],
      }),
    ),
    ...session_fields,
    request_id: OptionalOrNull(
      Line(255, {
        description: 'Your own name for what this session is for; shown in its record',
        examples: ['order_1001'],
      }),
    ),
    return_key: OptionalOrNull(
      Sensitive(
        { last_characters: 4 },
        Line(255, {
          description:
            'A key of yours that signs the address to which the buyer returns: docs/creem.md ' +
            'says how. Stored encrypted until the session ends, never shown',
          examples: ['a long random text of yours'],
        }),
      ),
    ),
    expires_in_minutes: Default(
      1440,
      Type.Integer({
        minimum: 30,
        maximum: 1440,
        description: 'For how many minutes it can be paid',
      }),
    ),
  }),
  any_of: ['customer_id', 'customer_email', 'customer_name', 'guest'],
  output: Checkout,
  errors: [...COMPOSE_ERRORS, 'store_not_ready'],
  example: {
    product_id: 'prod_1tq3v9w0e00h4rk6m2x8pz7ycn5',
    quantity: 1,
    customer_id: 'user_42',
    success_url: 'https://example.com/thanks',
  },
  check: (input) => [
    ...whyNotGuest(input.guest, input.customer_id),
    ...whyNotCustomFields(input.custom_fields),
    ...whyNotRedirect(input),
    ...whyNotSigned(input),
    ...whyNotAdjustable({
      quantity: input.quantity ?? 1,
      adjustable_quantity: adjustableJson(input.adjustable_quantity),
    }),
  ],
  async write({ input, refuse, ...context }) {
    const { tx, now, services } = context;
    const { customer_id, customer_email: email, customer_name: name, return_key: key } = input;
    const known = { ...(email && { email }), ...(name && { name }) };
    const { checkout, customer, seller } = await composeCheckout(
      { ...context, reader: tx, refuse },
      {
        ...input,
        adjustable_quantity: adjustableJson(input.adjustable_quantity),
        custom_fields: customFieldsJson(input.custom_fields),
        buyer: customer_id === undefined ? known : undefined,
      },
    );
    const missing = await whyNotOpen(tx, context.store, seller);
    if (missing.length > 0) throw refuse('store_not_ready', missing);
    if (customer_id !== undefined) await keepCustomer(context, { customer_id, customer, known });
    const place = ['return key', context.store.store_id, checkout.checkout_session_id] as const;
    const return_key = key ? services.secrets.seal(key, [...place]) : null;
    await addCheckout(context, { ...checkout, return_key });
    return showCheckout(checkout, { base_url: services.base_url, now });
  },
});

/** A session is either a guest's or a customer's. */
const whyNotGuest = (guest: boolean | undefined, customer_id: string | undefined): Detail[] =>
  guest && customer_id !== undefined
    ? [{ param: 'guest', code: 'not_allowed', message: 'cannot be together with customer_id' }]
    : [];

/** Makes a customer who is new; of one who is known, adds what was not known so far. */
async function keepCustomer(
  context: StoreTx,
  {
    customer_id,
    customer: found,
    known,
  }: {
    customer_id: string;
    customer: KnownCustomer | undefined;
    known: { email?: string; name?: string };
  },
): Promise<void> {
  if (!found) {
    await addCustomer(context, newCustomer(known, { customer_id, now: context.now }));
    return;
  }
  if (!addsTo(found, known)) return;
  const locked = await lockCustomer(context.tx, customer_id);
  const added = addsTo(locked?.customer ?? found, known);
  if (added) await changeCustomer(context, customer_id, added);
}

/** What was not known so far, if anything. */
function addsTo({ email, name }: KnownCustomer, known: { email?: string; name?: string }) {
  const added = {
    ...(email === null && known.email && { email: known.email }),
    ...(name === null && known.name && { name: known.name }),
  };
  return Object.keys(added).length > 0 ? added : undefined;
}
