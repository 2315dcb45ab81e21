// Made by `npm run sdk` from the operations of Kassa. Do not change it by hand.

/** Why Kassa refuses something. */
export type ErrorCode =
  /** 400: Kassa speaks HTTPS only. Use https:// in the address. */
  | 'https_required'
  /** 400: This is not a well-formed HTTP request. */
  | 'invalid_http'
  /** 400: A header that may appear once was sent twice. */
  | 'duplicate_header'
  /** 400: The headers are larger than 16 KB. */
  | 'headers_too_large'
  /** 400: The body is larger than 256 KB. */
  | 'body_too_large'
  /** 400: The request did not arrive in time. */
  | 'request_timeout'
  /** 400: This path does not accept this method. See /docs for the right one. */
  | 'wrong_method'
  /** 400: Send the body with Content-Type: application/json. */
  | 'unsupported_content_type'
  /** 400: Send the body without Content-Encoding. */
  | 'unsupported_content_encoding'
  /** 400: The body is not a JSON object. */
  | 'invalid_json'
  /** 400: The query string is not valid percent-encoded UTF-8. */
  | 'invalid_query'
  /** 400: Some parameters are missing or wrong. */
  | 'invalid_parameters'
  /** 400: This operation has no such parameter. */
  | 'unknown_parameter'
  /** 400: The query string and the body give different values. */
  | 'conflicting_parameter'
  /** 400: Idempotency-Key must be 1 to 255 visible ASCII characters. */
  | 'idempotency_key_invalid'
  /** 400: This Idempotency-Key was used for another request. */
  | 'idempotency_key_reused'
  /** 401: Send your API key in the x-api-key header, or as Authorization: Bearer. */
  | 'api_key_missing'
  /** 401: This API key is mistyped or unknown. `npm run kassa -- keys create` makes another. */
  | 'api_key_incorrect'
  /** 403: This API key is revoked or expired. */
  | 'api_key_invalid'
  /** 403: The scope of this API key does not allow this operation. */
  | 'api_key_scope'
  /**
   * 403: Pages of this site may not use this API key. Name the site in `allowed_origins` of
   * update-store-settings, or call from a server.
   */
  | 'origin_not_allowed'
  /** 404: There is nothing at this path. See /docs for the operations. */
  | 'unknown_path'
  /** 429: Too many requests. Try again after the time in Retry-After. */
  | 'rate_limited'
  /** 500: Something went wrong on our side. It is logged under this request_id. */
  | 'internal_error'
  /** 404: There is no invoice with this invoice_id or number. */
  | 'invoice_not_found'
  /** 400: A credit note cannot be corrected, only an invoice. */
  | 'invoice_is_credit_note'
  /** 400: This invoice was replaced by a newer one: correct that one. */
  | 'invoice_replaced'
  /** 400: All of this invoice was credited: nothing is left to correct. */
  | 'invoice_refunded'
  /** 400: An invoice can be corrected for 90 days. */
  | 'correction_too_late'
  /**
   * 400: A correction cannot change the country, because the tax could be another. Refund the
   * payment and sell it again.
   */
  | 'correction_country'
  /**
   * 400: A correction cannot change the tax number by which no tax was charged. Refund the payment
   * and sell it again.
   */
  | 'correction_tax_number'
  /** 400: This invoice was corrected too often. */
  | 'correction_limit'
  /** 404: There is no such member or invitation in this store. */
  | 'member_not_found'
  /** 400: This address is a member of this store already. */
  | 'member_exists'
  /** 400: A store has at most 100 members and invitations. */
  | 'member_limit'
  /** 400: There are 100 stores, and no key makes more: an owner or a command does. */
  | 'store_limit'
  /** 400: More than 10,000 products, links, codes and tax rates are not copied. */
  | 'store_too_large'
  /** 403: Only an owner who is signed in to the dashboard may do this. */
  | 'owners_only'
  /** 400: This is the only owner: make another one first. */
  | 'last_owner'
  /** 404: There is no product with this product_id. */
  | 'product_not_found'
  /** 400: There is already a customer with this customer_id. */
  | 'customer_exists'
  /** 404: There is no such customer. */
  | 'customer_not_found'
  /** 400: There is already a discount code with this code. */
  | 'code_taken'
  /** 404: There is no such discount code. */
  | 'discount_code_not_found'
  /** 404: There is no tax rate with this tax_rate_id. */
  | 'tax_rate_not_found'
  /** 400: A store has at most 1,000 tax rates. Delete one first. */
  | 'tax_rate_limit'
  /** 400: This product does not exist or is not on sale. */
  | 'product_unavailable'
  /** 400: There is no such coupon. */
  | 'coupon_not_found'
  /** 400: This coupon is no longer valid. */
  | 'coupon_expired'
  /** 400: This coupon is not valid yet. */
  | 'coupon_not_started'
  /** 400: This coupon has been used up. */
  | 'coupon_exhausted'
  /** 400: This coupon is not for this product. */
  | 'coupon_not_applicable'
  /** 400: The subscription has another coupon, which still counts. */
  | 'coupon_in_use'
  /** 400: This amount is too large. */
  | 'amount_too_large'
  /** 400: This amount is smaller than the payment provider charges. */
  | 'amount_too_small'
  /** 400: The payment provider cannot charge exactly this amount. */
  | 'amount_not_chargeable'
  /**
   * 400: This store cannot take payments yet: connect a payment provider to it, or use a test
   * store.
   */
  | 'gateway_missing'
  /** 400: Invoices of this live store would not say who sells. */
  | 'store_not_ready'
  /** 404: No payment provider is connected to this store. */
  | 'provider_not_found'
  /**
   * 400: The account that took this payment is not connected any more. Connect it again, or refund
   * the payment in the dashboard of the provider.
   */
  | 'provider_disconnected'
  /** 400: This key is not of the mode of this store. */
  | 'provider_mode'
  /**
   * 400: The provider refuses this key: it is mistyped, expired or deleted. Make another in its
   * dashboard.
   */
  | 'provider_key'
  /**
   * 400: This key may not do everything that Kassa has to do. The page about the provider has the
   * list.
   */
  | 'provider_permissions'
  /**
   * 400: Payments or refunds of the connected account are still pending. Try again when they have
   * ended.
   */
  | 'provider_busy'
  /** 500: The payment provider does not answer. Nothing was changed. Try again later. */
  | 'provider_unanswered'
  /** 404: There is no checkout session with this checkout_session_id. */
  | 'checkout_not_found'
  /** 400: This checkout session has expired. Create another. */
  | 'checkout_expired'
  /** 404: There is no payment link with this payment_link_id. */
  | 'payment_link_not_found'
  /** 400: This payment link is sold out, has expired or was switched off. */
  | 'payment_link_closed'
  /** 400: There is already a payment link with this slug. */
  | 'slug_taken'
  /** 400: This checkout session is already paid. */
  | 'checkout_completed'
  /**
   * 400: A payment of this checkout session is in progress, or waits for the buyer to confirm it.
   * Try again later.
   */
  | 'checkout_processing'
  /** 400: The payment was declined. */
  | 'payment_declined'
  /** 400: The price of this checkout session has changed. Get the session again. */
  | 'price_changed'
  /** 400: Too many payments of this session were declined. Create another. */
  | 'payment_attempts'
  /** 500: The payment provider has not answered yet. Try again later: nothing is charged twice. */
  | 'payment_unresolved'
  /**
   * 400: A payment of this subscription is under way at the payment provider, which can take days:
   * get-transactions shows it as pending. What it pays for happens once it is paid; anything else
   * has to wait until then.
   */
  | 'payment_pending'
  /** 400: This customer has already had a trial of this plan. The session now costs the full price. */
  | 'trial_used'
  /** 404: There is no subscription with this subscription_id. */
  | 'subscription_not_found'
  /** 400: A customer can pause once in a paid period, and has done so. */
  | 'pause_used'
  /** 400: The status of the subscription does not allow this. */
  | 'subscription_status'
  /** 400: This plan cannot be used for this subscription. */
  | 'plan_invalid'
  /** 400: This plan is not higher than the current one. Use update-subscription. */
  | 'plan_not_higher'
  /** 400: The clock of a live store cannot be moved. */
  | 'clock_live'
  /** 400: A clock can only be moved forward. */
  | 'clock_backwards'
  /** 400: Another call is moving this clock. Try again when it is done. */
  | 'clock_moving'
  /** 404: There is no transaction with this transaction_id. */
  | 'transaction_not_found'
  /**
   * 400: This transaction needs no review. Only one with `needs_review: true` can be settled by
   * hand.
   */
  | 'review_not_needed'
  /** 400: The payment provider says something else about this transaction. */
  | 'provider_disagrees'
  /**
   * 400: The buyer has disputed this payment with the bank, which decides about the money: it
   * cannot be refunded.
   */
  | 'transaction_disputed'
  /** 400: There is nothing left to refund of this transaction. */
  | 'nothing_to_refund'
  /**
   * 500: The payment provider has not answered yet. The refund is saved and will be completed: see
   * get-transactions. Repeat the request only with the same Idempotency-Key, or it makes another
   * refund.
   */
  | 'refund_unresolved'
  /** 404: There is no such license. */
  | 'license_not_found'
  /** 404: This license key is mistyped. Check it and try again. */
  | 'license_key_mistyped'
  /** 400: This license has expired. */
  | 'license_expired'
  /** 400: This license is disabled. */
  | 'license_disabled'
  /** 400: This license is in use on as many devices as it allows. */
  | 'activation_limit_reached'
  /** 404: This license was never activated with this instance_id. */
  | 'instance_not_found'
  /** 404: There is no note with this note_id. */
  | 'note_not_found'
  /** 404: There is no mail with this mail_id. */
  | 'mail_not_found'
  /** 400: This mail is still waiting to be sent. */
  | 'mail_pending'
  /**
   * 400: This mail had a link in it that Kassa has forgotten, or that has expired: it cannot be
   * sent again.
   */
  | 'mail_outdated'
  /** 400: Such mails are switched off: update-mail-settings. */
  | 'mail_switched_off'
  /** 404: There is no event with this event_id. */
  | 'event_not_found'
  /** 404: There is no delivery with this delivery_id. */
  | 'delivery_not_found'
  /** 404: There is no webhook with this webhook_id. */
  | 'webhook_not_found'
  /** 400: Nothing can be sent to this webhook. */
  | 'webhook_unavailable'
  /**
   * 400: The secret of this webhook cannot be shown again. update-webhook with rotate_secret makes
   * a new one.
   */
  | 'secret_not_readable'
  /** 400: A store has at most 20 webhooks. Delete one first. */
  | 'webhook_limit'
  /** 404: There is no API key with this key_id. */
  | 'api_key_not_found'
  /**
   * 400: A key cannot revoke itself. Use another key, the dashboard, or `npm run kassa -- keys
   * revoke`.
   */
  | 'api_key_own'
  /** 400: A store has at most 100 API keys that are in force. Revoke one first. */
  | 'api_key_limit'
  /** 400: The payment provider refused the refund. */
  | 'refund_declined';

/** The errors of each operation, besides those that any request may have. */
export interface OperationErrors {
  getProduct: 'product_not_found';
  updateProduct: 'product_not_found';
  archiveProduct: 'product_not_found';
  createCustomer: 'customer_exists';
  updateCustomer: 'customer_not_found';
  getCustomer: 'customer_not_found';
  adjustCustomerBalance: 'customer_not_found' | 'amount_too_large';
  getPaymentMethod: 'customer_not_found';
  revokePortalLinks: 'customer_not_found';
  createDiscountCode: 'code_taken';
  getDiscountCode: 'discount_code_not_found';
  deleteDiscountCode: 'discount_code_not_found';
  createCheckout: 'product_unavailable' | 'coupon_not_found' | 'coupon_expired' | 'coupon_not_started' | 'coupon_exhausted' | 'coupon_not_applicable' | 'amount_too_large' | 'amount_too_small' | 'amount_not_chargeable' | 'gateway_missing' | 'store_not_ready';
  getCheckout: 'checkout_not_found';
  completeCheckout: 'checkout_not_found' | 'checkout_expired' | 'payment_attempts' | 'price_changed' | 'trial_used' | 'coupon_not_found' | 'coupon_exhausted' | 'payment_link_closed' | 'amount_too_large' | 'checkout_processing' | 'payment_declined' | 'payment_unresolved' | 'gateway_missing';
  expireCheckout: 'checkout_not_found' | 'checkout_completed' | 'checkout_processing' | 'payment_unresolved';
  createPaymentLink: 'slug_taken' | 'product_unavailable' | 'coupon_not_found' | 'coupon_expired' | 'coupon_not_started' | 'coupon_exhausted' | 'coupon_not_applicable' | 'amount_too_large' | 'amount_too_small' | 'amount_not_chargeable' | 'gateway_missing';
  getPaymentLink: 'payment_link_not_found';
  updatePaymentLink: 'payment_link_not_found' | 'slug_taken' | 'product_unavailable' | 'coupon_not_found' | 'coupon_expired' | 'coupon_not_started' | 'coupon_exhausted' | 'coupon_not_applicable' | 'amount_too_large' | 'amount_too_small' | 'amount_not_chargeable' | 'gateway_missing';
  deletePaymentLink: 'payment_link_not_found';
  refundTransaction: 'transaction_not_found' | 'transaction_disputed' | 'nothing_to_refund' | 'amount_too_large' | 'provider_disconnected' | 'refund_declined' | 'refund_unresolved';
  resolveTransaction: 'transaction_not_found' | 'review_not_needed' | 'provider_disagrees';
  dismissFraudWarning: 'transaction_not_found';
  getInvoice: 'invoice_not_found';
  correctInvoice: 'invoice_not_found' | 'invoice_is_credit_note' | 'invoice_replaced' | 'invoice_refunded' | 'correction_too_late' | 'correction_country' | 'correction_tax_number' | 'correction_limit';
  validateLicense: 'license_not_found' | 'license_key_mistyped';
  activateLicense: 'license_not_found' | 'license_key_mistyped' | 'activation_limit_reached' | 'license_expired' | 'license_disabled';
  deactivateLicense: 'license_not_found' | 'license_key_mistyped' | 'instance_not_found';
  releaseInstance: 'license_not_found' | 'instance_not_found';
  getLicense: 'license_not_found';
  disableLicense: 'license_not_found';
  enableLicense: 'license_not_found';
  reissueLicense: 'license_not_found';
  updateLicense: 'license_not_found' | 'license_disabled';
  getSubscription: 'subscription_not_found';
  updateSubscription: 'subscription_not_found' | 'plan_invalid' | 'subscription_status' | 'payment_declined' | 'payment_pending' | 'payment_unresolved';
  upgradeSubscription: 'subscription_not_found' | 'plan_invalid' | 'subscription_status' | 'plan_not_higher' | 'payment_declined' | 'payment_pending' | 'payment_unresolved';
  cancelSubscription: 'subscription_not_found';
  applyCoupon: 'subscription_not_found' | 'subscription_status' | 'coupon_in_use' | 'coupon_not_found' | 'coupon_expired' | 'coupon_not_started' | 'coupon_exhausted' | 'coupon_not_applicable' | 'payment_pending' | 'payment_unresolved';
  extendTrial: 'subscription_not_found' | 'subscription_status' | 'payment_pending' | 'payment_unresolved';
  previewSubscriptionChange: 'subscription_not_found' | 'plan_invalid' | 'subscription_status';
  previewSubscriptionCancel: 'subscription_not_found';
  pauseSubscription: 'subscription_not_found' | 'subscription_status' | 'pause_used' | 'payment_pending';
  resumeSubscription: 'subscription_not_found' | 'subscription_status' | 'payment_declined' | 'payment_pending' | 'payment_unresolved';
  retryPayment: 'subscription_not_found' | 'subscription_status' | 'payment_declined' | 'payment_pending' | 'payment_unresolved';
  updatePaymentMethod: 'customer_not_found' | 'payment_declined' | 'payment_unresolved' | 'gateway_missing';
  createCardUpdate: 'customer_not_found' | 'gateway_missing';
  getEvent: 'event_not_found';
  createWebhook: 'webhook_limit';
  updateWebhook: 'webhook_not_found';
  getWebhookSecret: 'webhook_not_found' | 'secret_not_readable';
  deleteWebhook: 'webhook_not_found';
  getWebhookDelivery: 'delivery_not_found';
  replayEvent: 'event_not_found' | 'webhook_unavailable';
  replayFailedDeliveries: 'webhook_not_found' | 'webhook_unavailable';
  createTaxRate: 'tax_rate_limit';
  deleteTaxRate: 'tax_rate_not_found';
  getMail: 'mail_not_found';
  resendMail: 'mail_not_found' | 'mail_pending' | 'mail_outdated' | 'mail_switched_off';
  createNote: 'customer_not_found' | 'transaction_not_found';
  deleteNote: 'note_not_found';
  createStore: 'owners_only' | 'store_limit';
  copyStore: 'owners_only' | 'store_limit' | 'store_too_large';
  updateStoreSettings: 'coupon_not_found';
  createApiKey: 'api_key_limit';
  revokeApiKey: 'api_key_not_found' | 'api_key_own';
  connectProvider: 'provider_mode' | 'provider_key' | 'provider_permissions' | 'provider_busy' | 'provider_unanswered';
  disconnectProvider: 'provider_not_found' | 'provider_busy';
  listAuditEntries: 'owners_only';
  inviteMember: 'member_exists' | 'member_limit' | 'owners_only';
  updateMember: 'member_not_found' | 'owners_only' | 'last_owner';
  removeMember: 'member_not_found' | 'owners_only' | 'last_owner';
  advanceClock: 'clock_live' | 'clock_backwards' | 'clock_moving';
}
