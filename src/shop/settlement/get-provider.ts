import { Type } from '../core/schema.ts';
import { operation } from '../operation/operation.ts';
import { findConnection } from '../payments/provider-connection.sql.ts';
import { Provider, showProvider } from './provider.rules.ts';

export const getProvider = operation({
  method: 'GET',
  path: '/get-provider',
  summary: 'Who takes the payments of this store',
  scope: 'read',
  input: Type.Object({}),
  output: Provider,
  errors: [],
  async read({ store, reader }) {
    return showProvider(store, await findConnection(reader));
  },
});
