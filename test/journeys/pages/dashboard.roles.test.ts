import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeApiKey } from '../../../src/shop/store/make-store.ts';
import type { Answer } from '../../harness/answer.ts';
import { openStore } from '../../harness/cast.ts';
import { startDemoShop } from '../../harness/demo-shop.ts';
import { signedIn } from '../../harness/visits/dashboard.ts';
import { formsOf, tour } from '../../harness/visits/dashboard-tour.ts';

const { shop, store_id } = await startDemoShop(20);
const { api_key } = await shop.db.write(null, (tx) =>
  makeApiKey(tx, { store_id, mode: 'test', scope: 'full', expires_at: null, now: Date.now() }),
);
const { must } = await openStore(shop, { store_id, api_key });
await must('POST /create-webhook', { url: 'https://example.com/hook' });
const { data: products } = await must('GET /search-products', {});
await must('POST /create-payment-link', { product_id: products[0].product_id });
const owner = await signedIn(shop, { store_id });
const { home } = owner;
const pages = await tour(owner);
const forms = formsOf(pages, home);

test('the tour sees every entry of the menu, and a record of every kind', () => {
  const paths = pages.map(({ path }) => path);
  assert.ok(paths.length > 40, paths.join('\n'));
  assert.ok(forms.length > 20, forms.map(({ path }) => path).join('\n'));
});

test('every role can look at every page that it is led to', async () => {
  for (const role of ['admin', 'support', 'viewer'] as const) {
    const stops = await tour(await signedIn(shop, { role, store_id }));
    assert.ok(stops.length > 15, `${role}: ${stops.length}`);
  }
});

test('a viewer sees no form that changes something, and is refused whatever an owner may send', async () => {
  const viewer = await signedIn(shop, { role: 'viewer', store_id });
  const own = formsOf(await tour(viewer), home);
  assert.deepEqual(own, []);
  const taken: string[] = [];
  for (const { path, fields } of forms) {
    const { status, text } = await viewer.post(path, fields);
    if (status !== 403 && status !== 404) taken.push(`${status} ${path} ${text.slice(0, 80)}`);
  }
  assert.deepEqual(taken, []);
  assert.deepEqual(await changesBy(viewer.person_id), []);
});

test('support does what support may, and is refused the rest, whatever an owner may send', async () => {
  const support = await signedIn(shop, { role: 'support', refund_max: 0, store_id });
  const own = new Set(formsOf(await tour(support), home).map(({ path }) => path));
  const taken: string[] = [];
  for (const { path, fields } of forms) {
    if (own.has(path)) continue;
    const { status, text } = await support.post(path, fields);
    // A refund is refused for its amount: the limit of this one is 0.
    const is_too_much = status === 400 && /refund/.test(path) && /limit|refund/i.test(text);
    if (status !== 403 && status !== 404 && !is_too_much) taken.push(`${status} ${path}`);
  }
  assert.deepEqual(taken, []);
  assert.deepEqual(await changesBy(support.person_id), []);
});

test('no page and no form of a store answers somebody of another store, under either address', async () => {
  const other = await shop.makeStore('test');
  const stranger = await signedIn(shop, { role: 'admin', store_id: other.store_id });
  const leaks: string[] = [];
  for (const { path } of pages) {
    const there = await stranger.get(home + path);
    if (there.status !== 303 || there.text !== '') leaks.push(`${there.status} ${home}${path}`);
    if (!/_[0-9a-z]{20,}|\/customers\/./.test(path)) continue;
    const here = await stranger.get(path);
    if (!isNowhere(here, stranger.home) && !/[?]/.test(path)) leaks.push(`${here.status} ${path}`);
    if (/Lumen|@example\.com.*user_|user_1\d\d\d(?!.*value=)/.test(mainOf(here.text, path))) {
      leaks.push(`shows ${path}`);
    }
  }
  for (const { path, fields } of forms) {
    const there = await stranger.post(home + path, fields);
    if (there.status !== 303) leaks.push(`${there.status} POST ${home}${path}`);
    if (!/_[0-9a-z]{20,}|\/customers\/./.test(path)) continue;
    const here = await stranger.post(path, fields);
    const is_refused = here.status === 400 || here.status === 403;
    if (!is_refused && !isNowhere(here, stranger.home)) leaks.push(`${here.status} POST ${path}`);
  }
  assert.deepEqual(leaks, []);
  assert.deepEqual(await changesBy(stranger.person_id), []);
});

test('whoever is not signed in is led to the sign-in from every page', async () => {
  const leaks: string[] = [];
  for (const { path } of pages) {
    const { status, headers } = await shop.send({ method: 'GET', path: home + path });
    if (status !== 303 || !/\/account\/sign-in/.test(String(headers.location))) leaks.push(path);
  }
  assert.deepEqual(leaks, []);
});

/** Not found, or led to the list in which it is not. */
const isNowhere = ({ status, headers }: Answer, own_home: string): boolean =>
  status === 404 || (status === 303 && String(headers.location).startsWith(`${own_home}/team`));

/** What a page says, without what was asked for and is shown again in its fields. */
const mainOf = (text: string, path: string): string => {
  const id = /[a-z]+_[0-9a-z]+/.exec(path)?.[0] ?? '';
  const main = text.slice(text.indexOf('<main'));
  return id === '' ? main : main.replaceAll(id, '');
};

/** What the audit log says that somebody has changed: it names every change. */
async function changesBy(person_id: string): Promise<string[]> {
  const sql = 'SELECT action FROM audit_entries WHERE actor_id = :person_id';
  const rows = await shop.db.reader(null).all<{ action: string }>(sql, { person_id });
  return rows.map(({ action }) => action);
}
