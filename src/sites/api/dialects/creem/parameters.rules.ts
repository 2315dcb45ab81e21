import { Type } from '../../../../platform/core/schema.ts';

// What Creem's parameters say, in ours.

/** Money in Creem is a whole number of minor units. */
export const MinorAmount = Type.Integer({ minimum: 0, maximum: 99_999_999_999 });

const PERIODS: Record<string, { interval: 'day' | 'month' | 'year'; count: number }> = {
  'every-day': { interval: 'day', count: 1 },
  'every-month': { interval: 'month', count: 1 },
  'every-three-months': { interval: 'month', count: 3 },
  'every-six-months': { interval: 'month', count: 6 },
  'every-year': { interval: 'year', count: 1 },
};

interface Billing {
  billing_type: 'onetime' | 'recurring';
  billing_period?: string;
  recurring_interval?: 'day' | 'week' | 'month' | 'year';
  recurring_interval_count?: number;
}

/** How often a product is paid for. A period that is named counts before an interval. */
export function billingOf(input: Billing) {
  if (input.billing_type === 'onetime') return { billing_type: 'one_time' as const };
  const { interval, count } = PERIODS[input.billing_period ?? ''] ?? {
    interval: input.recurring_interval ?? ('month' as const),
    count: input.recurring_interval_count ?? 1,
  };
  return {
    billing_type: 'recurring' as const,
    billing_interval: interval,
    billing_interval_count: count,
  };
}

/** Creem's metadata may be anything; ours are texts. What is null is left out. */
export const metadataOf = (metadata: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) =>
      (value ?? null) === null
        ? []
        : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );

interface CustomField {
  type: 'text' | 'checkbox';
  key: string;
  label: string;
  optional?: boolean;
}

/** Questions to the buyer. */
export const customFieldsOf = (fields: CustomField[]) =>
  fields.map(({ type, key, label, optional }) => ({
    ...{ type, key, label },
    ...(optional !== undefined && { optional }),
  }));

/** Creem calls an order what we know by its payment. */
export const transactionIdOf = (order_id: string): string => order_id.replace(/^ord_/, 'txn_');

/** How a change of a subscription is charged. */
export const PRORATIONS = {
  'proration-charge-immediately': 'charge_now',
  'proration-charge': 'next_renewal',
  'proration-none': 'none',
} as const;
