import { Default } from '../../platform/core/fields.ts';
import { CouponCode, SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { claimCoupon } from '../catalogue/discounts/claim-coupon.ts';
import {
  COUPON_ERRORS,
  type CouponDetail,
  couponDetail,
  showDiscount,
} from '../catalogue/discounts/discount.rules.ts';
import { findCoupon } from '../catalogue/discounts/find-coupon.ts';
import { insertAppliedCoupon } from './applied-coupon.sql.ts';
import { auditSubscription } from './audit-subscription.ts';
import { asDiscounted, whyNotDiscounted } from './coupon.rules.ts';
import { saveSubscription } from './save-subscription.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';
import {
  type IdleSubscription,
  refusePending,
  withIdleSubscription,
} from './with-idle-subscription.ts';

export const applyCoupon = operation({
  method: 'POST',
  path: '/apply-coupon',
  summary: 'Apply a coupon to a subscription',
  description:
    'From its next payment on: what is paid already costs what it did, also in a change of plan. ' +
    'One that it has already changes nothing. It must run, in its trial or after it, without a ' +
    'cancel or another plan that waits for the end of the period.',
  scope: 'full',
  input: Type.Object({
    subscription_id: SubscriptionId,
    coupon_code: CouponCode,
    once_per_customer: Default(
      false,
      Type.Boolean({
        description:
          'Refuse a customer who has used the code before, also as another one with the same address',
      }),
    ),
  }),
  output: Subscription,
  errors: [
    'subscription_not_found',
    'subscription_status',
    'coupon_in_use',
    ...COUPON_ERRORS,
    'payment_pending',
    'payment_unresolved',
  ],
  answer_example: { coupon_code: 'LAUNCH20' },
  unanswered: 'payment_unresolved',
  async steps({ input, keepAnswer, refuse, ...work }) {
    const { subscription_id, coupon_code: code, once_per_customer } = input;
    const apply = async (context: IdleSubscription) => {
      const { tx, emit, before, now, services } = context;
      const { customer_id, plan_id: product_id, currency } = before;
      const no = whyNotDiscounted(before, code);
      if (no === 'applied') return showSubscription(before, services);
      if (no) throw refuse(no);
      const product = { product_id, currency };
      const found = await findCoupon(tx, { code, product, customer_id, now });
      const refused = (no: CouponDetail) => refuse(no.code, [no]);
      if ('no' in found) throw refused(found.no);
      const { discount_id } = found.coupon;
      const most = once_per_customer ? 1 : undefined;
      const taken = await claimCoupon(tx, { discount_id, customer_id, most });
      if (taken) throw refused(couponDetail(taken));
      const after = asDiscounted(before, found.coupon, now);
      await saveSubscription(context, after);
      auditSubscription(context, before, after);
      await insertAppliedCoupon(tx, { discount_id, subscription_id, customer_id, applied_at: now });
      const record = showSubscription(after, services);
      emit('subscription.updated', record, showDiscount(found.coupon, now));
      return record;
    };
    const record = await refusePending(refuse, () =>
      withIdleSubscription(work, subscription_id, 'coupon', (found) =>
        keepAnswer(found.tx, () => apply(found)),
      ),
    );
    if (!record) throw refuse('subscription_not_found');
    return record;
  },
});
