/** The dark and light squares of a QR code (ISO/IEC 18004), without the quiet zone around it. */
export type QrCode = readonly (readonly boolean[])[];

/** The largest of the twenty sizes that are written here holds this many bytes. */
export const QR_BYTES_MAX = 666;

/** A text as a QR code: bytes in UTF-8, with error correction M. */
export function qrCode(text: string): QrCode {
  const bytes = Buffer.from(text);
  const version = smallestFor(bytes.length);
  const codewords = withCorrection(dataOf(bytes, version), version);
  const masks = MASKS.map((mask, number) => drawn(codewords, { version, mask, number }));
  return masks.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** The code as one path of an SVG picture, with four light squares around it. */
export function qrPath(code: QrCode): { size: number; path: string } {
  const path = code.flatMap((row, y) =>
    row.flatMap((is_dark, x) => (is_dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])),
  );
  return { size: code.length + 8, path: path.join('') };
}

// Of each version at level M: how many blocks there are, and how many bytes correct one of them.
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];

const blocksOf = (version: number): number => BLOCKS[version - 1] ?? 0;
const correctionOf = (version: number): number => CORRECTION[version - 1] ?? 0;
const sizeOf = (version: number): number => version * 4 + 17;
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

function smallestFor(bytes: number): number {
  for (let version = 1; version <= BLOCKS.length; version++) {
    if (4 + lengthBits(version) + bytes * 8 <= dataBytes(version) * 8) return version;
  }
  throw new Error('the text is too long for a QR code');
}

/** All bytes that fit between the patterns, remainder bits not counted. */
function allBytes(version: number): number {
  const groups = Math.floor(version / 7) + 2;
  const aligned = version === 1 ? 0 : (25 * groups - 10) * groups - 55;
  const about_version = version >= 7 ? 36 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - aligned - about_version) / 8);
}

const dataBytes = (version: number): number =>
  allBytes(version) - blocksOf(version) * correctionOf(version);

/** Mode, length, the bytes, an end, and padding. */
function dataOf(bytes: Buffer, version: number): number[] {
  const bits: number[] = [];
  const add = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  add(0b0100, 4);
  add(bytes.length, lengthBits(version));
  for (const byte of bytes) add(byte, 8);
  const room = dataBytes(version) * 8;
  add(0, Math.min(4, room - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) add(pad, 8);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  }
  return data;
}

/** Splits the data into blocks, corrects each, and writes them byte by byte in turn. */
function withCorrection(data: number[], version: number): number[] {
  const blocks = blocksOf(version);
  const correction = correctionOf(version);
  const short_bytes = Math.floor(data.length / blocks);
  const short_blocks = blocks - (data.length % blocks);
  const divisor = correctionDivisor(correction);
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const to = from + short_bytes + (block < short_blocks ? 0 : 1);
    const part = data.slice(from, to);
    from = to;
    return { part, rest: remainder(part, divisor) };
  });
  const inTurn = (lists: number[][]) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
      lists.flatMap((list) => list[at] ?? []),
    ).flat();
  return [...inTurn(parts.map(({ part }) => part)), ...inTurn(parts.map(({ rest }) => rest))];
}

/** Product in the field of 256 elements with the polynomial 0x11d. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

function correctionDivisor(degree: number): number[] {
  const divisor: number[] = [...Array(degree - 1).fill(0), 1];
  let root = 1;
  for (let time = 0; time < degree; time++) {
    for (let at = 0; at < degree; at++) {
      divisor[at] = multiply(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return divisor;
}

function remainder(data: number[], divisor: number[]): number[] {
  const rest: number[] = Array(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, coefficient] of divisor.entries()) {
      rest[at] = (rest[at] ?? 0) ^ multiply(coefficient, factor);
    }
  }
  return rest;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Mask = { version: number; mask: (x: number, y: number) => boolean; number: number };

function drawn(codewords: number[], { version, mask, number }: Mask): boolean[][] {
  const size = sizeOf(version);
  const fixed = fixedSquares(version, number);
  const code = fixed.map((row) => row.map((square) => square === true));
  let at = 0;
  // In columns of two from the right, up and down in turn; the column of timing is left out.
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const upward = ((right + 1) & 2) === 0;
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = code[y];
        if (!row || fixed[y]?.[x] !== undefined) continue;
        const bit = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        row[x] = (bit === 1) !== mask(x, y);
        at++;
      }
    }
  }
  return code;
}

/** Everything that is not data: corners, timing, alignment, and what is said of the code itself. */
function fixedSquares(version: number, mask: number): (boolean | undefined)[][] {
  const size = sizeOf(version);
  const squares: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    Array(size).fill(undefined),
  );
  const set = (x: number, y: number, is_dark: boolean) => {
    const row = squares[y];
    if (row && x >= 0 && x < size) row[x] = is_dark;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const ring = (dx: number, dy: number) => Math.max(Math.abs(dx), Math.abs(dy));
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) set(x + dx, y + dy, ![2, 4].includes(ring(dx, dy)));
    }
  }
  const places = alignment(version);
  const corner = (x: number, y: number) =>
    (x === 6 && (y === 6 || y === size - 7)) || (y === 6 && x === size - 7);
  for (const y of places) {
    for (const x of places) {
      if (corner(x, y)) continue;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, ring(dx, dy) !== 1);
      }
    }
  }
  setFormat(set, size, mask);
  if (version >= 7) setVersion(set, size, version);
  return squares;
}

function alignment(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const places = Array.from({ length: count - 1 }, (_, at) => sizeOf(version) - 7 - at * step);
  return [6, ...places.toReversed()];
}

type SetSquare = (x: number, y: number, is_dark: boolean) => void;

/** Level M is 00; the rest is the mask, ten bits of correction and a fixed pattern. */
function setFormat(set: SetSquare, size: number, mask: number): void {
  let rest = mask;
  for (let time = 0; time < 10; time++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (at: number) => ((bits >> at) & 1) === 1;
  for (let at = 0; at <= 5; at++) set(8, at, bit(at));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at));
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, bit(at));
  set(8, size - 8, true);
}

function setVersion(set: SetSquare, size: number, version: number): void {
  let rest = version;
  for (let time = 0; time < 12; time++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at++) {
    const is_dark = ((bits >> at) & 1) === 1;
    const far = size - 11 + (at % 3);
    set(far, Math.floor(at / 3), is_dark);
    set(Math.floor(at / 3), far, is_dark);
  }
}

/** How hard a code is to read, by the four rules of the standard. */
function penalty(code: boolean[][]): number {
  const size = code.length;
  const columns = code.map((_, x) => code.map((row) => row[x] === true));
  let points = 0;
  for (const line of [...code, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    // What looks like a corner, with light on one side; the edge counts as light.
    const bordered = `0000${text}0000`;
    for (const corner of [/(?=00001011101)/g, /(?=10111010000)/g]) {
      points += 40 * (bordered.match(corner)?.length ?? 0);
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const here = code[y]?.[x] === true;
      if (here) dark++;
      const others = [code[y]?.[x + 1], code[y + 1]?.[x], code[y + 1]?.[x + 1]];
      if (others.every((other) => other === here)) points += 3;
    }
  }
  return points + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
