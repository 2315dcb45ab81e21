import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { EVENT_TYPES } from '../../../platform/core/events.ts';
import { CREEM_EVENT_TYPES } from './creem-events.rules.ts';

const OP = 'POST /create-webhook';
const URL = 'https://example.com/webhooks/kassa';

const shop = await startShop();

test('200: the whole record with its secret, and the same without it in the list', async () => {
  const { must, advance } = await shop.openStore();
  await advance('P1D');
  const events = ['license.created', 'checkout.completed'];
  const answer = await must(OP, { url: URL, events });
  const { webhook_id, secret } = answer;
  assert.match(webhook_id, /^wh_[0-9a-hjkmnp-tv-z]{28}$/);
  const webhook = {
    webhook_id,
    object: 'webhook',
    name: null,
    url: URL,
    format: 'kassa',
    events,
    status: 'enabled',
    disabled_reason: null,
    failing_since: null,
    last_delivered_at: null,
    secret_readable: false,
    created_at: '2026-11-15T09:30:00.000Z',
    updated_at: '2026-11-15T09:30:00.000Z',
  };
  assert.deepEqual(answer, { ...webhook, secret });
  assert.deepEqual((await must('GET /list-webhooks')).data, [webhook]);
});

test('200: the secret is whsec_ with 32 random bytes, another each time', async () => {
  const { must } = await shop.openStore();
  const secrets = new Set<string>();
  for (let n = 0; n < 5; n++) {
    const { secret } = await must(OP, { url: URL });
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32);
    secrets.add(secret);
  }
  assert.equal(secrets.size, 5);
});

test('200: the secret is nowhere in the database or the log, also with an Idempotency-Key', async () => {
  const { ask, must } = await shop.openStore();
  const { secret } = (await ask(OP, { url: URL }, { 'idempotency-key': 'secret-1' })).body;
  const { secret: plain } = await must(OP, { url: URL });
  const stored = await shop.everything();
  assert.ok(stored.includes(URL));
  for (const one of [secret, plain]) {
    const bytes = Buffer.from(one.slice(6), 'base64');
    const spellings = [one, one.slice(6), bytes.toString('hex'), bytes.toString('base64url')];
    for (const text of [stored, shop.log_lines.join('\n')]) {
      for (const spelling of spellings) assert.ok(!text.includes(spelling));
    }
  }
});

test('200: with the same Idempotency-Key one is made, and the answer is given again with its secret', async () => {
  const { ask, must } = await shop.openStore();
  const headers = { 'idempotency-key': 'webhook-1' };
  const first = await ask(OP, { url: URL }, headers);
  const again = await ask(OP, { url: URL }, headers);
  assert.equal(first.status, 200);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal((await must('GET /list-webhooks')).data.length, 1);
  const other = await ask(OP, { url: `${URL}/2` }, headers);
  assertRefused(other, 400, 'idempotency_key_reused');
});

test('200: without events all are wanted, and null says the same; each type can be named', async () => {
  const { must } = await shop.openStore();
  assert.equal((await must(OP, { url: URL })).events, null);
  assert.equal((await must(OP, { url: URL, events: null })).events, null);
  const all = [...EVENT_TYPES];
  assert.deepEqual((await must(OP, { url: URL, events: all })).events, all);
});

test('200: the address is kept as it was written', async () => {
  const { must } = await shop.openStore();
  const addresses = [
    'https://example.com',
    'https://EXAMPLE.com:8443/a%20b?x=1&y=%C3%BC',
    'https://münchen.de/straße',
    'https://[2606:4700:4700::1111]/hook',
    `https://example.com/${'a'.repeat(1980)}`,
  ];
  for (const url of addresses) assert.equal((await must(OP, { url })).url, url);
});

test('200: nothing is told about it, and nothing of what happened before is sent', async () => {
  const { must, sell, toldTypes } = await shop.openStore();
  await sell();
  await toldTypes();
  const { webhook_id } = await must(OP, { url: URL });
  assert.deepEqual(await toldTypes(), []);
  const sql = 'SELECT last_sequence FROM webhooks WHERE webhook_id = :webhook_id';
  const [row] = await shop.db.reader(null).all<{ last_sequence: number }>(sql, { webhook_id });
  assert.equal(row?.last_sequence, 1);
});

test('400 webhook_limit: a store has twenty; a deleted one makes room, other stores count for themselves', async () => {
  const { ask, must } = await shop.openStore();
  const made: string[] = [];
  for (let n = 0; n < 20; n++) made.push((await must(OP, { url: `${URL}/${n}` })).webhook_id);
  const before = await shop.everything();
  assertRefused(await ask(OP, { url: URL }), 400, 'webhook_limit', []);
  assert.equal(await shop.everything(), before);
  await must('POST /update-webhook', { webhook_id: made[0], status: 'disabled' });
  assertRefused(await ask(OP, { url: URL }), 400, 'webhook_limit', []);
  await must('DELETE /delete-webhook', { webhook_id: made[0] });
  await must(OP, { url: URL });
  assertRefused(await ask(OP, { url: URL }), 400, 'webhook_limit', []);
  await (await shop.openStore()).must(OP, { url: URL });
});

test('400 webhook_limit: of many at once, as many are made as there is room for', async () => {
  const { ask, must } = await shop.openStore();
  for (let n = 0; n < 17; n++) await must(OP, { url: `${URL}/${n}` });
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(OP, { url: URL })));
  const made = answers.filter(({ status }) => status === 200);
  const { data } = await must('GET /list-webhooks', { limit: 100 });
  assert.deepEqual([made.length, data.length], [3, 20]);
  for (const answer of answers) {
    if (answer.status !== 200) assertRefused(answer, 400, 'webhook_limit', []);
  }
});

test('400 invalid_parameters: an address that is not public or not https is refused in test and live stores', async () => {
  const stores = [await shop.makeStore('test'), await shop.makeStore('live')];
  const before = await shop.everything();
  const addresses = [
    'http://example.com/',
    'ftp://example.com/',
    'example.com',
    'https://127.0.0.1/',
    'https://localhost/',
    'http://localhost:3000/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://intranet/',
    'https://db.internal/',
    'https://ada:secret@example.com/',
    'https://example.com/#part',
    'https://example.com\\@localhost/',
    ' https://example.com/',
    'https://exam\nple.com/',
  ];
  for (const { api_key: key } of stores) {
    for (const url of addresses) {
      const answer = await shop.call(OP, { url }, { key });
      assertRefused(answer, 400, 'invalid_parameters', ['url']);
      const [{ code, message }] = answer.body.error.details;
      assert.equal(code, 'invalid_url');
      assert.match(message, /^must .{5,}/);
    }
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: what is missing, of another type or unknown is named, and nothing is stored', async () => {
  const { ask } = await shop.openStore();
  const before = await shop.everything();
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['url']);
  const wrong: [name: string, values: unknown[]][] = [
    ['url', ['', 7, null, [URL], `https://example.com/${'a'.repeat(1981)}`]],
    [
      'events',
      [
        [],
        'checkout.completed',
        {},
        ['checkout'],
        ['checkout.*'],
        ['*'],
        [null],
        ['checkout.completed', 'nothing.happened'],
        ['checkout.completed', 'checkout.completed'],
        [...EVENT_TYPES, 'nothing.happened'],
      ],
    ],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await ask(OP, { url: URL, [name]: value });
      assert.equal(`${answer.status} ${answer.body.error?.code}`, '400 invalid_parameters');
      const [{ param }] = answer.body.error.details;
      assert.match(param, new RegExp(`^${name}`), JSON.stringify(value));
    }
  }
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  for (const [name, value] of Object.entries({ secret, status: 'disabled', store_id: 'x' })) {
    const answer = await ask(OP, { url: URL, [name]: value });
    assertRefused(answer, 400, 'unknown_parameter', [name]);
  }
  assert.equal(await shop.everything(), before);
});

test('403: a key that may only read, or is shipped to customers, makes none', async () => {
  for (const scope of ['read', 'license'] as const) {
    const { api_key: key } = await shop.makeKey(scope);
    assertRefused(await shop.call(OP, { url: URL }, { key }), 403, 'api_key_scope');
  }
});

test('200: in the format of Creem, with a name: the events are named as Creem names them', async () => {
  const { must } = await shop.openStore();
  const events = ['subscription.paid', 'refund.created'];
  const wanted = { url: URL, name: 'Fulfilment', format: 'creem', events };
  assert.partialDeepStrictEqual(await must(OP, wanted), wanted);
  const all = [...CREEM_EVENT_TYPES];
  assert.deepEqual((await must(OP, { ...wanted, events: all })).events, all);
  assert.equal((await must(OP, { url: URL, format: 'creem' })).events, null);
});

test('400 invalid_parameters: a format that there is not, events of the other one, a name of two lines; nothing is stored', async () => {
  const { ask, must } = await shop.openStore();
  const wrong: [object, string][] = [
    [{ format: 'stripe' }, 'format'],
    [{ format: 'Creem' }, 'format'],
    [{ format: 'creem', events: ['license.created'] }, 'events'],
    [{ format: 'creem', events: ['credits.granted'] }, 'events.0'],
    [{ events: ['subscription.paid'] }, 'events'],
    [{ format: 'kassa', events: ['checkout.completed', 'refund.created'] }, 'events'],
    [{ name: '' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ secret_readable: true }, 'secret_readable'],
    [{ format: 'kassa', secret_readable: true }, 'secret_readable'],
  ];
  for (const [more, param] of wrong) {
    assertRefused(await ask(OP, { url: URL, ...more }), 400, 'invalid_parameters', [param]);
  }
  assert.deepEqual((await must('GET /list-webhooks')).data, []);
});
