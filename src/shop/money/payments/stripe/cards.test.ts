import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';

const at = await gatewayForTests();
const { gateway, stand_in } = at;
const { control } = stand_in;
const { store_id } = named('');

const methodOf = (card_token: string) => card_token.split('/')[1] ?? '';

test('a card that its network replaced is seen as it is now', async () => {
  const card = await savedBy(at);
  assert.deepEqual(await gateway.lookUpCard?.({ store_id, ...card }), card);
  const payment_method = methodOf(card.card_token);
  await control.updateCard({ payment_method, exp_year: 2040, last4: '1111' });
  const now = await gateway.lookUpCard?.({ store_id, ...card });
  assert.deepEqual(now, { ...card, card_last_four: '1111', exp_year: 2040 });
});

test('a card that is gone, taken from its customer, or of another provider is told as gone', async () => {
  const card = await savedBy(at);
  await control.detach({ payment_method: methodOf(card.card_token) });
  for (const card_token of [card.card_token, 'cus_1/pm_none', 'card_of_another', '', '/']) {
    assert.equal(await gateway.lookUpCard?.({ store_id, card_token }), undefined);
    const declined = await gateway.startCharge(laterOf({ ...card, card_token }));
    assert(declined.status === 'declined');
    assert.equal(declined.decline_code, 'payment_method_missing');
  }
});

test('a bank account is saved under its own name and charged later', async () => {
  const debits = { saves_card: true, currency: 'EUR' };
  const { reference } = await gateway.startCharge(chargeOf({ ...debits, amount_minor: 0 }));
  await control.pay({ session: reference ?? '', iban: 'DE89370400440532013000' });
  const saved = await gateway.lookUpCharge(named(reference));
  assert(saved.status === 'paid' && saved.card);
  const { card_brand, card_last_four } = saved.card;
  assert.deepEqual([card_brand, card_last_four], ['sepa_debit', '3000']);
  const later = await gateway.startCharge(laterOf(saved.card, { currency: 'EUR' }));
  assert.equal(later.status, 'pending');
});

test('iDEAL works once: what is saved is the debit of the same bank account', async () => {
  for (const amount_minor of [2000, 0]) {
    const charge = chargeOf({ saves_card: true, currency: 'EUR', amount_minor });
    const { reference } = await gateway.startCharge(charge);
    await control.pay({ session: reference ?? '', ideal: true });
    const saved = await gateway.lookUpCharge(named(reference));
    assert(saved.status === 'paid' && saved.card);
    const { card_brand, card_last_four } = saved.card;
    assert.deepEqual([card_brand, card_last_four], ['sepa_debit', '4300']);
    const later = await gateway.startCharge(laterOf(saved.card, { currency: 'EUR' }));
    assert.equal(later.status, 'pending');
  }
  const { reference } = await gateway.startCharge(chargeOf({ currency: 'EUR' }));
  await control.pay({ session: reference ?? '', ideal: true });
  const once = await gateway.lookUpCharge(named(reference));
  assert(once.status === 'paid');
  assert.deepEqual([once.card?.card_brand, once.card?.card_last_four], ['ideal', '4300']);
});
