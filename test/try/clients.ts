// npm run try:clients: other people's tools take the OpenAPI document as it is. It installs them into
// a temporary folder (which needs a network), makes clients of the document of a shop on this machine,
// checks their types strictly, and buys something with each. Then Prism stands between a client and
// the shop during a whole journey and compares every request and answer with the document.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { compareWithDocument } from './clients/journey.ts';

const PACKAGES = [
  ...['orval@8.38', 'openapi-typescript@7.13', 'openapi-fetch@0.17', 'oazapfts@7.5'],
  ...['@oazapfts/runtime@1', '@stoplight/prism-cli@5.16', 'typescript@5.9'],
];
const BUYERS = ['orval', 'openapi-fetch', 'oazapfts'];
const PRISM_PORT = 4_010;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-clients-'));
  const shop = await Shop.start({ clock: Date.now });
  try {
    const { base_url } = shop.app;
    const { text } = await shop.send({ method: 'GET', path: '/openapi.json' });
    writeFileSync(join(folder, 'openapi.json'), text);
    writeFileSync(join(folder, 'ca.pem'), shop.ca);
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
    for (const name of BUYERS) {
      const from = join(import.meta.dirname, 'clients', `${name}.txt`);
      copyFileSync(from, join(folder, `buy-with-${name}.ts`));
    }
    const env = {
      ...process.env,
      KASSA_URL: base_url,
      KASSA_API_KEY: shop.api_key,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    };
    const run = (program: string, ...args: string[]) => finished(program, args, { folder, env });
    const node = (...args: string[]) => run(process.execPath, ...args);
    const tool = (path: string, ...args: string[]) => node(join('node_modules', path), ...args);

    await run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES);
    await tool('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-typescript.ts');
    await tool('oazapfts/dist/cli.js', 'openapi.json', 'oazapfts.ts');
    const orval = ['--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch'];
    await tool('orval/dist/bin/orval.mjs', ...orval);
    await tool('typescript/bin/tsc', '-p', '.');
    for (const name of BUYERS) await node(`buy-with-${name}.ts`);

    const proxy = `http://127.0.0.1:${PRISM_PORT}`;
    const args = ['proxy', 'openapi.json', base_url, '--port', String(PRISM_PORT)];
    const prism = spawn(
      process.execPath,
      ['node_modules/@stoplight/prism-cli/dist/index.js', ...args],
      {
        ...{ cwd: folder, env, stdio: 'ignore' },
      },
    );
    try {
      await until(async () => {
        assert.equal(prism.exitCode, null, 'Prism has ended');
        return fetch(proxy).then(
          () => true,
          () => false,
        );
      }, 'Prism answers');
      await compareWithDocument(proxy, shop.api_key);
    } finally {
      prism.kill();
    }
    console.log('All of them take the document as it is.');
  } finally {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const STRICT = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
    ...{ target: 'es2024', module: 'nodenext', lib: ['es2024', 'dom', 'dom.iterable'] },
    ...{ allowImportingTsExtensions: true, types: [] },
  },
  include: ['*.ts'],
};

async function finished(
  program: string,
  args: string[],
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  console.log(`> ${[program === process.execPath ? 'node' : program, ...args].join(' ')}`);
  const child = spawn(program, args, { cwd: folder, env, stdio: 'inherit' });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  assert.equal(code, 0, `${args[0]} ended with ${code}`);
}

await main();
