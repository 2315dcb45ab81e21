import { Url } from '../../platform/core/address-fields.ts';
import { Described, Instant, OptionalOrNull } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { askAboutTaxId } from './ask-about-tax-id.ts';
import { BillingDetails, showBilling } from './customer.rules.ts';
import { billing_fields } from './customer-fields.rules.ts';
import { openPortalLink } from './open-portal-link.ts';
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
    return_url: OptionalOrNull(
      Described('Where the portal links back to: a page of your own', Url),
    ),
  }),
  output: Type.Object(
    {
      ...BillingDetails.properties,
      portal_url: Type.String({
        examples: ['https://localhost:8443/portal/4rk6m2x8pz7ycn5k3v8wr0tq4mz6hdye'],
      }),
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
    const { customer_id, return_url = null } = input;
    const answer = await askAboutTaxId(work, input);
    return work.write((context) =>
      keepAnswer(context.tx, async () => {
        const billing = await saveBillingDetails(context, input, answer);
        const link = await openPortalLink(context, { customer_id, return_url });
        return {
          ...showBilling(billing),
          portal_url: link.portal_url,
          portal_expires_at: isoInstant(link.expires_at),
        };
      }),
    );
  },
});
