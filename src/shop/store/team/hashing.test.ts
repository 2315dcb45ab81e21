import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHashing } from './hashing.ts';

test('a hash tells its own settings, differs each time, and knows its password alone', async () => {
  const { hash, isPassword } = createHashing();
  const [one = '', other = ''] = [await hash('vierkant-molen-7'), await hash('vierkant-molen-7')];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(one, other);
  assert.equal(await isPassword('vierkant-molen-7', one), true);
  assert.equal(await isPassword('vierkant-molen-8', one), false);
  assert.equal(await isPassword('vierkant-molen-7', null), false);
  // Typed in another way: e and an accent, or one letter.
  const accent = await hash('caf\u00e9-molen-77');
  assert.equal(await isPassword('cafe\u0301-molen-77', accent ?? null), true);
});

test('a text that is too long for a password is nobody’s, and is hashed like a wrong one', async () => {
  const { hash, isPassword } = createHashing();
  const kept = (await hash('vierkant-molen-7')) ?? null;
  const long = `vierkant-molen-7${'\u0301\u0323'.repeat(50_000)}`;
  assert.equal(await isPassword(long, kept), false);
  assert.equal(await isPassword(long, null), false);
  assert.equal(await isPassword('', (await hash('')) ?? null), true, 'nor is it taken for none');
  await assert.rejects(hash(long), /how long/);
});

test('hashes of other settings are still known', async () => {
  // printf '%s' vierkant-molen-7 | argon2 saltsaltsaltsalt -id -k 64 -t 1 -p 1 would write the same.
  const weaker = '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$';
  const { argon2Sync } = await import('node:crypto');
  const tag = argon2Sync('argon2id', {
    message: Buffer.from('vierkant-molen-7'),
    nonce: Buffer.from('saltsaltsaltsalt'),
    ...{ parallelism: 1, tagLength: 32, memory: 64, passes: 1 },
  });
  const kept = weaker + tag.toString('base64').replace(/=+$/, '');
  assert.equal(await createHashing().isPassword('vierkant-molen-7', kept), true);
});

test('a flood waits in a line of a bounded length, and known browsers do not wait behind it', async () => {
  const { isPassword } = createHashing({ at_once: 1, waiting_max: 3 });
  const done: string[] = [];
  const tries = Array.from({ length: 10 }, async (_, at) => {
    const answer = await isPassword('x', null);
    if (answer !== undefined) done.push(`stranger ${at}`);
    return answer;
  });
  const known = isPassword('x', null, 'known').then((answer) => {
    done.push('known');
    return answer;
  });
  const answers = await Promise.all(tries);
  assert.equal(await known, false);
  assert.deepEqual(answers.map(String), [...Array(4).fill('false'), ...Array(6).fill('undefined')]);
  assert.deepEqual(done, ['stranger 0', 'known', 'stranger 1', 'stranger 2', 'stranger 3']);
  assert.equal(await isPassword('x', null), false, 'afterwards there is room again');
});
