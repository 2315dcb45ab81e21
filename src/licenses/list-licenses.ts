import Type from 'typebox';
import { Described, List, page_parameters } from '../core/fields.ts';
import { listPage, readCursor } from '../core/pagination.ts';
import { CustomerId, ProductId, SubscriptionId } from '../core/record-ids.ts';
import { operation } from '../operation/operation.ts';
import { License, LicenseId } from './license.rules.ts';
import { findLicenseWithInstances, listLicenseIds } from './license.sql.ts';
import { licenseAnswer } from './license-record.ts';

export const listLicenses = operation({
  method: 'GET',
  path: '/list-licenses',
  summary: 'List licenses',
  description: 'Newest first. Filters may be combined.',
  scope: 'read',
  input: Type.Object({
    license_id: Type.Optional(Described('Only this license', LicenseId)),
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    product_id: Type.Optional(Described('Only those of this product', ProductId)),
    subscription_id: Type.Optional(Described('Only those of this subscription', SubscriptionId)),
    ...page_parameters,
  }),
  output: List(License),
  errors: [],
  example: { customer_id: 'user_42' },
  async read({ input, reader, now, services }) {
    const { limit, cursor, ...filter } = input;
    const [before] = readCursor(cursor, 'licenses', ['']) ?? [LAST];
    const found = await listLicenseIds(reader, filter, { before, limit: limit + 1 });
    const licenses = await Promise.all(
      found.map(({ license_id }) => findLicenseWithInstances(reader, license_id)),
    );
    return listPage(
      licenses.filter((one) => one !== undefined),
      {
        list: 'licenses',
        limit,
        show: (license) => licenseAnswer(services.licensing, license, now),
        cursor: ({ row }) => [row.license_id],
      },
    );
  },
});

const LAST = 'lic_z'; // Behind every identifier, in any collation.
