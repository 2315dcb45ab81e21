import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { QR_BYTES_MAX, qrCode, qrPath } from './qr-code.ts';

// What each size holds is from the standard; all of them were read by jsQR 1.4.0 when this was
// written, and the sums keep them as they were.
const FULLEST = [
  [14, 21, '35e5a8aa09f4de66'],
  [26, 25, '45c880fe48b71043'],
  [42, 29, '7474a18f56fe2507'],
  [62, 33, '67615cf712896f3e'],
  [84, 37, '1e241cdb73afad80'],
  [106, 41, 'b1239008a1c71347'],
  [122, 45, 'dbc29246c9cd92fa'],
  [152, 49, '7f4f4217d5400474'],
  [180, 53, '80f119c2da31fb47'],
  [213, 57, '27e45703d8675277'],
  [251, 61, '269e16db1e2a222e'],
  [287, 65, 'aa7b20fd6da4e296'],
  [331, 69, '29af5411e1c4d5f8'],
  [362, 73, 'e24ffce5e8cce0e2'],
  [412, 77, '25aa00515c96e4f0'],
  [450, 81, '9dc13a58f10bfe5f'],
  [504, 85, '364738d00da875e3'],
  [560, 89, '417034ac5bc2f50d'],
  [624, 93, 'df5e37750c222e3b'],
  [QR_BYTES_MAX, 97, '75d30faacb8995d3'],
] as const;

test('each of the twenty sizes is filled to its last byte before the next is taken', () => {
  for (const [bytes, size, sum] of FULLEST) {
    const code = qrCode('Kassa '.repeat(120).slice(0, bytes));
    const squares = code.flat().map(Number).join('');
    const found = createHash('sha256').update(squares).digest('hex').slice(0, 16);
    assert.deepEqual([code.length, found], [size, sum]);
    if (bytes < QR_BYTES_MAX) assert.equal(qrCode('x'.repeat(bytes + 1)).length, size + 4);
  }
  assert.throws(() => qrCode('x'.repeat(QR_BYTES_MAX + 1)));
});

test('the code of a short text, square by square, and as a path with a light border', () => {
  const code = qrCode('Kassa');
  const drawn = code.map((row) => row.map((is_dark) => (is_dark ? '#' : '.')).join(''));
  assert.deepEqual(drawn.slice(0, 12), [
    '#######..#.#..#######',
    '#.....#...###.#.....#',
    '#.###.#.#.#...#.###.#',
    '#.###.#.###...#.###.#',
    '#.###.#.#.#.#.#.###.#',
    '#.....#.##.#..#.....#',
    '#######.#.#.#.#######',
    '........###..........',
    '#.#####...##..#####..',
    '#...#..#...####...#.#',
    '##....###...#.##.###.',
    '..#.#...#.#####..####',
  ]);
  const { size, path } = qrPath(code);
  assert.equal(size, 29);
  assert.match(path, /^M4 4h1v1h-1zM5 4h1v1h-1z/);
});
