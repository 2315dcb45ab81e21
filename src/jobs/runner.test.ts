import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createLog } from '../platform/core/log.ts';
import { HOUR_MS } from '../platform/core/time.ts';
import type { Job, JobRun } from './job.ts';
import { type Jobs, startJobs } from './runner.ts';

/** A job that writes down when it runs. */
function watched(name: Job['name'], more: Partial<Job> = {}) {
  const happened: string[] = [];
  const run = async (turn: JobRun): Promise<boolean> => {
    happened.push('begins');
    const is_more = (await more.run?.(turn)) ?? false;
    happened.push('is done');
    return is_more;
  };
  const job: Job = { name, every_ms: HOUR_MS, ...more, run };
  return { job, happened };
}

function start(jobs: Job[], mayRunJobs = () => true): { jobs: Jobs; lines(): object[] } {
  const written: string[] = [];
  const log = createLog('info', (text) => written.push(text));
  const started = startJobs(jobs, {
    ...{ log, mayRunJobs, failures: { failed: () => {}, succeeded: () => {} } },
  });
  const lines = () => {
    log.flush();
    return written.flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  };
  return { jobs: started, lines };
}

test('every job runs at the start, and on demand at once, however long its pause is', async () => {
  const one = watched('tidy');
  const { jobs } = start([one.job]);
  await jobs.runJob('tidy');
  assert.deepEqual(one.happened, ['begins', 'is done', 'begins', 'is done']);
  await jobs.stop();
});

test('a job on demand waits for the run under way: none runs twice at once', async () => {
  let release = () => {};
  const one = watched('due', {
    run: () =>
      new Promise((resolve) => {
        release = () => resolve(false);
      }),
  });
  const { jobs } = start([one.job]);
  const done = jobs.runJob('due');
  await setImmediate();
  assert.deepEqual(one.happened, ['begins']);
  release();
  while (one.happened.length < 3) await setImmediate();
  assert.deepEqual(one.happened, ['begins', 'is done', 'begins']);
  release();
  await done;
  await jobs.stop();
});

test('a job on demand runs until nothing is left, with what it began and did not wait for', async () => {
  let left = 3;
  let turn: JobRun | undefined;
  let ended = 0;
  const one = watched('webhooks', {
    async run(its) {
      turn = its;
      if (left > 0) left -= 1;
      return left > 1;
    },
    async underWay() {
      await setImmediate();
      ended += 1;
      if (left > 0) turn?.runAgain();
    },
  });
  const { jobs } = start([one.job]);
  await jobs.runJob('webhooks');
  assert.equal(left, 0);
  assert.ok(ended >= 2);
  await jobs.stop();
});

test('what goes wrong is logged and comes again later; on demand it is told', async () => {
  let tries = 0;
  const one = watched('compact', {
    every_ms: 1,
    async run() {
      tries += 1;
      if (tries < 3) throw new Error('no room');
      return false;
    },
  });
  const { jobs, lines } = start([one.job]);
  while (tries < 3) await setImmediate();
  await jobs.stop();
  const failed = lines().map((line) => ({ ...line, time: '' }));
  const told = { time: '', level: 'error', event: 'job failed', job: 'compact' };
  assert.deepEqual(failed, Array(2).fill({ ...told, error: 'Error: no room' }));

  const bad = watched('due', { run: () => Promise.reject(new Error('no room')) });
  const { jobs: others } = start([bad.job]);
  await assert.rejects(others.runJob('due'), /no room/);
  await others.stop();
});

test('while the clock is far off, only jobs that do not go by it run', async () => {
  let takes = false;
  const [by_clock, other] = [watched('due', { needs_right_clock: true }), watched('last-seen')];
  const { jobs } = start([by_clock.job, other.job], () => takes);
  await jobs.runJob('due');
  await jobs.runJob('last-seen');
  assert.deepEqual([by_clock.happened.length, other.happened.length], [0, 4]);
  takes = true;
  await jobs.runJob('due');
  assert.deepEqual(by_clock.happened, ['begins', 'is done']);
  await jobs.stop();
});

test('stopping ends the jobs in their order, each after its last run, and none begins again', async () => {
  const order: string[] = [];
  const names = ['due', 'webhooks', 'last-seen'] as const;
  const all = names.map((name) =>
    watched(name, {
      every_ms: 0,
      async end() {
        order.push(name);
        if (name === 'webhooks') throw new Error('its end failed');
      },
    }),
  );
  const { jobs, lines } = start(all.map(({ job }) => job));
  await jobs.stop();
  const counts = all.map(({ happened }) => happened.length);
  assert.deepEqual(order, names);
  assert.ok(counts.every((count) => count > 0 && count % 2 === 0));
  await setImmediate();
  assert.deepEqual(
    all.map(({ happened }) => happened.length),
    counts,
  );
  assert.equal(lines().length, 1, 'what failed held up no other');
});
