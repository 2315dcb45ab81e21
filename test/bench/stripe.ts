import assert from 'node:assert/strict';
import { Agent, request } from 'node:https';
import { spawnStripe } from '../stand-ins/stripe/stand-in.ts';
import { type Latency, latency } from './load.ts';
import { type Running, startKassa, stop } from './processes.ts';
import { makeShop } from './shop.ts';

export interface StripePurchases {
  purchases: number;
  /** How many buyers there are at any time. */
  buyers: number;
  call_ms: number;
  per_second: number;
  /** Time of a look-up: nobody buys, all buy, all wait for an answer of Stripe. */
  quiet: Latency;
  beside: Latency;
  waiting: Latency;
}

const BUYERS = 64;
const CALL_MS = 50;
const FOR_EVER_MS = 600_000;

/** Purchases by way of a page of Stripe, and how they slow other requests. */
export async function measureStripe(purchases: number): Promise<StripePurchases> {
  const shop = await makeShop(1);
  const stand_in = await spawnStripe();
  const { control } = stand_in;
  await control.webhooks({ held: true }); // The buyer's return tells.
  const server = await startKassa(shop.data_dir, { settings: { KASSA_STRIPE_API: stand_in.url } });
  const buyers = buyersOf(server, shop.api_key);
  const [product_id = ''] = shop.sample.product_ids;
  const look = `GET /get-product?product_id=${product_id} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${shop.api_key}\r\n\r\n`;
  await buyers.call('/connect-provider', { provider: 'stripe', key: stand_in.keys.test });
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  const sold = (await buyers.call('/create-product', product)).product_id;

  const buy = async (customer: number): Promise<void> => {
    const { id, session } = await buyers.goToStripe(sold, `buyer-${customer}`);
    await control.pay({ session });
    await buyers.get(`/checkout/${id}/return`);
  };
  const slowly = { call: '*', kind: 'slow_before', times: -1 } as const;
  await control.fault({ ...slowly, delay_ms: CALL_MS });
  await buy(0);
  await latency(server, look); // Warms up.
  const quiet = await latency(server, look);

  let next = 1;
  let bought = 0;
  const buyRest = async () => {
    while (next <= purchases) {
      await buy(next++);
      bought++;
    }
  };
  const started = performance.now();
  const buying = Promise.all(Array.from({ length: BUYERS }, buyRest));
  const beside = await latency(server, look, () => next <= purchases);
  await buying;
  const per_second = bought / ((performance.now() - started) / 1000);
  const { payments } = await control.books();
  assert.equal(payments.length, bought + 1, 'every buyer has paid once');

  await control.clearFaults();
  await control.fault({ ...slowly, delay_ms: FOR_EVER_MS });
  const stuck = Array.from({ length: BUYERS }, (_, at) =>
    buyers.goToStripe(sold, `stuck-${at}`).catch(() => undefined),
  );
  const waiting = await latency(server, look);
  await control.clearFaults();
  await control.hurry();
  await Promise.all(stuck);
  buyers.leave();
  await stop(server);
  await stand_in.stop();
  return {
    purchases: bought,
    buyers: BUYERS,
    call_ms: CALL_MS,
    per_second,
    quiet,
    beside,
    waiting,
  };
}

/** What buyers and the seller send, on connections that stay open. */
function buyersOf({ port, ca }: Running, api_key: string) {
  const agent = new Agent({ keepAlive: true, ca });
  const send = (method: string, path: string, type: string, body: string) =>
    new Promise<{ status: number; location: string; text: string }>((resolve, reject) => {
      const headers = { 'x-api-key': api_key, 'content-type': type };
      const sent = request({ agent, host: 'localhost', port, method, path, headers });
      sent.on('error', reject);
      sent.on('response', async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        const { statusCode: status = 0, headers } = response;
        resolve({ status, location: headers.location ?? '', text });
      });
      sent.end(body);
    });
  const call = async (path: string, input: object) => {
    const { status, text } = await send('POST', path, 'application/json', JSON.stringify(input));
    assert.equal(status, 200, text);
    return JSON.parse(text);
  };
  return {
    call,
    get: (path: string) => send('GET', path, 'text/plain', ''),
    async goToStripe(product_id: string, customer_id: string) {
      const order = { product_id, quantity: 1, customer_id };
      const { checkout_session_id: id } = await call('/create-checkout', order);
      const form = `attempt=a&email=ada%40example.com&name=&country=`;
      const type = 'application/x-www-form-urlencoded';
      const { location } = await send('POST', `/checkout/${id}/pay`, type, form);
      const session = /cs_test_\w+/.exec(location)?.[0];
      assert(session, `the buyer is sent to Stripe, not to ${location}`);
      return { id, session };
    },
    leave: () => agent.destroy(),
  };
}
