import { createHash } from 'node:crypto';
import Type from 'typebox';
import { Instant, Nullable, Url } from '../core/fields.ts';
import { randomText } from '../core/ids.ts';
import { HOUR_MS, isoInstant } from '../core/time.ts';
import { operation } from '../operation/operation.ts';
import { askAboutTaxId } from './ask-about-tax-id.ts';
import { BillingDetails, billing_fields, showBilling } from './customer.rules.ts';
import { insertPortalLink } from './customer.sql.ts';
import { saveBillingDetails } from './save-billing.ts';

export const createCustomerBilling = operation({
  method: 'POST',
  path: '/create-customer-billing',
  summary: 'Set billing details and get a portal link',
  description:
    'Creates the customer if `customer_id` is new. Called again, it replaces the details; without ' +
    'any details, the old ones stay and you get another link. ' +
    '`portal_url` opens the customer portal for one hour, without a key. `tax_id` is checked, and ' +
    'in a store with tax registrations VIES is asked about numbers of EU states: `tax_id_check` ' +
    'says what was found. A mistyped one is kept, but makes nobody a business.',
  scope: 'full',
  input: Type.Object({
    ...billing_fields,
    return_url: Type.Optional(Nullable(Url)),
  }),
  output: Type.Object(
    {
      ...BillingDetails.properties,
      portal_url: Type.String({ examples: ['https://localhost:8443/portal/…'] }),
      portal_expires_at: Instant,
    },
    { title: 'CustomerBillingWithPortal' },
  ),
  errors: [],
  example: {
    customer_id: 'user_42',
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    address: { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', country: 'DE' },
  },
  unanswered: null,
  async steps({ input, keepAnswer, ...work }) {
    const { now, services } = work;
    const answer = await askAboutTaxId(work, input);
    return work.write((inside) =>
      keepAnswer(inside.tx, async () => {
        const billing = await saveBillingDetails(inside, input, answer);
        const token = randomText(20);
        const expires_at = now + HOUR_MS;
        await insertPortalLink(inside.tx, {
          token_hash: createHash('sha256').update(token).digest('hex'),
          customer_id: input.customer_id,
          return_url: input.return_url ?? null,
          expires_at,
        });
        return {
          ...showBilling(billing),
          portal_url: `${services.base_url}/portal/${token}`,
          portal_expires_at: isoInstant(expires_at),
        };
      }),
    );
  },
});
