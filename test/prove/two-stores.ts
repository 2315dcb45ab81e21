import { exampleInput } from '../../src/operation/examples.ts';
import type { Operation } from '../../src/operation/operation.ts';
import type { Shop } from '../harness.ts';

// What it takes to ask every operation about something that another store has.

/** What a store has, under the names of the parameters that call it. */
export type Things = Record<string, string>;

/** The same as a store has, but of nobody. A license key has a check symbol: this one was replaced. */
export function nobodys(foreign: Things, own: Things): Things {
  const other = (text: string) => text.slice(0, -4) + (text.endsWith('0000') ? '1111' : '0000');
  const changed = Object.entries(foreign).map(([name, text]) => [name, other(text)]);
  return { ...Object.fromEntries(changed), license_key: own.replaced_key ?? '' };
}

/** Names that are given to what may be new. */
export const GIVEN = new Set([
  ...['/create-customer customer_id', '/create-customer email', '/update-customer email'],
  ...['/create-checkout customer_id', '/create-discount-code code'],
  ...['/create-customer-billing customer_id', '/create-customer-billing email'],
  ...['/update-tax-settings email', '/correct-invoice email', '/invite-member email'],
]);

export const namesIn = (operation: Operation, own: Things): string[] =>
  Object.keys(operation.input.properties).filter(
    (name) => name in own || name === 'product_ids' || name === 'new_plan_id',
  );

/** A good request of this store's own, but for one name. */
export function inputOf(
  operation: Operation,
  own: Things,
  { name, value }: { name: string; value: unknown },
): object {
  const { any_of = [] } = operation;
  const others = Object.entries(exampleInput(operation)).flatMap(([other, example]) =>
    any_of.includes(other) ? [] : [[other, own[other] ?? example]],
  );
  return { ...Object.fromEntries(others), [name]: value };
}

export async function oneOfEach(
  shop: Shop,
  store: { api_key: string; store_id: string },
  name: string,
): Promise<Things> {
  const { must, sell, licensedPlan, buy, activate } = await shop.openStore(store);
  const customer_id = `${name} customer`;
  const email = `${name.toLowerCase()}@example.com`;
  await must('POST /create-customer', { customer_id, email, name });
  const { discount_id } = await must('POST /create-discount-code', {
    code: name,
    discount_percentage: 10,
  });
  const product_id = await sell({ activation_limit: 5 }, { name });
  const bought = await buy(product_id, { customer_id });
  const [replaced_key] = bought.license_keys;
  const { license_id } = (await must('GET /list-licenses', { customer_id })).data[0];
  const { license_key } = await must('POST /reissue-license', { license_id });
  const { instance } = await activate(license_key, name);
  const plan_id = await licensedPlan(null, { name, price: 9, tier: 1 });
  const { subscription_id } = await buy(plan_id, { customer_id });
  const new_plan_id = await licensedPlan(null, { name, price: 19, tier: 2 });
  const own_rate = { country: 'BR', rate: 5, tax: name };
  const { tax_rate_id } = await must('POST /create-tax-rate', own_rate);
  const { event_id } = (await must('GET /list-events', { limit: 1 })).data[0];
  const { invoice_id } = (await must('GET /list-invoices', { customer_id })).data[0];
  const { mail_id } = (await must('GET /list-mails', { customer_id })).data[0];
  const invited = { email: `team-${name.toLowerCase()}@example.com`, role: 'viewer' };
  const { member_id } = await must('POST /invite-member', invited);
  // The last, so that it has nothing to send while the tests run.
  const { webhook_id } = await must('POST /create-webhook', { url: `https://${name}.example.com` });
  return {
    ...{ customer_id, email, discount_id, code: name, coupon_code: name, product_id },
    ...{ checkout_session_id: bought.checkout_session_id, transaction_id: bought.transaction_id },
    ...{ license_id, license_key, replaced_key, instance_id: instance.instance_id },
    ...{ webhook_id, plan_id, subscription_id, new_plan_id, event_id, tax_rate_id },
    ...{ invoice_id, mail_id, member_id },
  };
}
