import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');

test('while packages come, the first start says how many and what it waits for; without a network, why it ended', {
  timeout: 120_000,
}, async () => {
  const clone = mkdtempSync(join(tmpdir(), 'kassa-clone-'));
  const files = ['launch.cjs', 'package.json', 'package-lock.json', 'test/postgres'];
  for (const file of files) cpSync(join(ROOT, file), join(clone, file), { recursive: true });
  // It takes questions, and answers none of them.
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
  const child = spawn('node', ['launch.cjs', 'src/main.ts', 'serve'], {
    cwd: clone,
    env: {
      ...env,
      npm_config_registry: `http://127.0.0.1:${typeof address === 'object' && address?.port}/`,
      npm_config_replace_registry_host: 'always',
      npm_config_cache: join(clone, 'cache'),
      npm_config_fetch_retries: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const ended = once(child, 'close');
  const line =
    /^ {2}0 of \d+ after \d+ s \(the network is slow.*\), waiting for \S+ and \d+ more$/m;
  while (!line.test(errors)) {
    assert.equal(child.exitCode, null, errors);
    await setTimeout(50);
  }
  silent.close();
  for (const socket of sockets) socket.destroy();
  await ended;
  assert.equal(out, '', 'what a program may read stays empty');
  assert.match(errors, /^Installing \d+ packages … \(once\)$/m);
  assert.match(errors, /could not install its packages \(npm: \w+\)\. Check the network/);
  assert.equal(child.exitCode, 1);
  rmSync(clone, { recursive: true, force: true });
});
