import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { clientOf } from '../../../../../test/stand-ins/stripe/client.ts';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  savedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import type { Hint } from '../gateway.ts';

const at = await gatewayForTests();
const { gateway, stand_in, webhook_secrets, credentials } = at;
const { control } = stand_in;
const { store_id } = named('');
webhook_secrets.push('whsec_new', 'whsec_old');

const list = async (cursor: string | null) => {
  const found = await gateway.listHints?.({ store_id, cursor, now: Date.now() });
  assert(found);
  return found;
};

/** Signed as Stripe does it. */
function signed(body: string, { secret = 'whsec_new', seconds_ago = 0 } = {}) {
  const time = Math.floor(Date.now() / 1000) - seconds_ago;
  const hmac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { store_id, body: Buffer.from(body), signature: `t=${time},v1=${hmac}`, now: 0 };
}
const read = async (message: ReturnType<typeof signed>) => gateway.readMessage?.(message);

const EVENT = {
  ...{ id: 'evt_1', object: 'event', livemode: false, type: 'payment_intent.succeeded' },
  data: { object: { id: 'pi_1', metadata: { transaction_id: 'txn_1' } } },
};
const HINT: Hint = { of: 'charge', reference: 'pi_1', key: 'txn_1' };

test('a message that is signed with any of the secrets tells what has changed', async () => {
  const body = JSON.stringify(EVENT, null, 2);
  for (const secret of webhook_secrets)
    assert.deepEqual(await read(signed(body, { secret })), [HINT]);
  assert.deepEqual(await read(signed(body, { seconds_ago: 290 })), [HINT]);
});

test('a message that is not signed, wrongly signed, old or changed on the way is refused', async () => {
  const body = JSON.stringify(EVENT);
  const good = signed(body);
  const refused = [
    signed(body, { secret: 'whsec_other' }),
    signed(body, { seconds_ago: 310 }),
    { ...good, body: Buffer.from(body.replace('txn_1', 'txn_2')) },
    { ...good, store_id: 'store_unknown' },
    ...['', 't=1', 'v1=00', 'garbage', good.signature.replace('v1=', 'v0=')].map((signature) => ({
      ...good,
      signature,
    })),
  ];
  for (const message of refused) assert.equal(await read(message), undefined);
});

test('what is signed but not for us, unknown, or no event does nothing', async () => {
  const harmless: unknown[] = [
    { ...EVENT, livemode: true },
    { ...EVENT, account: 'acct_other' },
    { ...EVENT, type: 'invoice.paid' },
    { ...EVENT, type: 'constructor' },
    { ...EVENT, data: undefined },
    { ...EVENT, data: { object: null } },
    ...[[], {}, 'text', 7],
  ];
  for (const event of harmless) assert.deepEqual(await read(signed(JSON.stringify(event))), []);
  for (const body of ['', 'null', '{', '\u0000']) {
    assert.deepEqual((await read(signed(body))) ?? [], []);
  }
  assert.deepEqual(await read(signed(JSON.stringify({ ...EVENT, account: stand_in.account }))), [
    HINT,
  ]);
});

test('years late is a hint like any other: what it names is looked up', async () => {
  const event = { ...EVENT, created: 1_400_000_000 };
  assert.deepEqual(await read(signed(JSON.stringify(event))), [HINT]);
});

test('what a store learns: payments, fees, refunds, disputes and replaced cards, each by its name', async () => {
  const start = await list(null);
  assert.deepEqual(start.hints, []);
  const card = await savedBy(at);
  const charge = laterOf(card);
  const { reference } = await gateway.startCharge(charge);
  const payment_intent = reference ?? '';
  const refund = await control.refund({ payment_intent, amount: 100 });
  const dispute = await control.dispute({ payment_intent });
  await control.updateCard({
    payment_method: card.card_token.split('/')[1] ?? '',
    exp_year: 2041,
  });
  const { hints } = await list(start.next_cursor);
  const has = (hint: Hint) =>
    assert(
      hints.some((one) => JSON.stringify(one) === JSON.stringify(hint)),
      hint.of,
    );
  has({ of: 'charge', reference: payment_intent, key: charge.key });
  has({ of: 'refund', reference: refund.id, key: null });
  has({ of: 'dispute', reference: dispute.id, key: null });
  has({ of: 'card', reference: card.card_token, key: null });
});

test('events of the same second are listed page by page without a gap and none twice', async () => {
  const card = await savedBy(at);
  let { next_cursor: cursor } = await list(null);
  const charges = Array.from({ length: 70 }, () => laterOf(card));
  for (let done = 0; done < charges.length; done += 10) {
    await Promise.all(charges.slice(done, done + 10).map((one) => gateway.startCharge(one)));
  }
  const { data } = await clientOf(stand_in).events.list({ limit: 100 });
  const seconds = new Set(data.map(({ created }) => created));
  assert(seconds.size < data.length, 'some share a second');
  const told: Hint[] = [];
  for (let page = 0; page < 20; page++) {
    const found = await list(cursor);
    told.push(...found.hints);
    if (found.next_cursor === cursor) break;
    cursor = found.next_cursor;
  }
  const keys = told.map(({ key }) => key);
  for (const { key } of charges) {
    // Once for the payment, once for its fee.
    assert.equal(keys.filter((one) => one === key).length, 2);
  }
});

test('a cursor that Stripe no longer knows starts again with all that Stripe still has', async () => {
  const charge = chargeOf();
  const { reference } = await gateway.startCharge(charge);
  await control.pay({ session: reference ?? '' });
  const told: Hint[] = [];
  for (let cursor = 'evt_forgotten'; ; ) {
    const found = await list(cursor);
    told.push(...found.hints);
    if (found.next_cursor === cursor) break;
    cursor = found.next_cursor ?? '';
  }
  assert(told.some(({ key }) => key === charge.key));
});

test('an account without any event yet is read from its first one', async () => {
  const { id: account } = await control.addAccount({});
  const before = { ...credentials };
  Object.assign(credentials, { key: await control.addKey({ account }), account_id: account });
  const { next_cursor } = await list(null);
  const charge = chargeOf();
  const { reference } = await gateway.startCharge(charge);
  await control.pay({ session: reference ?? '' });
  const { hints } = await list(next_cursor);
  assert(hints.some(({ key }) => key === charge.key));
  Object.assign(credentials, before);
});
