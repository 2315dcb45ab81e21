import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { CheckoutRow } from './checkout.rules.ts';
import { signedReturn, successAddress, whyNotSigned } from './return-address.rules.ts';

const row = {
  checkout_session_id: 'cs_1',
  transaction_id: 'txn_1',
  customer_id: 'ada+shop@example.com',
  subscription_id: null,
  product_id: 'prod_1',
  request_id: 'order 1001',
  return_query: null,
};

test('successAddress: the session is added to what is in the query already', () => {
  const at = (success_url: string | null) => successAddress({ ...row, success_url } as CheckoutRow);
  assert.equal(at(null), null);
  const id = 'checkout_session_id=cs_1';
  assert.equal(at('https://example.com/thanks'), `https://example.com/thanks?${id}`);
  assert.equal(at('https://example.com/?a=1#top'), `https://example.com/?a=1&${id}#top`);
  assert.equal(at('https://example.com/?checkout_session_id=x'), `https://example.com/?${id}`);
});

test('signedReturn: what is known, in the order of the names, and its signature; nothing else', () => {
  const query = new URLSearchParams(signedReturn(row, 'the key'));
  const { signature, ...told } = Object.fromEntries(query);
  assert.deepEqual(told, {
    checkout_id: 'cs_1',
    customer_id: 'ada+shop@example.com',
    order_id: 'ord_1',
    product_id: 'prod_1',
    request_id: 'order 1001',
  });
  const text = Object.entries(told)
    .sort()
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  assert.equal(signature, createHmac('sha256', 'the key').update(text).digest('hex'));
  const session = { ...row, success_url: 'https://example.com/?a=1', return_query: `${query}` };
  assert.equal(successAddress(session as CheckoutRow), `https://example.com/?a=1&${query}`);
});

test('signedReturn: no other address fits the same signature', () => {
  const forged = { order_id: 'ord_2', product_id: 'prod_2', request_id: 'x' };
  const inside = Object.entries(forged).map(([name, value]) => `${name}=${value}`);
  const customer_id = ['eve', ...inside].join('&');
  const query = new URLSearchParams(signedReturn({ ...row, customer_id }, 'the key'));
  const { signature, ...told } = Object.fromEntries(query);
  const text = Object.entries(told).map(([name, value]) => `${name}=${value}`);
  assert.equal(text.join('&').split('&').length, text.length);
  assert.equal(signature, createHmac('sha256', 'the key').update(text.join('&')).digest('hex'));
});

test('whyNotSigned: an & in a name of the seller, where the return is signed', () => {
  const names = { request_id: 'a&subscription_id=sub_1', customer_id: 'b&c' };
  const signed = whyNotSigned({ ...names, return_key: 'k' });
  assert.deepEqual(
    signed.map(({ param }) => param),
    ['request_id', 'customer_id'],
  );
  assert.deepEqual(whyNotSigned(names), []);
  assert.deepEqual(whyNotSigned({ request_id: 'a=b?c#d', return_key: 'k' }), []);
});
