import { Refusal } from '../core/errors.ts';
import type { EventType } from '../core/events.ts';

/** What operations answer, as far as the recipes look at it. */
interface Made {
  product_id: string;
  checkout_session_id: string;
  transaction_id: string;
  subscription_id: string;
  customer_id: string;
  instance: { instance_id: string };
  data: { license_id: string; license_key: string }[];
}

/** Calls an operation by its name. */
export type Call = (path: string, body: Record<string, unknown>) => Promise<Made>;

type Recipe = (call: Call, name: string) => Promise<unknown>;

const PAYS = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };
const IS_DECLINED = { ...PAYS, number: '4000000000000002' };
const DECLINES_LATER = { ...PAYS, number: '4000000000000341' };

const product = (call: Call, more: object = {}) =>
  call('create-product', {
    name: 'Triggered',
    description: 'Made by kassa trigger',
    price: 10,
    currency: 'USD',
    ...more,
  });

const LICENSED = { license: { activation_limit: 2 } };
const PLAN = { billing_type: 'recurring', billing_interval: 'day' };

async function session(call: Call, customer_id: string, more: object = {}) {
  const { product_id } = await product(call, more);
  return call('create-checkout', { product_id, quantity: 1, customer_id });
}

async function buy(call: Call, name: string, more: object = {}, payment_method = PAYS) {
  const { checkout_session_id } = await session(call, name, more);
  return call('complete-checkout', { checkout_session_id, payment_method });
}

/** What is declined is what was wanted. */
const declined = (error: unknown): void => {
  if (!(error instanceof Refusal && error.code === 'payment_declined')) throw error;
};

async function license(call: Call, name: string) {
  await buy(call, name, LICENSED);
  const { data } = await call('list-licenses', { customer_id: name });
  const [found] = data;
  if (!found) throw new Error('a purchase brings a license');
  return found;
}

async function activated(call: Call, name: string) {
  const { license_id, license_key } = await license(call, name);
  const machine = { license_key, instance_name: 'Triggered' };
  const { instance } = await call('activate-license', machine);
  return { license_id, license_key, instance_id: instance.instance_id };
}

async function subscribed(call: Call, name: string, more: object = {}) {
  const { subscription_id } = await buy(call, name, { ...PLAN, ...more });
  return { subscription_id };
}

const aDayLater = (call: Call) => call('advance-clock', { by: 'P1D' });

async function pastDue(call: Call, name: string) {
  await subscribed(call, name);
  const payment_method = DECLINES_LATER;
  await call('update-payment-method', { customer_id: name, payment_method });
  await aDayLater(call);
}

/** How each event is made to happen. Those that take time move the store's clock by a day. */
export const RECIPES: Record<EventType, Recipe> = {
  'product.created': (call) => product(call),
  'product.updated': async (call) => {
    const { product_id } = await product(call);
    return call('update-product', { product_id, price: 12 });
  },
  'customer.created': (call, name) => call('create-customer', { customer_id: name }),
  'customer.updated': async (call, name) => {
    const { customer_id } = await call('create-customer', { customer_id: name });
    return call('update-customer', { customer_id, name: 'Triggered' });
  },
  'discount_code.created': (call, name) =>
    call('create-discount-code', { code: name, discount_percentage: 10 }),
  'discount_code.deleted': async (call, name) => {
    await call('create-discount-code', { code: name, discount_percentage: 10 });
    return call('delete-discount-code', { code: name });
  },
  'checkout.completed': buy,
  'checkout.expired': async (call, name) => {
    const { checkout_session_id } = await session(call, name);
    return call('expire-checkout', { checkout_session_id });
  },
  'transaction.paid': buy,
  'transaction.declined': (call, name) => buy(call, name, {}, IS_DECLINED).catch(declined),
  'transaction.refunded': async (call, name) => {
    const { transaction_id } = await buy(call, name);
    return call('refund-transaction', { transaction_id });
  },
  'license.created': license,
  'license.activated': activated,
  'license.deactivated': async (call, name) => {
    const { license_key, instance_id } = await activated(call, name);
    return call('deactivate-license', { license_key, instance_id });
  },
  'license.disabled': async (call, name) => {
    const { license_id } = await license(call, name);
    return call('disable-license', { license_id });
  },
  'license.enabled': async (call, name) => {
    const { license_id } = await license(call, name);
    await call('disable-license', { license_id });
    return call('enable-license', { license_id });
  },
  'license.reissued': async (call, name) => {
    const { license_id } = await license(call, name);
    return call('reissue-license', { license_id });
  },
  'subscription.created': subscribed,
  'subscription.trial_ending': async (call, name) => {
    await subscribed(call, name, { trial_days: 2 });
    return aDayLater(call);
  },
  'subscription.renewed': async (call, name) => {
    await subscribed(call, name);
    return aDayLater(call);
  },
  'subscription.updated': async (call, name) =>
    call('update-subscription', { ...(await subscribed(call, name)), quantity: 2 }),
  'subscription.past_due': pastDue,
  'subscription.recovered': async (call, name) => {
    await pastDue(call, name);
    return call('update-payment-method', { customer_id: name, payment_method: PAYS });
  },
  'subscription.paused': async (call, name) =>
    call('pause-subscription', await subscribed(call, name)),
  'subscription.resumed': async (call, name) => {
    const subscription = await subscribed(call, name);
    await call('pause-subscription', subscription);
    return call('resume-subscription', subscription);
  },
  'subscription.cancel_scheduled': async (call, name) =>
    call('cancel-subscription', {
      ...(await subscribed(call, name)),
      cancel_at_period_end: true,
    }),
  'subscription.canceled': async (call, name) =>
    call('cancel-subscription', await subscribed(call, name)),
};
