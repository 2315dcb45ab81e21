import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { atEndOfFile } from '../harness/endings.ts';
import { until } from '../harness/until.ts';
import { blocksOf, followGuide, load, type Own } from './guide.ts';
import { projectWithSdk } from './packed.ts';
import { addressOf, startTrustedShop } from './trusting.ts';

// The guides as somebody follows them: their programs, copied, against a real shop.

const ROOT = join(import.meta.dirname, '../..');
const shop = await startTrustedShop({ webhook_allow: ['127.0.0.0/8'], clock: Date.now });
const store = await shop.openStore(shop);
const base_url = addressOf(shop);
const app_key = (await shop.makeKey('license')).api_key;
const product_id = await store.sell({ activation_limit: 1 });
const newLicense = async () => {
  const { license_keys } = await store.buy(product_id);
  const { license_id } = await store.licenseOf(license_keys[0]);
  return { license_key: license_keys[0] as string, license_id };
};
const own: Own = { api_key: app_key, base_url, product_id };
/** The same program, for a machine without a network. */
const offline: Own = { ...own, base_url: 'https://localhost:1' };
const SET = ['KASSA_KEY', 'KASSA_URL', 'KASSA_WEBHOOK_SECRET', 'STANDIN_USER_DATA'];
atEndOfFile(() => {
  for (const name of SET) delete process.env[name];
});
const ca_file = join(shop.place.data_dir, 'tls/ca.pem');

async function run(folder: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: ca_file, ...env },
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, err, code };
}

test('packages/sdk/README.md: the quick start is six lines that open a checkout', async () => {
  const folder = await followGuide('packages/sdk/README.md', own);
  const [program = ''] = blocksOf('packages/sdk/README.md');
  assert.equal(program.trim().split('\n').length, 6);
  const filled = program.replace('https://localhost:8443', base_url);
  writeFileSync(join(folder, 'quick-start.ts'), filled);
  const { out, err } = await run(folder, ['quick-start.ts'], { KASSA_KEY: shop.api_key });
  assert.match(out, /^Pay at https:\/\/\S+\/checkout\/cs_\w+\n/, err);
});

test('packages/sdk/README.md: all of its code, one after the other', async () => {
  const folder = await followGuide('packages/sdk/README.md', own);
  writeFileSync(join(folder, 'readme.ts'), blocksOf('packages/sdk/README.md').join('\n'));
  const { license_key } = await newLicense();
  const keys = { KASSA_KEY: shop.api_key, APP_KEY: app_key, LICENSE_KEY: license_key };
  const { out, err } = await run(folder, ['readme.ts'], { ...keys, KASSA_URL: base_url });
  const [, refused, licensed] = out.split('\n');
  assert.deepEqual(
    [refused, licensed],
    ['No: coupon_code is not a coupon of this store', 'licensed'],
    err,
  );
});

test('docs/guides/nextjs.md: the form opens a checkout, and the payment is told', async () => {
  const folder = await followGuide('docs/guides/nextjs.md', own);
  process.env.KASSA_KEY = shop.api_key;
  process.env.KASSA_URL = base_url;
  const checkout = await load(folder, 'app/api/checkout/route.ts');
  const post = (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    return checkout.POST(new Request('https://app.example/api/checkout', { method: 'POST', body }));
  };
  const sent: Response = await post({ product_id });
  assert.equal(sent.status, 303);
  const [checkout_session_id = ''] = /cs_\w+/.exec(sent.headers.get('location') ?? '') ?? [];
  const refused: Response = await post({ product_id: 'prod_none' });
  assert.equal(refused.status, 400);

  const told = await load(folder, 'app/api/kassa/route.ts');
  const site = createServer(async (request, response) => {
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, `${value}`]),
    );
    const asked = { method: 'POST', headers, body: await text(request) };
    const answer: Response = await told.POST(new Request('https://app.example/api/kassa', asked));
    response.writeHead(answer.status).end(await answer.text());
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  atEndOfFile(() => site.close());
  const WEBHOOK_URL = `http://127.0.0.1:${(site.address() as AddressInfo).port}/api/kassa`;
  const env = { KASSA_KEY: shop.api_key, KASSA_URL: base_url, WEBHOOK_URL };
  const registered = await run(folder, ['register.ts'], env);
  assert.match(registered.out, /^whsec_/, registered.err);
  process.env.KASSA_WEBHOOK_SECRET = registered.out.trim();

  const forged = new Request('https://app.example/api/kassa', { method: 'POST', body: '{}' });
  assert.equal((await told.POST(forged)).status, 400);
  const { license_keys } = await store.complete(checkout_session_id);
  const { access } = await load(folder, 'lib/deliver.ts');
  await until(async () => access.size > 0, 'the webhook is taken');
  assert.deepEqual(access.get(checkout_session_id), { product_id, license_keys });
});

test('docs/guides/license-a-cli.md: activated, used online and offline, taken back, given up', async () => {
  const [online, away] = [
    await followGuide('docs/guides/license-a-cli.md', own),
    await followGuide('docs/guides/license-a-cli.md', offline),
  ];
  const env = { PHOTO_HOME: mkdtempSync(join(tmpdir(), 'kassa-photo-')) };
  const photo = async (folder: string, ...args: string[]) => {
    const { out, err, code } = await run(folder, ['photo.ts', ...args], env);
    return `${code} ${out}${err}`.trim();
  };
  const NO = '1 Not licensed. Run: photo activate KASSA-…';
  const { license_key, license_id } = await newLicense();
  assert.equal(await photo(online), NO);
  assert.equal(
    await photo(online, 'activate', 'KASSA-1'),
    '1 This key is mistyped. Copy it from your receipt.',
  );
  assert.equal(
    await photo(online, 'activate', license_key),
    '0 Thank you. This machine is activated.',
  );
  assert.equal(await photo(away), '0 Editing photos …');
  assert.equal(await photo(away, 'deactivate'), '1 The shop cannot be reached.');
  assert.equal(await photo(online, 'status'), '0 licensed');
  await store.must('POST /disable-license', { license_id });
  assert.equal(await photo(online, 'status'), '0 not licensed');
  assert.equal(await photo(away), NO);
  await store.must('POST /enable-license', { license_id });
  await photo(online, 'activate', license_key);
  assert.equal(await photo(online, 'deactivate'), '0 This machine is free again.');
  assert.equal(await photo(online), NO);
  assert.equal((await store.licenseOf(license_key)).activation_usage, 0);
});

test('docs/guides/license-a-server.md: goes on through an outage, stops when it is told no', async () => {
  const { license_key, license_id } = await newLicense();
  const folder = mkdtempSync(join(tmpdir(), 'kassa-server-'));
  const online = await load(
    await followGuide('docs/guides/license-a-server.md', own),
    'license.ts',
  );
  const away_folder = await followGuide('docs/guides/license-a-server.md', offline);
  const away = await load(away_folder, 'license.ts');
  const problemOf = async ({ ServerLicense }: typeof online, key = license_key) => {
    const license = new ServerLicense({ license_key: key, folder });
    await license.refresh();
    return license.problem;
  };
  assert.equal(await problemOf(away), 'the shop cannot be reached, and was never asked before');
  assert.equal(await problemOf(online), undefined);
  assert.equal(await problemOf(online), undefined); // the same place
  assert.equal(await problemOf(away), undefined);
  const server = await run(
    away_folder,
    [
      '-e',
      `import('./server.ts').then(async ({ server }) => {
      const { port } = server.address();
      const answer = await fetch('http://127.0.0.1:' + port);
      console.log(answer.status, await answer.text());
      server.close();
      server.closeAllConnections();
    })`,
    ],
    { LICENSE_KEY: license_key, DATA_FOLDER: folder, PORT: '0' },
  );
  assert.equal(server.out, '200 hello\n', server.err);
  await store.must('POST /disable-license', { license_id });
  assert.match(await problemOf(online), /disabled/);
  assert.equal(await problemOf(away), 'the shop cannot be reached, and was never asked before');
});

test('docs/guides/license-an-electron-app.md: the renderer is told, and the key stays sealed', async () => {
  const user_data = mkdtempSync(join(tmpdir(), 'kassa-electron-'));
  process.env.STANDIN_USER_DATA = user_data;
  const { license_key, license_id } = await newLicense();
  const online = await followGuide('docs/guides/license-an-electron-app.md', own);
  const away_folder = await followGuide('docs/guides/license-an-electron-app.md', offline);
  for (const folder of [online, away_folder]) standInForElectron(folder);
  await load(online, 'main/ipc.ts');
  const { renew } = await load(online, 'main/license.ts');
  const electron = await load(online, 'node_modules/electron/index.mjs');
  const invoke = (channel: string, ...given: unknown[]) =>
    electron.handlers.get(channel)({}, ...given);

  assert.deepEqual(await invoke('license:state'), { licensed: false, until: null });
  const { error } = await invoke('license:activate', 'KASSA-1');
  assert.match(error, /mistyped/);
  const { licensed, until: ends } = await invoke('license:activate', license_key);
  assert.ok(licensed && Date.parse(ends) > Date.now());
  assert.ok(!readFileSync(join(user_data, 'license'), 'utf8').includes(license_key));

  const away = await load(away_folder, 'main/license.ts');
  assert.equal((await away.renew()).licensed, true);
  await store.must('POST /disable-license', { license_id });
  assert.equal((await renew()).licensed, false);
  await store.must('POST /enable-license', { license_id });
  assert.equal((await invoke('license:activate', license_key)).licensed, true);
  assert.equal((await invoke('license:deactivate')).licensed, false);
  assert.equal((await store.licenseOf(license_key)).activation_usage, 0);
});

/** What is Electron's own in the guide. */
function standInForElectron(project: string): void {
  const folder = join(project, 'node_modules/electron');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"electron","exports":"./index.mjs"}\n');
  writeFileSync(
    join(folder, 'index.mjs'),
    `const turned = (bytes) => bytes.map((byte) => byte ^ 0x5a);
    export const handlers = new Map();
    export const ipcMain = { handle: (channel, handler) => handlers.set(channel, handler) };
    export const app = { getPath: () => process.env.STANDIN_USER_DATA, getName: () => 'Photo' };
    export const safeStorage = {
      encryptString: (text) => Buffer.from(turned(Buffer.from(text))),
      decryptString: (bytes) => Buffer.from(turned(bytes)).toString(),
    };`,
  );
  writeFileSync(
    join(folder, 'index.d.mts'),
    `export const ipcMain: { handle(channel: string, handler: (event: unknown, ...given: any[]) => unknown): void };
    export const app: { getPath(name: 'userData'): string; getName(): string };
    export const safeStorage: { encryptString(text: string): Buffer; decryptString(bytes: Buffer): string };`,
  );
}

test('the programs of every guide compile, strictly', async () => {
  const guides = ['nextjs', 'license-a-cli', 'license-a-server', 'license-an-electron-app'];
  const folders: string[] = [];
  for (const name of guides) folders.push(await followGuide(`docs/guides/${name}.md`, own));
  standInForElectron(folders.at(-1) ?? '');
  writeFileSync(join(folders[0] ?? '', 'readme.ts'), blocksOf('packages/sdk/README.md').join('\n'));
  const options = {
    ...{ strict: true, noEmit: true, target: 'es2022', lib: ['esnext', 'dom'], module: 'nodenext' },
    ...{ allowImportingTsExtensions: true, types: ['node'], noUncheckedIndexedAccess: true },
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  const config = join(await projectWithSdk(), 'tsconfig.guides.json');
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include: folders }));
  const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config];
  const { status, stdout } = spawnSync(process.execPath, tsc, { encoding: 'utf8' });
  assert.equal(`${status} ${stdout}`, '0 ');
});
