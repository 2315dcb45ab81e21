import { OneOf } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { findConnection } from '../money/payments/provider-connection.sql.ts';
import { isProviderName, PROVIDER_NAMES } from '../money/payments/provider-names.rules.ts';
import { Provider, showProvider } from './provider.rules.ts';

export const getProvider = operation({
  method: 'GET',
  path: '/get-provider',
  summary: 'Who takes the payments of this store',
  scope: 'read',
  input: Type.Object({
    provider: Type.Optional(
      OneOf([...PROVIDER_NAMES], { description: 'Another one that may be connected as well' }),
    ),
  }),
  output: Provider,
  errors: [],
  async read({ input, store, reader }) {
    const provider = input.provider ?? store.provider;
    const row = isProviderName(provider) ? await findConnection(reader, provider) : undefined;
    return showProvider(store, row);
  },
});
