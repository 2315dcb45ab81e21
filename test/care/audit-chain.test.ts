import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { verify } from '../../src/care/verify/verify.ts';
import { commandActor } from '../../src/platform/core/actor.ts';
import type { Tx } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { auditPeople } from '../../src/platform/operation/audit.ts';
import { cards } from '../harness/cast.ts';
import { assertFound, run, verified, wrong } from '../harness/planting.ts';
import { type Shop, startShop } from '../harness/shop.ts';

const WHOLE = 'the audit log is whole';
const terms = { name: 'Editor', description: '', price: 20, currency: 'USD' };

/** Some changes with events and some without, in the shop's store and in the installation. */
async function change(shop: Shop): Promise<void> {
  const { body: product } = await shop.call('POST /create-product', terms);
  const { product_id } = product;
  await shop.call('POST /update-product', { product_id, price: 25 });
  await shop.call('POST /update-mail-settings', { language: 'de' });
  const order = { product_id, quantity: 1, customer_id: 'ada' };
  const { body } = await shop.call('POST /create-checkout', order);
  const { checkout_session_id } = body;
  await shop.call('POST /complete-checkout', { checkout_session_id, payment_method: cards.pays });
  const signIn = (target: string) => ({
    ...{ actor: commandActor('test'), action: 'sign-in', at: shop.now },
    ...{ target, before: null, after: { name: 'Lena' } },
  });
  for (const target of ['person_1', 'person_2']) {
    await shop.db.write(null, (tx) => auditPeople(tx, signIn(target)));
  }
}

test('the chain of everything that was changed is whole, and its end is found again later', async () => {
  const shop = await startShop();
  await change(shop);
  const heads = new Map<string, string>();
  const options = { progress: () => {} };
  const foundHead = (store_id: string, { hash }: { hash: string }) => heads.set(store_id, hash);
  assert.deepEqual(wrong(await verify(shop.db, { ...options, foundHead })), []);
  await change(shop);
  for (const audit_head of [heads.get(shop.store_id), heads.get('')]) {
    assert.match(audit_head ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual(wrong(await verify(shop.db, { ...options, audit_head })), []);
  }
  const gone = await verify(shop.db, { ...options, audit_head: 'f'.repeat(64) });
  assert.deepEqual(wrong(gone), ['the audit log has the entry that was kept']);
});

test('the database refuses to change or delete an entry', async () => {
  const shop = await startShop();
  await change(shop);
  const stored = await shop.everything();
  const refused = [
    "UPDATE audit_entries SET action = '/create-customer'",
    'UPDATE audit_entries SET hash = hash WHERE sequence = 1',
    'DELETE FROM audit_entries WHERE sequence = 1',
    ...(shop.place.one_server ? [] : ['TRUNCATE audit_entries']),
  ];
  for (const sql of refused) {
    const doing = shop.db.write(null, async (tx) => tx.run(sql));
    await assert.rejects(doing, /audit entries do not change/, sql);
  }
  assert.equal(await shop.everything(), stored);
});

const COLUMNS = `created_at, actor_kind, actor_id, actor_address, action, request_id, target,
  changes, first_event, last_event, hash`;
const NEWEST = "sequence = (SELECT MAX(sequence) FROM audit_entries WHERE store_id <> '')";
const COPY = `INSERT INTO audit_entries (store_id, sequence, ${COLUMNS})
  SELECT store_id, sequence + 100, ${COLUMNS} FROM audit_entries WHERE store_id <> ''
    AND sequence = 2`;

const SET: [string, string][] = [
  ['who', "actor_id = 'somebody'"],
  ['of which kind', "actor_kind = 'job'"],
  ['from where', "actor_address = '192.0.2.1'"],
  ['what', "action = '/create-customer'"],
  ['when', 'created_at = created_at + 1'],
  ['of what', "target = 'prod_0'"],
  ['before and after', "changes = '[]'"],
  ['by which request', "request_id = 'req_0'"],
  ['the hash', "hash = '0000'"],
];

const planted: [string, (tx: Tx) => Promise<unknown>][] = [
  ...SET.map(([title, set]): (typeof planted)[number] => [
    `another entry says ${title}`,
    (tx) => run(tx, `UPDATE audit_entries SET ${set} WHERE store_id <> '' AND sequence = 2`),
  ]),
  ['the first is deleted', (tx) => run(tx, 'DELETE FROM audit_entries WHERE sequence = 1')],
  ['one in between is deleted', (tx) => run(tx, 'DELETE FROM audit_entries WHERE sequence = 3')],
  ['the newest is cut off', (tx) => run(tx, `DELETE FROM audit_entries WHERE ${NEWEST}`)],
  [
    'the newest is cut off, and so is the count',
    async (tx) => {
      await run(tx, `DELETE FROM audit_entries WHERE ${NEWEST}`);
      await run(tx, 'UPDATE event_counters SET audit_sequence = audit_sequence - 1');
    },
  ],
  ['all are deleted', (tx) => run(tx, "DELETE FROM audit_entries WHERE store_id <> ''")],
  [
    'two have changed places',
    async (tx) => {
      const move = (from: number, to: number) =>
        run(tx, `UPDATE audit_entries SET sequence = ${to} WHERE sequence = ${from}`);
      await move(2, 99);
      await move(3, 2);
      await move(99, 3);
    },
  ],
  ['one was added', (tx) => run(tx, COPY)],
  ['an event is another', (tx) => run(tx, "UPDATE events SET data = '{}' WHERE sequence = 2")],
  ['an event is of another type', (tx) => run(tx, "UPDATE events SET type = 'product.created'")],
  ['an event is of another time', (tx) => run(tx, 'UPDATE events SET created_at = 1')],
  ['an event is deleted', (tx) => run(tx, 'DELETE FROM events WHERE sequence = 2')],
  [
    'an event was added behind all entries',
    async (tx) => {
      await run(
        tx,
        `INSERT INTO events (store_id, sequence, event_id, type, data, created_at)
         SELECT store_id, last_sequence + 1, 'evt_0', 'product.created', '{}', 0
         FROM event_counters`,
      );
      await run(tx, 'UPDATE event_counters SET last_sequence = last_sequence + 1');
    },
  ],
  [
    'an entry of the installation is another',
    (tx) => run(tx, "UPDATE audit_entries SET target = 'x' WHERE store_id = ''"),
  ],
  [
    'the newest of the installation is cut off',
    (tx) => run(tx, "DELETE FROM audit_entries WHERE store_id = '' AND sequence = 3"),
  ],
];

describe('each planted corruption is found', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
    await change(shop);
    await shop.place.removeGuards(shop.db);
  });
  for (const [title, plant] of planted) {
    test(title, () => assertFound(shop, WHOLE, plant));
  }
});

test('the log of an old database begins with what is changed now, and nothing is invented', async () => {
  const shop = await startShop();
  await change(shop);
  await shop.place.removeGuards(shop.db);
  const before_the_log = [
    'DELETE FROM audit_entries',
    `UPDATE audit_heads SET sequence = 0, hash = ''`,
    `UPDATE event_counters
      SET audit_sequence = 0, audit_hash = '', audited_after = last_sequence`,
  ];
  const old = await openDatabase(shop.place);
  await old.write(null, async (tx) => {
    for (const sql of before_the_log) await tx.run(sql);
  });
  await old.close();
  await change(shop);
  const { data } = (await shop.call('GET /list-audit-entries')).body;
  assert.equal(data.length, 4, 'the settings are so already');
  assert.equal(data.at(-1).sequence, 1);
  assert.deepEqual(wrong(await verified(shop)), []);
});

test('64 writers at once, with events and without: one chain, without gaps, in the order of the events', async () => {
  const shop = await startShop();
  const { must, ask } = await shop.openStore();
  const { product_id } = await must('POST /create-product', terms);
  const writers = Array.from({ length: 64 }, async (_, at) => {
    const calls = [
      ask('POST /create-product', terms),
      ask('POST /update-product', { product_id, price: 100 + at }),
      ask('POST /create-checkout', { product_id, quantity: 1, customer_id: `c${at % 5}` }),
      ask('POST /update-mail-settings', { language: at % 2 === 0 ? 'de' : 'fr' }),
      ask('POST /create-product', { ...terms, price: -1 }),
    ];
    const answers = await Promise.all(calls);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 400],
    );
  });
  await Promise.all(writers);
  assert.deepEqual(wrong(await verified(shop)), []);
  const { data } = await must('GET /list-audit-entries', { action: '/create-product' });
  assert.equal(data.length, 65);
});
