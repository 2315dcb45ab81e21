import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, DECLINES_LATER, PAYS_UP_TO_100 } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /update-payment-method';

test('200: of several that are past due it says which were paid, and a card that paid is kept', async () => {
  const { plan, subscribe, changeCard, advance, must, get, charges } = await shop.openStore();
  const dear = await subscribe(await plan({ name: 'Dear', price: 150 }));
  const cheap = await subscribe(await plan({ name: 'Cheap', price: 20 }));
  await changeCard(DECLINES_LATER);
  await advance('P1M');
  const due = await get(dear);
  const body = await must(OP, { customer_id: 'ada', payment_method: card(PAYS_UP_TO_100) });
  assert.deepEqual(
    body.charged.map(({ subscription_id, decline_code }: Record<string, unknown>) => [
      subscription_id,
      decline_code,
    ]),
    [
      [dear, 'insufficient_funds'],
      [cheap, null],
    ],
  );
  assert.equal((await get(cheap)).status, 'active');
  const { status, payment_retries, next_payment_at } = await get(dear);
  assert.deepEqual(
    [status, payment_retries, next_payment_at],
    ['past_due', due.payment_retries, due.next_payment_at],
    'a try of the customer is none of the retries',
  );
  await advance('P1M');
  assert.equal((await charges()).filter((one) => one === '2000 paid').length, 3);
});

test('400 payment_declined: if it pays none of them, nothing changes', async () => {
  const { plan, subscribe, changeCard, advance, ask, get } = await shop.openStore();
  const ids = [
    await subscribe(await plan({ price: 150 })),
    await subscribe(await plan({ name: 'Other', price: 160 })),
  ];
  await changeCard(DECLINES_LATER);
  await advance('P1M');
  const before = await Promise.all(ids.map(get));
  const input = { customer_id: 'ada', payment_method: card(PAYS_UP_TO_100) };
  assertRefused(await ask(OP, input), 400, 'payment_declined', ['payment_method']);
  assert.deepEqual(await Promise.all(ids.map(get)), before);
});
