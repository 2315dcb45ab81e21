import { KASSA } from './program.ts';

/**
 * Every error code of the API with its status and message. Operations declare which ones they use.
 * `transient`: the same request may succeed later, so the refusal is not kept under an
 * Idempotency-Key.
 */
export const ERRORS = {
  // Of the request itself
  https_required: [400, 'Kassa speaks HTTPS only. Use https:// in the address.'],
  invalid_http: [400, 'This is not a well-formed HTTP request.'],
  duplicate_header: [400, 'A header that may appear once was sent twice.'],
  headers_too_large: [400, 'The headers are larger than 16 KB.'],
  body_too_large: [400, 'The body is larger than 256 KB.'],
  request_timeout: [400, 'The request did not arrive in time.'],
  wrong_method: [400, 'This path does not accept this method. See /docs for the right one.'],
  unsupported_content_type: [400, 'Send the body with Content-Type: application/json.'],
  unsupported_content_encoding: [400, 'Send the body without Content-Encoding.'],
  invalid_json: [400, 'The body is not a JSON object.'],
  invalid_query: [400, 'The query string is not valid percent-encoded UTF-8.'],
  invalid_parameters: [400, 'Some parameters are missing or wrong.'],
  unknown_parameter: [400, 'This operation has no such parameter.'],
  conflicting_parameter: [400, 'The query string and the body give different values.'],
  idempotency_key_invalid: [400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.'],
  idempotency_key_reused: [400, 'This Idempotency-Key was used for another request.'],
  api_key_missing: [
    401,
    'Send your API key in the x-api-key header, or as Authorization: Bearer.',
    'transient',
  ],
  api_key_incorrect: [
    401,
    `This API key is mistyped or unknown. \`${KASSA} keys create\` makes another.`,
    'transient',
  ],
  api_key_invalid: [403, 'This API key is revoked or expired.'],
  api_key_scope: [403, 'The scope of this API key does not allow this operation.'],
  origin_not_allowed: [
    403,
    'Pages of this site may not use this API key. Name the site in `allowed_origins` of update-store-settings, or call from a server.',
  ],
  unknown_path: [404, 'There is nothing at this path. See /docs for the operations.'],
  rate_limited: [429, 'Too many requests. Try again after the time in Retry-After.', 'transient'],
  internal_error: [
    500,
    'Something went wrong on our side. It is logged under this request_id.',
    'transient',
  ],

  invoice_not_found: [404, 'There is no invoice with this invoice_id or number.'],
  invoice_is_credit_note: [400, 'A credit note cannot be corrected, only an invoice.'],
  invoice_replaced: [400, 'This invoice was replaced by a newer one: correct that one.'],
  invoice_refunded: [400, 'All of this invoice was credited: nothing is left to correct.'],
  correction_too_late: [400, 'An invoice can be corrected for 90 days.'],
  correction_country: [
    400,
    'A correction cannot change the country, because the tax could be another. Refund the payment and sell it again.',
  ],
  correction_tax_number: [
    400,
    'A correction cannot change the tax number by which no tax was charged. Refund the payment and sell it again.',
  ],
  correction_limit: [400, 'This invoice was corrected too often.'],
  member_not_found: [404, 'There is no such member or invitation in this store.'],
  member_exists: [400, 'This address is a member of this store already.'],
  member_limit: [400, 'A store has at most 100 members and invitations.'],
  store_limit: [400, 'There are 100 stores, and no key makes more: an owner or a command does.'],
  store_too_large: [400, 'More than 10,000 products, links, codes and tax rates are not copied.'],
  owners_only: [403, 'Only an owner who is signed in to the dashboard may do this.'],
  last_owner: [400, 'This is the only owner: make another one first.'],
  product_not_found: [404, 'There is no product with this product_id.'],
  customer_exists: [400, 'There is already a customer with this customer_id.'],
  customer_not_found: [404, 'There is no such customer.'],
  code_taken: [400, 'There is already a discount code with this code.'],
  discount_code_not_found: [404, 'There is no such discount code.'],
  tax_rate_not_found: [404, 'There is no tax rate with this tax_rate_id.'],
  tax_rate_limit: [400, 'A store has at most 1,000 tax rates. Delete one first.'],
  product_unavailable: [400, 'This product does not exist or is not on sale.'],
  coupon_not_found: [400, 'There is no such coupon.'],
  coupon_expired: [400, 'This coupon is no longer valid.'],
  coupon_not_started: [400, 'This coupon is not valid yet.'],
  coupon_exhausted: [400, 'This coupon has been used up.'],
  coupon_not_applicable: [400, 'This coupon is not for this product.'],
  coupon_in_use: [400, 'The subscription has another coupon, which still counts.'],
  amount_too_large: [400, 'This amount is too large.'],
  amount_too_small: [400, 'This amount is smaller than the payment provider charges.'],
  amount_not_chargeable: [400, 'The payment provider cannot charge exactly this amount.'],
  gateway_missing: [
    400,
    'This store cannot take payments yet: connect a payment provider to it, or use a test store.',
    'transient',
  ],
  store_not_ready: [400, 'Invoices of this live store would not say who sells.', 'transient'],
  provider_not_found: [404, 'No payment provider is connected to this store.'],
  provider_disconnected: [
    400,
    'The account that took this payment is not connected any more. Connect it again, or refund the payment in the dashboard of the provider.',
    'transient',
  ],
  provider_mode: [400, 'This key is not of the mode of this store.'],
  provider_key: [
    400,
    'The provider refuses this key: it is mistyped, expired or deleted. Make another in its dashboard.',
    'transient',
  ],
  provider_permissions: [
    400,
    'This key may not do everything that Kassa has to do. The page about the provider has the list.',
    'transient',
  ],
  provider_busy: [
    400,
    'Payments or refunds of the connected account are still pending. Try again when they have ended.',
    'transient',
  ],
  provider_unanswered: [
    500,
    'The payment provider does not answer. Nothing was changed. Try again later.',
    'transient',
  ],
  checkout_not_found: [404, 'There is no checkout session with this checkout_session_id.'],
  checkout_expired: [400, 'This checkout session has expired. Create another.'],
  payment_link_not_found: [404, 'There is no payment link with this payment_link_id.'],
  payment_link_closed: [400, 'This payment link is sold out, has expired or was switched off.'],
  slug_taken: [400, 'There is already a payment link with this slug.'],
  checkout_completed: [400, 'This checkout session is already paid.'],
  checkout_processing: [
    400,
    'A payment of this checkout session is in progress, or waits for the buyer to confirm it. Try again later.',
    'transient',
  ],
  payment_declined: [400, 'The payment was declined.'],
  price_changed: [400, 'The price of this checkout session has changed. Get the session again.'],
  payment_attempts: [400, 'Too many payments of this session were declined. Create another.'],
  payment_unresolved: [
    500,
    'The payment provider has not answered yet. Try again later: nothing is charged twice.',
    'transient',
  ],
  payment_pending: [
    400,
    'A payment of this subscription is under way at the payment provider, which can take days: get-transactions shows it as pending. What it pays for happens once it is paid; anything else has to wait until then.',
    'transient',
  ],
  trial_used: [
    400,
    'This customer has already had a trial of this plan. The session now costs the full price.',
  ],
  subscription_not_found: [404, 'There is no subscription with this subscription_id.'],
  pause_used: [400, 'A customer can pause once in a paid period, and has done so.'],
  subscription_status: [400, 'The status of the subscription does not allow this.'],
  plan_invalid: [400, 'This plan cannot be used for this subscription.'],
  plan_not_higher: [400, 'This plan is not higher than the current one. Use update-subscription.'],
  clock_live: [400, 'The clock of a live store cannot be moved.'],
  clock_backwards: [400, 'A clock can only be moved forward.'],
  clock_moving: [400, 'Another call is moving this clock. Try again when it is done.', 'transient'],
  transaction_not_found: [404, 'There is no transaction with this transaction_id.'],
  review_not_needed: [
    400,
    'This transaction needs no review. Only one with `needs_review: true` can be settled by hand.',
  ],
  provider_disagrees: [400, 'The payment provider says something else about this transaction.'],
  transaction_disputed: [
    400,
    'The buyer has disputed this payment with the bank, which decides about the money: it cannot be refunded.',
    'transient',
  ],
  nothing_to_refund: [400, 'There is nothing left to refund of this transaction.'],
  refund_unresolved: [
    500,
    'The payment provider has not answered yet. The refund is saved and will be completed: see get-transactions. Repeat the request only with the same Idempotency-Key, or it makes another refund.',
    'transient',
  ],
  license_not_found: [404, 'There is no such license.'],
  license_key_mistyped: [404, 'This license key is mistyped. Check it and try again.'],
  license_expired: [400, 'This license has expired.'],
  license_disabled: [400, 'This license is disabled.'],
  activation_limit_reached: [400, 'This license is in use on as many devices as it allows.'],
  instance_not_found: [404, 'This license was never activated with this instance_id.'],
  note_not_found: [404, 'There is no note with this note_id.'],
  mail_not_found: [404, 'There is no mail with this mail_id.'],
  mail_pending: [400, 'This mail is still waiting to be sent.', 'transient'],
  mail_outdated: [
    400,
    'This mail had a link in it that Kassa has forgotten, or that has expired: it cannot be sent again.',
  ],
  mail_switched_off: [400, 'Such mails are switched off: update-mail-settings.', 'transient'],
  event_not_found: [404, 'There is no event with this event_id.'],
  delivery_not_found: [404, 'There is no delivery with this delivery_id.'],
  webhook_not_found: [404, 'There is no webhook with this webhook_id.'],
  webhook_unavailable: [400, 'Nothing can be sent to this webhook.'],
  secret_not_readable: [
    400,
    'The secret of this webhook cannot be shown again. update-webhook with rotate_secret makes a new one.',
  ],
  webhook_limit: [400, 'A store has at most 20 webhooks. Delete one first.'],
  api_key_not_found: [404, 'There is no API key with this key_id.'],
  api_key_own: [
    400,
    `A key cannot revoke itself. Use another key, the dashboard, or \`${KASSA} keys revoke\`.`,
  ],
  api_key_limit: [400, 'A store has at most 100 API keys that are in force. Revoke one first.'],
  refund_declined: [400, 'The payment provider refused the refund.'],
} as const satisfies Record<string, Declared>;

type Declared =
  | readonly [400 | 403 | 404, string, 'transient'?]
  | readonly [401 | 429 | 500, string, 'transient'];

export type Status = 400 | 401 | 403 | 404 | 429 | 500;
export type ErrorCode = keyof typeof ERRORS;
/** A code for "the payment provider has not answered": one with status 500. */
export type UnansweredCode = {
  [Code in ErrorCode]: (typeof ERRORS)[Code][0] extends 500 ? Code : never;
}[ErrorCode];

/** What is wrong with one parameter. */
export interface Detail {
  param: string;
  code: string;
  message: string;
}

/** An error that the caller caused. Operations throw it; the server answers with it. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: Detail[];

  constructor(code: ErrorCode, details: Detail[] = [], message?: string) {
    // Nobody reads the stack of a refusal, and making one costs more than the rest.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message ?? (details.length > 0 ? sentence(details) : ERRORS[code][1]));
    Error.stackTraceLimit = limit;
    this.code = code;
    this.details = details;
  }

  get status(): Status {
    return ERRORS[this.code][0];
  }

  /** Whether the same request would be refused again. Only then is the refusal kept. */
  get is_final(): boolean {
    const [, , transient]: Declared = ERRORS[this.code];
    return transient === undefined;
  }
}

/** The path exists, but not with this method. The answer lists those that it has, in `Allow`. */
export class WrongMethod extends Refusal {
  readonly allowed: readonly string[];

  constructor(method: string | undefined, allowed: readonly string[]) {
    super('wrong_method', [], `This path answers to ${allowed.join(' and ')}, not to ${method}.`);
    // Whoever may GET may also ask for the headers alone.
    this.allowed = allowed.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
  }
}

/** A payment provider did not answer, so we do not know whether the call had an effect. */
export class ProviderUnanswered extends Error {
  override name = 'ProviderUnanswered';
}

/** It refused for a reason that only the seller can change, and says which: no buyer's matter. */
export class ProviderRefused extends ProviderUnanswered {
  override name = 'ProviderRefused';
}

/** A refusal of what one parameter says. */
export const refuseParameter = (param: string, message: string): Refusal =>
  refuseParameters([{ param, code: 'not_allowed', message }]);

/** A refusal because of parameters. Its code is more specific if all have the same problem. */
export function refuseParameters(details: Detail[]): Refusal {
  const all = (code: string) => details.every((detail) => detail.code === code);
  if (all('unknown_parameter')) return new Refusal('unknown_parameter', details);
  if (all('conflicting_parameter')) return new Refusal('conflicting_parameter', details);
  return new Refusal('invalid_parameters', details);
}

const SENTENCE_DETAILS_MAX = 10;
/** For `?=1` and `{"":1}`: a sentence needs a beginning. */
const NAMELESS = 'A name that is empty';

function sentence(details: Detail[]): string {
  const shown = details.slice(0, SENTENCE_DETAILS_MAX);
  const more = details.length - shown.length;
  const text = shown.map((detail) => `${detail.param || NAMELESS} ${detail.message}`).join('; ');
  return more > 0 ? `${text}; and ${more} more` : text;
}
