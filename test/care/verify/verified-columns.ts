// Every column of money or time: what `kassa verify` computes again, and why not the rest. A test
// compares the lists with the tables, and changes each column of the first on a copy.

/** By table. */
export const RECOMPUTED: Record<string, string[]> = {
  checkouts: [
    ...['subtotal_minor', 'discount_minor', 'tax_minor', 'total_minor', 'balance_change_minor'],
    ...['unit_price_minor', 'coupon_amount_minor'],
  ],
  cohort_months: ['mrr_change_minor'],
  customer_balances: ['balance_minor'],
  customer_standings: ['mrr_minor'],
  balance_adjustments: ['amount_minor'],
  customer_sales: ['gross_minor', 'refunded_minor', 'disputed_minor', 'net_minor'],
  disputes: ['amount_minor', 'fee_minor', 'credit_minor', 'debt_minor', 'rest_minor'],
  ledger_entries: ['amount_minor'],
  sales_days: [
    ...['gross_minor', 'refunded_minor', 'disputed_minor', 'fees_minor', 'tax_minor'],
    ...['discounts_minor', 'declined_minor', 'failed_minor', 'recovered_minor'],
  ],
  sales_origin_days: ['gross_minor', 'refunded_minor', 'disputed_minor'],
  subscription_days: [
    ...['mrr_new_minor', 'mrr_expansion_minor', 'mrr_contraction_minor', 'mrr_churn_minor'],
    'mrr_reactivation_minor',
  ],
  subscription_movements: ['mrr_minor'],
  subscription_standings: ['mrr_minor'],
  subscriptions: [
    ...['discount_from', 'discount_starts_at', 'discount_ends_at', 'anchor_at'],
    ...['current_period_start', 'current_period_end', 'next_payment_at', 'paused_ms'],
    ...['covered_minor', 'rest_refunded_minor', 'price_minor', 'paid_since'],
  ],
  pauses: ['resumed_at', 'period_start'],
  tax_days: ['net_minor', 'tax_minor'],
  transactions: [
    ...['subtotal_minor', 'discount_minor', 'tax_minor', 'total_minor', 'balance_change_minor'],
    ...['refunded_minor', 'refunding_minor', 'disputed_minor', 'fee_minor'],
    ...['period_start', 'period_end'],
  ],
};

const AGREED = 'it is what was agreed or entered: nothing else says it';
const HAPPENED = 'when it happened or was written: nothing else says it';
const SETTING = 'it follows from settings as they were then, which are not kept';
const TURN = 'whose turn it is, and until when: it means nothing afterwards';
const PROVIDER = 'the provider says it; with the provider, it is compared';

/** By table and column, or by column in every table (`*`). The first that fits is said. */
export const NOT_RECOMPUTED: [columns: RegExp, why: string][] = [
  [/^test_gateway_/, 'these are the books of the test gateway, with which others are compared'],
  [/\.(created|updated|deleted|disabled|revoked|claimed|queued|sent|opened|closed)_at$/, HAPPENED],
  [/\.(canceled|ended|paused|completed|applied|tried|activated|first_activated)_at$/, HAPPENED],
  [/\.(settled|moved)_at$/, 'when it happened: of it, the day is computed again with the figures'],
  [/\.last_\w+_at$|\.delivered_at$|\.failing_since$|\.failed_at$|\.refused_at$/, HAPPENED],
  [/\.claimed_(until|from)$|\.clock_claimed_until$|\.(next_attempt|give_up|due|ask)_at$/, TURN],
  [/\.(expires_at|valid_from|valid_until|expiry_notice_at|resumes_at|notice_after)$/, AGREED],
  [/^(acme_certificates|backups|moves|portal_sign_ins|seats|recovery_codes|webhooks)\./, HAPPENED],
  [/\.(bounced|deactivated|connected|disconnected|vies_due)_at$|\.charges_held_/, HAPPENED],
  [/^(event_counters|invoice_series|licenses|webhook_deliveries)\./, HAPPENED],
  [/^backup_schedule\.requested_at$/, HAPPENED],
  [/^stores\.clock_ahead_ms$/, 'a test clock is where it was moved; of live stores it is checked'],
  [/^(stray_payments|unknown_payments|fraud_warnings)\./, PROVIDER],
  [/^products\.|^discount_codes\.|^payment_links\./, AGREED],
  [/^payment_link_addresses\.changed_at$|^stores\.mail_taken_at$/, HAPPENED],
  [/^subscriptions\.(trial_end|coupon_amount_minor)$/, AGREED],
  [/^subscriptions\.(grace_ends_at|past_due_until|next_action_at|pause_used_until)$/, SETTING],
  [
    /^subscriptions\.period_paid_minor$/,
    'it follows from the order of refunds and changes, of which one may count another; it bounds ' +
      'what a cancel gives back, and no payment gives back more than was paid',
  ],
  [/^checkouts\.(charge_min_minor|charge_step_minor)$/, PROVIDER],
  [/^checkouts\.renewal_total_minor$/, 'it was shown; what is charged is computed on its day'],
  [
    /^transactions\.(credited_minor|returned_minor|give_back_minor)$/,
    'it is bounded by what was paid',
  ],
  [/^transactions\.(fee_due_at|clock_moved_ms)$|^disputes\.(due_at|excess_minor)$/, PROVIDER],
  [
    /^balance_adjustments\.balance_after_minor$/,
    'the balance of then: others came at the same time',
  ],
];

/** Figures inside of texts (JSON), by column and name: what verify computes again. */
export const RECOMPUTED_INSIDE: Record<string, string[]> = {
  'checkouts.tax_rows': ['net_minor', 'tax_minor'],
  'invoices.document': [
    ...['amount_minor', 'discount_minor', 'net_minor', 'subtotal_minor', 'tax_minor'],
    ...['total_minor', 'unit_price_minor'],
  ],
  'subscriptions.used_time': ['from'],
  'transactions.dispute': [
    ...['amount_minor', 'closed_at', 'due_at', 'fee_minor', 'opened_at', 'tax_minor'],
  ],
  'transactions.effect': [
    ...['covered_minor', 'current_period_end', 'current_period_start', 'paused_ms'],
  ],
  'transactions.lines': ['amount_minor', 'tax_minor'],
  'transactions.tax_rows': ['net_minor', 'tax_minor'],
};

/** By column and name. The first that fits is said. */
export const NOT_RECOMPUTED_INSIDE: [figures: RegExp, why: string][] = [
  [
    /^transactions\.lines (from|to)$/,
    'days that the text of a line names; nothing is counted by them',
  ],
  [
    /^transactions\.effect /,
    'what a payment was to change, kept with it: what it did change is computed again where it is',
  ],
  [/^subscriptions\.used_time to$/, HAPPENED],
  [/^subscriptions\.(used_time|pending_change) /, AGREED],
  [
    /^subscriptions\.covered_tax /,
    'it follows from payments and refunds in their order; it bounds credit',
  ],
  [
    /^(events|webhook_deliveries|mails|audit_entries)\./,
    'what was told then, for which a hash is kept',
  ],
];
