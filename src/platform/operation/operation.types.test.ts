import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type, { type Static } from 'typebox';
import { createProduct } from '../../shop/catalogue/products/create-product.ts';
import { getProduct } from '../../shop/catalogue/products/get-product.ts';
import type { Product } from '../../shop/catalogue/products/product.rules.ts';
import { searchProducts } from '../../shop/catalogue/products/search-products.ts';
import { getCheckout } from '../../shop/checkout/get-checkout.ts';
import { cancelSubscription } from '../../shop/subscriptions/cancel-subscription.ts';
import type { Subscription } from '../../shop/subscriptions/subscription.rules.ts';
import { commandActor } from '../core/actor.ts';
import { Default } from '../core/fields.ts';
import { type Ask, askAs } from './ask.ts';
import { operation } from './operation.ts';

// What the compiler holds: where the error is missing, the type check, a part of npm test, fails.

const described = { path: '/example', summary: 'An example', scope: 'full' } as const;
const input = Type.Object({ name: Type.String(), limit: Default(10, Type.Integer()) });
const output = Type.Object({ name: Type.String() });
const example = { ...described, input, output } as const;

const read = operation({
  ...example,
  method: 'GET',
  errors: ['product_not_found'],
  async read(context) {
    if (context.input.name === '') throw context.refuse('product_not_found');
    // @ts-expect-error only a declared code may be refused with
    if (context.input.name === 'x') throw context.refuse('customer_not_found');
    // @ts-expect-error what reads has nothing to write with
    if (context.input.name === 'y') context.tx;
    // @ts-expect-error and nothing to tell
    if (context.input.name === 'z') context.emit('product.created', {});
    // What has a default is always there when it is read.
    return { name: context.input.name.repeat(context.input.limit) };
  },
});

const name = async () => ({ name: '' });

/** Never called: the declarations in here are wrong. */
export function wrongDeclarations(): void {
  // @ts-expect-error neither read nor write nor steps
  operation({ ...example, method: 'POST', errors: [] });
  // @ts-expect-error two of them
  operation({ ...example, method: 'POST', errors: [], read: name, write: name });
  // @ts-expect-error a GET that writes
  operation({ ...example, method: 'GET', errors: [], write: name });
  // @ts-expect-error a GET in steps
  operation({ ...example, method: 'GET', errors: [], steps: name, unanswered: null });
  // @ts-expect-error steps that do not say what an unanswered provider means
  operation({ ...example, method: 'POST', errors: ['payment_unresolved'], steps: name });
  const silent = { ...example, method: 'POST', errors: [], steps: name } as const;
  // @ts-expect-error with a code that is not declared
  operation({ ...silent, unanswered: 'refund_unresolved' });
  const no = { ...example, method: 'POST', errors: ['product_not_found'], steps: name } as const;
  // @ts-expect-error with one that may be kept as the answer
  operation({ ...no, unanswered: 'product_not_found' });
  // @ts-expect-error an answer that is not as declared
  operation({ ...example, method: 'GET', errors: [], read: async () => ({ nam: '' }) });
  // @ts-expect-error a default that is no value of its schema
  Default('ten', Type.Integer());
}

/** Never called: what may be asked, and what may not. */
export async function asking(ask: Ask): Promise<void> {
  const product: Static<typeof Product> = await ask(getProduct, { product_id: 'prod_1' });
  product.price satisfies number;
  // @ts-expect-error a product is no subscription
  const wrong: Static<typeof Subscription> = await ask(getProduct, { product_id: 'prod_1' });
  // @ts-expect-error a field that products do not have
  (await ask(getProduct, { product_id: 'prod_1' })).subscription_id;
  // @ts-expect-error a parameter that is missing
  await ask(getProduct, {});
  // @ts-expect-error one that it does not have
  await ask(getProduct, { product_id: 'prod_1', nonsense: 1 });
  const written_apart = { product_id: 'prod_1', nonsense: 1 };
  // @ts-expect-error nor when it was written elsewhere
  await ask(getProduct, written_apart);
  // @ts-expect-error one of another type
  await ask(getProduct, { product_id: 1 });
  // @ts-expect-error a word that is not one of them
  await ask(searchProducts, { status: 'gone' });
  // What has a default may be left out, and what is optional may be undefined.
  await ask(cancelSubscription, { subscription_id: 'sub_1' });
  await ask(searchProducts, { currency: undefined });
  const terms = { name: '', description: '', price: 1, currency: 'USD' };
  // @ts-expect-error a parameter of another type, deep inside
  await ask(createProduct, { ...terms, license: { activation_limit: 'two' } });
  const { data } = await ask(searchProducts, {});
  data satisfies Static<typeof Product>[];
  // @ts-expect-error may be null
  (await ask(getCheckout, { checkout_session_id: wrong.subscription_id })).transaction_id.length;
}

test('an operation says what it does, and keeps answers only where it changes something', () => {
  const steps = { steps: name, unanswered: 'payment_unresolved' } as const;
  const stepping = { ...example, method: 'POST', errors: ['payment_unresolved'] } as const;
  assert.equal(read.keeps_answers, false);
  assert.equal(operation({ ...stepping, ...steps }).keeps_answers, true);
  assert.equal(operation({ ...stepping, write: name }).keeps_answers, true);
  assert.equal(operation({ ...stepping, read: name }).keeps_answers, false);
});

test('ask gives an operation what was sent and answers with its record', async () => {
  const named = { store_id: 'store_1', number: 1, provider: null } as const;
  const store = { ...named, mode: 'test', clock_ahead_ms: 0 } as const;
  const answer = async (asked: { path: string }, { body }: { body: object }) => ({
    status: 200,
    body: JSON.stringify({ path: asked.path, ...body }),
    headers: [],
  });
  const record = () => Promise.reject(new Error('it does not only read'));
  const perform = Object.assign(answer, { record });
  const ask = askAs(store, { perform, clock: () => 0, actor: commandActor('test') });
  const write = operation({ ...example, method: 'POST', errors: [], write: name });
  assert.deepEqual(await ask(write, { name: 'a' }), { path: '/example', name: 'a' });
  await assert.rejects(ask(read, { name: 'a' }), /only read/);
  assert.deepEqual(read.parameters.read({ name: 'a' }, undefined), { name: 'a', limit: 10 });
});
