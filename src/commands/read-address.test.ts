import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress } from './read-address.ts';

const env = { TARGET: ' postgres://kassa:secret@db.example.com/shop\n', EMPTY: '' };

test('an address is as it was typed, or in the environment variable that is named', () => {
  const told: string[] = [];
  const read = (text: string | undefined) => readAddress(text, { env, print: (l) => told.push(l) });
  for (const text of [undefined, '/srv/shop', 'sqlite', 'postgres://db.example.com/shop', 'env:']) {
    assert.equal(read(text), text);
  }
  assert.equal(read('env:TARGET'), 'postgres://kassa:secret@db.example.com/shop');
  assert.deepEqual(told, []);
  for (const name of ['EMPTY', 'NONE']) {
    assert.throws(() => read(`env:${name}`), new RegExp(`variable ${name} is not set`));
  }
});

test('an empty address is refused: a variable of the shell was not set', () => {
  for (const text of ['', ' ']) {
    assert.throws(() => readAddress(text, { env, print: () => {} }), /is empty/);
  }
});

test('a password among the arguments is pointed out, and not repeated', () => {
  const told: string[] = [];
  const text = 'postgresql://kassa:hunter2@db.example.com/shop';
  assert.equal(readAddress(text, { env, print: (line) => told.push(line) }), text);
  assert.match(told[0] ?? '', /list of processes.*--to env:NAME.*PGPASSWORD/);
  assert.ok(!told.join().includes('hunter2'));
});
