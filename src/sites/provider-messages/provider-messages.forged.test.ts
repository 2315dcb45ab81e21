import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Stripe from 'stripe';
import {
  buyAtStripe,
  connectStripe,
  startStripeShop,
} from '../../../test/harness/sales/stripe-shop.ts';
import { openSecrets } from '../../platform/machine/secret.ts';
import { openCredentials } from '../../shop/money/payments/connections.ts';

suite('messages that are signed rightly, and are wrong otherwise', async () => {
  const { shop, stand_in, store } = await startStripeShop();
  await stand_in.control.webhooks({ held: true });
  const other = await shop.openStore();
  const { id: account } = await stand_in.control.addAccount();
  await connectStripe(other, stand_in, await stand_in.control.addKey({ account }));
  const secrets = openSecrets({ secret: undefined, data_dir: shop.place.data_dir });

  const secretOf = async (store_id: string) => {
    const sql = 'SELECT sealed_credentials FROM provider_connections WHERE store_id = :store_id';
    const rows = await shop.db.reader({ store_id }).all<{ sealed_credentials: string }>(sql);
    const opened = openCredentials(secrets, store_id, rows[0]?.sealed_credentials ?? '');
    return opened.secrets[0]?.secret ?? '';
  };
  const secret = await secretOf(store.store_id);
  const sign = (payload: string, timestamp = Math.floor(Date.now() / 1000), own = secret) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: own, timestamp });
  const post = (payload: string | Buffer, signature: string, { store_id } = store) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const to = { method: 'POST', path: `/providers/stripe/${store_id}`, headers };
    return shop.send(to, payload);
  };
  const send = (event: unknown) => {
    const payload = JSON.stringify(event) ?? '';
    return post(payload, sign(payload));
  };
  const eventOf = (type: string, object: unknown) => ({
    ...{ id: 'evt_1', object: 'event', type, livemode: false, data: { object } },
  });

  test('a signature among many is found; of another store, of another time or of another body it is refused', async () => {
    const payload = JSON.stringify(eventOf('moon.landed', {}));
    const now = Math.floor(Date.now() / 1000);
    const [, good] = sign(payload).split('v1=');
    const others = `,v1=${'0'.repeat(64)}`.repeat(100);
    assert.equal((await post(payload, `t=${now}${others},v1=${good},v0=x`)).status, 200);
    const refused = [
      ...['', 't=', 'v1=', 't=x,v1=y', `t=${now}`, `t=${now},v1=`, `t=${now}${others}`, ',,,,=,=='],
      ...[`t=-1,v1=${good}`, `t=1e99,v1=${good}`, `t=NaN,v1=${good}`, '\u00fc'.repeat(1000)],
      ...[sign(payload, now - 301), sign(payload, 1), sign(`${payload} `)],
      sign(payload, now, await secretOf(other.store_id)),
      sign(payload, now, ''),
    ];
    for (const signature of refused) {
      const answer = await post(payload, signature);
      assert.equal(answer.text, '{"message":"The signature is not right."}', signature);
      assert.equal(answer.status, 400);
    }
    assert.equal((await post(payload, sign(payload), other)).status, 400);
  });

  test('signed bodies that are no events: taken or refused, never a failure', async () => {
    const bodies = [
      '',
      ' ',
      'x',
      'null',
      '5',
      '"x"',
      'true',
      '[]',
      '[[]]',
      '{}',
      '{"data":5}',
      '\u0000',
    ];
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const payload of [...bodies, deep, '{"livemode":false}', '{"livemode":false,"data":[]}']) {
      const { status } = await post(payload, sign(payload));
      assert.ok(status === 200 || status === 400, `${payload.slice(0, 50)}: ${status}`);
    }
  });

  test('signed events of every type whose objects are of any shape: taken, and nothing happens', async () => {
    const { checkout } = await buyAtStripe(shop, store);
    const theirs = await buyAtStripe(shop, other);
    const { transaction_id } = await theirs.checkout();
    const at_test = await shop.openStore();
    const bought = await at_test.buy(await at_test.product());
    const told = [await shop.events(store.store_id), await shop.events(other.store_id)];
    const shapes: unknown[] = [
      ...[undefined, null, 5, 'x', true, [], {}, [{ id: 'pi_1' }], { id: null }, { id: {} }],
      ...[{ id: [] }, { id: '' }, { id: '../../v1/account' }, { id: 'pi_1\u0000' }, { id: 5 }],
      ...[null, [], 5, 'x', { transaction_id: 5 }, { transaction_id: {} }].flatMap((metadata) => [
        { id: 'pi_1', payment_intent: 'pi_1', metadata },
        { id: 'cs_test_1', payment_intent: { id: {} }, metadata, customer: [] },
      ]),
      ...[transaction_id, bought.transaction_id, 'x\u0000y', "' OR 1=1 --", 'x'.repeat(9999)].map(
        (named) => ({ id: 'pi_1', payment_intent: 'pi_1', metadata: { transaction_id: named } }),
      ),
      { id: 'x'.repeat(100_000), metadata: {}, customer: 'x'.repeat(100_000) },
    ];
    const types = [
      ...['checkout.session.completed', 'payment_intent.succeeded', 'setup_intent.succeeded'],
      ...['charge.updated', 'refund.created', 'charge.dispute.created', 'payment_method.updated'],
      ...['radar.early_fraud_warning.created', '__proto__', 'constructor', ''],
    ];
    for (const type of types) {
      for (const shape of shapes) {
        const { status, text } = await send(eventOf(type, shape));
        assert.equal(status, 200, `${type} ${JSON.stringify(shape)?.slice(0, 80)}: ${text}`);
      }
    }
    assert.deepEqual([await shop.events(store.store_id), await shop.events(other.store_id)], told);
    assert.equal((await checkout()).status, 'processing');
    assert.equal((await theirs.checkout()).status, 'processing');
    const { keys } = stand_in;
    for (const line of shop.log_lines) {
      assert.equal(line.includes(secret) || line.includes(keys.test), false, line);
    }
  });
});
