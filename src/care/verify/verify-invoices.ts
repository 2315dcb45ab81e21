import type { InvoiceRow } from '../../shop/money/invoices/invoice-row.rules.ts';
import { FIRST_SERIES, numberText } from '../../shop/money/invoices/numbering.rules.ts';
import type { DisputeRow } from '../../shop/money/transactions/dispute.rules.ts';
import { parseReversal } from '../../shop/money/transactions/reverse-payment.ts';
import {
  parseRows,
  soldMinor,
  taxOfRows,
} from '../../shop/money/transactions/tax-given-back.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { listTransactions } from './verify.sql.ts';
import {
  documentProblems,
  numberAt,
  numberProblems,
  saleProblems,
} from './verify-invoices.rules.ts';
import {
  invoicesAfter,
  invoicesOfSalesIn,
  paidRefundsIn,
  seriesChangesOf,
  seriesOf,
} from './verify-invoices.sql.ts';
import { disputesIn } from './verify-money.sql.ts';
import { batches, groupBy, type Work } from './work.ts';

const NUMBERED = 'invoices are numbered without gaps';
const ADD_UP = 'invoices add up and say whose they are';
const ISSUED = 'every sale has one invoice, and what goes back of it is credited';

const BATCH = 1_000;

/** Invoices and credit notes: their numbers, each by itself, and with what they are about. */
export async function verifyInvoices(work: Work): Promise<void> {
  const { reader, store_id } = work;
  const series = await seriesOf(reader, store_id);
  const changes = await seriesChangesOf(reader, store_id);
  let before: InvoiceRow | undefined;
  for (;;) {
    const from = { store_id, after: before?.position ?? 0, limit: BATCH };
    const rows = await invoicesAfter(reader, from);
    for (const row of rows) {
      work.check(NUMBERED, row.invoice_id, numberProblems(row, before, changes));
      work.check(ADD_UP, row.invoice_id, documentProblems(row, work.store.mode));
      before = row;
    }
    work.advance(rows.length);
    if (rows.length < BATCH) break;
  }
  const last = before?.position ?? 0;
  const kept = series?.last_position ?? 0;
  const meant = numberAt(last + 1, changes);
  const next = numberText(series ?? FIRST_SERIES);
  const problems = [
    ...(kept === last ? [] : [`${kept} documents are counted, the last one is ${last}`]),
    ...(next === meant ? [] : [`the next one has the number ${next} instead of ${meant}`]),
  ];
  work.check(NUMBERED, store_id, problems);
  await verifySales(work, series?.none_until ?? '');
}

async function verifySales({ reader, store_id, check }: Work, none_until: string): Promise<void> {
  const read = (from: { store_id: string; after: string; limit: number }) =>
    listTransactions(reader, from);
  for await (const { rows, range } of batches(store_id, read, (row) => row.transaction_id)) {
    const documents = groupBy(await invoicesOfSalesIn(reader, range), (one) => one.sale_id);
    const refunds = groupBy(
      await paidRefundsIn(reader, range),
      (one) => one.refunded_transaction_id ?? '',
    );
    const disputes = groupBy(await disputesIn(reader, range), (one) => one.transaction_id);
    for (const payment of rows) {
      const id = payment.transaction_id;
      const own = documents.get(id) ?? [];
      documents.delete(id);
      if (payment.type === 'refund') continue;
      const sale = { payment, documents: own, none_until };
      const own_refunds = (refunds.get(id) ?? []).map(refundOf);
      const disputed_minor = disputedMinor(disputes.get(id) ?? []);
      check(ISSUED, id, saleProblems({ ...sale, refunds: own_refunds, disputed_minor }));
    }
    for (const id of documents.keys()) check(ISSUED, id, ['its documents are about no payment']);
  }
}

function refundOf(refund: TransactionRow) {
  const rows = parseRows(refund);
  return {
    transaction_id: refund.transaction_id,
    sold_minor: soldMinor(rows, parseReversal(refund)),
    tax_minor: rows.length === 0 ? null : taxOfRows(rows),
  };
}

const disputedMinor = (disputes: DisputeRow[]): number =>
  disputes
    .filter(({ status }) => status !== 'opened')
    .reduce((sum, one) => sum + soldMinor(parseRows(one), one), 0);
