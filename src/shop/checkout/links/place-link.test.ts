import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CastStore } from '../../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { FORMER_ADDRESSES_MAX } from './link-address.rules.ts';

// Where links are, and what becomes of the addresses that they leave.

const shop: Shop = await startShop();

interface Link {
  payment_link_id: string;
  slug: string;
  url: string;
}

const pathOf = ({ url }: Link) => new URL(url).pathname;

/** A store with a product, and what is done with its links. */
async function seller() {
  const store: CastStore = await shop.openStore();
  const product_id = await store.product();
  const ask = (slug: string) => store.ask('POST /create-payment-link', { product_id, slug });
  const make = (slug: string): Promise<Link> =>
    store.must('POST /create-payment-link', { product_id, slug });
  const move = ({ payment_link_id }: Link, slug: string) =>
    store.ask('POST /update-payment-link', { payment_link_id, slug });
  const remove = ({ payment_link_id }: Link) =>
    store.must('DELETE /delete-payment-link', { payment_link_id });
  return { ask, make, move, remove };
}

const open = (path: string) => shop.send({ method: 'GET', path });
/** Where an address leads; the address itself if there is something to buy, else the status. */
async function leadsTo(path: string): Promise<string | number> {
  const { status, headers } = await open(path);
  if (status === 200) return path;
  return status === 302 ? String(headers.location) : status;
}

test('a link that moves leaves addresses that lead to it, also after it moved on and back', async () => {
  const { make, move } = await seller();
  const link = await make('spring');
  await move(link, 'summer');
  await move(link, 'autumn');
  for (const slug of ['spring', 'summer', 'autumn']) {
    assert.equal(await leadsTo(`/test/buy/${slug}`), '/test/buy/autumn', slug);
  }
  const back = await move(link, 'spring');
  assert.equal(back.body.url, link.url);
  for (const slug of ['spring', 'summer', 'autumn']) {
    assert.equal(await leadsTo(`/test/buy/${slug}`), '/test/buy/spring', slug);
  }
  await shop.assertRight();
});

test('a new link takes the slug that another has left; that one can come back when it is free', async () => {
  const { ask, make, move, remove } = await seller();
  const first = await make('offer');
  await move(first, 'offer-2026');
  const second = await make('offer');
  assert.equal(second.url, first.url);
  assert.equal(await leadsTo('/test/buy/offer'), '/test/buy/offer');
  assert.equal((await move(first, 'offer')).body.error.code, 'slug_taken');
  assert.equal((await ask('offer-2026')).body.error.code, 'slug_taken');
  await remove(second);
  assert.equal(await leadsTo('/test/buy/offer'), 404);
  assert.equal((await move(first, 'offer')).body.url, first.url);
  assert.equal(await leadsTo('/test/buy/offer-2026'), '/test/buy/offer');
  await shop.assertRight();
});

test('what leads on to a link of one store is never another store’s; what was deleted may be', async () => {
  const [ours, theirs] = [await seller(), await seller()];
  const moved = await ours.make('shared');
  await ours.move(moved, 'shared-no-more');
  const beside = await theirs.make('shared');
  assert.match(pathOf(beside), /^\/test\/buy\/shared\.[1-9]\d*$/);
  assert.equal(await leadsTo('/test/buy/shared'), '/test/buy/shared-no-more');
  assert.equal(await leadsTo(pathOf(beside)), pathOf(beside));
  await ours.remove(moved);
  assert.equal(await leadsTo('/test/buy/shared'), 404);
  // A link stays where it is, until its slug is changed.
  assert.equal(await leadsTo(pathOf(beside)), pathOf(beside));
  await theirs.move(beside, 'elsewhere');
  const { body } = await theirs.move(beside, 'shared');
  assert.equal(pathOf(body), '/test/buy/shared');
  for (const path of [pathOf(beside), '/test/buy/elsewhere']) {
    assert.equal(await leadsTo(path), '/test/buy/shared', path);
  }
  assert.equal(await leadsTo('/test/buy/shared-no-more'), 404);
  await shop.assertRight();
});

test(`a link is found from its last ${FORMER_ADDRESSES_MAX} addresses; older ones are forgotten`, async () => {
  const { make, move } = await seller();
  const link = await make('moving-0');
  for (let at = 1; at <= FORMER_ADDRESSES_MAX + 2; at++) {
    shop.now += 1_000;
    assert.equal((await move(link, `moving-${at}`)).status, 200);
  }
  const newest = `/test/buy/moving-${FORMER_ADDRESSES_MAX + 2}`;
  assert.deepEqual(await Promise.all([0, 1, 2, 3].map((at) => leadsTo(`/test/buy/moving-${at}`))), [
    404,
    404,
    newest,
    newest,
  ]);
});

test('of links of two stores with one slug at once, each store has one, at an address of its own', async () => {
  const sellers = [await seller(), await seller()];
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) => sellers[at % 2]?.ask('rush')),
  );
  const made = answers.flatMap((one) => (one?.status === 200 ? [pathOf(one.body)] : []));
  const refusals = answers.flatMap((one) => (one?.status === 200 ? [] : [one?.body.error.code]));
  assert.deepEqual(new Set(refusals), new Set(['slug_taken']));
  assert.equal(made.length, 2);
  assert.ok(made.includes('/test/buy/rush'), String(made));
  for (const path of made) assert.equal(await leadsTo(path), path);
  await shop.assertRight();
});

test('a slug that is left, taken back and taken by new links at once has one link in the end', async () => {
  const { ask, make, move } = await seller();
  for (let round = 0; round < 6; round++) {
    const slug = `contested-${round}`;
    const link = await make(slug);
    await move(link, `left-${round}`);
    const answers = await Promise.all([move(link, slug), ask(slug), ask(slug), move(link, slug)]);
    const won = answers.filter(({ status }) => status === 200);
    const ids = new Set(won.map(({ body }) => body.payment_link_id));
    assert.equal(ids.size, 1, slug);
    for (const { status, body } of answers) {
      if (status !== 200) assert.equal(body.error.code, 'slug_taken');
    }
    assert.equal(await leadsTo(`/test/buy/${slug}`), `/test/buy/${slug}`);
  }
  await shop.assertRight();
});

test('a link that is deleted while it moves is at no address, and both slugs are free', async () => {
  const { make, move, remove } = await seller();
  for (let round = 0; round < 6; round++) {
    const link = await make(`here-${round}`);
    await Promise.all([move(link, `there-${round}`), remove(link)]);
    for (const slug of [`here-${round}`, `there-${round}`]) {
      assert.equal(await leadsTo(`/test/buy/${slug}`), 404, slug);
      assert.equal(pathOf(await make(slug)), `/test/buy/${slug}`);
    }
  }
  await shop.assertRight();
});
