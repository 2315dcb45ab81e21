import type { StoreTx } from '../../../platform/operation/work.ts';
import type { TaxRow } from '../../tax/calculate-tax.rules.ts';
import { creditRefund } from './credit-note.rules.ts';
import { listInvoicesOfSale } from './invoice.sql.ts';
import { issueDocument } from './issue-document.ts';
import { paymentsOf, taxGroupsOf } from './sale-document.rules.ts';
import { standingOf } from './standing.rules.ts';

/** A refund that has been paid. */
export interface PaidRefund {
  transaction_id: string;
  /** The payment that it is of. */
  sale_id: string;
  /** What goes back of the sale. The rest was credit, or had paid a debt: no sale. */
  sale_minor: number;
  /** What goes back of each tax. Empty: each line gives its share. */
  tax_rows: TaxRow[];
  total_minor: number;
  balance_change_minor: number;
  card_brand: string | null;
  card_last_four: string | null;
  settled_at: number;
}

/**
 * Issues the credit note of a refund as the last step of its transaction. None is issued if the
 * payment has no invoice, or if a change of plan has credited the same money before.
 */
export function issueRefund(context: StoreTx, refund: PaidRefund): void {
  if (refund.sale_minor === 0) return;
  const { tx, last } = context;
  const { sale_id, transaction_id, tax_rows } = refund;
  last(async () => {
    const standing = standingOf(await listInvoicesOfSale(tx, sale_id));
    if (!standing) return;
    const { invoice, document, notes, left_minor } = standing;
    const amount_minor = Math.min(refund.sale_minor, left_minor);
    if (amount_minor <= 0) return;
    const payments = paymentsOf({ ...refund, balance_change_minor: -refund.balance_change_minor });
    await issueDocument(
      { ...context, now: refund.settled_at },
      {
        cause: 'refund',
        sale_id,
        refers_to: invoice.invoice_id,
        compose: ({ number, issued_on }) =>
          creditRefund(
            document,
            notes.map((note) => note.document),
            {
              number,
              issued_on,
              transaction_id,
              payments,
              amount_minor,
              ...(tax_rows.length > 0 && { taxes: taxGroupsOf(tax_rows) }),
            },
          ),
      },
    );
  });
}
