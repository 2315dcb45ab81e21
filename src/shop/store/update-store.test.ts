import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /update-store';

test('200: what is sent changes, the rest stays, null removes; other stores keep theirs', async () => {
  const [one, other] = [await shop.openStore(), await shop.openStore()];
  const untouched = await other.must('GET /get-store');
  const before = await one.must('GET /get-store');
  const change = {
    name: 'Lumen Labs',
    accent_color: '#5b4bdb',
    support_email: 'help@lumen.example',
    support_url: 'https://lumen.example/help',
    terms_url: 'https://lumen.example/terms',
    privacy_url: 'https://lumen.example/privacy',
    imprint_url: 'https://lumen.example/imprint',
    refund_url: 'https://lumen.example/refunds',
    default_language: 'de',
    license_key_prefix: 'LUMEN',
    embed_domains: ['https://lumen.example', 'https://www.lumen.example:8443'],
  };
  const after = await one.must(OP, change);
  assert.deepEqual(after, { ...before, ...change, updated_at: after.updated_at });
  assert.deepEqual(await one.must('GET /get-store'), after);

  const fewer = await one.must(OP, {
    ...{ terms_url: null, accent_color: null, support_email: null, license_key_prefix: null },
    embed_domains: [],
  });
  assert.deepEqual(fewer, {
    ...after,
    ...{ terms_url: null, accent_color: null, support_email: null, embed_domains: [] },
    license_key_prefix: 'KASSA',
  });
  assert.deepEqual(await other.must('GET /get-store'), untouched);
});

test('200: colours, prefixes and sites are kept in one way of writing', async () => {
  const { must } = await shop.openStore();
  const kept = await must(OP, {
    accent_color: '#5Bd',
    license_key_prefix: 'lumen2',
    embed_domains: [
      'https://Lumen.example/',
      'https://lumen.example:443',
      'http://LOCALHOST:9600/',
    ],
  });
  assert.equal(kept.accent_color, '#55bbdd');
  assert.equal(kept.license_key_prefix, 'LUMEN2');
  assert.deepEqual(kept.embed_domains, ['https://lumen.example', 'http://localhost:9600']);
});

test('200: a change is told once, and nothing new not at all', async () => {
  const { must } = await shop.openStore();
  const record = await must(OP, { accent_color: '#aabbcc' });
  assert.deepEqual(await must(OP, { accent_color: '#ABC' }), record);
  assert.deepEqual(await must(OP, {}), record);
  const { data } = await must('GET /list-events', { type: 'store.updated' });
  assert.deepEqual(
    data.map((event: { data: object }) => event.data),
    [record],
  );
});

test('400 invalid_parameters: what cannot be is named, and nothing changes', async () => {
  const { ask, must } = await shop.openStore();
  const before = await must('GET /get-store');
  const many = Array.from({ length: 21 }, (_, at) => `https://a${at}.example`);
  for (const [param, values] of Object.entries({
    name: ['', ' ', 'a\nb', 'x'.repeat(101), 7],
    accent_color: ['', 'red', '#12', '#12345', '#1234567', '#gggggg', '5b4bdb', '#fff;}'],
    support_email: ['help', 'a b@c.example'],
    support_url: ['javascript:alert(1)', 'mailto:a@b.example', 'help'],
    terms_url: ['javascript:alert(1)', 'https://shop@evil.example'],
    privacy_url: ['data:text/html,x'],
    refund_url: ['//lumen.example'],
    default_language: ['', 'xx', 'EN', 'en-US', '__proto__', 'constructor'],
    license_key_prefix: ['', 'A-B', 'ABCDEFGHIJKLM', 'Ä', 'A B'],
    embed_domains: [
      ...[['http://localhost'], ['http://localhost.example:80'], ['http://127.0.0.1:3000']],
      ...[['http://a.example'], ['https://a.example/shop'], ['https://a.example?x'], many],
      ...[['https://*.example'], ["https://a;script-src'"], ['https://a,b.example'], ['a.example']],
      ...[['https://a.example https://b.example'], 'https://a.example', [7]],
    ],
    logo_url: ['https://lumen.example/logo.png'],
  })) {
    for (const value of values) {
      const { status, body } = await ask(OP, { [param]: value });
      assert.equal(status, 400, `${param} ${JSON.stringify(value)}`);
      assert.match(body.error.details[0].param, new RegExp(`^${param}\\b`));
    }
  }
  assert.deepEqual(await must('GET /get-store'), before);
});
