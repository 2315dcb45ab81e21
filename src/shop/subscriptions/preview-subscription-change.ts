import { CurrencyCode, InstantLike } from '../../platform/core/fields.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { Lines, showLines } from '../money/transactions/lines.rules.ts';
import { showTaxRows, TaxBreakdown } from '../tax/tax-record.rules.ts';
import { type Bill, billToBalance, NO_CHARGE } from './bill.rules.ts';
import { change_fields } from './change-fields.rules.ts';
import { CHANGE_ERRORS, previewChange } from './change-subscription.ts';

/** subtotal - discount + tax + balance_change = total, as on a payment. */
const bill_fields = {
  lines: Lines,
  subtotal: Type.Number({ description: 'Without tax', examples: [16.8] }),
  discount: Type.Number({ description: 'Without tax', examples: [0] }),
  tax: Type.Number({ examples: [3.19] }),
  tax_breakdown: TaxBreakdown,
  balance_change: Type.Number({
    description: "What it moves on the customer's balance",
    examples: [0],
  }),
};

export const ChangePreview = Type.Object({
  object: Type.Literal('subscription_change_preview'),
  currency: CurrencyCode,
  ...bill_fields,
  total: Type.Number({ description: 'Charged now', examples: [19.99] }),
  ends_trial: Type.Boolean({
    description: 'Whether it ends the free trial: something dearer is paid for from now on',
    examples: [false],
  }),
  credit: Type.Number({ description: "The customer's balance afterwards", examples: [0] }),
  next_renewal: Type.Object({
    at: InstantLike('2026-12-14T09:30:00.000Z'),
    ...bill_fields,
    total: Type.Number({ description: 'Charged then', examples: [19.99] }),
  }),
});

export const previewSubscriptionChange = operation({
  method: 'POST',
  path: '/preview-subscription-change',
  summary: 'See what a change would cost',
  description: 'The same rules as update-subscription; nothing is changed.',
  scope: 'full',
  input: Type.Object(change_fields),
  output: ChangePreview,
  errors: [...CHANGE_ERRORS],
  example: { subscription_id: 'sub_1tq3v9w0e00h4rk6m2x8pz7ycn5', quantity: 2 },
  async read({ input, refuse, ...work }) {
    const { subscription_id, plan_id, quantity, proration, effective } = input;
    const at_period_end = effective === 'period_end';
    const requested = { subscription_id, plan_id, plan_param: 'plan_id', quantity, proration };
    const found = await previewChange({ ...work, refuse }, { ...requested, at_period_end });
    const { after, planned, next } = found;
    const { currency } = after;
    return {
      object: 'subscription_change_preview' as const,
      currency,
      ...showBill(planned?.bill ?? billToBalance(NO_CHARGE), currency),
      ends_trial: planned?.effect.ends_trial ?? false,
      credit: fromMinor(after.balance_minor, currency),
      next_renewal: { at: isoInstant(after.current_period_end), ...showBill(next, currency) },
    };
  },
});

function showBill(bill: Bill, currency: string) {
  const money = (minor: number) => fromMinor(minor, currency);
  return {
    lines: showLines(bill.lines, currency),
    subtotal: money(bill.subtotal_minor),
    discount: money(bill.discount_minor),
    tax: money(bill.tax_minor),
    tax_breakdown: showTaxRows(bill.tax_rows, currency),
    balance_change: money(bill.balance_change_minor),
    total: money(bill.total_minor),
  };
}
