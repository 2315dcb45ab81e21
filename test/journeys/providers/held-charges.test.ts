import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { compare, hold, release, showHolds } from '../../../src/commands/charges.ts';
import { lookAtDatabase } from '../../../src/commands/doctor/database.ts';
import { createOutput } from '../../../src/commands/output.ts';
import { LIMITS } from '../../../src/platform/core/limits.ts';
import { readSettings } from '../../../src/platform/machine/settings.ts';
import { backUp, newFolder } from '../../harness/copies.ts';
import { atEndOfFile } from '../../harness/endings.ts';
import { kassa } from '../../harness/kassa-command.ts';
import { paidAtStripe } from '../../harness/sales/stripe-money.ts';
import { buyAtStripe, connectStripe } from '../../harness/sales/stripe-shop.ts';
import { makePlace, Shop } from '../../harness/shop.ts';
import { startStripe } from '../../stand-ins/stripe/stand-in.ts';

// A shop at Stripe is copied, goes on, and is restored: nobody is charged a second time.

const MONTH_S = 31 * 86_400;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
let ahead_ms = 0;
const clock = () => Date.now() + ahead_ms;
const stand_in = await startStripe();
atEndOfFile(() => stand_in.stop());
const { control } = stand_in;
const shop = await Shop.start({ clock, stripe_api: stand_in.url });
let is_closed = false;
atEndOfFile(async () => {
  if (!is_closed) await shop.close();
});

/** Restores a backup to an empty place, and runs a server on it. */
async function restored(backup: string) {
  const { database_url, remove } = await makePlace();
  atEndOfFile(remove);
  const data_dir = newFolder();
  const env = {
    KASSA_DATA_DIR: data_dir,
    DATABASE_URL: database_url ?? '',
    KASSA_STRIPE_API: stand_in.url,
  };
  const { code, out, err } = await kassa(['restore', backup, '--quick'], env);
  assert.equal(code, 0, err);
  const place = { ...shop.place, data_dir, database_url, remove: async () => undefined };
  const again = new Shop({ clock, stripe_api: stand_in.url }, place);
  await again.open();
  atEndOfFile(() => again.close());
  return { again, env, out };
}

/** Time passes, here and at Stripe. */
async function passes(seconds: number): Promise<void> {
  ahead_ms += seconds * 1000;
  await control.advance({ seconds });
}

const live = await shop.openStore(await shop.makeStore('live'));
await connectStripe(live, stand_in, stand_in.keys.live);
const place = { shop, stand_in, store: live };
const plan = await live.plan();
await live.coupon('HALF', { duration: 'forever' });
const subscribe = (customer_id: string) => paidAtStripe(place, { product_id: plan, customer_id });
const [eve, fay] = [await subscribe('eve'), await subscribe('fay')];
const [ada, ben, cleo, dora] = [
  await subscribe('ada'),
  await subscribe('ben'),
  await subscribe('cleo'),
  await subscribe('dora'),
];
const backup = (await backUp(shop.place, [newFolder(), '--quick'])).place;

// What happens after the backup.
await live.cancel(ben.subscription_id);
await live.must('POST /apply-coupon', {
  ...{ subscription_id: cleo.subscription_id, coupon_code: 'HALF' },
});
await live.refund(ada.transaction_id, { amount: 5 });
const bought = await paidAtStripe(place);
await passes(MONTH_S);
await shop.runJob('due');
const charges = async (): Promise<Record<string, number>> => {
  const { payments } = await control.books({ livemode: true });
  const paid = payments.filter(({ status }) => status === 'succeeded');
  const of = (id: string) => paid.filter(({ metadata }) => metadata.subscription_id === id);
  return Object.fromEntries(
    Object.entries({ ada, ben, cleo, dora }).map(([name, { subscription_id }]) => [
      name,
      of(subscription_id).length,
    ]),
  );
};
const ONCE = { ada: 1, ben: 0, cleo: 1, dora: 1 };
assert.deepEqual(await charges(), ONCE, 'each was renewed, but for the one who left');
const { data: told_before } = await live.must('GET /list-events', { limit: 100 });
const last_told = Math.max(...told_before.map(({ sequence }: { sequence: number }) => sequence));
const renewalOf = async ({ subscription_id }: { subscription_id: string }) => {
  const { payments } = await control.books({ livemode: true });
  const found = payments.find(({ metadata }) => metadata.subscription_id === subscription_id);
  return found?.payment_intent ?? '';
};
await control.refund({ payment_intent: await renewalOf(eve), amount: 500 });
const left_open = await buyAtStripe(shop, live);
const paid_late = await buyAtStripe(shop, live);
await shop.close();
is_closed = true;

const { again, env, out } = await restored(backup);
const store = await again.openStore({ api_key: live.key, store_id: live.store_id });
const settings = readSettings(env);
const restored_at = clock();
const printed: string[] = [];
const output = createOutput(false, (line) => printed.push(line));
const statusOf = async ({ subscription_id }: { subscription_id: string }) =>
  (await store.get(subscription_id)).status;

/** What the audit log says was done to something, the newest first. */
const audited = async (target: string): Promise<string[]> => {
  const { data } = await store.must('GET /list-audit-entries', { target });
  return data.map(({ action }: { action: string }) => action);
};

// The command that restored it has gone by the clock of this machine.
const silent = createOutput(false, () => undefined);
await hold(again.db, { store: undefined, clock, since: new Date().toISOString() }, silent);

test('the restored shop says so, charges nobody, and everything stays active', async () => {
  assert.match(out, /No renewal is charged until you have\n.*\n.*charges compare/);
  await again.runJob('due');
  await again.runJob('due');
  assert.deepEqual(await charges(), ONCE);
  for (const one of [ada, ben, cleo, dora]) assert.equal(await statusOf(one), 'active');
  const { items } = await store.must('GET /get-attention');
  const [held] = items.filter(({ kind }: { kind: string }) => kind === 'charges_held');
  assert.match(held.message, /charges compare/);
  const doctor = await kassa(['doctor'], env);
  assert.match(doctor.out, /charges of [^\n]*held[^\n]*\n\s+→ [^\n]*charges compare/);
  assert.ok((await audited(live.store_id)).includes('restore'));
});

test('meanwhile customers buy and leave; what charges a subscription is refused', async () => {
  const { session, checkout } = await buyAtStripe(again, store);
  await control.pay({ session });
  await again.runJob('provider-events');
  assert.equal((await checkout()).status, 'completed');
  const upgrade = { subscription_id: ada.subscription_id, quantity: 3 };
  const answer = await store.ask('POST /update-subscription', upgrade);
  assert.equal(answer.body.error.code, 'payment_unresolved', answer.text);
  assert.deepEqual(await charges(), ONCE);
  await store.cancel(dora.subscription_id, { cancel_at_period_end: true });
  // What charges nothing is not refused, although its period is over.
  await store.must('POST /resume-subscription', { subscription_id: dora.subscription_id });
  await store.cancel(dora.subscription_id, { cancel_at_period_end: true });
  // Somebody pays on a page of before, which nobody knows here.
  await control.pay({ session: paid_late.session });
  await control.quiet();
  await again.runJob('provider-events');
  assert.match(again.log_lines.join('\n'), /a payment of this store is not known here/);
  // Whoever has read all events of before misses none, and no invoice gets a number again.
  const { data: told } = await store.must('GET /list-events', { after_sequence: last_told });
  assert.equal(told.at(-1).type, 'subscription.cancel_scheduled');
  const { next_number } = await store.must('GET /get-invoice-settings');
  assert.ok(next_number > 1_000, String(next_number));
  const { example } = await store.must('GET /get-invoice-settings');
  assert.match(example, /^INV-R\d{12}-\d00\d$/);
  // Not even the events of an earlier restore are as new as this one.
  assert.ok(Math.abs(told.at(-1).sequence - restored_at) < 3_600_000);
  await store.cancel(fay.subscription_id);
  await again.assertRight();
});

test('release without --yes says to compare first', async () => {
  const asked = { store: undefined, clock, yes: false };
  await assert.rejects(release(again.db, settings, asked, output), /Compare first/);
});

test('compare records renewals and refunds, and tells of the rest', async () => {
  const is_free = await compare(again.db, settings, { store: live.store_id, clock }, output);
  assert.equal(is_free, false);
  const text = printed.join('\n');
  const recorded = text.slice(text.indexOf('Recorded here'), text.indexOf('To be looked at'));
  const reviewed = text.slice(text.indexOf('To be looked at'), text.indexOf('Not explained'));
  const unexplained = text.slice(text.indexOf('Not explained'));
  assert.match(recorded, new RegExp(`20 EUR \\(pi_\\w+, ${ada.subscription_id}\\): a renewal`));
  assert.match(recorded, new RegExp(dora.subscription_id));
  assert.match(reviewed, new RegExp(`10 EUR \\(pi_\\w+, ${cleo.subscription_id}\\)`));
  assert.match(unexplained, new RegExp(`${bought.payment_intent}.*: a purchase after the backup`));
  assert.match(unexplained, new RegExp(`${ben.subscription_id}: was due on .*canceled, paused`));
  assert.match(recorded, new RegExp(`${fay.subscription_id}\\): .* has left since the restore`));
  assert.match(
    unexplained,
    new RegExp(`${eve.subscription_id}\\): money of this renewal went back`),
  );
  assert.doesNotMatch(unexplained, new RegExp(`${fay.subscription_id}`));
  assert.match(text, /Closed: 1 open payment pages/);
  assert.equal((await control.pay({ session: left_open.session })).kind, 'closed');
  const renewed = await store.get(ada.subscription_id);
  assert.equal(renewed.status, 'active');
  assert.ok(Date.parse(renewed.current_period_end) > clock());
  const { data } = await store.must('GET /get-transactions', { type: 'refund' });
  assert.ok(data.some(({ customer_id }: { customer_id: string }) => customer_id === 'fay'));
  const of_ada = data.filter(({ customer_id }: { customer_id: string }) => customer_id === 'ada');
  assert.deepEqual(
    of_ada.map(({ refunded_transaction_id, total }: Record<string, unknown>) => [
      refunded_transaction_id,
      total,
    ]),
    [[ada.transaction_id, 5]],
  );
});

test('comparing again changes nothing', async () => {
  const before = (await store.must('GET /get-transactions', { limit: 100 })).data;
  await compare(again.db, settings, { store: live.store_id, clock }, output);
  assert.deepEqual((await store.must('GET /get-transactions', { limit: 100 })).data, before);
});

test('a late payment needs a person until it is refunded there, or somebody says that it was seen to', async () => {
  const unknown = async () => {
    const { items } = await store.must('GET /get-attention');
    return items.filter(({ kind }: { kind: string }) => kind === 'unknown_payment');
  };
  const [item, ...more] = await unknown();
  assert.equal(more.length, 0);
  const { count, amount, currency, record_id, message } = item;
  assert.deepEqual([count, amount, currency], [1, 20, 'EUR']);
  assert.ok(message.endsWith(`charges seen ${record_id}`), message);
  const looked = (await lookAtDatabase(settings)).find(({ about }) => /^payments to/.test(about));
  assert.match(looked?.what ?? '', /^nobody here knows what 20 EUR were paid for at 20\S+Z$/);
  assert.ok(looked?.todo?.endsWith(`charges seen ${record_id}`), looked?.todo ?? '');
  const listed: string[] = [];
  const only = { store: live.store_id, clock };
  await showHolds(
    again.db,
    only,
    createOutput(false, (line) => listed.push(line)),
  );
  assert.match(listed[0] ?? '', /^Unknown: 20 EUR \(\w+\) of "live \w+", paid .*: refund it at/);
  const row = await again.db
    .reader(store)
    .maybe<{ transaction_id: string }>(
      'SELECT transaction_id FROM unknown_payments WHERE store_id = :store_id',
    );
  const { payments } = await control.books({ livemode: true });
  const paid = payments.find(({ metadata }) => metadata.transaction_id === row?.transaction_id);
  await control.refund({ payment_intent: paid?.payment_intent ?? '' });
  await control.quiet();
  await again.runJob('provider-events');
  assert.deepEqual(await unknown(), []);
  await again.db.write(store, async (tx) =>
    tx.run('UPDATE unknown_payments SET seen_at = NULL WHERE store_id = :store_id'),
  );
  assert.equal((await unknown()).length, 1);
  const seen = await kassa(['charges', 'seen', record_id], env);
  assert.equal(seen.code, 0, seen.err);
  assert.deepEqual(await unknown(), []);
  // The command goes by the clock of this machine.
  assert.deepEqual(await audited(record_id), ['/providers/stripe', 'charges seen']);
  const unheard = await kassa(['charges', 'seen', record_id], env);
  assert.match(unheard.err, /no unknown payment of this name/);
});

test('after the release, only what nobody has paid is charged; a month later, everybody once', async () => {
  await release(again.db, settings, { store: undefined, clock, yes: true }, output);
  await again.runJob('due');
  await again.runJob('due');
  assert.deepEqual(await charges(), { ...ONCE, ben: 1 }, 'somebody has said so');
  assert.deepEqual((await store.must('GET /get-attention')).items.length, 1, 'a backup');
  const { data } = await store.must('GET /get-transactions', { status: 'pending' });
  const [{ transaction_id }] = data;
  const { payments } = await control.books({ livemode: true });
  const odd = payments.find(({ metadata }) => metadata.transaction_id === transaction_id);
  await control.refund({ payment_intent: odd?.payment_intent ?? '' });
  const found = { transaction_id, outcome: 'not_paid', note: 'given back there' };
  await store.must('POST /resolve-transaction', found);
  await again.runJob('due');
  assert.deepEqual(await charges(), { ...ONCE, ben: 1, cleo: 2 }, 'what it costs here');
  await passes(MONTH_S);
  await again.runJob('due');
  assert.deepEqual(await charges(), { ada: 2, ben: 2, cleo: 3, dora: 1 }, 'Dora has left');
  await again.assertRight();
});

test('a debt of somebody who leaves while charges are held waits for days, and is charged after it', async () => {
  const at = { shop: again, stand_in, store };
  const gus = await paidAtStripe(at, { product_id: plan, customer_id: 'gus' });
  const debt = { customer_id: 'gus', amount: -5, currency: 'EUR', reason: 'late' };
  await store.must('POST /adjust-customer-balance', debt);
  const held_at = clock();
  const told: string[] = [];
  const only = { store: live.store_id, clock };
  const own_output = createOutput(false, (line) => told.push(line));
  await hold(again.db, { ...only, since: new Date(held_at).toISOString() }, own_output);
  await setTimeout(LIMITS.credentials_cache_ms + 100); // Until then a process may not know of it.
  await passes(60);
  await store.cancel(gus.subscription_id);
  const owed = async () => {
    const { data } = await store.must('GET /get-transactions', { limit: 100 });
    return data.find(
      ({ customer_id, type }: { customer_id: string; type: string }) =>
        customer_id === 'gus' && type === 'plan_change',
    );
  };
  for (let day = 0; day < 3; day++) {
    assert.equal((await owed()).status, 'pending');
    await passes(86_400);
    await again.runJob('due');
  }
  const collected = async () => {
    const { payments } = await control.books({ livemode: true });
    return payments.filter(({ metadata }) => metadata.subscription_id === gus.subscription_id);
  };
  assert.equal((await collected()).length, 0);
  await release(again.db, settings, { ...only, yes: true }, own_output);
  await passes(601);
  await again.runJob('due');
  assert.equal((await owed()).status, 'paid');
  assert.deepEqual(
    (await collected()).map(({ amount, status }) => [amount, status]),
    [[500, 'succeeded']],
  );
  const [last, before] = await audited(live.store_id);
  assert.deepEqual([last, before], ['charges release', 'charges hold']);
  // As after a restore, no number that was given after the copy is given again.
  const [event] = (await store.must('GET /list-events', { limit: 1 })).data;
  assert.ok(event.sequence >= held_at && event.sequence < held_at + 86_400_000);
  const { example } = await store.must('GET /get-invoice-settings');
  assert.match(told.join('\n'), /a new series begins.*\n.*\n {2}live \w+: INV-R\d{12}-\d+ → INV-R/);
  assert.match(example, new RegExp(`^INV-R${secondOf(held_at)}-`));
  await again.assertRight();
});

const secondOf = (at: number): string =>
  new Date(at).toISOString().slice(2, 19).replaceAll(/[^\d]/g, '');

test('a test store whose clock was moved: compared by the command, and free at once', async () => {
  const own = await again.openStore();
  await connectStripe(own, stand_in);
  const at = { shop: again, stand_in, store: own };
  const { subscription_id } = await paidAtStripe(at, { product_id: await own.plan() });
  const { place } = await backUp(again.place, [newFolder(), '--quick']);
  await own.advance('P1M');
  const renewals = async () => {
    const { payments } = await control.books();
    return payments.filter(({ metadata }) => metadata.subscription_id === subscription_id).length;
  };
  assert.equal(await renewals(), 1);
  const other = await restored(place);
  const store_again = await other.again.openStore({ api_key: own.key, store_id: own.store_id });
  await store_again.advance('P1M');
  assert.equal(await renewals(), 1, 'a clock that is moved charges nobody either');
  const only = { store: own.store_id, clock };
  const told: string[] = [];
  const own_output = createOutput(false, (line) => told.push(line));
  await showHolds(other.again.db, only, own_output);
  assert.match(told.join('\n'), /^Held: charges of "test \w+", as it was at /);
  const compared = await kassa(['charges', 'compare', '--store', own.store_id], other.env);
  assert.equal(compared.code, 0, compared.out + compared.err);
  assert.match(compared.out, /Nothing at the provider is left open: charges go on/);
  assert.match(compared.out, /canceled, paused or given another card .* cannot be seen/);
  await other.again.runJob('due');
  assert.equal(await renewals(), 1);
  await store_again.advance('P1M');
  assert.equal(await renewals(), 2);
  const reader = other.again.db.reader(own);
  const find = async (sql: string) => (await reader.maybe<Record<string, unknown>>(sql)) ?? {};
  const { card_token, customer_id } = await find(
    'SELECT card_token, customer_id FROM payment_methods WHERE store_id = :store_id',
  );
  const [, payment_method = ''] = String(card_token).split('/');
  await control.changeHabit({ payment_method, number: '4000000000009987' });
  await store_again.advance('P1M');
  const endsAt = async () =>
    (await find('SELECT past_due_until FROM subscriptions WHERE store_id = :store_id'))
      .past_due_until;
  const until = Number(await endsAt());
  assert.ok(until > 0, 'the card was refused for good');
  await assert.rejects(hold(shop.db, { ...only, since: undefined }, own_output), /From when/);
  await hold(other.again.db, { ...only, since: '2026-11-01' }, own_output);
  assert.match(told.at(-1) ?? '', /^Held from now on: charges of "test/);
  const { payment_token } = await find(
    'SELECT payment_token FROM subscriptions WHERE store_id = :store_id',
  );
  const page = { method: 'GET', path: `/pay/${payment_token}` };
  const english = await other.again.send(page);
  assert.equal(english.status, 200);
  assert.match(english.text, /Payments are not possible right now/);
  assert.match(english.text, /cannot take it right now\. You\s+have not been charged/);
  assert.doesNotMatch(english.text, /<form/);
  const german = await other.again.send({ ...page, headers: { 'accept-language': 'de' } });
  assert.match(german.text, /kann sie gerade nicht\s+annehmen\. Es wurde nichts abgebucht/);
  await release(other.again.db, readSettings(other.env), { ...only, yes: true }, own_output);
  assert.ok(Number(await endsAt()) > until, 'as much longer as charges were held');
  assert.match(told.at(-1) ?? '', /^Released: "test \w+"\. What is due is charged now\.$/);
  await showHolds(other.again.db, only, own_output);
  assert.equal(told.at(-1), 'No charges are held.');
  // A card that is given while charges are held is charged after that.
  await hold(other.again.db, { ...only, since: '2026-11-01' }, own_output);
  const { url } = await store_again.must('POST /create-card-update', { customer_id });
  const path = new URL(url).pathname;
  const card_page = async (at: string, language: string) =>
    (await other.again.send({ method: 'GET', path: at, headers: { 'accept-language': language } }))
      .text;
  assert.match(
    await card_page(path, 'en'),
    /past due, it is not charged now\. .* if it is still due/,
  );
  assert.match(await card_page(path, 'de'), /überfällig, wird sie jetzt nicht abgebucht/);
  const { portal_url } = await store_again.must('POST /create-customer-billing', { customer_id });
  const portal_card = await card_page(`${new URL(portal_url).pathname}/card`, 'en');
  assert.match(
    portal_card,
    /€20\.00 for Pro is not charged now\. It is charged to the new card later/,
  );
  assert.doesNotMatch(portal_card, /at once/);
  const { headers } = await other.again.send({ method: 'POST', path, headers: FORM }, '');
  const [session = ''] = /cs_test_\w+/.exec(String(headers.location)) ?? [];
  await control.pay({ session });
  await other.again.send({ method: 'GET', path: `${path}/return` });
  assert.equal(await endsAt(), null);
  assert.equal(await renewals(), 3, 'one of them declined');
  await release(other.again.db, readSettings(other.env), { ...only, yes: true }, own_output);
  await other.again.runJob('due');
  assert.equal(await renewals(), 4);
  // One provider that cannot be asked does not keep the others from being compared.
  await hold(other.again.db, { ...only, store: undefined, since: '2026-11-01' }, own_output);
  await control.expireKey({ key: stand_in.keys.live });
  const everywhere = { store: undefined, clock };
  const there = readSettings(other.env);
  assert.equal(await compare(other.again.db, there, everywhere, own_output), false);
  assert.match(told.join('\n'), /^"live \w+": could not be compared: .*Its charges stay held\.$/m);
  assert.match(told.join('\n'), /^"test \w+": \d+ payments and refunds at the provider/m);
  await other.again.assertRight();
});
