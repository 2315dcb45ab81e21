import type { LineReason } from '../../../src/shop/money/transactions/line-about.rules.ts';

/** A line of a record. Its days are those of the shop's clock, at 9:30. */
export const billedLine = (
  description: string,
  [quantity, amount, tax]: [quantity: number, amount: number, tax: number],
  reason: LineReason,
  name: string | null = null,
  days: readonly [from: string, to: string] | null = null,
) => ({
  ...{ description, quantity, amount, tax, reason, name },
  period_start: days && `${days[0]}T09:30:00.000Z`,
  period_end: days && `${days[1]}T09:30:00.000Z`,
});
