import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { verify } from '../../src/care/verify/verify.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { cards } from '../harness/cast.ts';
import { many, random } from '../harness/sales/license-clients.ts';
import { makePlace, makeStoreWithKey, type Place } from '../harness/shop.ts';
import { Disk, type Operation } from './disk.ts';
import { findStrace, type Recorder, startRecording, type Told } from './recording.ts';
import { Findings, type Outcome, type Setting, type Step, sized } from './step.ts';

const CLIENTS = 4;

export const powerLoss: Step = {
  name: 'power-loss',
  shows:
    'after a power cut at any moment, whatever the disk made of writes that were not synced, the ' +
    'database opens, all its records agree, and everything that was answered is there',
  engines: ['sqlite'], // PostgreSQL syncs its own files.
  async run(setting) {
    const strace = findStrace();
    if ('missing' in strace) return { figures: {}, findings: [], left_out: strace.missing };
    const place = await makePlace();
    try {
      const recording = await record(strace.path, place, setting);
      return await cutPower(recording, setting);
    } finally {
      await place.remove();
    }
  },
};

interface Recording {
  /** The files as they were before. */
  files: Map<string, Buffer>;
  operations: Operation[];
  answers: Map<string, Answered>;
}

/** What somebody was told, and has to find again. */
interface Answered {
  path: string;
  customer_id?: string;
  checkout_session_id?: string;
  is_completed?: boolean;
  transaction_id?: string;
}

async function record(strace: string, place: Place, setting: Setting): Promise<Recording> {
  const db = await openDatabase(place);
  const { api_key } = await makeStoreWithKey(db, { mode: 'test', now: Date.now() });
  await db.close(); // Its log is in the file now.
  const path = join(place.data_dir, 'kassa.db');
  const files = new Map([['kassa.db', fs.readFileSync(path)]]);
  const recorder = await startRecording(strace, { data_dir: place.data_dir, api_key });
  const answers = new Map<string, Answered>();
  const purchases = sized(setting.size, [3, 40, 150]);
  setting.say(`recording ${CLIENTS * purchases} purchases`);
  await Promise.all(many(CLIENTS, (client) => sell(recorder, answers, { client, purchases })));
  const operations = await recorder.end();
  return { files, operations, answers };
}

async function sell(
  { post }: Recorder,
  answers: Map<string, Answered>,
  { client, purchases }: { client: number; purchases: number },
): Promise<void> {
  const must = async (path: string, input: object, keep: (told: Told['body']) => object) => {
    const { status, request_id, body } = await post(path, input);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    answers.set(request_id, { path, ...keep(body) });
    return body;
  };
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD', license: {} };
  const { product_id } = await must('/create-product', product, () => ({}));
  for (let at = 0; at < purchases; at++) {
    const customer_id = `c${client}-${at}`;
    await must('/create-customer', { customer_id }, () => ({ customer_id }));
    const session = { product_id, quantity: 1, customer_id };
    const id = (body: Told['body']) => ({ checkout_session_id: body.checkout_session_id });
    const { checkout_session_id } = await must('/create-checkout', session, id);
    const payment = { checkout_session_id, payment_method: cards.pays };
    const done = (body: Told['body']) => ({ ...id(body), is_completed: true });
    const { transaction_id } = await must('/complete-checkout', payment, done);
    if (at % 3 !== 0) continue;
    const part = { transaction_id, amount: 5 };
    await must('/refund-transaction', part, (body) => ({ transaction_id: body.transaction_id }));
  }
}

/** Cuts the power at chosen moments and opens what is left. */
async function cutPower(recording: Recording, setting: Setting): Promise<Outcome> {
  const { files, operations, answers } = recording;
  const below = random(setting.seed);
  const found = new Findings();
  const disk = new Disk(files);
  const cuts = chooseCuts(operations, sized(setting.size, [30, 2_000, 40_000]), below);
  const acknowledged: Answered[] = [];
  const checked = new Set<string>();
  const folder = fs.mkdtempSync(join(tmpdir(), 'kassa-power-'));
  let images = 0;
  let unsynced = 0;
  let promises = 0;
  for (const [at, operation] of operations.entries()) {
    for (let cut = 0; cut < (cuts.get(at) ?? 0); cut++) {
      const where = `image ${images} (before call ${at}, ${acknowledged.length} answers)`;
      if (disk.has_unsynced) unsynced += 1;
      promises += acknowledged.length;
      write(folder, disk.image(below));
      await found.assertion(() => open(folder, acknowledged, checked), where);
      images += 1;
      if (images % 200 === 0) setting.say(`${images} images`);
    }
    disk.apply(operation);
    const answer = operation.kind === 'answer' ? answers.get(operation.request_id) : undefined;
    if (answer) acknowledged.push(answer);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  found.equal(acknowledged.length, answers.size, 'answers in the recording');
  const of = (kind: string) => operations.filter((one) => one.kind === kind).length;
  const in_place = operations.filter((one) => one.kind === 'write' && one.file === 'kassa.db');
  return {
    figures: {
      'writes recorded': of('write'),
      'of them into the database file, by checkpoints': in_place.length,
      'syncs recorded': of('sync'),
      'answers recorded': answers.size,
      images,
      'images with unsynced writes': unsynced,
      'different states found and verified': checked.size,
      'answers looked for in images': promises,
    },
    findings: found.texts,
  };
}

/** A third right before a sync, a third right after an answer, a third anywhere. */
function chooseCuts(operations: Operation[], count: number, below: (n: number) => number) {
  const indexes = [...operations.keys()];
  const syncs = indexes.filter((at) => operations[at]?.kind === 'sync');
  const answered = indexes.filter((at) => operations[at - 1]?.kind === 'answer');
  const cuts = new Map<number, number>();
  for (let cut = 0; cut < count; cut++) {
    const among = [syncs, answered, indexes][cut % 3] ?? indexes;
    const at = among[below(among.length)] ?? 0;
    cuts.set(at, (cuts.get(at) ?? 0) + 1);
  }
  return cuts;
}

function write(folder: string, files: Map<string, Buffer>): void {
  for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name));
  for (const [name, bytes] of files) fs.writeFileSync(join(folder, name), bytes);
}

/** Opens an image as a start does; throws if something is wrong with it. */
async function open(folder: string, told: Answered[], checked: Set<string>): Promise<void> {
  const path = join(folder, 'kassa.db');
  const raw = new DatabaseSync(path);
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)'); // Recovers the log, and puts it into the file.
  raw.close();
  const state = createHash('sha256').update(fs.readFileSync(path)).digest('hex');
  const db = await openDatabase({ data_dir: folder, database_url: undefined });
  try {
    if (!checked.has(state)) {
      const problems = await db.selfCheck();
      if (problems.length > 0) throw new Error(problems.join('; '));
      const checks = await verify(db, { progress: () => {} });
      const wrong = checks.flatMap(({ violations }) => violations);
      if (wrong.length > 0) throw new Error(wrong.join('; '));
      checked.add(state);
    }
    const set = async (sql: string) =>
      new Set((await db.reader(null).all<{ id: string }>(sql)).map(({ id }) => id));
    const customers = await set('SELECT customer_id AS id FROM customers');
    const sessions = await set('SELECT checkout_session_id AS id FROM checkouts');
    const completed = await set(
      `SELECT checkout_session_id AS id FROM checkouts WHERE status = 'completed'`,
    );
    const transactions = await set('SELECT transaction_id AS id FROM transactions');
    for (const { path, customer_id, checkout_session_id, is_completed, transaction_id } of told) {
      const is_there =
        (customer_id === undefined || customers.has(customer_id)) &&
        (checkout_session_id === undefined ||
          (is_completed ? completed : sessions).has(checkout_session_id)) &&
        (transaction_id === undefined || transactions.has(transaction_id));
      if (!is_there) throw new Error(`${path} was answered 200 and is lost`);
    }
  } finally {
    await db.close();
  }
}
