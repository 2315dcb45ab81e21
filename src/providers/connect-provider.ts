import Type from 'typebox';
import { OneOf, Sensitive } from '../core/fields.ts';
import type { Tx } from '../db/database.ts';
import { operation } from '../operation/operation.ts';
import type { StoreWork } from '../operation/work.ts';
import {
  openCredentials,
  type SealedCredentials,
  sealCredentials,
} from '../payments/connections.ts';
import { renameCards } from '../payments/payment-method.sql.ts';
import {
  type ConnectionRow,
  chooseProvider,
  findConnection,
  lockConnection,
  saveConnection,
} from '../payments/provider-connection.sql.ts';
import { checkStripeKey, newestStripeEvent } from '../payments/stripe/connection.ts';
import { findPendingOf } from '../transactions/transaction.sql.ts';
import { type Kept, placeEndpoint } from './place-endpoint.ts';
import { hintOfKey, modeOfKey, Provider, showProvider, whyNotStripeKey } from './provider.rules.ts';
import { removeOldEndpoints } from './remove-old-endpoints.ts';

export const connectProvider = operation({
  method: 'POST',
  path: '/connect-provider',
  summary: 'Take the payments of this store with an account at a payment provider',
  description:
    'Checks the key with the provider, keeps it sealed, and has the provider send its messages ' +
    'here if it can reach this address. Called again with another key of the same account, the ' +
    'key is replaced without a gap. `kassa provider connect stripe` does the same.',
  scope: 'full',
  input: Type.Object({
    provider: OneOf(['stripe']),
    key: Sensitive(
      { last_characters: 4 },
      Type.Refine(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'A restricted key, with the permissions that docs/stripe.md lists',
          documented: { pattern: '^(rk|sk)_(test|live)_[A-Za-z0-9_]+$' },
          examples: ['rk_test_51PgafTB7WZ01zgkW4242'],
        }),
        (text) => whyNotStripeKey(text) === undefined,
        (text) => whyNotStripeKey(text) ?? '',
      ),
    ),
  }),
  output: Provider,
  errors: [
    'provider_mode',
    'provider_key',
    'provider_permissions',
    'provider_busy',
    'provider_unanswered',
  ],
  unanswered: 'provider_unanswered',
  async steps({ input, refuse, keepAnswer, stopIfAnswered, ...work }) {
    const { store, reader, write, services } = work;
    const { provider, key } = input;
    const { store_id, mode } = store;
    const { secrets, stripe_api: api_address } = services;
    const at = services.clock();
    if (modeOfKey(key) !== mode) {
      const message = `is of Stripe's ${modeOfKey(key)} mode, and this is a ${mode} store`;
      throw refuse('provider_mode', [{ param: 'key', code: 'provider_mode', message }]);
    }
    const checked = await checkStripeKey({ key, api_address });
    if (!checked.ok) throw refuse('provider_key');
    if (checked.missing.length > 0) {
      const message = `lacks permissions: ${checked.missing.join(', ')}`;
      throw refuse('provider_permissions', [
        { param: 'key', code: 'provider_permissions', message },
      ]);
    }
    const { account_id, name: account_name } = checked;
    const isBusy = async (row: ConnectionRow | undefined, from: typeof reader) =>
      row !== undefined &&
      !isSameAccount(row, account_id) &&
      (await findPendingOf(from, provider)) !== undefined;
    const before = await findConnection(reader);
    if (await isBusy(before, reader)) throw refuse('provider_busy');
    const kept = isSameAccount(before, account_id) ? opened(work, before) : undefined;
    const events_cursor = isSameAccount(before, account_id)
      ? before.events_cursor
      : await newestStripeEvent({ key, api_address });
    const placed = await placeEndpoint(work, { key, kept });
    const credentials: SealedCredentials = { key, secrets: placed.secrets };
    const answer = await write(async ({ tx }) => {
      await stopIfAnswered(tx);
      await chooseProvider(tx, provider);
      const found = await lockConnection(tx);
      if (await isBusy(found, tx)) throw refuse('provider_busy');
      const is_connected = found !== undefined && found.disconnected_at === null;
      const row: ConnectionRow = {
        ...{ provider, account_id, account_name, mode, ...placed.place },
        key_hint: hintOfKey(key),
        sealed_credentials: sealCredentials(secrets, store_id, credentials),
        events_cursor: isSameAccount(found, account_id) ? found.events_cursor : events_cursor,
        ask_at: at,
        last_asked_at: null,
        connected_at: is_connected ? found.connected_at : at,
        disconnected_at: null,
        updated_at: at,
      };
      if (found) await sortCards(tx, found, account_id);
      return keepAnswer(tx, async () => {
        await saveConnection(tx, row);
        return showProvider(store, row);
      });
    });
    services.connections.forget(store_id);
    services.storeChanged();
    await removeOldEndpoints(work, { key, placed: placed.place, before });
    return answer;
  },
});

/** A key that may not read its account could be of any. */
const isSameAccount = (
  row: ConnectionRow | undefined,
  account_id: string | null,
): row is ConnectionRow =>
  row !== undefined && account_id !== null && row.account_id === account_id;

/** What is sealed in a connection, if it is not disconnected. */
function opened(
  { store, services }: Pick<StoreWork, 'store' | 'services'>,
  row: ConnectionRow,
): Kept | undefined {
  const { sealed_credentials } = row;
  if (sealed_credentials === null) return undefined;
  const credentials = openCredentials(services.secrets, store.store_id, sealed_credentials);
  return { row, credentials };
}

/**
 * A card is known to the account in which it was saved, and to no other: those of the account
 * before are set aside, and those of this one, if it was connected before, are there again.
 */
async function sortCards(
  tx: Tx,
  { provider, account_id: before }: ConnectionRow,
  account_id: string | null,
): Promise<void> {
  if (before === null || account_id === null || before === account_id) return;
  await renameCards(tx, { from: provider, to: `${provider} ${before}` });
  await renameCards(tx, { from: `${provider} ${account_id}`, to: provider });
}
