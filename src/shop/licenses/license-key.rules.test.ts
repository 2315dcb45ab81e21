import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/harness/any-character.ts';
import { createSecrets } from '../../platform/core/secrets.ts';
import {
  createRevealKey,
  hashLicenseKey,
  leaveSeed,
  newKeySeed,
  parseLicenseKey,
} from './license-key.rules.ts';

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET = Buffer.alloc(32, 7);
const write = createRevealKey(createSecrets(SECRET));

const keys = fc.string({ maxLength: 40 }).map(write);
const plainOf = (key: string): string => key.replace('KASSA-', '').replaceAll('-', '');
/** How a plain key is written. */
const grouped = (plain: string): string => `KASSA-${plain.match(/.{5}/g)?.join('-')}`;

test('a key is KASSA and five groups of five symbols, and reads back as it was written', () => {
  fc.assert(
    fc.property(keys, (key) => {
      assert.match(key, /^KASSA(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
      assert.equal(parseLicenseKey(key), key);
      assert.equal(grouped(plainOf(key)), key);
    }),
  );
});

test('a key reads right in any case, with any dashes and spaces, with or without the prefix', () => {
  const separators = ['', '-', ' ', '_', '\t', '\n', '\u00a0', '\u2009', '\u2010', '\u2011'];
  separators.push('\u2013', '\u2014', '\u2212', '\uff0d', '\ufe58', ' - ');
  const habits = fc.record({
    cases: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
    gaps: fc.array(fc.constantFrom(...separators), { minLength: 31, maxLength: 31 }),
    with_prefix: fc.boolean(),
  });
  fc.assert(
    fc.property(keys, habits, (key, { cases, gaps, with_prefix }) => {
      const plain = with_prefix ? `KASSA${plainOf(key)}` : plainOf(key);
      const typed = [...plain].map(
        (sign, at) => (gaps[at] ?? '') + (cases[at] ? sign.toLowerCase() : sign),
      );
      assert.equal(parseLicenseKey(`${typed.join('')}${gaps[30]}`), key);
    }),
  );
});

test('full-width letters and digits, as some keyboards write them, read right', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const wide = key.replace(/[0-9A-Z]/g, (sign) =>
        String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
      );
      assert.equal(parseLicenseKey(wide), key);
    }),
  );
});

test('look-alikes read right: O for 0, I or L for 1, U for V', () => {
  const LIKE: Record<string, string> = { '0': '0Oo', '1': '1IiLl', V: 'VvUu' };
  const picks = fc.array(fc.nat(60), { minLength: 25, maxLength: 25 });
  let replaced = 0;
  fc.assert(
    fc.property(keys, picks, (key, pick) => {
      const typed = [...plainOf(key)].map((sign, at) => {
        const choice = LIKE[sign] ?? sign;
        const typed_sign = choice.charAt((pick[at] ?? 0) % choice.length);
        if (typed_sign !== sign) replaced += 1;
        return typed_sign;
      });
      assert.equal(parseLicenseKey(typed.join('')), key);
    }),
  );
  assert.ok(replaced > 50, 'the property was about something');
});

test('any one wrong symbol is found, in every place', () => {
  for (let n = 0; n < 60; n++) {
    const plain = plainOf(write(`substitution ${n}`));
    for (let at = 0; at < plain.length; at++) {
      for (const symbol of SYMBOLS) {
        if (symbol === plain[at]) continue;
        const wrong = plain.slice(0, at) + symbol + plain.slice(at + 1);
        assert.equal(parseLicenseKey(wrong), undefined, `${plain} ${at} ${symbol}`);
      }
    }
  }
});

test('any two different symbols that changed places are found', () => {
  let swaps = 0;
  for (let n = 0; n < 200; n++) {
    const plain = plainOf(write(`swap ${n}`));
    for (let first = 0; first < plain.length; first++) {
      for (let second = first + 1; second < plain.length; second++) {
        if (plain[first] === plain[second]) continue;
        const signs = [...plain];
        [signs[first], signs[second]] = [plain.charAt(second), plain.charAt(first)];
        assert.equal(parseLicenseKey(signs.join('')), undefined, `${plain} ${first} ${second}`);
        swaps += 1;
      }
    }
  }
  assert.ok(swaps > 50_000);
});

test('a symbol too few or too many is found', () => {
  fc.assert(
    fc.property(keys, fc.nat(24), fc.constantFrom(...SYMBOLS), (key, at, symbol) => {
      const plain = plainOf(key);
      const wrong = [
        plain.slice(0, at) + plain.slice(at + 1),
        plain.slice(0, at) + symbol + plain.slice(at),
        `KASS${plain}`,
        `KASSB${plain}`,
        `A-B-${plain}`,
        `KASSA-K-${plain}`,
        `ABCDEFGHIJKLM-${plain}`,
        `Ä-${plain}`,
        `${plain}KASSA`,
        `KASSA-KASSA-${plain}`,
        plain + plain,
      ];
      for (const typed of wrong) assert.equal(parseLicenseKey(typed), undefined, typed);
    }),
  );
});

test('whatever is sent is read or not read, and what is read is a key as we write it', () => {
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...SYMBOLS, 'ß', 'ﬁ', 'ı', '½', '\ud800'), maxLength: 40 }),
  );
  fc.assert(
    fc.property(anything, (typed) => {
      const read = parseLicenseKey(typed);
      if (read !== undefined) assert.match(read, /^KASSA(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
    }),
    { numRuns: 2_000 },
  );
  for (const typed of ['', ' ', '-', 'KASSA', 'KASSA-', '\ud800'.repeat(25), '*'.repeat(25)]) {
    assert.equal(parseLicenseKey(typed), undefined);
  }
});

test('no two seeds give the same key, and no seed is made twice', () => {
  const seeds = new Set(Array.from({ length: 20_000 }, () => newKeySeed()));
  assert.equal(seeds.size, 20_000);
  assert.equal(new Set([...seeds].map(write)).size, 20_000);
  for (const seed of seeds) assert.match(seed, /^[0-9a-hjkmnp-tv-z]{24}$/);
});

test('the same seed gives the same key with the same secret, and another with another', () => {
  const secrets = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(secrets, secrets, fc.string(), (one, other, seed) => {
      fc.pre(!one.equals(other));
      const key = createRevealKey(createSecrets(one))(seed);
      assert.equal(createRevealKey(createSecrets(Buffer.from(one)))(seed), key);
      assert.notEqual(createRevealKey(createSecrets(other))(seed), key);
    }),
  );
});

test('what is kept of a key is its seed, unchanged, and its SHA-256', () => {
  fc.assert(fc.property(fc.string(), (seed) => assert.equal(leaveSeed(seed), seed)));
  const key = write('seed');
  assert.equal(hashLicenseKey(key), createHash('sha256').update(key).digest('base64url'));
  assert.notEqual(hashLicenseKey(key), hashLicenseKey(write('another seed')));
});

test('a key may begin with what the seller likes: it is found by the rest, whatever is typed before', () => {
  const prefixes = fc.string({
    unit: fc.constantFrom(...'ABCILOU019Z'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(prefixes, prefixes, (prefix, other) => {
      const key = write(newKeySeed(prefix));
      assert.match(key, new RegExp(`^${prefix}(-[0-9A-HJKMNP-TV-Z]{5}){5}$`));
      const read = parseLicenseKey(key) ?? '';
      assert(read.startsWith('KASSA-') && read.endsWith(key.slice(-30)));
      assert.equal(hashLicenseKey(read), hashLicenseKey(key));
      const plain = key.slice(-30).replaceAll('-', '');
      for (const typed of [
        key.toLowerCase(),
        key.replaceAll('-', ' '),
        ` ${prefix}\u2013${plain}`,
        plain,
        `${other}${key.slice(-30)}`,
        `KASSA${plain}`,
      ]) {
        assert.equal(parseLicenseKey(typed), read, typed);
      }
    }),
  );
});
