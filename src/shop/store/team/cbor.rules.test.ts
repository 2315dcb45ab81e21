import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CborError, readCbor } from './cbor.rules.ts';

const read = (hex: string) => readCbor(Buffer.from(hex, 'hex')).value;

test('values are read as RFC 8949, appendix A, has them', () => {
  const rows = [
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['20', -1],
    ['3863', -100],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['6449455446', 'IETF'],
    ['62c3bc', 'ü'],
    ['4401020304', Buffer.from([1, 2, 3, 4])],
    ['8301820203820405', [1, [2, 3], [4, 5]]],
    [
      'a201020304',
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
    [
      'a26161016162820203',
      new Map<string, unknown>([
        ['a', 1],
        ['b', [2, 3]],
      ]),
    ],
  ] as const;
  for (const [hex, value] of rows) assert.deepEqual(read(hex), value, hex);
});

test('what authenticators do not write is refused: tags, floats, open lengths, keys twice, too deep', () => {
  const rows = [
    '',
    '18',
    '1b000000e8d4a51000',
    'c11a514b67b0',
    'fb3ff199999999999a',
    '5f42010243030405ff',
  ];
  const more = [
    '9fff',
    'a2010201 03',
    'a1820102 00',
    '62ff',
    '44010203',
    '62c328',
    'f7',
    '9a00100000',
  ];
  for (const hex of [...rows, ...more, '81'.repeat(20)]) {
    assert.throws(() => read(hex.replaceAll(' ', '')), CborError, hex);
  }
});

test('whatever bytes come, it ends with a value or a refusal', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed >> 8;
  };
  let refused = 0;
  for (let time = 0; time < 20_000; time++) {
    const bytes = Buffer.from(Array.from({ length: random() % 40 }, () => random() & 255));
    try {
      const { end } = readCbor(bytes);
      assert.ok(end <= bytes.length);
    } catch (error) {
      assert.ok(error instanceof CborError, String(error));
      refused++;
    }
  }
  assert.ok(refused > 1000 && refused < 20_000, String(refused));
});
