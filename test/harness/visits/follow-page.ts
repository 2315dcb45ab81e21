import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import type { ProcessShop } from '../process-shop.ts';

// The documentation, followed literally: every shell block of a page, in order, in one shell.

const MAIN = new URL('../../../src/main.ts', import.meta.url).pathname;

export const pageOf = (file: string) =>
  readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

export function blocks(file: string, heading: string): string {
  const page = pageOf(file);
  const from = page.indexOf(heading);
  assert.notEqual(from, -1, heading);
  const part = page.slice(from).split(/\n## (?!\d)/)[0] ?? '';
  return [...part.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block).join('\n');
}

/** As in the folder of a Kassa whose data is in data/. */
export function follow(shop: ProcessShop, script: string): Promise<string> {
  const local = script
    .replaceAll('localhost:8443', `localhost:${shop.port}`)
    .replaceAll('data/tls', `${shop.place.data_dir}/tls`)
    .replace(/^export KASSA_KEY=.*$/m, '')
    .replaceAll('npm run -s kassa --', `node '${MAIN}'`)
    .replaceAll('node_modules/node-*/bin/node', 'node')
    .replace(/^(?:npm|git) .*$/gm, '');
  const { data_dir, database_url } = shop.place;
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    KASSA_KEY: shop.api_key,
    KASSA_DATA_DIR: data_dir,
    DATABASE_URL: database_url ?? '',
  };
  const options = { env, cwd: dirname(`${shop.place.data_dir}/x`) };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-eu', '-c', local], options, (error, out, err) =>
      error ? reject(new Error(`${error.message}\n${out}\n${err}`)) : resolve(out),
    );
  });
}
