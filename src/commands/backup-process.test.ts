import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whatItSaid } from './backup-process.ts';

test('of a process that has failed, the sentence is told, and no line of a stack', () => {
  const stack = new Error('the disk is gone').stack ?? '';
  assert.equal(whatItSaid(`${stack}\n`), 'Error: the disk is gone');
  assert.equal(whatItSaid('a warning\nThe disk is full.\n'), 'The disk is full.');
  assert.equal(whatItSaid(' \n'), undefined);
});
