import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Client } from 'pg';
import { makeRelease } from '../../packages/executable/make.ts';
import { card } from '../harness/cast.ts';
import { atEndOfFile } from '../harness/endings.ts';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';
import { startMailServer } from '../stand-ins/mail-server.ts';

// What npm run release makes, tried where there is nothing else of Kassa. It is made once, so this
// is one file for both databases.

const START_TIMEOUT_MS = 120_000;

// The folder of the tests may be one in memory, where no program may be run.
const folder = mkdtempSync('/var/tmp/kassa-release-');
const made = join(folder, 'made');
/** The working folder: what an operator would have typed is typed here. */
const place = join(folder, 'place');
const TYPED = './kassa';
const children: ChildProcess[] = [];

atEndOfFile(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

before(async () => {
  await makeRelease(made);
  mkdirSync(place);
});

test('a release has checksums, the licenses of its parts, and a list of them', () => {
  const sums = readFileSync(join(made, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const named = sums.map((line) => line.split('  ')[1]);
  assert.deepEqual(named, ['LICENSES.txt', 'kassa', 'kassa.service', 'sbom.cdx.json']);
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ');
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(made, name)))
        .digest('hex'),
      sum,
    );
  }
  const { components, dependencies } = JSON.parse(
    readFileSync(join(made, 'sbom.cdx.json'), 'utf8'),
  );
  const refs: string[] = components.map((part: { 'bom-ref': string }) => part['bom-ref']);
  const direct = Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).dependencies);
  for (const [name, version] of direct) {
    assert.ok(refs.includes(`pkg:npm/${name.replace('@', '%40')}@${version}`), name);
  }
  assert.ok(refs.includes(`pkg:npm/node-linux-${process.arch}@26.10.0`));
  assert.ok(
    !refs.some((ref) => /typescript|esbuild|darwin/.test(ref)),
    'nothing for tests is in it',
  );
  const used = dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn);
  assert.deepEqual(new Set(used), new Set(refs), 'everything in it is there for something');
  const texts = readFileSync(join(made, 'LICENSES.txt'), 'utf8');
  for (const name of ['pdfkit', 'stripe', 'dejavu-fonts-ttf', 'node-linux'])
    assert.match(texts, new RegExp(`^${name}.* \\(`, 'm'));
  // From here on there is the executable alone.
  renameSync(join(made, 'kassa'), join(place, 'kassa'));
});

test('the executable says what it is, and names itself in what it says to do', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.deepEqual(kassa('--version'), { code: 0, out: `Kassa ${version}\n`, err: '' });
  assert.match(kassa('--help').out, /kassa serve +start the service/);
  const unknown = 'There is no command "sell". See: ./kassa --help\n';
  assert.deepEqual(kassa('sell'), { code: 1, out: '', err: unknown });
  const nowhere = { KASSA_PORT: String(await freePort()) };
  assert.equal(kassa('health', nowhere).code, 1, 'nobody serves yet');
  assert.deepEqual(readdirSync(place), ['kassa'], 'it has written nothing');
});

let invoice_path: string;
let invoice: Buffer;
let backup: string;
let api_key: string;

test('a first start with nothing beside it: a purchase over TLS, its invoice and mail, pages, commands', async () => {
  const mails = await startMailServer(join(folder, 'mails'));
  atEndOfFile(mails.stop);
  const mail = {
    KASSA_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    KASSA_MAIL_FROM: 'shop@example.com',
  };
  const shop = await serve(join(place, 'data'), mail);
  assert.match(shop.out, /This is the first start: a test store was made/);
  api_key = readFileSync(join(place, 'data/first-api-key'), 'utf8').trim();
  invoice_path = await buy(shop);
  invoice = (await shop.get(invoice_path)).body;
  assert.match(invoice.toString('latin1'), /^%PDF-1\.7\n[\s\S]*%%EOF\s*$/);
  assert.ok(invoice.length > 15_000, 'its fonts are in it');
  await until(() => mails.arrived().some(({ to }) => to === 'ada@example.com'), 'a mail arrives');
  for (const [path, text] of [
    ['/account/sign-in', /Sign in/],
    ['/docs', /create-checkout/],
    ['/docs/mail', /<h1>Mail<\/h1>/],
    ['/docs?q=refund', /operations\/refund-transaction/],
    ['/docs/pictures/house.svg', /<svg/],
    ['/style.css', /{/],
    ['/favicon.ico', /./],
    ['/llms.txt', /Kassa/],
  ] as const) {
    const { status, body } = await shop.get(path);
    assert.equal(status, 200, path);
    assert.match(body.toString(), text, path);
  }
  assert.equal((await shop.get('/dashboard')).status, 303);
  const { error } = JSON.parse(
    (await shop.get('/search-products', 'kassa_test_0')).body.toString(),
  );
  assert.match(error.message, /`kassa keys create`|`\.\/kassa keys create`/);

  const here = { ...mail, KASSA_PORT: String(shop.port) };
  assert.equal(kassa('health', here).code, 0);
  assert.match(kassa('keys create', here).out, /To revoke it: \.\/kassa keys revoke key_/);
  assert.match(kassa('doctor', here).out, /ok {4}version: Kassa .*, Node 26/);
  assert.match(kassa('verify').out, /Everything is as it must be/);
  const copied = kassa('backup ../backups --json');
  assert.equal(copied.code, 0, copied.err);
  backup = JSON.parse(copied.out).place;
  await shop.ends();
  assert.equal(kassa('health', here).code, 1);
});

test('a restored shop makes its next backup itself', async () => {
  const restored = kassa(`restore ${backup} --to ../restored`);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, /KASSA_DATA_DIR=\S+ \.\/kassa serve/);
  const shop = await serve(join(folder, 'restored'), {
    KASSA_BACKUP_DIR: join(folder, 'scheduled'),
  });
  assert.ok((await shop.get(invoice_path)).body.equals(invoice), 'the same document');
  await buy(shop);
  await until(() => backupsIn('scheduled').length > 0, 'a backup is made by the service');
  await shop.ends();
});

test('the same shop on PostgreSQL, whose tables it makes, in two processes', async () => {
  const url = await emptyDatabase();
  const restored = kassa(`restore ${backup} --to ${url}`, {
    KASSA_DATA_DIR: join(folder, 'restored'),
  });
  assert.equal(restored.code, 0, restored.err);
  const shop = await serve(join(folder, 'restored'), { DATABASE_URL: url, KASSA_PROCESSES: '2' });
  const serving = () =>
    readFileSync(`/proc/${shop.child.pid}/task/${shop.child.pid}/children`, 'utf8').trim();
  await until(() => serving().split(' ').length === 2, 'two processes serve');
  // Each connection is taken by one of them: both find the invoice, and both can sell.
  for (let time = 0; time < 3; time++) {
    assert.ok((await shop.get(invoice_path)).body.equals(invoice), 'the same document');
    await buy(shop);
  }
  await shop.ends();
});

/** Runs a command to its end, as it would be typed. */
function kassa(line: string, settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, ...settings };
  const options = { cwd: place, env, encoding: 'utf8', timeout: START_TIMEOUT_MS } as const;
  const { status, stdout, stderr } = spawnSync(TYPED, line.split(' '), options);
  return { code: status, out: stdout, err: stderr };
}

/** Starts the service and waits until it says where it is. */
async function serve(data_dir: string, settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, KASSA_DATA_DIR: data_dir, KASSA_PORT: '0', ...settings };
  const child = spawn(TYPED, ['serve'], { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const said = { out: '', err: '' };
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  const ended = once(child, 'exit');
  await until(
    () => / at https:\/\/localhost:\d+\n[\s\S]*\n\n/.test(said.out) || child.exitCode !== null,
    'it says where it is',
  );
  assert.equal(child.exitCode, null, said.err);
  const port = Number(/localhost:(\d+)/.exec(said.out)?.[1]);
  const ca = readFileSync(join(data_dir, 'tls/ca.pem'));
  const ask = (path: string, key: string, body?: string) =>
    new Promise<{ status: number | undefined; body: Buffer }>((resolve, reject) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const method = body === undefined ? 'GET' : 'POST';
      const options = { host: 'localhost', port, path, ca, headers, method, agent: false } as const;
      const sent = request(options, async (answer) => {
        const chunks = await answer.toArray().catch(reject);
        resolve({ status: answer.statusCode, body: Buffer.concat(chunks ?? []) });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    child,
    port,
    out: said.out,
    get: (path: string, key = api_key) => ask(path, key),
    async call(path: string, input: object) {
      const { status, body } = await ask(path, api_key, JSON.stringify(input));
      assert.equal(status, 200, body.toString());
      return JSON.parse(body.toString());
    },
    async ends() {
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null], said.err);
      assert.doesNotMatch(said.err, /"level":"error"|Warning/);
    },
  };
}

/** Buys something and returns the path of the invoice as PDF. */
async function buy({ call, get }: Awaited<ReturnType<typeof serve>>): Promise<string> {
  const product = { name: 'Photo editor', description: '', price: 19.99, currency: 'USD' };
  const { product_id } = await call('/create-product', product);
  const customer_id = randomBytes(6).toString('hex');
  await call('/create-customer', { customer_id, email: 'ada@example.com' });
  const terms = { product_id, quantity: 1, customer_id };
  const { checkout_session_id } = await call('/create-checkout', terms);
  await call('/complete-checkout', { checkout_session_id, payment_method: card() });
  const path = `/get-transactions?checkout_session_id=${checkout_session_id}&status=paid`;
  const [paid] = JSON.parse((await get(path)).body.toString()).data;
  return new URL(paid.invoice_pdf_url).pathname;
}

const backupsIn = (name: string): string[] =>
  readdirSync(folder).includes(name)
    ? readdirSync(join(folder, name)).filter((file) => /^\d{4}-.*Z$/.test(file))
    : [];

/** Without the tables that other tests begin with. */
async function emptyDatabase(): Promise<string> {
  const server = process.env.KASSA_TEST_DATABASE_URL ?? '';
  const name = `kassa_test_${randomBytes(6).toString('hex')}`;
  const admin = async (sql: string) => {
    const client = new Client(server);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`CREATE DATABASE ${name}`);
  atEndOfFile(() => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}
