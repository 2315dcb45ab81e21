import { List, page_parameters } from '../../platform/core/fields.ts';
import { listPage, readCursor } from '../../platform/core/pagination.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { listKeysBefore } from './api-key.sql.ts';
import { ApiKey, showApiKey } from './api-key-record.rules.ts';

export const listApiKeys = operation({
  method: 'GET',
  path: '/list-api-keys',
  summary: 'List the API keys of this store',
  description:
    'Newest first, also those that were revoked or have expired. The keys themselves are known to ' +
    'nobody: only hashes of them are kept.',
  scope: 'read',
  input: Type.Object(page_parameters),
  output: List(ApiKey),
  errors: [],
  async read({ input, reader, services: { clock } }) {
    const { limit, cursor } = input;
    const [before] = readCursor(cursor, 'api keys', ['']) ?? [LAST];
    const rows = await listKeysBefore(reader, { before, limit: limit + 1 });
    return listPage(rows, {
      list: 'api keys',
      limit,
      show: (row) => showApiKey(row, clock()),
      cursor: (row) => [row.key_id],
    });
  },
});

const LAST = 'key_z'; // Behind every identifier, in any collation.
