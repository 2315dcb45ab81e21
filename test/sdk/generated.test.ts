import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedSources } from '../../packages/sdk/build/generate.ts';

const FOLDER = join(import.meta.dirname, '../../packages/sdk/src/generated');

test('the generated sources of the SDK are those of the operations: if not, `npm run sdk`', () => {
  const sources = generatedSources();
  assert.deepEqual(readdirSync(FOLDER).toSorted(), Object.keys(sources).toSorted());
  for (const [name, text] of Object.entries(sources)) {
    const is_current = readFileSync(join(FOLDER, name), 'utf8') === text;
    assert.ok(
      is_current,
      `packages/sdk/src/generated/${name} is stale: npm run sdk, and commit it`,
    );
  }
});

test('no type says the same twice, such as null or null', () => {
  for (const [name, text] of Object.entries(generatedSources())) {
    const twice = text.match(/(?<![\w$.'-])([\w$]+) \| \1(?![\w$.'(<-])/g) ?? [];
    assert.deepEqual(twice, [], name);
    assert.doesNotMatch(text, /\bnull \|(?: [^;|]+ \|)* null\b/, name);
  }
});
