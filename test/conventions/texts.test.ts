import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { baitsFor, ENDS } from './regex-bait.ts';

// Nothing that takes the square of a text's length sees a text of any length.

const ROOT = join(import.meta.dirname, '../..');

const program = globSync('{src,texts}/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .toSorted()
  .map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return { path, code: text.replace(/\/\*.*?\*\//gs, '').replace(/(?<=^|\s)\/\/.*$/gm, '') };
  });

const using = (pattern: RegExp): string[] =>
  program.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

test('a text is normalized by core/normal-form.ts alone, which asks for its length first', () => {
  assert.deepEqual(using(/\.normalize\(/), ['src/platform/core/normal-form.ts']);
});

test('an address is read by core/web-address.ts alone, or is what a provider has sent', () => {
  assert.deepEqual(using(/\bURL\.(parse|canParse)\(/), [
    'src/platform/core/web-address.ts',
    'src/shop/money/payments/stripe/charge-result.ts',
    'src/sites/shared/hosted.ts',
  ]);
});

test('and what else becomes an address is a file, a setting, or an address that was read before', () => {
  assert.deepEqual(using(/\bnew URL\((?!\s*'|(?:file|address)\b)/), [
    'src/commands/doctor/machine.ts',
    'src/commands/welcome.ts',
    'src/platform/core/web-address.ts',
    'src/platform/http/plain-door.ts',
    'src/platform/machine/mail-server.ts',
    'src/platform/machine/tls/acme-request.ts',
    'src/platform/machine/tls/certificate.ts',
    'src/shop/checkout/return-address.rules.ts',
    'src/shop/events/webhooks/send.ts',
    'src/shop/money/payments/stripe/client.ts',
    'src/shop/money/payments/stripe/stripe-gateway.ts',
    'src/sites/account/authenticator.ts',
    'src/sites/account/passkey-part.ts',
    'src/sites/api/cross-origin.ts',
    'src/sites/api/send.ts',
    'src/sites/dashboard/payment-links/payment-links.ts',
    'src/sites/portal/visit.ts',
    'src/sites/shared/layout.ts',
    'src/start/certificates/keep-certificate.ts',
  ]);
});

test('only names of our own are sorted as a language does', () => {
  assert.deepEqual(using(/localeCompare|Intl\.Collator/), [
    'src/sites/dashboard/choices.ts',
    'texts/words.ts',
  ]);
});

/** What an expression takes on this machine that reads 3,000 characters 3,000 times. */
const square_ms = fastest(/\s+$/, `${' '.repeat(3_000)}x`, 0);

/** Takes long for long texts, but what it reads is our own. */
const OWN_TEXTS = [/^\/\^\(?\\s\*INSERT INTO /];
const LITERAL =
  /(?<=[(,=:[!&|?{};>]\s*|^\s*|return\s)\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*(?=[\s.,;)\]}])/gm;
const LENGTHS = [20, 300, 3_000];

test('no regular expression takes longer than its text: of twice the length, twice the time', () => {
  const literals = new Map(
    program.flatMap(({ path, code }) => [...code.matchAll(LITERAL)].map(([text]) => [text, path])),
  );
  assert.ok(literals.size > 400, 'they were found');
  const slow = [...literals]
    .filter(([text]) => !OWN_TEXTS.some((own) => own.test(text)))
    .flatMap(([text, path]) => slowTexts(readLiteral(text)).map((bait) => [path, text, bait]));
  assert.deepEqual(slow, []);
});

/** Their expressions are put together, so they are looked at as they are when their file is read. */
const PUT_TOGETHER = [
  ...[
    'src/platform/core/normal-form.ts',
    'src/platform/core/words.ts',
    'src/platform/db/sqlite/transaction.ts',
  ],
  ...['src/shop/licenses/license-key.rules.ts', 'src/sites/shared/markdown.ts'],
];
/** Made of the patterns of the addresses, when the site is put together. */
const OF_ADDRESSES = 'src/sites/shared/router.ts';
/** Made of the names of our own parameters, when statements are declared. */
const OF_PARAMETERS = 'src/platform/db/rows.ts';

test('nor does one that is put together when the program starts', async () => {
  assert.deepEqual(
    using(/(?<![.\w])RegExp\(/),
    [...PUT_TOGETHER, OF_ADDRESSES, OF_PARAMETERS].toSorted(),
  );
  const made: RegExp[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args, own) {
      const pattern = Reflect.construct(target, args, own);
      if (args.length > 0) made.push(pattern);
      return pattern;
    },
  });
  try {
    // As if it were another file: what it imports is read already.
    for (const path of PUT_TOGETHER) await import(`${join(ROOT, path)}?anew`);
  } finally {
    globalThis.RegExp = original;
  }
  assert.ok(made.length >= PUT_TOGETHER.length, `${made.length}`);
  const slow = made
    .filter(({ source }) => !OWN_TEXTS.some((own) => own.test(`/${source}/`)))
    .flatMap((pattern) => slowTexts(pattern).map((bait) => [`${pattern}`, bait]));
  assert.deepEqual(slow, []);
});

test('one that does is found', () => {
  for (const slow of [/\s+$/, /^(a+)+$/, /^#{1,6}\s+(.*\S)\s*$/, /<[^>]*>/g, /a\d*[\d.]*b/]) {
    assert.equal(slowTexts(slow).length, 1, `${slow}`);
  }
});

function readLiteral(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** The first text, if any, that takes far longer than its length; as short ones first, none hangs. */
function slowTexts(pattern: RegExp): string[] {
  const baits = baitsFor(pattern);
  for (const length of LENGTHS) {
    for (const { before, pump } of baits) {
      for (const end of ENDS) {
        const text = before + pump.repeat(length) + end;
        if (fastest(pattern, text, square_ms / 4) < square_ms / 4) continue;
        return [`${JSON.stringify(before)}, ${JSON.stringify(pump)} × ${length}`];
      }
    }
  }
  return [];
}

/** Of five: what else the machine does must not count. */
function fastest(pattern: RegExp, text: string, enough_ms: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && least >= enough_ms; tries++) {
    pattern.lastIndex = 0;
    const begun = performance.now();
    pattern.test(text);
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}
