// Made by `npm run sdk` from the operations of Kassa. Do not change it by hand.

import type {
  Currency,
  Metadata,
  EventType,
  WebhookEventType,
} from './records.ts';

/** With one at least of these. */
export type AnyOf<Fields, Names extends keyof Fields> = Fields &
  { [Name in Names]: { [One in Name]-?: NonNullable<Fields[One]> } }[Names];

/** With exactly one of these. */
export type OneOf<Fields, Names extends keyof Fields> = Fields &
  {
    [Name in Names]: { [One in Name]-?: NonNullable<Fields[One]> } & {
      [Other in Exclude<Names, Name>]?: null | undefined;
    };
  }[Names];

/** Every purchase gets a license key, on these terms; null: none */
export interface LicenseTermsInput {
  /** On how many machines a key works at once, for each one bought; null: any number */
  activation_limit?: number | null | undefined;
  /** How long a key works, for one-time products; null: for ever */
  valid_days?: number | null | undefined;
  /** How long a machine may go without asking whether its license is good. Default: 30 */
  certificate_days?: number | null | undefined;
}

/** Postal address */
export interface AddressInput {
  /** Street and number */
  line1?: string | null | undefined;
  /** Apartment, floor or building */
  line2?: string | null | undefined;
  /** City or town */
  city?: string | null | undefined;
  /** State, province or region */
  state?: string | null | undefined;
  /** Postal or ZIP code */
  postal_code?: string | null | undefined;
  /** Country: two letters of ISO 3166-1, in upper or lower case */
  country?: string | null | undefined;
}

/** Lets the buyer change the quantity on the payment page, within these limits; null: they cannot */
export interface AdjustableQuantityInput {
  /** The fewest that the buyer may choose (default: 1) */
  minimum?: number | undefined;
  /** The most (default: 1000000) */
  maximum?: number | undefined;
}

export interface CustomFieldInput {
  /** Names the answer in records: up to 40 of a–z, 0–9 and _, a letter first */
  key: string;
  /** What the buyer is asked */
  label: string;
  /** How it is answered: in words, as a number, by choosing, or by ticking a box */
  type: "text" | "number" | "choice" | "checkbox";
  /** May be left empty (default: false). A checkbox that may not must be ticked */
  optional?: boolean | undefined;
  /** What can be chosen; for `choice` alone */
  options?: Array<string> | null | undefined;
}

/** Mails of this kind */
export interface MailKindInput {
  /** Whether buyers get this mail */
  enabled?: boolean | undefined;
  subject?: MailSubjectInput | undefined;
  greeting?: MailGreetingInput | undefined;
}

/**
 * In place of the built-in text, by language; null: the built-in one. {store}, {name} and {product}
 * are filled in; a text whose gap cannot be filled is not used
 */
export interface MailSubjectInput {
  /** Your text in this language; null: the built-in one */
  en?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  de?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  es?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  fr?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  it?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  nl?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  pl?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  pt?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  sv?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  ja?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  zh?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  ar?: string | null | undefined;
}

/**
 * In place of the built-in text, by language; null: the built-in one. {store}, {name} and {product}
 * are filled in; a text whose gap cannot be filled is not used
 */
export interface MailGreetingInput {
  /** Your text in this language; null: the built-in one */
  en?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  de?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  es?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  fr?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  it?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  nl?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  pl?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  pt?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  sv?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  ja?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  zh?: string | null | undefined;
  /** Your text in this language; null: the built-in one */
  ar?: string | null | undefined;
}

export interface CreateProductInput {
  /** What buyers see, on the payment page, receipts and invoices */
  name: string;
  /** What the payment page says about it; may be empty */
  description: string;
  /** In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit. 0: free */
  price: number;
  /** Currency: three letters of ISO 4217, in upper or lower case */
  currency: Currency;
  /** A picture for pages: an https:// address. `image` uploads one instead */
  image_url?: string | null | undefined;
  /** Days before the first payment; recurring products only */
  trial_days?: number | null | undefined;
  /** Orders plans: an upgrade goes to a plan with a larger tier */
  tier?: number | null | undefined;
  license?: LicenseTermsInput | null | undefined;
  /** Whether the price includes the tax; null: as the tax settings say */
  tax_behavior?: "inclusive" | "exclusive" | null | undefined;
  /** Which tax rates apply: those of electronic services, of e-books, or none */
  tax_category?: "digital" | "ebook" | "exempt" | null | undefined;
  metadata?: Metadata | null | undefined;
  /**
   * A picture for pages, instead of `image_url`, which is then where it is served: the bytes of a
   * PNG, JPEG or WebP file in base64, or a data: URL; at most 500 kB. null removes it
   */
  image?: string | null | undefined;
  /** `one_time`: paid for once. `recurring`: a plan, paid for again and again (default: "one_time") */
  billing_type?: "one_time" | "recurring" | null | undefined;
  /** The unit of the billing period; recurring products only. Default: month */
  billing_interval?: "day" | "week" | "month" | "year" | null | undefined;
  /** How many units a billing period has, at most three years together. Default: 1 */
  billing_interval_count?: number | null | undefined;
}

export interface GetProductInput {
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
}

export interface SearchProductsInput {
  /** Words to look for in name and description; the last may be unfinished */
  query?: string | null | undefined;
  /** Only products with a price in this currency */
  currency?: Currency | null | undefined;
  /** Only products that are paid for once, or only plans */
  billing_type?: "one_time" | "recurring" | null | undefined;
  /** Only products on sale, only those off sale, or both (default: "active") */
  status?: "active" | "archived" | "all" | null | undefined;
  /**
   * By time, or by price: currencies are not mixed, one comes after the other. Not with `query`
   * (default: "newest")
   */
  order?: "newest" | "oldest" | "highest" | "lowest" | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface UpdateProductInput {
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  /** What buyers see, on the payment page, receipts and invoices */
  name?: string | null | undefined;
  /** What the payment page says about it; may be empty */
  description?: string | null | undefined;
  /** In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit. 0: free */
  price?: number | null | undefined;
  /** A picture for pages: an https:// address. `image` uploads one instead */
  image_url?: string | null | undefined;
  /** Days before the first payment; recurring products only */
  trial_days?: number | null | undefined;
  /** Orders plans: an upgrade goes to a plan with a larger tier */
  tier?: number | null | undefined;
  license?: LicenseTermsInput | null | undefined;
  /** Whether the price includes the tax; null: as the tax settings say */
  tax_behavior?: "inclusive" | "exclusive" | null | undefined;
  /** Which tax rates apply: those of electronic services, of e-books, or none */
  tax_category?: "digital" | "ebook" | "exempt" | null | undefined;
  metadata?: Metadata | null | undefined;
  /** `archived`: cannot be bought. `active`: on sale, or on sale again */
  status?: "active" | "archived" | null | undefined;
  /**
   * A picture for pages, instead of `image_url`, which is then where it is served: the bytes of a
   * PNG, JPEG or WebP file in base64, or a data: URL; at most 500 kB. null removes it
   */
  image?: string | null | undefined;
}

export interface ArchiveProductInput {
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
}

export interface CreateCustomerInput {
  /**
   * Your own identifier of the customer: any text without control characters, such as the number of
   * the account in your application. A new one creates the customer
   */
  customer_id?: string | null | undefined;
  /** Where receipts and sign-in links are sent; several may share one */
  email?: string | null | undefined;
  /** Full name */
  name?: string | null | undefined;
  /** Where the customer lives: two letters of ISO 3166-1. Decides the tax */
  country?: string | null | undefined;
  /** The language of mails and pages for them; null: that of their browser */
  language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar" | null | undefined;
  metadata?: Metadata | null | undefined;
}

export interface UpdateCustomerInput {
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id: string;
  /** Where receipts and sign-in links are sent; several may share one */
  email?: string | null | undefined;
  /** Full name */
  name?: string | null | undefined;
  /** Where the customer lives: two letters of ISO 3166-1. Decides the tax */
  country?: string | null | undefined;
  /** The language of mails and pages for them; null: that of their browser */
  language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar" | null | undefined;
  metadata?: Metadata | null | undefined;
}

interface GetCustomerParameters {
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id?: string | null | undefined;
  /** Instead of `customer_id`: the newest customer with this address */
  email?: string | null | undefined;
  /**
   * With `email`: the customer to whom the purchases of guests with this address go: the oldest one
   * who has not typed it themselves (default: false)
   */
  first?: boolean | null | undefined;
}

export type GetCustomerInput = AnyOf<GetCustomerParameters, 'customer_id' | 'email'>;

export interface ListCustomersInput {
  /** Words to look for; the last may be unfinished */
  query?: string | null | undefined;
  /** Only customers with this address */
  email?: string | null | undefined;
  /** Without `query` (default: "newest") */
  order?: "newest" | "oldest" | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface CreateCustomerBillingInput {
  /**
   * Your own identifier of the customer: any text without control characters, such as the number of
   * the account in your application. A new one creates the customer
   */
  customer_id: string;
  /** E-mail address on invoices */
  email?: string | null | undefined;
  /** Full name */
  name?: string | null | undefined;
  /** The company, for invoices */
  company?: string | null | undefined;
  /** Telephone number */
  phone?: string | null | undefined;
  /** VAT or other tax number of a business */
  tax_id?: string | null | undefined;
  address?: AddressInput | null | undefined;
  /** Where the portal links back to: a page of your own */
  return_url?: string | null | undefined;
}

export interface AdjustCustomerBalanceInput {
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id: string;
  /** Added to the balance; below 0, taken from it */
  amount: number;
  /** Currency: three letters of ISO 4217, in upper or lower case */
  currency: Currency;
  /** Why, for your own records */
  reason?: string | null | undefined;
}

export interface GetPaymentMethodInput {
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id: string;
}

export interface RevokePortalLinksInput {
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id: string;
}

export interface ListCustomerActivityInput {
  /** Whose */
  customer_id: string;
  /** Only what is about this transaction, subscription or license, or names it */
  record_id?: string | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

interface CreateDiscountCodeParameters {
  /** What buyers type: letters, digits, `-`, `_` and `.`. Upper and lower case are the same */
  code: string;
  /** What you call it. Buyers are not shown it */
  name?: string | null | undefined;
  /** Percent off, with up to two decimals */
  discount_percentage?: number | null | undefined;
  /**
   * Off each payment it counts for, instead of `discount_percentage` and with `currency`. Once,
   * however many are bought, and never more than they cost
   */
  discount_amount?: number | null | undefined;
  /** The currency of `discount_amount`; only with that */
  currency?: Currency | null | undefined;
  /** The first day or instant on which it works, ISO 8601; null: now */
  valid_from?: string | null | undefined;
  /** The last day or instant on which it works, ISO 8601; null: no end */
  valid_until?: string | null | undefined;
  /** Of a subscription: the first payment, all payments, or `duration_months` (default: "once") */
  duration?: "once" | "forever" | "repeating" | null | undefined;
  /** For how many months; only with `duration: repeating` */
  duration_months?: number | null | undefined;
  /** How many purchases may use it; null: any number */
  max_redemptions?: number | null | undefined;
  /** How many purchases of one customer may use it; null: any number */
  max_redemptions_per_customer?: number | null | undefined;
  /** The products it works for; null: all of them */
  product_ids?: Array<string> | null | undefined;
}

export type CreateDiscountCodeInput = OneOf<CreateDiscountCodeParameters, 'discount_percentage' | 'discount_amount'>;

interface GetDiscountCodeParameters {
  /** The text of a discount code. Upper and lower case are the same */
  code?: string | null | undefined;
  /** The discount code, by its identifier */
  discount_id?: string | null | undefined;
}

export type GetDiscountCodeInput = AnyOf<GetDiscountCodeParameters, 'code' | 'discount_id'>;

interface DeleteDiscountCodeParameters {
  /** The text of a discount code. Upper and lower case are the same */
  code?: string | null | undefined;
  /** The discount code, by its identifier */
  discount_id?: string | null | undefined;
}

export type DeleteDiscountCodeInput = AnyOf<DeleteDiscountCodeParameters, 'code' | 'discount_id'>;

export interface ListDiscountCodesInput {
  /** Only codes in this state */
  status?: "scheduled" | "active" | "expired" | "exhausted" | "deleted" | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

interface CreateCheckoutParameters {
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  /** How many, or seats of a plan */
  quantity: number;
  /**
   * Your own identifier of the customer: any text without control characters, such as the number of
   * the account in your application. A new one creates the customer
   */
  customer_id?: string | null | undefined;
  /** Filled in for the buyer. With `customer_id`: kept with a customer who has none yet */
  customer_email?: string | null | undefined;
  /** The same for the name */
  customer_name?: string | null | undefined;
  /** Instead of `customer_id`, if nothing is known of the buyer yet */
  guest?: boolean | null | undefined;
  adjustable_quantity?: AdjustableQuantityInput | null | undefined;
  /** A discount code to begin with; the buyer may type another */
  coupon_code?: string | null | undefined;
  /** What else the buyer is asked, at most five fields */
  custom_fields?: Array<CustomFieldInput> | null | undefined;
  /** Where the buyer goes after paying: a page of your own */
  success_url?: string | null | undefined;
  /** Where the buyer goes who does not want to pay */
  cancel_url?: string | null | undefined;
  /**
   * Send the buyer to `success_url` at once after paying, without a look at the receipt (default:
   * false)
   */
  redirect?: boolean | null | undefined;
  metadata?: Metadata | null | undefined;
  /** Your own name for what this session is for; shown in its record */
  request_id?: string | null | undefined;
  /**
   * A key of yours that signs the address to which the buyer returns: docs/creem.md says how.
   * Stored encrypted until the session ends, never shown
   */
  return_key?: string | null | undefined;
  /** For how many minutes it can be paid (default: 1440) */
  expires_in_minutes?: number | null | undefined;
}

export type CreateCheckoutInput = AnyOf<CreateCheckoutParameters, 'customer_id' | 'customer_email' | 'customer_name' | 'guest'>;

export interface GetCheckoutInput {
  /** The checkout session, as `create-checkout` answered it */
  checkout_session_id: string;
}

export interface CompleteCheckoutInput {
  /** The checkout session, as `create-checkout` answered it */
  checkout_session_id: string;
  /** A test card; test stores only */
  payment_method?: {
    /** Card number, with or without blanks. 4242424242424242 is always paid */
    number: string;
    /** Month in which the card expires */
    exp_month: number;
    /** Year in which the card expires, four digits */
    exp_year: number;
    /** Security code of the card: any digits do */
    cvc: string;
  } | null | undefined;
  /** What you expect to pay: refused if the session costs something else */
  total?: number | null | undefined;
  /** How many, where the session has `adjustable_quantity` */
  quantity?: number | null | undefined;
  /**
   * Who buys, as on the payment page. Needed, with a country, where taxes are charged and the
   * country of the customer is not known. Saved as their details once it is paid
   */
  billing?: {
    /** E-mail address on invoices */
    email?: string | null | undefined;
    /** Full name */
    name?: string | null | undefined;
    /** The company, for invoices */
    company?: string | null | undefined;
    /** Telephone number */
    phone?: string | null | undefined;
    /** VAT or other tax number of a business */
    tax_id?: string | null | undefined;
    address?: AddressInput | null | undefined;
  } | null | undefined;
  /** What the buyer has answered to the custom fields, by key */
  custom_fields?: Record<string, string | number | boolean> | null | undefined;
}

export interface ExpireCheckoutInput {
  /** The checkout session, as `create-checkout` answered it */
  checkout_session_id: string;
}

export interface CreatePaymentLinkInput {
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  /** The last part of the address, once in a store: 3 to 64 of a–z, 0–9 and -; random if left out */
  slug?: string | null | undefined;
  /** How many, or seats of a plan */
  quantity?: number | null | undefined;
  adjustable_quantity?: AdjustableQuantityInput | null | undefined;
  /** A discount code to begin with; the buyer may type another */
  coupon_code?: string | null | undefined;
  /** What else the buyer is asked, at most five fields */
  custom_fields?: Array<CustomFieldInput> | null | undefined;
  /** Where the buyer goes after paying: a page of your own */
  success_url?: string | null | undefined;
  /** Where the buyer goes who does not want to pay */
  cancel_url?: string | null | undefined;
  /**
   * Send the buyer to `success_url` at once after paying, without a look at the receipt (default:
   * false)
   */
  redirect?: boolean | null | undefined;
  metadata?: Metadata | null | undefined;
  /** How often it can be paid; null: any number of times */
  max_purchases?: number | null | undefined;
  /** Until when it can be paid: an instant, or a day, which counts whole */
  expires_at?: string | null | undefined;
}

export interface GetPaymentLinkInput {
  /** The payment link. `list-payment-links` lists them */
  payment_link_id: string;
}

export interface ListPaymentLinksInput {
  /** Only links in this status */
  status?: "active" | "inactive" | "expired" | "sold_out" | "deleted" | null | undefined;
  /** Only links that sell this product */
  product_id?: string | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface UpdatePaymentLinkInput {
  /** The payment link. `list-payment-links` lists them */
  payment_link_id: string;
  /** The last part of the address: 3 to 64 of a–z, 0–9 and -. The old address leads to the new one */
  slug?: string | null | undefined;
  /** How many, or seats of a plan */
  quantity?: number | null | undefined;
  adjustable_quantity?: AdjustableQuantityInput | null | undefined;
  /** A discount code to begin with; the buyer may type another */
  coupon_code?: string | null | undefined;
  /** What else the buyer is asked, at most five fields */
  custom_fields?: Array<CustomFieldInput> | null | undefined;
  /** Where the buyer goes after paying: a page of your own */
  success_url?: string | null | undefined;
  /** Where the buyer goes who does not want to pay */
  cancel_url?: string | null | undefined;
  /**
   * Send the buyer to `success_url` at once after paying, without a look at the receipt (default:
   * false)
   */
  redirect?: boolean | null | undefined;
  metadata?: Metadata | null | undefined;
  /** How often it can be paid; null: any number of times */
  max_purchases?: number | null | undefined;
  /** Until when it can be paid: an instant, or a day, which counts whole */
  expires_at?: string | null | undefined;
  /** Whether it sells; switched off, nobody begins to pay by it any more */
  active?: boolean | null | undefined;
}

export interface DeletePaymentLinkInput {
  /** The payment link. `list-payment-links` lists them */
  payment_link_id: string;
}

export interface GetTransactionsInput {
  /** Only this transaction */
  transaction_id?: string | null | undefined;
  /** Only those of this customer */
  customer_id?: string | null | undefined;
  /** Only those of this product or plan */
  product_id?: string | null | undefined;
  /** Only those of this subscription */
  subscription_id?: string | null | undefined;
  /** Only those of this checkout session, refunds included */
  checkout_session_id?: string | null | undefined;
  /** Only the refunds of this payment */
  refunded_transaction_id?: string | null | undefined;
  /** Only transactions of this type */
  type?: "purchase" | "subscription_start" | "renewal" | "plan_change" | "refund" | null | undefined;
  /** Only transactions in this state */
  status?: "pending" | "paid" | "declined" | "partially_refunded" | "refunded" | "disputed" | "charged_back" | "failed" | null | undefined;
  /** Refunds too, or payments alone (default: true) */
  refunds?: boolean | null | undefined;
  /** Declined payments too, or none of them; refunds that were refused are there (default: true) */
  declined?: boolean | null | undefined;
  /** The earliest day or instant, ISO 8601 */
  created_from?: string | null | undefined;
  /** The latest day or instant, ISO 8601 */
  created_to?: string | null | undefined;
  /** By time, or by `total`; currencies are not mixed: one comes after the other (default: "newest") */
  order?: "newest" | "oldest" | "highest" | "lowest" | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface RefundTransactionInput {
  /** The transaction. `get-transactions` lists them */
  transaction_id: string;
  /** How much to refund, in the currency of the payment. Default: all that is left */
  amount?: number | null | undefined;
  /**
   * Refunds nothing if all refunds of this payment, those under way included, would be more than
   * this together
   */
  refunded_max?: number | null | undefined;
  /** Why, for your own records */
  reason?: string | null | undefined;
  /**
   * Also end the subscription that was paid for, at once; what was owed before is collected
   * (default: false)
   */
  cancel_subscription?: boolean | null | undefined;
}

export interface ResolveTransactionInput {
  /** The transaction. `get-transactions` lists them */
  transaction_id: string;
  /** What you found at the provider */
  outcome: "paid" | "not_paid";
  /** How the provider names the payment or refund; needed with `paid` */
  provider_reference?: string | null | undefined;
  /** Who found out, and how, for your own records */
  note: string;
}

export interface DismissFraudWarningInput {
  /** The transaction. `get-transactions` lists them */
  transaction_id: string;
}

interface GetInvoiceParameters {
  /** The invoice or credit note. `list-invoices` lists them */
  invoice_id?: string | null | undefined;
  /** Instead of `invoice_id`: the number that is printed on it */
  number?: string | null | undefined;
}

export type GetInvoiceInput = AnyOf<GetInvoiceParameters, 'invoice_id' | 'number'>;

export interface ListInvoicesInput {
  /** Only those of this customer */
  customer_id?: string | null | undefined;
  /** Only those of this payment or refund */
  transaction_id?: string | null | undefined;
  /** Only invoices, or only credit notes */
  kind?: "invoice" | "credit_note" | null | undefined;
  /** Only the one with this number */
  number?: string | null | undefined;
  /** The earliest day or instant, ISO 8601 */
  created_from?: string | null | undefined;
  /** The latest day or instant, ISO 8601 */
  created_to?: string | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface CorrectInvoiceInput {
  /** The invoice or credit note. `list-invoices` lists them */
  invoice_id: string;
  /** Full name */
  name?: string | null | undefined;
  /** The company, for invoices */
  company?: string | null | undefined;
  /** E-mail address on invoices */
  email?: string | null | undefined;
  /** VAT or other tax number of a business */
  tax_id?: string | null | undefined;
  address?: AddressInput | null | undefined;
}

export interface UpdateInvoiceSettingsInput {
  /** What invoice numbers begin with; may not end in a digit */
  prefix?: string | null | undefined;
  /** Number of the next invoice or credit note; can only go up */
  next_number?: number | null | undefined;
  /** Language of what is issued from now on; `buyer`: that of the buyer's country */
  language?: "buyer" | "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | null | undefined;
  /** Lines at the end of every invoice and credit note, up to 500 characters each */
  notes?: Array<string> | null | undefined;
}

export interface ValidateLicenseInput {
  /** The license key as the buyer has it: in any case, with or without dashes */
  license_key: string;
  /** The machine, as `activate-license` answered it */
  instance_id?: string | null | undefined;
  /** The fingerprint that the machine was activated with */
  fingerprint?: string | null | undefined;
  /** Also answer a fresh certificate, for use without a network (default: false) */
  certificate?: boolean | null | undefined;
}

export interface ActivateLicenseInput {
  /** The license key as the buyer has it: in any case, with or without dashes */
  license_key: string;
  /** What the buyer calls the machine; shown in the portal */
  instance_name: string;
  /** What identifies this machine, such as a hash of its serial numbers */
  fingerprint?: string | null | undefined;
}

export interface DeactivateLicenseInput {
  /** The license key as the buyer has it: in any case, with or without dashes */
  license_key: string;
  /** The machine, as `activate-license` answered it */
  instance_id: string;
}

export interface ReleaseInstanceInput {
  /** The license. `list-licenses` lists them */
  license_id: string;
  /** The machine, as `activate-license` answered it */
  instance_id: string;
}

export interface GetLicenseInput {
  /** The license. `list-licenses` lists them */
  license_id: string;
}

export interface ListLicensesInput {
  /** Only this license */
  license_id?: string | null | undefined;
  /** Only those of this customer */
  customer_id?: string | null | undefined;
  /** Only those of this product */
  product_id?: string | null | undefined;
  /** Only those of this subscription */
  subscription_id?: string | null | undefined;
  /** Only that of this purchase */
  transaction_id?: string | null | undefined;
  /** Any part of the key, at least four characters of it */
  query?: string | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface DisableLicenseInput {
  /** The license. `list-licenses` lists them */
  license_id: string;
}

export interface EnableLicenseInput {
  /** The license. `list-licenses` lists them */
  license_id: string;
}

export interface ReissueLicenseInput {
  /** The license. `list-licenses` lists them */
  license_id: string;
  /** Mail the new key to the customer; all or nothing: without an address, refused (default: false) */
  send?: boolean | null | undefined;
}

export interface UpdateLicenseInput {
  /** The license. `list-licenses` lists them */
  license_id: string;
  /** When it ends, ISO 8601; a plain date: at the end of that day; null: never */
  expires_at?: string | null | undefined;
  /** On how many machines it works at once: no fewer than were bought */
  activation_limit?: number | null | undefined;
}

export interface GetSubscriptionInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
}

export interface ListSubscriptionsInput {
  /** Only those of this customer */
  customer_id?: string | null | undefined;
  /** Only those of this plan */
  plan_id?: string | null | undefined;
  /** Only subscriptions in this state */
  status?: "trialing" | "active" | "past_due" | "paused" | "canceled" | null | undefined;
  /** Which come first. A `cursor` belongs to its order (default: "newest") */
  order?: "newest" | "oldest" | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface UpdateSubscriptionInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  /** The plan to change to; default: the same */
  plan_id?: string | null | undefined;
  /** How many seats; default: as many as now */
  quantity?: number | null | undefined;
  /**
   * When what the change costs is charged: at once (`charge_now`, the default), with the next
   * renewal, or never. What it is worth goes to the balance, except with `none`. Another interval
   * is always charged now
   */
  proration?: "charge_now" | "next_renewal" | "none" | null | undefined;
  /** When it changes: at once, or when the paid period ends (default: "now") */
  effective?: "now" | "period_end" | null | undefined;
}

export interface UpgradeSubscriptionInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  /** The plan to change to: the `product_id` of a recurring product */
  new_plan_id: string;
  /**
   * When what the change costs is charged: at once (`charge_now`, the default), with the next
   * renewal, or never. What it is worth goes to the balance, except with `none`. Another interval
   * is always charged now
   */
  proration?: "charge_now" | "next_renewal" | "none" | null | undefined;
}

export interface CancelSubscriptionInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  /** Let the paid period run out first (default: false) */
  cancel_at_period_end?: boolean | null | undefined;
  /** What is paid back of the current period: nothing, the rest, or all of it (default: "none") */
  refund?: "none" | "prorated" | "full" | null | undefined;
  /** Why, in a word or a line; kept on the subscription */
  reason?: string | null | undefined;
  /** What the customer said about it, word for word */
  comment?: string | null | undefined;
}

export interface ApplyCouponInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  /** The text of a discount code. Upper and lower case are the same */
  coupon_code: string;
  /**
   * Refuse a customer who has used the code before, also as another one with the same address
   * (default: false)
   */
  once_per_customer?: boolean | null | undefined;
}

export interface ExtendTrialInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  /** When the trial is to end: later than now, ISO 8601; a plain date: at the end of that day */
  trial_end: string;
}

export interface PreviewSubscriptionChangeInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  /** The plan to change to; default: the same */
  plan_id?: string | null | undefined;
  /** How many seats; default: as many as now */
  quantity?: number | null | undefined;
  /**
   * When what the change costs is charged: at once (`charge_now`, the default), with the next
   * renewal, or never. What it is worth goes to the balance, except with `none`. Another interval
   * is always charged now
   */
  proration?: "charge_now" | "next_renewal" | "none" | null | undefined;
  /** When it changes: at once, or when the paid period ends (default: "now") */
  effective?: "now" | "period_end" | null | undefined;
}

export interface PreviewSubscriptionCancelInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  /** Let the paid period run out first (default: false) */
  cancel_at_period_end?: boolean | null | undefined;
  /** What is paid back of the current period: nothing, the rest, or all of it (default: "none") */
  refund?: "none" | "prorated" | "full" | null | undefined;
}

export interface PauseSubscriptionInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  /** When it resumes by itself, ISO 8601; null: when you resume it */
  resumes_at?: string | null | undefined;
  /**
   * `customer`: at their wish, once in a paid period (another interval begins none); they can
   * resume it in the portal (default: "seller")
   */
  paused_by?: "seller" | "customer" | null | undefined;
}

export interface ResumeSubscriptionInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
}

export interface RetryPaymentInput {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
}

export interface UpdatePaymentMethodInput {
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id: string;
  /** A test card; test stores only */
  payment_method: {
    /** Card number, with or without blanks. 4242424242424242 is always paid */
    number: string;
    /** Month in which the card expires */
    exp_month: number;
    /** Year in which the card expires, four digits */
    exp_year: number;
    /** Security code of the card: any digits do */
    cvc: string;
  };
}

export interface CreateCardUpdateInput {
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id: string;
  /** Where the customer goes afterwards: a page of your own */
  return_url?: string | null | undefined;
}

export interface ListEventsInput {
  type?: EventType | null | undefined;
  /** Only events whose data has this identifier: of the record itself, or of one it names */
  record_id?: string | null | undefined;
  /** Go on after this `sequence`, oldest first; 0: from the beginning */
  after_sequence?: number | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface GetEventInput {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
}

export interface CreateWebhookInput {
  /**
   * Where events are sent: a public https address. In a test store also what KASSA_WEBHOOK_ALLOW
   * names
   */
  url: string;
  /** What you call it */
  name?: string | null | undefined;
  /**
   * `kassa`: events as `list-events` shows them. `creem`: bodies and signatures as Creem sends
   * them, for programs that were written for it (default: "kassa")
   */
  format?: "kassa" | "creem" | null | undefined;
  /**
   * Which events are sent, by their names in the format of the webhook; null: all of them, also
   * those of later versions
   */
  events?: Array<WebhookEventType> | null | undefined;
  /**
   * Whether `get-webhook-secret` may answer the secret later; in the format `creem` only (default:
   * false)
   */
  secret_readable?: boolean | null | undefined;
}

export interface ListWebhooksInput {
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface UpdateWebhookInput {
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
  /**
   * Where events are sent: a public https address. In a test store also what KASSA_WEBHOOK_ALLOW
   * names
   */
  url?: string | null | undefined;
  /** What you call it */
  name?: string | null | undefined;
  /** In which format events are sent from now on, with `events` in its names */
  format?: "kassa" | "creem" | null | undefined;
  /**
   * Which events are sent, by their names in the format of the webhook; null: all of them, also
   * those of later versions
   */
  events?: Array<WebhookEventType> | null | undefined;
  /** `disabled`: nothing is sent. `enabled`: goes on where it stopped */
  status?: "enabled" | "disabled" | null | undefined;
  /** Make a new secret; for a day, both sign (default: false) */
  rotate_secret?: boolean | null | undefined;
}

export interface GetWebhookSecretInput {
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
}

export interface DeleteWebhookInput {
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
}

export interface ListWebhookDeliveriesInput {
  /** Only those to this webhook */
  webhook_id?: string | null | undefined;
  /** Only those of this event */
  event_id?: string | null | undefined;
  /** Only deliveries in this state */
  status?: "pending" | "delivered" | "failed" | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface GetWebhookDeliveryInput {
  /** The delivery. `list-webhook-deliveries` lists them */
  delivery_id: string;
}

export interface ReplayEventInput {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  /** Only to this webhook; default: to all that want events of its type */
  webhook_id?: string | null | undefined;
}

export interface ReplayFailedDeliveriesInput {
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
  /** Only what was first sent at this time or later */
  since?: string | null | undefined;
  /** Only what was first sent before this time, or on this day or before */
  until?: string | null | undefined;
}

export interface UpdateTaxSettingsInput {
  /** Your name or company, as on your invoices */
  legal_name?: string | null | undefined;
  /** E-mail address that invoices name for questions */
  email?: string | null | undefined;
  /** Your address, as on your invoices; its country is `country` */
  address?: {
    /** Street and number */
    line1?: string | null | undefined;
    /** Apartment, floor or building */
    line2?: string | null | undefined;
    /** City or town */
    city?: string | null | undefined;
    /** State, province or region */
    state?: string | null | undefined;
    /** Postal or ZIP code */
    postal_code?: string | null | undefined;
  } | null | undefined;
  /** Where you are established: two letters of ISO 3166-1 */
  country?: string | null | undefined;
  /** Your number at the tax office, where it is not that of a registration */
  tax_number?: string | null | undefined;
  /** Your entry in the register of companies, for invoices */
  company_number?: string | null | undefined;
  /** Where you are registered for taxes: all of them, replaced whole */
  registrations?: Array<{
    /**
     * `standard` (default): with a country or one of its regions. `oss`: the One-Stop-Shop of the
     * European Union, for all its states; `country` is the state it is made in
     */
    scheme?: "standard" | "oss" | undefined;
    /** Where: two letters of ISO 3166-1 */
    country: string;
    /** A state or province with a tax of its own, such as QC or NY */
    region?: string | null | undefined;
    /** The first day of the registration, in UTC */
    since: string;
    /** Its last day, in UTC; null: no end */
    until?: string | null | undefined;
    /** The number of the registration, for invoices */
    tax_number?: string | null | undefined;
  }> | null | undefined;
  /** Whether prices include the tax, for products whose `tax_behavior` is null */
  prices_include_tax?: boolean | null | undefined;
  /**
   * What counts for a well-formed tax number that VIES could not be asked about: `accept` it as
   * that of a business, or `charge` the tax as to a consumer
   */
  when_unverified?: "accept" | "charge" | null | undefined;
}

export interface CreateTaxRateInput {
  /** Country: two letters of ISO 3166-1, in upper or lower case */
  country: string;
  /** Percent, with up to four decimals */
  rate: number;
  /** A state or province; without it, the whole country */
  region?: string | null | undefined;
  /** For which products; null: for both */
  tax_category?: "digital" | "ebook" | null | undefined;
  /** What it is called on invoices (default: "VAT") */
  tax?: string | null | undefined;
  /** Its first day, in UTC; default: today */
  valid_from?: string | null | undefined;
  /** Its last day, in UTC; null: no end */
  valid_until?: string | null | undefined;
}

export interface ListTaxRatesInput {
  /** Only rates of this country */
  country?: string | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface DeleteTaxRateInput {
  /** The tax rate. `list-tax-rates` lists them */
  tax_rate_id: string;
}

export interface GetTaxReportInput {
  /** The first day, in UTC */
  from: string;
  /** The last day, in UTC */
  to: string;
  /** Also answer the CSV file of a One-Stop-Shop return; whole quarters only (default: false) */
  oss_csv?: boolean | null | undefined;
  /** Units of each currency for one euro */
  euro_rates?: string | null | undefined;
}

export interface ListMailsInput {
  /** Only those to this customer */
  customer_id?: string | null | undefined;
  /** Only those to this address, as it was written */
  to?: string | null | undefined;
  /** Only mails of this kind */
  kind?: "purchase" | "renewal" | "trial_ending" | "renewal_coming" | "payment_failed" | "confirmation_needed" | "card_expiring" | "plan_changed" | "canceled" | "refunded" | "sign_in" | "new_key" | "invoice_corrected" | "notification" | "test" | null | undefined;
  /** Only mails in this state */
  status?: "queued" | "sending" | "sent" | "failed" | "kept" | "canceled" | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface GetMailInput {
  /** The mail. `list-mails` lists them */
  mail_id: string;
}

export interface ResendMailInput {
  /** The mail. `list-mails` lists them */
  mail_id: string;
  /** Another address; default: the same */
  to?: string | null | undefined;
}

export interface PreviewMailInput {
  /** What it is about */
  kind: "purchase" | "renewal" | "trial_ending" | "renewal_coming" | "payment_failed" | "confirmation_needed" | "card_expiring" | "plan_changed" | "canceled" | "refunded" | "sign_in" | "new_key" | "invoice_corrected" | "notification" | "test";
  /** In which language (default: "en") */
  language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar" | null | undefined;
  /** A subject to try. {store}, {name} and {product} are filled in */
  subject?: string | null | undefined;
  /** A greeting to try. {store}, {name} and {product} are filled in */
  greeting?: string | null | undefined;
}

export interface UpdateMailSettingsInput {
  /** Whether this store sends mail at all */
  enabled?: boolean | null | undefined;
  /** Name of the sender; null: that of the store */
  from_name?: string | null | undefined;
  /** Where answers of buyers go; null: to the sender */
  reply_to?: string | null | undefined;
  /** The language of all mails; null: that of each buyer */
  language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar" | null | undefined;
  /** How many days before the renewal of a yearly plan the buyer is notified */
  renewal_notice_days?: number | null | undefined;
  /** By kind; kinds and texts that are not sent stay */
  kinds?: {
    purchase?: MailKindInput | undefined;
    renewal?: MailKindInput | undefined;
    trial_ending?: MailKindInput | undefined;
    renewal_coming?: MailKindInput | undefined;
    payment_failed?: MailKindInput | undefined;
    confirmation_needed?: MailKindInput | undefined;
    card_expiring?: MailKindInput | undefined;
    plan_changed?: MailKindInput | undefined;
    canceled?: MailKindInput | undefined;
    refunded?: MailKindInput | undefined;
    sign_in?: MailKindInput | undefined;
    new_key?: MailKindInput | undefined;
    invoice_corrected?: MailKindInput | undefined;
  } | null | undefined;
}

export interface SendTestMailInput {
  /** Where to send it */
  to: string;
  /** In which language (default: "en") */
  language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar" | null | undefined;
}

export interface GetMetricsInput {
  /** What each entry of the series is (default: "day") */
  interval?: "day" | "week" | "month" | null | undefined;
  /** The first day, in UTC. Default: 30 days, 12 weeks or 12 months up to `to` */
  from?: string | null | undefined;
  /** The last day, in UTC. Default: today */
  to?: string | null | undefined;
  /** Default: the one with the most payments from `from` to `to` */
  currency?: Currency | null | undefined;
  /** Only of this product */
  product_id?: string | null | undefined;
  /**
   * Also answers what was sold by product, by country of the buyer, by discount code or by payment
   * link, in `groups`
   */
  group_by?: "product" | "country" | "code" | "link" | null | undefined;
  /** With `group_by`: only this one of the groups, as in `origin` of the answer */
  origin?: string | null | undefined;
}

export interface GetCohortsInput {
  /** How many months, up to the present one (default: 12) */
  months?: number | null | undefined;
  /** Default: the one with the most payments in these months */
  currency?: Currency | null | undefined;
  /** Only what began with this product */
  product_id?: string | null | undefined;
}

export interface ListBestCustomersInput {
  /** Default: the one with the most payments of the last year */
  currency?: Currency | null | undefined;
  /** Only this customer, in each currency */
  customer_id?: string | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface ListNotesInput {
  /** Only about this customer */
  customer_id?: string | null | undefined;
  /** Only about this payment */
  transaction_id?: string | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

interface CreateNoteParameters {
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id?: string | null | undefined;
  /** The transaction. `get-transactions` lists them */
  transaction_id?: string | null | undefined;
  /** What is to be remembered; buyers never see it */
  text: string;
}

export type CreateNoteInput = AnyOf<CreateNoteParameters, 'customer_id' | 'transaction_id'>;

export interface DeleteNoteInput {
  /** The note. `list-notes` lists them */
  note_id: string;
}

export interface SearchStoreInput {
  /** What to look for */
  query: string;
}

export interface CountRecordsInput {
  /** What is counted */
  list: "transactions" | "subscriptions" | "invoices" | "products" | "discount_codes" | "payment_links";
}

export interface FindPageInput {
  /** Which list */
  list: "products" | "customers" | "subscriptions" | "transactions" | "payments" | "licenses";
  /** Which page; the first is 1 (default: 1) */
  page_number?: number | null | undefined;
  /** How many records a page has (default: 10) */
  page_size?: number | null | undefined;
  /** Only those of this customer */
  customer_id?: string | null | undefined;
  /** Only those of this product */
  product_id?: string | null | undefined;
  /** Only those in this state */
  status?: string | null | undefined;
}

export interface UpdateStoreInput {
  /**
   * The picture at the top of pages and invoices: the bytes of a PNG, JPEG or WebP file in base64,
   * or a data: URL; at most 500 kB. null removes it
   */
  logo?: string | null | undefined;
  /**
   * The small picture in the tab of a browser: the bytes of a PNG, JPEG or WebP file in base64, or
   * a data: URL; at most 500 kB. null removes it
   */
  favicon?: string | null | undefined;
  /** The name of the shop, as buyers see it */
  name?: string | null | undefined;
  /**
   * The colour of buttons and links, as #rrggbb or #rgb. Pages and mails show the nearest one that
   * is legible, in light and in dark
   */
  accent_color?: string | null | undefined;
  /** Where buyers can write to; shown on pages */
  support_email?: string | null | undefined;
  /** Where buyers find help; linked on pages */
  support_url?: string | null | undefined;
  /** Your terms of sale; linked on pages */
  terms_url?: string | null | undefined;
  /** Your privacy policy; linked on pages */
  privacy_url?: string | null | undefined;
  /** Who you are by law, where it asks for that; linked on pages */
  imprint_url?: string | null | undefined;
  /** Your refund policy; linked on pages */
  refund_url?: string | null | undefined;
  /** The language of pages for buyers whose browser asks for none that we speak */
  default_language?: "ar" | "de" | "en" | "es" | "fr" | "it" | "ja" | "nl" | "pl" | "pt" | "sv" | "zh" | null | undefined;
  /** Whether the page of the shop (`storefront_url`) lists what its active payment links sell */
  storefront_enabled?: boolean | null | undefined;
  /** The currency that forms of the dashboard begin with; null: the commonest */
  default_currency?: Currency | null | undefined;
  /**
   * What new license keys begin with: 1 to 12 letters and digits, kept in capital letters. Keys
   * from before stay as they are
   */
  license_key_prefix?: string | null | undefined;
  /**
   * Sites that may show your checkout in a frame: https:// and the name alone, or http://localhost
   * with its port
   */
  embed_domains?: Array<string> | null | undefined;
}

export interface CreateStoreInput {
  /** The name of the shop, as buyers see it */
  name: string;
  /**
   * `test`: no money moves, and its clock can be moved; `live`: a real shop. For ever (default:
   * "test")
   */
  mode?: "test" | "live" | null | undefined;
}

export interface PreviewStoreCopyInput {
  /** What the new store will be (default: "live") */
  mode?: "test" | "live" | null | undefined;
  /** The name of the new store; by default that of this one */
  name?: string | null | undefined;
}

export interface CopyStoreInput {
  /** What the new store will be (default: "live") */
  mode?: "test" | "live" | null | undefined;
  /** The name of the new store; by default that of this one */
  name?: string | null | undefined;
}

export interface UpdateStoreSettingsInput {
  /** Days after each failed renewal until it is tried again; empty: never */
  retry_days?: Array<number> | null | undefined;
  /** What becomes of a subscription whose payment was never made */
  after_retries?: "cancel" | "pause" | null | undefined;
  /**
   * For how many days a license stays valid after a renewal failed; null: while the payment is
   * retried
   */
  past_due_license_days?: number | null | undefined;
  /** The same if nothing was ever paid, for example when the first payment after a trial fails */
  unpaid_license_days?: number | null | undefined;
  /** What a lost dispute does: ends the subscription and disables the license, or nothing */
  on_dispute_lost?: "cancel" | "keep" | null | undefined;
  /**
   * What an early warning of fraud by a bank does: asks you in `get-attention`, or refunds all that
   * is left of the payment, ends its subscription and disables the license
   */
  on_fraud_warning?: "ask" | "refund" | null | undefined;
  /** Whether customers may change quantities in the portal */
  portal_quantity_changes?: boolean | null | undefined;
  /** Whether customers may pause in the portal, once in a paid period */
  portal_pauses?: boolean | null | undefined;
  /**
   * The discount code that the portal offers to customers who are about to cancel, once each; null:
   * none
   */
  cancel_offer?: string | null | undefined;
  /**
   * Sites whose pages may call the API with your keys of scope `full` and `read`: https:// and the
   * name alone, or http://localhost with its port. Whoever opens such a page can read the key that
   * is in it. Keys of scope `license` may be used by any page
   */
  allowed_origins?: Array<string> | null | undefined;
  /**
   * Whether /v1/licenses/activate, validate and deactivate answer for the licenses of this store,
   * as those of Lemon Squeezy do: without an API key, and with the name and the e-mail address of
   * the customer
   */
  lemon_squeezy_licenses?: boolean | null | undefined;
}

export interface ListApiKeysInput {
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface CreateApiKeyInput {
  /** What it is for, in your words */
  name: string;
  /**
   * `full`: everything; `read`: only look; `license`: only what an application on a customer’s
   * machine needs (default: "full")
   */
  scope?: "full" | "read" | "license" | null | undefined;
  /** When it ends: an instant, or a day to the end of which it is good; null: never */
  expires_at?: string | null | undefined;
}

export interface RevokeApiKeyInput {
  /** The key. `list-api-keys` lists them */
  key_id: string;
}

export interface GetProviderInput {
  /** Another one that may be connected as well */
  provider?: "stripe" | null | undefined;
}

export interface ConnectProviderInput {
  /** The payment provider */
  provider: "stripe";
  /** A restricted key, with the permissions that docs/stripe.md lists */
  key: string;
  /**
   * The publishable key of the same account, for fields of Stripe on the page of the shop. Left
   * out: as before, if it is the same account; null: none
   */
  publishable_key?: string | null | undefined;
}

export interface DisconnectProviderInput {
  /** Default: the one that takes the payments */
  provider?: "stripe" | null | undefined;
}

export interface ListAuditEntriesInput {
  /**
   * `people`: sign-ins, people and signing keys, of the whole installation. For an owner alone
   * (default: "store")
   */
  about?: "store" | "people" | null | undefined;
  /** Only what is mainly about the record with this identifier */
  target?: string | null | undefined;
  /** Only what this person, API key, customer, job, command or provider did */
  actor_id?: string | null | undefined;
  /** Only what those of this kind did */
  actor_kind?: "person" | "api_key" | "customer" | "job" | "command" | "provider" | null | undefined;
  /** Only this operation, page, job or command */
  action?: string | null | undefined;
  /** The earliest day or instant, ISO 8601 */
  created_from?: string | null | undefined;
  /** The latest day or instant, ISO 8601 */
  created_to?: string | null | undefined;
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface ListMembersInput {
  /** How many records to answer at most (default: 100) */
  limit?: number | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export interface InviteMemberInput {
  /** Whom the invitation is for. The account will have this address */
  email: string;
  /**
   * `owner`: everything, in every store; `admin`: everything in this store; `support`: looks at
   * everything, refunds, cancels and resends; `viewer`: looks at everything. Only an owner makes
   * owners, in the dashboard
   */
  role: "owner" | "admin" | "support" | "viewer";
  /**
   * The most that `support` may refund of one payment, in whole units of its currency; null: as
   * much as was paid
   */
  refund_max?: number | null | undefined;
}

export interface UpdateMemberInput {
  /** The member or invitation. `list-members` lists them */
  member_id: string;
  /**
   * `owner`: everything, in every store; `admin`: everything in this store; `support`: looks at
   * everything, refunds, cancels and resends; `viewer`: looks at everything. Only an owner makes
   * owners, in the dashboard
   */
  role?: "owner" | "admin" | "support" | "viewer" | null | undefined;
  /**
   * The most that `support` may refund of one payment, in whole units of its currency; null: as
   * much as was paid
   */
  refund_max?: number | null | undefined;
}

export interface RemoveMemberInput {
  /** The member or invitation. `list-members` lists them */
  member_id: string;
}

interface AdvanceClockParameters {
  /** The instant to move to, ISO 8601 */
  to?: string | null | undefined;
  /** How far to move: an ISO 8601 duration */
  by?: string | null | undefined;
  /** Where to go on: `next_cursor` of the page before */
  cursor?: string | null | undefined;
}

export type AdvanceClockInput = OneOf<AdvanceClockParameters, 'to' | 'by' | 'cursor'>;
