import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../harness/free-port.ts';
import { onTerminal } from '../harness/on-terminal.ts';

// What the README promises: `npm start`, as a person types it, from outside.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LAUNCH = ['launch.cjs', 'src/main.ts', 'serve'];

let data_dir: string;
let port: number;
const started: Started[] = [];
before(async () => {
  data_dir = mkdtempSync(join(tmpdir(), 'kassa-start-'));
  port = await freePort();
});
afterEach(async () => {
  for (const one of started.splice(0)) {
    one.endGroup('SIGKILL');
    await one.closed();
  }
});
after(() => {
  rmSync(data_dir, { recursive: true, force: true });
});

describe('npm start', () => {
  test('first start: makes everything, prints address, key and a curl line that works as it stands', async () => {
    const shop = start(...onTerminal('npm start'));
    await shop.running();
    const api_key = /kassa_test_[0-9a-z]{39}/.exec(shop.out)?.[0] ?? '';
    const line = /^ {2}(curl .*)$/m.exec(shop.out.replaceAll('\r', ''))?.[1] ?? '';
    assert.match(shop.out, new RegExp(`https://localhost:${port}`));
    assert.ok(!existsSync(join(data_dir, 'first-api-key')));
    assert.ok(line.includes(api_key) && api_key !== '');
    const made = JSON.parse(await runCurl(line));
    assert.equal(made.name, 'Photo editor');
    assert.equal(made.price, 19.99);
    const link = /https:\S+\/account\/setup\/[0-9a-z]{32}/.exec(shop.out)?.[0] ?? '';
    const setup = await runCurl(`${line.slice(0, line.indexOf('https:'))}${link}`);
    assert.match(setup, /Welcome to Kassa/, 'the link to make the owner works as it is printed');
    assert.equal(statSync(join(data_dir, 'tls', 'ca.key')).mode & 0o777, 0o600);
    assert.equal(statSync(data_dir).mode & 0o777, 0o700);
    const closed = shop.closed();
    shop.endGroup('SIGTERM');
    await closed;

    const again = start('npm', ['start']);
    await again.running();
    assert.doesNotMatch(again.out, /kassa_test_/, 'the key is printed once');
    const another = `KASSA_DATA_DIR='${data_dir}' npm run kassa -- keys create`;
    assert.ok(again.out.includes(another), 'another key is made for this folder');
    const answer = await get('/search-products', api_key);
    assert.equal(JSON.parse(answer).data[0].product_id, made.product_id);
    await again.ends('SIGTERM');
  });

  test('first start without a terminal: the key is in a file of its owner, in no output, and the line works', async () => {
    const own_dir = mkdtempSync(join(tmpdir(), 'kassa-start-'));
    const shop = start('node', LAUNCH, { KASSA_DATA_DIR: own_dir });
    await shop.running();
    const line = /^ {2}(curl .*)$/m.exec(shop.out)?.[1] ?? '';
    assert.equal(JSON.parse(await runCurl(line)).name, 'Photo editor');
    await shop.ends('SIGTERM');
    const path = join(own_dir, 'first-api-key');
    assert.ok(shop.out.includes(`Its API key is in ${path}`));
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.match(readFileSync(path, 'utf8'), /^kassa_test_[0-9a-z]{39}\n$/);
    assert.ok(!(shop.out + shop.err).includes('kassa_test_'));
    rmSync(own_dir, { recursive: true, force: true });
  });

  test('Ctrl-C, which reaches every process of the group, ends it cleanly', async () => {
    const shop = start('npm', ['start']);
    await shop.running();
    const closed = shop.closed();
    shop.endGroup('SIGINT');
    await closed;
    assert.match(shop.err, /"event":"stopping"/);
    assert.doesNotMatch(shop.err, /"level":"error"/);
  });

  test('SIGKILL to the launcher leaves no orphan', async () => {
    const shop = start('node', LAUNCH);
    await shop.running();
    const closed = shop.closed();
    shop.child.kill('SIGKILL');
    await closed;
    assert.match(shop.err, /launcher gone/);
  });

  test('started with nohup in the background, it survives its shell and a SIGHUP to all of them', {
    timeout: 60_000,
  }, async () => {
    const log = join(data_dir, 'nohup.log');
    const line = `nohup node ${LAUNCH.join(' ')} > '${log}' 2>&1 < /dev/null & echo $!`;
    const shell = spawn('sh', ['-c', `${line}; sleep 1`], {
      ...{ cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
      env: { ...environment({}), npm_command: undefined }, // As in a shell: npm has not started it.
    });
    let out = '';
    shell.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    await once(shell, 'close');
    const launcher = Number(out);
    const text = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    try {
      while (!text().includes('Kassa is running')) await setTimeout(20);
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGHUP');
      await setTimeout(1_500); // Longer than the launcher takes to notice that its shell is gone.
      assert.match(await get('/healthz'), /ok/, text());
      assert.doesNotMatch(text(), /"event":"stopping"/);
    } finally {
      process.kill(launcher, 'SIGTERM');
    }
    while (!text().includes('"event":"stopping"')) await setTimeout(20);
    await assert.rejects(untilClosed(), /ECONNREFUSED|ECONNRESET/);
  });

  test('a port in use is one readable sentence', async () => {
    const first = start('node', LAUNCH);
    await first.running();
    const elsewhere = mkdtempSync(join(tmpdir(), 'kassa-start-'));
    const second = start('node', LAUNCH, { KASSA_DATA_DIR: elsewhere });
    await second.closed();
    rmSync(elsewhere, { recursive: true });
    assert.equal(second.child.exitCode, 1);
    assert.equal(second.err.trim().split('\n').length, 1, second.err);
    assert.match(second.err, new RegExp(`Port ${port} is in use.*KASSA_PORT=`));
    await first.ends('SIGTERM');
  });

  test('a setting whose name is misspelt is told at the start, and in the log', async () => {
    const shop = start('node', LAUNCH, { KASSA_DRAIN_SECOND: '5', KASSA_LOG_LEVEL: 'info' });
    await shop.running();
    await shop.ends('SIGTERM');
    const sentence = 'KASSA_DRAIN_SECOND is no setting of Kassa. Did you mean KASSA_DRAIN_SECONDS?';
    assert.ok(shop.out.includes(`${sentence}\n`), shop.out);
    assert.ok(shop.err.includes(`"event":"unknown setting","what":"${sentence}"`), shop.err);
  });

  test('a wrong setting is one readable sentence that names it', async () => {
    const wrong: Record<string, string> = {
      KASSA_PORT: 'eighty',
      KASSA_RATE_LIMIT: 'fast',
      KASSA_CONNECTIONS_PER_ADDRESS: 'many',
      DATABASE_URL: 'mysql://x',
      KASSA_LOG_LEVEL: 'loud',
      KASSA_TRUST_PROXY: 'everyone',
      KASSA_BASE_URL: 'http://x',
      KASSA_TLS_CERT: '/nowhere.pem',
      KASSA_INVOICE_FONTS: '/nowhere.ttf',
    };
    for (const [name, value] of Object.entries(wrong)) {
      const shop = start('node', LAUNCH, { [name]: value });
      await shop.closed();
      assert.equal(shop.child.exitCode, 1, name);
      assert.match(shop.err, new RegExp(name));
      assert.equal(shop.err.trim().split('\n').length, 1, shop.err);
    }
  });

  test('writes under way when it is told to end are answered or were never made', async () => {
    const shop = start('node', LAUNCH);
    await shop.running();
    const made = JSON.parse(
      execFileSync(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'keys', 'create', '--json'],
        { cwd: ROOT, env: environment({}) },
      ).toString(),
    );
    const answered: string[] = [];
    let next = 0;
    const client = async () => {
      for (let going = true; going; ) {
        const body = JSON.stringify({ customer_id: `ending-${next++}` });
        const text = await send('POST', '/create-customer', made.api_key, body).catch(() => '');
        going = text.includes('"customer"');
        if (going) answered.push(text);
        if (answered.length === 50) shop.child.kill('SIGTERM');
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    await shop.closed();
    assert.equal(shop.child.exitCode, 0);
    const again = start('node', LAUNCH);
    await again.running();
    for (const text of answered) {
      const { customer_id } = JSON.parse(text);
      assert.match(
        await get(`/get-customer?customer_id=${customer_id}`, made.api_key),
        /"customer"/,
      );
    }
    assert.ok(answered.length >= 50);
    await again.ends('SIGTERM');
  });
});

describe('on a fresh clone', () => {
  test('an install that was killed half-way repairs itself at the next npm start', {
    timeout: 240_000,
  }, async () => {
    const clone = mkdtempSync(join(tmpdir(), 'kassa-clone-'));
    const files = [
      'launch.cjs',
      'package.json',
      'package-lock.json',
      'src',
      'texts',
      'test/postgres',
    ];
    for (const file of files) cpSync(join(ROOT, file), join(clone, file), { recursive: true });
    const cut = start('npm', ['start'], {}, clone);
    while (!existsSync(join(clone, 'node_modules'))) await setTimeout(20);
    await setTimeout(300);
    const closed = cut.closed();
    cut.endGroup('SIGKILL');
    await closed;
    const shop = start('npm', ['start'], {}, clone);
    await shop.running();
    assert.match(await get('/healthz'), /ok/);
    await shop.ends('SIGTERM');
    rmSync(clone, { recursive: true, force: true });
  });
});

async function untilClosed(): Promise<never> {
  for (;;) {
    await get('/healthz');
    await setTimeout(20);
  }
}

interface Started {
  child: ChildProcess;
  out: string;
  err: string;
  running(): Promise<void>;
  /** When the last process that holds its output is gone: no orphan is left. */
  closed(): Promise<void>;
  ends(signal: NodeJS.Signals): Promise<void>;
  endGroup(signal: NodeJS.Signals): void;
}

function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, DATABASE_URL: ___, ...env } = process.env;
  return { ...env, KASSA_DATA_DIR: data_dir, KASSA_PORT: String(port), ...extra };
}

/** As from a terminal: a process group of its own. */
function start(
  command: string,
  args: string[],
  extra: Record<string, string> = {},
  cwd = ROOT,
): Started {
  const child = spawn(command, args, {
    cwd,
    env: environment(extra),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let is_closed = false;
  const one: Started = {
    child,
    out: '',
    err: '',
    async running() {
      while (!one.out.includes('Kassa is running')) {
        assert.ok(!is_closed, `it ended instead of running:\n${one.out}${one.err}`);
        await setTimeout(20);
      }
    },
    async closed() {
      if (!is_closed) await once(child, 'close');
    },
    async ends(signal) {
      const closed = one.closed();
      child.kill(signal);
      await closed;
    },
    endGroup(signal) {
      if (is_closed || child.pid === undefined) return;
      process.kill(-child.pid, signal);
    },
  };
  child.stdout?.on('data', (chunk) => {
    one.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    one.err += chunk;
  });
  child.on('close', () => {
    is_closed = true;
  });
  started.push(one);
  return one;
}

/** Runs the printed line as a person would; without curl on the machine, does what it says. */
function runCurl(line: string): Promise<string> {
  const has_curl = spawnSync('curl', ['--version']).status === 0;
  if (has_curl) return Promise.resolve(execFileSync('sh', ['-c', `${line} -s`]).toString());
  const [, url = '', body = ''] = /(https:\S+) .* -d '(.*)'$/.exec(line) ?? [];
  const [, file = ''] = /\$\(cat '(.*?)'\)/.exec(line) ?? [];
  const written = /x-api-key: (\w+)/.exec(line)?.[1] ?? '';
  const api_key = file === '' ? written : readFileSync(file, 'utf8').trim();
  const ca_path = /--cacert '(.*?)'/.exec(line)?.[1];
  return send('POST', new URL(url).pathname, api_key, body, ca_path);
}

const get = (path: string, api_key = ''): Promise<string> => send('GET', path, api_key);

function send(
  ...[method, path, api_key, body, ca_path]: [string, string, string, string?, string?]
): Promise<string> {
  const ca = readFileSync(ca_path ?? join(data_dir, 'tls', 'ca.pem'));
  return new Promise((resolve, reject) => {
    const agent = new Agent({ ca });
    const headers = { 'x-api-key': api_key, 'content-type': 'application/json' };
    const sent = request(
      { host: '127.0.0.1', servername: 'localhost', port, path, method, headers, agent },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
