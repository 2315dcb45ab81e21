import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { EVENT_TYPES } from '../../../src/platform/core/events.ts';
import { readSettings, SettingsError } from '../../../src/platform/machine/settings.ts';
import { onDataOf, kassa as runKassa } from '../../harness/kassa-command.ts';
import { KASSA } from '../../harness/program.ts';
import { startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import { answeringInTurn, startReceiver } from '../../stand-ins/receiver.ts';

const shop = await startShop({ clock: Date.now });

/** Runs a command as its own process, on the data of the server that runs here. */
const kassa = (args: string[], settings: Record<string, string> = {}) =>
  runKassa(args, { ...onDataOf(shop), ...settings });

/** A command that runs until it is ended. */
function running(args: string[]) {
  const child = spawn(process.execPath, [...KASSA, ...args], {
    env: { ...process.env, ...onDataOf(shop) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  const ended = once(child, 'exit');
  return {
    lines: () => out.split('\n').slice(0, -1),
    /** As Ctrl-C does; how it ended. */
    async interrupt() {
      child.kill('SIGINT');
      const late = AbortSignal.timeout(5_000);
      await Promise.race([ended, once(late, 'abort')]);
      return { code: child.exitCode, signal: child.signalCode };
    },
  };
}

async function assertMistake(args: string[], sentence: RegExp, settings = {}): Promise<void> {
  const { code, out, err } = await kassa(args, settings);
  assert.equal(code, 1, args.join(' '));
  assert.match(err, sentence);
  assert.doesNotMatch(err, /\n\s+at /, 'no stack trace');
  assert.equal(out, '');
}

test('listen: sends what happens from then on, signed, prints each, and ends with Ctrl-C', async () => {
  const { sell, newKey } = await shop.openStore(shop);
  await sell();
  const receiver = await startReceiver();
  receiver.answer = answeringInTurn(200, 500, 204);
  const listening = running(['listen', '--forward-to', receiver.url]);
  await until(() => listening.lines().length === 2, 'it says where to');
  const [where = '', how = ''] = listening.lines();
  assert.match(
    where,
    /^Events of "test \w+" go to http:\/\/127\.0\.0\.1:\d+\/hook from now on\. Ctrl-C ends it\.$/,
  );
  const [, secret = ''] = /^They are signed with (whsec_\S+)$/.exec(how) ?? [];
  const license_key = await newKey();
  const events = (await shop.events()).slice(1);
  const received = await receiver.got(events.length);
  assert.deepEqual(
    receiver.types,
    events.map(({ type }) => type),
    'in order, one after the other',
  );
  const library = new Webhook(secret);
  for (const { body, headers } of received) assert.ok(library.verify(body, headers));
  assert.ok(received.some(({ body }) => body.includes(license_key)));
  await until(() => listening.lines().length === 2 + events.length, 'each is printed');
  for (const [at, line] of listening.lines().slice(2).entries()) {
    const status = [200, 500][at] ?? 204;
    const wanted = `^${events[at]?.type}  ${received[at]?.headers['webhook-id']}  ${status}  \\d+ ms$`;
    assert.match(line, new RegExp(wanted));
  }
  const ended = await listening.interrupt();
  assert.ok(ended.signal === 'SIGINT' || ended.code === 0 || ended.code === 130, `${ended.code}`);
  await sell();
  await receiver.gotNoMore(shop);
});

test('listen: an address where nobody listens is told with each event, and it goes on', async () => {
  const store = await shop.makeStore('test');
  const { sell } = await shop.openStore(store);
  const receiver = await startReceiver();
  receiver.close();
  const at = receiver.url.replace('http://', '');
  const listening = running(['listen', '--forward-to', at, '--store', store.store_id]);
  await until(() => listening.lines().length === 2, 'it says where to');
  await sell();
  await sell();
  await until(() => listening.lines().length === 4, 'each is printed');
  for (const line of listening.lines().slice(2)) {
    assert.match(line, /^product\.created {2}evt_\w{28} {2}ECONNREFUSED: .+ {2}\d+ ms$/);
  }
  await listening.interrupt();
});

test('listen: only for test stores, and only to an http address', async () => {
  await kassa(['stores', 'create', '--name', 'Real', '--mode', 'live']);
  const to = ['--forward-to', 'http://127.0.0.1:9/'];
  await assertMistake(['listen', ...to, '--store', 'Real'], /"Real" is a live store/);
  await assertMistake(['listen', ...to, '--store', 'nowhere'], /no store "nowhere"/);
  await assertMistake(['listen'], /^Where to\? For example: --forward-to http:\/\/localhost:3000/);
  for (const odd of ['ftp://localhost/', 'http://', '']) {
    const sentence = /^--forward-to is ".*": it must be an http:\/\/ or https:\/\/ address\.$/m;
    await assertMistake(['listen', '--forward-to', odd], sentence);
  }
  await assertMistake(['listen', 'x', ...to], /no command "listen x"/);
});

interface Told {
  sequence: string;
  type: string;
  event_id: string;
}

test('trigger: makes the event happen, and prints everything that did', async () => {
  const store = await shop.makeStore('test');
  const { must } = await shop.openStore(store);
  for (const type of ['checkout.completed', 'license.activated', 'subscription.renewed']) {
    const { data: before } = await must('GET /list-events', { limit: 1 });
    const { code, out, err } = await kassa(['trigger', type, '--store', store.store_id, '--json']);
    assert.equal(code, 0, err);
    const { events }: { events: Told[] } = JSON.parse(out);
    assert.ok(events.some((event) => event.type === type));
    const after_sequence = before[0]?.sequence ?? 0;
    const { data } = await must('GET /list-events', { after_sequence, limit: 100 });
    assert.deepEqual(
      events,
      data.map(({ sequence, type, event_id }: Told) => ({
        sequence: String(sequence),
        type,
        event_id,
      })),
    );
  }
  const { data } = await must('GET /get-transactions', { status: 'paid' });
  assert.equal(data.length, 4, 'what was bought was paid for');
  assert.equal((await kassa(['verify'])).code, 0);
});

test('trigger: what is printed for people is a table', async () => {
  const store = await shop.makeStore('test');
  const { code, out } = await kassa(['trigger', 'customer.updated', '--store', store.store_id]);
  assert.equal(code, 0);
  assert.match(
    out,
    /^sequence {2}type {14}event_id\n1 {9}customer\.created {2}evt_\w{28}\n2 {9}customer\.updated {2}evt_\w{28}\n$/,
  );
});

test('trigger: what it makes happen is sent to the endpoints of the store by the running service', async () => {
  const own = await startShop({ clock: Date.now, webhook_allow: ['127.0.0.0/8'] });
  const receiver = await startReceiver();
  const { must } = await own.openStore(own);
  const events = ['transaction.refunded'];
  const { secret } = await must('POST /create-webhook', { url: receiver.url, events });
  const { code, err } = await kassa(['trigger', 'transaction.refunded'], {
    KASSA_DATA_DIR: own.place.data_dir,
    DATABASE_URL: own.place.database_url ?? '',
  });
  assert.equal(code, 0, err);
  const [received] = await receiver.got(1);
  assert.ok(received);
  assert.ok(new Webhook(secret).verify(received.body, received.headers));
});

test('trigger: an unknown event lists all there are; a live store is refused, and nothing happens', async () => {
  await kassa(['stores', 'create', '--name', 'Real', '--mode', 'live']);
  const before = await shop.everything();
  const triggered = EVENT_TYPES.filter((type) => type !== 'transaction.returned');
  const questions: [string[], string][] = [
    [['trigger'], 'Which event?'],
    [['trigger', 'constructor'], 'There is no event constructor to trigger.'],
    [
      ['trigger', 'transaction.payed'],
      'There is no event transaction.payed to trigger. Did you mean transaction.paid?',
    ],
  ];
  for (const [args, question] of questions) {
    const { code, err } = await kassa(args);
    assert.equal(code, 1);
    assert.deepEqual(err.trim().split(/\s*\n\s*/), [`${question} One of:`, ...triggered]);
  }
  const paid = ['trigger', 'transaction.paid'];
  await assertMistake([...paid, '--store', 'Real'], /"Real" is a live store/);
  await assertMistake([...paid, '--store', 'nowhere'], /no store "nowhere"/);
  await assertMistake([...paid, 'now', 'x'], /no command "trigger transaction\.paid now x"/);
  assert.equal(await shop.everything(), before);
});

test('KASSA_WEBHOOK_ALLOW is ranges or addresses; anything else is one sentence', async () => {
  const read = (KASSA_WEBHOOK_ALLOW: string) => readSettings({ KASSA_WEBHOOK_ALLOW }).webhook_allow;
  const good = ['127.0.0.0/8', '::1', '10.0.0.1', 'fd00::/8', '0.0.0.0/0', '::1/128'];
  for (const text of [good.join(','), good.join(' , '), ` ${good.join('\n')} `]) {
    assert.deepEqual(read(text), good);
  }
  assert.deepEqual(read(''), []);
  const odd = ['localhost', '127.0.0.0/33', '127.0.0.0/8/8', '::/129', '10.0.0/8', '10.0.0.0/'];
  for (const text of [...odd, '127.0.0.1;', '*', '10.0.0.0/-1', '10.0.0.0/8.5', '0x7f.0.0.1']) {
    const sentence = /^KASSA_WEBHOOK_ALLOW is ".*": it must be IP addresses or ranges/;
    assert.throws(
      () => read(`::1 , ${text}`),
      (error) => error instanceof SettingsError && sentence.test(error.message),
      text,
    );
  }
  const settings = { KASSA_WEBHOOK_ALLOW: 'localhost' };
  await assertMistake(['stores', 'list'], /^KASSA_WEBHOOK_ALLOW is "localhost"/, settings);
});
