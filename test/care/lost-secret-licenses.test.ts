import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createOutput } from '../../src/commands/output.ts';
import { replaceSecret } from '../../src/commands/secret.ts';
import { readSettings } from '../../src/platform/machine/settings.ts';
import { type CastStore, openStore } from '../harness/cast.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { ask } from '../harness/visits/dashboard-actions.ts';
import { openVisitedStore } from '../harness/visits/visiting.ts';
import { speakCreem, trust } from '../journeys/creem/creem.ts';
import { startReceiver } from '../stand-ins/receiver.ts';

// Licenses whose keys cannot be shown any more, because the secret was lost: they are the same
// licenses, wherever they are not named by their key.

const LOST = 'KASSA-?????-?????-?????-?????-?????';

let shop: Shop;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let before_it: Awaited<ReturnType<typeof sellAll>>;
let own: { api_key: string; store_id: string };
let store: CastStore;

/** What was sold before the loss. */
async function sellAll() {
  const visited = await openVisitedStore(shop);
  const { license_id, instance_id, license_key } = await visited.buyLicensed('ada');
  const second = (await visited.activate(license_key, 'Desktop')).instance.instance_id;
  // Made and never sent: its message is made after the loss.
  await visited.must('POST /create-webhook', { url: receiver.url, format: 'creem' });
  const bought = await visited.buy(await visited.sell(), { customer_id: 'bob' });
  const { api_key, store_id } = { api_key: visited.key, store_id: visited.store_id };
  return { api_key, store_id, license_id, license_key, first: instance_id, second, bought };
}

before(async () => {
  shop = await startShop({ clock: Date.now, webhook_allow: ['127.0.0.0/8'] });
  receiver = await startReceiver();
  before_it = await sellAll();
  own = before_it;
  await shop.app.close();
  const { data_dir, database_url } = shop.place;
  rmSync(join(data_dir, 'secret'));
  const settings = readSettings({ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url });
  const silent = createOutput(true, () => {});
  await replaceSecret(settings, { yes: true, now: Date.now() }, silent);
  await shop.open();
  store = await openStore(shop, own);
});

const places = async () =>
  (await store.must('GET /get-license', { license_id: before_it.license_id })).activation_usage;

test('the portal releases a device of a license whose key nobody can show', async () => {
  const { license_id, first } = before_it;
  const { portal_url } = await store.must('POST /create-customer-billing', { customer_id: 'ada' });
  const home = new URL(portal_url).pathname;
  const page = await shop.send({ method: 'GET', path: home });
  assert.ok(page.text.includes(LOST), 'the key is lost');
  assert.equal(await places(), 2);
  const form = new URLSearchParams({ license_id, instance_id: first }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const freed = await shop.send({ method: 'POST', path: `${home}/free-device`, headers }, form);
  assert.equal(freed.status, 303, freed.text);
  assert.equal(await places(), 1);
});

test('and so does the dashboard', async () => {
  const { license_id, second } = before_it;
  const owner = await signedIn(shop, own);
  const { confirm } = await ask(owner, `/licenses/${license_id}/devices/${second}/deactivate`);
  const answer = await confirm();
  assert.equal(answer.status, 303, answer.text);
  assert.equal(await places(), 0);
});

test('a purchase in Creem’s format keeps its license', async () => {
  const { bought } = before_it;
  const sent = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body))
      .find(({ eventType, object }) => {
        return eventType === 'checkout.completed' && object.id === bought.checkout_session_id;
      });
  await until(async () => {
    await shop.runJob('webhooks');
    return sent() !== undefined;
  }, 'it is sent');
  assert.deepEqual(
    sent().object.license_keys.map(({ key, status }: { key: string; status: string }) => [
      key,
      status,
    ]),
    [[LOST, 'inactive']],
  );
  trust(shop);
  const session = await speakCreem(shop, own.api_key).checkouts.retrieve(
    bought.checkout_session_id,
  );
  assert.deepEqual(
    session.licenseKeys?.map(({ key }) => key),
    [LOST],
  );
});
