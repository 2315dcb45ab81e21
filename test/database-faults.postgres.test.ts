import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  assertOnceEach,
  type Faults,
  failOver,
  restart,
  startFaults,
  stopAndContinue,
  terminate,
} from './database-faults.ts';

// The short version; `npm run faults` is the long one. Patient, because a machine that runs the
// whole suite is slow: the long one holds each process to 5 seconds.
const PATIENCE_MS = 30_000;

let faults: Faults;
before(async () => {
  faults = await startFaults(PATIENCE_MS);
});
after(() => faults?.load.abandon());

test('connections that PostgreSQL ends under load end no process, and each writes again', async () => {
  for (let round = 0; round < 5; round++) await terminate(faults);
});

test('after a fast and an immediate restart each process writes again; meanwhile /readyz is 503', async () => {
  await restart(faults, 'SIGINT');
  await restart(faults, 'SIGQUIT');
});

test('processes that stood still while their connections were ended write again', async () => {
  await stopAndContinue(faults, 500);
});

test('after a failover to the standby each process writes again', async () => {
  await failOver(faults);
});

test('through all of it, every answered write is there once, and retries doubled nothing', async () => {
  await assertOnceEach(faults);
  assert.ok(faults.load.answered.length > 0);
});
