import Type from 'typebox';
import { Instant } from '../core/fields.ts';
import { fromMinor } from '../core/money.ts';
import { isoInstant } from '../core/time.ts';
import { operation } from '../operation/operation.ts';
import { Lines, showLines } from '../transactions/lines.rules.ts';
import { change_fields } from './change-fields.rules.ts';
import { CHANGE_ERRORS, previewChange } from './change-subscription.ts';

export const ChangePreview = Type.Object({
  object: Type.Literal('subscription_change_preview'),
  currency: Type.String({ examples: ['USD'] }),
  lines: Lines,
  total: Type.Number({ description: 'Charged now', examples: [12.5] }),
  balance_change: Type.Number({
    description: "What it moves on the customer's balance now",
    examples: [0],
  }),
  credit: Type.Number({ description: "The customer's balance afterwards", examples: [0] }),
  next_renewal: Type.Object({
    at: Instant,
    lines: Lines,
    total: Type.Number({ examples: [25] }),
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
  example: { subscription_id: 'sub_1tq3v9w0e00h4rk6m2x8pz7ycn5', quantity: 5 },
  async read({ input, refuse, ...work }) {
    const { subscription_id, plan_id, quantity, proration, effective } = input;
    const at_period_end = effective === 'period_end';
    const wanted = { subscription_id, plan_id, plan_param: 'plan_id', quantity, proration };
    const found = await previewChange({ ...work, refuse }, { ...wanted, at_period_end });
    const { after, planned, next } = found;
    const { currency } = after;
    const money = (minor: number) => fromMinor(minor, currency);
    return {
      object: 'subscription_change_preview' as const,
      currency,
      lines: showLines(planned?.bill.lines ?? [], currency),
      balance_change: money(planned?.bill.balance_change_minor ?? 0),
      total: money(planned?.bill.total_minor ?? 0),
      credit: money(after.balance_minor),
      next_renewal: {
        at: isoInstant(after.current_period_end),
        lines: showLines(next.lines, currency),
        total: money(next.total_minor),
      },
    };
  },
});
