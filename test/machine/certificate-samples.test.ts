import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { startShop } from '../harness/shop.ts';

// The examples of docs/certificate.md, as somebody copies them, where their program is installed.

const run = promisify(execFile);
const shop = await startShop();
const folder = mkdtempSync(join(tmpdir(), 'kassa-certificate-'));
after(() => rmSync(folder, { recursive: true }));

const page = readFileSync(new URL('../../docs/certificate.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(sh|ts|py|go)\n([\s\S]*?)^```/gm)].map(
  ([, language, text = '']) => ({
    language,
    text: text
      .replaceAll('data/tls/ca.pem', join(shop.place.data_dir, 'tls/ca.pem'))
      .replaceAll('https://localhost:8443', shop.app.base_url),
  }),
);

/** How each is run, and how to find out whether it can be. */
const SHELL = /^(?:\w+=\S+ )?(curl|node|python3) /;
const has = (...command: [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1)).status === 0;
const INSTALLED: Record<string, boolean> = {
  curl: has('curl', '--version'),
  node: true,
  python3: has('python3', '--version'),
  requests: has('python3', '-c', 'import requests'),
  go: has('go', 'version'),
};
const FILES: Record<string, { needs: string; file: string; command: string }> = {
  ts: { needs: 'node', file: 'trust.mts', command: 'node trust.mts' },
  py: { needs: 'python3', file: 'trust.py', command: 'python3 trust.py' },
  go: { needs: 'go', file: 'trust.go', command: 'go run trust.go' },
};

function commandFor({ language = '', text }: (typeof blocks)[number]): string | undefined {
  const { [language]: file } = FILES;
  if (file) writeFileSync(join(folder, file.file), text);
  const program = text.includes('import requests') ? 'requests' : SHELL.exec(text)?.[1];
  const needs = file?.needs ?? program;
  assert.ok(needs, `nobody knows how to run ${text}`);
  return INSTALLED[needs] ? (file?.command ?? text) : undefined;
}

const inFolder = (command: string) => {
  // The Node that runs the tests, whatever is installed besides.
  const local = command.replace(/(^| )node /, (_, before: string) => `${before}"$NODE" `);
  const env = { PATH: process.env.PATH, HOME: folder, NODE: process.execPath };
  return run('sh', ['-c', local], { cwd: folder, env });
};

test('each example reaches the server by a certificate that it trusts', async () => {
  assert.deepEqual(
    blocks.map(({ language }) => language),
    ['sh', 'sh', 'ts', 'sh', 'py', 'sh', 'go'],
  );
  const commands = blocks.map(commandFor).filter((command) => command !== undefined);
  assert.ok(commands.length >= 2, 'Node is always there');
  for (const command of commands) {
    const { stdout } = await inFolder(command);
    assert.match(stdout.trim(), /^200$|"status": ?"ok"/, command);
  }
});

test('without being told, none of them does', async () => {
  const told = blocks.filter(({ language }) => language === 'sh').map(commandFor);
  for (const command of told) {
    const untold = command?.replace(/--cacert \S+ |^\w+=\S+ /, '');
    if (untold !== undefined) await assert.rejects(inFolder(untold), /certificate|fetch failed/i);
  }
});
