import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { operations } from '../../../src/sites/api/operations.ts';
import type { Answer } from '../../harness/answer.ts';
import { DECLINES_LATER } from '../../harness/cast.ts';
import { GERMAN, OSS, sellFrom } from '../../harness/sales/taxed.ts';
import { IN_CAMPAIGN } from '../../harness/seed.ts';
import { type Shop, startShop } from '../../harness/shop.ts';
import { openBrowser, ownerLink } from '../../harness/visits/account.ts';
import { signedIn } from '../../harness/visits/dashboard.ts';
import { formsOf, tour } from '../../harness/visits/dashboard-tour.ts';
import { openVisitedStore } from '../../harness/visits/visiting.ts';
import { placesOf, plainText, SLOW_TEXTS, type SlowText, slowText } from './slow-texts.ts';

// Whoever sends a text that is slow to work on must not make others wait. A client who has nothing
// to do with it asks for a product beside each. What is computed until both have their answers is
// compared with the same attack in plain letters: a machine that is busy is so for both.

const FACTOR = 12;
const TRIES = 5;
/** Much less than the limit of a body, with the other fields. */
const FORM_BYTES = 240_000;
/** Of the head of a request, with the rest of it. */
const QUERY_BYTES = 10_000;

let shop: Shop;
let store: Awaited<ReturnType<typeof openVisitedStore>>;
let known: Record<string, string>;

before(async () => {
  shop = await startShop();
  store = await openVisitedStore(shop);
  const { must } = store;
  const { plan_id, ...bought } = await store.buyLicensed('ada');
  const session = await store.create({ product_id: plan_id });
  const { webhook_id } = await must('POST /create-webhook', { url: 'https://example.com/hook' });
  const link = await must('POST /create-payment-link', {
    ...{ product_id: plan_id, adjustable_quantity: { minimum: 1, maximum: 9 } },
    custom_fields: [{ key: 'team', label: 'Team', type: 'text' }],
  });
  const [{ transaction_id }] = (await must('GET /get-transactions')).data;
  const [{ invoice_id }] = (await must('GET /list-invoices')).data;
  known = {
    ...{ ...bought, product_id: plan_id, plan_id, customer_id: 'ada', webhook_id },
    ...{ transaction_id, invoice_id, checkout_session_id: session.checkout_session_id },
    ...{ payment_link_id: link.payment_link_id, link: new URL(link.url).pathname },
    past_due: new URL((await pastDue()).payment_url).pathname,
  };
  // From now on, payment pages ask for what the tax depends on.
  await sellFrom(store, 'DE', [GERMAN, OSS]);
});

type Send = (text: string) => Promise<Answer>;

interface Attack {
  name: string;
  bytes: number;
  /** How the text is written; as a form, if nothing is said. */
  as?: 'json';
  send: Send;
}

/** What is computed until somebody who has nothing to do with it is answered, and the attacker. */
async function costOf(send: Send, text: string): Promise<number> {
  // Of this thread: what hashes passwords beside it holds nobody up.
  const begun = process.threadCpuUsage();
  const attack = send(text);
  const innocent = await shop.call('GET /search-products', {}, { key: store.key });
  const attacked = await attack;
  const { user, system } = process.threadCpuUsage(begun);
  assert.equal(innocent.status, 200);
  assert.notEqual(attacked.status, 500, attacked.text.slice(0, 500));
  return user + system;
}

/** How many times as long a text takes as plain letters; the least of some tries, if it is slow. */
async function timesAsLong({ send, bytes, as }: Attack, kind: SlowText, plain: number) {
  const text = slowText(kind, bytes, as ?? 'form');
  let least = await costOf(send, text);
  for (let tries = 1; least > FACTOR * plain && tries < TRIES; tries++) {
    plain = Math.max(plain, await costOf(send, plainText(bytes)));
    least = Math.min(least, await costOf(send, text));
  }
  return least / plain;
}

const [marks = 'combining marks', ...others] = SLOW_TEXTS;
let turns = 0;
/** All texts in each place in a campaign; else the worst one, and another in turn. */
const nextTexts = (): SlowText[] =>
  IN_CAMPAIGN ? SLOW_TEXTS : [marks, others[turns++ % others.length] ?? marks];

/** On average: of a single one, the system's own clock of a thread may say nothing at all. */
let usual: number;
const USUAL_OF = 50;
before(async () => {
  let sum = 0;
  const send = (query: string) =>
    shop.call('GET /search-products', { query }, { key: store.key, in_body: true });
  for (let n = 0; n < USUAL_OF; n++) sum += await costOf(send, plainText(FORM_BYTES / 3));
  usual = sum / USUAL_OF;
});

async function assertNoneIsSlow(attacks: Attack[]): Promise<void> {
  const slow: string[] = [];
  for (const attack of attacks) {
    const plain = Math.max(usual, await costOf(attack.send, plainText(attack.bytes)));
    for (const kind of nextTexts()) {
      const times = await timesAsLong(attack, kind, plain);
      if (times > FACTOR) slow.push(`${attack.name}: ${kind}, ${times.toFixed(0)} times as long`);
    }
  }
  assert.deepEqual(slow, []);
}

test('a text that takes the square of its length is found', async () => {
  const send = async (text: string) => {
    const answer = await shop.call('GET /search-products', {}, { key: store.key });
    text.normalize('NFKC');
    return answer;
  };
  const attack = { name: 'normalize', bytes: FORM_BYTES / 2, send };
  await costOf(send, plainText(attack.bytes));
  await assert.rejects(assertNoneIsSlow([attack]), /normalize: combining marks, \d+ times/);
});

test('no parameter of any operation makes others wait, whatever is sent in it', async () => {
  const attacks = Object.values(operations)
    .flat()
    .flatMap((operation) => {
      const { method, path, body_bytes_max } = operation;
      const bytes = Math.min(body_bytes_max - 1_000, FORM_BYTES);
      return placesOf(operation, known).map(({ name, put, copies }) => ({
        ...{ name, bytes: bytes / copies, as: 'json' as const },
        send: (text: string) =>
          shop.call(`${method} ${path}`, put(text), { key: store.key, in_body: true }),
      }));
    });
  assert.ok(attacks.length > 300, `${attacks.length}`);
  await assertNoneIsSlow(attacks);
});

type Post = (path: string, form: Record<string, string>) => Promise<Answer>;

/** Each field of each form of these pages, and what else the same address may be sent. */
function attacksOn(
  pages: { text: string }[],
  home: string,
  post: Post,
  more: string[] = [],
): Attack[] {
  return formsOf(pages, home).flatMap(({ path, fields }) =>
    [...new Set([...Object.keys(fields), ...more])].map((name) => ({
      ...{ name: `${path} ${name}`, bytes: FORM_BYTES },
      send: (text: string) => post(path, { ...fields, [name]: text }),
    })),
  );
}

test('no field of the dashboard makes others wait, nor a filter', async () => {
  const owner = await signedIn(shop, { store_id: store.store_id });
  const pages = await tour(owner);
  const attacks = attacksOn(pages, owner.home, owner.post);
  const filters = pages.flatMap(({ text }) =>
    [...text.matchAll(/<form (?![^>]*method=)[^>]*action="([^"]*)"[\s\S]*?<\/form>/g)].flatMap(
      ([form, action = '']) =>
        [...form.matchAll(/<(?:input|select)\b[^>]*\bname="([^"]*)"/g)].map(([, name = '']) => ({
          ...{ name: `${action}?${name}`, bytes: QUERY_BYTES },
          send: (typed: string) => owner.get(`${action}?${new URLSearchParams({ [name]: typed })}`),
        })),
    ),
  );
  const each_filter = [...new Map(filters.map((one) => [one.name, one])).values()];
  assert.ok(attacks.length > 100, `${attacks.length}`);
  assert.ok(each_filter.length > 10, `${each_filter.length}`);
  await assertNoneIsSlow([...attacks, ...each_filter]);
});

test('nor one of the portal, of a payment page or of a payment link', async () => {
  const portal = await store.visit('ada');
  const till = async (home: string) => {
    const get = (below = '') => shop.send({ method: 'GET', path: home + below });
    const post: Post = (path, form) =>
      shop.send(
        {
          ...{ method: 'POST', path: home + path },
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
        new URLSearchParams(form).toString(),
      );
    const fields = ['email', 'name', 'country', 'state', 'postal_code', 'company', 'tax_id'];
    const all = [...fields, 'coupon', 'quantity', 'step', 'total', 'renewal_total', 'custom_team'];
    return attacksOn([await get()], home, post, all);
  };
  const attacks = [
    ...attacksOn(await tour(portal), portal.home, portal.post),
    ...(await till(`/checkout/${known.checkout_session_id}`)),
    ...(await till(known.link ?? '')),
    ...(await till(known.past_due ?? '')),
    ...(await till('/portal/store/1')),
  ];
  assert.ok(attacks.length > 50, `${attacks.length}`);
  await assertNoneIsSlow(attacks);
});

/** A subscription whose renewal waits for another card. */
async function pastDue(): Promise<{ payment_url: string }> {
  const customer_id = 'late';
  const subscription_id = await store.subscribe(await store.plan(), { customer_id });
  await store.changeCard(DECLINES_LATER, customer_id);
  await store.advance('P1M');
  return store.get(subscription_id);
}

test('nor one where people sign in, are invited or look after their account', async () => {
  const owner = await signedIn(shop, { store_id: store.store_id });
  const stranger = openBrowser(shop);
  const invited = await store.must('POST /invite-member', {
    ...{ email: 'ben@example.com', role: 'viewer' },
  });
  const addresses = ['/account/sign-in', await ownerLink(shop)];
  const strange = [...addresses, new URL(invited.invitation_url).pathname];
  const own = ['', '/password', '/authenticator', '/passkeys/new', '/recovery-codes', '/confirm'];
  const read = (get: (path: string) => Promise<Answer>, paths: string[]) =>
    Promise.all(paths.map(get));
  // Who has to wait is answered before anything is looked at.
  const postAnew: Post = async (path, form) => {
    await shop.db.write(null, async (tx) => tx.run('DELETE FROM sign_in_failures'));
    return stranger.post(path, form);
  };
  const more = ['email', 'password', 'code', 'name'];
  const attacks = [
    ...attacksOn(await read(stranger.get, strange), '', postAnew, more),
    ...attacksOn(
      await read(
        (path) => shop.send({ method: 'GET', path, headers: { cookie: owner.cookie } }),
        [...own.map((path) => `/account${path}`)],
      ),
      '/account',
      (path, form) => postAs(owner, `/account${path}`, form),
    ),
  ];
  assert.ok(attacks.length > 20, `${attacks.length}`);
  await assertNoneIsSlow(attacks);
});

function postAs({ cookie }: { cookie: string }, path: string, form: Record<string, string>) {
  const origin = shop.app.base_url;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const headers = { cookie, origin, host: new URL(origin).host, ...type };
  return shop.send({ method: 'POST', path, headers }, new URLSearchParams(form).toString());
}

/** What other dialects are sent most, beside what the operations behind them look at. */
const DIALECTS: Record<string, string[]> = {
  '/creem/v1/products': ['name', 'description', 'currency', 'billing_period', 'image_url'],
  '/creem/v1/customers': ['email', 'name', 'country', 'external_id'],
  '/creem/v1/checkouts': ['product_id', 'request_id', 'discount_code', 'success_url', 'metadata'],
  '/creem/v1/discounts': ['name', 'code', 'type', 'duration', 'expiry_date'],
  '/creem/v1/licenses/activate': ['key', 'instance_name'],
  '/creem/v1/licenses/validate': ['key', 'instance_id'],
  '/creem/v1/refunds': ['transaction_id', 'reason'],
  '/creem/v1/webhooks': ['url', 'name', 'events'],
};
const HEADERS = ['accept-language', 'cookie', 'user-agent', 'referer', 'accept', 'x-api-key'];

test('nor anything in another dialect, in the words of an agent, or in the head of a request', async () => {
  const key = { 'x-api-key': store.key };
  const json = (path: string, body: object, more: object = {}) =>
    shop.send(
      { method: 'POST', path, headers: { ...key, 'content-type': 'application/json', ...more } },
      JSON.stringify(body),
    );
  const call = (name: string, args: object) =>
    json('/mcp', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
  const attacks: Attack[] = [
    ...Object.entries(DIALECTS).flatMap(([path, names]) =>
      names.map((name) => ({
        ...{ name: `${path} ${name}`, bytes: FORM_BYTES / 3 },
        send: (text: string) => json(path, { [name]: text }),
      })),
    ),
    ...['license_key', 'instance_name', 'instance_id'].flatMap((name) =>
      ['activate', 'validate', 'deactivate'].map((does) => ({
        ...{ name: `/v1/licenses/${does} ${name}`, bytes: 7_000 },
        send: (text: string) =>
          json(`/v1/licenses/${does}`, { license_key: known.license_key, [name]: text }),
      })),
    ),
    ...['find', 'describe', 'call', 'search-products'].map((tool) => ({
      ...{ name: `tool ${tool}`, bytes: FORM_BYTES / 3 },
      send: (text: string) => call(tool, { query: text, name: text, arguments: { query: text } }),
    })),
    ...HEADERS.map((header) => ({
      ...{ name: header, bytes: QUERY_BYTES },
      send: (text: string) => {
        const headers = { [header]: encodeURIComponent(text.toWellFormed()).slice(0, QUERY_BYTES) };
        return shop.send({ method: 'GET', path: known.link, headers });
      },
    })),
  ];
  await assertNoneIsSlow(attacks);
});
