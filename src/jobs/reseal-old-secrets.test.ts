import assert from 'node:assert/strict';
import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../test/harness/shop.ts';
import { signatureOf, startReceiver } from '../../test/stand-ins/receiver.ts';
import type { SealPlace } from '../platform/core/secrets.ts';
import { openSecrets } from '../platform/machine/secret.ts';
import { createSigner, SecretMismatch } from '../shop/licenses/signing-keys.ts';
import { resealOldSecrets } from './reseal-old-secrets.ts';

const secretsOf = ({ place: { data_dir } }: Shop) => openSecrets({ secret: undefined, data_dir });

const run = (shop: Shop, sql: string, values: Record<string, string> = {}) =>
  shop.db.write(null, async (tx) => tx.run(sql, values));

const rows = (shop: Shop, sql: string) => shop.db.reader(null).all<Record<string, string>>(sql);

const create = (shop: Shop, key: string, customer_id: string) =>
  shop.call('POST /create-customer', { customer_id }, { headers: { 'idempotency-key': key } });

describe('a sealed text that was put into another place is refused', () => {
  test('500 internal_error: a signing key as a kept answer; nothing of it is told', async () => {
    const shop = await startShop();
    await create(shop, 'first', 'ada');
    await run(
      shop,
      'UPDATE idempotency_keys SET body = (SELECT sealed_private_key FROM signing_keys)',
    );
    const again = await create(shop, 'first', 'ada');
    assertRefused(again, 500, 'internal_error');
    assert.doesNotMatch(again.text, /PRIVATE/);
  });

  test('500 internal_error: the answer to another request, of this store or another', async () => {
    const shop = await startShop();
    await create(shop, 'first', 'ada');
    await create(shop, 'second', 'grace');
    const [kept] = await rows(
      shop,
      "SELECT body FROM idempotency_keys WHERE idempotency_key = 'first'",
    );
    await run(shop, 'UPDATE idempotency_keys SET body = :body', { body: kept?.body ?? '' });
    assertRefused(await create(shop, 'second', 'grace'), 500, 'internal_error');
    assert.equal((await create(shop, 'first', 'ada')).body.customer_id, 'ada');
    const other = await shop.makeStore('test');
    const input = { customer_id: 'ada' };
    const options = { key: other.api_key, headers: { 'idempotency-key': 'first' } };
    assert.equal((await shop.call('POST /create-customer', input, options)).status, 200);
    await run(shop, 'UPDATE idempotency_keys SET body = :body', { body: kept?.body ?? '' });
    const replayed = await shop.call('POST /create-customer', input, options);
    assertRefused(replayed, 500, 'internal_error');
  });

  test('500 internal_error: an answer that is not sealed at all', async () => {
    const shop = await startShop();
    await create(shop, 'first', 'ada');
    await run(shop, 'UPDATE idempotency_keys SET body = :body', { body: '{"customer_id":"eve"}' });
    assertRefused(await create(shop, 'first', 'ada'), 500, 'internal_error');
  });

  test('a signing key under the name of another: nothing is signed', async () => {
    const shop = await startShop();
    const secrets = secretsOf(shop);
    await createSigner(shop.db, secrets, () => shop.now);
    await run(shop, "UPDATE signing_keys SET key_id = 'sign_other'");
    await assert.rejects(
      createSigner(shop.db, secrets, () => shop.now),
      SecretMismatch,
    );
  });
});

describe('a shop of an earlier version', () => {
  test('its answers, signing keys and webhook secrets are bound to their places at the first start', async () => {
    const receiver = await startReceiver();
    const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });
    const before = await create(shop, 'first', 'ada');
    await create(shop, 'plain', 'grace');
    const { secret } = (await shop.call('POST /create-webhook', { url: receiver.url })).body;
    const jwks = () => shop.send({ method: 'GET', path: '/.well-known/jwks.json' });
    const published = (await jwks()).text;
    await makeOld(shop);
    await run(shop, "UPDATE idempotency_keys SET body = :body WHERE idempotency_key = 'plain'", {
      body: '{"customer_id":"grace"}',
    });
    await shop.restart();

    assert.equal((await create(shop, 'first', 'ada')).text, before.text);
    assert.equal((await create(shop, 'plain', 'grace')).text, '{"customer_id":"grace"}');
    assert.equal((await jwks()).text, published);
    await shop.call('POST /create-customer', { customer_id: 'joan' });
    const [received] = await receiver.got(1);
    assert.ok(received);
    assert.equal(received.headers['webhook-signature'], signatureOf(received, secret));
    for (const { sealed } of await rows(shop, ALL_SEALED)) assert.match(sealed ?? '', /^2\./);
    const bound = await rows(shop, ALL_SEALED);
    await shop.restart();
    assert.deepEqual(await rows(shop, ALL_SEALED), bound, 'once');
  });

  test('what does not belong in its place is not bound to it', async () => {
    const shop = await startShop();
    await create(shop, 'first', 'ada');
    await makeOld(shop);
    await run(
      shop,
      'UPDATE idempotency_keys SET body = (SELECT sealed_private_key FROM signing_keys)',
    );
    await shop.restart();
    assertRefused(await create(shop, 'first', 'ada'), 500, 'internal_error');
  });

  test('with another secret nothing is changed', async () => {
    const shop = await startShop();
    await makeOld(shop);
    const before = await shop.everything();
    const other = openSecrets({ secret: randomBytes(32), data_dir: '' });
    await assert.rejects(resealOldSecrets(shop.db, other), SecretMismatch);
    assert.equal(await shop.everything(), before);
  });
});

const ALL_SEALED = `SELECT sealed_private_key AS sealed FROM signing_keys
  UNION ALL SELECT sealed_secret FROM webhooks UNION ALL SELECT body FROM idempotency_keys`;

/** Seals everything as it was done before: for no place. */
async function makeOld(shop: Shop): Promise<void> {
  const { data_dir } = shop.place;
  const secrets = secretsOf(shop);
  const secret = Buffer.from(readFileSync(join(data_dir, 'secret'), 'utf8').trim(), 'hex');
  const key = createHmac('sha256', secret).update('sealing').digest();
  const unbound = (sealed = '', place: SealPlace): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const text = secrets.open(sealed, place) ?? assert.fail('it opens');
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  };
  for (const { key_id = '', sealed_private_key } of await rows(
    shop,
    'SELECT * FROM signing_keys',
  )) {
    const sealed = unbound(sealed_private_key, ['signing key', key_id]);
    await run(shop, 'UPDATE signing_keys SET sealed_private_key = :sealed', { sealed });
  }
  for (const { store_id = '', webhook_id = '', sealed_secret } of await rows(
    shop,
    'SELECT * FROM webhooks',
  )) {
    const sealed = unbound(sealed_secret, ['webhook secret', store_id, webhook_id]);
    await run(shop, 'UPDATE webhooks SET sealed_secret = :sealed', { sealed });
  }
  for (const row of await rows(shop, 'SELECT * FROM idempotency_keys')) {
    const { store_id = '', idempotency_key = '', request_hash = '', body } = row;
    const sealed = unbound(body, ['kept answer', store_id, idempotency_key, request_hash]);
    const sql =
      'UPDATE idempotency_keys SET body = :sealed WHERE idempotency_key = :idempotency_key';
    await run(shop, sql, { sealed, idempotency_key });
  }
}
