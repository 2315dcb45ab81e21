import { exampleInput } from '../../src/platform/operation/examples.ts';
import type { Operation } from '../../src/platform/operation/operation.ts';
import type { Answer } from '../harness/answer.ts';
import type { Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

// What it takes to ask every operation about something that another store has.

/**
 * What a store has, under the names of the parameters that call it; where a parameter of one
 * operation alone calls something by that name, under its path and its name.
 */
export type Things = Record<string, string>;

/** The same as a store has, but of nobody. A license key has a check symbol: this one was replaced. */
export function nobodys(foreign: Things, own: Things): Things {
  const other = (text: string) => text.slice(0, -4) + (text.endsWith('0000') ? '1111' : '0000');
  const changed = Object.entries(foreign).map(([name, text]) => [name, other(text)]);
  return { ...Object.fromEntries(changed), license_key: own.replaced_key ?? '' };
}

/** Names that are given to what may be new, or that call nothing in a store. */
const GIVEN = new Set([
  ...['/create-customer customer_id', '/create-customer email', '/update-customer email'],
  ...['/create-checkout customer_id', '/create-discount-code code', '/create-checkout request_id'],
  ...['/create-customer-billing customer_id', '/create-customer-billing email'],
  ...['/update-tax-settings email', '/correct-invoice email', '/invite-member email'],
  ...['/create-customer-billing tax_id', '/correct-invoice tax_id'],
  ...['/activate-license fingerprint', '/update-store logo', '/update-store favicon'],
  ...['/create-product image', '/update-product image'],
]);

/** Lists go on at a cursor: walls-cursors.ts gives them those of the other store. */
export const CURSOR = 'cursor';

/** The parameters that call something, of which another store's has to be tried. */
export const namesIn = ({ path, input }: Operation): string[] =>
  Object.entries(input.properties)
    .filter(([name, schema]) => callsSomething(name, schema as Shape))
    .map(([name]) => name)
    .filter((name) => name !== CURSOR && !GIVEN.has(`${path} ${name}`));

/** What of these an operation is asked about with this name; undefined if nobody thought of it. */
export const thingFor = ({ path }: Operation, name: string, things: Things): string | undefined =>
  things[`${path} ${name}`] ?? things[name === 'product_ids' ? 'product_id' : name];

/** As the parameter takes it. */
const asGiven = (name: string, value: string): unknown =>
  name === 'product_ids' ? [value] : value;

interface Shape {
  type?: string;
  anyOf?: Shape[];
  items?: Shape;
  enum?: unknown[];
  maxLength?: number;
  documented?: { pattern?: string; format?: string; enum?: unknown[] };
}

/** Identifiers, and texts of any form and length: what is looked up needs no other rule. */
function callsSomething(name: string, { anyOf = [], items, ...shape }: Shape): boolean {
  if (/_ids?$/.test(name) || CALLED_OTHERWISE.has(name)) return true;
  const inner = [...anyOf, ...(items ? [items] : [])];
  if (inner.length > 0) return inner.some((one) => callsSomething(name, one));
  const { type, documented = {}, maxLength } = shape;
  if (type !== 'string' || shape.enum || documented.enum) return false;
  return maxLength === undefined && !documented.pattern && !documented.format;
}

const CALLED_OTHERWISE = new Set(['cancel_offer', CURSOR]);

/** A good request of this store's own, but for one name. */
export function inputOf(
  operation: Operation,
  own: Things,
  { name, value }: { name: string; value: string },
): object {
  const { any_of = [] } = operation;
  const others = Object.entries(exampleInput(operation)).flatMap(([other, example]) =>
    any_of.includes(other) ? [] : [[other, thingFor(operation, other, own) ?? example]],
  );
  return { ...Object.fromEntries(others), [name]: asGiven(name, value) };
}

export async function oneOfEach(
  shop: Shop,
  store: { api_key: string; store_id: string },
  name: string,
): Promise<Things> {
  const { must, sell, licensedPlan, buy, activate } = await shop.openStore(store);
  const customer_id = `${name} customer`;
  const email = `${name.toLowerCase()}@example.com`;
  await must('POST /update-invoice-settings', { prefix: `${name}-` });
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
  const fingerprint = `${name} machine`;
  const { instance } = await activate(license_key, name, fingerprint);
  const plan_id = await licensedPlan(null, { name, price: 9, tier: 1 });
  const { subscription_id } = await buy(plan_id, { customer_id });
  const new_plan_id = await licensedPlan(null, { name, price: 19, tier: 2 });
  const own_rate = { country: 'BR', rate: 5, tax: name };
  const { tax_rate_id } = await must('POST /create-tax-rate', own_rate);
  const { event_id } = (await must('GET /list-events', { limit: 1 })).data[0];
  const { invoice_id, number } = (await must('GET /list-invoices', { customer_id })).data[0];
  const { mail_id } = (await must('GET /list-mails', { customer_id })).data[0];
  const invited = { email: `team-${name.toLowerCase()}@example.com`, role: 'viewer' };
  const { member_id } = await must('POST /invite-member', invited);
  const { transaction_id } = bought;
  await must('POST /refund-transaction', { transaction_id, amount: 1, reason: name });
  const link = { product_id, slug: `${name.toLowerCase()}-link` };
  const { payment_link_id } = await must('POST /create-payment-link', link);
  const { key_id } = await must('POST /create-api-key', { name, scope: 'read' });
  const { note_id } = await must('POST /create-note', { customer_id, text: name });
  return {
    ...{ customer_id, email, discount_id, code: name, coupon_code: name, cancel_offer: name },
    ...{ product_id, checkout_session_id: bought.checkout_session_id, transaction_id },
    ...{ license_id, license_key, replaced_key, instance_id: instance.instance_id, fingerprint },
    ...{ plan_id, subscription_id, new_plan_id, event_id, tax_rate_id, payment_link_id, key_id },
    note_id,
    ...{ invoice_id, number, mail_id, member_id, refunded_transaction_id: transaction_id },
    ...{ record_id: transaction_id, actor_id: key_id, target: product_id, '/list-mails to': email },
    ...(await deliveredIn(must, name)),
  };
}

/** A webhook and what it has sent. The last, so that it has nothing to send while the tests run. */
async function deliveredIn(
  must: (operation: string, input?: object) => Promise<Answer['body']>,
  name: string,
): Promise<Things> {
  const url = `https://${name}.example.com`;
  const { webhook_id } = await must('POST /create-webhook', { url });
  await must('POST /create-product', { name, description: '', price: 1, currency: 'EUR' });
  const list = async () => (await must('GET /list-webhook-deliveries')).data;
  await until(async () => (await list())[0]?.attempts === 1, 'the webhook was tried');
  const [{ delivery_id }] = await list();
  return { webhook_id, delivery_id };
}
