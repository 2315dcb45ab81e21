import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AT_START,
  plan,
  row,
  taxed,
  UNTAXED,
  vat,
} from '../../../test/harness/sales/subscription-row.ts';
import { maxMinor } from '../../platform/core/money.ts';
import { NO_TAX, type TaxDecision } from '../tax/decide-tax.rules.ts';
import { ANY_AMOUNT, type Bill } from './bill.rules.ts';
import { plannedChange } from './change.rules.ts';
import { coveredTaxJson, coveredTaxOf } from './covered-tax.rules.ts';
import { afterEffect, afterPayment, nextPeriod } from './renewal.rules.ts';
import type { PlanTerms, SubscriptionRow } from './subscription.rules.ts';

// Bills with tax, computed by hand. The period is 30 days long, from 14 November on.

const DAY_MS = 86_400_000;
const HALF = AT_START + 15 * DAY_MS;

/** subtotal, discount, tax, balance change and total. */
const amounts = (bill: Bill) => [
  bill.subtotal_minor,
  bill.discount_minor,
  bill.tax_minor,
  bill.balance_change_minor,
  bill.total_minor,
];

/** What each line adds, and the tax in it. */
const lines = ({ lines }: Bill) => lines.map((line) => [line.amount_minor, line.tax_minor]);

const EXCLUSIVE = { includes_tax: 0 };
const team = (more: Partial<PlanTerms>) =>
  plan({ plan_id: 'prod_team', plan_name: 'Team', ...more });

/** A subscription whose period was paid with this tax on 14 November. */
const paidWith = (tax: TaxDecision, more: Partial<SubscriptionRow> = {}): SubscriptionRow =>
  row({ covered_tax: coveredTaxJson(tax, AT_START), ...more });

/** A change in the middle of the period, with this tax on what is new. */
const changeTo = (one: SubscriptionRow, terms: Partial<PlanTerms>, tax: TaxDecision, now = HALF) =>
  plannedChange(one, {
    plan: team(terms),
    ...{ quantity: undefined, proration: undefined, now },
    billing: taxed(tax),
  });

test('a renewal has the tax of its day: on top of a price without tax, and inside one with it', () => {
  const bills = (one: SubscriptionRow) =>
    [NO_TAX, vat(19), vat(5, 9.975)].map((tax) => amounts(nextPeriod(one, taxed(tax)).bill));
  assert.deepEqual(bills(row(EXCLUSIVE)), [
    [2_000, 0, 0, 0, 2_000],
    [2_000, 0, 380, 0, 2_380],
    [2_000, 0, 300, 0, 2_300], // 1.00 and 1.995, which is 2.00.
  ]);
  assert.deepEqual(bills(row()), [
    [2_000, 0, 0, 0, 2_000],
    [1_681, 0, 319, 0, 2_000],
    [1_740, 0, 260, 0, 2_000],
  ]);
});

test('yen have no decimals and dinars three; a step that cannot be charged is owed with its tax', () => {
  const yen = row({ currency: 'JPY', price_minor: 1_235, ...EXCLUSIVE });
  assert.deepEqual(amounts(nextPeriod(yen, taxed(vat(10))).bill), [1_235, 0, 124, 0, 1_359]);
  const dinar = row({ currency: 'KWD', price_minor: 1_999, ...EXCLUSIVE });
  const by_ten = { ...taxed(vat(5)), chargeable: { charge_min_minor: 500, charge_step_minor: 10 } };
  // 1.999 and 0.100 of tax are 2.099, of which 2.090 can be charged.
  const { bill } = nextPeriod(dinar, by_ten);
  assert.deepEqual(amounts(bill), [1_999, 0, 100, -9, 2_090]);
  const after = nextPeriod({ ...dinar, balance_minor: -9 }, by_ten).bill;
  assert.deepEqual(amounts(after), [1_999, 0, 100, 1, 2_100]);
});

test('a coupon takes off the stated price: 5.00 of it are 5.00 with tax or 5.95', () => {
  const five_off = {
    ...{ discount_id: 'disc_five', coupon_code: 'FIVE', coupon_amount_minor: 500 },
    coupon_duration: 'forever',
  } as const;
  const bill = (one: SubscriptionRow) => amounts(nextPeriod(one, taxed(vat(19))).bill);
  assert.deepEqual(bill(row({ ...five_off, ...EXCLUSIVE })), [2_000, 500, 285, 0, 1_785]);
  assert.deepEqual(bill(row(five_off)), [1_681, 420, 239, 0, 1_500]);
});

test('the balance pays for the price with tax and changes nothing about the tax', () => {
  const bill = (balance_minor: number) =>
    amounts(nextPeriod(row({ ...EXCLUSIVE, balance_minor }), taxed(vat(19))).bill);
  assert.deepEqual(bill(1_000), [2_000, 0, 380, -1_000, 1_380]);
  assert.deepEqual(bill(5_000), [2_000, 0, 380, -2_380, 0]);
  assert.deepEqual(bill(-120), [2_000, 0, 380, 120, 2_500]);
});

test('unused time gives back the tax that was paid for it, what is new has that of today', () => {
  const one = paidWith(vat(22), EXCLUSIVE); // 24.40 paid.
  const { bill } = changeTo(one, { price_minor: 5_000, ...EXCLUSIVE }, vat(24));
  assert.deepEqual(lines(bill), [
    [-1_220, -220],
    [3_100, 600],
  ]);
  assert.deepEqual(amounts(bill), [1_500, 0, 380, 0, 1_880]);
  assert.deepEqual(
    bill.tax_rows.map((tax_row) => [tax_row.corrects, tax_row.net_minor, tax_row.tax_minor]),
    [
      ['2026-11-14', -1_000, -220],
      [null, 2_500, 600],
    ],
  );
});

test('a price with tax that did not change costs the same, whatever the rate: only the tax differs', () => {
  const { bill } = changeTo(paidWith(vat(22)), {}, vat(24));
  assert.deepEqual(lines(bill), [
    [-1_000, -180],
    [1_000, 194],
  ]);
  assert.deepEqual(amounts(bill), [-14, 0, 14, 0, 0]);
});

test('something cheaper puts money with its tax on the balance, and the tax of it is below 0', () => {
  const one = paidWith(vat(19), EXCLUSIVE);
  const { bill } = changeTo(one, { price_minor: 1_000, ...EXCLUSIVE }, vat(19));
  assert.deepEqual(amounts(bill), [-500, 0, -95, 595, 0]);
});

test('from a price with tax to one without: each is what it says', () => {
  const { bill } = changeTo(paidWith(vat(19)), { price_minor: 2_000, ...EXCLUSIVE }, vat(19));
  assert.deepEqual(lines(bill), [
    [-1_000, -160],
    [1_190, 190],
  ]);
});

test('who has become a business gets the tax of the rest back, and the rest without', () => {
  const reverse: TaxDecision = {
    ...{ kind: 'reverse_charge', country: 'FR', region: null, scheme: null, rates: [] },
    note: 'reverse_charge',
  };
  const { bill } = changeTo(paidWith(vat(20), EXCLUSIVE), EXCLUSIVE, reverse);
  assert.deepEqual(amounts(bill), [0, 0, -200, 200, 0]);
  assert.deepEqual(
    bill.tax_rows.map(({ kind }) => kind),
    ['charged', 'reverse_charge'],
  );
});

test('time that was paid before there were taxes gives back no tax', () => {
  const old = row({ covered_tax: null });
  assert.deepEqual(coveredTaxOf(old), { tax: NO_TAX, paid_on: '2026-11-14' });
  const { bill } = changeTo(old, { price_minor: 5_000 }, vat(19));
  assert.deepEqual(lines(bill), [
    [-1_000, 0],
    [2_500, 399],
  ]);
  assert.equal(bill.tax_rows.length, 2);
});

test('where taxes do not matter a bill has no tax rows at all', () => {
  const bills = [
    nextPeriod(row(EXCLUSIVE), UNTAXED).bill,
    changeTo(row(), { price_minor: 5_000 }, NO_TAX).bill,
  ];
  for (const { tax_rows, lines } of bills) {
    assert.deepEqual([tax_rows, lines.filter(({ tax_row }) => tax_row !== null)], [[], []]);
  }
});

test('a change is paid for with its tax from then on: the next one gives that back', () => {
  const first = changeTo(
    paidWith(vat(22), EXCLUSIVE),
    { price_minor: 5_000, ...EXCLUSIVE },
    vat(24),
  );
  const after = afterEffect(paidWith(vat(22), EXCLUSIVE), first.effect, HALF);
  assert.deepEqual(coveredTaxOf(after), { tax: vat(24), paid_on: '2026-11-29' });
  assert.equal(after.covered_minor, 6_200);
  const { bill } = changeTo(
    after,
    { plan_id: 'prod_solo', price_minor: 1_000, ...EXCLUSIVE },
    vat(26),
  );
  assert.deepEqual(lines(bill).slice(0, 2), [
    [-3_100, -600],
    [630, 130],
  ]);
});

test('without proration what was paid stays as it was taxed', () => {
  const one = paidWith(vat(22), EXCLUSIVE);
  const { bill, effect } = plannedChange(one, {
    plan: team({ price_minor: 1_000, ...EXCLUSIVE }),
    ...{ quantity: undefined, proration: 'none', now: HALF },
    billing: taxed(vat(24)),
  });
  assert.deepEqual(bill.lines, []);
  const after = afterEffect(one, effect, HALF);
  assert.deepEqual([after.covered_minor, coveredTaxOf(after).tax], [1_220, vat(22)]);
});

test('a charge and a change that were stored before there were taxes are settled and renewed', () => {
  const { includes_tax: _, tax_category: __, ...old_plan } = team({ price_minor: 5_000 });
  const { covered_tax: ___, ...effect } = nextPeriod(row(), UNTAXED).effect;
  const stored = JSON.stringify({ ...effect, plan: old_plan });
  const paid = { transaction_id: 'txn_one', type: 'renewal', effect: stored };
  const after = afterPayment(row(), paid as Parameters<typeof afterPayment>[1], AT_START);
  assert.deepEqual(
    [after.includes_tax, after.tax_category, after.covered_tax],
    [1, 'digital', null],
  );
  const changing = row({ pending_change: JSON.stringify({ plan: old_plan, quantity: 1 }) });
  const { bill } = nextPeriod(changing, taxed(vat(19)));
  assert.deepEqual(amounts(bill), [4_202, 0, 798, 0, 5_000]);
});

test('a price that its tax makes larger than any amount is charged up to that; the rest is owed', () => {
  const most = maxMinor('EUR');
  const { bill } = nextPeriod(row({ price_minor: most, ...EXCLUSIVE }), taxed(vat(20)));
  assert.equal(bill.total_minor, most);
  assert.equal(bill.balance_change_minor, most - bill.subtotal_minor - bill.tax_minor);
  assert.deepEqual(taxed(vat(20)).chargeable, ANY_AMOUNT);
});
