import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { onTerminal } from '../harness/on-terminal.ts';
import { until } from '../harness/until.ts';

const ROOT = join(import.meta.dirname, '../..');

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

/** A registry of packages with nothing in them, each of which comes when it is let go. */
async function startRegistry(folder: string, names: string[]) {
  const made = new Map(names.map((name) => [name, madePackage(folder, name)]));
  const waiting = new Map<string, ServerResponse>();
  const free = new Set<string>();
  const sendFree = () => {
    for (const name of free) waiting.get(name)?.end(made.get(name));
  };
  const server = createHttpServer(({ url = '' }, response) => {
    waiting.set(/\/(\w+)-1\.0\.0\.tgz$/.exec(url)?.[1] ?? url, response);
    sendFree();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  const packages = names.map((name) => {
    const hash = createHash('sha512')
      .update(made.get(name) ?? '')
      .digest('base64');
    const resolved = `${url}/${name}/-/${name}-1.0.0.tgz`;
    return [`node_modules/${name}`, { version: '1.0.0', resolved, integrity: `sha512-${hash}` }];
  });
  return {
    packages: Object.fromEntries(packages),
    letGo(...some: string[]) {
      for (const name of some) free.add(name);
      sendFree();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function madePackage(folder: string, name: string): Buffer {
  const place = join(folder, 'made', name);
  mkdirSync(join(place, 'package'), { recursive: true });
  writeFileSync(join(place, 'package', 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  execFileSync('tar', ['-czf', 'made.tgz', 'package'], { cwd: place });
  return readFileSync(join(place, 'made.tgz'));
}

test('the count grows with each package that has come, and after the last one Kassa starts', {
  timeout: 120_000,
}, async () => {
  const clone = mkdtempSync(join(tmpdir(), 'kassa-clone-'));
  const names = ['one', 'two', 'three', 'four'];
  const registry = await startRegistry(clone, names);
  cpSync(join(ROOT, 'launch.cjs'), join(clone, 'launch.cjs'));
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const own = { name: 'kassa', version: '1.0.0', dependencies };
  const packages = { '': own, ...registry.packages };
  const lock = { ...own, lockfileVersion: 3, requires: true, packages };
  mkdirSync(join(clone, 'src'));
  writeFileSync(join(clone, 'package.json'), JSON.stringify(own));
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(clone, 'src', 'main.ts'), `console.log('Kassa has started');`);
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
  const [program, args] = onTerminal(`'${process.execPath}' launch.cjs src/main.ts serve`);
  const child = spawn(program, args, {
    cwd: clone,
    env: { ...env, npm_config_cache: join(clone, 'cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.on('data', (text) => {
    shown += text;
  });
  const ended = once(child, 'close');
  try {
    // What comes next is let go only when the count before it was seen.
    await until(() => shown.includes('\r\x1b[K  0 of 4 after '), 'nothing has come');
    registry.letGo('one');
    await until(
      () => /1 of 4 after \d+ s.*, waiting for two and 2 more/.test(shown),
      'one has come',
    );
    registry.letGo('two', 'three');
    await until(() => /3 of 4 after \d+ s.*, waiting for four/.test(shown), 'three have come');
    assert.doesNotMatch(shown, /4 of 4|Kassa has started/);
    registry.letGo('four');
    await ended;
  } finally {
    registry.stop();
  }
  assert.match(shown, /^Installing 4 packages … \(once\)\r?$/m);
  const counts = [...shown.matchAll(/(\d) of 4/g)].map(([, count]) => count);
  assert.deepEqual(counts, counts.toSorted(), 'it never falls');
  assert.equal(shown.split('\r\x1b[K').at(-1)?.trim(), 'Kassa has started');
  assert.equal(child.exitCode, 0);
  rmSync(clone, { recursive: true, force: true });
});
