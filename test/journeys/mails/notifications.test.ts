import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { putInOutbox } from '../../../src/shop/events/notifications/notification.sql.ts';
import type { Role } from '../../../src/shop/store/team/roles.rules.ts';
import { cards, DECLINES_LATER } from '../../harness/cast.ts';
import { type Shop, startShop } from '../../harness/shop.ts';
import { openBrowser } from '../../harness/visits/account.ts';
import { signedIn } from '../../harness/visits/dashboard.ts';
import { readable } from '../../harness/visits/visiting.ts';
import { mailServerAt, startMailServer } from '../../stand-ins/mail-server.ts';
import { answering, startReceiver } from '../../stand-ins/receiver.ts';
import { type ReadMail, readMail } from './read-mail.ts';

// Mails to the people of a store, at a real mail server: what each has chosen, and nothing else.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dir = mkdtempSync(join(tmpdir(), 'kassa-notifications-'));
const server = await startMailServer(join(dir, 'arrived'));
after(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

let shop: Shop;
before(async () => {
  shop = await startShop({
    mail_server: mailServerAt(server.port),
    mail_times: { connect_ms: 10_000, answer_ms: 10_000, whole_ms: 10_000 },
    webhook_allow: ['127.0.0.0/8'],
  });
});

type Choices = Record<string, 'at_once' | 'daily' | ''>;

/** A store with somebody of its team, who reads their mails. */
async function storeWithTeam(role: Role = 'viewer') {
  const store = await shop.openStore();
  const member = await someone(store.store_id, role);
  return { ...store, ...member };
}

async function someone(store_id: string, role: Role) {
  const person = await signedIn(shop, { role, store_id });
  const { person_id, cookie } = person;
  const number = person.home.split('/')[2];
  const at = `/account/mails/${number}`;
  const site = { cookie, 'sec-fetch-site': 'same-origin' };
  const choose = async (choices: Choices): Promise<string> => {
    const body = new URLSearchParams(choices).toString();
    const headers = { ...site, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await shop.send({ method: 'POST', path: at, headers }, body);
    assert.equal(answer.status, 303, answer.text);
    const path = String(answer.headers.location);
    return (await shop.send({ method: 'GET', path, headers: site })).text;
  };
  const mailPage = () => shop.send({ method: 'GET', path: at, headers: site });
  let seen = 0;
  /** What has arrived since the last look. */
  const arrived = async (): Promise<ReadMail[]> => {
    await shop.runJob('notifications');
    await shop.runJob('mails');
    const all = server.arrived().filter(({ to }) => to === `${person_id}@example.com`);
    const fresh = all.slice(seen).map(({ message }) => readMail(message));
    seen = all.length;
    return fresh;
  };
  const subjects = async () => (await arrived()).map(({ subject }) => subject);
  return { person, choose, mailPage, arrived, subjects };
}

test('who has chosen nothing gets nothing, and nothing is written down for them', async () => {
  const { product, buy, subjects, store_id } = await storeWithTeam('admin');
  await buy(await product());
  assert.deepEqual(await subjects(), []);
  const kept = await shop.db
    .reader({ store_id })
    .all('SELECT 1 FROM notification_feeds WHERE store_id = :store_id');
  assert.deepEqual(kept, []);
});

test('a sale, at once: what, how much, to whom, and the way to the payment; what was sold before is not reported', async () => {
  const { product, buy, choose, arrived, person, must } = await storeWithTeam();
  const product_id = await product({ name: 'Bildbearbeitung' });
  await must('POST /create-customer', { customer_id: 'ada', email: 'ada@example.com' });
  await buy(product_id);
  const page = await choose({ sale: 'at_once' });
  assert.match(readable(page), /Saved/);
  assert.match(page, /<option value="at_once" selected>/);
  assert.deepEqual(await arrived(), []);
  const { transaction_id } = await buy(product_id);
  const [mail, ...more] = await arrived();
  assert.ok(mail);
  assert.deepEqual(more, []);
  assert.equal(mail.subject, 'Sale: Bildbearbeitung, €20.00');
  assert.ok(mail.text.includes('Bildbearbeitung, €20.00, to ada@example.com.'), mail.text);
  const url = `${shop.app.base_url}${person.home}/payments/${transaction_id}`;
  assert.ok(mail.text.includes(url) && mail.html.includes(url));
  assert.match(mail.text, /work on .* and have chosen it/);
  assert.doesNotMatch(mail.text, /you are a customer/);
  assert.equal(mail.headers.get('reply-to'), undefined);
  assert.match(mail.headers.get('list-unsubscribe') ?? '', /^<https:.*\/account\/stop-mails\//);
  assert.deepEqual(await arrived(), [], 'once');
});

test('a failed renewal, once for all its tries, and nothing that was not chosen', async () => {
  const { plan, product, subscribe, buy, changeCard, advance, choose, arrived } =
    await storeWithTeam();
  await choose({ failed_renewal: 'at_once' });
  await subscribe(await plan());
  await changeCard(DECLINES_LATER);
  await advance('P1M');
  const [failed, ...more] = await arrived();
  assert.equal(failed?.subject, 'Failed renewal: Pro');
  assert.match(failed?.text ?? '', /renewal of Pro by ada was declined\. It is tried again on 17 /);
  assert.deepEqual(more, []);
  await advance('P3D');
  assert.deepEqual(await arrived(), []);
  const product_id = await product();
  await buy(product_id, { customer_id: 'eve' });
  await advance('PT1M');
  assert.deepEqual(await arrived(), [], 'sales were not chosen');
});

test('a dispute says until when it can be answered', async () => {
  const { product, create, complete, advance, choose, arrived } = await storeWithTeam();
  await choose({ dispute: 'at_once' });
  const { checkout_session_id } = await create({ product_id: await product() });
  await complete(checkout_session_id, cards.disputed_won);
  await advance('PT2H');
  const [mail, ...more] = await arrived();
  assert.match(mail?.subject ?? '', /^Dispute of €20\.00: answer by \d+ \w+ \d{4}$/);
  assert.match(mail?.text ?? '', /ada disputes €20\.00 at the bank\. The last day to answer is /);
  assert.deepEqual(more, []);
  await advance('P3D');
  assert.deepEqual(await arrived(), [], 'that it ends is no new dispute');
});

test('a webhook that was switched off, to the whole team that has chosen it, each once', async () => {
  const { product, must, choose, arrived, store_id } = await storeWithTeam('support');
  const other = await someone(store_id, 'admin');
  const stranger = await storeWithTeam();
  for (const one of [{ choose }, other, stranger])
    await one.choose({ webhook_disabled: 'at_once' });
  const receiver = await startReceiver();
  receiver.answer = answering(410);
  await must('POST /create-webhook', { url: receiver.url });
  await product();
  await shop.runJob('webhooks');
  for (const one of [{ arrived }, other]) {
    const [mail, ...more] = await one.arrived();
    assert.equal(mail?.subject, `Webhook switched off: ${receiver.url}`);
    assert.deepEqual(more, []);
  }
  assert.deepEqual(await stranger.arrived(), [], 'not those of another store');
});

test('once a day: one mail with everything of the day, at seven in UTC', async () => {
  const { product, buy, choose, arrived, must } = await storeWithTeam();
  await choose({ sale: 'daily' });
  const euros = await product({ name: 'Editor' });
  const dollars = await product({ name: 'Viewer', currency: 'USD', price: 5 });
  for (let at = 0; at < 23; at++) await buy(euros, { customer_id: `buyer${at}` });
  await must('POST /create-customer', {
    customer_id: 'zoe',
    name: 'Zoe',
    email: 'zoe@example.com',
  });
  await buy(dollars, { customer_id: 'zoe' });
  assert.deepEqual(await arrived(), []);
  const morning = Math.ceil((shop.now - 7 * HOUR_MS) / DAY_MS) * DAY_MS + 7 * HOUR_MS;
  shop.now = morning - 1;
  assert.deepEqual(await arrived(), []);
  shop.now = morning;
  const [mail, ...more] = await arrived();
  assert.ok(mail);
  assert.deepEqual(more, []);
  assert.match(mail.subject, /: 24 sales$/);
  assert.match(mail.text, /Sold: €460\.00 and \$5\.00\./);
  assert.match(mail.text, /Editor, €20\.00, to buyer0\./);
  assert.match(mail.text, /And 4 more\./);
  shop.now += DAY_MS;
  assert.deepEqual(await arrived(), [], 'a day without anything brings none');
});

test('more than five at once come in one mail', async () => {
  const { product, buy, choose, subjects } = await storeWithTeam();
  await choose({ sale: 'at_once' });
  const product_id = await product();
  for (let at = 0; at < 6; at++) await buy(product_id, { customer_id: `buyer${at}` });
  const found = await subjects();
  // The job may have run in between: then there are several, which together tell of six.
  const told = found.map((subject) => Number(/(\d+) sales$/.exec(subject)?.[1] ?? 1));
  assert.equal(
    told.reduce((sum, one) => sum + one, 0),
    6,
    found.join(),
  );
});

test('backups and certificates: owners alone choose them and get them, once', async () => {
  const owner = await someone(shop.store_id, 'owner');
  const admin = await someone(shop.store_id, 'admin');
  const shown = await admin.choose({ backup_failed: 'at_once', certificate_ending: 'at_once' });
  assert.doesNotMatch(shown, /backup_failed/);
  await owner.choose({ backup_failed: 'at_once' });
  const failed = { kind: 'backup_failed', about: 'backup 0', created_at: shop.now } as const;
  const data = JSON.stringify({ what: 'the disk is full', path: '/backups' });
  for (let tries = 0; tries < 2; tries++) {
    await shop.db.write(null, async (tx) => putInOutbox(tx, { store_id: '', ...failed, data }));
    const mails = await owner.arrived();
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      tries === 0 ? ['No backup could be made'] : [],
    );
    for (const { text } of mails) assert.match(text, /No backup could be made: the disk is full/);
    assert.deepEqual(await admin.arrived(), []);
  }
});

test('somebody who is removed gets none: not of later sales, nor what waits or was queued', async () => {
  const { product, buy, must, choose, arrived, person, store_id } = await storeWithTeam();
  const daily = await someone(store_id, 'viewer');
  await daily.choose({ sale: 'daily' });
  await choose({ sale: 'at_once' });
  const product_id = await product();
  await buy(product_id);
  await shop.runJob('notifications');
  // The mail is queued; the digest waits for the morning.
  for (const { person_id } of [person, daily.person]) {
    await must('POST /remove-member', { member_id: person_id });
  }
  await buy(product_id);
  shop.now += 2 * DAY_MS;
  const all = await Promise.all([arrived(), daily.arrived()]);
  const mails = (await must('GET /list-mails', { kind: 'notification' })).data;
  // What the server had taken before they were removed is no matter of this test.
  const sent = mails.filter(({ status }: { status: string }) => status === 'sent').length;
  assert.equal(all.flat().length, sent);
  assert.ok(mails.length <= 1, 'nothing is queued for them any more');
  const { data } = await must('GET /list-members');
  assert.deepEqual(
    data.filter(({ role }: { role: string }) => role === 'viewer'),
    [],
  );
});

test('the link at the end stops them without signing in, twice as well, and nobody else’s', async () => {
  const { product, buy, choose, arrived, store_id } = await storeWithTeam();
  const other = await someone(store_id, 'viewer');
  for (const one of [{ choose }, other]) await one.choose({ sale: 'at_once' });
  const product_id = await product();
  await buy(product_id);
  const [mail] = await arrived();
  await other.arrived();
  const [, path = ''] = /Stop these mails:\nhttps:\/\/[^/]+(\S+)/.exec(mail?.text ?? '') ?? [];
  const stranger = openBrowser(shop);
  assert.match(readable(await stranger.page(path)), /Stop these mails\?/);
  await buy(product_id);
  assert.equal((await arrived()).length, 1, 'looking at it stops nothing');
  await other.arrived();
  for (let times = 0; times < 2; times++) {
    const answer = await stranger.post(path, {});
    assert.equal(answer.status, 200, answer.text);
    assert.match(readable(answer.text), /no more of these mails/);
  }
  await buy(product_id);
  assert.deepEqual(await arrived(), []);
  assert.equal((await other.arrived()).length, 1);
  const wrong = path.replace(/.{4}$/, '0000');
  assert.equal((await stranger.get(wrong)).status, 404);
  assert.equal((await stranger.post(wrong, {})).status, 404);
});

test('nobody chooses mails of a store that they may not enter', async () => {
  const { mailPage } = await storeWithTeam();
  assert.equal((await mailPage()).status, 200);
  const { person } = await storeWithTeam();
  const [, , number] = (await storeWithTeam()).person.home.split('/');
  const headers = { cookie: person.cookie, 'sec-fetch-site': 'same-origin' };
  const path = `/account/mails/${number}`;
  const looked = await shop.send({ method: 'GET', path, headers });
  assert.equal(looked.headers.location, '/account');
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await shop.send({ method: 'POST', path, headers: form }, 'sale=at_once');
  assert.equal(sent.headers.location, '/account');
  const sql = 'SELECT 1 FROM notification_choices WHERE person_id = :person_id';
  assert.deepEqual(await shop.db.reader(null).all(sql, { person_id: person.person_id }), []);
});
