import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cards, DECLINES_LATER, GOOD, LOST_LATER } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';
import { mailServerAt, startMailServer } from '../../stand-ins/mail-server.ts';
import { type ReadMail, readMail } from './read-mail.ts';

// What customers find in their mailboxes, at a real mail server.

const dir = mkdtempSync(join(tmpdir(), 'kassa-letters-'));
const server = await startMailServer(join(dir, 'arrived'));
after(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});
const times = { connect_ms: 10_000, answer_ms: 10_000, whole_ms: 10_000 };
const shop = await startShop({ mail_server: mailServerAt(server.port), mail_times: times });

let customers = 0;

/** A store with a customer, and what of the mails to this customer has arrived since the last look. */
async function storeWithMailbox(more: object = {}) {
  const store = await shop.openStore();
  const email = `buyer${++customers}@example.com`;
  const ada = { customer_id: 'ada', email, name: 'Ada Lovelace', ...more };
  await store.must('POST /create-customer', ada);
  let seen = 0;
  const arrived = async (): Promise<ReadMail[]> => {
    await shop.runJob('mails');
    const all = server.arrived().filter(({ to }) => to === email);
    const ids = all.map(({ message }) => readMail(message).headers.get('message-id'));
    assert.equal(new Set(ids).size, ids.length, 'each mail arrives once');
    const fresh = all.slice(seen).map(({ message }) => readMail(message));
    seen = all.length;
    return fresh;
  };
  /** The only mail since the last look, with all of this in its text. */
  const oneWith = async (...said: (string | RegExp)[]): Promise<ReadMail> => {
    const [mail, ...others] = await arrived();
    assert.ok(mail, `a mail that says ${said[0]}`);
    assert.deepEqual(
      others.map(({ subject }) => subject),
      [],
    );
    for (const one of said) {
      assert.ok(
        typeof one === 'string' ? mail.text.includes(one) : one.test(mail.text),
        `${one}: ${mail.text}`,
      );
    }
    for (const [, url = ''] of mail.html.matchAll(/href="([^"]*)"/g)) {
      assert.ok(mail.text.includes(url), url);
    }
    return mail;
  };
  return { ...store, email, arrived, oneWith };
}

test('a purchase: receipt, license key and where to find them again, in the language of the customer', async () => {
  const { product, buy, must, oneWith } = await storeWithMailbox({ language: 'de' });
  const product_id = await product({ name: 'Bildbearbeitung', license: { activation_limit: 1 } });
  const { license_keys, transaction_id } = await buy(product_id, { quantity: 2 });
  const [{ invoice_url }] = (await must('GET /get-transactions', { transaction_id })).data;
  const { subject, html, headers } = await oneWith(
    'Guten Tag Ada Lovelace,',
    license_keys[0],
    `Rechnung ansehen:\n${invoice_url}\n`,
    /Bezahlt: 40,00\s€/,
    'Menge: 2',
    'Bezahlt mit: Visa, endet auf 4242',
    /Kundenportal öffnen:\nhttps:\/\/localhost:\d+\/portal\/store\/\d+\n/,
  );
  assert.equal(subject, 'Ihr Kauf: Bildbearbeitung');
  assert.ok(html.includes(license_keys[0]) && html.includes('<html lang="de"'));
  assert.equal(headers.get('auto-submitted'), 'auto-generated');
  const invoice = await shop.send({ method: 'GET', path: new URL(invoice_url).pathname });
  assert.equal(invoice.status, 200);
});

test('the life of a yearly subscription: each thing is told once, in its time', async () => {
  const store = await storeWithMailbox();
  const { plan, subscribe, advance, update, changeCard, cancel, arrived, oneWith } = store;
  const terms = { price: 120, billing_interval: 'year', trial_days: 14 };
  const subscription_id = await subscribe(await plan(terms));
  await oneWith(/free trial lasts until 28 November 2026\. €120\.00 will be charged/);
  await advance('P12D');
  const trial = await oneWith(/trial of Pro ends on 28 November 2026\. €120\.00 will be charged/);
  assert.equal(trial.subject, 'Your free trial of Pro ends on 28 November 2026');
  await advance('P2D');
  await oneWith('Your subscription to Pro is paid until 28 November 2027.', 'Paid: €120.00');
  await advance('P350D');
  assert.deepEqual(await arrived(), []);
  await advance('P2D');
  await oneWith('Your subscription to Pro renews on 28 November 2027 for €120.00.');
  await update(subscription_id, { quantity: 2 });
  await oneWith('From now on you have:\n\nPlan: Pro\nQuantity: 2\nCharged now: €');
  await changeCard(DECLINES_LATER);
  await advance('P14D');
  const { payment_url } = await store.get(subscription_id);
  const first = await oneWith(
    'payment of €240.00 for Pro was declined',
    /try again on/,
    payment_url,
  );
  assert.equal(first.subject, 'Your payment for Pro did not go through');
  await advance('P3D');
  await oneWith('payment of €240.00 for Pro was declined', payment_url);
  await changeCard(GOOD);
  await oneWith('Your subscription to Pro is paid until 28 November 2028.');
  await cancel(subscription_id, { cancel_at_period_end: true });
  await oneWith('Pro ends on 28 November 2028. You can use it until then.');
  await advance('P1Y');
  assert.deepEqual(await arrived(), [], 'what ends as announced is not told again');
});

test('a plan that changes at the end of the period is told when it is chosen, not again when it comes', async () => {
  const { plan, subscribe, update, advance, arrived, oneWith } = await storeWithMailbox();
  const subscription_id = await subscribe(await plan());
  await arrived();
  const small = await plan({ name: 'Small', price: 5 });
  await update(subscription_id, { plan_id: small, effective: 'period_end' });
  await oneWith('From 14 December 2026 you have:\n\nPlan: Small');
  await advance('P1M');
  await oneWith('Your subscription to Small is paid until 14 January 2027.', 'Paid: €5.00');
});

test('a card that is refused for good, and the end that follows', async () => {
  const { plan, subscribe, changeCard, advance, arrived, oneWith } = await storeWithMailbox();
  await subscribe(await plan());
  await arrived();
  await changeCard(LOST_LATER);
  await advance('P1M');
  await oneWith(/Please pay by \d+ January 2027\. Otherwise your subscription ends\./);
  await advance('P1M');
  await oneWith(
    /Your subscription to Pro ended on \d+ January 2027, because it could not be paid\./,
  );
});

test('a payment that the bank wants confirmed: where to do it', async () => {
  const store = await storeWithMailbox();
  const { plan, subscribe, advance, arrived, oneWith } = store;
  const subscription_id = await subscribe(await plan());
  await store.changeCard(cards.confirms.number);
  await arrived();
  await advance('P1M');
  const { payment_url } = await store.get(subscription_id);
  const { subject } = await oneWith(
    'Your bank wants you to confirm the payment of €20.00',
    payment_url,
  );
  assert.equal(subject, 'Please confirm your payment for Pro');
});

test('refunds: each with its own amount; what goes to the balance is no refund', async () => {
  const { product, buy, refund, must, arrived, oneWith } = await storeWithMailbox();
  const { transaction_id } = await buy(await product());
  await arrived();
  await refund(transaction_id, { amount: 5 });
  await oneWith('We have refunded €5.00 for Editor.');
  await refund(transaction_id);
  await oneWith('We have refunded €15.00 for Editor.');
  const gift = { customer_id: 'ada', amount: 5, currency: 'EUR', reason: 'gift' };
  await must('POST /adjust-customer-balance', gift);
  assert.deepEqual(await arrived(), []);
});

test('canceled at once: what remains; a kind that is switched off is not sent', async () => {
  const { plan, subscribe, cancel, must, arrived, oneWith } = await storeWithMailbox();
  const plan_id = await plan();
  const [one, other] = [await subscribe(plan_id), await subscribe(plan_id)];
  await must('POST /adjust-customer-balance', {
    ...{ customer_id: 'ada', amount: 7.5, currency: 'EUR', reason: 'gift' },
  });
  await arrived();
  await cancel(one);
  await oneWith(
    'Pro ended on 14 November 2026.',
    'Your credit of €7.50 remains.',
    'invoices remain',
  );
  await must('POST /update-mail-settings', { kinds: { canceled: { enabled: false } } });
  await cancel(other);
  assert.deepEqual(await arrived(), []);
});

test('a card that expires is told of once, 30 days before, to whom it will be charged', async () => {
  const store = await storeWithMailbox();
  const { plan, subscribe, pause, must, moveTo, arrived, oneWith, toldTypes } = store;
  const subscription_id = await subscribe(await plan());
  const payment_method = { ...cards.pays, exp_month: 1, exp_year: 2027 };
  await must('POST /update-payment-method', { customer_id: 'ada', payment_method });
  await must('POST /create-customer', { customer_id: 'bob', email: 'bob@example.com' });
  const other = await subscribe(await plan(), { customer_id: 'bob' });
  await must('POST /update-payment-method', { customer_id: 'bob', payment_method });
  await pause(other);
  await moveTo('2027-01-01');
  await arrived();
  await toldTypes();
  await moveTo('2027-01-02T12:00:00Z');
  const { subject } = await oneWith('Your Visa ending in 4242 expires at the end of January 2027.');
  assert.equal(subject, 'Your card ending in 4242 expires soon');
  assert.deepEqual(await toldTypes(), ['customer.card_expiring']);
  await moveTo('2027-01-13');
  assert.deepEqual(await arrived(), []);
  assert.equal((await store.get(subscription_id)).status, 'active');
});

test('a corrected invoice: the new one, the old one and the credit note, with their addresses', async () => {
  const { product, buy, must, arrived, oneWith } = await storeWithMailbox();
  await buy(await product());
  await arrived();
  const [{ invoice_id, number }] = (await must('GET /list-invoices', {})).data;
  const anew = await must('POST /correct-invoice', { invoice_id, company: 'Engines Ltd' });
  const [, note] = (await must('GET /list-invoices', {})).data;
  const { subject, html } = await oneWith(
    `Invoice ${number} was corrected. Invoice ${anew.number} replaces it.`,
    `Credit note ${note.number} cancels invoice ${number}.`,
  );
  assert.equal(subject, `Your corrected invoice ${anew.number}`);
  const addresses = [...html.matchAll(/href="https:\/\/[^"]+\/invoice\/([0-9a-z]{52})"/g)];
  assert.equal(new Set(addresses.map(([, token]) => token)).size, 2);
});

test('hostile names arrive as text: no header, no markup, no other direction', async () => {
  const names = [
    '<img src=x onerror=alert(1)>"\' & Söhne',
    'Bcc: evil@example.com =?utf-8?q?x?=',
    'עדה לאבלייס',
    '名'.repeat(200),
  ];
  for (const name of names) {
    const { product, buy, oneWith, email } = await storeWithMailbox({ name });
    await buy(await product({ name }));
    const { headers, subject, html, text } = await oneWith('Hello ');
    assert.equal(headers.get('to'), email);
    assert.ok(!headers.has('bcc'));
    assert.doesNotMatch(html, /<img/);
    const start = [...name].slice(0, 20).join('');
    assert.ok(subject.includes(start), subject);
    assert.ok(text.includes(start), text);
  }
});
