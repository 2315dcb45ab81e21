import {
  type Dispute,
  type ProviderRecord,
  RECORDS_MAX,
} from '../../shop/money/payments/provider-record.rules.ts';
import type { DisputeRow } from '../../shop/money/transactions/dispute.rules.ts';
import { parseReversal, reversedMinor } from '../../shop/money/transactions/reverse-payment.ts';
import { parseRows } from '../../shop/money/transactions/tax-given-back.rules.ts';
import * as rules from './verify.rules.ts';
import * as sql from './verify.sql.ts';
import { disputeDifferences, disputeProblems, ledgerProblems } from './verify-money.rules.ts';
import { disputesIn, standingRefundsIn } from './verify-money.sql.ts';
import { recountTaxes } from './verify-tax-days.ts';
import { taxBackProblems, taxProblems } from './verify-taxes.rules.ts';
import { batches, groupBy, type Tally, type Work } from './work.ts';

const COMPARED = 'the gateway has the same record';

/** Payments and refunds: by themselves, with the ledger, and with what their providers have. */
export async function verifyTransactions(work: Work): Promise<void> {
  const { reader, store, store_id, check, advance, happened } = work;
  const balances = new Map<string, { ledger: number; gateway: number }>();
  const balance = (currency: string) => {
    const one = balances.get(currency) ?? { ledger: 0, gateway: 0 };
    balances.set(currency, one);
    return one;
  };
  const own_gateway = work.gatewayOf(store);
  const providers = new Set(own_gateway ? [own_gateway.provider] : []);
  const disputes_at = await disputesAt(work);
  const read = (from: { store_id: string; after: string; limit: number }) =>
    sql.listTransactions(reader, from);
  for await (const { rows, range } of batches(store_id, read, (row) => row.transaction_id)) {
    const entries = groupBy(await sql.entriesIn(reader, range), (one) => one.transaction_id);
    const sums = groupBy(
      await sql.refundSumsIn(reader, range),
      (one) => one.refunded_transaction_id,
    );
    const records = await recordsOf(work, rows);
    const disputes = groupBy(await disputesIn(reader, range), (one) => one.transaction_id);
    const refunds_of = groupBy(
      await standingRefundsIn(reader, range),
      (one) => one.refunded_transaction_id ?? '',
    );
    for (const row of rows) {
      const id = row.transaction_id;
      recountTaxes(work, row, disputes.get(id) ?? []);
      const { paid_minor = 0, claimed_minor = 0 } = sums.get(id)?.[0] ?? {};
      const own = entries.get(id) ?? [];
      const moved = row.type === 'refund' ? 0 : row.balance_change_minor;
      check('amounts add up', id, rules.amountProblems(row, moved));
      check('lines sum to the total', id, rules.lineProblems(row));
      check('taxes add up', id, taxProblems(row));
      check('statuses and dates agree', id, rules.statusProblems(row));
      const refunds = { paid_minor, claimed_minor };
      check('refunds never exceed what was paid', id, rules.refundProblems(row, refunds));
      const own_disputes = disputes.get(id) ?? [];
      check('the ledger has every movement', id, ledgerProblems(row, own_disputes, own));
      const own_refunds = refunds_of.get(id) ?? [];
      const taxes_back = [...own_refunds, ...own_disputes].map(parseRows);
      check('refunds give back the tax that was paid', id, taxBackProblems(row, taxes_back));
      const given = own_refunds.map((one) => ({
        total_minor: one.total_minor,
        taken_minor: reversedMinor(parseReversal(one)),
      }));
      const refunded = {
        total_minor: sum(given, 'total_minor'),
        taken_minor: sum(given, 'taken_minor'),
      };
      check('disputes are counted right', id, disputeProblems(row, own_disputes, refunded));
      check('customers have what they were given', id, rules.creditProblems(row));
      check('no payment waits for a person', id, rules.reviewProblems(row));
      if (row.provider !== null) providers.add(row.provider);
      const recorded = records(row);
      if (row.provider === own_gateway?.provider) {
        for (const one of own_disputes) {
          check(COMPARED, id, disputeDifferences(one, disputes_at.get(one.reference)));
        }
      }
      if (recorded === 'not_compared') check(COMPARED, id, undefined);
      else {
        check(COMPARED, id, rules.gatewayProblems(row, recorded));
        for (const entry of own) balance(entry.currency).ledger += inflow(entry);
        balance(row.fee_currency ?? row.currency).gateway -= row.fee_minor ?? 0;
        for (const one of own_disputes) {
          balance(one.fee_currency).gateway -= one.fee_minor;
          if (one.status !== 'won') balance(one.currency).gateway -= one.amount_minor;
        }
        const is_held = recorded?.status === 'paid' && row.status !== 'pending';
        const sign = row.type === 'refund' ? -1 : 1;
        if (is_held) balance(row.currency).gateway += sign * recorded.amount_minor;
      }
      for (const { type, record } of rules.eventsOf(row)) happened.add(type, record);
      for (const dispute of own_disputes) tallyDispute(happened, dispute);
      entries.delete(id);
    }
    for (const id of entries.keys()) {
      check('the ledger has every movement', id, ['an entry belongs to no transaction']);
    }
    advance(rows.length);
  }
  for (const provider of providers) await verifyLatePayments(work, provider);
  for (const [currency, { ledger, gateway }] of balances) {
    const problems = ledger === gateway ? [] : [`the ledger has ${ledger}, the gateway ${gateway}`];
    check('balances are what the gateway holds', `${store_id} ${currency}`, problems);
  }
}

/** How the disputes of the store's gateway will end: it may be ahead of us, not behind. */
async function disputesAt({ store, store_id, gatewayOf }: Work): Promise<Map<string, Dispute>> {
  const gateway = gatewayOf(store);
  const all = { store_id, since: 0, now: Number.MAX_SAFE_INTEGER };
  const found = (await gateway?.listDisputes(all)) ?? [];
  return new Map(found.map((one) => [one.reference, one]));
}

const sum = <Name extends string>(all: Record<Name, number>[], name: Name): number =>
  all.reduce((so_far, one) => so_far + one[name], 0);

function tallyDispute(happened: Tally, dispute: DisputeRow): void {
  const { transaction_id, times_won, times_lost } = dispute;
  happened.add('transaction.disputed', transaction_id);
  for (let n = 0; n < times_won; n++) happened.add('transaction.dispute_won', transaction_id);
  for (let n = 0; n < times_lost; n++) happened.add('transaction.dispute_lost', transaction_id);
}

const inflow = ({ debit_account, credit_account, amount_minor }: sql.StoredEntry): number =>
  debit_account === 'gateway' ? amount_minor : credit_account === 'gateway' ? -amount_minor : 0;

/** What providers have of some transactions, by their references. */
async function recordsOf(
  { store, store_id, gatewayOf }: Work,
  rows: rules.ComparedRow[],
): Promise<(row: rules.ComparedRow) => ProviderRecord | 'not_compared' | undefined> {
  const found = new Map<string, ProviderRecord>();
  const not_reached = new Set<string>();
  const at_providers = rows.filter(({ provider }) => provider !== null);
  for (const [provider, own] of groupBy(at_providers, (row) => row.provider ?? '')) {
    const gateway = gatewayOf(store, provider);
    const references = own.flatMap((row) => row.provider_reference ?? []);
    try {
      if (!gateway) throw new Error('this provider is not known here');
      for (let at = 0; at < references.length; at += RECORDS_MAX) {
        const some = { store_id, references: references.slice(at, at + RECORDS_MAX) };
        for (const one of await gateway.recordsOf(some)) {
          found.set(`${provider} ${one.reference}`, one);
        }
      }
    } catch {
      not_reached.add(provider); // It is counted as not compared, and said.
    }
  }
  return ({ provider, provider_reference }) =>
    provider !== null && not_reached.has(provider)
      ? 'not_compared'
      : found.get(`${provider} ${provider_reference}`);
}

/** What a provider has and we do not. */
async function verifyLatePayments(work: Work, provider: string): Promise<void> {
  const { reader, store, store_id, gatewayOf, check } = work;
  const gateway = gatewayOf(store, provider);
  const unanswered = new Set<string | null>();
  for (let cursor: string | null = null; gateway; ) {
    const page: Awaited<ReturnType<typeof gateway.listRecords>> | undefined = await gateway
      .listRecords({ store_id, cursor })
      .catch(() => undefined);
    if (!page) return check(COMPARED, `${store_id} ${provider}`, undefined);
    const references = page.records.map(({ reference }) => reference);
    const ours = await sql.findOursByReference(reader, { store_id, provider, references });
    const known = new Set(ours.map(({ provider_reference }) => provider_reference));
    const late_payments = page.records.filter(({ reference }) => !known.has(reference));
    const keys = late_payments.flatMap(({ key }) => key ?? []);
    const begun = new Map(
      (keys.length === 0 ? [] : await sql.findOursByKey(reader, { store_id, keys })).map((row) => [
        row.transaction_id,
        row,
      ]),
    );
    for (const { key, reference } of late_payments) {
      const row = begun.get(key ?? '');
      // The answer did not arrive, or not yet: the next time it is asked about, it does.
      // Of two under one key, only one is the one we requested.
      const is_first = !unanswered.has(key);
      unanswered.add(key);
      if (row?.status === 'pending' && row.provider_reference === null && is_first) continue;
      check(COMPARED, key ?? reference, ['the gateway has it, we do not']);
    }
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}
