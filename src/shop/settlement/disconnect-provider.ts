import { OneOf } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { openCredentials } from '../money/payments/connections.ts';
import {
  chooseProvider,
  lockConnection,
  saveConnection,
} from '../money/payments/provider-connection.sql.ts';
import { PROVIDER_NAMES } from '../money/payments/provider-names.rules.ts';
import { ownProvider } from '../money/payments/providers.ts';
import { findPendingOf } from '../money/transactions/pending-transaction.sql.ts';
import { removeEndpoint } from './place-endpoint.ts';
import { Provider, showProvider } from './provider.rules.ts';

export const disconnectProvider = operation({
  method: 'POST',
  path: '/disconnect-provider',
  summary: 'Take no more payments with the connected provider',
  description:
    'Erases the key and removes the webhook at the provider. Refused while payments or refunds ' +
    'are pending there. What was paid can then be refunded only in the dashboard of the provider, ' +
    'until the same account is connected again.',
  scope: 'full',
  input: Type.Object({
    provider: Type.Optional(
      OneOf([...PROVIDER_NAMES], { description: 'Default: the one that takes the payments' }),
    ),
  }),
  output: Provider,
  errors: ['provider_not_found', 'provider_busy'],
  unanswered: null,
  async steps({ input, refuse, keepAnswer, stopIfAnswered, ...work }) {
    const { store, write, services } = work;
    const { store_id } = store;
    const provider = input.provider ?? ownProvider(store);
    if (provider === undefined) throw refuse('provider_not_found');
    const at = services.clock();
    const { before, answer } = await write(async ({ tx, audit }) => {
      await stopIfAnswered(tx);
      if (store.provider === provider) await chooseProvider(tx, null);
      const row = await lockConnection(tx, provider);
      if (!row || row.sealed_credentials === null) throw refuse('provider_not_found');
      if ((await findPendingOf(tx, row.provider)) !== undefined) throw refuse('provider_busy');
      const after = {
        ...row,
        sealed_credentials: null,
        publishable_key: null,
        wallets: null,
        endpoint_id: null,
        endpoint_url: null,
        asks_because: null,
        problem: null,
        disconnected_at: at,
        updated_at: at,
        refusal: null,
        refused_key: null,
        refused_at: null,
      };
      const shown = await keepAnswer(tx, async () => {
        await saveConnection(tx, after);
        const record = showProvider(store, after);
        audit({ target: store_id, before: showProvider(store, row), after: record });
        return record;
      });
      return { before: row, answer: shown };
    });
    services.connections.forget(store_id, provider);
    services.storeChanged();
    const { sealed_credentials } = before;
    if (sealed_credentials !== null) {
      const { key } = openCredentials(services.secrets, store_id, sealed_credentials);
      await removeEndpoint(work, { provider, key, endpoint_id: before.endpoint_id });
    }
    return answer;
  },
});
