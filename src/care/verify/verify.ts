import { type ChainHead, INSTALLATION } from '../../platform/core/audit-chain.ts';
import type { Database, Reader, Values } from '../../platform/db/database.ts';
import type { RevealKey } from '../../shop/licenses/license-key.rules.ts';
import { createProviders } from '../../shop/money/payments/providers.ts';
import { parseReversal } from '../../shop/money/transactions/reverse-payment.ts';
import { listStores } from '../../shop/store/store.sql.ts';
import type { ProviderOptions } from './comparison.ts';
import { createRecount } from './recount.rules.ts';
import * as rules from './verify.rules.ts';
import * as sql from './verify.sql.ts';
import { verifyAudit } from './verify-audit.ts';
import { discountProblems } from './verify-discount.rules.ts';
import { verifyDue } from './verify-due.ts';
import { checkStanding, verifyFigures } from './verify-figures.ts';
import { verifyInvoices } from './verify-invoices.ts';
import { verifyLinks } from './verify-links.ts';
import { ownRatesOf, taxSettingsOf } from './verify-money.sql.ts';
import { currentPeriodProblems, restProblems } from './verify-period.rules.ts';
import { verifyProvider } from './verify-provider.ts';
import { standingsIn } from './verify-standings.sql.ts';
import { paidSince, periodProblems, subscriptionProblems } from './verify-subscription.rules.ts';
import {
  basesIn,
  listSubscriptions,
  pausesIn,
  periodsIn,
  restsIn,
} from './verify-subscription.sql.ts';
import { verifyTaxDays } from './verify-tax-days.ts';
import { taxRowProblems, taxSettingsProblems } from './verify-taxes.rules.ts';
import { verifyTransactions } from './verify-transactions.ts';
import { batches, createTally, groupBy, type RecordCheck, type Work } from './work.ts';

export interface Check {
  name: string;
  looked_at: number;
  /** Records that could not be compared because their provider could not be reached. */
  not_compared: number;
  violations: string[];
  violations_in_all: number;
}

interface Options {
  /** Called as the work goes on: so many of so many records. */
  progress(done: number, total: number): void;
  /** Called with the end of every audit chain; the installation's has no store. */
  foundHead?(store_id: string, head: ChainHead): void;
  /** Real time; not given for a copy, in which what is due was not yet due. */
  now?: number;
  /** What the tables have otherwise than those that this version makes. */
  schema_problems?: string[];
  /** The hash of an entry that was kept elsewhere: it must still be in a chain. */
  audit_head?: string | undefined;
  /** Without the secret nobody can say whether the keys are still to be had. */
  revealKey?: RevealKey | undefined;
  /** So many rows of sums are in memory at once. */
  sums_at_once?: number;
  /** Compares with payment providers too, after everything else. */
  provider?: ProviderOptions | undefined;
}

const EVENTS_BATCH = 2_000;
const SUMS_AT_ONCE = 50_000; // Some 30 MB.
const VIOLATIONS_SHOWN = 20;

/** Checks all stored records, as they are at one instant. */
export async function verify(db: Database, options: Options): Promise<Check[]> {
  const checks = new Map<string, Check>();
  const check: RecordCheck = (name, record, problems) => {
    const one = checks.get(name) ?? { ...new_check, name, violations: [] };
    checks.set(name, one);
    if (problems === undefined) {
      one.not_compared += 1;
      return;
    }
    one.looked_at += 1;
    one.violations_in_all += problems.length;
    for (const problem of problems.slice(0, VIOLATIONS_SHOWN - one.violations.length)) {
      one.violations.push(`${record}: ${problem}`);
    }
  };

  check('the database finds nothing wrong with itself', 'database', await db.selfCheck());
  if (options.schema_problems) {
    const name = 'tables, columns, indexes and triggers are what this version makes';
    check(name, 'database', options.schema_problems);
  }
  await db.snapshot(async (reader) => {
    const total = await sql.countRecords(reader);
    let done = 0;
    let has_kept = false;
    const pass = (hash: string) => {
      has_kept ||= hash === options.audit_head;
    };
    const advance = (records: number) => {
      done += records;
      options.progress(done, total);
    };
    const at_instant = snapshotDatabase(db, reader);
    const { gatewayOf } = createProviders(at_instant, () => '');
    for (const store of await listStores(reader)) {
      const { store_id, mode, clock_ahead_ms } = store;
      const is_off = mode === 'live' && clock_ahead_ms !== 0;
      check('live stores follow real time', store_id, is_off ? ['its clock is moved'] : []);
      const taxes = await taxSettingsOf(reader, store_id);
      const own_rates = await ownRatesOf(reader, store_id);
      const wrong = taxSettingsProblems(taxes, own_rates);
      check('stores say where they pay taxes', store_id, wrong);
      const work = {
        ...{ reader, store, store_id, gatewayOf, check, advance },
        ...{ happened: createTally(), counted: createTally() },
        ...{ taxes: createRecount(), rows_at_once: options.sums_at_once ?? SUMS_AT_ONCE },
      };
      await verifyTransactions(work);
      await verifyInvoices(work);
      await verifyBalances(work);
      await verifyCheckouts(work);
      await verifySubscriptions(work);
      if (options.now !== undefined) await verifyDue(work, at_instant, options.now);
      await verifyFigures(work);
      await verifyTaxDays(work);
      await verifyCoupons(work);
      await verifyLinks(work);
      await verifyLicenses(work, options.revealKey);
      await verifyEvents(work);
      await followChain(store_id);
    }
    await followChain(INSTALLATION);
    if (options.audit_head !== undefined && !has_kept) {
      const problem = `no entry has the hash ${options.audit_head}`;
      check('the audit log has the entry that was kept', 'audit log', [problem]);
    }

    async function followChain(store_id: string): Promise<void> {
      const head = await verifyAudit({ reader, store_id, check, advance, pass });
      options.foundHead?.(store_id, head);
    }
  });
  if (options.provider) await verifyProvider(db, check, options.provider);
  return [...checks.values()];
}

const new_check = { looked_at: 0, not_compared: 0, violations_in_all: 0 };

/** The database at the instant of a snapshot: the test gateway's record is in it too. */
const snapshotDatabase = (
  { write, writeUnsynced }: Database,
  reader: Reader,
): Pick<Database, 'reader' | 'write' | 'writeUnsynced'> => ({
  ...{ write, writeUnsynced },
  reader: (scope) => ({
    maybe: (sql: string, values?: Values) => reader.maybe(sql, { ...values, ...scope }),
    all: (sql: string, values?: Values) => reader.all(sql, { ...values, ...scope }),
    match: reader.match,
  }),
});

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
    sql.listCheckouts(reader, from);
  for await (const { rows, range } of batches(store_id, read, (row) => row.checkout_session_id)) {
    const payments = groupBy(
      await sql.paymentsIn(reader, range),
      (one) => one.checkout_session_id ?? '',
    );
    for (const row of rows) {
      const id = row.checkout_session_id;
      check('amounts add up', id, rules.amountProblems(row));
      check('taxes add up', id, taxRowProblems(row));
      check('prices are as promised', id, rules.priceProblems(row));
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

async function verifySubscriptions(work: Work): Promise<void> {
  const { reader, store_id, check, advance } = work;
  const read = (from: { store_id: string; after: string; limit: number }) =>
    listSubscriptions(reader, from);
  for await (const { rows, range } of batches(store_id, read, (row) => row.subscription_id)) {
    const payments = groupBy(await periodsIn(reader, range), (one) => one.subscription_id ?? '');
    const bases = groupBy(await basesIn(reader, range), (one) => one.subscription_id);
    const rests = groupBy(await restsIn(reader, range), (one) => one.subscription_id);
    const pauses = groupBy(await pausesIn(reader, range), (one) => one.subscription_id);
    const standings = new Map(
      (await standingsIn(reader, range)).map((one) => [one.subscription_id, one]),
    );
    for (const row of rows) {
      const id = row.subscription_id;
      const own = payments.get(id) ?? [];
      checkStanding(work, row, standings.get(id));
      check('subscriptions say what they do next', id, subscriptionProblems(row));
      check('every period is charged once and in a row', id, periodProblems(row, own));
      const period_starts = own.flatMap((one) => one.period_start ?? []);
      const facts = { applied_at: row.applied_at, pauses: pauses.get(id) ?? [], period_starts };
      check('discounts end as agreed', id, discountProblems(row, facts));
      const [basis] = bases.get(id) ?? [];
      const has_left_charge = own.some((one) => one.give_back_minor !== null);
      const period_facts = { ...facts, basis, paid_since: paidSince(own), has_left_charge };
      const found = currentPeriodProblems(row, period_facts);
      check('current periods follow from payments', id, found);
      const standing = (rests.get(id) ?? []).map((one) => ({
        ...one,
        rest_minor: one.rest_minor ?? parseReversal(one).rest_minor,
      }));
      check('refunds of a period are those that stand', id, restProblems(row, standing));
    }
    advance(rows.length);
  }
}

async function verifyCoupons({ reader, store_id, check, advance }: Work): Promise<void> {
  const read = (from: { store_id: string; after: string; limit: number }) =>
    sql.listCoupons(reader, from);
  for await (const { rows, range } of batches(store_id, read, (row) => row.discount_id)) {
    for (const row of rows) {
      check('coupons are counted right', row.discount_id, rules.couponProblems(row));
    }
    for (const { discount_id, customer_id, uses, counted } of await sql.wrongUsesIn(
      reader,
      range,
    )) {
      const problem = `${customer_id} is counted ${uses} times, and used it ${counted} times`;
      check('coupons are counted right', discount_id, [problem]);
    }
    advance(rows.length);
  }
}

async function verifyLicenses(
  { reader, store_id, check, advance }: Work,
  revealKey: RevealKey | undefined,
): Promise<void> {
  const read = (from: { store_id: string; after: string; limit: number }) =>
    sql.listLicenses(reader, from);
  for await (const { rows } of batches(store_id, read, (row) => row.license_id)) {
    for (const row of rows) {
      check(
        'licenses are as they were sold',
        row.license_id,
        rules.licenseProblems(row, revealKey),
      );
    }
    advance(rows.length);
  }
}

async function verifyEvents({ reader, store_id, check, advance, happened }: Work): Promise<void> {
  const { last_sequence = 0, newest = 0 } = (await sql.lastEvent(reader, store_id)) ?? {};
  const tally = createTally();
  let found = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const events: sql.FoundEvent[] = await sql.eventsAfter(reader, {
      ...{ store_id, after, limit: EVENTS_BATCH },
    });
    for (const { type, data } of events) tally.add(type, rules.subjectOf(type, JSON.parse(data)));
    found += events.length;
    advance(events.length);
    after = events.at(-1)?.sequence;
  }
  const leaps = await sql.eventLeaps(reader, store_id);
  const skipped = leaps.reduce((sum, one) => sum + one.next_sequence - one.after_sequence - 1, 0);
  const has_gaps =
    found !== last_sequence - skipped || rules.afterLeaps(leaps, newest) !== last_sequence;
  const gaps = `${found} events, the last is ${newest}, ${last_sequence} were numbered`;
  check('events are numbered without gaps', store_id, has_gaps ? [gaps] : []);
  for (const { type, number } of await sql.expectedEvents(reader, store_id)) {
    const { count } = tally.of(type);
    const problem = `${type} has ${count} events, it happened ${number} times`;
    check('everything that happened has an event', store_id, count === number ? [] : [problem]);
  }
  for (const type of rules.COMPARED_BY_RECORD) {
    const [events, records] = [tally.of(type), happened.of(type)];
    const agree = events.count === records.count && events.mark === records.mark;
    const problem = `${type} has ${events.count} events, of other records than the ${records.count} it happened to`;
    check('everything that happened has an event', store_id, agree ? [] : [problem]);
  }
}
