// Made by `npm run sdk` from the operations of Kassa. Do not change it by hand.

import type { CallOptions } from '../send.ts';
import type {
  ActivateLicenseInput,
  AdjustCustomerBalanceInput,
  AdvanceClockInput,
  ApplyCouponInput,
  ArchiveProductInput,
  CancelSubscriptionInput,
  CompleteCheckoutInput,
  ConnectProviderInput,
  CopyStoreInput,
  CorrectInvoiceInput,
  CountRecordsInput,
  CreateApiKeyInput,
  CreateCardUpdateInput,
  CreateCheckoutInput,
  CreateCustomerBillingInput,
  CreateCustomerInput,
  CreateDiscountCodeInput,
  CreateNoteInput,
  CreatePaymentLinkInput,
  CreateProductInput,
  CreateStoreInput,
  CreateTaxRateInput,
  CreateWebhookInput,
  DeactivateLicenseInput,
  DeleteDiscountCodeInput,
  DeleteNoteInput,
  DeletePaymentLinkInput,
  DeleteTaxRateInput,
  DeleteWebhookInput,
  DisableLicenseInput,
  DisconnectProviderInput,
  DismissFraudWarningInput,
  EnableLicenseInput,
  ExpireCheckoutInput,
  ExtendTrialInput,
  FindPageInput,
  GetCheckoutInput,
  GetCohortsInput,
  GetCustomerInput,
  GetDiscountCodeInput,
  GetEventInput,
  GetInvoiceInput,
  GetLicenseInput,
  GetMailInput,
  GetMetricsInput,
  GetPaymentLinkInput,
  GetPaymentMethodInput,
  GetProductInput,
  GetProviderInput,
  GetSubscriptionInput,
  GetTaxReportInput,
  GetTransactionsInput,
  GetWebhookDeliveryInput,
  GetWebhookSecretInput,
  InviteMemberInput,
  ListApiKeysInput,
  ListAuditEntriesInput,
  ListBestCustomersInput,
  ListCustomerActivityInput,
  ListCustomersInput,
  ListDiscountCodesInput,
  ListEventsInput,
  ListInvoicesInput,
  ListLicensesInput,
  ListMailsInput,
  ListMembersInput,
  ListNotesInput,
  ListPaymentLinksInput,
  ListSubscriptionsInput,
  ListTaxRatesInput,
  ListWebhookDeliveriesInput,
  ListWebhooksInput,
  PauseSubscriptionInput,
  PreviewMailInput,
  PreviewStoreCopyInput,
  PreviewSubscriptionCancelInput,
  PreviewSubscriptionChangeInput,
  RefundTransactionInput,
  ReissueLicenseInput,
  ReleaseInstanceInput,
  RemoveMemberInput,
  ReplayEventInput,
  ReplayFailedDeliveriesInput,
  ResendMailInput,
  ResolveTransactionInput,
  ResumeSubscriptionInput,
  RetryPaymentInput,
  RevokeApiKeyInput,
  RevokePortalLinksInput,
  SearchProductsInput,
  SearchStoreInput,
  SendTestMailInput,
  UpdateCustomerInput,
  UpdateInvoiceSettingsInput,
  UpdateLicenseInput,
  UpdateMailSettingsInput,
  UpdateMemberInput,
  UpdatePaymentLinkInput,
  UpdatePaymentMethodInput,
  UpdateProductInput,
  UpdateStoreInput,
  UpdateStoreSettingsInput,
  UpdateSubscriptionInput,
  UpdateTaxSettingsInput,
  UpdateWebhookInput,
  UpgradeSubscriptionInput,
  ValidateLicenseInput,
} from './inputs.ts';
import type {
  ActivateLicenseAnswer,
  ActivityList,
  ApiKey,
  ApiKeyList,
  ApiKeyWithSecret,
  Attention,
  AuditEntryList,
  Backups,
  CardUpdate,
  CheckoutSession,
  Clock,
  ClockAdvanced,
  Cohorts,
  Customer,
  CustomerBillingWithPortal,
  CustomerList,
  CustomerSalesList,
  DeactivateLicenseAnswer,
  DeliveryWithBody,
  DiscountCode,
  DiscountCodeList,
  Event,
  EventList,
  FailedReplay,
  InvitedMember,
  Invoice,
  InvoiceList,
  InvoiceSettings,
  License,
  LicenseList,
  LicenseWithHistory,
  Mail,
  MailList,
  MailPreview,
  MailSettings,
  MailWithText,
  Member,
  MemberList,
  Metrics,
  NewStore,
  Note,
  NoteList,
  Page,
  PaymentLink,
  PaymentLinkList,
  PaymentMethod,
  Product,
  ProductList,
  Provider,
  Readiness,
  RecordCounts,
  Replay,
  RevokePortalLinksAnswer,
  SavedPaymentMethod,
  SearchResult,
  Store,
  StoreCopy,
  StoreCopyPreview,
  StoreSettings,
  Subscription,
  SubscriptionCancelPreview,
  SubscriptionChangePreview,
  SubscriptionList,
  TaxRate,
  TaxRateList,
  TaxReport,
  TaxSettings,
  Transaction,
  TransactionList,
  ValidateLicenseAnswer,
  Webhook,
  WebhookDeliveryList,
  WebhookList,
  WebhookSecret,
  WebhookWithSecret,
} from './records.ts';

/** `await` it for the first page, or walk through the records of all pages with `for await`. */
export type Pages<List extends { data: unknown[] }> = Promise<List> &
  AsyncIterable<List['data'][number]>;

/** A method for every operation. */
export interface Operations {
  /**
   * Create a product or plan.
   * A plan is a product with `billing_type: recurring`; its `plan_id` is the `product_id`.
   */
  createProduct(input: CreateProductInput, options?: CallOptions): Promise<Product>;

  /**
   * Get a product
   * @throws `product_not_found`: There is no product with this product_id.
   */
  getProduct(input: GetProductInput, options?: CallOptions): Promise<Product>;

  /**
   * List or search products.
   * Without `query`: newest first. With it: products with all the words; those with all of them in
   * the name come first, newest first among equals. The last word may be unfinished. Filters may be
   * combined; where they have little in common, a page may be short, even empty, while `has_more`
   * is true: go on with `next_cursor`.
   */
  searchProducts(input?: SearchProductsInput, options?: CallOptions): Pages<ProductList>;

  /**
   * Change a product.
   * Fields that are not sent stay as they are; `metadata` and `license` are replaced whole. Nothing
   * new is 200, unchanged. A new price never touches existing subscriptions or open checkouts.
   * @throws `product_not_found`: There is no product with this product_id.
   */
  updateProduct(input: UpdateProductInput, options?: CallOptions): Promise<Product>;

  /**
   * Take a product off sale.
   * Archived products cannot be bought. Archiving one again changes nothing.
   * @throws `product_not_found`: There is no product with this product_id.
   */
  archiveProduct(input: ArchiveProductInput, options?: CallOptions): Promise<Product>;

  /**
   * Create a customer.
   * Under your own identifier, or under a generated one when `customer_id` is left out.
   * @throws `customer_exists`: There is already a customer with this customer_id.
   */
  createCustomer(input?: CreateCustomerInput, options?: CallOptions): Promise<Customer>;

  /**
   * Change a customer.
   * Fields that are not sent stay as they are, null clears one; `metadata` is replaced whole.
   * @throws `customer_not_found`: There is no such customer.
   */
  updateCustomer(input: UpdateCustomerInput, options?: CallOptions): Promise<Customer>;

  /**
   * Get a customer with billing details.
   * By `customer_id`, or by `email`: then the newest customer with that address. Those who have
   * typed it themselves, at the checkout or in the portal, come after all others: it may not be
   * theirs.
   * @throws `customer_not_found`: There is no such customer.
   */
  getCustomer(input: GetCustomerInput, options?: CallOptions): Promise<Customer>;

  /**
   * List or search customers.
   * Newest first. `query` looks for words in name, e-mail address and customer_id, and is answered
   * with the best hits first, whatever the `order`.
   */
  listCustomers(input?: ListCustomersInput, options?: CallOptions): Pages<CustomerList>;

  /**
   * Set billing details and get a portal link.
   * Creates the customer if `customer_id` is new. Called again, it replaces the details; without
   * any details, the old ones stay and you get another link. `portal_url` opens the customer portal
   * for one hour, without a key. `tax_id` is checked, and in a store with tax registrations VIES is
   * asked about numbers of EU states: `tax_id_check` says what was found. A mistyped one is kept,
   * but makes nobody a business.
   */
  createCustomerBilling(input: CreateCustomerBillingInput, options?: CallOptions): Promise<CustomerBillingWithPortal>;

  /**
   * Give a customer credit, or take from the customer's balance.
   * A balance above 0 is used by the next payments in that currency; below 0 it is owed, and
   * collected with the next payment. Send an Idempotency-Key: two calls adjust twice.
   * @throws `customer_not_found`: There is no such customer.
   * @throws `amount_too_large`: This amount is too large.
   */
  adjustCustomerBalance(input: AdjustCustomerBalanceInput, options?: CallOptions): Promise<Customer>;

  /**
   * Get a customer's saved card.
   * The card that pays for their subscriptions, as far as the payment provider describes it.
   * @throws `customer_not_found`: There is no such customer.
   */
  getPaymentMethod(input: GetPaymentMethodInput, options?: CallOptions): Promise<SavedPaymentMethod>;

  /**
   * Make the portal links of a customer useless at once.
   * For a link that got into the wrong hands: every `portal_url` of this customer stops working.
   * `create-customer-billing` makes another.
   * @throws `customer_not_found`: There is no such customer.
   */
  revokePortalLinks(input: RevokePortalLinksInput, options?: CallOptions): Promise<RevokePortalLinksAnswer>;

  /**
   * List everything that happened to a customer.
   * One list, newest first: the events of the customer and of all that is theirs (payments,
   * refunds, subscriptions, licenses and devices), invoices, mails, and what was put on the balance
   * by hand. With `record_id`, a page may be short, even empty, while `has_more` is true: go on
   * with `next_cursor`.
   */
  listCustomerActivity(input: ListCustomerActivityInput, options?: CallOptions): Pages<ActivityList>;

  /**
   * Create a discount code.
   * A plain date in `valid_from` or `valid_until` means the whole day in UTC.
   * @throws `code_taken`: There is already a discount code with this code.
   */
  createDiscountCode(input: CreateDiscountCodeInput, options?: CallOptions): Promise<DiscountCode>;

  /**
   * Get a discount code.
   * By `code`, or by `discount_id`, which also finds a deleted one.
   * @throws `discount_code_not_found`: There is no such discount code.
   */
  getDiscountCode(input: GetDiscountCodeInput, options?: CallOptions): Promise<DiscountCode>;

  /**
   * Delete a discount code.
   * Subscriptions and open checkouts that use it keep it. The same code can then be created again.
   * @throws `discount_code_not_found`: There is no such discount code.
   */
  deleteDiscountCode(input: DeleteDiscountCodeInput, options?: CallOptions): Promise<DiscountCode>;

  /**
   * List discount codes.
   * Newest first. Without `status`: all but the deleted ones. Among thousands of codes, a page may
   * be short, even empty, while `has_more` is true: go on with `next_cursor`.
   */
  listDiscountCodes(input?: ListDiscountCodesInput, options?: CallOptions): Pages<DiscountCodeList>;

  /**
   * Create a checkout session.
   * Send the buyer to `checkout_url`. Price and discount are fixed now; a coupon is claimed when
   * the buyer pays. Where taxes are charged, the total follows the country of the customer; if that
   * is not known, the payment page asks for it. Makes the customer when `customer_id` is new.
   * Without `customer_id`, the customer is found or made by the e-mail address with which it is
   * paid; nothing that is known about that customer is shown or used.
   * @throws `product_unavailable`: This product does not exist or is not on sale.
   * @throws `coupon_not_found`: There is no such coupon.
   * @throws `coupon_expired`: This coupon is no longer valid.
   * @throws `coupon_not_started`: This coupon is not valid yet.
   * @throws `coupon_exhausted`: This coupon has been used up.
   * @throws `coupon_not_applicable`: This coupon is not for this product.
   * @throws `amount_too_large`: This amount is too large.
   * @throws `amount_too_small`: This amount is smaller than the payment provider charges.
   * @throws `amount_not_chargeable`: The payment provider cannot charge exactly this amount.
   * @throws `gateway_missing`: This store cannot take payments yet: connect a payment provider to it, or use a test store.
   * @throws `store_not_ready`: Invoices of this live store would not say who sells.
   */
  createCheckout(input: CreateCheckoutInput, options?: CallOptions): Promise<CheckoutSession>;

  /**
   * Get a checkout session
   * @throws `checkout_not_found`: There is no checkout session with this checkout_session_id.
   */
  getCheckout(input: GetCheckoutInput, options?: CallOptions): Promise<CheckoutSession>;

  /**
   * Pay a checkout session with a test card.
   * The same path as the hosted page, for scripts and CI; test stores with the built-in gateway
   * only. Completing a completed session is 200, unchanged, and charges nothing. Nothing to pay
   * needs no card.
   * @throws `checkout_not_found`: There is no checkout session with this checkout_session_id.
   * @throws `checkout_expired`: This checkout session has expired. Create another.
   * @throws `payment_attempts`: Too many payments of this session were declined. Create another.
   * @throws `price_changed`: The price of this checkout session has changed. Get the session again.
   * @throws `trial_used`: This customer has already had a trial of this plan. The session now costs the full price.
   * @throws `coupon_not_found`: There is no such coupon.
   * @throws `coupon_exhausted`: This coupon has been used up.
   * @throws `payment_link_closed`: This payment link is sold out, has expired or was switched off.
   * @throws `amount_too_large`: This amount is too large.
   * @throws `checkout_processing`: A payment of this checkout session is in progress, or waits for the buyer to confirm it. Try again later.
   * @throws `payment_declined`: The payment was declined.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   * @throws `gateway_missing`: This store cannot take payments yet: connect a payment provider to it, or use a test store.
   */
  completeCheckout(input: CompleteCheckoutInput, options?: CallOptions): Promise<CheckoutSession>;

  /**
   * Expire a checkout session.
   * It can no longer be paid. Expiring an expired one is 200, unchanged. While the buyer is on the
   * payment provider's own page, that is ended first; if they have paid by then, the session is
   * completed.
   * @throws `checkout_not_found`: There is no checkout session with this checkout_session_id.
   * @throws `checkout_completed`: This checkout session is already paid.
   * @throws `checkout_processing`: A payment of this checkout session is in progress, or waits for the buyer to confirm it. Try again later.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   */
  expireCheckout(input: ExpireCheckoutInput, options?: CallOptions): Promise<CheckoutSession>;

  /**
   * Create a payment link.
   * An address at which anybody can buy a product, without a server of yours: put `url` on a page
   * or in a mail. Opening it stores nothing; a checkout session is made when the buyer sends the
   * form. The price is that of the product at that time.
   * @throws `slug_taken`: There is already a payment link with this slug.
   * @throws `product_unavailable`: This product does not exist or is not on sale.
   * @throws `coupon_not_found`: There is no such coupon.
   * @throws `coupon_expired`: This coupon is no longer valid.
   * @throws `coupon_not_started`: This coupon is not valid yet.
   * @throws `coupon_exhausted`: This coupon has been used up.
   * @throws `coupon_not_applicable`: This coupon is not for this product.
   * @throws `amount_too_large`: This amount is too large.
   * @throws `amount_too_small`: This amount is smaller than the payment provider charges.
   * @throws `amount_not_chargeable`: The payment provider cannot charge exactly this amount.
   * @throws `gateway_missing`: This store cannot take payments yet: connect a payment provider to it, or use a test store.
   */
  createPaymentLink(input: CreatePaymentLinkInput, options?: CallOptions): Promise<PaymentLink>;

  /**
   * Get a payment link
   * @throws `payment_link_not_found`: There is no payment link with this payment_link_id.
   */
  getPaymentLink(input: GetPaymentLinkInput, options?: CallOptions): Promise<PaymentLink>;

  /**
   * List payment links.
   * Newest first; those that were deleted only with `status: deleted`. A page may be short, even
   * empty, while `has_more` is true: go on with `next_cursor`.
   */
  listPaymentLinks(input?: ListPaymentLinksInput, options?: CallOptions): Pages<PaymentLinkList>;

  /**
   * Change a payment link.
   * Fields that are not sent stay as they are; null clears one. `active: false` switches it off:
   * nobody begins to pay by it any more, also with a session that it has made. Sessions that were
   * made before keep their quantity, coupon and custom fields. With another `slug` the link moves,
   * and its old address leads to the new one.
   * @throws `payment_link_not_found`: There is no payment link with this payment_link_id.
   * @throws `slug_taken`: There is already a payment link with this slug.
   * @throws `product_unavailable`: This product does not exist or is not on sale.
   * @throws `coupon_not_found`: There is no such coupon.
   * @throws `coupon_expired`: This coupon is no longer valid.
   * @throws `coupon_not_started`: This coupon is not valid yet.
   * @throws `coupon_exhausted`: This coupon has been used up.
   * @throws `coupon_not_applicable`: This coupon is not for this product.
   * @throws `amount_too_large`: This amount is too large.
   * @throws `amount_too_small`: This amount is smaller than the payment provider charges.
   * @throws `amount_not_chargeable`: The payment provider cannot charge exactly this amount.
   * @throws `gateway_missing`: This store cannot take payments yet: connect a payment provider to it, or use a test store.
   */
  updatePaymentLink(input: UpdatePaymentLinkInput, options?: CallOptions): Promise<PaymentLink>;

  /**
   * Delete a payment link.
   * Its addresses say that the offer has ended, and its slugs can be used again. Sessions that it
   * has made can still be paid, and what was bought by it keeps its identifier. This cannot be
   * undone; `update-payment-link` with `active: false` can.
   * @throws `payment_link_not_found`: There is no payment link with this payment_link_id.
   */
  deletePaymentLink(input: DeletePaymentLinkInput, options?: CallOptions): Promise<PaymentLink>;

  /**
   * List transactions.
   * Newest first, refunds and declined payments included. Filters may be combined. `created_from`
   * and `created_to` include their own instant; a plain date means the whole day in UTC. A `cursor`
   * belongs to its order. By amount, or with several filters that have little in common, a page may
   * be short, even empty, while `has_more` is true: go on with `next_cursor`.
   */
  getTransactions(input?: GetTransactionsInput, options?: CallOptions): Pages<TransactionList>;

  /**
   * Refund a transaction, whole or in part.
   * Answers the refund, a transaction of type `refund`. Without `amount`: all that is left. All
   * refunds of a transaction together never exceed what was paid. Credit that a change made of the
   * same money is taken back (`balance_change`). A provider may need days: then it is `pending`,
   * and `transaction.refunded` or `transaction.declined` says how it ended. One that was paid can
   * still fail: `transaction.refund_failed`. What is disputed cannot be refunded.
   * @throws `transaction_not_found`: There is no transaction with this transaction_id.
   * @throws `transaction_disputed`: The buyer has disputed this payment with the bank, which decides about the money: it cannot be refunded.
   * @throws `nothing_to_refund`: There is nothing left to refund of this transaction.
   * @throws `amount_too_large`: This amount is too large.
   * @throws `provider_disconnected`: The account that took this payment is not connected any more. Connect it again, or refund the payment in the dashboard of the provider.
   * @throws `refund_declined`: The payment provider refused the refund.
   * @throws `refund_unresolved`: The payment provider has not answered yet. The refund is saved and will be completed: see get-transactions. Repeat the request only with the same Idempotency-Key, or it makes another refund.
   */
  refundTransaction(input: RefundTransactionInput, options?: CallOptions): Promise<Transaction>;

  /**
   * Settle a transaction that needs review.
   * For a pending transaction with `needs_review`, whose outcome its provider does not know: look
   * it up there, and say here what you found. Everything follows as if the provider had answered.
   * `paid` needs the name of the payment or refund at the provider, which is compared with it where
   * it can be reached. `not_paid`: a session can be paid again, a renewal is charged anew.
   * @throws `transaction_not_found`: There is no transaction with this transaction_id.
   * @throws `review_not_needed`: This transaction needs no review. Only one with `needs_review: true` can be settled by hand.
   * @throws `provider_disagrees`: The payment provider says something else about this transaction.
   */
  resolveTransaction(input: ResolveTransactionInput, options?: CallOptions): Promise<Transaction>;

  /**
   * Keep a payment although a bank warns of fraud.
   * Takes it out of `get-attention`: nothing is refunded. To refund it instead, call
   * `refund-transaction`. Doing it again, or for a payment without a warning, is 200, unchanged.
   * @throws `transaction_not_found`: There is no transaction with this transaction_id.
   */
  dismissFraudWarning(input: DismissFraudWarningInput, options?: CallOptions): Promise<Transaction>;

  /**
   * Get an invoice or credit note.
   * By `invoice_id`, or by `number`.
   * @throws `invoice_not_found`: There is no invoice with this invoice_id or number.
   */
  getInvoice(input: GetInvoiceInput, options?: CallOptions): Promise<Invoice>;

  /**
   * List invoices and credit notes.
   * Newest first, which is also the order of their numbers. Filters may be combined. With a payment
   * as `transaction_id` also the credit notes of its refunds; with a refund its own alone. With
   * `customer_id` and another filter, a page may be short, even empty, while `has_more` is true: go
   * on with `next_cursor`.
   */
  listInvoices(input?: ListInvoicesInput, options?: CallOptions): Pages<InvoiceList>;

  /**
   * Issue an invoice anew with other details of the buyer.
   * A credit note over the invoice, less what was refunded of its payment, and a new invoice, in
   * one act; the answer is the new one. What is sent replaces what the invoice says, and null
   * clears it. If nothing is sent, the customer's details of today are taken. Amounts and taxes
   * stay as they were paid. Asking again for what was done is answered with the same invoice.
   * @throws `invoice_not_found`: There is no invoice with this invoice_id or number.
   * @throws `invoice_is_credit_note`: A credit note cannot be corrected, only an invoice.
   * @throws `invoice_replaced`: This invoice was replaced by a newer one: correct that one.
   * @throws `invoice_refunded`: All of this invoice was credited: nothing is left to correct.
   * @throws `correction_too_late`: An invoice can be corrected for 90 days.
   * @throws `correction_country`: A correction cannot change the country, because the tax could be another. Refund the payment and sell it again.
   * @throws `correction_tax_number`: A correction cannot change the tax number by which no tax was charged. Refund the payment and sell it again.
   * @throws `correction_limit`: This invoice was corrected too often.
   */
  correctInvoice(input: CorrectInvoiceInput, options?: CallOptions): Promise<Invoice>;

  /** Get how invoices are numbered and written */
  getInvoiceSettings(input?: Record<string, never>, options?: CallOptions): Promise<InvoiceSettings>;

  /**
   * Change how invoices are numbered and written.
   * Settings that are not sent stay. What was issued does not change. Numbers go forward only,
   * under another prefix too, so that none comes twice.
   */
  updateInvoiceSettings(input?: UpdateInvoiceSettingsInput, options?: CallOptions): Promise<InvoiceSettings>;

  /**
   * Ask whether a license may be used.
   * "No" is an answer: `valid` is false and `code` says why. With `license_key` alone: whether the
   * key is good, activated or not. Name the instance to learn whether this machine may use it;
   * `over_limit`: more machines were activated than the limit allows by now, and this is one of the
   * newest. `certificate: true` asks for a fresh certificate of that instance.
   * @throws `license_not_found`: There is no such license.
   * @throws `license_key_mistyped`: This license key is mistyped. Check it and try again.
   */
  validateLicense(input: ValidateLicenseInput, options?: CallOptions): Promise<ValidateLicenseAnswer>;

  /**
   * Use a license on a machine.
   * Takes one seat of the license. The same `fingerprint` again is the same instance and takes no
   * second seat. If the limit has become smaller, an instance that no longer has a seat is refused.
   * `certificate` is a JWS (EdDSA) for use without a network: see /.well-known/jwks.json.
   * @throws `license_not_found`: There is no such license.
   * @throws `license_key_mistyped`: This license key is mistyped. Check it and try again.
   * @throws `activation_limit_reached`: This license is in use on as many devices as it allows.
   * @throws `license_expired`: This license has expired.
   * @throws `license_disabled`: This license is disabled.
   */
  activateLicense(input: ActivateLicenseInput, options?: CallOptions): Promise<ActivateLicenseAnswer>;

  /**
   * Stop using a license on a machine.
   * Frees its seat. Doing it again is 200, unchanged.
   * @throws `license_not_found`: There is no such license.
   * @throws `license_key_mistyped`: This license key is mistyped. Check it and try again.
   * @throws `instance_not_found`: This license was never activated with this instance_id.
   */
  deactivateLicense(input: DeactivateLicenseInput, options?: CallOptions): Promise<DeactivateLicenseAnswer>;

  /**
   * Free the place of a machine, without the key.
   * What deactivate-license does, for you instead of the application: it needs no key, so it works
   * where a key cannot be shown any more. Doing it again is 200, unchanged.
   * @throws `license_not_found`: There is no such license.
   * @throws `instance_not_found`: This license was never activated with this instance_id.
   */
  releaseInstance(input: ReleaseInstanceInput, options?: CallOptions): Promise<License>;

  /**
   * Get a license.
   * With the machines on which it is used, and those on which it was.
   * @throws `license_not_found`: There is no such license.
   */
  getLicense(input: GetLicenseInput, options?: CallOptions): Promise<LicenseWithHistory>;

  /**
   * List licenses.
   * Newest first. A page of `query` may have fewer records than `limit`. Filters may be combined;
   * where they have little in common, a page may be short, even empty, while `has_more` is true: go
   * on with `next_cursor`.
   */
  listLicenses(input?: ListLicensesInput, options?: CallOptions): Pages<LicenseList>;

  /**
   * Stop a license from being used.
   * From now on it is no longer valid on any machine. Doing it again is 200, unchanged.
   * @throws `license_not_found`: There is no such license.
   */
  disableLicense(input: DisableLicenseInput, options?: CallOptions): Promise<License>;

  /**
   * Let a disabled license be used again.
   * Undoes disable-license and the effect of a full refund. A license that was disabled because its
   * plan has no licenses stays disabled. Doing it again is 200, unchanged.
   * @throws `license_not_found`: There is no such license.
   */
  enableLicense(input: EnableLicenseInput, options?: CallOptions): Promise<License>;

  /**
   * Replace the key of a license.
   * For a key that got into the wrong hands. The old key stops working at once, and every machine
   * has to be activated again with the new one.
   * @throws `license_not_found`: There is no such license.
   */
  reissueLicense(input: ReissueLicenseInput, options?: CallOptions): Promise<License>;

  /**
   * Change when a license ends, or on how many machines it works.
   * For goodwill: a later end, or more machines than were bought; these stay allowed when plan or
   * quantity change. The license of a subscription ends with the subscription, and one that is
   * disabled is enabled first. Certificates that machines have are replaced when they next ask.
   * @throws `license_not_found`: There is no such license.
   * @throws `license_disabled`: This license is disabled.
   */
  updateLicense(input: UpdateLicenseInput, options?: CallOptions): Promise<License>;

  /**
   * Get a subscription
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   */
  getSubscription(input: GetSubscriptionInput, options?: CallOptions): Promise<Subscription>;

  /**
   * List subscriptions.
   * Newest first, or oldest first. Filters may be combined; where they have little in common, a
   * page may be short, even empty, while `has_more` is true: go on with `next_cursor`.
   */
  listSubscriptions(input?: ListSubscriptionsInput, options?: CallOptions): Pages<SubscriptionList>;

  /**
   * Change plan or quantity.
   * Now by default: what it costs is charged at once or nothing changes, what it is worth goes to
   * the customer's balance. `effective: period_end` puts it off. What it has already changes
   * nothing.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   * @throws `plan_invalid`: This plan cannot be used for this subscription.
   * @throws `subscription_status`: The status of the subscription does not allow this.
   * @throws `payment_declined`: The payment was declined.
   * @throws `payment_pending`: A payment of this subscription is under way at the payment provider, which can take days: get-transactions shows it as pending. What it pays for happens once it is paid; anything else has to wait until then.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   */
  updateSubscription(input: UpdateSubscriptionInput, options?: CallOptions): Promise<Subscription>;

  /**
   * Change to a higher plan, now.
   * Higher: a larger `tier` where both plans have one, else a larger price per day. The rest of the
   * period is charged at once, or nothing changes.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   * @throws `plan_invalid`: This plan cannot be used for this subscription.
   * @throws `subscription_status`: The status of the subscription does not allow this.
   * @throws `plan_not_higher`: This plan is not higher than the current one. Use update-subscription.
   * @throws `payment_declined`: The payment was declined.
   * @throws `payment_pending`: A payment of this subscription is under way at the payment provider, which can take days: get-transactions shows it as pending. What it pays for happens once it is paid; anything else has to wait until then.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   */
  upgradeSubscription(input: UpgradeSubscriptionInput, options?: CallOptions): Promise<Subscription>;

  /**
   * Cancel now, or at the end of the paid period.
   * No charge is ever tried after it; what the customer owes is collected before. One that is under
   * way is given up; if the provider makes it after all, what is for the time after the cancel is
   * refunded at once. Cancelling a canceled subscription is 200, unchanged. `refund`, with a cancel
   * that takes effect now, gives back what was paid for the rest of the current period, or for all
   * of it.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   */
  cancelSubscription(input: CancelSubscriptionInput, options?: CallOptions): Promise<Subscription>;

  /**
   * Apply a coupon to a subscription.
   * From its next payment on: what is paid already costs what it did, also in a change of plan. One
   * that it has already changes nothing. It must run, in its trial or after it, without a cancel or
   * another plan that waits for the end of the period.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   * @throws `subscription_status`: The status of the subscription does not allow this.
   * @throws `coupon_in_use`: The subscription has another coupon, which still counts.
   * @throws `coupon_not_found`: There is no such coupon.
   * @throws `coupon_expired`: This coupon is no longer valid.
   * @throws `coupon_not_started`: This coupon is not valid yet.
   * @throws `coupon_exhausted`: This coupon has been used up.
   * @throws `coupon_not_applicable`: This coupon is not for this product.
   * @throws `payment_pending`: A payment of this subscription is under way at the payment provider, which can take days: get-transactions shows it as pending. What it pays for happens once it is paid; anything else has to wait until then.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   */
  applyCoupon(input: ApplyCouponInput, options?: CallOptions): Promise<Subscription>;

  /**
   * Let a trial last longer.
   * The first payment is made at the new end, and the customer is notified three days before. Only
   * a trial that runs, without a cancel at its end; once something was paid, give credit instead
   * (adjust-customer-balance). The same end again changes nothing.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   * @throws `subscription_status`: The status of the subscription does not allow this.
   * @throws `payment_pending`: A payment of this subscription is under way at the payment provider, which can take days: get-transactions shows it as pending. What it pays for happens once it is paid; anything else has to wait until then.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   */
  extendTrial(input: ExtendTrialInput, options?: CallOptions): Promise<Subscription>;

  /**
   * See what a change would cost.
   * The same rules as update-subscription; nothing is changed.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   * @throws `plan_invalid`: This plan cannot be used for this subscription.
   * @throws `subscription_status`: The status of the subscription does not allow this.
   */
  previewSubscriptionChange(input: PreviewSubscriptionChangeInput, options?: CallOptions): Promise<SubscriptionChangePreview>;

  /**
   * See what a cancel would give back.
   * The same rules as cancel-subscription; nothing is changed.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   */
  previewSubscriptionCancel(input: PreviewSubscriptionCancelInput, options?: CallOptions): Promise<SubscriptionCancelPreview>;

  /**
   * Pause a subscription.
   * Nothing is charged and paid time stands still until it is resumed, by you or at `resumes_at`. A
   * change that was put off is dropped. A charge that is under way at the provider for days is
   * given up, as with cancel-subscription. What a customer has paused becomes your pause.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   * @throws `subscription_status`: The status of the subscription does not allow this.
   * @throws `pause_used`: A customer can pause once in a paid period, and has done so.
   * @throws `payment_pending`: A payment of this subscription is under way at the payment provider, which can take days: get-transactions shows it as pending. What it pays for happens once it is paid; anything else has to wait until then.
   */
  pauseSubscription(input: PauseSubscriptionInput, options?: CallOptions): Promise<Subscription>;

  /**
   * Take back a scheduled cancel, or end a pause.
   * Paid time goes on where the pause began. One that was paused because nobody paid begins a new
   * period, which is charged at once: if that is declined, it stays paused.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   * @throws `subscription_status`: The status of the subscription does not allow this.
   * @throws `payment_declined`: The payment was declined.
   * @throws `payment_pending`: A payment of this subscription is under way at the payment provider, which can take days: get-transactions shows it as pending. What it pays for happens once it is paid; anything else has to wait until then.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   */
  resumeSubscription(input: ResumeSubscriptionInput, options?: CallOptions): Promise<Subscription>;

  /**
   * Charge what is past due once more, now.
   * The saved card is charged. If it is declined, the planned tries stay as they are: this one is
   * none of them. A card that was refused for good is not charged again.
   * @throws `subscription_not_found`: There is no subscription with this subscription_id.
   * @throws `subscription_status`: The status of the subscription does not allow this.
   * @throws `payment_declined`: The payment was declined.
   * @throws `payment_pending`: A payment of this subscription is under way at the payment provider, which can take days: get-transactions shows it as pending. What it pays for happens once it is paid; anything else has to wait until then.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   */
  retryPayment(input: RetryPaymentInput, options?: CallOptions): Promise<Subscription>;

  /**
   * Replace a customer's card.
   * Test stores only. What is past due is charged at once and recovers; `charged` says what became
   * of each. If the card is declined and nothing could be paid with it, nothing changes.
   * @throws `customer_not_found`: There is no such customer.
   * @throws `payment_declined`: The payment was declined.
   * @throws `payment_unresolved`: The payment provider has not answered yet. Try again later: nothing is charged twice.
   * @throws `gateway_missing`: This store cannot take payments yet: connect a payment provider to it, or use a test store.
   */
  updatePaymentMethod(input: UpdatePaymentMethodInput, options?: CallOptions): Promise<PaymentMethod>;

  /**
   * Ask a customer for another card.
   * Answers a page (`url`) on which the customer gives a card, or another way to pay, for the next
   * payments: at the payment provider, if that has a page of its own. It works for a day. What is
   * past due is charged at once. Afterwards the customer goes to `return_url`.
   * @throws `customer_not_found`: There is no such customer.
   * @throws `gateway_missing`: This store cannot take payments yet: connect a payment provider to it, or use a test store.
   */
  createCardUpdate(input: CreateCardUpdateInput, options?: CallOptions): Promise<CardUpdate>;

  /**
   * List what happened.
   * With `after_sequence`: oldest first, from there on. Reading on from the last `sequence` misses
   * nothing and sees nothing twice, however much happens meanwhile. Without it: newest first. With
   * `type` or `record_id`, a page may be short, even empty, while `has_more` is true: go on with
   * `next_cursor`.
   */
  listEvents(input?: ListEventsInput, options?: CallOptions): Pages<EventList>;

  /**
   * Get an event.
   * As it is sent to webhooks.
   * @throws `event_not_found`: There is no event with this event_id.
   */
  getEvent(input: GetEventInput, options?: CallOptions): Promise<Event>;

  /**
   * Have events sent to an address.
   * From now on. What is sent is signed (Standard Webhooks) with `secret`, which is shown only now,
   * and is tried again for three days until the receiver answers with 2xx.
   * @throws `webhook_limit`: A store has at most 20 webhooks. Delete one first.
   */
  createWebhook(input: CreateWebhookInput, options?: CallOptions): Promise<WebhookWithSecret>;

  /** List the addresses that events are sent to */
  listWebhooks(input?: ListWebhooksInput, options?: CallOptions): Pages<WebhookList>;

  /**
   * Change an endpoint, or rotate its secret.
   * What is not sent stays. `rotate_secret: true` answers a new `secret`; for a day, what is sent
   * is signed with both. `status: enabled` goes on where it was disabled: nothing is lost.
   * @throws `webhook_not_found`: There is no webhook with this webhook_id.
   */
  updateWebhook(input: UpdateWebhookInput, options?: CallOptions): Promise<WebhookWithSecret>;

  /**
   * Get the secret of a webhook again.
   * Of one that was made with `secret_readable: true`; all others are shown once. The audit log
   * says who asked for it.
   * @throws `webhook_not_found`: There is no webhook with this webhook_id.
   * @throws `secret_not_readable`: The secret of this webhook cannot be shown again. update-webhook with rotate_secret makes a new one.
   */
  getWebhookSecret(input: GetWebhookSecretInput, options?: CallOptions): Promise<WebhookSecret>;

  /**
   * Stop sending events to an address.
   * What has not been delivered is dropped.
   * @throws `webhook_not_found`: There is no webhook with this webhook_id.
   */
  deleteWebhook(input: DeleteWebhookInput, options?: CallOptions): Promise<Webhook>;

  /**
   * List what was sent, and what is waiting.
   * Newest first. Instants are real time, also in a test store whose clock is ahead. Kept for 30
   * days. Filters may be combined; where they have little in common, a page may be short, even
   * empty, while `has_more` is true: go on with `next_cursor`.
   */
  listWebhookDeliveries(input?: ListWebhookDeliveriesInput, options?: CallOptions): Pages<WebhookDeliveryList>;

  /**
   * Get a delivery, with the body that is sent.
   * With the last answer of the receiver: its status, the beginning of its text, and how long it
   * took.
   * @throws `delivery_not_found`: There is no delivery with this delivery_id.
   */
  getWebhookDelivery(input: GetWebhookDeliveryInput, options?: CallOptions): Promise<DeliveryWithBody>;

  /**
   * Send an event again.
   * To one endpoint, or to all that want events of its type. The receiver sees the same
   * `webhook-id`.
   * @throws `event_not_found`: There is no event with this event_id.
   * @throws `webhook_unavailable`: Nothing can be sent to this webhook.
   */
  replayEvent(input: ReplayEventInput, options?: CallOptions): Promise<Replay>;

  /**
   * Try all failed deliveries to a webhook again, now.
   * Those that were given up, and those that wait for their next attempt; each is then tried for
   * three days. At most 1,000 a call: `more_left` says whether to call again. What is being sent
   * now, and what was delivered, is left alone.
   * @throws `webhook_not_found`: There is no webhook with this webhook_id.
   * @throws `webhook_unavailable`: Nothing can be sent to this webhook.
   */
  replayFailedDeliveries(input: ReplayFailedDeliveriesInput, options?: CallOptions): Promise<FailedReplay>;

  /** Get what the store says about its taxes */
  getTaxSettings(input?: Record<string, never>, options?: CallOptions): Promise<TaxSettings>;

  /**
   * Say where you are registered for taxes, and how prices are meant.
   * Settings that are not sent stay, null clears one, `address` and `registrations` are replaced
   * whole. Nothing is charged where you are not registered; an empty list says nowhere. They count
   * from the next sale or renewal on: what was paid, and invoices, stay as they are. A live store
   * needs `legal_name`, `address` and `country` before it can sell, and keeps them.
   */
  updateTaxSettings(input?: UpdateTaxSettingsInput, options?: CallOptions): Promise<TaxSettings>;

  /**
   * Set a tax rate of your own.
   * It wins over the built-in rate of the place from `valid_from` (default: today) to the end of
   * `valid_until`, for sales and renewals. A rate of the same tax that began earlier ends where
   * this one begins. Rates with different names in `tax` are charged together. It counts only where
   * you are registered.
   * @throws `tax_rate_limit`: A store has at most 1,000 tax rates. Delete one first.
   */
  createTaxRate(input: CreateTaxRateInput, options?: CallOptions): Promise<TaxRate>;

  /**
   * List the tax rates of your own.
   * Newest first, also those that hold no more or not yet. Built-in rates are not listed.
   */
  listTaxRates(input?: ListTaxRatesInput, options?: CallOptions): Pages<TaxRateList>;

  /**
   * Delete a tax rate of your own.
   * What was sold with it keeps it. To end a rate on a day, create the next one.
   * @throws `tax_rate_not_found`: There is no tax rate with this tax_rate_id.
   */
  deleteTaxRate(input: DeleteTaxRateInput, options?: CallOptions): Promise<TaxRate>;

  /**
   * Add up the taxes of a period.
   * Payments that were settled from the first to the last day, less refunds and lost disputes, by
   * country, tax, rate, currency and kind. What gives back a sale from before the period is a
   * correction of its quarter. With `oss_csv` and a whole quarter, `oss_csv` of the answer is the
   * text of a CSV file in the shape of a One-Stop-Shop return, in euro: other currencies need the
   * rates that the European Central Bank published for the last day of the quarter.
   */
  getTaxReport(input: GetTaxReportInput, options?: CallOptions): Promise<TaxReport>;

  /**
   * List the mails to buyers: sent, waiting and failed.
   * Newest first. `get-mail` shows what one says. Instants of sending are real time, also in a test
   * store whose clock is ahead; `created_at` is by the clock of the store. Kept for 90 days.
   * Filters may be combined; where they have little in common, a page may be short, even empty,
   * while `has_more` is true: go on with `next_cursor`.
   */
  listMails(input?: ListMailsInput, options?: CallOptions): Pages<MailList>;

  /**
   * Get a mail, and what it says.
   * Subject and text are as they would be sent now: with the settings of today. Links that let
   * somebody in are replaced, except in a test store before the mail is sent.
   * @throws `mail_not_found`: There is no mail with this mail_id.
   */
  getMail(input: GetMailInput, options?: CallOptions): Promise<MailWithText>;

  /**
   * Send a mail again.
   * To the same address, or to another one. Answers the new mail, which has a Message-ID of its
   * own: a receiver that has the first one would throw away a second with the same.
   * @throws `mail_not_found`: There is no mail with this mail_id.
   * @throws `mail_pending`: This mail is still waiting to be sent.
   * @throws `mail_outdated`: This mail had a link in it that Kassa has forgotten, or that has expired: it cannot be sent again.
   * @throws `mail_switched_off`: Such mails are switched off: update-mail-settings.
   */
  resendMail(input: ResendMailInput, options?: CallOptions): Promise<Mail>;

  /**
   * See what a mail says, with made-up data.
   * With the settings of the store, or with a `subject` and `greeting` that you want to try.
   * Nothing is stored or sent.
   */
  previewMail(input: PreviewMailInput, options?: CallOptions): Promise<MailPreview>;

  /** Get the settings of mails to buyers */
  getMailSettings(input?: Record<string, never>, options?: CallOptions): Promise<MailSettings>;

  /**
   * Change which mails buyers get, and how they begin.
   * Settings that are not sent stay. They apply to mails that are still waiting, too: one of a kind
   * that was switched off is canceled. `preview-mail` shows a mail before anybody gets it.
   */
  updateMailSettings(input?: UpdateMailSettingsInput, options?: CallOptions): Promise<MailSettings>;

  /**
   * Send a mail to yourself, to see that mail arrives.
   * A moment later, `get-mail` shows what the mail server said.
   */
  sendTestMail(input: SendTestMailInput, options?: CallOptions): Promise<Mail>;

  /**
   * Read the figures of the store.
   * Revenue, subscriptions, churn, trials, checkouts, refunds and disputes by day, week or month,
   * in one currency: amounts of different currencies are never added. Days are in UTC by the
   * store's clock. With `product_id`, everything is counted as if the store sold that product
   * alone. The definitions are in docs/metrics.md.
   */
  getMetrics(input?: GetMetricsInput, options?: CallOptions): Promise<Metrics>;

  /**
   * Read how long subscriptions stay.
   * Subscriptions by the month in which they were first paid for, and how many of them are still
   * paid for at the end of each month after that. With `product_id`: of subscriptions that began
   * with that product, whatever they were changed to. The definitions are in docs/metrics.md.
   */
  getCohorts(input?: GetCohortsInput, options?: CallOptions): Promise<Cohorts>;

  /**
   * List customers by what they have bought, the most first.
   * Since their first payment, in one currency: amounts of different currencies are never added.
   * With `customer_id`: what this customer has bought, in each currency.
   */
  listBestCustomers(input?: ListBestCustomersInput, options?: CallOptions): Pages<CustomerSalesList>;

  /**
   * List notes of the team about customers and payments.
   * Newest first. With `customer_id`: also those about payments of this customer.
   */
  listNotes(input?: ListNotesInput, options?: CallOptions): Pages<NoteList>;

  /**
   * Write a note about a customer or a payment, for your team.
   * With who has written it, and when. Buyers never see it: it is in no mail, invoice, event or
   * portal. A note cannot be changed: write another one, or delete it. Send an Idempotency-Key: two
   * calls write two.
   * @throws `customer_not_found`: There is no such customer.
   * @throws `transaction_not_found`: There is no transaction with this transaction_id.
   */
  createNote(input: CreateNoteInput, options?: CallOptions): Promise<Note>;

  /**
   * Delete a note.
   * For good: its text is not in the audit log, which says who deleted it. Only the answer to a
   * request with an Idempotency-Key is kept, sealed, for a day.
   * @throws `note_not_found`: There is no note with this note_id.
   */
  deleteNote(input: DeleteNoteInput, options?: CallOptions): Promise<Note>;

  /** Get the store: its name, and how it shows itself to buyers */
  getStore(input?: Record<string, never>, options?: CallOptions): Promise<Store>;

  /**
   * Search everything in the store.
   * Customers by words of their name, address and identifier; records by their identifier; license
   * keys by any four characters of them that follow each other; invoices by number; payments by the
   * last four digits of the card or by the name that the provider gave them; discount codes;
   * products by words of their name. Exact hits first, at most 10 of a kind.
   */
  searchStore(input: SearchStoreInput, options?: CallOptions): Promise<SearchResult>;

  /**
   * Count the records of a list by their state.
   * Up to 1000 of each state are counted, so that it takes no longer in a large store; codes and
   * links among the newest. `all` leaves out payments that were declined, and codes and links that
   * were deleted. Refunds are in `all`, and not in `paid` and `declined`.
   */
  countRecords(input: CountRecordsInput, options?: CallOptions): Promise<RecordCounts>;

  /**
   * Find a page of a list by its number.
   * For tables with page numbers. Send `cursor` and `page_size` as `limit` to the operation of the
   * list, with the same filters (`payments`: get-transactions with `refunds: false`; `products`:
   * with `status: all` unless one is given). Counts up to 10,000 records, or looks at as many with
   * several filters, and goes no further: a cursor does.
   */
  findPage(input: FindPageInput, options?: CallOptions): Promise<Page>;

  /**
   * Change the name of the store, and how it shows itself to buyers.
   * What is not sent stays, and null removes. Pages, mails and new invoices show it from now on.
   * Nothing new is 200, unchanged.
   */
  updateStore(input?: UpdateStoreInput, options?: CallOptions): Promise<Store>;

  /**
   * Make an empty store beside this one.
   * It has nothing of this store: see `copy-store`. A key makes test stores; a live store is made
   * by an owner in the dashboard, or at the terminal. Two stores may have one name, and stores stay
   * for ever: send an Idempotency-Key.
   * @throws `owners_only`: Only an owner who is signed in to the dashboard may do this.
   * @throws `store_limit`: There are 100 stores, and no key makes more: an owner or a command does.
   */
  createStore(input: CreateStoreInput, options?: CallOptions): Promise<NewStore>;

  /**
   * See what copy-store would copy, and what it would leave.
   * Nothing is counted beyond 10,001: no larger store can be copied.
   */
  previewStoreCopy(input?: PreviewStoreCopyInput, options?: CallOptions): Promise<StoreCopyPreview>;

  /**
   * Make a store of what this one sells: a live store of the test store.
   * Copies the brand, products and plans with their pictures, payment links with their slugs,
   * discount codes, rules, taxes, invoice and mail texts, webhooks (switched off, with new secrets)
   * and the team. Never customers, transactions, subscriptions, licenses, invoices, API keys or the
   * payment provider. Products, codes and links keep their identifiers. All of it or nothing; a
   * repeat with the same mode and name answers the store that was made. Who may: as with
   * `create-store`. `preview-store-copy` shows what would be copied.
   * @throws `owners_only`: Only an owner who is signed in to the dashboard may do this.
   * @throws `store_limit`: There are 100 stores, and no key makes more: an owner or a command does.
   * @throws `store_too_large`: More than 10,000 products, links, codes and tax rates are not copied.
   */
  copyStore(input?: CopyStoreInput, options?: CallOptions): Promise<StoreCopy>;

  /** Get the settings of the store */
  getStoreSettings(input?: Record<string, never>, options?: CallOptions): Promise<StoreSettings>;

  /**
   * Change the settings of the store.
   * Settings that are not sent stay. They apply from the next payment on: a failed payment that is
   * already being retried keeps its dates.
   * @throws `coupon_not_found`: There is no such coupon.
   */
  updateStoreSettings(input?: UpdateStoreSettingsInput, options?: CallOptions): Promise<StoreSettings>;

  /**
   * List the API keys of this store.
   * Newest first, also those that were revoked or have expired. The keys themselves are known to
   * nobody: only hashes of them are kept.
   */
  listApiKeys(input?: ListApiKeysInput, options?: CallOptions): Pages<ApiKeyList>;

  /**
   * Make an API key.
   * `api_key` is shown only now: only a hash of it is kept. It works at once.
   * @throws `api_key_limit`: A store has at most 100 API keys that are in force. Revoke one first.
   */
  createApiKey(input: CreateApiKeyInput, options?: CallOptions): Promise<ApiKeyWithSecret>;

  /**
   * Revoke an API key, for ever.
   * Every server refuses it within a second. Not the key that asks: a program that makes such a
   * mistake could not take it back.
   * @throws `api_key_not_found`: There is no API key with this key_id.
   * @throws `api_key_own`: A key cannot revoke itself. Use another key, the dashboard, or `npm run kassa -- keys revoke`.
   */
  revokeApiKey(input: RevokeApiKeyInput, options?: CallOptions): Promise<ApiKey>;

  /**
   * See when this installation was last copied.
   * All stores of an installation are in one database. `kassa backup` copies it and notes that;
   * copies that were made otherwise are known if they were noted with `kassa backup --noted`.
   */
  getBackups(input?: Record<string, never>, options?: CallOptions): Promise<Backups>;

  /**
   * Read what needs a person.
   * Disputes that want an answer, warnings of fraud, renewals that were declined, what cannot be
   * sent, and what ends soon; the most urgent first. Empty when all is well.
   */
  getAttention(input?: Record<string, never>, options?: CallOptions): Promise<Attention>;

  /**
   * See what is still missing before this store can be opened.
   * Payments, mail, who sells, taxes, legal pages, address, backups, and one purchase and refund to
   * try it out; what is broken comes first. A live store whose seller has no name or address takes
   * no purchases (`store_not_ready`) until it has sold once. `kassa doctor` and the overview of the
   * dashboard say the same.
   */
  getReadiness(input?: Record<string, never>, options?: CallOptions): Promise<Readiness>;

  /** Who takes the payments of this store */
  getProvider(input?: GetProviderInput, options?: CallOptions): Promise<Provider>;

  /**
   * Take the payments of this store with an account at a payment provider.
   * Checks the key with the provider, keeps it sealed, and has the provider send its messages here
   * if it can reach this address. Called again with another key of the same account, the key is
   * replaced without a gap. `kassa provider connect stripe` does the same.
   * @throws `provider_mode`: This key is not of the mode of this store.
   * @throws `provider_key`: The provider refuses this key: it is mistyped, expired or deleted. Make another in its dashboard.
   * @throws `provider_permissions`: This key may not do everything that Kassa has to do. The page about the provider has the list.
   * @throws `provider_busy`: Payments or refunds of the connected account are still pending. Try again when they have ended.
   * @throws `provider_unanswered`: The payment provider does not answer. Nothing was changed. Try again later.
   */
  connectProvider(input: ConnectProviderInput, options?: CallOptions): Promise<Provider>;

  /**
   * Take no more payments with the connected provider.
   * Erases the key and removes the webhook at the provider. Refused while payments or refunds are
   * pending there. What was paid can then be refunded only in the dashboard of the provider, until
   * the same account is connected again.
   * @throws `provider_not_found`: No payment provider is connected to this store.
   * @throws `provider_busy`: Payments or refunds of the connected account are still pending. Try again when they have ended.
   */
  disconnectProvider(input?: DisconnectProviderInput, options?: CallOptions): Promise<Provider>;

  /**
   * List who changed what.
   * Newest first, by real time. Filters may be combined. With `action` or `actor_kind` a page may
   * be short, even empty, while `has_more` is true: go on with `next_cursor`. `created_from` and
   * `created_to` include their own instant; a plain date means the whole day in UTC.
   * @throws `owners_only`: Only an owner who is signed in to the dashboard may do this.
   */
  listAuditEntries(input?: ListAuditEntriesInput, options?: CallOptions): Pages<AuditEntryList>;

  /** List who may enter the dashboard of this store, and who is invited */
  listMembers(input?: ListMembersInput, options?: CallOptions): Pages<MemberList>;

  /**
   * Invite somebody to the dashboard of this store.
   * `invitation_url` is shown only now: send it to whom it is for. It counts once, for seven days.
   * Inviting the same address again makes the first link worthless.
   * @throws `member_exists`: This address is a member of this store already.
   * @throws `member_limit`: A store has at most 100 members and invitations.
   * @throws `owners_only`: Only an owner who is signed in to the dashboard may do this.
   */
  inviteMember(input: InviteMemberInput, options?: CallOptions): Promise<InvitedMember>;

  /**
   * Change the role of a member, or how much they may refund.
   * It counts from the next request of this member on. Whoever gets less is left without the
   * invitations that they have made and nobody has used. Owners are changed by owners alone, in the
   * dashboard; one always remains, and who is no owner any more is in this store alone.
   * @throws `member_not_found`: There is no such member or invitation in this store.
   * @throws `owners_only`: Only an owner who is signed in to the dashboard may do this.
   * @throws `last_owner`: This is the only owner: make another one first.
   */
  updateMember(input: UpdateMemberInput, options?: CallOptions): Promise<Member>;

  /**
   * Remove a member from this store, or withdraw an invitation.
   * At once: they are signed out everywhere, and invitations that they have made and nobody has
   * used are withdrawn. Owners are removed by owners alone, in the dashboard, and from every store;
   * one always remains.
   * @throws `member_not_found`: There is no such member or invitation in this store.
   * @throws `owners_only`: Only an owner who is signed in to the dashboard may do this.
   * @throws `last_owner`: This is the only owner: make another one first.
   */
  removeMember(input: RemoveMemberInput, options?: CallOptions): Promise<Member>;

  /**
   * Move a test store's clock forward.
   * Runs everything that becomes due on the way, in order, as if the time had passed. Send `to` or
   * `by`. Send only `cursor` to get the next page of what happened.
   * @throws `clock_live`: The clock of a live store cannot be moved.
   * @throws `clock_backwards`: A clock can only be moved forward.
   * @throws `clock_moving`: Another call is moving this clock. Try again when it is done.
   */
  advanceClock(input: AdvanceClockInput, options?: CallOptions): Promise<ClockAdvanced>;

  /** Get the store's clock */
  getClock(input?: Record<string, never>, options?: CallOptions): Promise<Clock>;
}
