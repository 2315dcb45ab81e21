import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { row } from '../../../test/harness/sales/subscription-row.ts';
import { about } from '../money/transactions/line-about.rules.ts';
import { taxLines } from '../money/transactions/lines.rules.ts';
import { NO_TAX } from '../tax/decide-tax.rules.ts';
import { ANY_AMOUNT, billWithBalance, chargeableMinor, NO_CHARGE } from './bill.rules.ts';

// Amounts that a provider cannot charge wait for the next bill.

const EUR = { charge_min_minor: 50, charge_step_minor: 1 };
const KWD = { charge_min_minor: 500, charge_step_minor: 10 };

const charge = (amount_minor: number, tax = NO_TAX) =>
  taxLines([
    {
      ...{ kind: 'sale', description: 'Pro', about: about('product', 'Pro') },
      ...{ quantity: 1, amount_minor },
      ...{ tax, includes_tax: false, corrects: null },
    },
  ]);

/** What is charged for so many bills in a row, and what is owed after them. */
function billInARow(prices: number[], chargeable: typeof EUR, balance_minor = 0) {
  const charged: number[] = [];
  let balance = balance_minor;
  for (const price of prices) {
    const of = row({ balance_minor: balance, currency: 'EUR' });
    const bill = billWithBalance(charge(price), of, chargeable);
    const sum = bill.lines.reduce((all, line) => all + line.amount_minor, 0);
    assert.equal(sum, bill.total_minor);
    charged.push(bill.total_minor);
    balance += bill.balance_change_minor;
  }
  return { charged, balance };
}

test('ten bills of 0.10 pay 1.00 in the end, as soon as 0.50 are together', () => {
  assert.deepEqual(billInARow(Array(10).fill(10), EUR), {
    charged: [0, 0, 0, 0, 50, 0, 0, 0, 0, 50],
    balance: 0,
  });
});

test('thousandths that cannot be charged are owed with the next bill', () => {
  assert.deepEqual(billInARow([1001, 1001, 1008], KWD), {
    charged: [1000, 1000, 1010],
    balance: 0,
  });
});

test('credit that leaves too little to charge is used up, and the rest is owed', () => {
  const bill = billWithBalance(charge(1000), row({ balance_minor: 980 }), EUR);
  assert.deepEqual(
    bill.lines.slice(1).map(({ description, amount_minor }) => `${description} ${amount_minor}`),
    ['Paid from the balance -980', 'Owed with the next payment -20'],
  );
  assert.deepEqual([bill.total_minor, bill.balance_change_minor], [0, -1000]);
});

test('a debt alone is collected only if it can be charged', () => {
  const owing = (debt: number) => billWithBalance(NO_CHARGE, row({ balance_minor: -debt }), EUR);
  assert.deepEqual([owing(49).total_minor, owing(50).total_minor], [0, 50]);
});

test('whatever is billed: every charge can be made, nothing is lost, and little is left', () => {
  const limits = fc.record({
    charge_min_minor: fc.integer({ min: 1, max: 2_000 }),
    charge_step_minor: fc.constantFrom(1, 10, 100),
  });
  const bills = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(bills, limits, fc.integer({ min: -3_000, max: 3_000 }), (prices, limit, start) => {
      const { charged, balance } = billInARow(prices, limit, start);
      for (const one of charged) {
        assert.ok(
          one === 0 || (one >= limit.charge_min_minor && one % limit.charge_step_minor === 0),
        );
      }
      const sum = (all: number[]) => all.reduce((one, other) => one + other, 0);
      assert.equal(start + sum(charged) - sum(prices), balance);
      if (prices.length > 0 && balance < 0) {
        assert.equal(chargeableMinor(-balance, limit), 0);
      }
    }),
  );
});

test('a provider that charges everything leaves nothing', () => {
  assert.deepEqual(billInARow([1, 7, 10], ANY_AMOUNT), { charged: [1, 7, 10], balance: 0 });
});
