import { requiredParameters } from '../../src/platform/operation/examples.ts';
import type { Operation } from '../../src/platform/operation/operation.ts';
import { operations as groups } from '../../src/sites/api/operations.ts';
import type { Shop } from '../harness/shop.ts';
import type { Findings } from './step.ts';
import { CURSOR, type Things, thingFor } from './two-stores.ts';

interface Place {
  shop: Shop;
  own: Things;
  foreign: Things;
  found: Findings;
}

/**
 * Every list of the first store, from where a list of the second goes on. A cursor is a place in an
 * order, so it may be accepted; what follows is of the first store alone.
 */
export async function goOnElsewhere(
  { shop, own, foreign, found }: Place,
  keys: { mine: string; theirs: string },
): Promise<number> {
  let asked = 0;
  for (const operation of Object.values(groups).flat()) {
    if (!(CURSOR in operation.input.properties)) continue;
    const call = `${operation.method} ${operation.path}`;
    const page = { ...required(operation, foreign), limit: 1 };
    const { body } = await shop.call(call, page, { key: keys.theirs, in_body: true });
    if (typeof body.next_cursor !== 'string') continue;
    const input = { ...required(operation, own), cursor: body.next_cursor };
    const answer = await shop.call(call, input, { key: keys.mine, in_body: true });
    const shown = SHOWN.some((name) => answer.text.includes(foreign[name] ?? '?'));
    found.check(!shown && !answer.text.includes('FOREIGN'), `${call} goes on with ${answer.text}`);
    found.check(answer.status < 500, `${call} with a cursor: ${answer.text}`);
    asked += 1;
  }
  found.check(asked >= CURSORS_MIN, `only ${asked} lists had a cursor to give`);
  return asked;
}

const required = (operation: Operation, things: Things): object =>
  Object.fromEntries(
    requiredParameters(operation).map((name) => [name, thingFor(operation, name, things)]),
  );

/** One more of what there is only one of: a list of one does not go on. */
export async function secondOfEach(
  shop: Shop,
  store: { api_key: string; store_id: string },
  { product_id, plan_id, customer_id }: Things,
): Promise<void> {
  const { must, buy } = await shop.openStore(store);
  await must('POST /create-customer', { customer_id: 'FOREIGN second' });
  await must('POST /create-discount-code', { code: 'FOREIGN2', discount_percentage: 10 });
  await must('POST /create-tax-rate', { country: 'BR', rate: 5, tax: 'FOREIGN', region: 'SP' });
  await must('POST /create-payment-link', { product_id });
  await buy(product_id ?? '', { customer_id });
  await buy(plan_id ?? '', { customer_id });
  await must('POST /create-webhook', { url: 'https://foreign.example.com' });
}

const CURSORS_MIN = 16;
const SHOWN = ['subscription_id', 'transaction_id', 'license_id', 'event_id', 'invoice_id'];
