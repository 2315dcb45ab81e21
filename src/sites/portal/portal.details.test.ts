import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { CARD, openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

const BILLING = { email: 'ada@example.com', name: 'Ada Lovelace', company: 'Engines Ltd' };

test('whoever types the address of another into their details is not shown what that one buys', async () => {
  const own = await openVisitedStore(shop);
  const product_id = await own.product({ license: { activation_limit: 1 } });
  const mallory = await own.visit('mallory');
  const email = 'grace@example.com';
  assert.equal((await mallory.post('/billing', { ...BILLING, email })).status, 303);
  assert.equal((await own.must('GET /get-customer', { customer_id: 'mallory' })).email, email);
  const wanted = { product_id, quantity: 1, customer_email: email };
  const { checkout_session_id } = await own.must('POST /create-checkout', wanted);
  const { customer_id, license_keys } = await own.complete(checkout_session_id);
  assert.notEqual(customer_id, 'mallory');
  assert.ok(!(await mallory.get()).text.includes(license_keys[0].slice(-5)));
});

test('billing details: seen, changed, told once, and refused in words', async () => {
  const own = await openVisitedStore(shop);
  await own.must('POST /create-customer', { customer_id: 'ada', metadata: { plan: 'gold' } });
  const ada = await own.visit('ada', { ...BILLING, address: { city: 'Berlin', country: 'DE' } });
  assert.match(readable((await ada.get()).text), /Engines Ltd Ada Lovelace Berlin Germany/);
  assert.match((await ada.get('/billing')).text, /name="company" value="Engines Ltd"/);

  const form = {
    ...BILLING,
    email: 'ada@engines.example',
    company: 'Engines & <Sons>',
    tax_id: 'DE123456789',
    phone: '',
    line1: '1 Main Street',
    line2: '',
    city: 'Potsdam',
    state: '',
    postal_code: '14467',
    country: 'DE',
  };
  const count = await own.eventCount();
  const words = readable(await ada.follow(await ada.post('/billing', form)));
  assert.match(words, /Your billing details are saved\./);
  assert.match(words, /1 Main Street 14467 Potsdam Germany Tax number DE123456789/);
  const { billing, ...customer } = await own.must('GET /get-customer', { customer_id: 'ada' });
  assert.deepEqual(
    [customer.email, customer.name, customer.country, customer.metadata],
    ['ada@engines.example', 'Ada Lovelace', 'DE', { plan: 'gold' }],
  );
  assert.deepEqual(
    [billing.company, billing.phone, billing.tax_id, billing.address],
    [
      'Engines & <Sons>',
      null,
      'DE123456789',
      {
        line1: '1 Main Street',
        line2: null,
        city: 'Potsdam',
        state: null,
        postal_code: '14467',
        country: 'DE',
      },
    ],
  );
  const told = await own.eventsSince(count);
  assert.deepEqual([...new Set(told.map(({ type }) => type))], ['customer.updated']);
  assert.deepEqual(told.at(-1)?.data, await own.must('GET /get-customer', { customer_id: 'ada' }));

  const once = await shop.everything();
  assert.equal((await ada.post('/billing', form)).status, 303, 'sent again');
  assert.equal(await shop.everything(), once, 'it is saved and told once');

  const bad = {
    ...form,
    email: 'nobody',
    country: 'XX',
    city: 'x'.repeat(101),
    tax_id: '\t\u200b',
  };
  const refused = await ada.post('/billing', { ...bad, name: '  ' });
  assert.equal(refused.status, 400);
  const problems = [...refused.text.matchAll(/id="(\w+)-problem"/g)].map(([, name]) => name);
  assert.deepEqual(problems, ['email', 'tax_id', 'city', 'country']);
  assert.match(refused.text, /value="nobody"/, 'what was typed is kept');
  assert.equal(await shop.everything(), once);
});

test('a card is replaced, refused in words, and never stored', async () => {
  const own = await openVisitedStore(shop);
  const { subscription_id } = await own.buyLicensed('ada');
  const ada = await own.visit('ada');
  assert.match(readable((await ada.get()).text), /Visa •••• 4242 Expires 12\/99/);
  const { attempt } = await ada.hidden('/card');
  for (const [wrong, words] of [
    [{ card_number: '4242 4242 4242 4241' }, /Check the card number/],
    [{ card_expiry: '12/20' }, /This card has expired/],
    [{ card_code: 'abc' }, /3 or 4 digits/],
  ] as const) {
    const before = await shop.everything();
    const answer = await ada.post('/card', { ...CARD, ...wrong, attempt });
    assert.equal(answer.status, 400);
    assert.match(answer.text, words);
    assert.equal(await shop.everything(), before);
  }
  const declined = await ada.post('/card', { ...CARD, card_number: '4000000000009995', attempt });
  assert.equal(declined.status, 400);
  assert.match(declined.text, /There is not enough money on this card/);
  assert.match(declined.text, /^[\s\S]*<title>Payment declined · /, 'the title says so');
  assert.match(declined.text, /value="4000000000009995"/, 'what was typed is kept: a test card');
  const again = await ada.post('/card', { ...CARD, card_number: '5555555555554444', attempt });
  assert.equal(again.status, 400, 'the same form with another card');
  assert.match(again.text, /This form was sent before with something else in it/);
  const { attempt: fresh } = await ada.hidden('/card');
  const form = { ...CARD, card_number: '5555 5555 5555 4444', attempt: fresh };
  const [one, two] = await Promise.all([ada.post('/card', form), ada.post('/card', form)]);
  assert.deepEqual([one?.status, two?.status], [303, 303]);
  assert.match(readable(await ada.follow(await ada.post('/card', form))), /Your card is saved\./);
  const page = readable((await ada.get(`/subscription/${subscription_id}`)).text);
  assert.match(page, /Mastercard •••• 4444/);
  assert.doesNotMatch(await shop.everything(), /5555555555554444|4000000000009995/);
});

test('a past-due subscription is charged with the new card and recovers, once', async () => {
  const own = await openVisitedStore(shop);
  const subscription_id = await own.inStatus('past_due');
  const ada = await own.visit('buyer-past_due');
  const page = readable((await ada.get(`/subscription/${subscription_id}`)).text);
  assert.match(
    page,
    /Payment failed We could not charge €20\.00 for Pro\. .* We will try again on 17 December 2026/,
  );
  assert.match(page, /Next payment €20\.00 on 17 December 2026/);
  const card_page = readable((await ada.get('/card')).text);
  assert.match(card_page, /The new card is charged €20\.00 for Pro at once/);
  const { attempt } = await ada.hidden('/card');

  const before = await own.get(subscription_id);
  const no = await ada.post('/card', { ...CARD, card_number: '4000000000000341', attempt });
  assert.equal(no.status, 400);
  assert.match(no.text, /Your bank declined the card/);
  const after = await own.get(subscription_id);
  assert.deepEqual([after.status, after.payment_retries], ['past_due', before.payment_retries]);

  const form = { ...CARD, attempt: (await ada.hidden('/card')).attempt };
  const answers = await Promise.all(Array.from({ length: 4 }, () => ada.post('/card', form)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303, 303],
  );
  const words = readable(await ada.follow(answers[0] ?? assert.fail()));
  assert.match(words, /Your card is saved/);
  assert.match(words, /Next payment: €20\.00 on 14 January 2027/);
  assert.equal((await own.get(subscription_id)).status, 'active');
  const paid = (await own.transactions(subscription_id)).filter(
    ({ type, status }: { type: string; status: string }) => type === 'renewal' && status === 'paid',
  );
  assert.equal(paid.length, 1);
});

test('a live store has no test bar, and says that it cannot take cards', async () => {
  const { api_key: key } = await shop.makeStore('live');
  const input = { customer_id: 'ada' };
  const { body } = await shop.call('POST /create-customer-billing', input, { key });
  const home = new URL(body.portal_url).pathname;
  const get = (path: string) => shop.send({ method: 'GET', path });
  const first = (await get(home)).text;
  assert.doesNotMatch(first, /Test mode|Add card/);
  const page = await get(`${home}/card`);
  assert.equal(page.status, 200);
  assert.match(page.text, /This shop cannot take cards right now/);
  assert.doesNotMatch(page.text, /name="card_number"/);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = new URLSearchParams(CARD).toString();
  const before = await shop.everything();
  const answer = await shop.send({ method: 'POST', path: `${home}/card`, headers }, form);
  assert.equal(answer.status, 400);
  assert.match(answer.text, /This shop cannot take cards right now/);
  assert.equal(await shop.everything(), before);
});

test('devices over the limit are named as such, and freeing an older one gives a newer its place', async () => {
  const own = await openVisitedStore(shop);
  const license = { activation_limit: 1 };
  const plan_id = await own.plan({ name: 'Studio', license });
  const subscription_id = await own.subscribe(plan_id, { quantity: 3 });
  const [{ license_id, license_key }] = (await own.must('GET /list-licenses')).data;
  const machines: string[] = [];
  for (const instance_name of ['Laptop', 'Desktop', 'Tablet']) {
    const input = { license_key, instance_name };
    machines.push((await own.must('POST /activate-license', input)).instance.instance_id);
  }
  const ada = await own.visit('ada');
  const words = async () => readable((await ada.get()).text);
  assert.doesNotMatch(await words(), /[Oo]ver the limit/);
  await own.update(subscription_id, { quantity: 1 });
  const first = await words();
  assert.match(first, /Used on 3 of 1 device\. The 2 newest devices are over the limit and cannot/);
  const since = 'Since 14 November 2026';
  assert.match(first, new RegExp(`Tablet ${since} Over the limit`));
  assert.match(first, new RegExp(`Desktop ${since} Over the limit`));
  assert.match(first, new RegExp(`Laptop ${since} Deactivate`));
  const freed = await ada.post('/free-device', { license_id, instance_id: machines[0] });
  const second = readable(await ada.follow(freed));
  assert.match(
    second,
    /Used on 2 of 1 device\. The newest device is over the limit and cannot be used/,
  );
  assert.match(second, new RegExp(`Desktop ${since} Deactivate`));
});
