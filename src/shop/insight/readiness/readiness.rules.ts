import type { StoreMode } from '../../../platform/core/access.ts';
import { addressPoint, backupsPoint, mailPoint } from './installation-points.rules.ts';
import type { Point, ReadinessFacts } from './point.rules.ts';
import { legalPoint, paymentsPoint, sellerPoint, taxesPoint } from './seller-points.rules.ts';
import { refundPoint, testPurchasePoint } from './trial-points.rules.ts';

/** In the order in which one opens a shop. */
const RULES: readonly ((facts: ReadinessFacts) => Point | undefined)[] = [
  paymentsPoint,
  mailPoint,
  sellerPoint,
  taxesPoint,
  legalPoint,
  addressPoint,
  backupsPoint,
  testPurchasePoint,
  refundPoint,
];

/** What is broken comes first, then what is to do, then what waits, then what is done. */
const ORDER: readonly Point['state'][] = ['broken', 'open', 'waiting', 'done'];

/** What a shop needs to be open, each point as it is now. */
export function readinessPoints(facts: ReadinessFacts): Point[] {
  const points = RULES.flatMap((rule) => rule(facts) ?? []);
  return points.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

export const isDone = ({ state }: Pick<Point, 'state'>): boolean => state === 'done';

/** The way to the first sale in a test store. */
export interface Step {
  step: 'product' | 'payment_link' | 'test_purchase';
  state: 'done' | 'next' | 'later';
}

/** The first three steps of a test store: the first that is not done is next. Empty at their end. */
export function firstSteps({
  mode,
  has_product,
  has_link,
  has_bought,
}: Pick<ReadinessFacts, 'has_product' | 'has_link' | 'has_bought'> & {
  mode: StoreMode;
}): Step[] {
  if (mode === 'live' || has_bought) return [];
  const done = { product: has_product, payment_link: has_link, test_purchase: false };
  const steps = ['product', 'payment_link', 'test_purchase'] as const;
  const next = steps.find((step) => !done[step]);
  return steps.map((step) => ({
    step,
    state: done[step] ? 'done' : step === next ? 'next' : 'later',
  }));
}
