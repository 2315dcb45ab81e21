import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ProcessShop } from '../../harness/process-shop.ts';
import {
  type Ask,
  makeTrade,
  openTrade,
  passDay,
  startSelling,
  type Trade,
} from '../../harness/sales/trade.ts';
import { assertOnce, untilDone } from '../../harness/sales/trade-books.ts';
import { until } from '../../harness/until.ts';
import { startBalancer } from './balancer.ts';

// Two instances on one PostgreSQL behind a balancer. Each is ended and started again while
// clients buy and are refunded, and while renewals, mails and webhooks are due.

const SELLERS = 3;
const SUBSCRIBERS = 4;
const SALES_BETWEEN = 3;

let shop: ProcessShop;
let trade: Trade;
let settings: Record<string, string>;
before(async () => {
  shop = await ProcessShop.make();
  trade = await makeTrade(shop);
  // On a busy machine the balancer needs a while to notice.
  settings = { ...trade.settings, KASSA_DRAIN_SECONDS: '6' };
  await shop.start(settings);
  await openTrade(trade, SUBSCRIBERS);
});
after(() => trade.mail_server.stop());

test('a rolling restart under load fails no request: each charge, refund and mail is there once, every event arrives', async (t) => {
  const instances = [shop, await shop.startBeside(settings)];
  const balancer = await startBalancer(instances);
  await until(() => instances.every(balancer.isReady), 'all are ready');
  const agents = Array.from({ length: SELLERS }, () => shop.connection());
  const selling = startSelling(
    trade,
    agents.map(
      (agent): Ask =>
        async (path, input) => {
          const balanced = shop.through(balancer.port);
          // Nothing is asked a second time.
          const { status, body } = await balanced.call(path, input, {}, agent);
          assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
          const [, kind] = /^\/(?:create|complete)-(checkout)$/.exec(path) ?? [];
          if (kind === undefined) return body;
          const { checkout_session_id } = body;
          const read = `/get-checkout?checkout_session_id=${checkout_session_id}`;
          const found = await balanced.get(read, {}, agent);
          assert.deepEqual([found.status, found.body.status], [200, body.status]);
          return body;
        },
    ),
  );
  for (const instance of instances) {
    await selling.untilSold(SALES_BETWEEN);
    await passDay(trade);
    const ended = instance.kill('SIGTERM');
    await until(() => !balancer.isReady(instance), 'the balancer has noticed');
    await ended;
    await selling.untilSold(SALES_BETWEEN); // By the other one.
    await instance.start(settings);
    await until(() => balancer.isReady(instance), 'it is back');
  }
  await selling.end();
  for (const agent of agents) agent.destroy();
  await balancer.end();
  assert.deepEqual(selling.failures, []);
  await untilDone(trade);
  t.diagnostic(await assertOnce(trade));
});
