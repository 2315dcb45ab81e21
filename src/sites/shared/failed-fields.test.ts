import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { openBrowser } from '../../../test/harness/visits/account.ts';
import { openVisitedStore } from '../../../test/harness/visits/visiting.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import { countryIn, typedFrom } from '../checkout/checkout-form.ts';

// A field that failed its schema is shown again and used for nothing; nor is work done for a form
// that is refused anyway.

let shop: Shop;
before(async () => {
  shop = await startShop({ rate_limit: { rate_per_second: 1000, burst: 2000 } });
});

test('a tax number beside a field that failed is not asked about, and is no try', async () => {
  const store = await openVisitedStore(shop);
  await store.must('POST /create-customer', { customer_id: 'ada' });
  const ada = await store.visit('ada');
  const { burst } = LIMITS.tries_per_link;
  const post = (email: string, n: number) =>
    ada.post('/billing', { email, country: 'CH', tax_id: `NUMBER ${n}` });
  for (let n = 0; n < burst; n++) assert.equal((await post('no address', n)).status, 400);
  for (let n = 0; n < burst; n++) assert.equal((await post('ada@example.com', n)).status, 303);
  assert.equal((await post('ada@example.com', burst)).status, 429);
});

test('a name that failed is nothing that a password is judged by', async () => {
  const made = await shop.call('POST /invite-member', { email: 'ben@example.com', role: 'viewer' });
  const path = new URL(made.body.invitation_url).pathname;
  const browser = openBrowser(shop);
  const problems = async (form: Record<string, string>) =>
    [...(await browser.post(path, form)).text.matchAll(/id="(\w+)-problem"/g)].map(([, id]) => id);
  const [name, password] = ['Windmolen Vierkant', 'windmolen-vierkant'];
  assert.deepEqual(await problems({ name, password }), ['password']);
  assert.deepEqual(await problems({ name: name + 'x '.repeat(5_000), password }), ['name']);
});

test('from a country that is none nothing follows, whatever it becomes in capitals', () => {
  const country = (typed: string) => countryIn({ ...typedFrom(() => null), country: typed });
  assert.deepEqual(['de', 'DE'].map(country), ['DE', 'DE']);
  for (const typed of ['', 'ß', 'D', 'DEU', 'xx', `DE${' '.repeat(40_000)}`]) {
    assert.equal(country(typed), undefined, typed.slice(0, 9));
  }
});
