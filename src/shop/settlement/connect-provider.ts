import type { Detail, Refusal } from '../../platform/core/errors.ts';
import { OneOf, OptionalOrNull, Sensitive } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import type { Tx } from '../../platform/db/database.ts';
import { operation } from '../../platform/operation/operation.ts';
import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { newestCurrency } from '../catalogue/products/product.sql.ts';
import {
  openCredentials,
  type SealedCredentials,
  sealCredentials,
} from '../money/payments/connections.ts';
import { renameCards } from '../money/payments/payment-method.sql.ts';
import {
  type ConnectionRow,
  chooseProvider,
  findConnection,
  lockConnection,
  saveConnection,
} from '../money/payments/provider-connection.sql.ts';
import { ofEachProvider, PROVIDER_FACTS } from '../money/payments/provider-facts.ts';
import { PROVIDER_NAMES, type ProviderName } from '../money/payments/provider-names.rules.ts';
import { findPendingOf } from '../money/transactions/pending-transaction.sql.ts';
import { registerWallets } from './keep-wallets.ts';
import { placeEndpoint, removeEndpoint } from './place-endpoint.ts';
import { Provider, secretsAfter, showProvider } from './provider.rules.ts';

const KEYS = ofEachProvider(({ key }) => key);
const PUBLISHABLE_KEYS = ofEachProvider(({ publishable_key }) => publishable_key);

export const connectProvider = operation({
  method: 'POST',
  path: '/connect-provider',
  summary: 'Take the payments of this store with an account at a payment provider',
  description:
    'Checks the key with the provider, keeps it sealed, and has the provider send its messages ' +
    'here if it can reach this address. Called again with another key of the same account, the ' +
    'key is replaced without a gap. `kassa provider connect ' +
    `${PROVIDER_NAMES[0]}\` does the same.`,
  scope: 'full',
  input: Type.Object({
    provider: OneOf([...PROVIDER_NAMES], { description: 'The payment provider' }),
    key: Sensitive(
      { last_characters: 4 },
      Type.Refine(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: KEYS.map(({ description }) => description).join('; '),
          documented: { pattern: KEYS.map(({ pattern }) => pattern).join('|') },
          examples: KEYS.slice(0, 1).map(({ example }) => example),
        }),
        (text) => whyNoKey(text) === undefined,
        (text) => whyNoKey(text) ?? '',
      ),
    ),
    publishable_key: OptionalOrNull(
      Type.Refine(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: PUBLISHABLE_KEYS.map(({ description }) => description).join('; '),
          documented: { pattern: PUBLISHABLE_KEYS.map(({ pattern }) => pattern).join('|') },
          examples: PUBLISHABLE_KEYS.slice(0, 1).map(({ example }) => example),
        }),
        (text) => whyNoPublishableKey(text) === undefined,
        (text) => whyNoPublishableKey(text) ?? '',
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
    const { secrets } = services;
    const at = services.clock();
    const before = await findConnection(reader, provider);
    const given = input.publishable_key;
    const checked = await checkKey(work, { ...input, before }, refuse);
    const { account_id, account_name, refusal } = checked;
    const isBusy = async (row: ConnectionRow | undefined, from: typeof reader) =>
      row !== undefined &&
      !isSameAccount(row, account_id) &&
      (await findPendingOf(from, provider)) !== undefined;
    if (await isBusy(before, reader)) throw refuse('provider_busy');
    const events_cursor = isSameAccount(before, account_id)
      ? before.events_cursor
      : await services.connectorOf(provider).newestEvent(key);
    const placed = await placeEndpoint(work, { provider, key, before });
    const kept_key = isSameAccount(before, account_id) ? before.publishable_key : null;
    const has_fields = (given === undefined ? kept_key : given) !== null;
    const asked = { provider, key, before: before?.wallets ?? null };
    const wallets = has_fields ? await registerWallets(work, asked) : null;
    const save = async ({ tx, audit }: StoreTx) => {
      await stopIfAnswered(tx);
      await chooseProvider(tx, provider);
      const found = await lockConnection(tx, provider);
      if (await isBusy(found, tx)) throw refuse('provider_busy');
      const is_same = isSameAccount(found, account_id);
      const old = (is_same && opened(work, found)?.secrets) || [];
      const credentials = { key, secrets: secretsAfter(old, placed, at) };
      const is_connected = found !== undefined && found.disconnected_at === null;
      const row: ConnectionRow = {
        provider,
        account_id,
        account_name,
        mode,
        ...placed.place,
        key_hint: PROVIDER_FACTS[provider].hintOfKey(key),
        publishable_key: given === undefined && is_same ? found.publishable_key : (given ?? null),
        wallets,
        sealed_credentials: sealCredentials(secrets, store_id, credentials),
        events_cursor: is_same ? found.events_cursor : events_cursor,
        ask_at: at,
        last_asked_at: null,
        problem: null,
        refusal,
        refused_key: null,
        refused_at: refusal === null ? null : at,
        connected_at: is_connected ? found.connected_at : at,
        disconnected_at: null,
        updated_at: at,
      };
      if (found) await sortCards(tx, found, account_id);
      const answer = await keepAnswer(tx, async () => {
        await saveConnection(tx, row);
        const record = showProvider(store, row);
        audit({ target: store_id, before: showProvider(store, found), after: record });
        return record;
      });
      return { answer, replaced: found };
    };
    const { endpoint_id } = placed.place;
    const is_new = placed.secret !== null;
    const { answer, replaced } = await write(save).catch(async (error) => {
      if (is_new) await removeEndpoint(work, { provider, key, endpoint_id });
      throw error;
    });
    services.connections.forget(store_id, provider);
    services.storeChanged();
    if (replaced && replaced.endpoint_id !== endpoint_id) {
      const own_key = isSameAccount(replaced, account_id) ? key : opened(work, replaced)?.key;
      const unused = { provider, key: own_key ?? key, endpoint_id: replaced.endpoint_id };
      await removeEndpoint(work, unused);
    }
    return answer;
  },
});

type RefuseKey = (
  code: 'provider_mode' | 'provider_key' | 'provider_permissions',
  details?: Detail[],
) => Refusal;

/** Why no provider has such keys. */
function whyNoKey(text: string): string | undefined {
  const reasons = ofEachProvider(({ whyNotKey }) => whyNotKey(text));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** Why no provider has such publishable keys. */
function whyNoPublishableKey(text: string): string | undefined {
  const reasons = PUBLISHABLE_KEYS.map(({ whyNot }) => whyNot(text));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

interface Keys {
  provider: ProviderName;
  key: string;
  publishable_key?: string | null | undefined;
  before: ConnectionRow | undefined;
}

/**
 * Asks the provider whose key it is, whether it may do everything, and whether somebody can pay. Of
 * a publishable key that is left out, the one that is there goes on if the account is the same.
 */
async function checkKey(
  { store: { mode }, services, reader }: Pick<StoreWork, 'store' | 'services' | 'reader'>,
  { provider, key, publishable_key, before }: Keys,
  refuse: RefuseKey,
): Promise<Pick<ConnectionRow, 'account_id' | 'account_name' | 'refusal'>> {
  const about = (code: Parameters<RefuseKey>[0], message: string, param = 'key') =>
    refuse(code, [{ param, code, message }]);
  const connector = services.connectorOf(provider);
  const { title } = connector;
  const no = connector.whyNotKey(key);
  if (no !== undefined) throw about('provider_key', no);
  for (const [param, one] of Object.entries({ key, publishable_key: publishable_key ?? key })) {
    const key_mode = connector.modeOfKey(one);
    if (key_mode === mode) continue;
    const message = `is of ${title}'s ${key_mode} mode, and this is a ${mode} store`;
    throw about('provider_mode', message, param);
  }
  const currency = await newestCurrency(reader);
  const kept = publishable_key === undefined ? before?.publishable_key : publishable_key;
  const checked = await connector.checkKey({ key, currency, has_fields: kept != null });
  if (!checked.ok) {
    if (checked.reason !== 'not_allowed') throw refuse('provider_key');
    throw about('provider_key', `is refused by ${title}: ${checked.message}`);
  }
  const { missing, refusals, account_id, name: account_name } = checked;
  if (missing.length > 0) {
    const message = `lacks permissions: ${missing.join(', ')}. Make one with all of them: `;
    throw about('provider_permissions', message + connector.keyFormUrl(mode));
  }
  if (publishable_key != null) {
    const why = await connector.checkPublishableKey({ key, publishable_key, currency });
    if (why !== undefined) throw about('provider_key', why, 'publishable_key');
  }
  return { account_id, account_name, refusal: refusals.length > 0 ? refusals.join(' ') : null };
}

/** A key that may not read its account could be of any. */
const isSameAccount = (
  row: ConnectionRow | undefined,
  account_id: string | null,
): row is ConnectionRow =>
  row !== undefined && account_id !== null && row.account_id === account_id;

/** Undefined after a disconnect. */
const opened = (
  { store, services }: Pick<StoreWork, 'store' | 'services'>,
  { sealed_credentials: sealed }: ConnectionRow,
): SealedCredentials | undefined =>
  sealed === null ? undefined : openCredentials(services.secrets, store.store_id, sealed);

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
