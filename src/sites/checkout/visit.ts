import type { StoreWork } from '../../platform/operation/work.ts';
import type { CheckoutView } from './checkout-page.ts';
import type { Suggested } from './suggested.ts';

export interface Visit extends CheckoutView {
  work: StoreWork;
  suggested: Suggested;
  /** Seconds to wait before another card or coupon may be tried. */
  waitToTry(): number;
}
