import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exactNumber, JsonError, parseJson } from './json.ts';

const limits = { depth_max: 20 };

test('invalid_json: exactly what JSON.parse refuses is refused, saying where', () => {
  for (const text of ODD) {
    const expected = outcome(() => JSON.parse(text));
    const actual = outcome(() => parseJson(text, limits));
    if (!('error' in expected)) assert.deepEqual(actual, expected, JSON.stringify(text));
    else assert.equal(codeOf(actual), 'invalid_json', JSON.stringify(text));
  }
});

test('the message names the character and the path', () => {
  const table: [string, string, string][] = [
    ['', 'no value at character 0', ''],
    ['{"a":1,}', 'no key in quotes at character 7', ''],
    ['{"a" 1}', 'no : after the key at character 5 in a', 'a'],
    ['{"a":{"b":[1,tru]}}', 'no value at character 13 in a.b[1]', 'a.b[1]'],
    ['{"a":[1 2]}', 'no , or ] at character 8 in a', 'a'],
    ['{"a":"b}', 'a string without end at character 5 in a', 'a'],
    ['{"a":"\\x"}', 'an unknown escape at character 6 in a', 'a'],
    ['{"a":"\n"}', 'a control character at character 6 in a', 'a'],
    ['{} {}', 'text after the value at character 3', ''],
    ['{"x":{"a":1,"a":2}}', 'a key for the second time at character 12 in x.a', 'x.a'],
    ['[{"n":1e400}]', 'a number too large or too precise at character 6 in [0].n', '[0].n'],
    ['{"__proto__":1}', 'a key not allowed at character 1 in __proto__', '__proto__'],
  ];
  for (const [text, message, path] of table) {
    assert.throws(() => parseJson(text, limits), { message, path }, text);
  }
});

test('any JSON gives what JSON.parse gives, by the glance and by the careful check', () => {
  const values = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' });
  fc.assert(
    fc.property(values, fc.constantFrom('', ' ', '\t\r\n'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const quick = outcome(() => parseJson(text, limits));
      // A surrogate in an escape makes the whole text subject to the careful check.
      const careful = outcome(() => parseJson(`[${text},"\\ud83d\\ude00"]`, { depth_max: 21 }));
      if ('error' in quick) {
        assert.notEqual(codeOf(quick), 'invalid_json');
        assert.equal(codeOf(careful), codeOf(quick));
      } else {
        assert.deepEqual(quick.value, JSON.parse(text));
        assert.deepEqual(careful, { value: [quick.value, '😀'] });
      }
    }),
    { numRuns: 2000 },
  );
});

test('any damaged JSON is refused if JSON.parse refuses it, and else not as invalid_json', () => {
  const damage = fc.constantFrom(...'{}[],:"\\-+.eE01 \n\t\u0000\u001fu/tfnx\ufeff', '');
  fc.assert(
    fc.property(fc.json(), fc.nat(), damage, fc.boolean(), (json, at, char, replace) => {
      const cut = at % (json.length + 1);
      const text = json.slice(0, cut) + char + json.slice(cut + (replace ? 1 : 0));
      const code = refusalOf(text);
      if ('error' in outcome(() => JSON.parse(text))) assert.notEqual(code, undefined, text);
      else assert.notEqual(code, 'invalid_json', text);
    }),
    { numRuns: 5000 },
  );
});

test('duplicate_key: a key twice in one object is refused, however it is written', () => {
  const twice = [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"é":1,"\\u00e9":2}',
    '{"a\\/b":1,"a/b":2}',
    '{"":1,"":2}',
    '[[{"x":{"k":null,"l":1,"k":null}}]]',
    '{"constructor":1,"constructor":2}',
    '{"1":1,"1":2}',
  ];
  for (const text of twice) assert.equal(refusalOf(text), 'duplicate_key', text);
  const members = Array.from({ length: 2000 }, (_, i) => `"k${i}":${i}`).join();
  assert.equal(refusalOf(`{${members}}`), undefined);
  assert.equal(refusalOf(`{${members},"k7":0}`), 'duplicate_key');
  assert.equal(refusalOf('{"a":{"a":[{"a":1},{"a":1}]},"b":{"a":1}}'), undefined);
});

test('forbidden_key: __proto__ is refused as a key, however written, and fine as a value', () => {
  assert.equal(refusalOf('{"__proto__":{}}'), 'forbidden_key');
  const hidden = ['\\u005f_proto__', '\\u005F_proto__', '__\\u0070roto__', '__p\\u0072oto__'];
  const more = ['__pr\\u006Fto__', '__pro\\u0074o__', '__prot\\u006f_\\u005f'];
  for (const key of [...hidden, ...more]) {
    assert.equal(refusalOf(`[{"${key}":1}]`), 'forbidden_key', key);
  }
  const value = parseJson('{"constructor":1,"prototype":"__proto__","toString":null}', limits);
  assert.deepEqual(value, { constructor: 1, prototype: '__proto__', toString: null });
});

test('objects are plain, with the prototype of every object', () => {
  const value = parseJson('{"a":[{}]}', limits);
  assert.ok(typeof value === 'object' && value !== null && 'a' in value);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test('too_deep: one level more than depth_max is refused, and a million do not overflow', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  for (const depth_max of [0, 1, 2, 500]) {
    assert.equal(refusalOf(nested(depth_max) || '1', depth_max), undefined);
    assert.equal(refusalOf(nested(depth_max + 1), depth_max), 'too_deep');
  }
  assert.equal(refusalOf('{"a":[{"b":[1]}],"c":[],"d":{}}', 4), undefined);
  assert.equal(refusalOf('{"a":[{"b":[1]}],"c":[],"d":{}}', 3), 'too_deep');
  assert.equal(refusalOf('"[[[[[["', 0), undefined);
  assert.equal(refusalOf(nested(1_000_000)), 'too_deep');
  assert.equal(refusalOf('{"a":'.repeat(1_000_000)), 'too_deep');
  assert.throws(() => parseJson('1', { depth_max: 501 }), /depth_max/);
});

test('invalid_text: U+0000 and half a surrogate pair are refused, escaped or not', () => {
  const bad = ['\\u0000', '\0', 'a\\uD800', '\\udfff', '\ud800', 'a\udc00b', '\\ude00\\ud83d'];
  for (const text of bad) {
    assert.equal(refusalOf(`"${text}"`), 'invalid_text', JSON.stringify(text));
    assert.equal(refusalOf(`{"a":{"${text}":1}}`), 'invalid_text', JSON.stringify(text));
  }
  const good = ['\\ud83d\\ude00', '😀', '\\uD83D\\uDE00', '\\\\u0000', '\\\\ud800', '\\u0001'];
  for (const text of good) {
    assert.equal(parseJson(`"${text}"`, limits), JSON.parse(`"${text}"`), text);
  }
});

test('inexact_number: a number that a double would change is refused', () => {
  const exact = `0 1 -1 19.99 1e2 1E+2 1.50 100000000000000000000 0.30000000000000004 0.1 1e21 1e-7
    123456789012345 0.000000000000001 9007199254740991 9007199254740992 9007199254740994
    5e-324 999999999.99 1.7976931348623157e308 0e99999999999999999999 0.000000000000000000000000001
    1.0000000000000000000 1e0000000000000000001 -123456789012345.6 0.000e5`.split(/\s+/);
  for (const text of [...exact, `1${'0'.repeat(400)}e-400`, `0.${'0'.repeat(300)}1e301`]) {
    assert.equal(exactNumber(text), Number(text), text);
    assert.deepEqual(parseJson(`{"a":[${text}]}`, limits), { a: [Number(text)] }, text);
  }
  const inexact = `19.990000000000000001 12345678901234567890 1e400 -1e400 1e-400 9007199254740993
    0.1000000000000000000001 4.9e-324 1.7976931348623159e308 0.10000000000000001 1e99999999999999999
    -9007199254740993 100000000000000000001 1.00000000000000000001`.split(/\s+/);
  for (const text of [...inexact, `0.${'0'.repeat(400)}1`]) {
    assert.equal(exactNumber(text), undefined, text);
    assert.equal(refusalOf(`{"a":[${text}]}`), 'inexact_number', text);
  }
});

test('every double survives as JSON writes it, and no other text of 18 digits does', () => {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(doubles, (number) => {
      assert.equal(exactNumber(JSON.stringify(number)), number === 0 ? 0 : number);
      assert.equal(exactNumber(number.toExponential()), number === 0 ? 0 : number);
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n - 1n }), (digits) => {
      const text = `0.${digits}`;
      const survives = String(Number(text)) === text.replace(/0+$/, '');
      assert.equal(exactNumber(text), survives ? Number(text) : undefined);
    }),
  );
});

test('exactNumber: what is not a JSON number is not a number', () => {
  const others = ['', ' 1', '1 ', '01', '+1', '1.', '.5', '0x1', '1e', 'NaN', 'Infinity', '-', '١'];
  for (const text of others) assert.equal(exactNumber(text), undefined, text);
});

test('minus zero becomes zero', () => {
  for (const text of ['-0', '-0.0', '-0e5']) {
    assert.ok(Object.is(exactNumber(text), 0), text);
    assert.ok(Object.is(parseJson(text, limits), 0), text);
    assert.deepEqual(parseJson(`{"a":[${text},"x",-1]}`, limits), { a: [0, 'x', -1] });
  }
});

test('hostile texts take time in proportion to their length', () => {
  const n = 100_000;
  const texts = [
    `"${'\\\\'.repeat(n)}"`,
    `"${'\\"'.repeat(n)}"`,
    `[1${'0'.repeat(n)}1]`,
    `[0.${'0'.repeat(n)}1]`,
    `["\\ud83d\\ude00",${'[],'.repeat(n)}1]`,
    `{${Array.from({ length: n / 10 }, (_, i) => `"${i}\\u0070":0`).join()}}`,
    `[${'-0,'.repeat(n)}1]`,
    ' '.repeat(n),
    '-'.repeat(n),
    '"'.repeat(n),
  ];
  for (const text of texts) {
    const start = performance.now();
    refusalOf(text);
    assert.ok(performance.now() - start < 2000, text.slice(0, 20));
  }
});

const ODD = [
  ...['', ' ', '\n', 'null', ' null ', '\t\r\n 1', '\v1', '\f1', '\u00a01', '\ufeff1', '1\u2028'],
  ...['true', 'True', 'truefalse', 'true false', 'nul', 'null,', 'undefined', 'NaN', '-Infinity'],
  ...['0', '-0.5', '00', '01', '-01', '+1', '1.', '.1', '1.e1', '1e', '1e+', '1E-2', '1e1.5'],
  ...['0x10', '-', '--1', '- 1', '1-', '1 1', '1_000', '1n', '1,1', "'a'", '"a', 'a"', '"', '""'],
  ...['"\\"', '"\\\\"', '"\\\\\\"', '"\\q"', '"\\u12"', '"\\u12G4"', '"\\uABCD"', '"\\/"'],
  ...['"\\b\\f\\n\\r\\t"', '"\t"', '"\n"', '"\u001f"', '"\u007f"', '"\u2028\u2029"', '"\\\n"'],
  ...['"\\x41"', '"\\0"', '"\\\'"', '[', ']', '[]', '[ ]', '[,]', '[1,]', '[,1]', '[1,,2]'],
  ...['[1 2]', '[1', '[1,', '[]]', '[[]', '[}', '{', '}', '{}', '{ }', '{,}', '{"a"}', '{"a":}'],
  ...['{"a":1,}', '{,"a":1}', '{"a":1 "b":2}', '{]', '{a:1}', "{'a':1}", '{1:1}', '{"a"::1}'],
  ...['{"a":1:2}', '{"a":1', '{"a":', '{"a', '{null:1}', '{[]:1}', '// c\n1', '/* c */1', '1//'],
  ...['#1', '{"a":1}/**/', '[1]x', '{}{}', '{} []', '"a""b"', '"a" "b"', '{"":{"":""}}'],
  ...['{"a":[1,{"b":null}],"c":"d"}', ' { "a" : [ 1 , true , false , null , "x" ] } '],
];

test('numbers with an exponent: taken exactly when they are exact, whichever way they are looked at', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,16})(\.\d{1,16})?$/);
  const exponents = fc.stringMatching(/^[eE][+-]?\d{1,3}$/);
  fc.assert(
    fc.property(digits, exponents, (mantissa, exponent) => {
      const text = `${mantissa}${exponent}`;
      const exact = exactNumber(text);
      assert.equal(refusalOf(`[${text}]`), exact === undefined ? 'inexact_number' : undefined);
      if (exact !== undefined) assert.deepEqual(parseJson(`[${text}]`, limits), [exact]);
    }),
    { numRuns: 5000 },
  );
});

type Outcome = { value: unknown } | { error: unknown };

function outcome(run: () => unknown): Outcome {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

function codeOf(result: Outcome): string | undefined {
  if (!('error' in result)) return undefined;
  if (!(result.error instanceof JsonError)) throw result.error;
  return result.error.code;
}

function refusalOf(text: string, depth_max = 20): string | undefined {
  return codeOf(outcome(() => parseJson(text, { depth_max })));
}
