import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { base64, PICTURES, pngOf } from '../../../../test/harness/pictures.ts';
import { readUpload, typeOfFile } from './picture.rules.ts';

const upload = (sent: string) => {
  const read = readUpload(sent);
  if (typeof read === 'string') assert.fail(read);
  return read;
};

test('pictures are found to be what they are, under the hash of their bytes', () => {
  for (const [name, sent] of Object.entries(PICTURES)) {
    const { bytes, file_name, width, height } = upload(sent);
    const ending = name.split('_')[0];
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    assert.deepEqual([file_name, width, height], [`${hash}.${ending}`, 6, 3], name);
    assert.equal(bytes.toString('base64'), sent);
    assert.match(typeOfFile(file_name) ?? '', /^image\//);
  }
});

test('a data: URL and lines of base64 are taken too; one that says another type is not', () => {
  const { file_name } = upload(PICTURES.png);
  assert.equal(upload(`data:image/png;base64,${PICTURES.png}`).file_name, file_name);
  assert.equal(upload(PICTURES.png.replace(/.{40}/g, '$&\r\n')).file_name, file_name);
  assert.equal(
    readUpload(`data:image/jpeg;base64,${PICTURES.png}`),
    'says image/jpeg, but is image/png',
  );
});

test('what comes after the end of a picture is not kept', () => {
  for (const sent of [PICTURES.png, PICTURES.jpg, PICTURES.webp]) {
    const more = Buffer.concat([Buffer.from(sent, 'base64'), Buffer.from('<script>alert(1)')]);
    assert.equal(upload(base64(more)).bytes.toString('base64'), sent);
  }
});

function changed(picture: string, { at, byte }: { at: number; byte: number }): string {
  const bytes = Buffer.from(picture, 'base64');
  bytes.writeUInt8(byte, at);
  return base64(bytes);
}

test('what is no picture is refused, with a reason', () => {
  const png = Buffer.from(PICTURES.png, 'base64');
  const jpg = Buffer.from(PICTURES.jpg, 'base64');
  const webp = Buffer.from(PICTURES.webp, 'base64');
  const swapped = Buffer.from(png);
  swapped.writeUInt8(swapped.readUInt8(50) ^ 1, 50);
  const cases: [string, RegExp][] = [
    ['', /base64/],
    ['not base64!', /base64/],
    ['https://example.com/logo.png', /base64/],
    [base64('hello'), /must be a PNG, JPEG or WebP/],
    [base64('GIF89a trailing'), /must be a PNG, JPEG or WebP/],
    [base64('<html><script>alert(1)</script></html>'), /must be a PNG, JPEG or WebP file/],
    [base64('<svg viewBox="0 0 8 2"><rect width="8"/></svg>'), /must be a PNG, JPEG or WebP file/],
    ['<svg viewBox="0 0 8 2"/>', /the bytes of a PNG, JPEG or WebP file in base64/],
    [base64('%PDF-1.7'), /must be a PNG/],
    [base64(png.subarray(0, -1)), /whole PNG/],
    [base64(png.subarray(0, 8)), /whole PNG/],
    [base64(swapped), /whole PNG/],
    [base64(Buffer.concat([png.subarray(0, 33), png.subarray(-12)])), /whole PNG/],
    [base64(pngOf({ width: 1, height: 1 }, { filter: 5 })), /whole PNG/],
    [base64(pngOf({ width: 1, height: 1 }, { kind: [8, 3], color: [0] })), /whole PNG/],
    [base64(pngOf({ width: 2, height: 1 }, { kind: [4, 6], color: [0, 0] })), /whole PNG/],
    [base64(pngOf({ width: 2001, height: 1 })), /1 to 2000 pixels/],
    [base64(pngOf({ width: 1, height: 1 }, { rest: 500_000 })), /at most 500 kB/],
    [base64(jpg.subarray(0, -2)), /whole JPEG/],
    [base64(jpg.subarray(0, 20)), /whole JPEG/],
    [base64(Buffer.concat([jpg.subarray(0, 4), Buffer.from('hello')])), /whole JPEG/],
    [base64(webp.subarray(0, -1)), /whole WebP/],
    [base64(Buffer.concat([webp.subarray(0, 12), Buffer.from('ANMF\0\0\0\0')])), /WebP/],
    [changed(PICTURES.webp_alpha, { at: 20, byte: 0x32 }), /must not be animated/],
    // The canvas is said to be larger than the picture.
    [changed(PICTURES.webp_alpha, { at: 24, byte: 0x06 }), /whole WebP/],
    // A flag without a meaning.
    [changed(PICTURES.webp_alpha, { at: 20, byte: 0x31 }), /whole WebP/],
    // Transparency without the chunk that announces it.
    [changed(PICTURES.webp_alpha, { at: 15, byte: 0x59 }), /whole WebP/],
    // A frame that builds on another, one that is not shown, one whose first part is cut off.
    [changed(PICTURES.webp, { at: 20, byte: 0x51 }), /whole WebP/],
    [changed(PICTURES.webp, { at: 20, byte: 0x40 }), /whole WebP/],
    [changed(PICTURES.webp, { at: 21, byte: 0x7f }), /whole WebP/],
    [changed(PICTURES.webp_lossless, { at: 20, byte: 0x2e }), /whole WebP/],
  ];
  for (const [sent, reason] of cases) {
    const read = readUpload(sent);
    assert(typeof read === 'string', `refused: ${sent.slice(0, 40)}`);
    assert.match(read, reason);
  }
});

test('500 kB is the most', () => {
  const small = pngOf({ width: 4, height: 4 });
  const rest = 500_000 - small.length - 12;
  assert.equal(upload(base64(pngOf({ width: 4, height: 4 }, { rest }))).bytes.length, 500_000);
  assert.equal(
    readUpload(base64(pngOf({ width: 4, height: 4 }, { rest: rest + 1 }))),
    'must be at most 500 kB',
  );
});

test('whatever is changed in a picture: it is read or refused, and nothing is thrown', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const results = { good: 0, refused: 0 };
  for (const sent of Object.values(PICTURES)) {
    const whole = Buffer.from(sent, 'base64');
    for (let at = 0; at < 300; at++) {
      const changed = Buffer.from(whole);
      for (let change = 0; change <= random(3); change++) {
        changed[random(changed.length)] = random(256);
      }
      const cut = random(4) === 0 ? changed.subarray(0, random(changed.length)) : changed;
      results[typeof readUpload(base64(cut)) === 'string' ? 'refused' : 'good'] += 1;
    }
  }
  assert.equal(results.good + results.refused, 1500);
  assert(results.refused > 500);
});
