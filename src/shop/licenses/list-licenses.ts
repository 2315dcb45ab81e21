import { Described, List, page_parameters, SHORT_PAGES, Text } from '../../platform/core/fields.ts';
import { listPage, readCursor, writeCursor } from '../../platform/core/pagination.ts';
import {
  CustomerId,
  ProductId,
  SubscriptionId,
  TransactionId,
} from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { License, LicenseId } from './license.rules.ts';
import { findLicenseWithInstances, listLicenseIds } from './license.sql.ts';
import { licenseAnswer } from './license-record.ts';
import { searchByKeyPart } from './search-by-key-part.ts';

export const listLicenses = operation({
  method: 'GET',
  path: '/list-licenses',
  summary: 'List licenses',
  description: `Newest first. A page of \`query\` may have fewer records than \`limit\`. ${SHORT_PAGES}`,
  scope: 'read',
  input: Type.Object({
    license_id: Type.Optional(Described('Only this license', LicenseId)),
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    product_id: Type.Optional(Described('Only those of this product', ProductId)),
    subscription_id: Type.Optional(Described('Only those of this subscription', SubscriptionId)),
    transaction_id: Type.Optional(Described('Only that of this purchase', TransactionId)),
    query: Type.Optional(
      Text(4, 200, {
        description: 'Any part of the key, at least four characters of it',
        examples: ['9D4XA-HT0'],
      }),
    ),
    ...page_parameters,
  }),
  output: List(License),
  errors: [],
  example: { customer_id: 'user_42' },
  async read({ input, reader, now, store, services: { licensing } }) {
    const { limit, cursor, query, ...filter } = input;
    const find = ({ license_id }: { license_id: string }) =>
      findLicenseWithInstances(reader, license_id);
    if (query !== undefined) {
      const [before_entry] = readCursor(cursor, 'licenses', [0]) ?? [Number.MAX_SAFE_INTEGER];
      const search = { part: query, filter, before_entry, limit };
      const { rows, last_entry } = await searchByKeyPart({ reader, store, licensing, ...search });
      const licenses = await Promise.all(rows.map(find));
      return {
        object: 'list' as const,
        data: licenses
          .filter((one) => one !== undefined)
          .map((license) => licenseAnswer(licensing, license, now)),
        has_more: last_entry !== undefined,
        next_cursor: last_entry === undefined ? null : writeCursor('licenses', [last_entry]),
      };
    }
    const [before] = readCursor(cursor, 'licenses', ['']) ?? [LAST];
    const { rows, end } = await listLicenseIds(reader, filter, { before, limit: limit + 1 });
    const licenses = await Promise.all(rows.map(find));
    return listPage(
      licenses.filter((one) => one !== undefined),
      {
        list: 'licenses',
        limit,
        end,
        show: (license) => licenseAnswer(licensing, license, now),
        cursor: ({ row }) => [row.license_id],
      },
    );
  },
});

const LAST = 'lic_z'; // Behind every identifier, in any collation.
