import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { startStripeShop } from '../../../test/harness/sales/stripe-shop.ts';
import { operations } from '../api/operations.ts';
import { FIRST, PREPARATION } from './preparation.ts';

const run = promisify(execFile);
const all = Object.values(operations).flat();

/** Samples that are refused as they are: a new store has nothing that they are for. */
const REFUSED: Record<string, string> = {
  '/resolve-transaction': 'review_not_needed',
  '/extend-trial': 'subscription_status',
  '/retry-payment': 'subscription_status',
  '/get-webhook-secret': 'secret_not_readable',
};

suite('samples of the reference', async () => {
  const { shop, stand_in } = await startStripeShop();
  const { text: page } = await shop.send({ method: 'GET', path: '/docs/reference' });
  const folder = mkdtempSync(join(tmpdir(), 'kassa-samples-'));
  after(() => rmSync(folder, { recursive: true }));

  const sectionOf = (id: string): string => {
    const [, section] = new RegExp(`<section id="${id}"([\\s\\S]*?)</section>`).exec(page) ?? [];
    assert.ok(section, id);
    return section;
  };
  const samplesIn = (id: string, language: 'curl' | 'typescript'): string[] => {
    const found = sectionOf(id).matchAll(
      new RegExp(`<pre tabindex="0" class="${language}"><code>([\\s\\S]*?)</code>`, 'g'),
    );
    return [...found].map(([, text = '']) => unescaped(text));
  };
  const sampleIn = (id: string, language: 'curl' | 'typescript'): string => {
    const [sample, ...others] = samplesIn(id, language);
    assert.ok(sample && others.length === 0, `one sample in ${language} of ${id}`);
    return sample;
  };

  /** A new store in which one of everything was made, as its variables say. */
  async function prepared(): Promise<Record<string, string>> {
    const { must, key: api_key } = await shop.openStore();
    const made: Record<string, string> = { KASSA_KEY: api_key, stripe_key: stand_in.keys.test };
    for (const { method, path, input, keeps } of PREPARATION) {
      const filled = Object.entries(input).map(([name, value]) => [name, filledIn(value, made)]);
      const answer = await must(`${method} ${path}`, Object.fromEntries(filled));
      for (const [variable, field] of Object.entries(keeps)) {
        const record = answer.data?.[0] ?? answer;
        made[variable] = field.split('.').reduce((inner, name) => inner[name], record);
      }
    }
    await shop.runJob('mails');
    return made;
  }

  const inShell = async (line: string, env: Record<string, string>): Promise<string> => {
    const options = { env: { ...env, PATH: process.env.PATH } };
    return (await run('sh', ['-c', line], options)).stdout;
  };

  test('every line for curl runs as it is copied, after the lines that make one of everything', async () => {
    const read_in = await prepared();
    for (const { path, method } of all) {
      const env = method === 'GET' ? read_in : await prepared();
      const lines = [...(FIRST[path] ? [FIRST[path]] : []), path.slice(1)];
      let answer = '';
      for (const id of lines) answer = await inShell(`${sampleIn(id, 'curl')} -s`, env);
      assert.equal(JSON.parse(answer).error?.code, REFUSED[path], `${path} ${answer}`);
    }
  });

  test('the lines that make one of everything set every variable that samples have', async () => {
    const { key: api_key } = await shop.openStore();
    const names = [
      ...new Set([...page.matchAll(/\$([a-z]+(_[a-z]+)+)\b/g)].map(([, name = '']) => name)),
    ];
    const script = `${sampleIn('samples', 'curl')}\nfor name in ${names.join(' ')}
do eval "echo $name=\\$$name"; done`;
    const printed = await inShell(script, { KASSA_KEY: api_key, stripe_key: 'key_1' });
    const shown = new Map(
      printed
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    for (const name of names) {
      assert.match(shown.get(name) ?? '', /^[a-z]+_[0-9a-z]+$|^[A-Z]+(-[0-9A-Z]{5})+$/, name);
    }
    assert.ok(names.length >= 15);
  });

  test('lines of the guide run as they are copied', async () => {
    const env = await prepared();
    for (const id of ['first-call', 'authentication', 'lists', 'retries']) {
      const line = sampleIn(id, 'curl').replace(/^export KASSA_KEY=.*$/m, '');
      const answer = await inShell(line.replace('curl ', 'curl -s '), env);
      assert.equal(JSON.parse(answer).error, undefined, answer);
    }
  });

  const TYPESCRIPT = [
    'authentication',
    'lists',
    'retries',
    ...all.map(({ path }) => path.slice(1)),
  ];

  test('every sample in TypeScript compiles as it is copied', async () => {
    const client = sampleIn('first-call', 'typescript');
    const made = [...new Set(PREPARATION.flatMap(({ keeps }) => Object.keys(keeps)))];
    const known = [...made, 'stripe_key']
      .map((name) => `declare const ${name}: string;\n`)
      .join('');
    const write = (name: string, text: string) =>
      writeFileSync(join(folder, `${name}.ts`), `${client}\n${text}\nexport {};\n`);
    write('preparation', sampleIn('samples', 'typescript'));
    for (const id of TYPESCRIPT) write(id, known + sampleIn(id, 'typescript'));
    const types = createRequire(import.meta.url).resolve('@types/node/package.json');
    const options = { strict: true, noEmit: true, target: 'esnext', module: 'nodenext' };
    const found = { types: ['node'], typeRoots: [join(types, '../..')], skipLibCheck: true };
    const config = { compilerOptions: { ...options, ...found }, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
    const tsc = join(compiler, '../bin/tsc');
    const complaints = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
    assert.equal(complaints.stdout, '');
  });

  test('samples in TypeScript run, in one program', async () => {
    const { key: api_key } = await shop.openStore();
    const reading = all.filter(({ method }) => method === 'GET').map(({ path }) => path.slice(1));
    const ids = ['authentication', 'lists', 'retries', ...reading];
    const made = PREPARATION.flatMap(({ keeps }) => Object.keys(keeps));
    const program = [
      sampleIn('first-call', 'typescript'),
      sampleIn('samples', 'typescript'),
      `for (const one of [${made}]) if (typeof one !== 'string') throw new Error('a variable is not set');`,
    ];
    const blocks = ids.map((id) => `{\n${sampleIn(id, 'typescript')}\n}\nconsole.log('${id}');`);
    const file = join(folder, 'program.mts');
    writeFileSync(file, [...program, ...blocks].join('\n'));
    const authority = join(shop.place.data_dir, 'tls/ca.pem');
    const env = { KASSA_KEY: api_key, NODE_EXTRA_CA_CERTS: authority };
    const { stdout } = await run(process.execPath, [file], { env });
    for (const id of ids) assert.ok(stdout.split('\n').includes(id), id);
  });
});

/** A value, or that of the variable it stands for. */
function filledIn(value: unknown, made: Record<string, string>): unknown {
  return typeof value === 'string' && value.startsWith('\0') ? made[value.slice(1)] : value;
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => SIGNS[name] ?? '');
