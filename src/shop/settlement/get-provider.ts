import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { findConnection } from '../money/payments/provider-connection.sql.ts';
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
