import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/harness/any-character.ts';
import { createSecrets, type SealPlace } from './secrets.ts';

const ours = createSecrets(Buffer.alloc(32, 1));
const others = createSecrets(Buffer.alloc(32, 2));
const PLACE: SealPlace = ['webhook secret', 'store_1', 'wh_1'];
const texts = fc
  .string({ unit: anyCharacter, maxLength: 300 })
  .filter((text) => text.isWellFormed());

test('what is sealed opens to the same text, in this process and in the next', () => {
  const next = createSecrets(Buffer.alloc(32, 1));
  fc.assert(
    fc.property(texts, (text) => {
      const sealed = ours.seal(text, PLACE);
      assert.match(sealed, /^2\.[A-Za-z0-9_-]+$/);
      assert.equal(ours.open(sealed, PLACE), text);
      assert.equal(next.open(sealed, PLACE), text);
    }),
  );
});

test('the same text is sealed differently each time, and is not seen in what is sealed', () => {
  const text = 'KASSA-7QK2M-9D4XA-HT0WV-3RBN8-FZ6E5';
  const sealed = Array.from({ length: 1_000 }, () => ours.seal(text, PLACE));
  assert.equal(new Set(sealed).size, 1_000);
  for (const one of sealed) {
    assert.ok(!one.includes(text));
    assert.ok(!Buffer.from(one.slice(2), 'base64url').includes(text));
  }
});

test('what was sealed with another secret opens to undefined', () => {
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(ours.open(others.seal(text, PLACE), PLACE), undefined);
      assert.equal(others.open(ours.seal(text, PLACE), PLACE), undefined);
    }),
  );
});

test('what is sealed for one place opens in no other, and without a place never', () => {
  const places: SealPlace[] = [
    PLACE,
    ['webhook secret', 'store_1', 'wh_2'],
    ['webhook secret', 'store_2', 'wh_1'],
    ['signing key', 'store_1'],
    ['kept answer', 'store_1', 'wh_1', ''],
    ['kept answer', 'store_1', 'wh', '_1'],
  ];
  for (const place of places) {
    const sealed = ours.seal('a secret', place);
    const opened = places.filter((one) => ours.open(sealed, one) !== undefined);
    assert.deepEqual(opened, [place]);
    assert.equal(ours.openFromOldVersion(sealed), undefined);
    assert.equal(ours.openFromOldVersion(sealed.slice(2)), undefined);
    assert.equal(ours.open(sealed.slice(2), place), undefined);
  }
});

test('one altered bit, anywhere, or a missing or added byte: undefined', () => {
  const bytes = Buffer.from(ours.seal('a text of some length', PLACE).slice(2), 'base64url');
  const opened = (altered: Buffer) => ours.open(`2.${altered.toString('base64url')}`, PLACE);
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[at] = (bytes[at] ?? 0) ^ (1 << bit);
      assert.equal(opened(altered), undefined, `byte ${at} bit ${bit}`);
    }
    assert.equal(opened(bytes.subarray(0, at)), undefined);
    assert.equal(opened(bytes.subarray(at + 1)), undefined);
  }
  assert.equal(opened(Buffer.concat([bytes, Buffer.alloc(1)])), undefined);
  assert.equal(opened(bytes), 'a text of some length');
});

test('garbage opens to undefined, and nothing throws', () => {
  const garbage = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.base64String({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  );
  fc.assert(
    fc.property(garbage, (text) => {
      assert.equal(ours.open(text, PLACE), undefined);
      assert.equal(ours.open(`2.${text}`, PLACE), undefined);
    }),
    { numRuns: 1_000 },
  );
  for (const text of ['', '{"error":{}}', 'null', ' ', '=', 'A'.repeat(37), 'A'.repeat(38)]) {
    assert.equal(ours.open(text, PLACE), undefined);
  }
});

test('32 bytes follow from a secret and a text: the same for the same, others for others', () => {
  const again = createSecrets(Buffer.alloc(32, 1));
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const bytes = ours.derive(one);
      assert.equal(bytes.length, 32);
      assert.deepEqual(again.derive(one), bytes);
      assert.notDeepEqual(others.derive(one), bytes);
      if (one !== other) assert.notDeepEqual(ours.derive(other), bytes);
    }),
  );
});
