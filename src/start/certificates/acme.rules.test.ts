import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/core/time.ts';
import { adviceFor, nextTryAt, renewAt } from './acme.rules.ts';

test('orders that fail for ever are at most five within any hour, whatever luck decides', () => {
  for (const random of [0, 0.5, 1]) {
    const begun: number[] = [];
    let now = 0;
    for (let failures = 1; failures <= 30; failures++) {
      begun.push(now);
      now = nextTryAt({ failures, now, random });
    }
    for (const from of begun) {
      const within = begun.filter((at) => at >= from && at < from + HOUR_MS).length;
      assert.ok(within <= 5, `${within} from ${from}`);
    }
    const pauses = begun.slice(1).map((at, n) => at - (begun[n] ?? 0));
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    );
    assert.ok(Math.max(...pauses) <= 13.2 * HOUR_MS);
  }
});

test('an authority that names a time is not asked before', () => {
  const told = { failures: 1, now: 1_000, random: 0 };
  assert.equal(nextTryAt({ ...told, retry_after_s: 7200 }), 1_000 + 2 * HOUR_MS);
  assert.equal(nextTryAt({ ...told, retry_after_s: 1 }), 1_000 + MINUTE_MS);
  assert.equal(nextTryAt({ ...told, retry_after_s: 1e9 }), 1_000 + 7 * DAY_MS);
});

test('a certificate is renewed after two thirds of its life, and none is ordered right after another', () => {
  for (const life of [90 * DAY_MS, 45 * DAY_MS, 6 * DAY_MS]) {
    for (const random of [0, 0.5, 1]) {
      const share = renewAt({ from: 0, until: life, now: 0, random }) / life;
      assert.ok(share > 0.65 && share < 0.68, String(share));
    }
  }
  assert.equal(renewAt({ from: 0, until: 60_000, now: 0, random: 0.5 }), 12 * MINUTE_MS);
});

test('every refusal has advice, and it names the domain and the port', () => {
  const wanted = { domain: 'shop.example.com', port: 443 } as const;
  assert.match(adviceFor('connection', wanted), /port 443 of shop.example.com/);
  assert.match(adviceFor('dns', wanted), /A record/);
  assert.match(adviceFor('never heard of', wanted), /tries again/);
});
