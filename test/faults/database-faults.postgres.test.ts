import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { passDay } from '../harness/sales/trade.ts';
import {
  assertOnceEach,
  endFaults,
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
after(() => faults && endFaults(faults));

test('connections that PostgreSQL ends under load end no process, and each writes again', async () => {
  await passDay(faults.trade);
  for (let round = 0; round < 5; round++) await terminate(faults);
});

test('after a fast and an immediate restart each process writes again; meanwhile /readyz is 503', async () => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    await faults.selling.untilSold(1);
    await passDay(faults.trade);
    await restart(faults, signal);
  }
});

test('processes that stood still while their connections were ended write again', async () => {
  await passDay(faults.trade);
  await stopAndContinue(faults, 500);
});

test('after a failover to the standby each process writes again', async () => {
  await faults.selling.untilSold(1);
  await passDay(faults.trade);
  await failOver(faults);
  await faults.selling.untilSold(1);
});

test('through all of it, every answered write is there once, each charge, refund and mail too, and every event arrives', async (t) => {
  t.diagnostic(await assertOnceEach(faults));
  assert.ok(faults.load.answered.length > 0);
});
