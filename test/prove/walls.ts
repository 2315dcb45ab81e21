import type { Operation } from '../../src/platform/operation/operation.ts';
import { makeApiKey } from '../../src/shop/store/make-store.ts';
import { operations as groups } from '../../src/sites/api/operations.ts';
import type { Answer } from '../harness/answer.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { formsOf, tour } from '../harness/visits/dashboard-tour.ts';
import { Findings, type Step, sized } from './step.ts';
import { inputOf, namesIn, nobodys, oneOfEach, type Things, thingFor } from './two-stores.ts';
import { goOnElsewhere, secondOfEach } from './walls-cursors.ts';
import { tryDoors } from './walls-doors.ts';

// Whoever belongs to one store asks for everything that another store has.

const ROLES = ['admin', 'support', 'viewer'] as const;
const operations = Object.values(groups).flat();

export const walls: Step = {
  name: 'walls',
  shows:
    'no operation, page or form shows or changes anything of another store, whatever key, role or ' +
    'session asks, nor changes anything for a viewer, and says no more than that of something that does not exist',
  engines: ['sqlite', 'postgres'],
  async run({ size, say }) {
    const found = new Findings();
    const shop = await startShop();
    const mine = await shop.makeStore('test');
    const theirs = await shop.makeStore('test');
    const own = await oneOfEach(shop, mine, 'OWN');
    const foreign = await oneOfEach(shop, theirs, 'FOREIGN');
    await secondOfEach(shop, theirs, foreign);
    const owner = await signedIn(shop, { store_id: theirs.store_id });
    const stops = await tour(owner);
    const place: Place = { shop, own, foreign, found, before: '' };
    const people = sized(size, [1, ROLES.length, ROLES.length]);
    const strangers = [];
    for (const role of ROLES.slice(0, people)) {
      strangers.push({ role, ...(await signedIn(shop, { role, store_id: mine.store_id })) });
    }
    const keys = await makeKeys(shop, mine);
    const viewer = await signedIn(shop, { role: 'viewer', store_id: theirs.store_id });
    place.before = await storeOf(shop, theirs.store_id);

    const doors = await tryDoors({ shop, store: mine, own, foreign, found });
    let asked = Object.values(doors).reduce((sum, one) => sum + one, 0);
    say(`other doors: ${asked} requests`);
    for (const [kind, key] of Object.entries(keys)) {
      asked += await askOperations(place, kind, key);
      say(`${kind} key: ${asked} requests`);
    }
    asked += await listEverything(place, keys.full ?? '');
    const cursors = await goOnElsewhere(place, { mine: mine.api_key, theirs: theirs.api_key });
    asked += cursors;
    const forms = formsOf(stops, owner.home);
    for (const stranger of strangers) {
      asked += await visitPages(place, stranger, { home: owner.home, stops, forms });
      say(`${stranger.role}: ${asked} requests`);
    }
    for (const { path, fields } of forms) {
      const { status } = await viewer.post(path, fields);
      found.check(status === 403 || status === 404, `a viewer gets ${status} of POST ${path}`);
      asked += 1;
    }
    asked += await visitAsNobody(place, { home: owner.home, stops, forms });
    found.check(
      (await storeOf(shop, theirs.store_id)) === place.before,
      'something of the other store has changed',
    );
    const figures = { operations: operations.length, 'kinds of keys': Object.keys(keys).length };
    const seen = { cursors, pages: stops.length, forms: forms.length, 'requests asked': asked };
    return { figures: { ...figures, roles: people, ...doors, ...seen }, findings: found.texts };
  },
};

interface Place {
  shop: Shop;
  own: Things;
  foreign: Things;
  found: Findings;
  before: string;
}

/** Keys of the first store, one of each kind. */
async function makeKeys(shop: Shop, store: { store_id: string; api_key: string }) {
  const make = async (scope: 'read' | 'license' | 'full', expires_at: number | null = null) => {
    const made = {
      store_id: store.store_id,
      mode: 'test',
      scope,
      expires_at,
      now: shop.now,
    } as const;
    return shop.db.write(null, (tx) => makeApiKey(tx, made));
  };
  const revoked = await make('full');
  const { must } = await shop.openStore(store);
  await must('POST /revoke-api-key', { key_id: revoked.key_id });
  const keys: Record<string, string> = {
    full: store.api_key,
    read: (await make('read')).api_key,
    license: (await make('license')).api_key,
    expired: (await make('full', shop.now - 1)).api_key,
    revoked: revoked.api_key,
  };
  return keys;
}

/** Every operation with every name that the other store has, beside one that nobody has. */
async function askOperations(place: Place, kind: string, key: string): Promise<number> {
  const { own, foreign, found } = place;
  const unknown = nobodys(foreign, own);
  let asked = 0;
  for (const operation of operations) {
    for (const name of namesIn(operation)) {
      const title = `${operation.path} ${name}`;
      if (thingFor(operation, name, foreign) === undefined) {
        found.add(`${title}: there is nothing of another store to give it (two-stores.ts)`);
        continue;
      }
      const there = await ask(place, { operation, name, key }, foreign);
      const nowhere = await ask(place, { operation, name, key }, unknown);
      found.equal(there, nowhere, `${title} with a ${kind} key tells another store from none`);
      const is_allowed = kind === 'full' || kind === operation.scope;
      const is_shut = there.startsWith('403 ');
      found.check(is_allowed !== is_shut, `${title} with a ${kind} key: ${there.slice(0, 100)}`);
      asked += 2;
    }
  }
  return asked;
}

async function ask(
  { shop, own, found }: Place,
  { operation, name, key }: { operation: Operation; name: string; key: string },
  things: Things,
): Promise<string> {
  const value = thingFor(operation, name, things) ?? '';
  const { method, path } = operation;
  const input = inputOf(operation, own, { name, value });
  const answer = await shop.call(`${method} ${path}`, input, { key, in_body: true });
  found.check(!answer.text.includes('FOREIGN'), `${path} shows ${answer.text}`);
  found.check(answer.status < 500, `${path} ${name}: ${answer.text}`);
  return `${answer.status} ${answer.text.replaceAll(value, '(name)').replace(/req_\w+/, '')}`;
}

/** What is in lists, whatever is searched for. */
async function listEverything({ shop, own, foreign, found }: Place, key: string): Promise<number> {
  let asked = 0;
  const ids = ['subscription_id', 'transaction_id', 'license_id', 'event_id', 'invoice_id'];
  for (const { method, path } of operations) {
    if (method !== 'GET') continue;
    for (const input of [{}, { query: 'FOREIGN' }, { email: foreign.email }, { limit: 100 }]) {
      const { text } = await shop.call(`GET ${path}`, input, { key });
      asked += 1;
      const shown = ids.some((name) => text.includes(foreign[name] ?? own.nothing ?? '?'));
      found.check(!text.includes('FOREIGN') && !shown, `${path} lists ${text.slice(0, 200)}`);
    }
  }
  return asked;
}

interface Pages {
  home: string;
  stops: { path: string }[];
  forms: { path: string; fields: Record<string, string> }[];
}

type Stranger = Awaited<ReturnType<typeof signedIn>> & { role: string };

/** The other store's pages under its own address, and under the address of the stranger's store. */
async function visitPages(place: Place, stranger: Stranger, pages: Pages): Promise<number> {
  const { found } = place;
  const { home, stops, forms } = pages;
  let asked = 0;
  for (const { path } of stops) {
    const there = await stranger.get(home + path);
    asked += 1;
    found.check(isShut(there), `${stranger.role} gets ${there.status} of ${home}${path}`);
    if (!/_[0-9a-z]{20,}|\/customers\/./.test(path)) continue;
    const here = await stranger.get(path);
    asked += 1;
    const main = here.text.slice(here.text.indexOf('<main')).replace(/value="[^"]*"/g, '');
    found.check(!/FOREIGN/.test(main.replaceAll('FOREIGN%20customer', '')), `shown: ${path}`);
  }
  for (const { path, fields } of forms) {
    const there = await stranger.post(home + path, fields);
    found.check(isShut(there), `${stranger.role} gets ${there.status} of POST ${home}${path}`);
    asked += 1;
    if (!/_[0-9a-z]{20,}|\/customers\/./.test(path)) continue;
    const here = await stranger.post(path, fields);
    asked += 1;
    found.check(here.status < 500, `${stranger.role} gets ${here.status} of POST ${path}`);
  }
  return asked;
}

async function visitAsNobody({ shop, found }: Place, pages: Pages): Promise<number> {
  const { home, stops, forms } = pages;
  for (const { path } of stops) {
    const answer = await shop.send({ method: 'GET', path: home + path });
    found.check(isShut(answer), `nobody gets ${answer.status} of ${path}`);
  }
  for (const { path, fields } of forms) {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: shop.app.base_url, // As from one of our own pages.
      host: new URL(shop.app.base_url).host,
    };
    const body = new URLSearchParams(fields).toString();
    const answer = await shop.send({ method: 'POST', path: home + path, headers }, body);
    found.check(isShut(answer), `nobody gets ${answer.status} of POST ${path}`);
  }
  return stops.length + forms.length;
}

/** Led away, without a word. */
const isShut = ({ status, text }: Answer): boolean =>
  (status === 303 && text === '') || status === 403 || status === 404;

/** All rows of a store. */
async function storeOf(shop: Shop, store_id: string): Promise<string> {
  const lines = (await shop.everything()).split('\n');
  return lines.filter((line) => line.includes(store_id)).join('\n');
}
