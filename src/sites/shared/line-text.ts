import type { Words } from '../../../texts/words.ts';
import type { LineReason } from '../../shop/money/transactions/line-about.rules.ts';
import type { Taxed } from './tax-note.ts';

/** A line of a bill as records have it. */
export interface Line {
  description: string;
  reason: LineReason | null;
  name: string | null;
  period_start: string | null;
  period_end: string | null;
}

/** What is or will be charged, as records have it. */
export interface Bill extends Taxed {
  lines: (Line & { quantity: number; amount: number })[];
  total: number;
}

/** A line in the reader's language; older ones are known by their English description alone. */
export function lineText(words: Pick<Words, 'lines' | 'days'>, line: Line): string {
  const { lines } = words;
  const { description, reason, period_start: from, period_end: to } = line;
  const name = line.name ?? '';
  const time = from !== null && to !== null ? { name, days: words.days(from, to) } : undefined;
  switch (reason) {
    case null:
      return description;
    case 'product':
      return name;
    case 'trial':
      return lines.trial(name);
    case 'period':
      return time ? lines.period(time) : name;
    case 'remaining_time':
      return time ? lines.remainingTime(time) : name;
    case 'unused_time':
      if (time) return lines.unusedTime(time);
      return name === '' ? lines.unusedTimeAtAll : lines.unusedTimeOn(name);
    case 'discount':
      return lines.discount(name);
    case 'refund':
      return name === '' ? lines.refundAtAll : lines.refund(name);
    default:
      return lines[PLAIN[reason]];
  }
}

/** Those that say the same of everything. */
const PLAIN = {
  rounding: 'rounding',
  failed_refund: 'failedRefund',
  paid_from_balance: 'paidFromBalance',
  added_to_balance: 'addedToBalance',
  taken_from_balance: 'takenFromBalance',
  owed_earlier: 'owedEarlier',
  owed_next: 'owedNext',
} as const;
