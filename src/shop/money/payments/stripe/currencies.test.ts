import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import { CURRENCY_DECIMALS } from '../../../../platform/core/currencies.ts';
import { ProviderRefused } from '../../../../platform/core/errors.ts';

const at = await gatewayForTests();
const { gateway, stand_in } = at;
const { control } = stand_in;

const charged = Object.keys(CURRENCY_DECIMALS).filter(
  (currency) => gateway.chargeStep(currency) !== undefined,
);

test('the smallest charge of every currency is taken, and what arrives is what was asked for', async () => {
  const card = await savedBy(at);
  for (const currency of charged) {
    const amount_minor = gateway.smallestCharge(currency);
    const paid = await gateway.startCharge(laterOf(card, { currency, amount_minor }));
    assert(paid.status === 'paid', `${amount_minor} ${currency}`);
    assert.deepEqual([paid.amount_minor, paid.currency], [amount_minor, currency]);
  }
  assert.equal(charged.length, 137);
});

test('a page in a special currency shows our lines, and the refund is counted the same way', async () => {
  for (const [currency, price] of [
    ['ISK', 2500],
    ['MGA', 1_000_000],
    ['KWD', 3500],
  ] as const) {
    const lines = [
      { description: 'Editor', quantity: 3, amount_minor: 3 * price },
      { description: 'Support', quantity: 1, amount_minor: price },
    ];
    const amount_minor = 4 * price;
    const { reference } = await gateway.startCharge(chargeOf({ currency, amount_minor, lines }));
    await control.pay({ session: reference ?? '' });
    const paid = await gateway.lookUpCharge(named(reference));
    assert(paid.status === 'paid');
    assert.deepEqual([paid.amount_minor, paid.currency], [amount_minor, currency]);
    const { store_id, now } = named(reference);
    const refund = await gateway.startRefund({
      ...{ store_id, key: `refund_${currency}`, charge_reference: paid.payment_reference ?? '' },
      ...{ amount_minor: price, currency, metadata: {}, now },
    });
    const [record] = await gateway.recordsOf({ store_id, references: [refund.reference ?? ''] });
    assert.equal(record?.amount_minor, price);
  }
});

test('an amount that Stripe cannot express, or in a currency it does not take, is declined', async () => {
  const card = await savedBy(at);
  for (const [currency, amount_minor] of [
    ['KWD', 1234],
    ['MGA', 1_000_050],
  ] as const) {
    for (const charge of [
      laterOf(card, { currency, amount_minor }),
      chargeOf({ currency, amount_minor }),
    ]) {
      const answer = await gateway.startCharge(charge);
      const decline_code = 'amount_not_chargeable';
      assert.deepEqual(answer, { status: 'declined', decline_code, reference: null });
      assert.equal((await gateway.cancelCharge({ ...charge, reference: null })).status, 'declined');
    }
  }
  for (const [more, decline_code] of [
    [{ currency: 'IRR' }, 'currency_not_supported'],
    [{ amount_minor: 49 }, 'amount_too_small'],
  ] as const) {
    const page = await gateway.startCharge(chargeOf(more));
    assert.deepEqual(page, { status: 'declined', decline_code, reference: null });
    // Nobody's card was declined: it is for the seller to see.
    await assert.rejects(gateway.startCharge(laterOf(card, more)), ProviderRefused);
  }
});

test('the fee is told in the currency of the account, in minor units', async () => {
  await control.changeAccount({ default_currency: 'isk' });
  const paid = await gateway.startCharge(laterOf(await savedBy(at)));
  const looked = await gateway.lookUpCharge(named(paid.reference));
  assert(looked.status === 'paid');
  assert.equal(looked.fee?.currency, 'ISK');
  await control.changeAccount({ default_currency: 'usd' });
});
