import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import {
  type Browser,
  makeOwner,
  openBrowser,
  ownerLink,
} from '../../../../test/harness/visits/account.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';
import { FIRST_STORE_NAME } from '../../../shop/store/store.rules.ts';

const FIRST_MAILS = ['sale', 'dispute', 'backup_failed', 'certificate_ending'];

/** What somebody gets at once about a store. */
async function mailsIn(browser: Browser, number: number): Promise<(string | undefined)[]> {
  const page = await browser.page(`/account/mails/${number}`);
  const choices = page.matchAll(/<select [^>]*name="(\w+)"(.*?)<\/select>/gs);
  return [...choices].flatMap(([, kind, options = '']) =>
    options.includes('value="at_once" selected') ? [kind] : [],
  );
}

const unnamed = async () => {
  const shop = await startShop();
  await shop.call('POST /update-store', { name: FIRST_STORE_NAME });
  return shop;
};

test('after the account of the owner comes the shop: name, country and currency', async () => {
  const shop = await unnamed();
  const browser = openBrowser(shop);
  const made = await browser.post(await ownerLink(shop), {
    ...{ name: 'Lena Berg', email: 'lena@example.com', password: 'correct horse battery 9' },
  });
  assert.equal(made.headers.location, '/dashboard/1/welcome');
  const page = await browser.get('/dashboard/1/welcome');
  assert.match(readable(page.text), /Welcome, Lena/);
  assert.doesNotMatch(page.text, new RegExp(`value="${FIRST_STORE_NAME}"`));
  assert.deepEqual(await mailsIn(browser, 1), FIRST_MAILS);
  const { headers } = await browser.post('/dashboard/1/go-live', { name: 'Lumen' });
  const number = Number(/^\/dashboard\/(\d+)\?done=live$/.exec(String(headers.location))?.[1]);
  assert.deepEqual(await mailsIn(browser, number), FIRST_MAILS, 'of the live store, too');
});

test('the first owner of a shop that is in use has chosen no mails', async () => {
  const browser = await makeOwner(await startShop());
  assert.deepEqual(await mailsIn(browser, 1), []);
});

test('what is said there is the seller’s country, and the currency that new products begin with', async () => {
  const shop = await unnamed();
  const owner = await signedIn(shop);
  assert.match(readable(await owner.page()), /Your shop has no name yet: give it one/);
  const empty = await owner.post('/welcome', { name: '', country: 'DE', default_currency: 'CHF' });
  assert.equal(empty.status, 400);
  assert.match(readable(empty.text), /Nothing was saved/);
  const sent = { name: 'Lumen', country: 'CH', default_currency: 'CHF' };
  const overview = readable(await owner.follow(await owner.post('/welcome', sent)));
  assert.match(overview, /1\. Add a product/);
  assert.match(overview, /Three steps to your first sale/);
  assert.doesNotMatch(overview, /no name yet/);
  const store = (await shop.call('GET /get-store')).body;
  assert.deepEqual([store.name, store.default_currency], ['Lumen', 'CHF']);
  assert.equal((await shop.call('GET /get-tax-settings')).body.country, 'CH');
  assert.match(await owner.page('/products/new'), /<option value="CHF" selected>/);

  await owner.post('/welcome', { name: 'Lumen', country: '', default_currency: '' });
  assert.equal((await shop.call('GET /get-tax-settings')).body.country, 'CH', 'not taken back');
  const again = await owner.page('/welcome');
  assert.match(again, /value="Lumen"/);
  const viewer = await signedIn(shop, { role: 'viewer' });
  assert.equal((await viewer.get('/welcome')).status, 403);
});
