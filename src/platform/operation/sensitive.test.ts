import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { cards } from '../../../test/harness/cast.ts';
import { completeCheckout } from '../../shop/checkout/complete-checkout.ts';
import { operations } from '../../sites/api/operations.ts';
import { Nullable, Sensitive } from '../core/fields.ts';
import { parameters } from './parameters.ts';
import { createMask } from './sensitive.ts';

const card = cards.pays;
const identity = (body: Record<string, unknown>) =>
  completeCheckout.parameters.identity(body, undefined);

test('of a card no more than its last digits makes two requests the same', () => {
  const kept = { ...card, number: '4242', cvc: '' };
  assert.deepEqual(identity({ payment_method: card }), { payment_method: kept });
  const number = 4242_4242_4242_4242;
  assert.deepEqual(identity({ payment_method: { ...card, number } }), { payment_method: kept });
  assert.equal(card.cvc, '123', 'what was sent is left as it is');
});

test('a card that was sent as something else than an object is hidden whole', () => {
  for (const payment_method of ['4242424242424242', 4242_4242_4242_4242, true]) {
    assert.deepEqual(identity({ payment_method }), { payment_method: '' });
  }
  assert.deepEqual(identity({ payment_method: null }), { payment_method: null });
  assert.deepEqual(identity({ payment_method: {}, total: 5 }), { payment_method: {}, total: 5 });
});

test('what is sensitive is declared by the field, whatever it is called and however deep it is', () => {
  const secret = Sensitive({ last_characters: 2 }, Type.String());
  const inner = Type.Object({ pin: Type.Optional(Nullable(secret)), name: Type.String() });
  const { identity } = parameters(Type.Object({ inner: Nullable(inner) }));
  assert.deepEqual(identity({ inner: { pin: '123456', name: 'abc' } }, undefined), {
    inner: { pin: '56', name: 'abc' },
  });
});

test('every operation that takes a card or a key declares it as sensitive, and no other declares anything', () => {
  const hiding = Object.values(operations)
    .flat()
    .filter(({ input }) => createMask(input));
  assert.deepEqual(
    hiding.map(({ path }) => path),
    ['/create-checkout', '/complete-checkout', '/update-payment-method', '/connect-provider'],
  );
});
