import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Check } from 'typebox/value';
import { CardInput, cardDigits, DECLINES, declineMessage, whyNotCard } from './card.rules.ts';
import { TEST_CARDS, testCard } from './test-card.rules.ts';

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
const fits = (change: object) => Check(CardInput, { ...CARD, ...change });

test('CardInput: a number of 12 to 19 digits with a right check digit, blanks and dashes or not', () => {
  const good = [
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    ' 4242424242424242 ',
    '378282246310005',
    '424242424242',
    '0000000000000000000',
  ];
  for (const number of good) assert(fits({ number }), number);
  const wrong = [
    '',
    '4242424242424241',
    '42424242424',
    '00000000000',
    '00000000000000000000',
    '            ',
    '4242424242424242x',
    '4242.4242.4242.4242',
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    `${'4242'.repeat(4)}${' '.repeat(15)}`,
    4242424242424242,
    null,
    undefined,
  ];
  for (const number of wrong) assert(!fits({ number }), String(number));
});

test('CardInput: the month, the year and the security code', () => {
  const table: [change: object, good: boolean][] = [
    [{ exp_month: 1 }, true],
    [{ exp_month: 12 }, true],
    [{ exp_month: 0 }, false],
    [{ exp_month: 13 }, false],
    [{ exp_month: 1.5 }, false],
    [{ exp_month: '1' }, false],
    [{ exp_year: 2000 }, true],
    [{ exp_year: 2100 }, true],
    [{ exp_year: 1999 }, false],
    [{ exp_year: 34 }, false],
    [{ exp_year: 2101 }, false],
    [{ cvc: '000' }, true],
    [{ cvc: '1234' }, true],
    [{ cvc: '12' }, false],
    [{ cvc: '12345' }, false],
    [{ cvc: '12 ' }, false],
    [{ cvc: '１２３' }, false],
    [{ cvc: 123 }, false],
    [{ name: 'Ada' }, false],
  ];
  for (const [change, good] of table) assert.equal(fits(change), good, JSON.stringify(change));
});

test('CardInput: every test card is one', () => {
  for (const number of Object.keys(TEST_CARDS)) assert(fits({ number }), number);
});

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 18 });

test('CardInput: of the ten last digits exactly one is right', () => {
  fc.assert(
    fc.property(digits, (body) => {
      const right = Array.from({ length: 10 }, (_, last) => [...body, last].join(''));
      assert.equal(right.filter((number) => fits({ number })).length, 1);
    }),
  );
});

test('CardInput: one mistyped digit is noticed, and two exchanged neighbours but for 0 and 9', () => {
  const place = fc.nat();
  fc.assert(
    fc.property(digits, place, fc.integer({ min: 1, max: 9 }), (body, where, change) => {
      const number = [...body, checkDigit(body)];
      assert(fits({ number: number.join('') }));
      const at = where % number.length;
      const mistyped = number.with(at, ((number[at] ?? 0) + change) % 10);
      assert(!fits({ number: mistyped.join('') }));
      const first = where % body.length;
      const [a = 0, b = 0] = number.slice(first, first + 2);
      const exchanged = number.with(first, b).with(first + 1, a);
      const unnoticed = a === b || Math.abs(a - b) === 9;
      assert.equal(fits({ number: exchanged.join('') }), unnoticed);
    }),
  );
});

/** Luhn as ISO/IEC 7812 tells it, from the left. */
function checkDigit(body: number[]): number {
  const sum = body.reduce((so_far, digit, at) => {
    const is_doubled = (body.length - at) % 2 === 1;
    const parts = is_doubled ? String(digit * 2) : String(digit);
    return so_far + [...parts].reduce((all, part) => all + Number(part), 0);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

test('whyNotCard: a card is good to the last millisecond of its month in UTC', () => {
  const expiry = { ...CARD, exp_month: 11, exp_year: 2026 };
  assert.deepEqual(whyNotCard(expiry, Date.parse('2026-11-30T23:59:59.999Z')), []);
  const message = 'is in the past: the card has expired';
  const detail = { param: 'exp_year', code: 'expired', message };
  assert.deepEqual(whyNotCard(expiry, Date.parse('2026-12-01T00:00:00.000Z')), [detail]);
  const december = { ...CARD, exp_month: 12, exp_year: 2026 };
  assert.deepEqual(whyNotCard(december, Date.parse('2026-12-31T23:59:59.999Z')), []);
  assert.deepEqual(whyNotCard(december, Date.parse('2027-01-01T00:00:00.000Z')), [detail]);
  const leap = { ...CARD, exp_month: 2, exp_year: 2028 };
  assert.deepEqual(whyNotCard(leap, Date.parse('2028-02-29T23:59:59.999Z')), []);
});

test('cardDigits: the digits alone', () => {
  assert.equal(cardDigits(' 4242-4242 4242\t4242 '), '4242424242424242');
  assert.equal(cardDigits('378282246310005'), '378282246310005');
});

test('declineMessage: every code has its sentence; what a provider made up gets the general one', () => {
  for (const [code, message] of Object.entries(DECLINES)) {
    assert.equal(declineMessage(code), message);
    assert.match(message, /^[A-Z].*\.$/);
  }
  for (const code of ['made_up', '', 'constructor', '__proto__', 'toString']) {
    assert.equal(declineMessage(code), DECLINES.card_declined);
  }
  // A thief need not be told that the owner has noticed.
  assert.equal(DECLINES.stolen_card, DECLINES.card_declined);
  assert.equal(DECLINES.lost_card, DECLINES.card_declined);
});

test('testCard: any other number is refused', () => {
  for (const number of ['4111111111111111', '4000000000000010', '424242424242', '0']) {
    assert.deepEqual(testCard(number), { brand: 'unknown', behavior: 'test_card_required' });
  }
});
