import type { StoreTx } from '../../../platform/operation/work.ts';
import type { TaxRow } from '../../tax/calculate-tax.rules.ts';
import { creditRefund } from './credit-note.rules.ts';
import { type TaxGroup, taxKey } from './invoice.rules.ts';
import { listInvoicesOfSale } from './invoice.sql.ts';
import { parseDocument } from './invoice-record.rules.ts';
import { issueDocument } from './issue-document.ts';
import { reverseNote } from './issue-reversal.ts';
import { paymentsOf, taxGroupsOf } from './sale-document.rules.ts';
import { isReversed, standingOf } from './standing.rules.ts';

interface Disputed {
  /** The payment. */
  sale_id: string;
  /** What its disputes have taken of the sale, once they have ended. */
  sale_minor: number;
  /** The same by tax. Empty: each line gives its share. */
  tax_rows: TaxRow[];
}

/**
 * Makes the credit notes of a payment's disputes come to what these have taken of the sale, as a
 * last step: a dispute that is lost is credited, and one that is won after all is reversed. With
 * credit notes over 20.00 and disputes that have taken 50.00, another over 30.00 is issued; if one
 * of 30.00 is won then, its credit note is reversed, and 20.00 stay credited.
 */
export function rebalanceCreditNotes(context: StoreTx, disputed: Disputed): void {
  const { tx, last } = context;
  const { sale_id, sale_minor, tax_rows } = disputed;
  last(async () => {
    let rows = await listInvoicesOfSale(tx, sale_id);
    const all = rows.filter(({ kind, cause }) => kind === 'credit_note' && cause === 'dispute');
    const notes = all.filter((row) => !isReversed(row, rows));
    const totalOf = () => notes.reduce((sum, row) => sum + parseDocument(row).total_minor, 0);
    while (totalOf() > sale_minor) {
      const note = notes.pop();
      if (note) await reverseNote(context, note, rows);
      rows = await listInvoicesOfSale(tx, sale_id);
    }
    const standing = standingOf(rows);
    const amount_minor = Math.min(sale_minor - totalOf(), standing?.left_minor ?? 0);
    if (!standing || amount_minor <= 0) return;
    const { invoice, document } = standing;
    const taken = taxGroupsOf(tax_rows);
    const taxes = notes.reduce((left, row) => less(left, parseDocument(row).taxes), taken);
    const by_bank = { card_brand: null, card_last_four: null, balance_change_minor: 0 };
    await issueDocument(context, {
      cause: 'dispute',
      sale_id,
      refers_to: invoice.invoice_id,
      compose: ({ number, issued_on }) =>
        creditRefund(
          document,
          standing.notes.map((note) => note.document),
          {
            number,
            issued_on,
            transaction_id: sale_id,
            amount_minor,
            payments: paymentsOf({ ...by_bank, total_minor: amount_minor }),
            ...(taxes.length > 0 && { taxes }),
          },
        ),
    });
  });
}

const less = (groups: TaxGroup[], credited: TaxGroup[]): TaxGroup[] =>
  groups.map((group) => {
    const same = credited.find((one) => taxKey(one) === taxKey(group));
    return {
      ...group,
      net_minor: group.net_minor - (same?.net_minor ?? 0),
      tax_minor: group.tax_minor - (same?.tax_minor ?? 0),
      rate_taxes_minor: group.rate_taxes_minor.map(
        (tax, at) => tax - (same?.rate_taxes_minor[at] ?? 0),
      ),
    };
  });
