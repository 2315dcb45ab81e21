import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { type Browser, makeOwner } from '../../../test/harness/visits/account.ts';
import { signedIn } from '../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';
import { mailServerAt, startMailServer } from '../../../test/stand-ins/mail-server.ts';

// The mail server as an owner sets it, with a real one at the other end.

const AT = '/account/mail-server';
const PASSWORD = 'molen:weg/7@9';
const dir = mkdtempSync(join(tmpdir(), 'kassa-own-server-'));
const server = await startMailServer(join(dir, 'arrived'), { user: 'shop', password: PASSWORD });
after(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const FORM = {
  ...{ host: '127.0.0.1', port: String(server.port), tls: 'optional' },
  ...{ user_name: 'shop', password: PASSWORD, from_address: 'shop@example.com', from_name: '' },
};

let shop: Shop;
let ada: Browser;
before(async () => {
  shop = await startShop();
  ada = await makeOwner(shop);
});

function mailIn({ points }: { points: { point: string; state: string; message: string }[] }) {
  const mail = points.find(({ point }) => point === 'mail');
  return `${mail?.state} ${mail?.message}`;
}

const kept = () =>
  shop.db
    .reader(null)
    .maybe<{ host: string; sealed_password: string | null }>(
      `SELECT host, sealed_password FROM mail_servers WHERE store_id = ''`,
    );

test('an owner sets it, sends a test mail, and mails of stores go there at once', async () => {
  const refused = await ada.post(AT, { ...FORM, host: 'no host', port: '0', from_address: 'x' });
  assert.equal(refused.status, 400);
  assert.match(readable(refused.text), /name or the address of a server/);
  assert.equal(await kept(), undefined, 'nothing is kept of it');
  const saved = await ada.post(AT, FORM);
  assert.equal(saved.headers.location, `${AT}?done=saved`, saved.text);
  const page = await ada.page(AT);
  assert.ok(!page.includes(PASSWORD) && !page.includes('molen'), 'the password is never shown');
  assert.doesNotMatch(await shop.everything(), /molen/, 'nor kept as it is');
  const other = await shop.openStore(await shop.makeStore('live'));
  const tried = await ada.post(`${AT}/try`, {});
  assert.match(readable(tried.text), /The server has taken it/);
  const [mail] = server.arrived();
  assert.deepEqual(
    [mail?.to, mail?.from, mail?.user],
    ['ada@example.com', 'shop@example.com', 'shop'],
  );
  assert.equal((await shop.call('GET /get-mail-settings')).body.can_send, true);
  assert.equal(mailIn(await other.must('GET /get-readiness')), 'done The mail server takes mails.');
  const { headers } = await ada.post('/dashboard/1/go-live', { name: 'Lumen' });
  const live = readable(await ada.page(String(headers.location)));
  assert.match(live, /Your live store is made/);
  assert.doesNotMatch(live, /No mail has been sent yet/);
  await shop.call('POST /send-test-mail', { to: 'zoe@example.com' });
  await shop.runJob('mails');
  assert.ok(server.arrived().some(({ to }) => to === 'zoe@example.com'));
  assert.equal(
    mailIn((await shop.call('GET /get-readiness')).body),
    'done The mail server takes mails.',
  );
});

test('an empty password keeps the one there is, but not for another server, port, encryption or user', async () => {
  await ada.post(AT, FORM);
  const before = await kept();
  assert.equal((await ada.post(AT, { ...FORM, password: '', from_name: 'Lumen' })).status, 303);
  assert.deepEqual(await kept(), before);
  for (const other of [
    { host: 'localhost' },
    { user_name: 'somebody' },
    { port: '2525' },
    { tls: 'off' },
  ]) {
    const answer = await ada.post(AT, { ...FORM, password: '', ...other });
    assert.equal(answer.status, 400);
    assert.match(readable(answer.text), /must be typed/);
  }
  assert.deepEqual(await kept(), before);
});

test('what the server does not take is shown in its words, with what to do', async () => {
  await ada.post(AT, { ...FORM, password: 'wrong' });
  const tried = await ada.post(`${AT}/try`, {});
  assert.equal(tried.status, 400);
  assert.match(readable(tried.text), /The mail server did not take it.*Check user and password/s);
  for (const [wrong, todo] of [
    [{ tls: 'required' }, /Check port and encryption: STARTTLS/],
    [{ tls: 'from_start' }, /Check port and encryption: STARTTLS/],
    [{ port: '1' }, /check server and port/],
  ] as const) {
    await ada.post(AT, { ...FORM, ...wrong });
    assert.match(readable((await ada.post(`${AT}/try`, {})).text), todo);
  }
  await ada.post(AT, FORM);
});

test('removed, nothing is sent any more; another process hears of it by itself', async () => {
  await ada.post(AT, FORM);
  await shop.db.write(null, async (tx) => tx.run(`DELETE FROM mail_servers WHERE store_id = ''`));
  await shop.runJob('settings');
  assert.equal((await shop.call('GET /get-mail-settings')).body.can_send, false);
  await ada.post(AT, FORM);
  assert.equal((await ada.post(`${AT}/remove`, {})).status, 303);
  assert.equal((await shop.call('GET /get-mail-settings')).body.can_send, false);
  const entries = (await ada.page(AT)).match(/Set on the server/);
  assert.equal(entries, null);
});

test('nobody but an owner, and an owner only after proving who they are', async () => {
  for (const path of [AT, '/account/backups']) {
    const admin = await signedIn(shop, { role: 'admin' });
    const headers = { cookie: admin.cookie, 'sec-fetch-site': 'same-origin' };
    const looked = await shop.send({ method: 'GET', path, headers });
    assert.match(looked.text, /Only owners can do this/);
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ ...FORM, folder: '/tmp' }).toString();
    const sent = await shop.send({ method: 'POST', path, headers: form }, body);
    assert.match(sent.text, /Only owners can do this/);
  }
  assert.equal(await kept(), undefined);
  shop.now += 11 * 60_000;
  const unproven = await ada.post(AT, FORM);
  assert.match(String(unproven.headers.location), /\/account\/confirm/);
  assert.equal(await kept(), undefined);
});

test('what the environment sets wins, and the page says so', async () => {
  const fixed = await startShop({ mail_server: mailServerAt(server.port) });
  const owner = await makeOwner(fixed);
  assert.match(readable(await owner.page(AT)), /Set on the server/);
  assert.equal((await owner.post(AT, FORM)).status, 200);
  const rows = await fixed.db.reader(null).all('SELECT host FROM mail_servers');
  assert.deepEqual(rows, []);
});
