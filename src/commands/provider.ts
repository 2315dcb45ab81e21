import type { Static } from 'typebox';
import { Refusal } from '../platform/core/errors.ts';
import { createLog } from '../platform/core/log.ts';
import { KASSA } from '../platform/core/program.ts';
import type { Clock } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import type { Ask } from '../platform/operation/ask.ts';
import { PROVIDER_FACTS } from '../shop/money/payments/provider-facts.ts';
import { isProviderName, PROVIDER_NAMES } from '../shop/money/payments/provider-names.rules.ts';
import { aboutWallets } from '../shop/money/payments/wallets.rules.ts';
import { connectProvider } from '../shop/settlement/connect-provider.ts';
import { disconnectProvider } from '../shop/settlement/disconnect-provider.ts';
import { getProvider } from '../shop/settlement/get-provider.ts';
import type { Provider } from '../shop/settlement/provider.rules.ts';
import { listStores, type StoreRow } from '../shop/store/store.sql.ts';
import { askInStore } from './ask-in-store.ts';
import { chooseStore } from './choose-store.ts';
import type { Output } from './output.ts';
import type { KeyForm } from './read-key.ts';

interface Options {
  store: string | undefined;
  clock: Clock;
}

interface Keys {
  key(form: KeyForm): Promise<string>;
  /** Which is no secret, and so may stand on the command line. */
  publishable_key?: string;
}

/** Connects a store to an account at a provider. The key is asked for when everything else is right. */
export async function connect(
  db: Database,
  settings: Settings,
  { provider, key, publishable_key, ...options }: Options & Keys & { provider: string | undefined },
  output: Output,
): Promise<void> {
  if (provider === undefined || !isProviderName(provider)) {
    const example = `${KASSA} provider connect ${PROVIDER_NAMES[0]}`;
    throw new SettingsError(`Which provider? For example: ${example}`);
  }
  const { store, ask } = await open(db, settings, options);
  const { host, key: form, keyFormUrl } = PROVIDER_FACTS[provider];
  const given = await key({ label: form.label, address: keyFormUrl(store.mode) });
  const keys = { key: given, ...(publishable_key !== undefined && { publishable_key }) };
  const connecting = () => ask(connectProvider, { provider, ...keys });
  const shown = await sayRefusal(connecting, unreached(host));
  output.record(shown, describe(store, shown));
}

/** Of one store, or of every store. */
export async function show(
  db: Database,
  settings: Settings,
  { store: named, clock }: Options,
  output: Output,
): Promise<void> {
  const stores = named === undefined ? await listStores(db.reader(null)) : [];
  for (const { store_id } of stores.length > 0 ? stores : [await chooseStore(db, named)]) {
    const { store, ask } = await open(db, settings, { store: store_id, clock });
    const shown = await sayRefusal(() => ask(getProvider, {}));
    output.record({ store_id, ...shown }, describe(store, shown));
  }
}

export async function disconnect(
  db: Database,
  settings: Settings,
  options: Options,
  output: Output,
): Promise<void> {
  const { store, ask } = await open(db, settings, options);
  const { provider } = await sayRefusal(() => ask(getProvider, {}));
  const shown = await sayRefusal(() => ask(disconnectProvider, {}));
  output.record(shown, [
    `${titleOf(provider)} is disconnected and its key is erased.`,
    ...describe(store, shown),
  ]);
}

async function open(
  db: Database,
  settings: Settings,
  { store: named, clock }: Options,
): Promise<{ store: StoreRow; ask: Ask }> {
  const store = await chooseStore(db, named);
  const doing = { log: createLog('error'), command: 'provider' };
  const ask = await askInStore(db, settings, { store, clock, ...doing });
  return { store, ask };
}

/** A refusal is the answer to what was typed, not an error of the program. */
async function sayRefusal<T>(work: () => Promise<T>, unanswered = ''): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const hint = error.code === 'provider_unanswered' ? unanswered : '';
    const said = error.details.length > 0 ? sentence(error.message) : error.message;
    throw new SettingsError(said + hint);
  }
}

const unreached = (host: string): string =>
  ` This machine has to reach ${host} at port 443: is there a firewall, or a proxy, between?`;

const titleOf = (provider: string | null): string =>
  isProviderName(provider) ? PROVIDER_FACTS[provider].title : 'The provider';

/** No full stop behind an address: a terminal would make it a part of the link. */
const sentence = (message: string): string =>
  `The ${message}${message.slice(message.lastIndexOf(' ')).includes('://') ? '' : '.'}`;

function describe({ name, mode }: StoreRow, shown: Static<typeof Provider>): string[] {
  const whose = `The ${mode} store "${name}"`;
  if (shown.provider === null) return [`${whose} takes no payments: no provider is connected.`];
  if (shown.provider === 'test')
    return [`${whose} uses the built-in test gateway: no money moves.`];
  const title = titleOf(shown.provider);
  const account = [shown.account_name, shown.account_id].filter(Boolean).join(', ');
  return [
    `${whose} takes its payments with ${title}${account === '' ? '' : ` (${account})`}.`,
    `  Key        ${shown.key_hint}`,
    ...(shown.publishable_key === null ? [] : [`  Public key ${shown.publishable_key}`]),
    ...(shown.wallets === null ? [] : [`  Wallets    ${aboutWallets(shown.wallets)}`]),
    `  Messages   ${shown.webhook_url ?? shown.asks_because ?? `Kassa asks ${title}.`}`,
    `  Since      ${shown.connected_at}`,
    ...(shown.problem === null ? [] : [`  Problem    ${shown.problem}`]),
  ];
}
