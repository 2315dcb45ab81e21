import type { Database, Reader } from '../db/database.ts';
import type { KeyOf } from '../licenses/license-key.rules.ts';
import { listStores } from '../stores/store.sql.ts';
import * as rules from './verify.rules.ts';
import * as sql from './verify.sql.ts';
import { periodProblems, subscriptionProblems } from './verify-subscription.rules.ts';

export interface Check {
  name: string;
  looked_at: number;
  violations: string[];
  violations_in_all: number;
}

interface Options {
  /** Called as the work goes on: so many of so many records. */
  progress(done: number, total: number): void;
  /** Without the secret nobody can say whether the keys are still to be had. */
  keyOf?: KeyOf | undefined;
}

const BATCH = 1_000;
const EVENTS_BATCH = 2_000;
const VIOLATIONS_SHOWN = 20;
const LAST = 'zzz'; // Behind every identifier, in any collation.

/** Looks at everything that is stored, at one instant, and says what it found. */
export async function verify(db: Database, options: Options): Promise<Check[]> {
  const checks = new Map<string, Check>();
  const check: Note = (name, record, problems) => {
    const one = checks.get(name) ?? { name, looked_at: 0, violations: [], violations_in_all: 0 };
    checks.set(name, one);
    one.looked_at += 1;
    one.violations_in_all += problems.length;
    for (const problem of problems.slice(0, VIOLATIONS_SHOWN - one.violations.length)) {
      one.violations.push(`${record}: ${problem}`);
    }
  };

  check('the database finds nothing wrong with itself', 'database', await db.selfCheck());
  await db.snapshot(async (reader) => {
    const total = await sql.countRecords(reader);
    let done = 0;
    const advance = (records: number) => {
      done += records;
      options.progress(done, total);
    };
    for (const { store_id, mode, clock_ahead_ms } of await listStores(reader)) {
      const is_off = mode === 'live' && clock_ahead_ms !== 0;
      check('live stores follow real time', store_id, is_off ? ['its clock is moved'] : []);
      const happened = createTally();
      const work = { reader, store_id, check, advance, happened };
      await verifyTransactions(work);
      await verifyBalances(work);
      await verifyCheckouts(work);
      await verifySubscriptions(work);
      await verifyCoupons(work);
      await verifyLicenses(work, options.keyOf);
      await verifyEvents(work);
    }
  });
  return [...checks.values()];
}

type Note = (name: string, record: string, problems: string[]) => void;

interface Work {
  reader: Reader;
  store_id: string;
  check: Note;
  advance(records: number): void;
  /** What must have been told, by the kind of event and the record it is about. */
  happened: Tally;
}

/** Rows in the order of their identifier, with the stretch of identifiers that each batch covers. */
async function* batches<Row>(
  store_id: string,
  read: (from: { store_id: string; after: string; limit: number }) => Promise<Row[]> | Row[],
  id: (row: Row) => string,
): AsyncGenerator<{ rows: Row[]; stretch: sql.Stretch }> {
  for (let after = ''; ; ) {
    const rows = await read({ store_id, after, limit: BATCH });
    const last = rows.at(-1);
    // The last batch goes to the end, so that what belongs to no row is found too.
    const upto = last === undefined || rows.length < BATCH ? LAST : id(last);
    yield { rows, stretch: { store_id, after, upto } };
    if (upto === LAST) return;
    after = upto;
  }
}

async function verifyTransactions({
  reader,
  store_id,
  check,
  advance,
  happened,
}: Work): Promise<void> {
  const balances = new Map<string, { ledger: number; gateway: number }>();
  const balance = (currency: string) => {
    const one = balances.get(currency) ?? { ledger: 0, gateway: 0 };
    balances.set(currency, one);
    return one;
  };
  const read = (from: { store_id: string; after: string; limit: number }) =>
    sql.someTransactions(reader, from);
  for await (const { rows, stretch } of batches(store_id, read, (row) => row.transaction_id)) {
    const entries = grouped(await sql.entriesIn(reader, stretch), (one) => one.transaction_id);
    const sums = grouped(
      await sql.refundSumsIn(reader, stretch),
      (one) => one.refunded_transaction_id,
    );
    const records = grouped(await sql.gatewayRecordsIn(reader, stretch), (one) => one.key);
    for (const row of rows) {
      const id = row.transaction_id;
      const { paid_minor = 0, claimed_minor = 0 } = sums.get(id)?.[0] ?? {};
      const [recorded, ...others] = records.get(id) ?? [];
      const own = entries.get(id) ?? [];
      const moved = row.type === 'refund' ? 0 : row.balance_change_minor;
      check('amounts add up', id, rules.amountProblems(row, moved));
      check('lines sum to the total', id, rules.lineProblems(row));
      check('statuses and dates agree', id, rules.statusProblems(row));
      const refunds = { paid_minor, claimed_minor };
      check('refunds never exceed what was paid', id, rules.refundProblems(row, refunds));
      check('the ledger has every movement', id, rules.ledgerProblems(row, own));
      check('customers have what they were given', id, rules.creditProblems(row));
      const twice = others.length > 0 ? ['it is there twice'] : [];
      const gateway = [...rules.gatewayProblems(row, recorded), ...twice];
      check('the gateway has the same record', id, gateway);
      for (const entry of own) balance(entry.currency).ledger += inflow(entry);
      const is_held = recorded?.status === 'paid' && row.status !== 'pending';
      const sign = row.type === 'refund' ? -1 : 1;
      if (is_held) balance(row.currency).gateway += sign * recorded.amount_minor;
      const event = rules.eventOf(row);
      if (event) happened.add(event.type, event.record);
      records.delete(id);
      entries.delete(id);
    }
    for (const id of records.keys()) {
      check('the gateway has the same record', id, ['the gateway has it, we do not']);
    }
    for (const id of entries.keys()) {
      check('the ledger has every movement', id, ['an entry belongs to no transaction']);
    }
    advance(rows.length);
  }
  for (const [currency, { ledger, gateway }] of balances) {
    const problems = ledger === gateway ? [] : [`the ledger has ${ledger}, the gateway ${gateway}`];
    check('balances are what the gateway holds', `${store_id} ${currency}`, problems);
  }
}

const inflow = ({ debit_account, credit_account, amount_minor }: sql.StoredEntry): number =>
  debit_account === 'gateway' ? amount_minor : credit_account === 'gateway' ? -amount_minor : 0;

async function verifyBalances({ reader, store_id, check }: Work): Promise<void> {
  for (const { customer_id, currency, kept, counted } of await sql.balanceCounts(
    reader,
    store_id,
  )) {
    const problem = `${kept} ${currency} is kept, ${counted} follows from what happened`;
    check('customers have what they were given', customer_id, kept === counted ? [] : [problem]);
  }
}

async function verifyCheckouts({
  reader,
  store_id,
  check,
  advance,
  happened,
}: Work): Promise<void> {
  const read = (from: { store_id: string; after: string; limit: number }) =>
    sql.someCheckouts(reader, from);
  for await (const { rows, stretch } of batches(store_id, read, (row) => row.checkout_session_id)) {
    const payments = grouped(
      await sql.paymentsIn(reader, stretch),
      (one) => one.checkout_session_id ?? '',
    );
    for (const row of rows) {
      const id = row.checkout_session_id;
      check('amounts add up', id, rules.amountProblems(row));
      check('prices are as promised', id, rules.promiseProblems(row));
      const own = payments.get(id) ?? [];
      check('checkouts are paid once and say so', id, rules.checkoutProblems(row, own));
      check('licenses are as they were sold', id, rules.promisedLicenseProblems(row));
      if (row.status === 'completed' || row.status === 'expired') {
        happened.add(`checkout.${row.status}`, id);
      }
    }
    advance(rows.length);
  }
}

async function verifySubscriptions({ reader, store_id, check, advance }: Work): Promise<void> {
  const read = (from: { store_id: string; after: string; limit: number }) =>
    sql.someSubscriptions(reader, from);
  for await (const { rows, stretch } of batches(store_id, read, (row) => row.subscription_id)) {
    const payments = grouped(
      await sql.periodsIn(reader, stretch),
      (one) => one.subscription_id ?? '',
    );
    for (const row of rows) {
      const id = row.subscription_id;
      const own = payments.get(id) ?? [];
      check('subscriptions say what they do next', id, subscriptionProblems(row));
      check('every period is charged once and in a row', id, periodProblems(row, own));
    }
    advance(rows.length);
  }
}

async function verifyCoupons({ reader, store_id, check, advance }: Work): Promise<void> {
  const read = (from: { store_id: string; after: string; limit: number }) =>
    sql.someCoupons(reader, from);
  for await (const { rows, stretch } of batches(store_id, read, (row) => row.discount_id)) {
    for (const row of rows) {
      check('coupons are counted right', row.discount_id, rules.couponProblems(row));
    }
    for (const { discount_id, customer_id, uses, counted } of await sql.wrongUsesIn(
      reader,
      stretch,
    )) {
      const problem = `${customer_id} is counted ${uses} times, and used it ${counted} times`;
      check('coupons are counted right', discount_id, [problem]);
    }
    advance(rows.length);
  }
}

async function verifyLicenses(
  { reader, store_id, check, advance }: Work,
  keyOf: KeyOf | undefined,
): Promise<void> {
  const read = (from: { store_id: string; after: string; limit: number }) =>
    sql.someLicenses(reader, from);
  for await (const { rows } of batches(store_id, read, (row) => row.license_id)) {
    for (const row of rows) {
      check('licenses are as they were sold', row.license_id, rules.licenseProblems(row, keyOf));
    }
    advance(rows.length);
  }
}

async function verifyEvents({ reader, store_id, check, advance, happened }: Work): Promise<void> {
  const { last_sequence = 0, newest = 0 } = (await sql.lastEvent(reader, store_id)) ?? {};
  const told = createTally();
  let found = 0;
  for (let after = 0; after < Math.max(last_sequence, newest); after += EVENTS_BATCH) {
    const stretch = { store_id, after, upto: after + EVENTS_BATCH };
    const events = await sql.eventsIn(reader, stretch);
    for (const { type, data } of events) told.add(type, rules.subjectOf(type, JSON.parse(data)));
    found += events.length;
    advance(events.length);
  }
  const has_gaps = found !== last_sequence || newest !== last_sequence;
  const gaps = `${found} events, the last is ${newest}, ${last_sequence} were numbered`;
  check('events are numbered without gaps', store_id, has_gaps ? [gaps] : []);
  for (const { type, number } of await sql.expectedEvents(reader, store_id)) {
    const { count } = told.of(type);
    const problem = `${type} was told ${count} times, it happened ${number} times`;
    check('everything that happened was told', store_id, count === number ? [] : [problem]);
  }
  for (const type of rules.TOLD_ONE_BY_ONE) {
    const [events, records] = [told.of(type), happened.of(type)];
    const agree = events.count === records.count && events.mark === records.mark;
    const problem = `${type} was told ${events.count} times, of other records than the ${records.count} it happened to`;
    check('everything that happened was told', store_id, agree ? [] : [problem]);
  }
}

interface Tally {
  add(type: string, record: string): void;
  of(type: string): { count: number; mark: number };
}

/** Counts records by kind, and adds up a mark of each: two lists with the same marks are the same. */
function createTally(): Tally {
  const kinds = new Map<string, { count: number; mark: number }>();
  return {
    add(type, record) {
      const kind = kinds.get(type) ?? { count: 0, mark: 0 };
      kinds.set(type, kind);
      kind.count += 1;
      let mark = 0x811c9dc5;
      for (let at = 0; at < record.length; at++) {
        mark = Math.imul(mark ^ record.charCodeAt(at), 0x01000193);
      }
      kind.mark = (kind.mark + mark) | 0;
    },
    of: (type) => kinds.get(type) ?? { count: 0, mark: 0 },
  };
}

function grouped<T>(rows: T[], key: (row: T) => string): Map<string, T[]> {
  return Map.groupBy(rows, key);
}
