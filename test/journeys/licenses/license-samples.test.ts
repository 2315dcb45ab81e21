import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

// The program of docs/licensing.md, as somebody copies it, on certificates of every age.

const page = readFileSync(new URL('../../../docs/licensing.md', import.meta.url), 'utf8');
const [, program = ''] = /^```ts\n([\s\S]*?)^```/m.exec(page) ?? [];
const folder = mkdtempSync(join(tmpdir(), 'kassa-samples-'));
after(() => rmSync(folder, { recursive: true }));

const pair = generateKeyPairSync('ed25519');
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function certificate(exp: number | undefined): string {
  const header = encoded({ alg: 'EdDSA', typ: 'JWT', kid: 'sign_one' });
  const machine = { license_id: 'lic_one', product_id: 'prod_one', fingerprint: '9f2c61d0' };
  const signed = `${header}.${encoded({ ...machine, exp })}`;
  return `${signed}.${sign(null, Buffer.from(signed), pair.privateKey).toString('base64url')}`;
}

test('the program believes a certificate until its end, and none without an end', () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'sign_one' };
  const checker = file('check-license.ts', program);
  const jwks = file('jwks.json', JSON.stringify({ keys: [jwk] }));
  const now_s = Math.floor(Date.now() / 1000);
  const table: [exp: number | undefined, printed: string][] = [
    [now_s + 3600, 'licensed: lic_one\n'],
    [now_s - 1, 'not licensed\n'],
    [now_s - 30 * 86_400, 'not licensed\n'],
    [0, 'not licensed\n'],
    [undefined, 'not licensed\n'],
  ];
  for (const [exp, printed] of table) {
    const from = file('certificate.txt', certificate(exp));
    const given = [checker, from, jwks, 'prod_one', '9f2c61d0'];
    const run = spawnSync(process.execPath, given, { encoding: 'utf8' });
    assert.equal(run.stdout, printed, `${exp} ${run.stderr}`);
    assert.equal(run.status, printed.startsWith('licensed') ? 0 : 1);
  }
});
