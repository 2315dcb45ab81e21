import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, stepOfCode, totpAddress, totpCode, totpNow } from './totp.rules.ts';

const SECRET = Buffer.from('12345678901234567890');

test('codes are those of RFC 6238, appendix B', () => {
  const vectors = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const;
  for (const [seconds, code] of vectors) {
    assert.equal(totpCode(SECRET, Math.floor(seconds / 30), 8), code);
  }
});

test('a code counts in its own half minute and one to either side, and once', () => {
  const now = 1_800_000_000_000;
  const here = now / 30_000;
  const typed = totpNow(SECRET, now);
  const steps = [-60_000, -30_000, 0, 30_000, 60_000].map((off) =>
    stepOfCode(SECRET, { typed, last_step: 0, now: now + off }),
  );
  assert.deepEqual(steps, [undefined, here, here, here, undefined]);
  assert.equal(stepOfCode(SECRET, { typed, last_step: here, now }), undefined);
  assert.equal(stepOfCode(SECRET, { typed, last_step: here - 1, now }), here);
});

test('spaces are left out, and whatever is not six digits is no code', () => {
  const now = 1_800_000_000_000;
  const code = totpNow(SECRET, now);
  const step = (typed: string) => stepOfCode(SECRET, { typed, last_step: 0, now });
  assert.ok(step(` ${code.slice(0, 3)} ${code.slice(3)} `));
  for (const typed of [
    '',
    code.slice(1),
    `${code}0`,
    'abcdef',
    '１２３４５６',
    '-12345',
    '1e5000',
  ]) {
    assert.equal(step(typed), undefined, typed);
  }
});

test('the address for an authenticator app names account and installation', () => {
  assert.equal(base32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const address = totpAddress(SECRET, { email: 'ada+shop@example.com', host: 'pay.example' });
  const expected =
    'otpauth://totp/Kassa%20(pay.example):ada%2Bshop%40example.com' +
    '?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kassa%20(pay.example)';
  assert.equal(address, expected);
});
