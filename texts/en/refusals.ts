/**
 * Why something that a buyer or customer wanted was not done, by the API's code of the refusal; the
 * rest is `other`.
 */
export const refusals = {
  other: 'This did not work. Open the page again and try once more.',
  body_too_large: 'What you sent is too large.',
  request_timeout: 'The connection was too slow. Try again.',
  idempotency_key_reused:
    'This form was sent before with something else in it. Check it and send it again.',
  product_unavailable: 'This product is no longer on sale.',
  coupon_not_found: 'This promotion code cannot be used for this order.',
  coupon_expired: 'This promotion code has expired.',
  coupon_not_started: 'This promotion code is not valid yet.',
  coupon_exhausted: 'This promotion code has been used up.',
  coupon_not_applicable: 'This promotion code cannot be used for this order.',
  amount_too_large: 'This amount is more than can be charged at once.',
  amount_too_small: 'This amount is too small to be charged.',
  amount_not_chargeable: 'This amount cannot be charged in this currency.',
  gateway_missing: 'This shop cannot take payments right now.',
  provider_disconnected: 'This shop cannot take payments right now.',
  checkout_expired: 'This checkout has expired. Go back to the shop and start again.',
  checkout_completed: 'This order is already paid.',
  checkout_processing: 'A payment for this order is already being processed.',
  price_changed: 'The price has changed. Check it before you pay.',
  payment_attempts:
    'Too many payments for this order were declined. Go back to the shop and start again.',
  payment_link_closed: 'This offer has ended. You have not been charged.',
  payment_pending:
    'A payment for this subscription is being processed. This can take a few days: try again then.',
  payment_unresolved: 'Your payment is being processed. You will not be charged twice.',
  trial_used: 'You have already used the free trial of this plan. Check the price before you pay.',
  subscription_status: 'This subscription cannot be changed right now.',
  plan_invalid: 'This plan cannot be chosen for your subscription.',
  plan_not_higher: 'This plan is not higher than your current one.',
  license_expired: 'This license has expired.',
  license_disabled: 'This license is disabled.',
  instance_not_found: 'This device is no longer activated.',
  invoice_replaced: 'This invoice was replaced by a newer one. Correct that one.',
  invoice_refunded: 'This invoice was refunded in full. There is nothing left to correct.',
  correction_too_late: 'This invoice is too old to be corrected.',
  correction_country:
    'The country cannot be changed, because the tax could be different. Contact the shop.',
  correction_tax_number:
    'This tax number cannot be changed, because no tax was charged by it. Contact the shop.',
  correction_limit: 'This invoice was corrected too often. Contact the shop.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  internal_error: 'Something went wrong on our side. You will not be charged twice.',
};
