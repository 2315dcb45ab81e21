// Made by `npm run sdk` from the operations of Kassa. Do not change it by hand.

export interface Product {
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  object: "product";
  name: string;
  description: string;
  /** In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit */
  price: number;
  currency: Currency;
  image_url: string | null;
  /** `one_time`: paid for once. `recurring`: a plan, paid for again and again */
  billing_type: "one_time" | "recurring";
  billing_interval: "day" | "week" | "month" | "year" | null;
  billing_interval_count: number | null;
  trial_days: number;
  tier: number | null;
  license: LicenseTerms | null;
  tax_behavior: "inclusive" | "exclusive" | null;
  tax_category: "digital" | "ebook" | "exempt";
  status: "active" | "archived";
  metadata: Metadata;
  created_at: string;
  updated_at: string;
}

/** Currency: three letters of ISO 4217 */
export type Currency = "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLF" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAD" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | (string & {});

/** Every purchase gets a license key, on these terms; null: none */
export interface LicenseTerms {
  /** On how many machines a key works at once, for each one bought; null: any number */
  activation_limit: number | null;
  /** How long a key works, for one-time products; null: for ever */
  valid_days: number | null;
  /** How long a machine may go without asking whether its license is good. Default: 30 */
  certificate_days: number;
}

/**
 * Pairs of text of your own, kept with the record: up to 50, keys up to 40 characters, values up to
 * 500
 */
export type Metadata = Record<string, string>;

export interface ProductList {
  object: "list";
  data: Array<Product>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Customer {
  customer_id: string;
  object: "customer";
  email: string | null;
  /**
   * When the mail server of the address of this customer refused a mail for good, in real time;
   * null: it did not, or the address was changed since, or took another mail
   */
  email_bounced_at: string | null;
  name: string | null;
  country: string | null;
  language: string | null;
  metadata: Metadata;
  /** By currency: credit for the next payments, or what is owed if it is below 0. Empty: neither */
  balances: Record<string, number>;
  billing: CustomerBilling | null;
  created_at: string;
  updated_at: string;
}

export interface CustomerBilling {
  billing_id: string;
  object: "customer_billing";
  customer_id: string;
  email: string | null;
  name: string | null;
  company: string | null;
  phone: string | null;
  tax_id: string | null;
  address: Address | null;
  tax_id_check: TaxIdCheck | null;
  created_at: string;
  updated_at: string;
}

export interface Address {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
}

export interface TaxIdCheck {
  /**
   * `valid`, `invalid`: what VIES says. `unverified`: it has not answered yet. `well_formed`: its
   * form is right, and nobody is asked about numbers of this country. `malformed`: mistyped.
   * `unknown`: Kassa does not know the numbers of this country
   */
  status: "valid" | "invalid" | "unverified" | "well_formed" | "malformed" | "unknown";
  country: string | null;
  number: string | null;
  checked_at: string | null;
  consultation_number: string | null;
  name: string | null;
  address: string | null;
  /** Why VIES has not answered */
  reason: string | null;
}

export interface CustomerList {
  object: "list";
  data: Array<Customer>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface CustomerBillingWithPortal {
  billing_id: string;
  object: "customer_billing";
  customer_id: string;
  email: string | null;
  name: string | null;
  company: string | null;
  phone: string | null;
  tax_id: string | null;
  address: Address | null;
  tax_id_check: TaxIdCheck | null;
  created_at: string;
  updated_at: string;
  portal_url: string;
  portal_expires_at: string;
}

export interface SavedPaymentMethod {
  object: "payment_method";
  customer_id: string;
  /** Null: the customer has none */
  card: {
    brand: string;
    last4: string;
    exp_month: number | null;
    exp_year: number | null;
  } | null;
}

export interface RevokePortalLinksAnswer {
  customer_id: string;
  /** How many links worked until now */
  revoked: number;
}

export interface ActivityList {
  object: "list";
  data: Array<Activity>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Activity {
  object: "activity";
  /**
   * The type of the event, or `mail.created`, `invoice.created` or `balance.adjusted`, of which
   * there are no events
   */
  type: string;
  created_at: string;
  /** The record: of an event, as it then was; of others, as it is now */
  data: Record<string, unknown>;
}

export interface DiscountCode {
  /** The discount code, by its identifier */
  discount_id: string;
  object: "discount_code";
  code: string;
  /** What the seller calls it. Buyers are not shown it */
  name: string | null;
  /** Percent off, with up to two decimals */
  discount_percentage: number | null;
  /** Instead of a percentage */
  discount_amount: number | null;
  /** Of `discount_amount` */
  currency: Currency | null;
  valid_from: string | null;
  valid_until: string | null;
  duration: "once" | "forever" | "repeating";
  duration_months: number | null;
  max_redemptions: number | null;
  max_redemptions_per_customer: number | null;
  product_ids: Array<string> | null;
  redemptions: number;
  status: "scheduled" | "active" | "expired" | "exhausted" | "deleted";
  created_at: string;
}

export interface DiscountCodeList {
  object: "list";
  data: Array<DiscountCode>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface CheckoutSession {
  /** The checkout session, as `create-checkout` answered it */
  checkout_session_id: string;
  object: "checkout_session";
  status: "open" | "processing" | "completed" | "expired";
  checkout_url: string;
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  product: {
    name: string;
    description: string;
    image_url: string | null;
  };
  quantity: number;
  adjustable_quantity: AdjustableQuantity | null;
  /**
   * Null for a buyer whom nobody has named: the customer is found or made by their e-mail address
   * when they pay
   */
  customer_id: string | null;
  coupon_code: string | null;
  /** In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit */
  unit_price: number;
  /** In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit */
  subtotal: number;
  discount: number;
  tax: number;
  /** In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit */
  total: number;
  tax_breakdown: TaxBreakdown;
  /** `unit_price` has the tax in it; `subtotal` and `discount` never have */
  includes_tax: boolean;
  /**
   * What paying moves on the customer's balance: below 0, credit that is used; above 0, a debt that
   * is paid
   */
  balance_change: number;
  /** What the card is charged: total + balance_change */
  amount_due: number;
  currency: Currency;
  /** `renewal_total` is the next payment, after the trial if there is one */
  recurring: {
    interval: "day" | "week" | "month" | "year";
    interval_count: number;
    trial_days: number;
    /** In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit */
    renewal_total: number;
  } | null;
  success_url: string | null;
  cancel_url: string | null;
  /** Whether the buyer goes to `success_url` at once, without a look at the receipt */
  redirect: boolean;
  /**
   * What the buyer agreed to on the payment page where the law of their country wants it, as it was
   * shown: that delivery begins at once, and what becomes of the right of withdrawal
   */
  consent: {
    text: string;
    language: string;
    country: string;
    given_at: string;
  } | null;
  metadata: Metadata;
  /** `value` is what the buyer has answered */
  custom_fields: Array<CustomField>;
  /** The seller's own name for what made it */
  request_id: string | null;
  /** The payment link by which it was made */
  payment_link_id: string | null;
  /** Why the last payment was declined */
  last_payment_error: {
    code: string;
    message: string;
  } | null;
  transaction_id: string | null;
  subscription_id: string | null;
  license_keys: Array<string>;
  expires_at: string;
  completed_at: string | null;
  created_at: string;
  updated_at: string;
}

/** How many the buyer may choose on the payment page; null: they cannot change it */
export interface AdjustableQuantity {
  minimum: number;
  maximum: number;
}

/**
 * The tax by kind and rate. Where two taxes are charged together, each has an entry with the same
 * `net`. Empty where taxes do not matter. On a refund: what it gives back
 */
export type TaxBreakdown = Array<{
  /** Why this tax, or why none */
  kind: "charged" | "reverse_charge" | "zero" | "not_registered" | "exempt" | "out_of_scope";
  /** Whose tax it is, or where the buyer is */
  country: string | null;
  /** Of a country that has taxes by region */
  region: string | null;
  /** Null if none is charged */
  name: string | null;
  /** In percent */
  rate: number;
  /** What it is charged on, without tax */
  net: number;
  tax: number;
  /** What the invoice says */
  note: "reverse_charge" | "outside_seller_country" | "exempt" | null;
  /** The day of the sale that is taken back; null: a sale of this day */
  corrects: string | null;
}>;

export interface CustomField {
  /** Names the answer in records: up to 40 of a–z, 0–9 and _, a letter first */
  key: string;
  /** What the buyer is asked */
  label: string;
  /** How it is answered: in words, as a number, by choosing, or by ticking a box */
  type: "text" | "number" | "choice" | "checkbox";
  optional: boolean;
  options: Array<string> | null;
  value: string | number | boolean | null;
}

export interface PaymentLink {
  /** The payment link. `list-payment-links` lists them */
  payment_link_id: string;
  object: "payment_link";
  /**
   * The address; of a test store below `/test`. Where another store of the installation has the
   * slug, the number of the store follows it: `editor-launch.2`
   */
  url: string;
  slug: string;
  /** `inactive`: switched off. Only an active link sells */
  status: "active" | "inactive" | "expired" | "sold_out" | "deleted";
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  quantity: number;
  adjustable_quantity: AdjustableQuantity | null;
  coupon_code: string | null;
  /** `value` is what the buyer has answered */
  custom_fields: Array<CustomField>;
  success_url: string | null;
  cancel_url: string | null;
  redirect: boolean;
  metadata: Metadata;
  max_purchases: number | null;
  /** How often it was paid, with payments that are under way */
  purchases: number;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface PaymentLinkList {
  object: "list";
  data: Array<PaymentLink>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface TransactionList {
  object: "list";
  data: Array<Transaction>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Transaction {
  /** The transaction. `get-transactions` lists them */
  transaction_id: string;
  object: "transaction";
  type: "purchase" | "subscription_start" | "renewal" | "plan_change" | "refund";
  status: "pending" | "paid" | "declined" | "partially_refunded" | "refunded" | "disputed" | "charged_back" | "failed";
  customer_id: string;
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  subscription_id: string | null;
  /** The checkout session, as `create-checkout` answered it */
  checkout_session_id: string | null;
  refunded_transaction_id: string | null;
  quantity: number;
  subtotal: number;
  discount: number;
  tax: number;
  /**
   * What it moves on the customer's balance: below 0, credit that was used; above 0, credit that
   * was given or a debt that was paid. Payments: subtotal - discount + tax + balance_change = total
   */
  balance_change: number;
  /** What the card was charged, or given back */
  total: number;
  refunded: number;
  currency: Currency;
  /** What the provider kept of a payment; null until it is known */
  fee: number | null;
  fee_currency: Currency | null;
  dispute: TransactionDispute | null;
  lines: Array<TransactionLine>;
  tax_breakdown: TaxBreakdown;
  tax_evidence: TaxEvidence | null;
  payment_method: {
    brand: string;
    last4: string;
  } | null;
  decline_code: string | null;
  /** Pending, and the provider no longer knows whether the money was moved: look it up there */
  needs_review: boolean;
  /** What the person wrote who settled it with resolve-transaction */
  review_note: string | null;
  /** Who moved the money; null where none was moved */
  provider: string | null;
  /** How the provider names the payment or refund */
  provider_reference: string | null;
  reason: string | null;
  period_start: string | null;
  period_end: string | null;
  /** The key that this purchase brought */
  license_keys: Array<string>;
  /** The invoice or credit note, as a page; for whoever has the address */
  invoice_url: string | null;
  invoice_pdf_url: string | null;
  metadata: Metadata;
  /** What the buyer has answered to the custom fields, by key */
  custom_fields: Record<string, string | number | boolean>;
  created_at: string;
  settled_at: string | null;
}

/** The buyer asked the bank for the money back: the open dispute, or the last one */
export interface TransactionDispute {
  status: "opened" | "won" | "lost";
  reason: string;
  amount: number;
  /** How much of the amount is tax, which is given back with it if it is lost */
  tax: number;
  /** What the provider keeps for it */
  fee: number;
  fee_currency: Currency;
  /** Until when you can answer it, at the provider */
  due_at: string | null;
  opened_at: string;
  closed_at: string | null;
}

export interface TransactionLine {
  description: string;
  quantity: number;
  /** What it adds to the total, with tax */
  amount: number;
  /** How much of the amount is tax */
  tax: number;
  /** What it is, for texts of your own; null in payments made before this was kept */
  reason: "product" | "trial" | "period" | "remaining_time" | "unused_time" | "discount" | "rounding" | "refund" | "failed_refund" | "paid_from_balance" | "added_to_balance" | "taken_from_balance" | "owed_earlier" | "owed_next" | null;
  /** The product or plan, or the code of a discount */
  name: string | null;
  period_start: string | null;
  period_end: string | null;
}

/** Where the buyer was at the time of the sale */
export interface TaxEvidence {
  /** What the buyer said */
  billing_country: string | null;
  /** Where the card was issued */
  card_country: string | null;
  /** Both are known and differ */
  is_conflicting: boolean;
}

export interface Invoice {
  /** The invoice or credit note. `list-invoices` lists them */
  invoice_id: string;
  object: "invoice";
  kind: "invoice" | "credit_note";
  number: string;
  /** Why it was issued */
  cause: "sale" | "change" | "refund" | "dispute" | "reversal" | "correction";
  customer_id: string;
  /** The payment or refund that it is about */
  transaction_id: string;
  preceding: {
    relation: "credits" | "replaces" | "reverses";
    /** The invoice or credit note. `list-invoices` lists them */
    invoice_id: string;
    number: string;
    issued_on: string;
  } | null;
  language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv";
  currency: Currency;
  issued_on: string;
  supplied_on: string;
  due_on: string | null;
  paid_on: string | null;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  lines: Array<{
    description: string;
    quantity: number;
    subtotal: number;
    discount: number;
    net: number;
    tax: number;
    tax_kind: "charged" | "zero" | "exempt" | "reverse_charge" | "not_registered" | "out_of_scope";
    rates: Array<{
      tax: string;
      percentage: number;
    }>;
    period_start: string | null;
    period_end: string | null;
  }>;
  taxes: Array<{
    tax_kind: "charged" | "zero" | "exempt" | "reverse_charge" | "not_registered" | "out_of_scope";
    rates: Array<{
      tax: string;
      percentage: number;
    }>;
    net: number;
    tax: number;
  }>;
  subtotal: number;
  discount: number;
  net: number;
  tax: number;
  total: number;
  payments: Array<{
    kind: "card" | "balance" | "offset" | "other";
    amount: number;
    card_brand: string | null;
    card_last4: string | null;
  }>;
  notes: Array<string>;
  /** A page to read and print, for whoever has this address: no key is needed */
  invoice_url: string;
  /** The same as PDF, with the electronic invoice (Factur-X) in it where there is one */
  invoice_pdf_url: string;
  /** The electronic invoice (EN 16931, UBL 2.1); null if the document lacks what it needs */
  invoice_xml_url: string | null;
  created_at: string;
}

export interface InvoiceParty {
  name: string;
  contact: string | null;
  email: string | null;
  address: {
    line1: string | null;
    line2: string | null;
    postal_code: string | null;
    city: string | null;
    state: string | null;
    country: string | null;
  };
  vat_number: string | null;
  tax_number: string | null;
  registration: string | null;
}

export interface InvoiceList {
  object: "list";
  data: Array<Invoice>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface InvoiceSettings {
  object: "invoice_settings";
  /** What invoice numbers begin with; may not end in a digit */
  prefix: string;
  /** Number of the next invoice or credit note; can only go up */
  next_number: number;
  /** The next invoice or credit note has this number */
  example: string;
  /** Language of what is issued from now on; `buyer`: that of the buyer's country */
  language: "buyer" | "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv";
  /** Lines at the end of every invoice and credit note, up to 500 characters each */
  notes: Array<string>;
}

export interface License {
  /** The license. `list-licenses` lists them */
  license_id: string;
  object: "license";
  license_key: string;
  status: "inactive" | "active" | "expired" | "disabled";
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  customer_id: string;
  /** The transaction. `get-transactions` lists them */
  transaction_id: string;
  subscription_id: string | null;
  activation_limit: number | null;
  activation_usage: number;
  /** Newest first, at most 10 (get-license and list-licenses: 100); `activation_usage` counts all */
  instances: Array<LicenseInstance>;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface LicenseInstance {
  /** The machine, as `activate-license` answered it */
  instance_id: string;
  instance_name: string;
  fingerprint: string | null;
  activated_at: string;
  last_validated_at: string;
}

export interface ValidateLicenseAnswer {
  valid: boolean;
  code: "valid" | "expired" | "disabled" | "not_activated" | "instance_unknown" | "over_limit";
  license: License;
  instance: LicenseInstance | null;
  /** A JWS (EdDSA), verifiable without a network with the keys at /.well-known/jwks.json */
  certificate: string | null;
}

export interface ActivateLicenseAnswer {
  activated: true;
  license: License;
  instance: LicenseInstance;
  /** A JWS (EdDSA), verifiable without a network with the keys at /.well-known/jwks.json */
  certificate: string;
}

export interface DeactivateLicenseAnswer {
  deactivated: true;
  license: License;
}

export interface LicenseWithHistory {
  /** The license. `list-licenses` lists them */
  license_id: string;
  object: "license";
  license_key: string;
  status: "inactive" | "active" | "expired" | "disabled";
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  customer_id: string;
  /** The transaction. `get-transactions` lists them */
  transaction_id: string;
  subscription_id: string | null;
  activation_limit: number | null;
  activation_usage: number;
  /** Newest first, at most 10 (get-license and list-licenses: 100); `activation_usage` counts all */
  instances: Array<LicenseInstance>;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
  /** Machines that were deactivated, newest first, at most 100 */
  ended_instances: Array<EndedLicenseInstance>;
}

export interface EndedLicenseInstance {
  /** The machine, as `activate-license` answered it */
  instance_id: string;
  instance_name: string;
  fingerprint: string | null;
  activated_at: string;
  last_validated_at: string;
  deactivated_at: string;
}

export interface LicenseList {
  object: "list";
  data: Array<License>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Subscription {
  /** The subscription. `list-subscriptions` lists them */
  subscription_id: string;
  object: "subscription";
  status: "trialing" | "active" | "past_due" | "paused" | "canceled";
  customer_id: string;
  /** The plan: the `product_id` of a recurring product */
  plan_id: string;
  plan: {
    name: string;
    /** In the major unit of the currency (19.99 USD, 1500 JPY), exact to the digit */
    price: number;
    currency: Currency;
    interval: "day" | "week" | "month" | "year";
    interval_count: number;
    /** Whether the price has the tax in it: as it was when the plan was bought */
    tax_behavior: "inclusive" | "exclusive";
  };
  quantity: number;
  coupon_code: string | null;
  /** Periods that begin earlier have no discount; null: it counts from the first */
  discount_starts_at: string | null;
  discount_ends_at: string | null;
  current_period_start: string;
  current_period_end: string;
  trial_end: string | null;
  cancel_at_period_end: boolean;
  canceled_at: string | null;
  ended_at: string | null;
  cancellation_reason: string | null;
  cancellation_comment: string | null;
  paused_at: string | null;
  /** `unpaid`: its payments failed. The seller alone resumes what the seller paused */
  paused_by: "customer" | "seller" | "unpaid" | null;
  resumes_at: string | null;
  next_payment_at: string | null;
  payment_retries: number;
  /** Past due: where the customer can pay it now, or confirm it */
  payment_url: string | null;
  /** The customer's balance in this currency; below 0, it is owed */
  credit: number;
  /** What changes at the end of the period */
  pending_change: {
    plan_id: string;
    quantity: number;
    effective_at: string;
  } | null;
  latest_transaction_id: string | null;
  metadata: Metadata;
  created_at: string;
  updated_at: string;
}

export interface SubscriptionList {
  object: "list";
  data: Array<Subscription>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface SubscriptionChangePreview {
  object: "subscription_change_preview";
  currency: Currency;
  lines: Array<TransactionLine>;
  /** Without tax */
  subtotal: number;
  /** Without tax */
  discount: number;
  tax: number;
  tax_breakdown: TaxBreakdown;
  /** What it moves on the customer's balance */
  balance_change: number;
  /** Charged now */
  total: number;
  /** Whether it ends the free trial: something dearer is paid for from now on */
  ends_trial: boolean;
  /** The customer's balance afterwards */
  credit: number;
  next_renewal: {
    at: string;
    lines: Array<TransactionLine>;
    /** Without tax */
    subtotal: number;
    /** Without tax */
    discount: number;
    tax: number;
    tax_breakdown: TaxBreakdown;
    /** What it moves on the customer's balance */
    balance_change: number;
    /** Charged then */
    total: number;
  };
}

export interface SubscriptionCancelPreview {
  object: "subscription_cancel_preview";
  currency: Currency;
  /** Until when it can be used */
  ends_at: string;
  /** What the customer owes, and the card is charged before the end */
  charged: number;
  /** What goes back of which payment, the newest first */
  refunds: Array<{
    /** The transaction. `get-transactions` lists them */
    transaction_id: string;
    amount: number;
  }>;
  /** All of that together */
  refunded: number;
  /** What goes to the customer's balance */
  credited: number;
}

export interface PaymentMethod {
  object: "payment_method";
  customer_id: string;
  brand: string;
  last4: string;
  exp_month: number | null;
  exp_year: number | null;
  /** What became of each past-due subscription */
  charged: Array<{
    subscription_id: string;
    transaction_id: string;
    status: "paid" | "declined" | "pending";
    decline_code: string | null;
  }>;
}

export interface CardUpdate {
  card_update_id: string;
  object: "card_update";
  customer_id: string;
  status: "open" | "completed" | "expired";
  /** Where the customer gives the card; without a key */
  url: string;
  return_url: string | null;
  payment_method: {
    brand: string;
    last4: string;
  } | null;
  expires_at: string;
  created_at: string;
  completed_at: string | null;
}

export interface EventList {
  object: "list";
  data: Array<Event>;
  has_more: boolean;
  next_cursor: string | null;
}

/** What happened. `type` tells which record `data` is. */
export type Event =
  | StoreUpdatedEvent
  | ProductCreatedEvent
  | ProductUpdatedEvent
  | CustomerCreatedEvent
  | CustomerUpdatedEvent
  | CustomerCardExpiringEvent
  | DiscountCodeCreatedEvent
  | DiscountCodeDeletedEvent
  | CheckoutCompletedEvent
  | CheckoutExpiredEvent
  | TransactionPaidEvent
  | TransactionDeclinedEvent
  | TransactionRefundedEvent
  | TransactionReturnedEvent
  | TransactionRefundFailedEvent
  | TransactionDisputedEvent
  | TransactionDisputeWonEvent
  | TransactionDisputeLostEvent
  | InvoiceCorrectedEvent
  | LicenseCreatedEvent
  | LicenseActivatedEvent
  | LicenseDeactivatedEvent
  | LicenseDisabledEvent
  | LicenseEnabledEvent
  | LicenseReissuedEvent
  | LicenseUpdatedEvent
  | SubscriptionCreatedEvent
  | SubscriptionTrialEndingEvent
  | SubscriptionTrialExtendedEvent
  | SubscriptionRenewalComingEvent
  | SubscriptionRenewedEvent
  | SubscriptionUpdatedEvent
  | SubscriptionPastDueEvent
  | SubscriptionRecoveredEvent
  | SubscriptionPausedEvent
  | SubscriptionResumedEvent
  | SubscriptionCancelScheduledEvent
  | SubscriptionCanceledEvent;

/** Only events of this type */
export type EventType = "store.updated" | "product.created" | "product.updated" | "customer.created" | "customer.updated" | "customer.card_expiring" | "discount_code.created" | "discount_code.deleted" | "checkout.completed" | "checkout.expired" | "transaction.paid" | "transaction.declined" | "transaction.refunded" | "transaction.returned" | "transaction.refund_failed" | "transaction.disputed" | "transaction.dispute_won" | "transaction.dispute_lost" | "invoice.corrected" | "license.created" | "license.activated" | "license.deactivated" | "license.disabled" | "license.enabled" | "license.reissued" | "license.updated" | "subscription.created" | "subscription.trial_ending" | "subscription.trial_extended" | "subscription.renewal_coming" | "subscription.renewed" | "subscription.updated" | "subscription.past_due" | "subscription.recovered" | "subscription.paused" | "subscription.resumed" | "subscription.cancel_scheduled" | "subscription.canceled";

export interface WebhookWithSecret {
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
  object: "webhook";
  name: string | null;
  url: string;
  format: "kassa" | "creem";
  events: Array<string> | null;
  status: "enabled" | "disabled" | "deleted";
  /** seller: by update-webhook; gone: it answered 410; failing: it failed for days */
  disabled_reason: "seller" | "gone" | "failing" | null;
  failing_since: string | null;
  last_delivered_at: string | null;
  /** Whether `get-webhook-secret` answers its secret; decided when it was made */
  secret_readable: boolean;
  created_at: string;
  updated_at: string;
  /** Shown only when it is made. Signs what is sent (Standard Webhooks) */
  secret: string | null;
}

export type WebhookEventType = "store.updated" | "product.created" | "product.updated" | "customer.created" | "customer.updated" | "customer.card_expiring" | "discount_code.created" | "discount_code.deleted" | "checkout.completed" | "checkout.expired" | "transaction.paid" | "transaction.declined" | "transaction.refunded" | "transaction.returned" | "transaction.refund_failed" | "transaction.disputed" | "transaction.dispute_won" | "transaction.dispute_lost" | "invoice.corrected" | "license.created" | "license.activated" | "license.deactivated" | "license.disabled" | "license.enabled" | "license.reissued" | "license.updated" | "subscription.created" | "subscription.trial_ending" | "subscription.trial_extended" | "subscription.renewal_coming" | "subscription.renewed" | "subscription.updated" | "subscription.past_due" | "subscription.recovered" | "subscription.paused" | "subscription.resumed" | "subscription.cancel_scheduled" | "subscription.canceled" | "refund.created" | "dispute.created" | "subscription.active" | "subscription.trialing" | "subscription.paid" | "subscription.update" | "subscription.scheduled_cancel" | "subscription.expired" | "subscription.unpaid";

export interface WebhookList {
  object: "list";
  data: Array<Webhook>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Webhook {
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
  object: "webhook";
  name: string | null;
  url: string;
  format: "kassa" | "creem";
  events: Array<string> | null;
  status: "enabled" | "disabled" | "deleted";
  /** seller: by update-webhook; gone: it answered 410; failing: it failed for days */
  disabled_reason: "seller" | "gone" | "failing" | null;
  failing_since: string | null;
  last_delivered_at: string | null;
  /** Whether `get-webhook-secret` answers its secret; decided when it was made */
  secret_readable: boolean;
  created_at: string;
  updated_at: string;
}

export interface WebhookSecret {
  object: "webhook_secret";
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
  secret: string;
}

export interface WebhookDeliveryList {
  object: "list";
  data: Array<WebhookDelivery>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface WebhookDelivery {
  /** The delivery. `list-webhook-deliveries` lists them */
  delivery_id: string;
  object: "webhook_delivery";
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  /** As the receiver gets it, in the format of the webhook */
  event_type: string;
  sequence: number;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  response_status: number | null;
  /** The beginning of the last answer, up to 2,000 bytes as text */
  response_body: string | null;
  /** How long the last attempt took */
  duration_ms: number | null;
  error: string | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
  created_at: string;
}

export interface DeliveryWithBody {
  /** The delivery. `list-webhook-deliveries` lists them */
  delivery_id: string;
  object: "webhook_delivery";
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  /** As the receiver gets it, in the format of the webhook */
  event_type: string;
  sequence: number;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  response_status: number | null;
  /** The beginning of the last answer, up to 2,000 bytes as text */
  response_body: string | null;
  /** How long the last attempt took */
  duration_ms: number | null;
  error: string | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
  created_at: string;
  /** The body of the request, the same at every attempt */
  request_body: string;
}

export interface Replay {
  object: "replay";
  event_id: string;
  deliveries: Array<WebhookDelivery>;
}

export interface FailedReplay {
  object: "failed_replay";
  /** The webhook, as `create-webhook` answered it */
  webhook_id: string;
  /** How many are tried again */
  replayed: number;
  more_left: boolean;
}

export interface TaxSettings {
  object: "tax_settings";
  legal_name: string | null;
  email: string | null;
  address: {
    line1: string | null;
    line2: string | null;
    city: string | null;
    state: string | null;
    postal_code: string | null;
  } | null;
  country: string | null;
  tax_number: string | null;
  company_number: string | null;
  registrations: Array<{
    scheme: "standard" | "oss";
    country: string;
    region: string | null;
    since: string;
    until: string | null;
    tax_number: string | null;
  }>;
  /**
   * Whether you have said where you are registered: `registrations` was sent once, also as an empty
   * list, which says nowhere
   */
  registrations_confirmed: boolean;
  /** Whether prices include the tax, for products whose `tax_behavior` is null */
  prices_include_tax: boolean;
  /**
   * What counts for a well-formed tax number that VIES could not be asked about: `accept` it as
   * that of a business, or `charge` the tax as to a consumer
   */
  when_unverified: "accept" | "charge";
}

export interface TaxRate {
  /** The tax rate. `list-tax-rates` lists them */
  tax_rate_id: string;
  object: "tax_rate";
  country: string;
  region: string | null;
  tax_category: "digital" | "ebook" | null;
  tax: string;
  /** Percent, with up to four decimals */
  rate: number;
  valid_from: string;
  valid_until: string | null;
  created_at: string;
}

export interface TaxRateList {
  object: "list";
  data: Array<TaxRate>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface TaxReport {
  object: "tax_report";
  from: string;
  to: string;
  rows: Array<TaxReportRow>;
  /** The text of a CSV file; null unless asked for */
  oss_csv: string | null;
}

export interface TaxReportRow {
  /** Whose tax it is, or where the buyer is; null if nobody knew */
  country: string | null;
  /** Of a country that has taxes by region */
  region: string | null;
  kind: "charged" | "reverse_charge" | "zero" | "not_registered" | "exempt" | "out_of_scope";
  /** Where it is declared */
  scheme: "standard" | "oss" | null;
  /** Null if none is charged */
  name: string | null;
  /** In percent; 0 where none is charged, as in `tax_breakdown` of a payment */
  rate: number;
  rate_type: "standard" | "reduced" | null;
  currency: Currency;
  /** The earlier quarter whose sales are taken back; null: sales of the period */
  corrects_quarter: string | null;
  /** Without tax. Where two taxes are charged together, each has the same `net` */
  net: number;
  tax: number;
}

export interface MailList {
  object: "list";
  data: Array<Mail>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Mail {
  /** The mail. `list-mails` lists them */
  mail_id: string;
  object: "mail";
  kind: "purchase" | "renewal" | "trial_ending" | "renewal_coming" | "payment_failed" | "confirmation_needed" | "card_expiring" | "plan_changed" | "canceled" | "refunded" | "sign_in" | "new_key" | "invoice_corrected" | "notification" | "test";
  /** kept: no mail server is set up, and this is a test store; canceled: it was of no use any more */
  status: "queued" | "sending" | "sent" | "failed" | "kept" | "canceled";
  customer_id: string | null;
  to: string;
  language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar";
  /** The same at every attempt to send it */
  message_id: string;
  attachments: Array<{
    invoice_id: string;
  }>;
  /** The mail. `list-mails` lists them */
  resend_of: string | null;
  attempts: number;
  /** What the mail server said last, or why it could not be asked */
  response: string | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  sent_at: string | null;
  created_at: string;
}

export interface MailWithText {
  /** The mail. `list-mails` lists them */
  mail_id: string;
  object: "mail";
  kind: "purchase" | "renewal" | "trial_ending" | "renewal_coming" | "payment_failed" | "confirmation_needed" | "card_expiring" | "plan_changed" | "canceled" | "refunded" | "sign_in" | "new_key" | "invoice_corrected" | "notification" | "test";
  /** kept: no mail server is set up, and this is a test store; canceled: it was of no use any more */
  status: "queued" | "sending" | "sent" | "failed" | "kept" | "canceled";
  customer_id: string | null;
  to: string;
  language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar";
  /** The same at every attempt to send it */
  message_id: string;
  attachments: Array<{
    invoice_id: string;
  }>;
  /** The mail. `list-mails` lists them */
  resend_of: string | null;
  attempts: number;
  /** What the mail server said last, or why it could not be asked */
  response: string | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  sent_at: string | null;
  created_at: string;
  subject: string;
  html: string;
  text: string;
}

export interface MailPreview {
  object: "mail_preview";
  kind: "purchase" | "renewal" | "trial_ending" | "renewal_coming" | "payment_failed" | "confirmation_needed" | "card_expiring" | "plan_changed" | "canceled" | "refunded" | "sign_in" | "new_key" | "invoice_corrected" | "notification" | "test";
  language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar";
  subject: string;
  html: string;
  text: string;
}

export interface MailSettings {
  object: "mail_settings";
  /** Whether this installation has a mail server (KASSA_SMTP_URL) */
  can_send: boolean;
  /** Whether this store sends mail at all */
  enabled: boolean;
  /** Name of the sender; null: that of the store */
  from_name: string | null;
  /** Where answers of buyers go; null: to the sender */
  reply_to: string | null;
  /** The language of all mails; null: that of each buyer */
  language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "sv" | "ja" | "zh" | "ar" | null;
  /** How many days before the renewal of a yearly plan the buyer is notified */
  renewal_notice_days: number;
  kinds: {
    purchase: MailKindSettings;
    renewal: MailKindSettings;
    trial_ending: MailKindSettings;
    renewal_coming: MailKindSettings;
    payment_failed: MailKindSettings;
    confirmation_needed: MailKindSettings;
    card_expiring: MailKindSettings;
    plan_changed: MailKindSettings;
    canceled: MailKindSettings;
    refunded: MailKindSettings;
    sign_in: MailKindSettings;
    new_key: MailKindSettings;
    invoice_corrected: MailKindSettings;
  };
}

export interface MailKindSettings {
  enabled: boolean;
  subject: Record<string, string>;
  greeting: Record<string, string>;
}

export interface Metrics {
  object: "metrics";
  interval: "day" | "week" | "month";
  /** The first day, in UTC: that of its week or month */
  from: string;
  /** The last day */
  to: string;
  /** Of every amount; null if nothing was sold and none was asked for */
  currency: Currency | null;
  /** All currencies that there are figures in */
  currencies: Array<Currency>;
  /** Null: all products */
  product_id: string | null;
  /**
   * Also answers what was sold by product, by country of the buyer, by discount code or by payment
   * link, in `groups`
   */
  group_by: "product" | "country" | "code" | "link" | null;
  /**
   * The 100 with the most net_sales, these first. With `code` and `link`: of what was sold with
   * one. Null without `group_by`
   */
  groups: Array<MetricsGroup> | null;
  totals: MetricsFigures;
  previous: MetricsPrevious;
  /** Each day, week or month in order, also those without anything */
  series: Array<MetricsOfInterval>;
}

export interface MetricsGroup {
  /** What customers paid, with tax */
  gross_volume: number;
  /** What was refunded */
  refunded: number;
  /** What banks took back for disputes */
  disputed: number;
  /** gross_volume - refunded - disputed; before the fees of the provider */
  net_sales: number;
  /** Payments of more than 0 */
  payments: number;
  /** Refunds */
  refunds: number;
  /**
   * A product_id, a country, a discount_id or a payment_link_id; null: the country of these buyers
   * is not known
   */
  origin: string | null;
  /** The name of the product, the code, or the slug of the link */
  name: string | null;
  previous: MetricsGroupPrevious;
}

/** The same of the days before, as in `previous` of the answer */
export interface MetricsGroupPrevious {
  /** What customers paid, with tax */
  gross_volume: number;
  /** What was refunded */
  refunded: number;
  /** What banks took back for disputes */
  disputed: number;
  /** gross_volume - refunded - disputed; before the fees of the provider */
  net_sales: number;
  /** Payments of more than 0 */
  payments: number;
  /** Refunds */
  refunds: number;
}

export interface MetricsFigures {
  /** What customers paid, with tax */
  gross_volume: number;
  /** What was refunded */
  refunded: number;
  /** What banks took back for disputes, less what was won back */
  disputed: number;
  /** What the payment provider kept */
  fees: number;
  /** gross_volume - refunded - disputed - fees */
  net_volume: number;
  /** Tax in what was paid, less tax that was given back */
  tax: number;
  /** Payments of more than 0 */
  payments: number;
  /** Refunds, less those that failed later */
  refunds: number;
  /** Disputes that began */
  disputes_opened: number;
  /** Disputes that were decided for the seller */
  disputes_won: number;
  /** Disputes that were decided for the customer */
  disputes_lost: number;
  /** Attempts to pay that were declined, at checkouts and renewals */
  declined_payments: number;
  /** What these attempts were to bring */
  declined_volume: number;
  /** Renewals whose first attempt was declined */
  failed_renewals: number;
  /** What these renewals were to bring */
  failed_volume: number;
  /** Renewals that were paid after a decline */
  recovered_renewals: number;
  /** What these renewals brought */
  recovered_volume: number;
  /** Purchases and first payments with a discount code */
  coupon_purchases: number;
  /** What discounts took off, without tax */
  discounts: number;
  /** Checkout sessions that were made */
  checkouts_opened: number;
  /** How many of these have been tried to pay */
  checkouts_begun: number;
  /** How many of these have been paid */
  checkouts_paid: number;
  /** checkouts_paid of checkouts_opened, in percent; null: of none */
  checkout_conversion_rate: number | null;
  /** Monthly recurring revenue at the end, without tax */
  mrr: number;
  /** Twelve times mrr */
  arr: number;
  /** Of customers who had never paid for a subscription */
  mrr_new: number;
  /** Of customers who pay more than before */
  mrr_expansion: number;
  /** Of customers who pay less than before; below 0 */
  mrr_contraction: number;
  /** Of customers who pay for no subscription any more; below 0 */
  mrr_churn: number;
  /** Of customers who had left and pay again */
  mrr_reactivation: number;
  /** Subscriptions that are paid for, at the end */
  active_subscriptions: number;
  /** Subscriptions in their trial, at the end */
  trialing_subscriptions: number;
  /** Subscriptions that became active */
  subscriptions_started: number;
  /** Subscriptions that were active and ended or were paused */
  subscriptions_stopped: number;
  /** Customers with an mrr above 0, at the end */
  paying_customers: number;
  /** Customers who pay for a subscription for the first time */
  customers_new: number;
  /** Customers who pay for no subscription any more */
  customers_churned: number;
  /** Customers who had left and pay again */
  customers_reactivated: number;
  /** customers_churned of the paying customers at the beginning, in percent; null: of none */
  customer_churn_rate: number | null;
  /** mrr_churn and mrr_contraction of the mrr at the beginning, in percent; null: of none */
  revenue_churn_rate: number | null;
  /** Trials that began */
  trials_started: number;
  /** Trials whose subscription was paid for */
  trials_converted: number;
  /** Trials whose subscription ended without a payment */
  trials_lost: number;
  /** trials_converted of the trials that were decided, in percent; null: of none */
  trial_conversion_rate: number | null;
  /** mrr by paying_customers; null without such customers */
  average_revenue_per_customer: number | null;
  /** average_revenue_per_customer by the monthly customer churn; null if nobody left */
  lifetime_value: number | null;
}

/** As many days, weeks or months before, up to the same day of the last one */
export interface MetricsPrevious {
  /** What customers paid, with tax */
  gross_volume: number;
  /** What was refunded */
  refunded: number;
  /** What banks took back for disputes, less what was won back */
  disputed: number;
  /** What the payment provider kept */
  fees: number;
  /** gross_volume - refunded - disputed - fees */
  net_volume: number;
  /** Tax in what was paid, less tax that was given back */
  tax: number;
  /** Payments of more than 0 */
  payments: number;
  /** Refunds, less those that failed later */
  refunds: number;
  /** Disputes that began */
  disputes_opened: number;
  /** Disputes that were decided for the seller */
  disputes_won: number;
  /** Disputes that were decided for the customer */
  disputes_lost: number;
  /** Attempts to pay that were declined, at checkouts and renewals */
  declined_payments: number;
  /** What these attempts were to bring */
  declined_volume: number;
  /** Renewals whose first attempt was declined */
  failed_renewals: number;
  /** What these renewals were to bring */
  failed_volume: number;
  /** Renewals that were paid after a decline */
  recovered_renewals: number;
  /** What these renewals brought */
  recovered_volume: number;
  /** Purchases and first payments with a discount code */
  coupon_purchases: number;
  /** What discounts took off, without tax */
  discounts: number;
  /** Checkout sessions that were made */
  checkouts_opened: number;
  /** How many of these have been tried to pay */
  checkouts_begun: number;
  /** How many of these have been paid */
  checkouts_paid: number;
  /** checkouts_paid of checkouts_opened, in percent; null: of none */
  checkout_conversion_rate: number | null;
  /** Monthly recurring revenue at the end, without tax */
  mrr: number;
  /** Twelve times mrr */
  arr: number;
  /** Of customers who had never paid for a subscription */
  mrr_new: number;
  /** Of customers who pay more than before */
  mrr_expansion: number;
  /** Of customers who pay less than before; below 0 */
  mrr_contraction: number;
  /** Of customers who pay for no subscription any more; below 0 */
  mrr_churn: number;
  /** Of customers who had left and pay again */
  mrr_reactivation: number;
  /** Subscriptions that are paid for, at the end */
  active_subscriptions: number;
  /** Subscriptions in their trial, at the end */
  trialing_subscriptions: number;
  /** Subscriptions that became active */
  subscriptions_started: number;
  /** Subscriptions that were active and ended or were paused */
  subscriptions_stopped: number;
  /** Customers with an mrr above 0, at the end */
  paying_customers: number;
  /** Customers who pay for a subscription for the first time */
  customers_new: number;
  /** Customers who pay for no subscription any more */
  customers_churned: number;
  /** Customers who had left and pay again */
  customers_reactivated: number;
  /** customers_churned of the paying customers at the beginning, in percent; null: of none */
  customer_churn_rate: number | null;
  /** mrr_churn and mrr_contraction of the mrr at the beginning, in percent; null: of none */
  revenue_churn_rate: number | null;
  /** Trials that began */
  trials_started: number;
  /** Trials whose subscription was paid for */
  trials_converted: number;
  /** Trials whose subscription ended without a payment */
  trials_lost: number;
  /** trials_converted of the trials that were decided, in percent; null: of none */
  trial_conversion_rate: number | null;
  /** mrr by paying_customers; null without such customers */
  average_revenue_per_customer: number | null;
  /** average_revenue_per_customer by the monthly customer churn; null if nobody left */
  lifetime_value: number | null;
  from: string;
  to: string;
}

export interface MetricsOfInterval {
  /** What customers paid, with tax */
  gross_volume: number;
  /** What was refunded */
  refunded: number;
  /** What banks took back for disputes, less what was won back */
  disputed: number;
  /** What the payment provider kept */
  fees: number;
  /** gross_volume - refunded - disputed - fees */
  net_volume: number;
  /** Tax in what was paid, less tax that was given back */
  tax: number;
  /** Payments of more than 0 */
  payments: number;
  /** Refunds, less those that failed later */
  refunds: number;
  /** Disputes that began */
  disputes_opened: number;
  /** Disputes that were decided for the seller */
  disputes_won: number;
  /** Disputes that were decided for the customer */
  disputes_lost: number;
  /** Attempts to pay that were declined, at checkouts and renewals */
  declined_payments: number;
  /** What these attempts were to bring */
  declined_volume: number;
  /** Renewals whose first attempt was declined */
  failed_renewals: number;
  /** What these renewals were to bring */
  failed_volume: number;
  /** Renewals that were paid after a decline */
  recovered_renewals: number;
  /** What these renewals brought */
  recovered_volume: number;
  /** Purchases and first payments with a discount code */
  coupon_purchases: number;
  /** What discounts took off, without tax */
  discounts: number;
  /** Checkout sessions that were made */
  checkouts_opened: number;
  /** How many of these have been tried to pay */
  checkouts_begun: number;
  /** How many of these have been paid */
  checkouts_paid: number;
  /** checkouts_paid of checkouts_opened, in percent; null: of none */
  checkout_conversion_rate: number | null;
  /** Monthly recurring revenue at the end, without tax */
  mrr: number;
  /** Twelve times mrr */
  arr: number;
  /** Of customers who had never paid for a subscription */
  mrr_new: number;
  /** Of customers who pay more than before */
  mrr_expansion: number;
  /** Of customers who pay less than before; below 0 */
  mrr_contraction: number;
  /** Of customers who pay for no subscription any more; below 0 */
  mrr_churn: number;
  /** Of customers who had left and pay again */
  mrr_reactivation: number;
  /** Subscriptions that are paid for, at the end */
  active_subscriptions: number;
  /** Subscriptions in their trial, at the end */
  trialing_subscriptions: number;
  /** Subscriptions that became active */
  subscriptions_started: number;
  /** Subscriptions that were active and ended or were paused */
  subscriptions_stopped: number;
  /** Customers with an mrr above 0, at the end */
  paying_customers: number;
  /** Customers who pay for a subscription for the first time */
  customers_new: number;
  /** Customers who pay for no subscription any more */
  customers_churned: number;
  /** Customers who had left and pay again */
  customers_reactivated: number;
  /** customers_churned of the paying customers at the beginning, in percent; null: of none */
  customer_churn_rate: number | null;
  /** mrr_churn and mrr_contraction of the mrr at the beginning, in percent; null: of none */
  revenue_churn_rate: number | null;
  /** Trials that began */
  trials_started: number;
  /** Trials whose subscription was paid for */
  trials_converted: number;
  /** Trials whose subscription ended without a payment */
  trials_lost: number;
  /** trials_converted of the trials that were decided, in percent; null: of none */
  trial_conversion_rate: number | null;
  /** mrr by paying_customers; null without such customers */
  average_revenue_per_customer: number | null;
  /** average_revenue_per_customer by the monthly customer churn; null if nobody left */
  lifetime_value: number | null;
  start: string;
}

export interface Cohorts {
  object: "cohorts";
  /** Of every amount; null if nothing was sold and none was asked for */
  currency: Currency | null;
  /** All currencies that there are figures in */
  currencies: Array<Currency>;
  /** Null: all products */
  product_id: string | null;
  /** The oldest month first, also months in which nothing began */
  cohorts: Array<Cohort>;
}

export interface Cohort {
  /** In which they were first paid for */
  month: string;
  /** Subscriptions that began in this month */
  subscriptions: number;
  /** At the end of that month and of each month after it, up to this one */
  retained: Array<CohortRetention>;
}

export interface CohortRetention {
  /** At the end of this month */
  month: string;
  /** How many of them are active */
  subscriptions: number;
  /** These of all that began, in percent; null: of none */
  subscriptions_rate: number | null;
  /** What they bring a month */
  mrr: number;
  /** That of the mrr they had at the end of their first month, in percent; null: of none */
  mrr_rate: number | null;
}

export interface CustomerSalesList {
  object: "list";
  data: Array<CustomerSales>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface CustomerSales {
  object: "customer_sales";
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id: string;
  /** E-mail address */
  email: string | null;
  name: string | null;
  currency: Currency;
  /** Payments of more than 0 */
  payments: number;
  /** What they paid, with tax */
  gross_volume: number;
  /** What was refunded */
  refunded: number;
  /** What banks took back for disputes */
  disputed: number;
  /** gross_volume - refunded - disputed, since the first payment */
  net_sales: number;
}

export interface NoteList {
  object: "list";
  data: Array<Note>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Note {
  /** The note. `list-notes` lists them */
  note_id: string;
  object: "note";
  /** Your own identifier of the customer, or the one that `create-customer` answered */
  customer_id: string;
  /** The transaction. `get-transactions` lists them */
  transaction_id: string | null;
  text: string;
  written_by: NoteWriter;
  created_at: string;
}

/** Who has written it */
export interface NoteWriter {
  kind: "person" | "api_key";
  /** Of the member, or of the key */
  id: string | null;
  /** The name of the person as it is now, or how the key begins */
  name: string | null;
}

export interface Store {
  /** The store that the key belongs to */
  store_id: string;
  object: "store";
  name: string;
  mode: "test" | "live";
  /** Where the logo is served */
  logo_url: string | null;
  /** Where the favicon is served */
  favicon_url: string | null;
  /** Where customers ask for a link to the portal, by their e-mail address */
  portal_url: string;
  /**
   * The page of the shop, for everybody. That of the first live store is also at the address of the
   * installation itself
   */
  storefront_url: string;
  /**
   * The colour of buttons and links, as #rrggbb or #rgb. Pages and mails show the nearest one that
   * is legible, in light and in dark
   */
  accent_color: string | null;
  /** Where buyers can write to; shown on pages */
  support_email: string | null;
  /** Where buyers find help; linked on pages */
  support_url: string | null;
  /** Your terms of sale; linked on pages */
  terms_url: string | null;
  /** Your privacy policy; linked on pages */
  privacy_url: string | null;
  /** Who you are by law, where it asks for that; linked on pages */
  imprint_url: string | null;
  /** Your refund policy; linked on pages */
  refund_url: string | null;
  /** The language of pages for buyers whose browser asks for none that we speak */
  default_language: "ar" | "de" | "en" | "es" | "fr" | "it" | "ja" | "nl" | "pl" | "pt" | "sv" | "zh";
  /** Whether the page of the shop (`storefront_url`) lists what its active payment links sell */
  storefront_enabled: boolean;
  /** The currency that forms of the dashboard begin with */
  default_currency: Currency | null;
  /**
   * What new license keys begin with: 1 to 12 letters and digits, kept in capital letters. Keys
   * from before stay as they are
   */
  license_key_prefix: string;
  /**
   * Sites that may show your checkout in a frame: https:// and the name alone, or http://localhost
   * with its port
   */
  embed_domains: Array<string>;
  created_at: string;
  updated_at: string;
}

export interface SearchResult {
  object: "search_result";
  hits: Array<{
    kind: "customer" | "license" | "transaction" | "subscription" | "invoice" | "product" | "discount_code" | "payment_link" | "checkout_session" | "mail" | "event" | "webhook";
    record_id: string;
    label: string;
    detail: string | null;
    /** Whose it is */
    customer_id: string | null;
    /** What it is worth: the total of a payment, below 0 of a refund; a price */
    amount: number | null;
    currency: Currency | null;
    created_at: string | null;
    /** Its identifier, address, key, number, code or name is the query itself */
    is_exact: boolean;
  }>;
}

export interface RecordCounts {
  object: "record_counts";
  /** What was counted */
  list: "transactions" | "subscriptions" | "invoices" | "products" | "discount_codes" | "payment_links";
  /** `all` first */
  counts: Array<{
    /** `all`, or a state of the records */
    state: string;
    /** How many are in it */
    count: number;
    /** Whether there are more, or may be more, than were counted */
    has_more: boolean;
  }>;
}

export interface Page {
  object: "page";
  total_records: number;
  total_pages: number;
  /** There are more records than were counted */
  is_capped: boolean;
  /** No record is on this page */
  is_empty: boolean;
  /** Where the page begins; null: at the first */
  cursor: string | null;
}

export interface NewStore {
  /** The new store. It has no keys yet */
  store_id: string;
  object: "store";
  name: string;
  mode: "test" | "live";
  /** Where the logo is served */
  logo_url: string | null;
  /** Where the favicon is served */
  favicon_url: string | null;
  /** Where customers ask for a link to the portal, by their e-mail address */
  portal_url: string;
  /**
   * The page of the shop, for everybody. That of the first live store is also at the address of the
   * installation itself
   */
  storefront_url: string;
  /**
   * The colour of buttons and links, as #rrggbb or #rgb. Pages and mails show the nearest one that
   * is legible, in light and in dark
   */
  accent_color: string | null;
  /** Where buyers can write to; shown on pages */
  support_email: string | null;
  /** Where buyers find help; linked on pages */
  support_url: string | null;
  /** Your terms of sale; linked on pages */
  terms_url: string | null;
  /** Your privacy policy; linked on pages */
  privacy_url: string | null;
  /** Who you are by law, where it asks for that; linked on pages */
  imprint_url: string | null;
  /** Your refund policy; linked on pages */
  refund_url: string | null;
  /** The language of pages for buyers whose browser asks for none that we speak */
  default_language: "ar" | "de" | "en" | "es" | "fr" | "it" | "ja" | "nl" | "pl" | "pt" | "sv" | "zh";
  /** Whether the page of the shop (`storefront_url`) lists what its active payment links sell */
  storefront_enabled: boolean;
  /** The currency that forms of the dashboard begin with */
  default_currency: Currency | null;
  /**
   * What new license keys begin with: 1 to 12 letters and digits, kept in capital letters. Keys
   * from before stay as they are
   */
  license_key_prefix: string;
  /**
   * Sites that may show your checkout in a frame: https:// and the name alone, or http://localhost
   * with its port
   */
  embed_domains: Array<string>;
  created_at: string;
  updated_at: string;
  /** Its dashboard, for its people */
  dashboard_url: string;
}

export interface StoreCopyPreview {
  object: "store_copy_preview";
  /** What the new store would be */
  mode: "test" | "live";
  /** What it would be called */
  name: string;
  copied: CopiedRecords;
  left: LeftRecords;
  /** Whether these are more records than can be copied */
  is_too_large: boolean;
  /** The stores of this mode that were made of this one before */
  copies: Array<CopyOfStore>;
}

/** How many records the new store would begin with */
export interface CopiedRecords {
  /** Products and plans that are sold, with their identifiers and pictures */
  products: number;
  /** Payment links of these products, with their slugs */
  payment_links: number;
  /** Discount codes, none of them used yet */
  discount_codes: number;
  /** Tax rates of your own */
  tax_rates: number;
  /** Webhooks, switched off and with new secrets */
  webhooks: number;
  /** Members of the team, with their roles. Owners are in every store */
  members: number;
}

/** How many stay behind */
export interface LeftRecords {
  /** Products that are archived */
  archived_products: number;
  /** Payment links of archived products */
  payment_links: number;
  /** Discount codes that count for archived products alone */
  discount_codes: number;
  /** Webhooks to addresses that only a test store may use */
  webhooks: number;
}

export interface CopyOfStore {
  /** The store that was made */
  store_id: string;
  /** As it is called today */
  name: string;
  /** Its dashboard */
  dashboard_url: string;
  created_at: string;
}

export interface StoreCopy {
  /** The new store. It has no keys yet */
  store_id: string;
  object: "store";
  name: string;
  mode: "test" | "live";
  /** Where the logo is served */
  logo_url: string | null;
  /** Where the favicon is served */
  favicon_url: string | null;
  /** Where customers ask for a link to the portal, by their e-mail address */
  portal_url: string;
  /**
   * The page of the shop, for everybody. That of the first live store is also at the address of the
   * installation itself
   */
  storefront_url: string;
  /**
   * The colour of buttons and links, as #rrggbb or #rgb. Pages and mails show the nearest one that
   * is legible, in light and in dark
   */
  accent_color: string | null;
  /** Where buyers can write to; shown on pages */
  support_email: string | null;
  /** Where buyers find help; linked on pages */
  support_url: string | null;
  /** Your terms of sale; linked on pages */
  terms_url: string | null;
  /** Your privacy policy; linked on pages */
  privacy_url: string | null;
  /** Who you are by law, where it asks for that; linked on pages */
  imprint_url: string | null;
  /** Your refund policy; linked on pages */
  refund_url: string | null;
  /** The language of pages for buyers whose browser asks for none that we speak */
  default_language: "ar" | "de" | "en" | "es" | "fr" | "it" | "ja" | "nl" | "pl" | "pt" | "sv" | "zh";
  /** Whether the page of the shop (`storefront_url`) lists what its active payment links sell */
  storefront_enabled: boolean;
  /** The currency that forms of the dashboard begin with */
  default_currency: Currency | null;
  /**
   * What new license keys begin with: 1 to 12 letters and digits, kept in capital letters. Keys
   * from before stay as they are
   */
  license_key_prefix: string;
  /**
   * Sites that may show your checkout in a frame: https:// and the name alone, or http://localhost
   * with its port
   */
  embed_domains: Array<string>;
  created_at: string;
  updated_at: string;
  /** Its dashboard, for its people */
  dashboard_url: string;
  /** How many records it began with */
  copied: CopiedRecords;
}

export interface StoreSettings {
  object: "store_settings";
  name: string;
  mode: "test" | "live";
  /** Days after each failed renewal until it is tried again; empty: never */
  retry_days: Array<number>;
  /** What becomes of a subscription whose payment was never made */
  after_retries: "cancel" | "pause";
  /**
   * For how many days a license stays valid after a renewal failed; null: while the payment is
   * retried
   */
  past_due_license_days: number | null;
  /** The same if nothing was ever paid, for example when the first payment after a trial fails */
  unpaid_license_days: number;
  /** What a lost dispute does: ends the subscription and disables the license, or nothing */
  on_dispute_lost: "cancel" | "keep";
  /**
   * What an early warning of fraud by a bank does: asks you in `get-attention`, or refunds all that
   * is left of the payment, ends its subscription and disables the license
   */
  on_fraud_warning: "ask" | "refund";
  /** Whether customers may change quantities in the portal */
  portal_quantity_changes: boolean;
  /** Whether customers may pause in the portal, once in a paid period */
  portal_pauses: boolean;
  /**
   * The discount code that the portal offers to customers who are about to cancel, once each; null:
   * none
   */
  cancel_offer: string | null;
  /**
   * Sites whose pages may call the API with your keys of scope `full` and `read`: https:// and the
   * name alone, or http://localhost with its port. Whoever opens such a page can read the key that
   * is in it. Keys of scope `license` may be used by any page
   */
  allowed_origins: Array<string>;
  /**
   * Whether /v1/licenses/activate, validate and deactivate answer for the licenses of this store,
   * as those of Lemon Squeezy do: without an API key, and with the name and the e-mail address of
   * the customer
   */
  lemon_squeezy_licenses: boolean;
}

export interface ApiKeyList {
  object: "list";
  data: Array<ApiKey>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface ApiKey {
  /** The key. `list-api-keys` lists them */
  key_id: string;
  object: "api_key";
  name: string;
  /** The beginning and the end of the key, to recognize it */
  hint: string;
  scope: "full" | "read" | "license";
  status: "good" | "expired" | "revoked";
  /** The last day on which it was used, in UTC; known a minute later */
  last_used_on: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
}

export interface ApiKeyWithSecret {
  /** The key. `list-api-keys` lists them */
  key_id: string;
  object: "api_key";
  name: string;
  /** The beginning and the end of the key, to recognize it */
  hint: string;
  scope: "full" | "read" | "license";
  status: "good" | "expired" | "revoked";
  /** The last day on which it was used, in UTC; known a minute later */
  last_used_on: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
  /** The key itself. Shown only now */
  api_key: string;
}

export interface Backups {
  object: "backups";
  database: "sqlite" | "postgres";
  database_bytes: number;
  last_backup_at: string | null;
  /** Whole days, in real time */
  days_since_backup: number | null;
  /** Where and how often the service makes them by itself; null: never */
  schedule: {
    folder: string;
    every_seconds: number;
    failed_at: string | null;
    /** Why the last try made none; null when it did */
    problem: string | null;
  } | null;
  /** The newest ten, newest first */
  backups: Array<{
    made_at: string;
    /** Where it was put, in the words of whoever made it */
    place: string;
    bytes: number | null;
    /**
     * command: somebody with `kassa backup`; schedule: the service by itself; noted: another
     * program, and recorded with Kassa
     */
    made_by: "command" | "schedule" | "noted";
  }>;
}

export interface Attention {
  object: "attention";
  items: Array<{
    /**
     * dispute: wants an answer; overdue_renewals: have been due for more than an hour, and Kassa
     * cannot carry them out; past_due: renewals that were declined; provider: the connection to it
     * is broken; webhook: does not take events; failed_mail: mails of the last week; certificate:
     * of this server, ends soon; backup: of a database with a live store, is old or was never made,
     * or the schedule could not make one; charges_held: after a restore, no renewal is charged
     * until it is compared with the provider; unknown_payment: paid on a page of after the backup
     * that was restored, so nobody here knows what was bought; failing_job: a background job of
     * this installation has failed at every run for ten minutes or more; fraud_warning: a payment
     * of which a bank says that the owner of the card did not make it, one item for each
     */
    kind: "dispute" | "overdue_renewals" | "past_due" | "provider" | "webhook" | "failed_mail" | "certificate" | "backup" | "charges_held" | "unknown_payment" | "failing_job" | "fraud_warning";
    /** How many; 100 stands for more, too */
    count: number;
    /** The one it is about, or the most urgent */
    record_id: string | null;
    /** Of the most urgent */
    amount: number | null;
    currency: Currency | null;
    /**
     * When it is due, is tried again, ends, was paid or was last made; since when it fails; or when
     * the backup was made
     */
    at: string | null;
    /** The operation that sees to it at once, with `record_id` as `transaction_id`; null: none does */
    operation: string | null;
    /** What the provider said is wrong, why no backup was made, or what to do */
    message: string | null;
  }>;
}

export interface Readiness {
  object: "readiness";
  mode: "test" | "live";
  /** Whether all points are done */
  is_ready: boolean;
  /** What is broken comes first, what is done last */
  points: Array<{
    /** What it is about */
    point: "payments" | "mail" | "seller" | "taxes" | "legal_pages" | "address" | "backups" | "test_purchase" | "test_refund";
    /** What the dashboard calls it */
    name: string;
    /**
     * broken: was done, or was tried, and does not work; open: to do; waiting: for another point;
     * done
     */
    state: "broken" | "open" | "waiting" | "done";
    /** Whether nobody can buy without it. All others help, and refuse nothing */
    is_needed: boolean;
    /** What is so, in a sentence */
    message: string;
    /** What that means for buyers; null: nothing is to be done */
    meaning: string | null;
    /** What can be done at `page`, as the dashboard calls it */
    button: string | null;
    /** Where: below the address of this installation */
    page: string | null;
    /** The document that says what to do, where no page of the dashboard does it */
    document: string | null;
  }>;
  /** The way to the first test purchase, in a test store without one; else empty */
  first_steps: Array<{
    /** What is made in it */
    step: "product" | "payment_link" | "test_purchase";
    state: "done" | "next" | "later";
  }>;
  /** Whether anything was ever bought in this store */
  has_sold: boolean;
}

export interface Provider {
  object: "provider";
  /**
   * Who takes the payments of this store. `test`: the built-in gateway of test stores, which moves
   * no money. null: nobody yet
   */
  provider: "stripe" | "test" | null;
  mode: "test" | "live";
  account_id: string | null;
  account_name: string | null;
  /** The key itself is never shown */
  key_hint: string | null;
  /** Public. With it the provider's own fields can be on the payment page */
  publishable_key: string | null;
  /** Wallets in the fields of the provider; null without the publishable key */
  wallets: {
    /** Of the pages that buyers pay on; it is registered at the provider */
    host: string;
    /** Whether Apple Pay is offered to whoever has it */
    apple_pay: "active" | "inactive";
    /** Whether Google Pay is offered to whoever has it */
    google_pay: "active" | "inactive";
    /** Whether Link is offered to whoever has it */
    link: "active" | "inactive";
    /** Why one of them is not offered. It keeps nobody from paying */
    problem: string | null;
    checked_at: string;
  } | null;
  /** Where the provider sends its messages; null: Kassa polls it instead */
  webhook_url: string | null;
  /** Why Kassa polls the provider instead of getting messages */
  asks_because: string | null;
  /**
   * Why the provider could not be asked the last time, or what it refuses and why, in its own
   * words: the key, or payments to an account that is not complete
   */
  problem: string | null;
  connected_at: string | null;
  updated_at: string | null;
}

export interface AuditEntryList {
  object: "list";
  data: Array<AuditEntry>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface AuditEntry {
  object: "audit_entry";
  /** Counts up by one with every entry, without gaps */
  sequence: number;
  created_at: string;
  actor: {
    kind: "person" | "api_key" | "customer" | "job" | "command" | "provider";
    id: string | null;
    /** Of a person, or the visible part of an API key */
    name: string | null;
    /** The network address that the request came from */
    address: string | null;
  };
  /** The path of an operation or a page, or the name of a job or a command */
  action: string;
  /** The record that it is mainly about */
  target: string | null;
  /** Of each record: with `before`, the fields that changed; without, the record as its event has it */
  changes: Array<{
    target: string;
    events: Array<string>;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  }>;
  /** How many events it brought about that are not among the changes */
  more_events: number;
  request_id: string | null;
  /** SHA-256 of this entry, its events, and the hash of the entry before it */
  hash: string;
}

export interface MemberList {
  object: "list";
  data: Array<Member>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Member {
  /** The member or invitation. `list-members` lists them */
  member_id: string;
  object: "member";
  /** E-mail address */
  email: string;
  /** As the member has written it */
  name: string | null;
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
  refund_max: number | null;
  /** `invited`: a link was made that nobody has used yet */
  status: "active" | "invited";
  /** When the link ends */
  invitation_expires_at: string | null;
  created_at: string;
}

export interface InvitedMember {
  /** The member or invitation. `list-members` lists them */
  member_id: string;
  object: "member";
  /** E-mail address */
  email: string;
  /** As the member has written it */
  name: string | null;
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
  refund_max: number | null;
  /** `invited`: a link was made that nobody has used yet */
  status: "active" | "invited";
  /** When the link ends */
  invitation_expires_at: string | null;
  created_at: string;
  /** The link. Shown only now */
  invitation_url: string;
}

export interface ClockAdvanced {
  object: "clock";
  now: string;
  /** How far ahead of real time */
  ahead_seconds: number;
  /** false: there is so much to do that the call must be made again */
  reached: boolean;
  /** What happened on the way */
  days: Array<{
    date: string;
    events: Array<{
      sequence: number;
      type: string;
      at: string;
      record_id: string;
    }>;
  }>;
  has_more: boolean;
  next_cursor: string | null;
}

export interface Clock {
  object: "clock";
  now: string;
  /** How far ahead of real time */
  ahead_seconds: number;
}

export interface CustomerWithCard {
  customer_id: string;
  object: "customer";
  email: string | null;
  /**
   * When the mail server of the address of this customer refused a mail for good, in real time;
   * null: it did not, or the address was changed since, or took another mail
   */
  email_bounced_at: string | null;
  name: string | null;
  country: string | null;
  language: string | null;
  metadata: Metadata;
  /** By currency: credit for the next payments, or what is owed if it is below 0. Empty: neither */
  balances: Record<string, number>;
  billing: CustomerBilling | null;
  created_at: string;
  updated_at: string;
  payment_method: {
    brand: string;
    last4: string;
    exp_month: number | null;
    exp_year: number | null;
  };
}

export interface RefundedTransaction {
  /** The transaction. `get-transactions` lists them */
  transaction_id: string;
  object: "transaction";
  type: "purchase" | "subscription_start" | "renewal" | "plan_change" | "refund";
  status: "pending" | "paid" | "declined" | "partially_refunded" | "refunded" | "disputed" | "charged_back" | "failed";
  customer_id: string;
  /** The product. `create-product` and `search-products` answer its identifier */
  product_id: string;
  subscription_id: string | null;
  /** The checkout session, as `create-checkout` answered it */
  checkout_session_id: string | null;
  refunded_transaction_id: string | null;
  quantity: number;
  subtotal: number;
  discount: number;
  tax: number;
  /**
   * What it moves on the customer's balance: below 0, credit that was used; above 0, credit that
   * was given or a debt that was paid. Payments: subtotal - discount + tax + balance_change = total
   */
  balance_change: number;
  /** What the card was charged, or given back */
  total: number;
  refunded: number;
  currency: Currency;
  /** What the provider kept of a payment; null until it is known */
  fee: number | null;
  fee_currency: Currency | null;
  dispute: TransactionDispute | null;
  lines: Array<TransactionLine>;
  tax_breakdown: TaxBreakdown;
  tax_evidence: TaxEvidence | null;
  payment_method: {
    brand: string;
    last4: string;
  } | null;
  decline_code: string | null;
  /** Pending, and the provider no longer knows whether the money was moved: look it up there */
  needs_review: boolean;
  /** What the person wrote who settled it with resolve-transaction */
  review_note: string | null;
  /** Who moved the money; null where none was moved */
  provider: string | null;
  /** How the provider names the payment or refund */
  provider_reference: string | null;
  reason: string | null;
  period_start: string | null;
  period_end: string | null;
  /** The key that this purchase brought */
  license_keys: Array<string>;
  /** The invoice or credit note, as a page; for whoever has the address */
  invoice_url: string | null;
  invoice_pdf_url: string | null;
  metadata: Metadata;
  /** What the buyer has answered to the custom fields, by key */
  custom_fields: Record<string, string | number | boolean>;
  created_at: string;
  settled_at: string | null;
  /** The refund, as `get-transactions` shows it */
  refund_transaction_id: string;
}

/** The name or the look of the store changed */
export interface StoreUpdatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "store.updated";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Store;
}

/** A product was created */
export interface ProductCreatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "product.created";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Product;
}

/** A product was changed or archived */
export interface ProductUpdatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "product.updated";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Product;
}

/** A customer was created, by you or with the first checkout */
export interface CustomerCreatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "customer.created";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Customer;
}

/** A customer, their billing details or their balance changed */
export interface CustomerUpdatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "customer.updated";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Customer;
}

/** The card that pays for a subscription expires soon */
export interface CustomerCardExpiringEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "customer.card_expiring";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: CustomerWithCard;
}

/** A discount code was created */
export interface DiscountCodeCreatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "discount_code.created";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: DiscountCode;
}

/** A discount code was deleted */
export interface DiscountCodeDeletedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "discount_code.deleted";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: DiscountCode;
}

/** A buyer has paid, or nothing was due: deliver what was bought */
export interface CheckoutCompletedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "checkout.completed";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: CheckoutSession;
}

/** A checkout session can no longer be paid */
export interface CheckoutExpiredEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "checkout.expired";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: CheckoutSession;
}

/** A payment arrived */
export interface TransactionPaidEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "transaction.paid";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Transaction;
}

/** A payment was declined, or the provider refused a refund */
export interface TransactionDeclinedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "transaction.declined";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Transaction;
}

/** A payment was refunded, whole or in part; `data` is the payment */
export interface TransactionRefundedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "transaction.refunded";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: RefundedTransaction;
}

/** A buyer paid after the payment was given up: the money went back at once */
export interface TransactionReturnedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "transaction.returned";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Transaction;
}

/** A refund that was paid came back; `data` is the refund */
export interface TransactionRefundFailedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "transaction.refund_failed";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Transaction;
}

/** The buyer disputes a payment with their bank */
export interface TransactionDisputedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "transaction.disputed";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Transaction;
}

/** A dispute ended for you */
export interface TransactionDisputeWonEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "transaction.dispute_won";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Transaction;
}

/** A dispute ended for the buyer, who has the money back */
export interface TransactionDisputeLostEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "transaction.dispute_lost";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Transaction;
}

/** An invoice was replaced; `data` is the new one */
export interface InvoiceCorrectedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "invoice.corrected";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Invoice;
}

/** A purchase brought a license key */
export interface LicenseCreatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "license.created";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: License;
}

/** A license is used on another machine */
export interface LicenseActivatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "license.activated";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: License;
}

/** A license is no longer used on a machine */
export interface LicenseDeactivatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "license.deactivated";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: License;
}

/** A license stopped working: by you, a refund, a lost dispute or the end of a subscription */
export interface LicenseDisabledEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "license.disabled";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: License;
}

/** A disabled license works again */
export interface LicenseEnabledEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "license.enabled";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: License;
}

/** A license has a new key */
export interface LicenseReissuedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "license.reissued";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: License;
}

/** You changed when a license ends, or on how many machines it works */
export interface LicenseUpdatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "license.updated";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: License;
}

/** A subscription began */
export interface SubscriptionCreatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.created";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A trial ends in three days, or was shorter than that from the start */
export interface SubscriptionTrialEndingEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.trial_ending";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A trial ends later */
export interface SubscriptionTrialExtendedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.trial_extended";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A yearly plan renews soon, in `renewal_notice_days` of the mail settings */
export interface SubscriptionRenewalComingEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.renewal_coming";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A new period was paid */
export interface SubscriptionRenewedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.renewed";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** Plan, quantity or what is to change at the end of the period is another */
export interface SubscriptionUpdatedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.updated";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A renewal could not be paid; it is tried again */
export interface SubscriptionPastDueEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.past_due";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** What was past due is paid */
export interface SubscriptionRecoveredEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.recovered";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A subscription was paused */
export interface SubscriptionPausedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.paused";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A pause ended, or a scheduled cancel was taken back */
export interface SubscriptionResumedEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.resumed";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A subscription ends with its paid period */
export interface SubscriptionCancelScheduledEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.cancel_scheduled";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}

/** A subscription ended */
export interface SubscriptionCanceledEvent {
  /** The event, from `list-events` or the `webhook-id` header */
  event_id: string;
  object: "event";
  type: "subscription.canceled";
  /**
   * Counts up by one with every event of the store, without gaps; a backup that is restored leaves
   * out a million
   */
  sequence: number;
  created_at: string;
  data: Subscription;
}
