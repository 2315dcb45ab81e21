import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plan } from '../../../test/harness/sales/subscription-row.ts';
import { costsMorePerDay, isHigher } from './plan.rules.ts';
import type { PlanTerms } from './subscription.rules.ts';

const anyPlan = fc.record({
  price_minor: fc.integer({ min: 0, max: 100_000 }),
  billing_interval: fc.constantFrom('day', 'week', 'month', 'year'),
  billing_interval_count: fc.integer({ min: 1, max: 12 }),
});

test('higher: a larger tier, or the same for longer; else a larger price per day, or more for longer', () => {
  const year = { billing_interval: 'year' } as const;
  const table: [one: Partial<PlanTerms>, than: Partial<PlanTerms>, higher: boolean][] = [
    [{ tier: 2, price_minor: 1 }, { tier: 1 }, true],
    [{ tier: 1, price_minor: 9999 }, { tier: 2 }, false],
    [{ tier: 1, price_minor: 9999 }, { tier: 1 }, false],
    [{ tier: 1, price_minor: 1, ...year }, { tier: 1 }, true],
    [{ tier: 1, price_minor: 99_999 }, { tier: 1, ...year }, false],
    [{ tier: 1, price_minor: 99_999, ...year }, { tier: 2 }, false],
    [{ tier: -1 }, { tier: -2 }, true],
    [{ tier: 0, price_minor: 2001 }, {}, true],
    [{ tier: 9, price_minor: 1999 }, {}, false],
    [{ price_minor: 2001 }, { tier: 9 }, true],
    [{ price_minor: 24_000, ...year }, {}, true],
    [{ price_minor: 10_000, ...year }, { price_minor: 1000 }, true],
    [{ price_minor: 2001, ...year }, {}, true],
    [{ price_minor: 2000, ...year }, {}, false],
    [{}, { price_minor: 24_000, ...year }, false],
    [{}, { price_minor: 23_999, ...year }, true],
    [{ price_minor: 6000, billing_interval_count: 3 }, {}, true],
    [{ price_minor: 2000, billing_interval_count: 3 }, {}, false],
    [{ price_minor: 66, billing_interval: 'day' }, {}, true],
    [{ price_minor: 65, billing_interval: 'day' }, {}, false],
    [{ price_minor: 0 }, { price_minor: 0, ...year }, false],
    [{ price_minor: 0, ...year }, { price_minor: 0 }, false],
  ];
  for (const [one, than, higher] of table) {
    assert.equal(isHigher(plan(one), plan(than)), higher, JSON.stringify([one, than]));
  }
});

test('nothing is higher than itself; two are than each other only if the longer one is cheaper by the day', () => {
  const tier = fc.option(fc.integer({ min: -3, max: 3 }));
  const tiered = fc.tuple(anyPlan, tier).map(([terms, one]) => plan({ ...terms, tier: one }));
  fc.assert(
    fc.property(tiered, tiered, (one, other) => {
      assert.equal(isHigher(one, one), false);
      if (!isHigher(one, other) || !isHigher(other, one)) return;
      assert.ok(one.tier === null || other.tier === null);
      const [short, long] = one.price_minor < other.price_minor ? [one, other] : [other, one];
      assert.ok(short.price_minor < long.price_minor);
      assert.ok(costsMorePerDay({ plan: short, quantity: 1 }, { plan: long, quantity: 1 }));
    }),
  );
});
