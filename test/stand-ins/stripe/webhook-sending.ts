// Webhooks on their way: signed as Stripe signs them; held back, late, twice, in the reverse
// order by control; tried again by the clock of the stand-in when they are not taken.
import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type Stripe from 'stripe';
import { type AccountData, type Delivery, dataOf, newId, nowMs, type World } from './world.ts';

const TIMEOUT_MS = 20_000;
const MINUTE_MS = 60_000;
/** Until three days have passed. */
const RETRY_AFTER_MS = [5, 30, 120, 300, 600, 720, 720, 720, 720, 720].map((n) => n * MINUTE_MS);

/** For every endpoint that wants it. */
export function sendToEndpoints(world: World, data: AccountData, event: Stripe.Event): void {
  const wanting = [...data.webhook_endpoints.values()].filter(
    ({ shown, connect }) =>
      shown.status === 'enabled' &&
      connect === (event.account !== undefined) &&
      (shown.enabled_events.includes('*') || shown.enabled_events.includes(event.type)),
  );
  event.pending_webhooks = wanting.length;
  for (const { shown } of wanting) queueDelivery(world, data, event, shown.id);
  if (!world.sending.held && wanting.length > 0) soon(world);
}

export function queueDelivery(
  world: World,
  { seller, livemode }: AccountData,
  event: Stripe.Event,
  endpoint: string,
): Delivery {
  const delivery: Delivery = {
    id: newId('whd'),
    endpoint,
    account: seller.id,
    livemode,
    event,
    status: 'waiting',
    attempts: 0,
    answered: null,
    retry_at: null,
  };
  world.deliveries.push(delivery);
  return delivery;
}

/** Once what is under way is finished, so that a burst can be put in another order. */
function soon(world: World): void {
  follow(world, async () => {
    await delay(world.sending.delay_ms);
    if (!world.sending.held) await sendWaiting(world);
  });
}

/** Keeps the work in sight until it is done. */
function follow(world: World, work: () => Promise<void>): void {
  const running = work().finally(() => world.underway.delete(running));
  world.underway.add(running);
}

/** One after the other, so that the order is the one that was asked for. */
export async function sendWaiting(world: World): Promise<void> {
  const waiting = world.deliveries.filter(({ status }) => status === 'waiting');
  for (const delivery of waiting) delivery.status = 'sending';
  for (const delivery of world.sending.reversed ? waiting.toReversed() : waiting) {
    await sendOnce(world, delivery);
    if (world.sending.twice) await sendOnce(world, delivery);
  }
}

/** Those that were not taken and whose time has come. */
export async function sendAgain(world: World, all = false): Promise<void> {
  const now = nowMs(world);
  const due = world.deliveries.filter(
    ({ status, retry_at }) =>
      status === 'failed' && (all || (retry_at !== null && retry_at <= now)),
  );
  for (const delivery of due) await sendOnce(world, delivery);
}

export async function sendOnce(world: World, delivery: Delivery): Promise<void> {
  const data = dataOf(world, delivery.account, delivery.livemode);
  const endpoint = data.webhook_endpoints.get(delivery.endpoint);
  if (endpoint === undefined || endpoint.shown.status !== 'enabled') {
    delivery.status = 'failed';
    delivery.retry_at = null;
    return;
  }
  const body = JSON.stringify(delivery.event, null, 2);
  const signature = sign(body, endpoint.secrets, world.sending.signed_seconds_ago);
  delivery.attempts += 1;
  delivery.answered = await post(endpoint.shown.url, body, signature);
  const taken = typeof delivery.answered === 'number' && Math.floor(delivery.answered / 100) === 2;
  const wait = RETRY_AFTER_MS[delivery.attempts - 1];
  delivery.status = taken ? 'delivered' : 'failed';
  delivery.retry_at = taken || wait === undefined ? null : nowMs(world) + wait;
  if (taken && delivery.event.pending_webhooks > 0) delivery.event.pending_webhooks -= 1;
}

/** A signature for each secret: while one is being replaced, both are good. */
function sign(body: string, secrets: string[], seconds_ago = 0): string {
  const time = Math.floor(Date.now() / 1000) - seconds_ago; // The receiver's clock is the wall's.
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
  );
  return [`t=${time}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}

/** The status of the answer; a redirection is not followed. */
function post(url: string, body: string, signature: string): Promise<number | 'none'> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const sent = request(
      url,
      {
        method: 'POST',
        rejectUnauthorized: false, // Kassa's own certificate in tests.
        timeout: TIMEOUT_MS,
        agent: false,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(body),
          'Stripe-Signature': signature,
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 'none'));
        response.on('error', () => resolve('none'));
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve('none'));
    sent.end(body);
  });
}
