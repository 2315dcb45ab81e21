import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_DECIMALS } from '../../../../platform/core/currencies.ts';
import {
  fromStripeAmount,
  smallestStripeCharge,
  stripeStep,
  toStripeAmount,
} from './currency.rules.ts';

test('toStripeAmount: amounts are sent as Stripe counts them', () => {
  const cases: [string, number, number | undefined][] = [
    ...([
      ['USD', 1999, 1999],
      ['EUR', 1, 1],
      ['GBP', 30, 30],
    ] as [string, number, number][]),
    ...([
      ['JPY', 500, 500],
      ['KRW', 1350, 1350],
      ['VND', 25_000, 25_000],
    ] as [string, number, number][]),
    ['ISK', 1380, 138_000],
    ['UGX', 3700, 370_000],
    ['MGA', 450_000, 4500],
    ['MGA', 450_050, undefined],
    ['HUF', 17_500, 17_500],
    ['HUF', 17_501, 17_501],
    ['TWD', 80_050, 80_050],
    ['KWD', 1230, 1230],
    ['KWD', 1234, undefined],
    ['BHD', 5, undefined],
  ];
  for (const [currency, minor, units] of cases) {
    assert.equal(toStripeAmount(minor, currency), units, `${minor} ${currency}`);
    if (units !== undefined) assert.equal(fromStripeAmount(units, currency), minor);
  }
});

test('every amount that is divisible by the step goes to Stripe and comes back, and no other goes', () => {
  for (const currency of Object.keys(CURRENCY_DECIMALS)) {
    const step = stripeStep(currency);
    if (step === undefined) continue;
    for (let minor = 0; minor <= 3 * step; minor++) {
      const units = toStripeAmount(minor, currency);
      assert.equal(units !== undefined, minor % step === 0, `${minor} ${currency}`);
      if (units !== undefined) assert.equal(fromStripeAmount(units, currency), minor);
    }
  }
});

test('smallestStripeCharge: as Stripe publishes it, in minor units, and divisible by the step', () => {
  const published: [string, number][] = [
    ...([
      ['USD', 50],
      ['EUR', 50],
      ['GBP', 30],
      ['JPY', 50],
      ['CZK', 1500],
    ] as [string, number][]),
    ...([
      ['DKK', 250],
      ['HUF', 17_500],
      ['MXN', 1000],
      ['SEK', 300],
    ] as [string, number][]),
    ...([
      ['ISK', 100],
      ['UGX', 2000],
      ['MGA', 500_000],
      ['KWD', 200],
    ] as [string, number][]),
  ];
  for (const [currency, minor] of published) assert.equal(smallestStripeCharge(currency), minor);
  for (const currency of Object.keys(CURRENCY_DECIMALS)) {
    const step = stripeStep(currency);
    if (step !== undefined) assert.equal(smallestStripeCharge(currency) % step, 0, currency);
  }
});

test('stripeStep: currencies that Stripe does not charge have none', () => {
  for (const currency of ['IRR', 'KPW', 'CUP', 'LYD', 'CLF', 'constructor', '']) {
    assert.equal(stripeStep(currency), undefined);
  }
});
