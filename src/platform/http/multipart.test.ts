import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../core/errors.ts';
import { parseMultipart } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=xYz';

const body = (...parts: [head: string, content: string][]): string =>
  `${parts.map(([head, content]) => `--xYz\r\n${head}\r\n\r\n${content}\r\n`).join('')}--xYz--\r\n`;

const named = (name: string): string => `Content-Disposition: form-data; name="${name}"`;

const read = (text: string, type = TYPE) => {
  const { form, files } = parseMultipart(Buffer.from(text), type);
  return { form: Object.fromEntries(form), files: Object.fromEntries(files) };
};

test('fields and files are read as a browser sends them, byte by byte', async () => {
  const bytes = Buffer.from([0, 1, 2, 13, 10, 45, 45, 255, 13, 10]);
  const data = new FormData();
  data.set('name', 'Ümläut "quoted"\r\n--xYz');
  data.set('license.valid_days', '');
  data.set('image', new File([bytes], 'a "b" ü.png', { type: 'image/png' }));
  const sent = new Response(data);
  const type = String(sent.headers.get('content-type'));
  const { form, files } = parseMultipart(Buffer.from(await sent.arrayBuffer()), type);
  assert.deepEqual(Object.fromEntries(form), {
    ...{ name: 'Ümläut "quoted"\r\n--xYz', 'license.valid_days': '' },
  });
  assert.deepEqual(files.get('image'), bytes);
  // Where no file was chosen.
  const none = read(body([`${named('none')}; filename=""\r\nContent-Type: x/y`, '']));
  assert.equal(none.files.none?.length, 0);
});

test('a form without fields, quoted boundaries, and what comes after the end', () => {
  assert.deepEqual(read('--xYz--'), { form: {}, files: {} });
  const one = body([named('a'), '1']);
  assert.deepEqual(read(one, 'Multipart/Form-Data; boundary="xYz"').form, { a: '1' });
  assert.deepEqual(read(`${one}more`).form, { a: '1' });
});

test('400: whatever is cut off, too much or strange is refused, and nothing of it is read', () => {
  const whole = body([named('a'), '1'], [`${named('b')}; filename="x"`, 'bytes']);
  for (let length = 0; length < whole.length - 2; length++) {
    assert.throws(() => read(whole.slice(0, length)), Refusal, `cut off after ${length}`);
  }
  const many = Array.from({ length: 201 }, (_, at): [string, string] => [named(`f${at}`), '']);
  const cases: [string, string, string?][] = [
    ['no boundary', whole, 'multipart/form-data'],
    ['an empty boundary', whole, 'multipart/form-data; boundary='],
    ['another boundary', whole, 'multipart/form-data; boundary=other'],
    ['a part of the boundary', whole, 'multipart/form-data; boundary=xY'],
    ['a long boundary', whole, `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['another kind', whole, 'multipart/mixed; boundary=xYz'],
    ['two boundaries', whole, `${TYPE}; boundary=other`],
    ['something before', `before\r\n${whole}`],
    ['too many parts', body(...many)],
    ['a name twice', body([named('a'), '1'], [named('a'), '2'])],
    ['a field and a file of one name', body([named('a'), ''], [`${named('a')}; filename=""`, ''])],
    ['a name with a quote', body([named('a\\"b'), '1'])],
    ['a name with an encoded quote', body([named('a%22b'), '1'])],
    ['a name with a line break', body([named('a\r\nX: y'), '1'])],
    ['no name', body(['Content-Disposition: form-data', '1'])],
    ['an empty name', body([named(''), '1'])],
    ['a long name', body([named('a'.repeat(101)), '1'])],
    ['no head', '--xYz\r\n\r\n1\r\n--xYz--'],
    ['a long head', body([`${named('a')}; filename="${'x'.repeat(1_100)}"`, '1'])],
    ['another header', body([`${named('a')}\r\nContent-Transfer-Encoding: base64`, 'MQ=='])],
    ['two dispositions', body([`${named('a')}\r\n${named('b')}`, '1'])],
    ['a file name of another kind', body([`${named('a')}; filename*=UTF-8''x`, '1'])],
    ['an attachment', body(['Content-Disposition: attachment; name="a"', '1'])],
    ['a NUL in a text', body([named('a'), 'a\0b'])],
    ['bare line feeds', whole.replaceAll('\r\n', '\n')],
  ];
  for (const [what, text, type] of cases) assert.throws(() => read(text, type), Refusal, what);
  const latin = Buffer.from(body([named('a'), '\xff']), 'latin1');
  assert.throws(() => parseMultipart(latin, TYPE), Refusal, 'no UTF-8');
});

test('a body of nothing but near boundaries takes no longer than another', () => {
  const near = `${'\r\n--xY'.repeat(200_000)}\r\n`;
  const begin = performance.now();
  assert.throws(() => read(`--xYz\r\n${named('a')}\r\n\r\n${near}`), Refusal);
  assert.equal(read(body([named('a'), near])).form.a?.length, near.length);
  assert.ok(performance.now() - begin < 5_000);
});
