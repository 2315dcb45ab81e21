import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBalancer } from './balancer.ts';
import { ProcessShop } from './process-shop.ts';
import { until } from './until.ts';

// Two instances on one PostgreSQL behind a balancer. Each is ended and started again under load.

const CLIENTS = 6;
const SETTINGS = { KASSA_DRAIN_SECONDS: '2' };
const PRODUCT = { name: 'Editor', description: '', price: 20, currency: 'USD' };

test('a rolling restart under load fails no request, and what was written is read everywhere', async () => {
  const first = await ProcessShop.make();
  await first.start(SETTINGS);
  const second = await first.startBeside(SETTINGS);
  const balancer = await startBalancer([first, second]);
  await until(() => balancer.isReady(first) && balancer.isReady(second), 'both are ready');
  let answered = 0;
  let is_ending = false;
  const failures: string[] = [];
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = first.connection();
    const note = (error: unknown) => failures.push(String(error));
    while (!is_ending) {
      const made = await first
        .through(balancer.port)
        .call('/create-product', PRODUCT, {}, agent)
        .catch(note);
      if (typeof made === 'number') continue;
      const path = `/get-product?product_id=${made.body.product_id}`;
      const found = await first.through(balancer.port).get(path, {}, agent).catch(note);
      if (typeof found === 'number') continue;
      answered += 2;
      if (made.status !== 200 || found.status !== 200) failures.push(JSON.stringify([made, found]));
    }
    agent.destroy();
  });
  for (const server of [first, second]) {
    const before = answered;
    await until(() => answered > before + 50, 'requests are answered');
    const ended = server.kill('SIGTERM');
    await until(() => !balancer.isReady(server), 'the balancer has noticed');
    await ended;
    const without = answered;
    await until(() => answered > without + 50, 'requests are answered by the other one');
    await server.start(SETTINGS);
    await until(() => balancer.isReady(server), 'it is back');
  }
  is_ending = true;
  await Promise.all(clients);
  await balancer.end();
  assert.deepEqual(failures, []);
  await first.assertRight();
});
