import { operations as groups } from '../../src/sites/api/operations.ts';
import type { Answer } from '../harness/answer.ts';
import type { Shop } from '../harness/shop.ts';
import type { Findings } from './step.ts';
import { inputOf, namesIn, nobodys, type Things, thingFor } from './two-stores.ts';

// The other doors of a shop: the portal and the payment page of a customer of the first store, and
// what speaks other languages than the API. Each is asked about what the second store has.

interface Doors {
  shop: Shop;
  store: { api_key: string; store_id: string };
  own: Things;
  foreign: Things;
  found: Findings;
}

interface Question {
  door: string;
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Asks about what the second store has, and about what nobody has: the answers are the same. */
export async function tryDoors(doors: Doors): Promise<Record<string, number>> {
  const { own, foreign, found } = doors;
  const questions = await questionsOf(doors);
  const unknown = nobodys(foreign, own);
  const asked: Record<string, number> = {};
  for (const question of questions) {
    const there = await ask(doors, question(foreign), foreign);
    const nowhere = await ask(doors, question(unknown), unknown);
    const { door, method, path } = question(foreign);
    found.equal(there, nowhere, `${door}: ${method} ${path} tells another store from none`);
    asked[door] = (asked[door] ?? 0) + 2;
  }
  return asked;
}

async function ask({ shop, found }: Doors, question: Question, things: Things): Promise<string> {
  const { door, method, path, headers = {}, body } = question;
  const answer: Answer = await shop.send({ method, path, headers }, body);
  const told = `${answer.status} ${answer.headers.location ?? ''} ${answer.text}`;
  found.check(answer.status < 500, `${door}: ${method} ${path}: ${told.slice(0, 200)}`);
  let plain = told.replace(/req_\w+|name="attempt" value="\w+"/g, '');
  const values = Object.values(things).toSorted((one, other) => other.length - one.length);
  for (const value of values) {
    plain = plain.replaceAll(value, '(name)').replaceAll(encodeURIComponent(value), '(name)');
  }
  found.check(!/FOREIGN/.test(plain), `${door}: ${path} shows ${told.slice(0, 300)}`);
  return plain;
}

type Ask = (things: Things) => Question;

async function questionsOf({ shop, store, own }: Doors): Promise<Ask[]> {
  const { must } = await shop.openStore(store);
  const { customer_id } = own;
  const { portal_url } = await must('POST /create-customer-billing', { customer_id });
  const portal = new URL(portal_url).pathname;
  const session = { product_id: own.product_id, quantity: 1, customer_id };
  const { checkout_session_id } = await must('POST /create-checkout', session);
  await must('POST /update-store-settings', { lemon_squeezy_licenses: true });
  const json = { 'content-type': 'application/json', 'x-api-key': store.api_key };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const fields = (values: object) => new URLSearchParams(Object.entries(values)).toString();

  const visit = (path: (things: Things) => string): Ask[] => [
    (things) => ({ door: 'portal', method: 'GET', path: portal + path(things) }),
    (things) => ({
      ...{ door: 'portal', method: 'POST', path: portal + path(things), headers: form },
      body: fields({ product_id: things.new_plan_id, quantity: 1, name: 'Mallory' }),
    }),
  ];
  const creem = (what: string, input?: (things: Things) => object) => (things: Things) => {
    const [method = '', path = ''] = what.split(' ');
    const named = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(things[name] ?? ''));
    const body = input && JSON.stringify(input(things));
    const question = { door: 'creem', method, path: `/creem/v1${named}`, headers: json };
    return body === undefined ? question : { ...question, body };
  };
  const lemon = (call: string, input: (things: Things) => object) => (things: Things) => ({
    ...{ door: 'lemon squeezy', method: 'POST', path: `/v1/licenses/${call}`, headers: form },
    body: fields(input(things)),
  });
  return [
    ...visit(({ transaction_id }) => `/receipt/${transaction_id}`),
    ...visit(({ invoice_id }) => `/invoice/${invoice_id}/correct`),
    ...['', '/change', '/cancel', '/offer', '/pause', '/resume'].flatMap((page) =>
      visit(({ subscription_id }) => `/subscription/${subscription_id}${page}`),
    ),
    ...visit(({ new_plan_id }) => `/subscription/${own.subscription_id}/change/${new_plan_id}/1`),
    (things) => ({
      ...{ door: 'portal', method: 'POST', path: `${portal}/free-device`, headers: form },
      body: fields({ license_id: things.license_id, instance_id: things.instance_id }),
    }),
    (things) => ({
      ...{ door: 'payment page', method: 'POST', headers: form },
      path: `/checkout/${checkout_session_id}/coupon`,
      body: fields({ coupon: things.code }),
    }),
    ...CREEM.map(([what, input]) => creem(what, input)),
    lemon('validate', ({ license_key }) => ({ license_key })),
    lemon('activate', ({ license_key }) => ({ license_key, instance_name: 'Mallory' })),
    lemon('validate', ({ instance_id }) => ({ license_key: own.license_key, instance_id })),
    lemon('deactivate', ({ instance_id }) => ({ license_key: own.license_key, instance_id })),
    ...toolCalls(own, json),
  ];
}

const CREEM: [string, ((things: Things) => object)?][] = [
  ['GET /checkouts?checkout_id={checkout_session_id}'],
  ['POST /checkouts', ({ product_id }) => ({ product_id })],
  ['GET /customers?customer_id={customer_id}'],
  ['GET /customers?email={email}'],
  ['POST /customers/billing', ({ customer_id }) => ({ customer_id })],
  ['GET /customers/{customer_id}/subscriptions'],
  ['GET /customers/{customer_id}/licenses'],
  ['GET /customers/{customer_id}/orders'],
  ['GET /discounts?discount_id={discount_id}'],
  ['GET /discounts?discount_code={code}'],
  ['DELETE /discounts/{discount_id}/delete'],
  ['POST /licenses/activate', ({ license_key }) => ({ key: license_key, instance_name: 'M' })],
  ['POST /licenses/validate', ({ license_key: key, instance_id }) => ({ key, instance_id })],
  ['POST /licenses/deactivate', ({ license_key: key, instance_id }) => ({ key, instance_id })],
  ['GET /licenses/{license_id}/instances'],
  ['GET /products?product_id={product_id}'],
  ['GET /products/{product_id}'],
  ['DELETE /products/{product_id}'],
  ['GET /subscriptions?subscription_id={subscription_id}'],
  ['POST /subscriptions/{subscription_id}', () => ({ items: [] })],
  ['POST /subscriptions/{subscription_id}/upgrade', (t) => ({ product_id: t.new_plan_id })],
  ['POST /subscriptions/{subscription_id}/cancel', () => ({})],
  ['POST /subscriptions/{subscription_id}/pause', () => ({})],
  ['POST /subscriptions/{subscription_id}/resume', () => ({})],
  ['GET /transactions?transaction_id={transaction_id}'],
  ['GET /transactions/search?customer_id={customer_id}'],
  ['POST /refunds', ({ transaction_id }) => ({ transaction_id })],
  ['GET /webhooks/{webhook_id}'],
  ['DELETE /webhooks/{webhook_id}'],
  ['GET /webhooks/{webhook_id}/secret'],
];

/** Every operation as a tool, with every name that the other store has. */
const toolCalls = (own: Things, headers: Record<string, string>): Ask[] =>
  Object.values(groups)
    .flat()
    .flatMap((operation) =>
      namesIn(operation)
        .filter((name) => name !== 'product_ids')
        .map((name) => (things: Things) => {
          const value = thingFor(operation, name, things) ?? '';
          const input = inputOf(operation, own, { name, value });
          const call = { name: operation.path.slice(1), arguments: input };
          const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
          const question = { door: 'mcp', method: 'POST', path: '/mcp', headers };
          return { ...question, body: JSON.stringify(body) };
        }),
    );
