import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { PICTURES } from '../../../../test/harness/pictures.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
  await shop.call('POST /create-discount-code', { code: 'STAY', discount_percentage: 50 });
});

const read = async (operation: string) => (await shop.call(`GET /${operation}`)).body;

/** Each page: a form with everything, what the API reads then, one with nothing, and mistakes. */
const PAGES = {
  '/brand': {
    operation: 'get-store',
    full: {
      ...{ name: 'Lumen', accent_color: '#ABC', default_language: 'de' },
      ...{ support_email: 'help@example.com', support_url: 'https://example.com/help' },
      ...{ terms_url: 'https://example.com/t', privacy_url: 'https://example.com/p' },
      imprint_url: 'https://example.com/i',
      ...{ refund_url: 'https://example.com/r', license_key_prefix: 'lumen' },
      embed_domains: 'https://a.example\r\nhttps://b.example\r\n',
    },
    becomes: {
      accent_color: '#aabbcc',
      license_key_prefix: 'LUMEN',
      embed_domains: ['https://a.example', 'https://b.example'],
    },
    empty: { name: 'Lumen', default_language: 'en' },
    cleared: {
      accent_color: null,
      terms_url: null,
      license_key_prefix: 'KASSA',
      embed_domains: [],
    },
    wrong: { name: '', accent_color: 'red', terms_url: 'x', embed_domains: 'http://a.example' },
  },
  '/checkout-settings': {
    operation: 'get-store-settings',
    full: {
      ...{ retry_days: '1, 2 4', after_retries: 'pause', past_due_license_days: '7' },
      ...{ unpaid_license_days: '2', on_dispute_lost: 'keep', cancel_offer: 'STAY' },
      on_fraud_warning: 'refund',
      ...{ portal_quantity_changes: 'on', portal_pauses: 'on', lemon_squeezy_licenses: 'on' },
      allowed_origins: 'https://A.example/\r\nhttp://localhost:3000\r\n',
    },
    becomes: {
      ...{ retry_days: [1, 2, 4], past_due_license_days: 7, unpaid_license_days: 2 },
      ...{ portal_quantity_changes: true, portal_pauses: true, lemon_squeezy_licenses: true },
      allowed_origins: ['https://a.example', 'http://localhost:3000'],
    },
    empty: {
      ...{ after_retries: 'cancel', on_dispute_lost: 'cancel', on_fraud_warning: 'ask' },
      unpaid_license_days: '0',
    },
    cleared: {
      ...{ retry_days: [], past_due_license_days: null, cancel_offer: null },
      ...{ portal_quantity_changes: false, portal_pauses: false, unpaid_license_days: 0 },
      ...{ allowed_origins: [], lemon_squeezy_licenses: false },
    },
    wrong: {
      ...{ retry_days: '1, soon', unpaid_license_days: '', past_due_license_days: '-1' },
      allowed_origins: 'http://a.example',
    },
  },
  '/invoicing': {
    operation: 'get-invoice-settings',
    full: { prefix: 'L-', next_number: '7', language: 'de', notes: 'Thanks.\r\n\r\nBye.' },
    becomes: { next_number: 7, notes: ['Thanks.', 'Bye.'], example: 'L-0007' },
    empty: { prefix: '', next_number: '7', language: 'buyer' },
    cleared: { prefix: '', notes: [] },
    wrong: { prefix: 'x'.repeat(21), next_number: '0.5', notes: 'x'.repeat(501) },
  },
  '/mail': {
    operation: 'get-mail-settings',
    full: {
      ...{ enabled: 'on', from_name: 'Lumen', reply_to: 'help@example.com', language: 'fr' },
      renewal_notice_days: '30',
    },
    becomes: { enabled: true, renewal_notice_days: 30 },
    empty: { renewal_notice_days: '14' },
    cleared: { enabled: false, from_name: null, reply_to: null, language: null },
    wrong: { from_name: 'x'.repeat(101), reply_to: 'nobody', renewal_notice_days: '61' },
  },
};

for (const [path, { operation, full, becomes, empty, cleared, wrong }] of Object.entries(PAGES)) {
  const is_multipart = path === '/brand';
  const send = async (person: Awaited<ReturnType<typeof signedIn>>, form: object) =>
    is_multipart ? person.upload(path, { ...form }) : person.post(path, form);

  test(`${path}: what the form says is what the API reads, and can be cleared`, async () => {
    const owner = await signedIn(shop);
    assert.match(await owner.follow(await send(owner, full)), /Saved\./);
    const record = await read(operation);
    for (const [name, value] of Object.entries({ ...full, ...becomes })) {
      assert.deepEqual(record[name], value, name);
    }
    const page = await owner.page(path);
    assert.match(page, /<button class="button">Save</);
    assert.equal((await send(owner, empty)).status, 303);
    const after = await read(operation);
    for (const [name, value] of Object.entries(cleared)) assert.deepEqual(after[name], value, name);
  });

  test(`${path}: 400 shows all mistakes at their fields, keeps what was typed, saves nothing`, async () => {
    const owner = await signedIn(shop);
    const was = await read(operation);
    const { status, text } = await send(owner, { ...empty, ...wrong });
    assert.equal(status, 400);
    for (const name of Object.keys(wrong)) {
      assert.match(text, new RegExp(`<a href="#${name}">.*id="${name}-problem"`, 's'), name);
    }
    assert.deepEqual(await read(operation), was);
  });

  test(`${path}: support and viewer read it, without a form, and are refused`, async () => {
    const was = await read(operation);
    for (const role of ['support', 'viewer'] as const) {
      const person = await signedIn(shop, { role });
      const page = await person.page(path);
      assert.doesNotMatch(page, new RegExp(`action="[^"]*${path}["/]`), role);
      assert.equal((await send(person, full)).status, 403, role);
    }
    assert.deepEqual(await read(operation), was);
    const other = await signedIn(shop, { store_id: (await shop.makeStore('test')).store_id });
    assert.equal((await send(other, full)).status, path === '/checkout-settings' ? 400 : 303);
    assert.deepEqual(await read(operation), was, 'another store has its own');
  });
}

test('/brand: logo and favicon are uploaded, shown and removed', async () => {
  const owner = await signedIn(shop, { role: 'admin' });
  const form = { name: 'Lumen', default_language: 'en' };
  const png = Buffer.from(PICTURES.png, 'base64');
  const webp = Buffer.from(PICTURES.webp, 'base64');
  assert.doesNotMatch(await owner.page('/brand'), /Remove the/, 'there is none');
  await owner.follow(await owner.upload('/brand', form, { logo: png, favicon: webp }));
  const { logo_url, favicon_url } = await read('get-store');
  assert.match(logo_url, /\.png$/);
  const page = await owner.page('/brand');
  assert.match(page, /Remove the logo.*Remove the favicon/s);
  assert.match(page, /type="color" name="accent_color.picked" value="#5b4bdb"/);
  assert.match(page, new RegExp(`src="${new URL(favicon_url).pathname}" alt="Favicon"`));
  await owner.upload('/brand', form, { logo: Buffer.alloc(0) });
  assert.equal((await read('get-store')).logo_url, logo_url, 'nothing chosen, nothing changed');
  const bad = await owner.upload('/brand', form, { logo: Buffer.from('nothing') });
  assert.match(bad.text, /id="logo-problem">must be a PNG/);
  await owner.upload('/brand', { ...form, remove_logo: 'on', remove_favicon: 'on' });
  const after = await read('get-store');
  assert.deepEqual([after.logo_url, after.favicon_url], [null, null]);
});

test('/brand: a colour is looked at before it is saved', async () => {
  const owner = await signedIn(shop);
  const was = await read('get-store');
  const form = { name: 'Other', default_language: 'en', accent_color: '#a00', preview: '1' };
  const { status, text } = await owner.upload('/brand', form);
  assert.equal(status, 200);
  assert.match(text, /fill="#aa0000".*name="accent_color" value="#a00"/s);
  assert.deepEqual(await read('get-store'), was);
});

test('/mail: each kind is shown, worded in a language, tried and switched off', async () => {
  const owner = await signedIn(shop);
  const form = { enabled: 'on', subject: 'Hallo {name}', greeting: 'Guten Tag', written_in: 'de' };
  const tried = await owner.post('/mail/purchase', { ...form, preview: '1' });
  assert.match(readable(tried.text), /Subject Hallo Ada Lovelace.*Guten Tag/s);
  const { kinds: before_saving } = await read('get-mail-settings');
  assert.deepEqual(before_saving.purchase.subject, {});
  const saved = await owner.follow(await owner.post('/mail/purchase', form));
  assert.match(readable(saved), /Saved\..*Hallo Ada Lovelace/s);
  const { kinds } = await read('get-mail-settings');
  assert.deepEqual(kinds.purchase, {
    ...{ enabled: true, subject: { de: 'Hallo {name}' }, greeting: { de: 'Guten Tag' } },
  });
  const looks = await owner.get('/mail/purchase/preview.html?written_in=de');
  assert.match(looks.text, /Guten Tag/);
  assert.match(String(looks.headers['content-security-policy']), /default-src 'none'.*sandbox$/);
  const wrong = await owner.post('/mail/purchase', { ...form, subject: 'Hi {nobody}' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /<a href="#subject">.*id="subject-problem">has \{nobody\}/s);
  await owner.post('/mail/purchase', { written_in: 'de', subject: '', greeting: '' });
  const after = await read('get-mail-settings');
  assert.deepEqual(after.kinds.purchase, { enabled: false, subject: {}, greeting: {} });
  for (const path of ['/mail/test', '/mail/refunded', '/mail/sign_in']) await owner.page(path);
  assert.equal((await owner.get('/mail/nothing')).status, 404);
  const viewer = await signedIn(shop, { role: 'viewer' });
  assert.doesNotMatch(await viewer.page('/mail/purchase'), /method="post" action="[^"]*\/mail/);
  assert.equal((await viewer.post('/mail/purchase', form)).status, 403);
});

test('/mail: a test mail is sent, to an address that there can be', async () => {
  const owner = await signedIn(shop);
  const sent = await owner.post('/mail/test-mail', { to: 'me@example.com', test_language: 'en' });
  assert.match(await owner.follow(sent), /on its way/);
  const { body } = await shop.call('GET /list-mails');
  assert.equal(body.data[0].to, 'me@example.com');
  const wrong = await owner.post('/mail/test-mail', { to: 'me', test_language: 'en' });
  assert.match(wrong.text, /name="to" value="me".*id="to-problem"/s);
  const support = await signedIn(shop, { role: 'support' });
  assert.doesNotMatch(await support.page('/mail'), /test-mail/);
  assert.equal((await support.post('/mail/test-mail', { to: 'a@b.example' })).status, 403);
});
