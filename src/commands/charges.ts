import { invoiceLines } from '../care/backups/after-restore.ts';
import { leaveNumbersOut } from '../care/backups/mark-restored.ts';
import { commandActor } from '../platform/core/actor.ts';
import { ProviderUnanswered } from '../platform/core/errors.ts';
import { LIMITS } from '../platform/core/limits.ts';
import { createLog } from '../platform/core/log.ts';
import { KASSA } from '../platform/core/program.ts';
import { type Clock, isoInstant, isoInstantOrNull, parseInstant } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { auditCommand } from '../platform/operation/audit.ts';
import { type StoreWork, storeWork } from '../platform/operation/work.ts';
import {
  findHold,
  type Hold,
  holdCharges,
  listHolds,
  releaseCharges,
} from '../shop/money/payments/held-charges.sql.ts';
import { forgetWait } from '../shop/money/transactions/pending-transaction.sql.ts';
import { type ComparedCharges, compareCharges } from '../shop/settlement/compare-charges.ts';
import { seeTo } from '../shop/settlement/unknown-payment.rules.ts';
import { listStores, type StoreRow } from '../shop/store/store.sql.ts';
import { putOffEnds } from '../shop/subscriptions/put-off-ends.sql.ts';
import { openServices } from './ask-in-store.ts';
import { chooseStore } from './choose-store.ts';
import type { Output } from './output.ts';
import { unknownPayments } from './unknown-payments.ts';

interface Options {
  store: string | undefined;
  clock: Clock;
}

const COMPARE = `${KASSA} charges compare`;
const RELEASE = `${KASSA} charges release --yes`;

/** In which stores nothing is charged by itself, and since when. */
export async function showHolds(db: Database, options: Options, output: Output): Promise<void> {
  const held = await heldStores(db, options);
  const unknown = await unknownPayments(db, await someStores(db, options));
  output.record({ held: held.map(({ store, held_from }) => shown(store, held_from)), unknown }, [
    ...unknown.map(
      ({ name, amount, currency, reference, paid_at }) =>
        `Unknown: ${amount} ${currency} (${reference}) of "${name}", paid ${paid_at}: ${seeTo(reference)}`,
    ),
    ...(held.length === 0
      ? ['No charges are held.']
      : [
          ...held.map(
            ({ store, held_from }) =>
              `Held: charges of "${store.name}", as it was at ${isoInstant(held_from)}.`,
          ),
          `Compare with the provider: ${COMPARE}`,
        ]),
  ]);
}

/** What `kassa restore` does to a copy, for stores that another program has restored. */
export async function hold(
  db: Database,
  { since, ...options }: Options & { since: string | undefined },
  output: Output,
): Promise<void> {
  const held_from = since === undefined ? undefined : parseInstant(since, 'start');
  if (held_from === undefined || held_from > options.clock()) {
    throw new SettingsError(
      `From when is the copy? For example: ${KASSA} charges hold --since 2026-11-17T01:59:00Z`,
    );
  }
  const names: string[] = [];
  const held_at = options.clock();
  const stores = await someStores(db, options);
  for (const store of stores) {
    const { store_id } = store;
    const count = await db.write(store, async (tx) => {
      const before = holdText((await listHolds(tx))[0]);
      const held = await holdCharges(tx, { held_from, held_at });
      const after = holdText((await listHolds(tx))[0]);
      const change = { store_id, at: held_at, target: store_id, before, after };
      await auditCommand(tx, 'charges hold', change);
      return held;
    });
    if (count > 0) names.push(store.name);
  }
  const invoices = await leaveNumbersOut(db, { stores, now: held_at });
  output.record({ held: names, held_from: isoInstant(held_from), invoices }, [
    names.length === 0
      ? 'No store was ever connected to a payment provider: there is nothing to hold.'
      : `Held from now on: charges of ${names.map((name) => `"${name}"`).join(', ')}.`,
    ...invoiceLines(invoices),
    'Numbers of events since then are left out, too.',
    ...(names.length === 0 ? [] : [`Then compare with the provider: ${COMPARE}`]),
  ]);
}

const holdText = (hold: Omit<Hold, 'provider'> | undefined) => ({
  charges_held_from: isoInstantOrNull(hold?.held_from ?? null),
  charges_held_at: isoInstantOrNull(hold?.held_at ?? null),
});

/** Compares with the providers; releases what is explained. Returns whether nothing is held. */
export async function compare(
  db: Database,
  settings: Settings,
  options: Options,
  output: Output,
): Promise<boolean> {
  const held = await heldStores(db, options);
  // Customers were notified of their renewals when they were charged.
  const services = {
    ...(await openServices(db, settings, { clock: options.clock, log: createLog('error') })),
    notify: async () => {},
  };
  let is_free = true;
  for (const { store, ...hold } of held) {
    const { held_from } = hold;
    const now = options.clock() + store.clock_ahead_ms;
    const work = storeWork(db, { ...doing('charges compare'), store, now, services });
    const found = await tryComparing(work, store.name, hold);
    if (found instanceof ProviderUnanswered) {
      is_free = false;
      output.record({ ...shown(store, held_from), problem: found.message, released: false }, [
        `"${store.name}": could not be compared: ${found.message}. Its charges stay held.`,
      ]);
      continue;
    }
    const is_explained = found.unexplained.length === 0;
    if (is_explained) await letGo(work, hold);
    else is_free = false;
    output.record(
      { ...shown(store, held_from), ...found, released: is_explained },
      reportLines(store, held_from, found),
    );
  }
  if (held.length === 0) output.record({ held: [] }, ['No charges are held.']);
  return is_free;
}

/** One store whose provider cannot be asked does not keep the others from being compared. */
async function tryComparing(
  work: StoreWork,
  name: string,
  hold: Hold,
): Promise<ComparedCharges | ProviderUnanswered> {
  const { store, services } = work;
  const { provider } = hold;
  const gateway = services.gatewayOf(store, provider);
  const { store_id } = store;
  if (!gateway || !(await services.connections.canAsk(store_id, provider))) {
    const connect = `${KASSA} provider connect ${provider} --store "${name}"`;
    return new ProviderUnanswered(`it is not connected to its provider (${connect})`);
  }
  try {
    return await compareCharges(work, gateway, hold);
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    return error;
  }
}

/** Lets charges go on although somebody has to look at something, or the provider is not there. */
export async function release(
  db: Database,
  settings: Settings,
  { yes, ...options }: Options & { yes: boolean },
  output: Output,
): Promise<void> {
  const held = await heldStores(db, options);
  if (held.length > 0 && !yes) {
    throw new SettingsError(
      `Compare first (${COMPARE}): what it does not find is charged after this, perhaps a second time. Then: ${RELEASE}`,
    );
  }
  const { clock } = options;
  const services = await openServices(db, settings, { clock, log: createLog('error') });
  for (const { store, ...hold } of held) {
    const now = clock() + store.clock_ahead_ms;
    await letGo(storeWork(db, { ...doing('charges release'), store, now, services }), hold);
  }
  output.record({ released: held.map(({ store }) => store.store_id) }, [
    held.length === 0
      ? 'No charges are held.'
      : `Released: ${held.map(({ store }) => `"${store.name}"`).join(', ')}. What is due is charged now.`,
  ]);
}

const doing = (action: string) => ({
  actor: commandActor(action),
  action,
  request_id: null,
});

const letGo = ({ write, store, now, services }: StoreWork, hold: Hold) =>
  write(async ({ tx, audit }) => {
    const { held_from, held_at } = hold;
    if ((await releaseCharges(tx, hold)) === 0) return;
    // Another provider of the store is still to be compared.
    if ((await findHold(tx)) !== null) return;
    await putOffEnds(tx, Math.max(0, services.clock() - held_from));
    // A process that knew of no hold yet may have requested those of the first moment.
    const since = held_at === null ? now : held_at + LIMITS.credentials_cache_ms;
    await forgetWait(tx, { since: since + store.clock_ahead_ms, now });
    const before = holdText({ held_from, held_at });
    audit({ target: store.store_id, before, after: holdText(undefined) });
  });

async function someStores(db: Database, { store }: Options): Promise<StoreRow[]> {
  return store === undefined ? listStores(db.reader(null)) : [await chooseStore(db, store)];
}

async function heldStores(db: Database, options: Options): Promise<({ store: StoreRow } & Hold)[]> {
  const held: ({ store: StoreRow } & Hold)[] = [];
  for (const store of await someStores(db, options)) {
    for (const hold of await listHolds(db.reader(store))) held.push({ store, ...hold });
  }
  return held;
}

const shown = ({ store_id, name }: StoreRow, held_from: number) => ({
  store_id,
  name,
  held_from: isoInstant(held_from),
});

/** No provider knows of these. */
const UNSEEN = [
  'What was canceled, paused or given another card between the backup and the crash cannot be seen',
  'at the provider: if you know of any, such as by mail, do it again here.',
];

function reportLines({ name }: StoreRow, held_from: number, found: ComparedCharges): string[] {
  const { looked_at, adopted, to_review, closed_pages, unexplained } = found;
  const list = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${line}`)];
  return [
    `"${name}": ${looked_at} payments and refunds at the provider since ${isoInstant(held_from)}.`,
    ...(closed_pages === 0
      ? []
      : [
          `Closed: ${closed_pages} open payment pages of before the crash. Buyers can begin again.`,
        ]),
    ...list('Recorded here:', adopted),
    ...list('To be looked at (these subscriptions wait):', to_review),
    ...list('Not explained:', unexplained),
    ...(unexplained.length === 0
      ? ['Nothing at the provider is left open: charges go on.', ...UNSEEN]
      : [
          'Charges stay held. When you have seen to these, or know that they do no harm:',
          `  ${RELEASE}`,
          ...UNSEEN,
        ]),
  ];
}
