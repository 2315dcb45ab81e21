import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { SettingsError } from '../platform/machine/settings.ts';
import { readKey, refuseKeys } from './read-key.ts';

const form = { label: 'Restricted key of Stripe' };
const KEY = 'rk_test_51PgafTB7WZ01zgkW4242';

/** What was typed is read like this; what was shown; whether the terminal is as it was. */
async function type(keys: string[]) {
  const modes: boolean[] = [];
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => modes.push(raw),
  });
  let shown = '';
  const prompt = { write: (text: string) => (shown += text) };
  const read = readKey({ input: terminal, prompt, form });
  for (const key of keys) terminal.write(key);
  const key = await read.catch((error: unknown) => error);
  return { key, shown, modes };
}

test('at a terminal the key is asked for and never shown', async () => {
  for (const keys of [[`${KEY}\r`], [...KEY, '\n'], [KEY, '0', '\u007f', ' \r', 'more']]) {
    const { key, shown, modes } = await type(keys);
    assert.equal(key, KEY);
    assert.match(shown, /^Restricted key of Stripe \(it is not shown\): \n$/);
    assert.deepEqual(modes, [true, false]);
  }
});

test('Ctrl-C, Ctrl-D and nothing at all are one sentence, and the terminal is as before', async () => {
  for (const keys of [['rk_test', '\u0003'], ['\u0004'], ['\r'], ['  \r']]) {
    const { key, modes } = await type(keys);
    assert.ok(key instanceof SettingsError);
    assert.deepEqual(modes, [true, false]);
  }
});

test('from standard input, with or without the end of a line', async () => {
  const from = (text: string) => {
    const input = new PassThrough();
    input.end(text);
    return readKey({ input, prompt: { write: () => assert.fail('nobody is asked') }, form });
  };
  for (const text of [KEY, `${KEY}\n`, ` ${KEY} \r\n`]) assert.equal(await from(text), KEY);
  await assert.rejects(from(''), SettingsError);
  await assert.rejects(from('x'.repeat(5000)), SettingsError);
});

test('an argument that looks like a key is refused, and not repeated', () => {
  const secret = KEY.slice(8);
  for (const args of [
    ['provider', 'connect', 'stripe', KEY],
    ['provider', 'connect', 'stripe', `--key=${KEY}`],
    ['--key', 'sk_live_4242424242424242'],
    ['whsec_4242424242'],
  ]) {
    assert.throws(
      () => refuseKeys(args),
      (error) => error instanceof SettingsError && !error.message.includes(secret),
    );
  }
  refuseKeys(['provider', 'connect', 'stripe', '--store', 'task_test_ and rk']);
});
