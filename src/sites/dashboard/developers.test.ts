import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type CastStore, openStore } from '../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import { signedIn } from '../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';
import { answering, type Receiver, startReceiver } from '../../../test/stand-ins/receiver.ts';

let shop: Shop;
let store: CastStore;
let receiver: Receiver;
let webhook_id: string;
let event_id: string;
before(async () => {
  shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });
  store = await openStore(shop, shop);
  receiver = await startReceiver();
  receiver.answer = (response) => response.writeHead(500).end('<script>alert(1)</script>');
  webhook_id = (await store.must('POST /create-webhook', { url: receiver.url })).webhook_id;
  await store.product({ name: 'Editor <b>' });
  event_id = (await store.must('GET /list-events')).data[0].event_id;
  await tried(1);
});

const deliveries = async (more: object = {}) =>
  (await store.must('GET /list-webhook-deliveries', more)).data;
const tried = (attempts: number) =>
  until(
    async () => (await deliveries()).some((one: { attempts: number }) => one.attempts >= attempts),
    'it was tried',
  );

test('events are found by type and by record, and show their data as it is sent', async () => {
  const owner = await signedIn(shop);
  const all = await owner.page('/events');
  assert.match(all, new RegExp(`/events/${event_id}">product.created`));
  const { data } = await store.must('GET /get-event', { event_id });
  assert.match(await owner.page(`/events?record_id=${data.product_id}`), new RegExp(event_id));
  assert.match(readable(await owner.page('/events?type=product.updated')), /Nothing fits/);
  assert.equal((await owner.get('/events?type=nonsense')).status, 400);
  assert.equal((await owner.get('/events.csv?type=nonsense')).status, 400);
  const page = await owner.page(`/events/${event_id}`);
  assert.match(page, /&quot;name&quot;: &quot;Editor &lt;b&gt;&quot;/);
  assert.match(page, new RegExp(`href="[^"]*/products/${data.product_id}"`));
  assert.match(readable(page), /Failing, tried again.*500/s);
  const { text } = await owner.get('/events.csv');
  assert.match(text, new RegExp(`product.created,${data.product_id},`));
});

test('a delivery shows what is sent and the answer as text, and is sent again; support may', async () => {
  const [{ delivery_id }] = await deliveries({ event_id });
  const support = await signedIn(shop, { role: 'support' });
  const page = await support.page(`/deliveries/${delivery_id}`);
  assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  assert.doesNotMatch(page, /<script>alert/);
  assert.match(readable(page), /Status\s+500/);
  assert.match(readable(page), /Took\s+[\d,]+ ms/);
  const form = await support.hidden(
    `/deliveries/${delivery_id}`,
    `/deliveries/${delivery_id}/replay`,
  );
  const count = receiver.received.length;
  const first = await support.post(`/deliveries/${delivery_id}/replay`, form);
  assert.match(readable(await support.follow(first)), /sent again/);
  await receiver.got(count + 1);
  const again = await support.post(`/deliveries/${delivery_id}/replay`, form);
  assert.equal(again.headers.location, first.headers.location, 'sent twice, it acts once');
  const list = await support.page(`/deliveries?status=pending&webhook_id=${webhook_id}`);
  assert.match(list, new RegExp(delivery_id));
  assert.match(readable(await support.page('/deliveries?status=delivered')), /Nothing fits/);
  const { text } = await support.get(`/deliveries.csv?event_id=${event_id}`);
  assert.match(text, new RegExp(`product.created,pending,${webhook_id},500,`));
});

test('an event is sent again to one webhook or to all; what was done is said', async () => {
  const support = await signedIn(shop, { role: 'support' });
  const at = `/events/${event_id}`;
  for (const chosen of ['', webhook_id]) {
    const count = receiver.received.length;
    const form = { ...(await support.hidden(at, `${at}/replay`)), webhook_id: chosen };
    const page = await support.follow(await support.post(`${at}/replay`, form));
    assert.match(readable(page), /sent again to one webhook/);
    await receiver.got(count + 1);
  }
  const wrong = await support.post(`${at}/replay`, { webhook_id: 'wh_nothing' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /role="alert"/);
});

test('all failed deliveries are tried again, and how many is said', async () => {
  const support = await signedIn(shop, { role: 'support' });
  receiver.answer = answering(200);
  const waiting = (await deliveries({ webhook_id, status: 'pending' })).length;
  assert.ok(waiting > 0);
  const at = `/webhooks/${webhook_id}`;
  const none = await support.post(`${at}/replay`, { since: '2020-01-01', until: '2020-01-02' });
  assert.match(readable(await support.follow(none)), /no failed deliveries in these days/);
  const form = { ...(await support.hidden(at, `${at}/replay`)), since: '', until: '' };
  const page = readable(await support.follow(await support.post(`${at}/replay`, form)));
  assert.match(page, /(One delivery is|\d+ deliveries are) tried again now/);
  await until(
    async () => (await deliveries({ webhook_id, status: 'pending' })).length === 0,
    'all are delivered',
  );
  assert.equal((await support.post(`${at}/replay`, { since: 'soon' })).status, 400);
});

test('a webhook is made, its secret is shown once, and it is changed, switched and deleted', async () => {
  const admin = await signedIn(shop, { role: 'admin' });
  const { attempt } = await admin.hidden('/webhooks/new');
  const kassa = { format: 'kassa', 'events.product.created': 'on' };
  const form = { url: 'https://example.com/hook', ...kassa, attempt };
  const made = await admin.post('/webhooks/new', form);
  assert.equal(made.status, 200);
  assert.equal(made.headers['cache-control'], 'no-store');
  const [, secret = ''] = /id="secret">(whsec_[^<]+)</.exec(made.text) ?? [];
  assert.ok(secret);
  const again = await admin.post('/webhooks/new', form);
  assert.ok(again.text.includes(secret), 'the same form shows the same secret, and makes no other');
  const [one] = (await store.must('GET /list-webhooks')).data;
  assert.deepEqual([one.url, one.events], ['https://example.com/hook', ['product.created']]);
  const at = `/webhooks/${one.webhook_id}`;
  assert.ok(!(await admin.page(at)).includes(secret));

  const other_url = 'https://example.com/other';
  const changed = { url: other_url, format: 'kassa', 'events.license.created': 'on' };
  assert.match(readable(await admin.follow(await admin.post(`${at}/edit`, changed))), /changed/);
  assert.match(await admin.page(`${at}/edit`), /value="https:\/\/example\.com\/other"/);
  assert.match(await admin.page(`${at}/edit`), /name="events\.license\.created" checked/);
  const creem = { name: 'Fulfilment', format: 'creem', 'creem_events.refund.created': 'on' };
  const shown = await admin.follow(await admin.post(`${at}/edit`, { ...changed, ...creem }));
  assert.match(readable(shown), /Fulfilment.*Creem.*refund\.created/s);
  assert.match(await admin.page(`${at}/edit`), /name="creem_events\.refund\.created" checked/);
  const wrong_url = { url: 'http://127.0.0.1:1/x y', format: 'kassa' };
  const refused = await admin.post(`${at}/edit`, wrong_url);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /id="url-problem"/);

  assert.match(readable(await admin.follow(await admin.post(`${at}/off`, {}))), /webhook is off/);
  assert.match(readable(await admin.follow(await admin.post(`${at}/on`, {}))), /webhook is on/);

  assert.match(readable(await admin.page(`${at}/rotate`)), /both secrets for a day/);
  const rotated = await admin.post(`${at}/rotate`, await admin.hidden(`${at}/rotate`));
  const [, other = ''] = /id="secret">(whsec_[^<]+)</.exec(rotated.text) ?? [];
  assert.ok(other !== '' && other !== secret);

  assert.match(readable(await admin.page(`${at}/delete`)), /cannot be undone/);
  const gone = await admin.follow(await admin.post(`${at}/delete`, {}));
  assert.match(readable(gone), /was deleted/);
  assert.equal((await admin.get(at)).status, 404);
});

test('mails are found by state, kind and recipient, shown without danger, and sent again', async () => {
  const mail = await store.must('POST /send-test-mail', { to: 'ada@example.com' });
  await store.must('POST /send-test-mail', { to: 'ben@example.com' });
  const support = await signedIn(shop, { role: 'support' });
  const list = readable(await support.page('/mails?to=ada%40example.com&kind=test&status=kept'));
  assert.match(list, /ada@example\.com/);
  assert.doesNotMatch(list, /ben@example\.com/);
  const at = `/mails/${mail.mail_id}`;
  const { text, headers } = await support.get(at);
  assert.match(String(headers['content-security-policy']), /frame-src 'self'/);
  assert.match(text, /<iframe[^>]* sandbox\s/);
  const view = await support.get(`${at}/view`);
  const policy = String(view.headers['content-security-policy']);
  assert.match(policy, /^sandbox; default-src 'none'/);
  assert.match(policy, /frame-ancestors 'self'/);
  const { html } = await store.must('GET /get-mail', { mail_id: mail.mail_id });
  assert.equal(view.text, html);
  const form = await support.hidden(at, `${at}/resend`);
  const sent = await support.post(`${at}/resend`, { ...form, to: 'eve@example.com' });
  assert.match(readable(await support.follow(sent)), /sent again.*eve@example\.com/s);
  const wrong = await support.post(`${at}/resend`, { to: 'nobody' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="to-problem"/);
});

test('what is copied is shown, and how to copy; nothing is claimed that is not known', async () => {
  const owner = await signedIn(shop);
  const page = readable(await owner.page('/backups'));
  assert.match(page, /Newest backup\s+None/);
  assert.match(page, /npm run kassa -- backup|pg_dump/);
  assert.match(page, /[\d,.]+ (kB|MB)/);
});
