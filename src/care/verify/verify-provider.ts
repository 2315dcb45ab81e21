import { setTimeout } from 'node:timers/promises';
import { idPrefixAt } from '../../platform/core/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Gateway } from '../../shop/money/payments/gateway.ts';
import { listConnections } from '../../shop/money/payments/provider-connection.sql.ts';
import {
  type ProviderRecord,
  RECORDS_MAX,
} from '../../shop/money/payments/provider-record.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { isPaid } from '../../shop/money/transactions/transaction-status.rules.ts';
import { listStores, type StoreRow } from '../../shop/store/store.sql.ts';
import type { Comparison, ProviderOptions } from './comparison.ts';
import { recordDifferences } from './verify-provider.rules.ts';
import { findOurs, listOursInPeriod } from './verify-provider.sql.ts';
import { compareDisputes } from './verify-provider-disputes.ts';
import type { RecordCheck } from './work.ts';

export const PAUSES_MS = [2_000, 5_000, 10_000];
const LAST = 'txn_z'; // Behind every identifier, in any collation.

/**
 * Compares every payment and refund of a period with the records of the provider, both ways. A
 * provider that does not answer is a violation here: the caller relies on the answer.
 */
export async function verifyProvider(
  db: Database,
  check: RecordCheck,
  options: ProviderOptions,
): Promise<void> {
  for (const { store, gateway } of await connectedStores(db, options)) {
    const work = { ...options, db, store, gateway };
    const [payments, disputes] = ['payments and refunds', 'disputes'].map(
      (what) => `${gateway.provider} has the same ${what}`,
    );
    const noteAs =
      (name = ''): Comparison['note'] =>
      (record, problems) =>
        check(name, record, problems);
    try {
      await compareRecords({ ...work, note: noteAs(payments) });
      await compareDisputes({ ...work, note: noteAs(disputes) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      check(payments ?? '', store.store_id, [`not compared: ${reason}`]);
    }
  }
}

/** Every store with each provider that it is connected to, or that takes its payments. */
async function connectedStores(
  db: Database,
  { gatewayOf }: ProviderOptions,
): Promise<{ store: StoreRow; gateway: Gateway }[]> {
  const connected: { store: StoreRow; gateway: Gateway }[] = [];
  for (const store of await listStores(db.reader(null))) {
    const rows = await listConnections(db.reader(store));
    const names = rows.flatMap((one) => (one.disconnected_at === null ? one.provider : []));
    for (const name of new Set([...names, ...(store.provider === null ? [] : [store.provider])])) {
      const gateway = gatewayOf(store, name);
      if (gateway) connected.push({ store, gateway });
    }
  }
  return connected;
}

/** The name of a payment or refund at the provider, and what it was made for, if that was kept. */
interface Named {
  reference: string;
  key: string | null;
}

async function compareRecords(work: Comparison): Promise<void> {
  const { store, gateway, since, until, progress, note } = work;
  const { store_id } = store;
  const seen = new Set<string>();
  const doubtful: Named[] = [];
  const compare = async (records: ProviderRecord[], named: Named[] = records) => {
    const found = new Map(records.map((one) => [one.reference, one]));
    const ours = await oursOf(work, named);
    for (const one of named) {
      const own = ours(one);
      if ((await differences(work, own, found.get(one.reference))).length > 0) doubtful.push(one);
      else note(own?.transaction_id ?? one.reference, []);
      seen.add(one.reference);
      if (own?.provider_reference) seen.add(own.provider_reference);
    }
    progress(seen.size);
  };
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<Gateway['listRecords']>> = await gateway.listRecords({
      store_id,
      cursor,
      since,
      until,
    });
    await compare(page.records);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  for await (const rows of oursInPeriod(work)) {
    const named = rows.flatMap(({ provider_reference: reference, transaction_id: key }) =>
      reference === null || seen.has(reference) ? [] : [{ reference, key }],
    );
    if (named.length > 0) await compare(await lookUp(work, named), named);
  }
  await lookAgain(work, doubtful);
}

/** Payments move while they are compared: what differs is looked at again before it is said. */
async function lookAgain(work: Comparison, doubtful: Named[]): Promise<void> {
  const { note, pauses_ms } = work;
  let left = doubtful;
  for (const [at, pause_ms] of pauses_ms.entries()) {
    if (left.length === 0) return;
    await setTimeout(pause_ms);
    const is_last = at === pauses_ms.length - 1;
    const still: Named[] = [];
    for (let from = 0; from < left.length; from += RECORDS_MAX) {
      const some = left.slice(from, from + RECORDS_MAX);
      const found = new Map((await lookUp(work, some)).map((one) => [one.reference, one]));
      const ours = await oursOf(work, some);
      for (const one of some) {
        const [own, theirs] = [ours(one), found.get(one.reference)];
        const problems = await differences(work, own, theirs);
        const record = `${own?.transaction_id ?? one.key ?? 'unknown here'} (${one.reference})`;
        if (problems.length > 0 && !is_last) still.push(one);
        else note(record, problems);
      }
    }
    left = still;
  }
}

async function differences(
  work: Comparison,
  ours: TransactionRow | undefined,
  theirs: ProviderRecord | undefined,
): Promise<string[]> {
  const { clock, store } = work;
  const found = recordDifferences(ours, theirs, { now: clock() + store.clock_ahead_ms });
  if (ours || found.length === 0 || theirs?.kind !== 'refund') return found;
  // What came too late for us was given back: that is no refund of a payment here.
  const charge = { reference: theirs.charge_reference ?? '', key: null };
  const payment = (await oursOf(work, [charge]))(charge);
  return payment && isPaid(payment) ? found : [];
}

const lookUp = async ({ gateway, store }: Comparison, named: Named[]): Promise<ProviderRecord[]> =>
  gateway.recordsOf({
    store_id: store.store_id,
    references: named.map(({ reference }) => reference),
  });

/** Ours by the provider's name; by our own for what is pending here under another name, or none. */
async function oursOf(
  { db, store, gateway }: Comparison,
  named: Named[],
): Promise<(one: Named) => TransactionRow | undefined> {
  const of = { store_id: store.store_id, provider: gateway.provider };
  const references = named.map(({ reference }) => reference);
  const keys = named.flatMap(({ key }) => key ?? []);
  const rows = await findOurs(db.reader(null), of, { references, keys });
  const by_reference = new Map(rows.map((row) => [row.provider_reference, row]));
  const by_key = new Map(rows.map((row) => [row.transaction_id, row]));
  return ({ reference, key }) => {
    const known = by_reference.get(reference);
    const begun = key === null ? undefined : by_key.get(key);
    const is_open = begun?.status === 'pending' || begun?.status === 'declined';
    return known ?? (is_open ? begun : undefined);
  };
}

async function* oursInPeriod({
  db,
  store,
  gateway,
  since,
  until,
}: Comparison): AsyncGenerator<TransactionRow[]> {
  const of = { store_id: store.store_id, provider: gateway.provider };
  const before = until === undefined ? LAST : idPrefixAt('txn', until + 1);
  let after = since === undefined ? '' : idPrefixAt('txn', since);
  for (;;) {
    const rows = await listOursInPeriod(db.reader(null), { ...of, after, before });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.transaction_id;
  }
}
