import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import type { SchemaParts } from '../../platform/operation/schema-parts.ts';
import { operations } from '../api/operations.ts';

const shop = await startShop();
const all = Object.values(operations).flat();
const show = async (name: string) => shop.send({ method: 'GET', path: `/docs/operations/${name}` });

describe('GET /docs/operations', () => {
  test('200: every operation has a page with its parameters, the fields of its answer and its errors', async () => {
    for (const { path, summary, input, output, errors } of all) {
      const { status, text } = await show(path.slice(1));
      assert.equal(status, 200, path);
      assert.ok(text.includes(`<h1>${path.slice(1)}</h1>`), path);
      assert.ok(text.includes(summary.replaceAll("'", '&#39;')), path);
      const fields = Object.keys((output as SchemaParts).properties ?? {});
      for (const name of [...Object.keys(input.properties), ...fields, ...errors]) {
        assert.ok(text.includes(`<dt><code>${name}</code>`), `${path} ${name}`);
      }
      for (const language of ['curl', 'typescript', 'python']) {
        assert.ok(text.includes(`<pre tabindex="0" class="${language}">`), `${path} ${language}`);
      }
    }
  });

  test('200: fields of an answer have type, meaning and values, and none is called required', async () => {
    const { text } = await show('get-customer');
    const [, answer = ''] = /<h2 id="answer">([\s\S]*?)<h2/.exec(text) ?? [];
    const plain = answer.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    assert.match(plain, /customer_id string/);
    assert.match(plain, /email string or null/);
    assert.doesNotMatch(plain, /required/);
  });

  test('200: no field of an answer is without its meaning, at any depth', async () => {
    const silent: string[] = [];
    for (const { path } of all) {
      const { text } = await show(path.slice(1));
      const [, answer = ''] = /<h2 id="answer">([\s\S]*?)<(?:h2|section)/.exec(text) ?? [];
      for (const [, name, meaning = ''] of answer.matchAll(
        /<dt><code>([^<]*)[\s\S]*?<dd>([\s\S]*?)<\/dd>/g,
      )) {
        if (!/[a-z].*\./.test(meaning.replace(/<(span|details)[\s\S]*/, '')))
          silent.push(`${path} ${name}`);
      }
    }
    assert.deepEqual(silent, [], 'describe it in its schema, or in answer-meanings.ts');
  });

  test('200: a page is under 40 kB as it is sent, and asks this server alone', async () => {
    const { headers, bytes } = await show('create-checkout');
    assert.match(String(headers['content-security-policy']), /connect-src 'self';/);
    assert.ok(bytes.length < 150_000, `${bytes.length} bytes`);
  });

  test('200: a page says what was to be done before, and what comes after it', async () => {
    const { text } = await show('enable-license');
    assert.match(text, /After <a href="\/docs\/operations\/disable-license">disable-license</);
    assert.match(text, /<a class="next" href="\/docs\/operations\//);
  });
});
