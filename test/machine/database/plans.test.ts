import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as verified from '../../../src/care/verify/verify.sql.ts';
import * as clock from '../../../src/jobs/clock.sql.ts';
import type { Database, Tx, Values } from '../../../src/platform/db/database.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import * as events from '../../../src/platform/operation/event.sql.ts';
import * as products from '../../../src/shop/catalogue/products/product.sql.ts';
import { countProducts } from '../../../src/shop/catalogue/products/product-counts.sql.ts';
import * as checkouts from '../../../src/shop/checkout/checkout.sql.ts';
import * as balances from '../../../src/shop/customers/balance.sql.ts';
import * as customers from '../../../src/shop/customers/customer.sql.ts';
import * as deliveries from '../../../src/shop/events/webhooks/delivery.sql.ts';
import * as webhooks from '../../../src/shop/events/webhooks/webhook.sql.ts';
import * as taxes from '../../../src/shop/figures/tax-sums.sql.ts';
import * as pages from '../../../src/shop/insight/search/page.sql.ts';
import * as licenses from '../../../src/shop/licenses/license.sql.ts';
import { hasPaid } from '../../../src/shop/licenses/paid-subscription.sql.ts';
import * as mails from '../../../src/shop/mails/mail.sql.ts';
import * as invoices from '../../../src/shop/money/invoices/invoice.sql.ts';
import { countCreditNotes } from '../../../src/shop/money/invoices/invoice-counts.sql.ts';
import * as renewals from '../../../src/shop/money/transactions/earlier-renewal.sql.ts';
import { listRefundReversals } from '../../../src/shop/money/transactions/refund.sql.ts';
import * as payments from '../../../src/shop/money/transactions/subscription-payments.sql.ts';
import * as transactions from '../../../src/shop/money/transactions/transaction.sql.ts';
import * as amounts from '../../../src/shop/money/transactions/transaction-amounts.sql.ts';
import * as counts from '../../../src/shop/money/transactions/transaction-counts.sql.ts';
import * as subscriptions from '../../../src/shop/subscriptions/subscription.sql.ts';
import { countSubscriptions } from '../../../src/shop/subscriptions/subscription-counts.sql.ts';
import * as lemon_squeezy from '../../../src/sites/api/dialects/lemon-squeezy/lemon-squeezy.sql.ts';

// SQLite decides by itself how it looks for something. A look at its plans: none of them reads a
// whole store where an index would do. Of the webhooks (w), few, all are looked at.

const data_dir = mkdtempSync(join(tmpdir(), 'kassa-plans-'));
let db: Database;
before(async () => {
  db = await openDatabase({ data_dir, database_url: undefined });
});
after(async () => {
  await db.close();
  rmSync(data_dir, { recursive: true });
});

/** How SQLite would run whatever `ask` asks for. */
async function planOf(ask: (tx: Tx) => unknown): Promise<string> {
  const asked: [string, Values][] = [];
  const note = (sql: string, values: Values = {}) => {
    asked.push([sql, values]);
    return undefined;
  };
  const noteAll = (sql: string, values: Values = {}) => note(sql, values) ?? [];
  const maybeLocked = (_lock: string, sql: string, values: Values) => note(sql, values);
  await ask({ maybe: note, maybeLocked, all: noteAll, run: note } as unknown as Tx);
  const plans = asked.map(([sql, values]) =>
    db
      .reader(null)
      .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, { store_id: 's', ...values }),
  );
  return (await Promise.all(plans))
    .flat()
    .map(({ detail }) => detail)
    .join('\n');
}

/** The same where very many fit each filter. */
const ofMany = (tx: Tx): Tx => {
  const last = { place: 'x', position: 1, currency: 'EUR', total_minor: 1, price_minor: 1 };
  const ids = { transaction_id: 'x', product_id: 'x' };
  const maybe = (sql: string, values: Values) => tx.maybe(sql, values) ?? { ...last, ...ids };
  return { ...tx, maybe } as Tx;
};

const page = { before: 9, limit: 20 };
const newest = { before: 'z', limit: 20 };
const range = {
  from: '',
  before: 'z',
  limit: 20,
  order: 'newest',
  after: 'z',
} as const;
const first_amount = { currency: '', total_minor: 0, transaction_id: '' };
const of_status = { names: transactions.TRANSACTION_FILTERS, filter: { status: 'paid' } };
const page_of_x = { ...page, customer_id: 'x' };
const products_wanted = {
  ...{ status: 'active', currency: null, billing_type: 'recurring', limit: 20 },
  after: { currency: 'EUR', price_minor: 1, product_id: 'x' },
};
const stretch = { store_id: 's', after: '', upto: 'z' };
const due = { now: 1, limit: 10 };

const asked: [title: string, index: RegExp, ask: (tx: Tx) => unknown][] = [
  [
    'the store of a license key, among all stores',
    /licenses_by_key[\s\S]*SEARCH s USING/,
    (tx) => lemon_squeezy.findStoreOfKey(tx, 'x'),
  ],
  [
    'what a license is of, with its numbers',
    /SEARCH l USING[\s\S]*SEARCH product_number USING/,
    (tx) => lemon_squeezy.findLicenseDetails(tx, 'x'),
  ],
  ...(
    [
      ['refunded_transaction_id', /transactions_refunding/],
      ['checkout_session_id', /transactions_of_checkout/],
      ['subscription_id', /transactions_of_subscription/],
      ['customer_id', /transactions_of_customer/],
      ['product_id', /transactions_of_product/],
      ['status', /transactions_by_status/],
      ['type', /transactions_by_type/],
    ] as const
  ).map(([filter, index]): [string, RegExp, (tx: Tx) => unknown] => [
    `get-transactions by ${filter}`,
    index,
    (tx) => transactions.listTransactions(tx, { [filter]: 'x' }, range),
  ]),
  [
    'count-records of payments, by the index of the status alone',
    /COVERING INDEX transactions_by_status/,
    (tx) => counts.countTransactions(tx, { status: 'pending', most: 1_001 }),
  ],
  [
    'count-records of refunds among them',
    /transactions_by_status/,
    (tx) => counts.countRefunds(tx, { status: 'paid', most: 1_001 }),
  ],
  [
    'count-records of subscriptions',
    /COVERING INDEX subscriptions_by_status/,
    (tx) => countSubscriptions(tx, { status: 'active', most: 1_001 }),
  ],
  [
    'count-records of products',
    /COVERING INDEX products_by_status/,
    (tx) => countProducts(tx, { status: 'active', most: 1_001 }),
  ],
  ['count-records of credit notes', /invoices_crediting/, (tx) => countCreditNotes(tx, 1_001)],
  [
    'get-transactions by a status that has an index of its own',
    // SQLite looks at the values: with this one it went through the whole table.
    /transactions_by_status/,
    (tx) => transactions.listTransactions(tx, { status: 'pending' }, range),
  ],
  [
    'get-transactions by such a status and a product, of very many',
    /COVERING INDEX transactions_of_product.*COVERING INDEX transactions_by_status.*of_product/s,
    (tx) =>
      transactions.listTransactions(ofMany(tx), { status: 'pending', product_id: 'x' }, range),
  ],
  [
    'get-transactions by customer_id, product_id, status and type',
    /transactions_of_customer/,
    (tx) =>
      transactions.listTransactions(
        tx,
        { customer_id: 'x', product_id: 'x', status: 'paid', type: 'refund' },
        range,
      ),
  ],
  [
    'get-transactions, the oldest first',
    /transactions_of_customer/,
    (tx) => transactions.listTransactions(tx, { customer_id: 'x' }, { ...range, order: 'oldest' }),
  ],
  ...(['highest', 'lowest'] as const).map((order): [string, RegExp, (tx: Tx) => unknown] => [
    `get-transactions, the ${order} first`,
    // Few are sorted; of many, those are looked at that are next in the index of amounts.
    /transactions_by_status.*transactions_by_status/s,
    (tx) => amounts.listByAmount(tx, of_status, { ...range, order, after: first_amount }),
  ]),
  [
    'get-transactions by amount, of very many',
    /COVERING INDEX transactions_by_amount.*\(currency,total_minor,transaction_id\)>\(.*id\)<\(/s,
    (tx) => {
      return amounts.listByAmount(ofMany(tx), of_status, {
        ...{ ...range, order: 'highest', after: first_amount },
      });
    },
  ],
  ...(['newest', 'oldest'] as const).map((order): [string, RegExp, (tx: Tx) => unknown] => [
    `get-transactions by status and type, of very many, the ${order} first`,
    // How many there are is seen in the indexes alone, and no further is looked.
    /COVERING INDEX transactions_by_status.*COVERING INDEX transactions_by_type.*by_status/s,
    (tx) =>
      transactions.listTransactions(ofMany(tx), { status: 'x', type: 'x' }, { ...range, order }),
  ]),
  ...(['webhook_id', 'event_id'] as const).map((filter): [string, RegExp, (tx: Tx) => unknown] => [
    `list-webhook-deliveries by ${filter} and status, of very many`,
    /COVERING INDEX webhook_deliveries_of_.*COVERING INDEX webhook_deliveries_by_status/s,
    (tx) => deliveries.listDeliveryRows(ofMany(tx), { [filter]: 'x', status: 'x' }, newest),
  ]),
  [
    'the mail about a purchase',
    /INDEX mails_of_customer .*customer_id=\? AND mail_id>\?/s,
    (tx) => mails.listPurchaseMails(tx, { customer_id: 'x', since: 'mail_x' }),
  ],
  [
    'list-mails by kind and status, of very many',
    /COVERING INDEX mails_by_kind.*COVERING INDEX mails_by_status/s,
    (tx) => mails.listMailRows(ofMany(tx), { kind: 'x', status: 'x' }, newest),
  ],
  [
    'list-subscriptions by plan_id and status, of very many',
    /COVERING INDEX subscriptions_of_plan.*COVERING INDEX subscriptions_by_status/s,
    (tx) => subscriptions.listSubscriptionRows(ofMany(tx), { plan_id: 'x', status: 'x' }, newest),
  ],
  [
    'list-licenses by customer_id and product_id, of very many',
    /COVERING INDEX licenses_of_customer.*COVERING INDEX licenses_of_product/s,
    (tx) => licenses.listLicenseIds(ofMany(tx), { customer_id: 'x', product_id: 'x' }, newest),
  ],
  [
    'find-page by product_id and status, of very many',
    /COVERING INDEX transactions_of_product.*COVERING INDEX transactions_by_status/s,
    (tx) =>
      pages.countRecords(ofMany(tx), {
        ...{ list: 'transactions', filter: { product_id: 'x', status: 'x' }, most: 9 },
      }),
  ],
  [
    'search-products of a status',
    /SEARCH o USING COVERING INDEX products_by_status/,
    (tx) => products.listProducts(tx, 'archived', newest),
  ],
  ...(['lowest', 'highest'] as const).map((order): [string, RegExp, (tx: Tx) => unknown] => [
    `search-products, the ${order} first, of very many`,
    /COVERING INDEX products_by_price.*\(currency,price_minor,product_id\)>\(.*id\)<\(/s,
    (tx) => products.listProductsFiltered(ofMany(tx), order, products_wanted),
  ]),
  ...(['newest', 'oldest'] as const).map((order): [string, RegExp, (tx: Tx) => unknown] => [
    `search-products, the ${order} first, of very many`,
    /SEARCH p USING PRIMARY KEY \(store_id=\? AND product_id[<>]\?\)/,
    (tx) => products.listProductsFiltered(ofMany(tx), order, products_wanted),
  ]),
  [
    'events of a customer',
    /events_of_customer/,
    (tx) => events.listEventsOfCustomer(tx, page_of_x),
  ],
  [
    'the balance of a customer by hand',
    /balance_adjustments_of_customer/,
    (tx) => balances.listAdjustments(tx, { ...page_of_x, before: 'z' }),
  ],
  [
    'invoices of some days',
    /invoices_by_day.*invoices_by_day.*autoindex_invoices_1 \(store_id=\? AND position/s,
    (tx) => invoices.listInvoiceRows(ofMany(tx), {}, { ...page, from: 1, to: 2 }),
  ],
  [
    'invoices of a customer',
    /invoices_of_customer/,
    (tx) => invoices.listInvoiceRows(tx, { customer_id: 'x' }, page),
  ],
  [
    'credit notes of a customer',
    /COVERING INDEX invoices_of_customer.*invoices_of_customer/s,
    (tx) => invoices.listInvoiceRows(ofMany(tx), { customer_id: 'x', kind: 'credit_note' }, page),
  ],
  [
    'credit notes',
    /invoices_crediting/,
    (tx) => invoices.listInvoiceRows(tx, { kind: 'credit_note' }, page),
  ],
  [
    'the documents of a transaction',
    /invoices_of_sale/,
    (tx) => invoices.findInvoicesOfTransaction(tx, 'x'),
  ],
  ['a document by its number', /invoices_by_number/, (tx) => invoices.findInvoiceByNumber(tx, 'x')],
  ['a document by its link', /invoices_by_id/, (tx) => invoices.findLinkedInvoice(tx, 'x')],
  [
    'the newest invoice of a subscription',
    /transactions_of_subscription.*invoices_of_sale/s,
    (tx) => invoices.findNewestInvoice(tx, { subscription_id: 'x', transaction_id: 'x' }),
  ],
  [
    'what is pending and due',
    /transactions_pending/,
    (tx) => transactions.listDueTransactions(tx, due),
  ],
  [
    'what is pending at the start',
    /transactions_by_status/,
    (tx) => transactions.makePendingDue(tx, 1),
  ],
  ['the refunds of a payment', /transactions_refunding/, (tx) => listRefundReversals(tx, 'x')],
  [
    'a transaction by its request',
    /transactions_once_per_request/,
    (tx) => transactions.findTransactionByRequest(tx, 'x'),
  ],
  ...(['customer_id', 'plan_id', 'status'] as const).map(
    (filter): [string, RegExp, (tx: Tx) => unknown] => [
      `list-subscriptions by ${filter}`,
      /subscriptions_(of_customer|of_plan|by_status)/,
      (tx) => subscriptions.listSubscriptionRows(tx, { [filter]: 'x' }, { before: 'z', limit: 20 }),
    ],
  ),
  [
    'subscriptions that are due',
    /subscriptions_due.*\n.*\n.*transactions_one_pending/,
    (tx) => subscriptions.firstDueSubscription(tx, { now: 1, wall: 1 }),
  ],
  [
    'the subscription that a moving clock runs first',
    /subscriptions_due.*\n.*\n.*transactions_one_pending/,
    (tx) => subscriptions.firstDueForClock(tx, 1),
  ],
  [
    'taxes of a month: sums of its days, and no payment',
    /^SEARCH d USING (?:PRIMARY KEY|INDEX \S+) \(store_id=\? AND day>\? AND day<\?\)(?!.*transactions)/s,
    (tx) => taxes.sumTaxes(tx, { from: '2026-11-01', first_day: 1, last_day: 30 }),
  ],
  [
    'whether something was paid for a subscription before',
    /transactions_of_subscription/,
    (tx) => renewals.hasEarlierPayment(tx, { transaction_id: 'x', subscription_id: 'x' }),
  ],
  [
    'whether a customer had a trial',
    /SEARCH trials USING PRIMARY KEY \(store_id=\? AND customer_id=\? AND plan_id=\?\)/,
    (tx) => subscriptions.hadTrial(tx, { customer_id: 'x', plan_id: 'x' }),
  ],
  [
    'subscriptions that are past due',
    /subscriptions_of_customer/,
    (tx) => subscriptions.listPastDue(tx, 'x'),
  ],
  [
    'what a customer has in a currency',
    /SEARCH customer_balances USING PRIMARY KEY \(store_id=\? AND customer_id=\? AND currency=\?\)/,
    (tx) => balances.findBalance(tx, { customer_id: 'x', currency: 'EUR' }),
  ],
  [
    'a customer with all balances',
    /SEARCH a USING PRIMARY KEY \(store_id=\? AND customer_id=\?\)/,
    (tx) => customers.findCustomer(tx, 'x'),
  ],
  [
    'a subscription with the balance of its customer',
    /SEARCH b USING PRIMARY KEY \(store_id=\? AND customer_id=\? AND currency=\?\)/,
    (tx) => subscriptions.findSubscription(tx, 'x'),
  ],
  [
    'whether anything was ever paid for a subscription',
    /transactions_of_subscription/,
    (tx) => hasPaid(tx, 'x'),
  ],
  [
    'what was paid for a subscription since then',
    /transactions_of_subscription/,
    (tx) => transactions.lockPaymentsSince(tx, { subscription_id: 'x', since: 1 }),
  ],
  [
    'whether a debt was collected since then',
    /transactions_of_subscription/,
    (tx) => payments.hasDebtCharge(tx, { subscription_id: 'x', since: 1 }),
  ],
  [
    'payments that credit is made of',
    /transactions_of_subscription/,
    (tx) => payments.recordCreditFromPayments(tx, { subscription_id: 'x', amount_minor: 1 }),
  ],
  [
    'the charge of a subscription that is under way',
    /transactions_one_pending/,
    (tx) => transactions.findPendingCharge(tx, 'x'),
  ],
  ...(['customer_id', 'product_id', 'subscription_id'] as const).map(
    (filter): [string, RegExp, (tx: Tx) => unknown] => [
      `list-licenses by ${filter}`,
      /licenses_(of_customer|of_product|once_per_subscription)/,
      (tx) => licenses.listLicenseIds(tx, { [filter]: 'x' }, { before: 'z', limit: 20 }),
    ],
  ),
  [
    'a license by its key',
    /licenses_by_key[\s\S]*SEARCH i USING PRIMARY KEY \(store_id=\? AND license_id=\?\)/,
    (tx) => licenses.findLicenseByKey(tx, 'x'),
  ],
  [
    'a license with its devices',
    /SEARCH i USING PRIMARY KEY \(store_id=\? AND license_id=\?\)/,
    (tx) => licenses.findLicenseWithInstances(tx, 'x'),
  ],
  [
    'a license by its purchase',
    /licenses_once_per_purchase/,
    (tx) => licenses.lockLicenseOfPurchase(tx, 'x'),
  ],
  [
    'a license by its subscription',
    /licenses_once_per_subscription/,
    (tx) => licenses.lockLicenseOfSubscription(tx, 'x'),
  ],
  [
    'whether a device has a seat: older ones',
    /PRIMARY KEY \(store_id=\? AND license_id=\? AND instance_id<\?\)/,
    (tx) => licenses.hasOlderInstances(tx, { license_id: 'x', instance_id: 'x', count: 1 }),
  ],
  [
    'whether a device has a seat: newer ones',
    /PRIMARY KEY \(store_id=\? AND license_id=\? AND instance_id>\?\)/,
    (tx) => licenses.hasNewerInstances(tx, { license_id: 'x', instance_id: 'x', count: 1 }),
  ],
  [
    'the license of a transaction',
    /licenses_once_per_purchase/,
    (tx) => transactions.findTransaction(tx, 'x'),
  ],
  [
    'the license of a session',
    /licenses_once_per_purchase/,
    (tx) => checkouts.findCheckout(tx, 'x'),
  ],
  [
    'the devices of a license',
    /PRIMARY KEY \(store_id=\? AND license_id=\?\)/,
    (tx) => licenses.listInstances(tx, 'x'),
  ],
  [
    'a device by its fingerprint',
    /license_instances_once/,
    (tx) => licenses.findInstanceByFingerprint(tx, { license_id: 'x', fingerprint: 'x' }),
  ],
  [
    'verify: devices of licenses',
    /SEARCH i USING (PRIMARY KEY|COVERING INDEX license_instances_once) \(store_id=\? AND license_id=\?\)/,
    (tx) => verified.listLicenses(tx, { ...stretch, limit: 9 }),
  ],
  [
    'webhooks that something is due for',
    /webhook_deliveries_due/,
    (tx) => webhooks.listDueWebhooks(tx, 1),
  ],
  [
    'deliveries to claim',
    /webhook_deliveries_due/,
    (tx) =>
      deliveries.claimDeliveries(tx, { webhook_id: 'x', now: 1, until: 2, owner: 'x', limit: 8 }),
  ],
  [
    'whether an event about a record is untried',
    /webhook_deliveries_untried/,
    (tx) => deliveries.hasUntried(tx, { webhook_id: 'x', subject: 'x' }),
  ],
  [
    'whose turn it is',
    /webhook_deliveries_untried/,
    (tx) => deliveries.giveTurn(tx, { webhook_id: 'x', subject: 'x' }),
  ],
  [
    'deliveries that failed and are tried again now',
    /COVERING INDEX webhook_deliveries_of_webhook[\s\S]*webhook_deliveries_due/,
    (tx) =>
      deliveries.listFailedDeliveries(tx, {
        ...{ webhook_id: 'x', from: 'a', before: 'z', limit: 20, now: 1 },
      }),
  ],
  [
    'what waits while an endpoint is off',
    /webhook_deliveries_due/,
    (tx) => deliveries.restartDeliveries(tx, { webhook_id: 'x', now: 1 }),
  ],
  ...(['webhook_id', 'event_id', 'status'] as const).map(
    (filter): [string, RegExp, (tx: Tx) => unknown] => [
      `list-webhook-deliveries by ${filter}`,
      /webhook_deliveries_(of_webhook|of_event|by_status)/,
      (tx) => deliveries.listDeliveryRows(tx, { [filter]: 'x' }, { before: 'z', limit: 20 }),
    ],
  ),
  [
    'deliveries to forget',
    /webhook_deliveries_old/,
    (tx) => deliveries.deleteOldDeliveries(tx, 1, 500),
  ],
  [
    'deliveries of deleted webhooks',
    /webhooks_deleted[\s\S]*webhook_deliveries_/,
    (tx) => deliveries.deleteDeliveriesOfDeletedWebhooks(tx, 500),
  ],
  ['what falls due next', /subscriptions_due/, (tx) => clock.nextDue(tx)],
  ['sessions that are due', /checkouts_due/, (tx) => checkouts.lockDueCheckouts(tx, due)],
  ['whether a session is due', /checkouts_due/, (tx) => checkouts.hasDueCheckout(tx, 1)],
  [
    'the store of a session',
    /checkouts_by_address/,
    (tx) => checkouts.findStoreOfCheckout(tx, 'x'),
  ],
  [
    'verify: payments of sessions',
    /transactions_of_checkout/,
    (tx) => verified.paymentsIn(tx, stretch),
  ],
  ['verify: refunds', /transactions_refunding/, (tx) => verified.refundSumsIn(tx, stretch)],
  [
    'verify: coupons',
    /transactions_of_discount/,
    (tx) => verified.listCoupons(tx, { ...stretch, limit: 9 }),
  ],
  ['verify: uses', /transactions_of_discount/, (tx) => verified.wrongUsesIn(tx, stretch)],
];

for (const [title, index, ask] of asked) {
  test(`${title}: by its index`, async () => {
    const plan = await planOf(ask);
    assert.match(plan, index);
    assert.doesNotMatch(
      plan,
      /SEARCH [^s] USING PRIMARY KEY \(store_id=\?\)|\bSCAN (?!both_sides|few|looked_at|counted|CONSTANT|w\b|\(|\d)/,
      plan,
    );
    // A few that were found by an index may be put in order.
    assert.doesNotMatch(plan, /(?<!SCAN few\n)USE TEMP B-TREE FOR ORDER BY/, plan);
  });
}
