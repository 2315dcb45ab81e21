import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SESSION_COOKIE } from '../../src/shop/store/team/session.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { type Look, openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { answering, startReceiver } from '../stand-ins/receiver.ts';

let shop: Shop;
let paths: Record<string, string>;
before(async () => {
  shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });
  const { must, product, buy } = await shop.openStore(shop);
  const receiver = await startReceiver();
  receiver.answer = (response) => response.writeHead(503).end('Down for maintenance\n');
  const { webhook_id } = await must('POST /create-webhook', { url: receiver.url });
  await must('POST /create-webhook', {
    url: 'https://example.com/webhooks/kassa',
    events: ['product.created'],
  });
  await buy(await product(), { customer_id: 'ada' });
  const list = async () => (await must('GET /list-webhook-deliveries', { webhook_id })).data;
  await until(async () => (await list()).some(isTried), 'one was tried');
  receiver.answer = answering(200);
  const one = (await list()).find(isTried);
  const { mail_id } = await must('POST /send-test-mail', { to: 'ada@example.com' });
  await must('POST /create-api-key', { name: 'Web shop', scope: 'read' });
  paths = {
    event: `/events/${one.event_id}`,
    webhook: `/webhooks/${webhook_id}`,
    'webhook-edit': `/webhooks/${webhook_id}/edit`,
    delivery: `/deliveries/${one.delivery_id}`,
    mail: `/mails/${mail_id}`,
    'api-keys': '/api-keys',
    audit: '/audit',
    backups: '/backups',
  };
});

const isTried = ({ attempts }: { attempts: number }) => attempts > 0;

async function open(look: Look) {
  const { token, home } = await signedIn(shop);
  const opened = await openPage(look);
  const url = shop.app.base_url;
  await opened.page.context().addCookies([{ name: SESSION_COOKIE, value: token, url }]);
  return { ...opened, home: url + home };
}

// The others are seen light and wide in dashboard.browser.test.ts.
const OF_WEBHOOKS = /^(webhook|delivery)/;

for (const { look, names } of [
  { look: { width: 1280, color_scheme: 'light' }, names: OF_WEBHOOKS },
  { look: { width: 390, color_scheme: 'dark' }, names: /./ },
] as const) {
  test(`pages for developers are axe clean and fit, ${look.width} ${look.color_scheme}`, async () => {
    const { page, complaints, home } = await open(look);
    for (const [name, path] of Object.entries(paths).filter(([name]) => names.test(name))) {
      await page.goto(home + path);
      await screenshot(page, `dashboard-${name}-${look.width}`);
      const overflow = 'document.documentElement.scrollWidth - innerWidth';
      assert.ok(Number(await page.evaluate(overflow)) <= 0, `${name} is wider than the screen`);
      assert.deepEqual(await axeProblems(page), [], name);
    }
    assert.deepEqual(complaints, []);
  });
}

test('without JavaScript a key is made, shown and revoked, and a mail is seen in its frame', async () => {
  const { page, complaints, home } = await open({ width: 390, javascript: false });
  await page.goto(`${home}/api-keys`);
  await page.getByRole('link', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('Till');
  await page.getByRole('button', { name: 'Create key' }).click();
  assert.match(await page.locator('#secret').innerText(), /^kassa_test_/);
  assert.equal(new URL(page.url()).search, '', 'nothing is in the address');
  await page.goto(`${home}/api-keys`);
  await page.getByRole('link', { name: 'Revoke Till' }).click();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  assert.match(await page.locator('.note').innerText(), /is revoked/);
  await page.goto(home + paths.mail);
  const letter = page.frameLocator('iframe.mail').locator('body');
  assert.match(await letter.innerText(), /test/i);
  assert.deepEqual(complaints, []);
});

test('with JavaScript a new key is copied with a button', async () => {
  const { page, home } = await open({ width: 1280 });
  await page.goto(`${home}/api-keys/new`);
  await page.getByLabel('Name').fill('Copied');
  await page.getByRole('button', { name: 'Create key' }).click();
  await screenshot(page, 'dashboard-api-key-made-1280');
  await page.getByRole('button', { name: 'Copy' }).click();
  const status = page.locator('#secret-status', { hasText: /./ }); // The browser takes its time.
  assert.match(await status.innerText(), /Copied|Selected/);
});
