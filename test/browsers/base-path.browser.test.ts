import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { localCertificate } from '../../src/platform/machine/tls/local-certificate.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { openPage } from '../harness/visits/browser.ts';
import { openVisitedStore } from '../harness/visits/visiting.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-proxy-'));
const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** A shop at /shop of a site, behind a proxy that passes that path on or takes it away. */
async function shopBelow({ keeps_path }: { keeps_path: boolean }) {
  const { cert, key } = localCertificate(folder, Date.now());
  let shop: Shop | undefined;
  const strangers: string[] = [];
  const proxy = createServer({ cert, key }, (asked, answer) => {
    const { method, url = '', headers } = asked;
    if (!shop || !url.startsWith('/shop/')) {
      strangers.push(url);
      answer.writeHead(404).end('Another program lives here.');
      return;
    }
    const path = keeps_path ? url : url.slice('/shop'.length);
    const { ca, app } = shop;
    const to = { host: '127.0.0.1', servername: 'localhost', port: app.port, ca };
    const passed = request({ ...to, method, path, headers, agent: false }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(passed);
  });
  servers.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const base_url = `https://localhost:${port}/shop`;
  shop = await startShop({ base_url });
  return { shop, base_url, strangers };
}

for (const keeps_path of [true, false]) {
  describe(`a shop below a path, behind a proxy that ${keeps_path ? 'keeps it' : 'takes it away'}`, () => {
    test('a whole purchase: coupon, decline, bank, receipt with its key', async () => {
      const { shop, base_url, strangers } = await shopBelow({ keeps_path });
      const store = await openVisitedStore(shop);
      const product_id = await store.plan({ billing_type: 'one_time', license: {} });
      await store.coupon('LAUNCH');
      const { checkout_url } = await store.create({ product_id });
      assert.ok(checkout_url.startsWith(`${base_url}/checkout/cs_`));
      const { page, complaints } = await openPage({ width: 390 });
      await page.goto(checkout_url);
      const font = await page.evaluate('getComputedStyle(document.body).fontFamily');
      assert.doesNotMatch(String(font), /Times/, 'the stylesheets are there');
      await page.getByText('Add promotion code').click();
      await page.getByLabel('Promotion code').fill('LAUNCH');
      await page.getByRole('button', { name: 'Apply' }).click();
      for (const number of ['4000 0000 0000 0002', '4000 0025 0000 3155']) {
        await page.getByLabel('E-mail').fill('ada@example.com');
        await page.getByLabel('Card number').fill(number);
        await page.getByLabel('Expiry').fill('12/34');
        await page.getByLabel('Security code').fill('123');
        await page.getByRole('button', { name: 'Pay €10.00' }).click();
      }
      assert.ok(page.url().startsWith(`${base_url}/test-bank/`), page.url());
      await page.getByRole('button', { name: 'Confirm payment' }).click();
      assert.equal(page.url(), checkout_url);
      assert.equal(
        await page.getByRole('heading', { level: 1 }).innerText(),
        'Thank you for your order',
      );
      assert.match(await page.locator('.key code').innerText(), /^KASSA-/);
      await page.getByRole('button', { name: 'Copy' }).click();
      assert.deepEqual([complaints, strangers], [[], []]);
    });

    test('the portal: every page, a change, a card, and the way back', async () => {
      const { shop, base_url, strangers } = await shopBelow({ keeps_path });
      const store = await openVisitedStore(shop);
      await store.buyLicensed('ada', { tier: 1 });
      await store.plan({ name: 'Team', price: 50, tier: 2 });
      const { portal_url } = await store.visit('ada');
      assert.ok(portal_url.startsWith(`${base_url}/portal/`));
      const { page, complaints } = await openPage({ width: 390 });
      await page.goto(portal_url);
      await page.getByRole('link', { name: 'Manage Studio' }).click();
      await page.getByLabel('Team').check();
      await page.getByRole('button', { name: 'Review change' }).click();
      await page.getByRole('button', { name: /^Confirm and pay/ }).click();
      assert.equal(await page.locator('.note').innerText(), 'Your subscription is changed.');
      await page.getByRole('link', { name: 'Cancel subscription' }).click();
      await page.getByRole('button', { name: 'Cancel subscription' }).click();
      await page.getByRole('button', { name: 'Keep my subscription' }).click();
      await page.getByRole('link', { name: 'All purchases' }).click();
      await page.getByRole('button', { name: /^Deactivate/ }).click();
      await page.getByRole('link', { name: 'Update card' }).click();
      await page.getByLabel('Card number').fill('4242 4242 4242 4242');
      await page.getByLabel('Expiry').fill('12/34');
      await page.getByLabel('Security code').fill('123');
      await page.getByRole('button', { name: 'Save card' }).click();
      await page.getByRole('link', { name: 'Update details' }).click();
      await page.getByLabel('E-mail').fill('ada@example.com');
      await page.getByRole('button', { name: 'Save' }).click();
      assert.equal(await page.locator('.note').innerText(), 'Your billing details are saved.');
      await page
        .getByRole('link', { name: /^Invoice / })
        .first()
        .click();
      assert.match(await page.getByRole('heading', { level: 1 }).innerText(), /^Invoice/);
      assert.deepEqual([complaints, strangers], [[], []]);
    });
  });
}

test('no page below a path names an address outside of it', async () => {
  const shop = await startShop({ base_url: 'https://localhost/shop' });
  const store = await openVisitedStore(shop);
  const { plan_id } = await store.buyLicensed('ada');
  const { checkout_url } = await store.create({ product_id: plan_id });
  const { portal_url } = await store.visit('ada');
  const own = (url: string) => new URL(url).pathname;
  const paths = ['/', '/docs', '/checkout/x', '/portal/x', '/test-bank/x', own(checkout_url)];
  for (const path of [...paths, own(portal_url), `${own(portal_url)}/card`]) {
    const { text } = await shop.send({ method: 'GET', path });
    const named = [...text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, at]) => at);
    assert.ok(named.length > 0, path);
    for (const at of named) assert.match(at ?? '', /^\/shop\//, path);
  }
});
