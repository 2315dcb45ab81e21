import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { linksIn } from '../../../test/harness/sales/buy-links.ts';
import { startShop } from '../../../test/harness/shop.ts';

// The seller's own fields on the payment page.

const shop = await startShop();
const store = await shop.openStore();
const { make, get, post, filled, sessionAt, hiddenIn } = linksIn(shop, store);
const product_id = await store.product();
const custom_fields = [
  { key: 'team', label: 'Team <name>', type: 'text' },
  { key: 'seats', label: 'Seats', type: 'number', optional: true },
  { key: 'size', label: 'Size', type: 'choice', options: ['Small', 'Large & wide'] },
  { key: 'terms', label: 'I accept the terms', type: 'checkbox' },
];
const { slug } = await make({ product_id, custom_fields });
const page = `/test/buy/${slug}`;

const valuesOf = (session: { custom_fields: { value: unknown }[] }) =>
  session.custom_fields.map(({ value }) => value);

test('the fields are shown in their order, as text, and asked for', async () => {
  const { text } = await get(page);
  const [, ...labels] = text.split(/<label[^>]*for="custom_/).map((part) => part.split('"')[0]);
  assert.deepEqual(labels, ['team', 'seats', 'size', 'terms']);
  assert.match(text, /Team &lt;name&gt;/);
  assert.match(text, /<option value="Large &amp; wide">Large &amp; wide<\/option>/);
  assert.match(text, /type="checkbox" id="custom_terms" name="custom_terms" value="1" required/);
});

test('what is missing or wrong is said at each field, all at once, and what was typed stays', async () => {
  const form = filled({ custom_team: ' ', custom_seats: 'many', custom_size: 'Huge', email: '' });
  const { status, text } = await post(`${page}/pay`, form);
  assert.equal(status, 400);
  for (const [name, words] of [
    ['email', 'Enter'],
    ['custom_team', 'Fill in “Team &lt;name&gt;”\\.'],
    ['custom_seats', 'Enter a number for “Seats”, such as 25\\.'],
    ['custom_size', 'Fill in “Size”\\.'],
    ['custom_terms', 'Tick “I accept the terms” to continue\\.'],
  ] as const) {
    assert.match(text, new RegExp(`id="${name}-problem"[^>]*>${words}`), name);
  }
  assert.match(text, /name="custom_seats" value="many"/);
  assert.match(text, /card_number" value="4242/);
});

test('a promotion code or an update keeps what was typed, and needs no answers yet', async () => {
  const coupon = await store.coupon('TEN', { discount_percentage: 10 });
  const { text } = await post(`${page}/coupon`, {
    ...filled({ custom_team: 'Blue "team"', custom_size: 'Small', coupon }),
  });
  assert.match(text, /Pay €18\.00/);
  assert.match(text, /name="custom_team" value="Blue &quot;team&quot;"/);
  assert.match(text, /<option value="Small" selected>/);
  assert.doesNotMatch(text, /custom_terms-problem/);
});

test('answers are kept with the session that is paid, also after a decline', async () => {
  const answers = { custom_team: ' Blue ', custom_seats: '2,5', custom_size: 'Large & wide' };
  const form = { ...filled({ ...answers, custom_terms: '1' }), ...hiddenIn(await get(page)) };
  const declined = await post(`${page}/pay`, { ...form, card_number: cards.declined.number });
  const [path = ''] = /\/checkout\/cs_[0-9a-z]{28}/.exec(declined.text) ?? [];
  const again = await get(path);
  assert.match(again.text, /name="custom_team" value="Blue"/);
  assert.match(again.text, /name="custom_terms" value="1" checked/);
  const paid = await post(`${path}/pay`, { ...form, ...hiddenIn(again) });
  assert.equal(paid.status, 303);
  const session = await sessionAt(paid);
  assert.deepEqual(valuesOf(session), ['Blue', 2.5, 'Large & wide', true]);
});

test('a field may be called "constructor", which every object seems to have', async () => {
  const field = { key: 'constructor', label: 'Who builds it', type: 'text' };
  const { slug } = await make({ product_id, custom_fields: [field] });
  const { status, text } = await get(`/test/buy/${slug}`);
  assert.equal(status, 200);
  assert.match(text, /name="custom_constructor" value=""/);
});
