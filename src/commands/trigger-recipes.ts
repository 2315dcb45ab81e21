import { advanceClock } from '../jobs/advance-clock.ts';
import { getClock } from '../jobs/get-clock.ts';
import { Refusal } from '../platform/core/errors.ts';
import type { EventType } from '../platform/core/events.ts';
import { DAY_MS } from '../platform/core/time.ts';
import type { Ask, SentTo } from '../platform/operation/ask.ts';
import { createDiscountCode } from '../shop/catalogue/discounts/create-discount-code.ts';
import { deleteDiscountCode } from '../shop/catalogue/discounts/delete-discount-code.ts';
import { createProduct } from '../shop/catalogue/products/create-product.ts';
import { updateProduct } from '../shop/catalogue/products/update-product.ts';
import { completeCheckout } from '../shop/checkout/complete-checkout.ts';
import { createCheckout } from '../shop/checkout/create-checkout.ts';
import { expireCheckout } from '../shop/checkout/expire-checkout.ts';
import { createCustomer } from '../shop/customers/create-customer.ts';
import { updateCustomer } from '../shop/customers/update-customer.ts';
import { activateLicense } from '../shop/licenses/activate-license.ts';
import { deactivateLicense } from '../shop/licenses/deactivate-license.ts';
import { disableLicense } from '../shop/licenses/disable-license.ts';
import { enableLicense } from '../shop/licenses/enable-license.ts';
import { listLicenses } from '../shop/licenses/list-licenses.ts';
import { reissueLicense } from '../shop/licenses/reissue-license.ts';
import { updateLicense } from '../shop/licenses/update-license.ts';
import { correctInvoice } from '../shop/money/invoices/correct-invoice.ts';
import { listInvoices } from '../shop/money/invoices/list-invoices.ts';
import { refundTransaction } from '../shop/settlement/refund-transaction.ts';
import { getStore } from '../shop/store/get-store.ts';
import { updateStore } from '../shop/store/update-store.ts';
import { cancelSubscription } from '../shop/subscriptions/cancel-subscription.ts';
import { extendTrial } from '../shop/subscriptions/extend-trial.ts';
import { pauseSubscription } from '../shop/subscriptions/pause-subscription.ts';
import { resumeSubscription } from '../shop/subscriptions/resume-subscription.ts';
import { updatePaymentMethod } from '../shop/subscriptions/update-payment-method.ts';
import { updateSubscription } from '../shop/subscriptions/update-subscription.ts';
import { getTaxSettings } from '../shop/tax/get-tax-settings.ts';

type Terms = Partial<SentTo<typeof createProduct>>;
/** The test gateway takes no payment that was given up, so there is none to be returned. */
export type TriggeredType = Exclude<EventType, 'transaction.returned'>;
type Recipe = (ask: Ask, name: string) => Promise<unknown>;

const PAYS = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };
const IS_DECLINED = { ...PAYS, number: '4000000000000002' };
const RETURNS_REFUNDS = { ...PAYS, number: '4000000000005126' };
const DISPUTED = { ...PAYS, number: '4000000000000259' };
const DISPUTED_IN_VAIN = { ...PAYS, number: '4000000000002685' };
const DECLINES_LATER = { ...PAYS, number: '4000000000000341' };

const product = (ask: Ask, more: Terms = {}) =>
  ask(createProduct, {
    name: 'Triggered',
    description: 'Made by kassa trigger',
    price: 10,
    currency: 'USD',
    ...more,
  });

const LICENSED = { license: { activation_limit: 2 } };
const PLAN = { billing_type: 'recurring', billing_interval: 'day' } as const;

async function session(ask: Ask, customer_id: string, more: Terms = {}) {
  const { product_id } = await product(ask, more);
  return ask(createCheckout, { product_id, quantity: 1, customer_id });
}

async function buy(ask: Ask, name: string, more: Terms = {}, payment_method = PAYS) {
  const { checkout_session_id } = await session(ask, name, more);
  // A store that charges taxes has to know where a buyer is.
  const { country } = await ask(getTaxSettings, {});
  const billing = country === null ? null : { address: { country: 'DE' } };
  return ask(completeCheckout, { checkout_session_id, payment_method, billing });
}

/** The decline is what we want; any other error is thrown. */
const declined = (error: unknown): void => {
  if (!(error instanceof Refusal && error.code === 'payment_declined')) throw error;
};

async function license(ask: Ask, name: string) {
  await buy(ask, name, LICENSED);
  const { data } = await ask(listLicenses, { customer_id: name });
  const [found] = data;
  if (!found) throw new Error('a purchase brings a license');
  return found;
}

async function activated(ask: Ask, name: string) {
  const { license_id, license_key } = await license(ask, name);
  const machine = { license_key, instance_name: 'Triggered' };
  const { instance } = await ask(activateLicense, machine);
  return { license_id, license_key, instance_id: instance.instance_id };
}

async function subscribed(ask: Ask, name: string, more: Terms = {}) {
  const { subscription_id } = await buy(ask, name, { ...PLAN, ...more });
  if (subscription_id === null) throw new Error('a plan brings a subscription');
  return { subscription_id };
}

async function refunded(ask: Ask, name: string, payment_method = PAYS) {
  const { transaction_id } = await buy(ask, name, {}, payment_method);
  if (transaction_id === null) throw new Error('what is bought was paid');
  return ask(refundTransaction, { transaction_id });
}

/** A store with many subscriptions needs several calls. */
async function daysLater(ask: Ask, days: number): Promise<void> {
  const { now } = await ask(getClock, {});
  const to = new Date(Date.parse(now) + days * DAY_MS).toISOString();
  for (let reached = false; !reached; ) ({ reached } = await ask(advanceClock, { to }));
}
const aDayLater = (ask: Ask) => daysLater(ask, 1);

async function pastDue(ask: Ask, name: string) {
  await subscribed(ask, name);
  const payment_method = DECLINES_LATER;
  await ask(updatePaymentMethod, { customer_id: name, payment_method });
  await aDayLater(ask);
}

/** How to cause each event. Some move the clock of the store, by three days or by most of a year. */
export const RECIPES: Record<TriggeredType, Recipe> = {
  'store.updated': async (ask) => {
    const { accent_color } = await ask(getStore, {});
    await ask(updateStore, { accent_color: accent_color === '#5b4bdb' ? '#0d7a4f' : '#5b4bdb' });
    return ask(updateStore, { accent_color });
  },
  'product.created': (ask) => product(ask),
  'product.updated': async (ask) => {
    const { product_id } = await product(ask);
    return ask(updateProduct, { product_id, price: 12 });
  },
  'customer.created': (ask, name) => ask(createCustomer, { customer_id: name }),
  'customer.updated': async (ask, name) => {
    const { customer_id } = await ask(createCustomer, { customer_id: name });
    return ask(updateCustomer, { customer_id, name: 'Triggered' });
  },
  'customer.card_expiring': async (ask, name) => {
    const { now } = await ask(getClock, {});
    const [exp_year, exp_month] = now.split('-').map(Number);
    const card = { ...PAYS, exp_month: exp_month ?? 1, exp_year: exp_year ?? 2099 };
    await buy(ask, name, { ...PLAN, billing_interval: 'month' }, card);
    return aDayLater(ask);
  },
  'discount_code.created': (ask, name) =>
    ask(createDiscountCode, { code: name, discount_percentage: 10 }),
  'discount_code.deleted': async (ask, name) => {
    await ask(createDiscountCode, { code: name, discount_percentage: 10 });
    return ask(deleteDiscountCode, { code: name });
  },
  'checkout.completed': buy,
  'checkout.expired': async (ask, name) => {
    const { checkout_session_id } = await session(ask, name);
    return ask(expireCheckout, { checkout_session_id });
  },
  'transaction.paid': buy,
  'transaction.declined': (ask, name) => buy(ask, name, {}, IS_DECLINED).catch(declined),
  'transaction.refunded': refunded,
  'transaction.refund_failed': async (ask, name) => {
    await refunded(ask, name, RETURNS_REFUNDS);
    await daysLater(ask, 3);
  },
  'transaction.disputed': async (ask, name) => {
    await buy(ask, name, {}, DISPUTED);
    await daysLater(ask, 1);
  },
  'transaction.dispute_won': async (ask, name) => {
    await buy(ask, name, {}, DISPUTED_IN_VAIN);
    await daysLater(ask, 3);
  },
  'transaction.dispute_lost': async (ask, name) => {
    await buy(ask, name, {}, DISPUTED);
    await daysLater(ask, 3);
  },
  'invoice.corrected': async (ask, name) => {
    const { transaction_id } = await buy(ask, name);
    const { data } = await ask(listInvoices, { transaction_id: transaction_id ?? '' });
    const [{ invoice_id } = { invoice_id: '' }] = data;
    return ask(correctInvoice, { invoice_id, company: 'Triggered' });
  },
  'license.created': license,
  'license.activated': activated,
  'license.deactivated': async (ask, name) => {
    const { license_key, instance_id } = await activated(ask, name);
    return ask(deactivateLicense, { license_key, instance_id });
  },
  'license.disabled': async (ask, name) => {
    const { license_id } = await license(ask, name);
    return ask(disableLicense, { license_id });
  },
  'license.enabled': async (ask, name) => {
    const { license_id } = await license(ask, name);
    await ask(disableLicense, { license_id });
    return ask(enableLicense, { license_id });
  },
  'license.reissued': async (ask, name) => {
    const { license_id } = await license(ask, name);
    return ask(reissueLicense, { license_id });
  },
  'license.updated': async (ask, name) => {
    const { license_id } = await license(ask, name);
    return ask(updateLicense, { license_id, activation_limit: 3 });
  },
  'subscription.created': subscribed,
  'subscription.trial_ending': async (ask, name) => {
    await subscribed(ask, name, { trial_days: 2 });
    return aDayLater(ask);
  },
  'subscription.trial_extended': async (ask, name) => {
    const { subscription_id } = await subscribed(ask, name, { trial_days: 14 });
    const { now } = await ask(getClock, {});
    const trial_end = new Date(Date.parse(now) + 30 * DAY_MS).toISOString();
    return ask(extendTrial, { subscription_id, trial_end });
  },
  'subscription.renewal_coming': async (ask, name) => {
    await subscribed(ask, name, { billing_interval: 'year' });
    return daysLater(ask, 352);
  },
  'subscription.renewed': async (ask, name) => {
    await subscribed(ask, name);
    return aDayLater(ask);
  },
  'subscription.updated': async (ask, name) =>
    ask(updateSubscription, { ...(await subscribed(ask, name)), quantity: 2 }),
  'subscription.past_due': pastDue,
  'subscription.recovered': async (ask, name) => {
    await pastDue(ask, name);
    return ask(updatePaymentMethod, { customer_id: name, payment_method: PAYS });
  },
  'subscription.paused': async (ask, name) => ask(pauseSubscription, await subscribed(ask, name)),
  'subscription.resumed': async (ask, name) => {
    const subscription = await subscribed(ask, name);
    await ask(pauseSubscription, subscription);
    return ask(resumeSubscription, subscription);
  },
  'subscription.cancel_scheduled': async (ask, name) =>
    ask(cancelSubscription, {
      ...(await subscribed(ask, name)),
      cancel_at_period_end: true,
    }),
  'subscription.canceled': async (ask, name) =>
    ask(cancelSubscription, await subscribed(ask, name)),
};
