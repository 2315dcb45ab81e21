import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '../../../test/harness/until.ts';
import { createMetrics } from './metrics.ts';

const BLOCKED_MS = 200;

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('the delay of the event loop follows a loop that is blocked, and forgets it later', async () => {
  const metrics = createMetrics();
  const delays = async () => {
    const text = await metrics.render();
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    return {
      p99: figure('nodejs_eventloop_delay_p99_seconds'),
      max: figure('nodejs_eventloop_delay_max_seconds'),
    };
  };
  try {
    await setTimeout(100); // It has looked at the clock once.
    block(BLOCKED_MS);
    await setTimeout(100); // And again.
    const { p99, max } = await delays();
    assert.ok(max >= 0.15, `${max}`);
    assert.ok(p99 >= 0.15, `${p99}`);
    await until(async () => (await delays()).max < max, 'an old delay is forgotten');
  } finally {
    metrics.close();
  }
});
