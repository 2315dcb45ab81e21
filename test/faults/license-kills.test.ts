import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { verify } from '../../src/care/verify/verify.ts';
import { openSecrets } from '../../src/platform/machine/secret.ts';
import { createRevealKey } from '../../src/shop/licenses/license-key.rules.ts';
import { cards } from '../harness/cast.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { many } from '../harness/sales/license-clients.ts';
import { times } from '../harness/seed.ts';

// The power goes off again and again while licensed products are bought and used. Clients ask
// again under the same Idempotency-Key until they are answered. Nothing they were told is lost.

const KILLS = times('LICENSE_KILLS', 2, 30);
const CLIENTS = 12;
const LIMIT = 3;

let shop: ProcessShop;
const product_ids: string[] = [];
before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  const license = { activation_limit: LIMIT, valid_days: null };
  const offers = [{}, { billing_type: 'recurring' }, { license: { ...license, valid_days: 30 } }];
  for (const offer of offers) {
    const made = await shop.call('/create-product', { ...product, license, ...offer });
    product_ids.push(made.body.product_id);
  }
});

type Body = Awaited<ReturnType<ProcessShop['call']>>['body'];

/** What one buyer was told; `ended` are instances that were given back. */
interface Told {
  checkout_session_id: string;
  key: string;
  activated: string[];
  ended: string[];
}

const told: Told[] = [];
const load = { answers: 0, repeats: 0, is_over: false };
let keys = 0;

/** Asks until it is answered, through any number of kills. */
async function insist(path: string, input: object): Promise<{ status: number; body: Body }> {
  const headers = { 'idempotency-key': `key-${keys++}` };
  for (;;) {
    const answer = await shop.call(path, input, headers).catch(() => undefined);
    load.answers += 1;
    // A charge whose outcome is not known yet is asked about again.
    if (answer && answer.status < 500) return answer;
    load.repeats += 1;
    await setTimeout(10);
  }
}

/** One buyer after another: buys, activates, gives back, takes again. */
async function buyAndUse(name: string): Promise<void> {
  for (let at = 0; !load.is_over; at++) {
    const customer_id = `${name}_${at}`;
    const session = { product_id: product_ids[at % product_ids.length], quantity: 1, customer_id };
    const { checkout_session_id } = (await insist('/create-checkout', session)).body;
    const payment = { checkout_session_id, payment_method: cards.pays };
    const paid = await insist('/complete-checkout', payment);
    assert.equal(paid.status, 200, JSON.stringify(paid.body));
    assert.equal(paid.body.license_keys.length, 1, 'a completed purchase shows its key');
    const mine: Told = {
      checkout_session_id,
      key: paid.body.license_keys[0],
      activated: [],
      ended: [],
    };
    told.push(mine);
    const { key: license_key } = mine;
    for (let machine = 0; machine <= LIMIT; machine++) {
      const fingerprint = machine % 2 === 0 ? { fingerprint: `m${machine}` } : {};
      const input = { license_key, instance_name: `m${machine}`, ...fingerprint };
      const { status, body } = await insist('/activate-license', input);
      const live = mine.activated.length - mine.ended.length;
      assert.equal(status, live < LIMIT ? 200 : 400, JSON.stringify(body));
      if (status === 200) mine.activated.push(body.instance.instance_id);
      const [first = ''] = mine.activated;
      if (machine !== 1 || Math.random() < 0.5) continue;
      const ended = await insist('/deactivate-license', { license_key, instance_id: first });
      assert.equal(ended.status, 200, JSON.stringify(ended.body));
      mine.ended.push(first);
    }
  }
}

test(`${KILLS} kills at random while ${CLIENTS} clients buy and activate: nothing that was told is lost`, async (t) => {
  const working = Promise.all(many(CLIENTS, (at) => buyAndUse(`c${at}`))).finally(() => {
    load.is_over = true; // When one of them finds something wrong, all stop.
  });
  working.catch(() => {}); // Looked at in the end.
  for (let kill = 0; kill < KILLS; kill++) {
    const wanted = load.answers + 20 + Math.ceil(Math.random() * 150);
    while (load.answers < wanted) await Promise.race([setTimeout(1), working]);
    await setTimeout(Math.random() * 20);
    await shop.kill();
    await shop.start();
  }
  load.is_over = true;
  await working;
  await shop.kill();
  await shop.start();
  const activated = told.reduce((sum, one) => sum + one.activated.length, 0);
  t.diagnostic(`${told.length} purchases, ${activated} activations, ${load.repeats} asked again`);
  assert.ok(told.length >= KILLS && load.repeats > 0);

  for (const { checkout_session_id, key, activated, ended } of told) {
    const [license, ...others] = await shop.rows<{ license_id: string; activation_usage: number }>(
      `SELECT l.license_id, l.activation_usage FROM licenses l JOIN checkouts c
       ON c.store_id = l.store_id AND c.transaction_id = l.transaction_id
       WHERE c.checkout_session_id = '${checkout_session_id}'`,
    );
    assert.ok(license && others.length === 0, 'one license for one purchase');
    const instances = await shop.rows<{ instance_id: string; deactivated_at: number | null }>(
      `SELECT instance_id, NULL AS deactivated_at FROM license_instances
       WHERE license_id = '${license.license_id}'
       UNION ALL SELECT instance_id, deactivated_at FROM ended_instances
       WHERE license_id = '${license.license_id}' ORDER BY instance_id`,
    );
    const all = instances.map(({ instance_id }) => instance_id);
    assert.deepEqual(all, activated.toSorted(), 'each activation that was told, and no other');
    const live = instances.filter(({ deactivated_at }) => deactivated_at === null);
    assert.deepEqual(
      live.map(({ instance_id }) => instance_id),
      activated.filter((one) => !ended.includes(one)).sort(),
    );
    assert.equal(license.activation_usage, live.length);
    const { body } = await shop.call('/validate-license', { license_key: key });
    assert.deepEqual([body.license.license_id, body.valid], [license.license_id, true]);
  }
});

function getCheckout(checkout_session_id: string): Promise<Body> {
  const { port, api_key, place } = shop;
  const ca = readFileSync(join(place.data_dir, 'tls', 'ca.pem'));
  const path = `/get-checkout?checkout_session_id=${checkout_session_id}`;
  return new Promise((resolve, reject) => {
    const options = { host: 'localhost', port, path, ca, headers: { 'x-api-key': api_key } };
    const asked = get(options, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(JSON.parse(text));
    });
    asked.on('error', reject);
  });
}

test('get-checkout shows each key that was told before the kills, and no purchase is without one', async () => {
  for (const { checkout_session_id, key } of told) {
    const session = await getCheckout(checkout_session_id);
    assert.deepEqual([session.status, session.license_keys], ['completed', [key]]);
  }
  const without = await shop.rows(
    `SELECT c.checkout_session_id FROM checkouts c WHERE c.status = 'completed' AND
     (SELECT COUNT(*) FROM licenses l WHERE l.store_id = c.store_id
       AND l.transaction_id = c.transaction_id) <> 1`,
  );
  assert.equal(without.length, 0);
  const double = await shop.rows(
    `SELECT t.checkout_session_id FROM test_gateway_charges c JOIN transactions t
     ON t.transaction_id = c.charge_key WHERE c.status = 'paid'
     GROUP BY t.checkout_session_id HAVING COUNT(*) > 1`,
  );
  assert.equal(double.length, 0);
});

test('everything that is stored is right afterwards, and every key can still be shown', async () => {
  const { data_dir } = shop.place;
  const secrets = openSecrets({ secret: undefined, data_dir });
  const checks = await verify(shop.db, { progress: () => {}, revealKey: createRevealKey(secrets) });
  const violations = checks.flatMap(({ violations }) => violations);
  assert.deepEqual(violations, []);
  const looked_at = checks.find(({ name }) => /licenses/.test(name))?.looked_at ?? 0;
  assert.ok(looked_at >= told.length);
});
