import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Answer } from '../../harness/answer.ts';
import { cards } from '../../harness/cast.ts';
import {
  assertRight,
  kindOf,
  LicenseClient,
  many,
  tally,
} from '../../harness/sales/license-clients.ts';
import { times } from '../../harness/seed.ts';
import { assertRefused, type Shop, startShop } from '../../harness/shop.ts';

// What many machines, the seller and the buyer do to one license at the same instant has the
// result of some order, and no place is ever taken twice or lost.

let shop: Shop;
let client: LicenseClient;
before(async () => {
  shop = await startShop();
  client = new LicenseClient(shop);
});

const AT_ONCE = 64;
const ROUNDS = times('LICENSE_ROUNDS', 4, 40);
const idOf = ({ body }: Answer): string => body.instance?.instance_id ?? '';
const done = (answers: Answer[]) => answers.filter(({ status }) => status === 200);
const activateMany = (license_key: string, count: number) =>
  many(count, (at) => client.activate(license_key, { instance_name: `m${at}` }));

/** Each activation that was answered 200 fitted into the limit of that very instant. */
function assertFitted(answers: Answer[]): void {
  for (const { body } of done(answers)) {
    const { activation_usage, activation_limit, instances } = body.license;
    assert.equal(instances.length, Math.min(activation_usage, 10));
    assert.ok(activation_usage <= activation_limit, `${activation_usage} of ${activation_limit}`);
  }
}

test('64 activations at once for the last free seat: one gets it, 63 are told which is oldest', async () => {
  const { license_id, license_key } = await client.buy({ activation_limit: 3 });
  const first = idOf(await client.activate(license_key));
  const second = idOf(await client.activate(license_key));
  const answers = await Promise.all(activateMany(license_key, AT_ONCE));
  assert.deepEqual(tally(answers), { 200: 1, activation_limit_reached: 63 });
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assertRefused(answer, 400, 'activation_limit_reached', ['license_key']);
    assert.match(answer.body.error.details[0].message, /in use on 3 devices/);
    assert.ok(answer.text.includes(first), 'of two seen at one instant, the earlier is named');
  }
  const [won] = done(answers).map(idOf);
  assert.deepEqual(await client.live(license_id), [first, second, won].sort());
  const story = ['created', 'activated', 'activated', 'activated'];
  assert.deepEqual(await client.story(license_id), story);
  await assertRight(shop);
});

test('64 activations with one fingerprint: one instance and one seat, told to all of them', async () => {
  const { license_id, license_key } = await client.buy({ activation_limit: 2 });
  await client.activate(license_key, { fingerprint: 'other' });
  const ask = (at: number) =>
    client.activate(license_key, { fingerprint: 'same', instance_name: `n${at}` });
  const answers = await Promise.all(many(AT_ONCE, ask));
  assert.deepEqual(tally(answers), { 200: AT_ONCE });
  const ids = new Set(answers.map(idOf));
  assert.equal(ids.size, 1);
  for (const { body } of answers) assert.equal(body.license.activation_usage, 2);
  assert.equal((await client.live(license_id)).length, 2);
  assert.deepEqual(await client.story(license_id), ['created', 'activated', 'activated']);
  await assertRight(shop);
});

test('64 deactivations of one instance: each is 200, its seat is freed once', async () => {
  const { license_id, license_key } = await client.buy({ activation_limit: 3 });
  const [gone = '', stays = '', ...more] = (await Promise.all(activateMany(license_key, 3))).map(
    idOf,
  );
  const answers = await Promise.all(many(AT_ONCE, () => client.deactivate(license_key, gone)));
  assert.deepEqual(tally(answers), { 200: AT_ONCE });
  for (const { body } of answers) {
    assert.deepEqual([body.deactivated, body.license.activation_usage], [true, 2]);
  }
  assert.deepEqual(await client.live(license_id), [stays, ...more].sort());
  const story = await client.story(license_id);
  assert.equal(story.filter((type) => type === 'deactivated').length, 1);
  const again = await Promise.all(activateMany(license_key, AT_ONCE));
  assert.deepEqual(tally(again), { 200: 1, activation_limit_reached: 63 });
  await assertRight(shop);
});

test(`activations and deactivations at once, ${ROUNDS} rounds: a seat is never lost or made`, async () => {
  const { license_id, license_key } = await client.buy({ activation_limit: 8 });
  let live: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const leaving = live.slice(0, 5);
    const [activated] = await Promise.all([
      Promise.all(activateMany(license_key, 24)),
      Promise.all(leaving.map((instance_id) => client.deactivate(license_key, instance_id))),
    ]);
    assertFitted(activated);
    const expected = [...live.slice(5), ...done(activated).map(idOf)].sort();
    live = await client.live(license_id);
    assert.deepEqual(live, expected);
    assert.ok(live.length <= 8 && live.length >= 3);
    const refused = activated.some((answer) => kindOf(answer) === 'activation_limit_reached');
    assert.ok(refused, '24 never fit into 8');
  }
  await assertRight(shop);
});

test(`activations while the quantity goes up and down, ${ROUNDS} rounds: each fits what was paid for then`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const offer = { activation_limit: 2, interval: 'month', quantity: 2 } as const;
    const { license_id, license_key, subscription_id } = await client.buy(offer);
    const early = (await Promise.all(activateMany(license_key, 3))).map(idOf);
    const quantities = [5, 1, 4, 3, 2];
    const [activated, ended, changed] = await Promise.all([
      Promise.all(activateMany(license_key, 40)),
      Promise.all(early.slice(1).map((instance_id) => client.deactivate(license_key, instance_id))),
      Promise.all(
        quantities.map((quantity) =>
          client.call('POST /update-subscription', { subscription_id, quantity }),
        ),
      ),
    ]);
    assert.deepEqual(tally(ended), { 200: 2 });
    assert.equal(done(changed).length, quantities.length, changed.map(kindOf).join());
    assertFitted(activated);
    assert.ok(
      activated.every(({ status, body }) =>
        status === 200 ? true : body.error.code === 'activation_limit_reached',
      ),
    );
    const live = await client.live(license_id);
    assert.deepEqual(live, [early[0], ...done(activated).map(idOf)].sort());
    assert.ok(live.length <= 10, 'never above the largest limit there was');
    const { quantity } = await client.must('GET /get-subscription', { subscription_id });
    const license = await client.license(license_id);
    assert.equal(license.activation_limit, 2 * quantity);
    const one_more = kindOf(await client.activate(license_key));
    const fits = live.length < license.activation_limit;
    assert.equal(one_more, fits ? '200' : 'activation_limit_reached');
  }
  await assertRight(shop);
});

for (const [what, run] of [
  ['a full refund', 'refund-transaction'],
  ['disable-license', 'disable-license'],
] as const) {
  test(`activations during ${what}, ${ROUNDS} rounds: none is made after it, those before it stay`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const bought = await client.buy({ activation_limit: 100 });
      const { license_id, license_key, transaction_id } = bought;
      const input = run === 'disable-license' ? { license_id } : { transaction_id };
      const [stopped, ...activated] = await Promise.all([
        client.call(`POST /${run}`, input),
        ...activateMany(license_key, 24),
      ]);
      assert.equal(stopped?.status, 200, stopped?.text);
      for (const answer of activated) assert.match(kindOf(answer), /^(200|license_disabled)$/);
      assert.deepEqual(await client.live(license_id), done(activated).map(idOf).sort());
      const story = await client.story(license_id);
      assert.equal(story.at(-1), 'disabled', 'nothing is activated behind it');
      assert.equal((await client.license(license_id)).status, 'disabled');
      assertRefused(await client.activate(license_key), 400, 'license_disabled');
    }
    await assertRight(shop);
  });
}

test(`activations during reissue-license, ${ROUNDS} rounds: the old key opens nothing, its seats are free`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { license_id, license_key } = await client.buy({ activation_limit: 10 });
    const reissues = many(4, () => client.call('POST /reissue-license', { license_id }));
    const [activated, reissued] = await Promise.all([
      Promise.all(activateMany(license_key, 24)),
      Promise.all(reissues),
    ]);
    assert.deepEqual(tally(reissued), { 200: 4 });
    const allowed = /^(200|license_not_found|activation_limit_reached)$/;
    for (const answer of activated) assert.match(kindOf(answer), allowed);
    assert.deepEqual(await client.live(license_id), []);
    const keys = reissued.map(({ body }) => body.license_key);
    assert.equal(new Set([license_key, ...keys]).size, 5, 'each is another key');
    const current = (await client.license(license_id)).license_key;
    const asked = await Promise.all([license_key, ...keys].map((key) => client.validate(key)));
    const known = asked.filter(({ status }) => status === 200);
    assert.deepEqual(
      known.map(({ body }) => body.license.license_key),
      [current],
    );
    const again = await Promise.all(activateMany(current, 24));
    assert.deepEqual(tally(again), { 200: 10, activation_limit_reached: 14 });
  }
  await assertRight(shop);
});

test('disable-license and enable-license, 32 at once: they take turns, and the last one counts', async () => {
  const { license_id, license_key } = await client.buy();
  await client.activate(license_key);
  const answers = await Promise.all(
    many(32, (at) => client.call(`POST /${at % 2 ? 'en' : 'dis'}able-license`, { license_id })),
  );
  assert.deepEqual(tally(answers), { 200: 32 });
  const story = (await client.story(license_id)).slice(2);
  assert.ok(
    story.every((type, at) => type === (at % 2 ? 'enabled' : 'disabled')),
    story.join(),
  );
  const { status } = await client.license(license_id);
  assert.equal(status, story.at(-1) === 'disabled' ? 'disabled' : 'active');
  await assertRight(shop);
});

test('32 completions of one session: one license, and the same key in each answer', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const interval = round % 2 === 0 ? undefined : 'month';
    const idempotency_key = round % 4 < 2 ? undefined : `pay-once-${round}`;
    const checkout_session_id = await client.openSession({
      activation_limit: 3,
      quantity: 2,
      ...(interval && { interval }),
    });
    const payment = { checkout_session_id, payment_method: cards.pays };
    const answers = await Promise.all(
      many(32, () => client.call('POST /complete-checkout', payment, idempotency_key)),
    );
    assert.deepEqual(tally(answers), { 200: 32 });
    const { customer_id, product_id, transaction_id, subscription_id } = answers[0]?.body ?? {};
    const { data } = await client.must('GET /list-licenses', { customer_id });
    assert.equal(data.length, 1);
    const [license] = data;
    for (const { body } of answers) assert.deepEqual(body.license_keys, [license.license_key]);
    const whose = { customer_id, product_id, transaction_id, subscription_id };
    assert.deepEqual({ ...license, ...whose }, license);
    assert.deepEqual([license.activation_limit, license.status], [6, 'inactive']);
    assert.deepEqual(await client.story(license.license_id), ['created']);
  }
  await assertRight(shop);
});

test('one Idempotency-Key on 32 activations: one instance, and 32 times the same answer', async () => {
  const { license_id, license_key } = await client.buy({ activation_limit: 5 });
  const ask = () => client.activate(license_key, {}, 'activate-once');
  const answers = await Promise.all(many(32, ask));
  assert.deepEqual(tally(answers), { 200: 32 });
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
  assert.equal(replayed.length, 31);
  assert.deepEqual(await client.live(license_id), [idOf(await ask())]);
  const other = await client.activate(license_key, { fingerprint: 'x' }, 'activate-once');
  assertRefused(other, 400, 'idempotency_key_reused');
  assert.equal((await client.live(license_id)).length, 1);
  await assertRight(shop);
});

test('validations and lists while seats change, 4 rounds: each answer is of one instant', async () => {
  for (let round = 0; round < 4; round++) {
    const { license_id, license_key } = await client.buy({ activation_limit: 50 });
    let is_over = false;
    const told: [operation: string, license: Answer['body']][] = [];
    const look = async () => {
      while (!is_over) {
        const validated = await client.validate(license_key);
        const listed = await client.call('GET /list-licenses', { license_id });
        told.push(['validate-license', validated.body.license]);
        told.push(['list-licenses', listed.body.data[0]]);
      }
    };
    const looking = many(8, look);
    await Promise.all(activateMany(license_key, 40));
    is_over = true;
    await Promise.all(looking);
    for (const [operation, { activation_usage, instances }] of told) {
      const shown = operation === 'list-licenses' ? 100 : 10;
      const told_of = Math.min(activation_usage, shown);
      assert.equal(instances.length, told_of, `${operation}: usage counts the instances`);
    }
  }
});
