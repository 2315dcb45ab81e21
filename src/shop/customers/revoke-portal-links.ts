import { CustomerId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { customerExists, revokePortalLinks as revokeLinks } from './customer.sql.ts';

export const revokePortalLinks = operation({
  method: 'POST',
  path: '/revoke-portal-links',
  summary: 'Make the portal links of a customer useless at once',
  description:
    'For a link that got into the wrong hands: every `portal_url` of this customer stops working. ' +
    '`create-customer-billing` makes another.',
  scope: 'full',
  input: Type.Object({ customer_id: CustomerId }),
  output: Type.Object({
    customer_id: Type.String({ examples: ['user_42'] }),
    revoked: Type.Integer({ description: 'How many links worked until now', examples: [1] }),
  }),
  errors: ['customer_not_found'],
  example: { customer_id: 'user_42' },
  async write({ input: { customer_id }, tx, now, audit, refuse }) {
    if (!(await customerExists(tx, customer_id))) throw refuse('customer_not_found');
    const revoked = await revokeLinks(tx, { customer_id, now });
    if (revoked > 0) audit({ target: customer_id, after: { portal_links_revoked: revoked } });
    return { customer_id, revoked };
  },
});
